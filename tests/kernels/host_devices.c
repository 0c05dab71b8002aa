// simdiff: run --cflags=-DKINDS=2 => equivalent
// simdiff: run --device cpu --cflags=-DTYPE=CL_DEVICE_TYPE_CPU => equivalent
// simdiff: run --device gpu --cflags=-DTYPE=CL_DEVICE_TYPE_GPU => equivalent
// The devices that a host finds, what they say of themselves, and the CPU in parts.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <assert.h>
#include <string.h>

#ifndef KINDS
#define KINDS 1
#endif
#ifndef TYPE
#define TYPE CL_DEVICE_TYPE_CPU
#endif

static cl_ulong number(cl_device_id device, cl_device_info name) {
    cl_ulong value = 0;
    assert(clGetDeviceInfo(device, name, sizeof value, &value, NULL) == CL_SUCCESS);
    return value;
}

// Parts of four units, and the errors of partitions that there are not.
static void in_parts(cl_device_id cpu) {
    cl_device_id parts[4];
    cl_uint count;
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0};
    const cl_device_partition_property counts[] = {
        CL_DEVICE_PARTITION_BY_COUNTS, 1, 3, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const cl_device_partition_property many[] = {
        CL_DEVICE_PARTITION_BY_COUNTS, 3, 3, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const cl_device_partition_property affinity[] = {
        CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    assert(clCreateSubDevices(cpu, many, 4, parts, &count) == CL_INVALID_DEVICE_PARTITION_COUNT);
    assert(clCreateSubDevices(cpu, affinity, 4, parts, &count) == CL_INVALID_VALUE);
    assert(clCreateSubDevices(cpu, equally, 1, parts, &count) == CL_INVALID_VALUE);
    assert(clCreateSubDevices(cpu, equally, 4, parts, &count) == CL_SUCCESS && count == 2);
    assert(number(parts[1], CL_DEVICE_MAX_COMPUTE_UNITS) == 2);
    assert(number(parts[1], CL_DEVICE_PARENT_DEVICE) == (cl_ulong)cpu);
    clReleaseDevice(parts[0]);
    clReleaseDevice(parts[1]);
    assert(clCreateSubDevices(cpu, counts, 4, parts, &count) == CL_SUCCESS && count == 2);
    assert(number(parts[0], CL_DEVICE_MAX_COMPUTE_UNITS) == 1);
    cl_context context = clCreateContext(NULL, 2, parts, NULL, NULL, NULL);
    assert(context && clCreateCommandQueue(context, parts[0], 0, NULL));
    clReleaseDevice(parts[0]);
    clReleaseDevice(parts[1]);
}

int main(void) {
    cl_platform_id platform;
    cl_device_id devices[2], device;
    cl_uint count;
    char text[256];
    clGetPlatformIDs(1, &platform, NULL);
    assert(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices, &count) == CL_SUCCESS);
    assert(count == KINDS);
    assert(clGetDeviceIDs(platform, TYPE, 1, &device, NULL) == CL_SUCCESS);
    assert(device == devices[0] && number(device, CL_DEVICE_TYPE) == TYPE);
    int is_cpu = TYPE == CL_DEVICE_TYPE_CPU;
    if (KINDS == 1)
        assert(clGetDeviceIDs(platform, is_cpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU, 1,
            &device, NULL) == CL_DEVICE_NOT_FOUND);
    assert(number(device, CL_DEVICE_HOST_UNIFIED_MEMORY) == (cl_ulong)is_cpu);
    assert(number(device, CL_DEVICE_LOCAL_MEM_TYPE) == (is_cpu ? CL_GLOBAL : CL_LOCAL));
    assert(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 256, text, NULL) != CL_SUCCESS
        || strstr(text, "cl_khr_fp64"));
    assert(clGetDeviceInfo(device, 0x7fff, 256, text, NULL) == CL_INVALID_VALUE);
    size_t length;
    assert(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL, &length)
        == CL_SUCCESS && length == 18 * sizeof(cl_name_version));
    cl_ulong before, after;
    assert(clGetHostTimer(device, &before) == CL_SUCCESS);
    assert(clGetDeviceAndHostTimer(device, &after, &after) == CL_SUCCESS && before <= after);

    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_int error;
    assert(!clCreatePipe(context, 0, 4, 4, NULL, &error) && error == CL_INVALID_OPERATION);
    clReleaseContext(context);
    if (is_cpu)
        in_parts(device);
    return 0;
}
