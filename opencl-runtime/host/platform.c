// The platform layer (4): platforms, devices, contexts.

#include "host.h"

static struct _cl_platform_id platform;
static struct _cl_device_id devices[2] = {
    {CL_DEVICE_TYPE_CPU, "simdiff CPU", 4096, 4},
    {CL_DEVICE_TYPE_GPU, "simdiff GPU", 1024, 16},
};

static const char EXTENSIONS[] =
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_3d_image_writes";

cl_int simdiff_info(const void *value, size_t size, size_t room, void *out, size_t *needed) {
    if (out) {
        if (room < size)
            REFUSE(CL_INVALID_VALUE);
        memcpy(out, value, size);
    }
    if (needed)
        *needed = size;
    return CL_SUCCESS;
}

#define TEXT(text) return simdiff_info(text, sizeof text, size, value, size_ret)
#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
    if ((entries == 0 && platforms) || (!platforms && !count))
        REFUSE(CL_INVALID_VALUE);
    if (platforms)
        platforms[0] = &platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info name, size_t size, void *value,
    size_t *size_ret) {
    if (id && id != &platform)
        REFUSE(CL_INVALID_PLATFORM);
    switch (name) {
    case CL_PLATFORM_PROFILE: TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION: TEXT("OpenCL 3.0 simdiff");
    case CL_PLATFORM_NAME: TEXT("simdiff");
    case CL_PLATFORM_VENDOR: TEXT("simdiff");
    case CL_PLATFORM_EXTENSIONS: TEXT(EXTENSIONS);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

static int is_meant(cl_device_id device, cl_device_type type) {
    return type == CL_DEVICE_TYPE_ALL || (device->type & type)
        || (device == devices && (type & CL_DEVICE_TYPE_DEFAULT));
}

cl_int clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint entries,
    cl_device_id *found, cl_uint *count) {
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU
        | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (id && id != &platform)
        REFUSE(CL_INVALID_PLATFORM);
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known)))
        REFUSE(CL_INVALID_DEVICE_TYPE);
    if ((entries == 0 && found) || (!found && !count))
        REFUSE(CL_INVALID_VALUE);
    cl_uint number = 0;
    for (int i = 0; i < 2; i++) {
        if (!is_meant(&devices[i], type))
            continue;
        if (found && number < entries)
            found[number] = &devices[i];
        number++;
    }
    if (count)
        *count = number;
    if (!number)
        REFUSE(CL_DEVICE_NOT_FOUND);
    return CL_SUCCESS;
}

static int is_device(cl_device_id device) { return device == devices || device == devices + 1; }

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    switch (name) {
    case CL_DEVICE_TYPE: NUMBER(cl_device_type, device->type);
    case CL_DEVICE_VENDOR_ID: NUMBER(cl_uint, 0x51d1);
    case CL_DEVICE_MAX_COMPUTE_UNITS: NUMBER(cl_uint, device->units);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: NUMBER(cl_uint, 3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: NUMBER(size_t, device->group);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
        size_t sizes[3] = {device->group, device->group, device->group};
        return simdiff_info(sizes, sizeof sizes, size, value, size_ret);
    }
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR: case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        NUMBER(cl_uint, 16);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        NUMBER(cl_uint, 8);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
        NUMBER(cl_uint, 4);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG: case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE: case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        NUMBER(cl_uint, 2);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        NUMBER(cl_uint, 0);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: NUMBER(cl_uint, 1000);
    case CL_DEVICE_ADDRESS_BITS: NUMBER(cl_uint, 64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: NUMBER(cl_ulong, 1ul << 30);
    case CL_DEVICE_IMAGE_SUPPORT: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS: NUMBER(cl_uint, 128);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
        NUMBER(cl_uint, 64);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH: case CL_DEVICE_IMAGE2D_MAX_HEIGHT: NUMBER(size_t, 16384);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH: case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH: case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: NUMBER(size_t, 2048);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: NUMBER(size_t, 65536);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT: case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
        NUMBER(cl_uint, 0);
    case CL_DEVICE_MAX_SAMPLERS: NUMBER(cl_uint, 16);
    case CL_DEVICE_MAX_PARAMETER_SIZE: NUMBER(size_t, 1024);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: NUMBER(cl_uint, 1024);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: NUMBER(cl_uint, 128);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        NUMBER(cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        NUMBER(cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST
            | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: NUMBER(cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: NUMBER(cl_uint, 64);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: NUMBER(cl_ulong, 1ul << 20);
    case CL_DEVICE_GLOBAL_MEM_SIZE: NUMBER(cl_ulong, 4ul << 30);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: NUMBER(cl_ulong, 64 << 10);
    case CL_DEVICE_MAX_CONSTANT_ARGS: NUMBER(cl_uint, 8);
    case CL_DEVICE_LOCAL_MEM_TYPE: NUMBER(cl_device_local_mem_type, CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE: NUMBER(cl_ulong, 32 << 10);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT: NUMBER(cl_bool, CL_FALSE);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
        NUMBER(cl_bool, device->type == CL_DEVICE_TYPE_CPU);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: NUMBER(size_t, 1);
    case CL_DEVICE_ENDIAN_LITTLE: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_AVAILABLE: case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        NUMBER(cl_device_exec_capabilities, CL_EXEC_KERNEL
            | (device->type == CL_DEVICE_TYPE_CPU ? CL_EXEC_NATIVE_KERNEL : 0));
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        NUMBER(cl_command_queue_properties,
            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PLATFORM: NUMBER(cl_platform_id, &platform);
    case CL_DEVICE_NAME:
        return simdiff_info(device->name, strlen(device->name) + 1, size, value, size_ret);
    case CL_DEVICE_VENDOR: TEXT("simdiff");
    case CL_DRIVER_VERSION: TEXT("1.0");
    case CL_DEVICE_PROFILE: TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION: TEXT("OpenCL 3.0 simdiff");
    case CL_DEVICE_OPENCL_C_VERSION: TEXT("OpenCL C 1.2 simdiff");
    case CL_DEVICE_EXTENSIONS: TEXT(EXTENSIONS);
    case CL_DEVICE_BUILT_IN_KERNELS: TEXT("");
    case CL_DEVICE_PARENT_DEVICE: NUMBER(cl_device_id, NULL);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: NUMBER(cl_uint, 0);
    case CL_DEVICE_REFERENCE_COUNT: NUMBER(cl_uint, 1);
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: NUMBER(size_t, 1 << 20);
    case CL_DEVICE_SVM_CAPABILITIES:
        NUMBER(cl_device_svm_capabilities, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    default: simdiff_unsupported("clGetDeviceInfo", "a property that is not modelled");
    }
}

// Root devices are not counted.
cl_int clRetainDevice(cl_device_id device) {
    if (!is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    return CL_SUCCESS;
}
cl_int clReleaseDevice(cl_device_id device) {
    if (!is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    return CL_SUCCESS;
}

// The size in bytes of a list of properties, 0 if there is none; whether it is valid.
static int measure(const cl_context_properties *list, size_t *bytes) {
    size_t count = 0;
    *bytes = 0;
    if (!list)
        return 1;
    for (; list[count]; count += 2) {
        if (list[count] == CL_CONTEXT_PLATFORM) {
            if ((cl_platform_id)list[count + 1] != &platform)
                return 0;
        } else if (list[count] != CL_CONTEXT_INTEROP_USER_SYNC) {
            return 0;
        }
    }
    *bytes = (count + 1) * sizeof *list;
    return 1;
}

static cl_context create(const cl_context_properties *list, size_t bytes, cl_uint count) {
    cl_context context = NEW(cl_context);
    context->references = 1;
    context->count = count;
    context->devices = simdiff_new(count * sizeof(cl_device_id), "OpenCL list of devices");
    context->properties = bytes;
    if (bytes) {
        context->property = simdiff_new(bytes, "OpenCL list of properties");
        memcpy(context->property, list, bytes);
    }
    return context;
}

typedef void (CL_CALLBACK *notification)(const char *, const void *, size_t, void *);

cl_context clCreateContext(const cl_context_properties *list, cl_uint count,
    const cl_device_id *chosen, notification notify, void *data, cl_int *errcode_ret) {
    size_t bytes;
    if (!measure(list, &bytes))
        FAIL(CL_INVALID_PROPERTY);
    if (!chosen || count == 0 || (!notify && data))
        FAIL(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        if (!is_device(chosen[i]))
            FAIL(CL_INVALID_DEVICE);
    cl_context context = create(list, bytes, count);
    memcpy(context->devices, chosen, count * sizeof *chosen);
    DONE(context);
}

cl_context clCreateContextFromType(const cl_context_properties *list, cl_device_type type,
    notification notify, void *data, cl_int *errcode_ret) {
    size_t bytes;
    cl_device_id found[2];
    cl_uint count;
    if (!measure(list, &bytes))
        FAIL(CL_INVALID_PROPERTY);
    if (!notify && data)
        FAIL(CL_INVALID_VALUE);
    cl_int error = clGetDeviceIDs(&platform, type, 2, found, &count);
    if (error)
        FAIL(error);
    cl_context context = create(list, bytes, count);
    memcpy(context->devices, found, count * sizeof *found);
    DONE(context);
}

cl_int clRetainContext(cl_context context) { RETAIN(context, CL_INVALID_CONTEXT); }

cl_int clReleaseContext(cl_context context) {
    if (!context)
        REFUSE(CL_INVALID_CONTEXT);
    if (--context->references == 0) {
        free(context->devices);
        free(context->property);
        free(context);
    }
    return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!context)
        REFUSE(CL_INVALID_CONTEXT);
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT: NUMBER(cl_uint, context->references);
    case CL_CONTEXT_NUM_DEVICES: NUMBER(cl_uint, context->count);
    case CL_CONTEXT_DEVICES:
        return simdiff_info(context->devices, context->count * sizeof(cl_device_id), size, value,
            size_ret);
    case CL_CONTEXT_PROPERTIES:
        return simdiff_info(context->property, context->properties, size, value, size_ret);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
