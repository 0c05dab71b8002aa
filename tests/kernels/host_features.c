// simdiff: run => equivalent "sub-groups are made of 32 local ids in a row"
// simdiff: run --cflags=-DFIXED=16 => defect
// simdiff: run --cflags=-DREQUIRED=8 --cflags=-DFIXED=8 => equivalent "sub-groups are made of 8 local ids in a row"
// simdiff: run --cflags=-DATOMICS => equivalent "the device has cl_khr_int64_base_atomics"
// simdiff: run --cflags=-DHALVES => equivalent "the device has cl_khr_fp16"
// simdiff: run --cflags=-DFROM_CL3 => equivalent "__opencl_c_work_group_collective_functions"
// simdiff: run --cflags=-DDENIED => equivalent "does not compile"
// The optional features of a device: it reports those with which its programs build.
#define CL_TARGET_OPENCL_VERSION 300
#include "opencl_host.h"

#ifndef REQUIRED
#define ATTRIBUTE ""
#else
#define STRING(x) #x
#define SIZE(x) STRING(x)
#define ATTRIBUTE "__attribute__((intel_reqd_sub_group_size(" SIZE(REQUIRED) ")))\n"
#endif

static const char *const sums = ATTRIBUTE
    "__kernel void total(__global const int *x, __global int *y) {\n"
    "    int sum = sub_group_reduce_add(x[get_global_id(0)]);\n"
    "    if (get_sub_group_local_id() == 0)\n"
    "        y[get_sub_group_id()] = sum;\n"
    "}\n";
static const char *const atomics =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "__kernel void total(__global const int *x, __global long *y) {\n"
    "    atom_add(y, (long)x[get_global_id(0)] << 32);\n"
    "}\n";
static const char *const halves =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "__kernel void total(__global const int *x, __global half *y) {\n"
    "    y[get_global_id(0)] = (half)x[get_global_id(0)];\n"
    "}\n";
static const char *const from_cl3 =
    "__kernel void total(__global const int *x, __global int *y) {\n"
    "    int sum = work_group_reduce_add(x[get_global_id(0)]);\n"
    "    y[get_global_id(0)] = sum;\n"
    "}\n";
static const char *const denied =
    "__kernel void total(__global const int *x, __read_only pipe int y) {\n"
    "    int value;\n"
    "    read_pipe(y, &value);\n"
    "}\n";

static const char *extension(const char *name) {
    static char all[1024];
    assert(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof all, all, NULL) == CL_SUCCESS);
    return strstr(all, name);
}

// Builds a program with the kernel `total`; returns the error of the build.
static cl_int build(const char *text, const char *options) {
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    cl_int error = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    if (error != CL_SUCCESS)
        return error;
    kernel = clCreateKernel(program, "total", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    return CL_SUCCESS;
}

static void run_in_one_group(void) {
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL);
}

// Each sub-group writes its sum; the program asks how large they are.
static void sums_of_sub_groups(void) {
    enum { ITEMS = 64 };
    static int ones[ITEMS], found[ITEMS];
    const size_t items = ITEMS;
    size_t each, count, back[2];
    for (int i = 0; i < ITEMS; i++)
        ones[i] = 1;
    assert(extension("cl_khr_subgroups"));
    assert(build(sums, "-cl-std=CL2.0") == CL_SUCCESS);
    assert(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
        sizeof items, &items, sizeof each, &each, NULL) == CL_SUCCESS);
    assert(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
        sizeof items, &items, sizeof count, &count, NULL) == CL_SUCCESS);
    assert(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
        sizeof count, &count, sizeof back, back, NULL) == CL_SUCCESS);
    assert(count == ITEMS / each && back[0] == ITEMS && back[1] == 1);
    assert(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, NULL,
        sizeof count, &count, NULL) == CL_INVALID_VALUE);
#ifdef FIXED
    each = FIXED;
#endif
    cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof ones, ones, NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof found, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, ITEMS / each * sizeof(int), found, 0, NULL, NULL);
    assert(found[0] == (int)each);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
#if defined ATOMICS
    cl_long zero = 0, sum;
    assert(extension("cl_khr_int64_base_atomics"));
    assert(build(atomics, "") == CL_SUCCESS);
    clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL);
    run_in_one_group();
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL);
    assert(sum == (cl_long)36 << 32);
#elif defined HALVES
    cl_half all[N];
    assert(extension("cl_khr_fp16"));
    assert(build(halves, "") == CL_SUCCESS);
    run_in_one_group();
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
    assert(all[1] == 0x4000);
#elif defined FROM_CL3
    cl_bool has;
    clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof has, &has,
        NULL);
    assert(has && build(from_cl3, "-cl-std=CL3.0") == CL_SUCCESS);
    run_in_one_group();
    read_back();
    assert(y[0] == 36 && y[7] == 36);
#elif defined DENIED
    cl_bool has;
    clGetDeviceInfo(device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL);
    assert(!has && build(denied, "-cl-std=CL3.0") == CL_BUILD_PROGRAM_FAILURE);
    assert(build(denied, "-cl-std=CL2.0") == CL_BUILD_PROGRAM_FAILURE);
#else
    sums_of_sub_groups();
#endif
    return 0;
}
