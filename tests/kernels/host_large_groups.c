// simdiff: run => equivalent
// simdiff: run --cflags=-DNO_BARRIER => defect race "by command 1, turned of line" "a barrier(CLK_LOCAL_MEM_FENCE) between"
// simdiff: run --cflags=-DIN_PLACE => defect race "by command 1, smoothed of line" "barriers order the items of one group only"
// simdiff: run --cflags='-DIN_PLACE -DSHIFTED' => defect race "by command 1, shifted of line"
// Races of work-items in groups of 256, in a launch of 512.
#include "opencl_host.h"

enum { ITEMS = 512, GROUP = 256 };

static const char *const text =
    "__kernel void turned(__global const int *x, __global int *y, __local int *part) {\n"
    "    size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"
    "    part[l] = x[i];\n"
    "    BARRIER;\n"
    "    y[i] = part[n - 1 - l];\n"
    "}\n"
    "__kernel void smoothed(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    int both = x[i] + x[(i + 1) % get_global_size(0)];\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "    y[i] = both;\n"
    "}\n"
    "__kernel void shifted(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    int next = x[(i + 1) % get_global_size(0)];\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "    y[i] = next;\n"
    "}\n";

#ifdef SHIFTED
#define KERNEL "shifted"
#else
#define KERNEL "smoothed"
#endif

#ifdef NO_BARRIER
#define OPTIONS "-DBARRIER="
#else
#define OPTIONS "-DBARRIER=barrier(CLK_LOCAL_MEM_FENCE)"
#endif

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    static int from[ITEMS], to[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        from[i] = 3 * i + 1;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, OPTIONS, NULL, NULL) == CL_SUCCESS);
    cl_mem given = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof from, from, NULL);
    cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof to, NULL, NULL);
    size_t items = ITEMS, group = GROUP;
#ifdef IN_PLACE
    cl_kernel in_place = clCreateKernel(program, KERNEL, NULL);
    clSetKernelArg(in_place, 0, sizeof given, &given);
    clSetKernelArg(in_place, 1, sizeof given, &given);
    clEnqueueNDRangeKernel(queue, in_place, 1, NULL, &items, &group, 0, NULL, NULL);
#else
    cl_kernel turned = clCreateKernel(program, "turned", NULL);
    clSetKernelArg(turned, 0, sizeof given, &given);
    clSetKernelArg(turned, 1, sizeof result, &result);
    clSetKernelArg(turned, 2, GROUP * sizeof(int), NULL);
    clEnqueueNDRangeKernel(queue, turned, 1, NULL, &items, &group, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof to, to, 0, NULL, NULL);
    assert(to[0] == from[GROUP - 1] && to[GROUP] == from[ITEMS - 1]);
#endif
    clFinish(queue);
    return 0;
}
