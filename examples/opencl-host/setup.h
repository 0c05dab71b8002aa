// What the hosts here share: a device, a queue, and a program made of one source.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <assert.h>

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void start(const char *source, cl_command_queue_properties properties) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    error |= clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, properties, NULL);
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    error |= clBuildProgram(program, 1, &device, "", NULL, NULL);
    assert(error == CL_SUCCESS);
}
