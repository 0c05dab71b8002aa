// simdiff: run => equivalent
// simdiff: run --cflags=-DUNWAITED => defect assertion "its build may go on"
// simdiff: run --cflags=-DFLAG => defect command-race "clBuildProgram of line"
// simdiff: run --cflags=-DASKED => undecided "a build that may go on"
// simdiff: run --cflags=-DFAILING => equivalent "does not compile"
// A build with a callback goes on after clBuildProgram has returned.
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl_host.h"

static cl_event built;
static int is_built;
static cl_build_status status;

static cl_build_status status_of(cl_program program) {
    cl_build_status it;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof it, &it, NULL);
    return it;
}

static void CL_CALLBACK done(cl_program program, void *data) {
    *(int *)data = 1;
    status = status_of(program);
    clSetUserEventStatus(built, CL_COMPLETE);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    built = clCreateUserEvent(context, NULL);
#ifdef FAILING
    const char *text = "__kernel void twice(";
#else
    const char *text = source;
#endif
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, done, &is_built) == CL_SUCCESS);
#ifdef FLAG
    while (!is_built) {
    }
#elif defined ASKED
    while (status_of(program) == CL_BUILD_IN_PROGRESS) {
    }
#elif !defined UNWAITED
    clWaitForEvents(1, &built);
#endif
    cl_int error;
    kernel = clCreateKernel(program, "twice", &error);
#ifdef FAILING
    assert(error == CL_INVALID_PROGRAM_EXECUTABLE && status == CL_BUILD_ERROR);
#else
    assert(error == CL_SUCCESS && status == CL_BUILD_SUCCESS);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    run();
    read_back();
    assert(y[2] == 6);
#endif
    return 0;
}
