// The properties of devices (4.2).

#include "host.h"

#define TEXT(text) return simdiff_info(text, sizeof text, size, value, size_ret)
#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)
// Property of cl_khr_fp16, which the oldest header lacks.
#define HALF_FP_CONFIG 0x1033
#define NONE return simdiff_info("", 0, size, value, size_ret)

// Sizes and other properties that are one number or text for all devices of a type.
static cl_int limits(cl_device_id device, cl_device_info name, size_t size, void *value,
    size_t *size_ret) {
    int is_cpu = device->type == CL_DEVICE_TYPE_CPU;
    switch (name) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR: case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        NUMBER(cl_uint, is_cpu ? 16 : 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        NUMBER(cl_uint, is_cpu ? 8 : 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
        NUMBER(cl_uint, is_cpu ? 4 : 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG: case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE: case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        NUMBER(cl_uint, is_cpu ? 2 : 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        NUMBER(cl_uint, is_cpu ? 8 : 1);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: NUMBER(cl_uint, is_cpu ? 3000 : 1000);
    case CL_DEVICE_ADDRESS_BITS: NUMBER(cl_uint, 64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: NUMBER(cl_ulong, SIMDIFF_LARGEST_BUFFER);
    case CL_DEVICE_IMAGE_SUPPORT: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS: NUMBER(cl_uint, 128);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
        NUMBER(cl_uint, 64);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH: case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
        NUMBER(size_t, SIMDIFF_PLANE);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH: case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH: case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
        NUMBER(size_t, SIMDIFF_VOLUME);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: NUMBER(size_t, SIMDIFF_LINE);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT: NUMBER(cl_uint, SIMDIFF_PITCH_ALIGNMENT);
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: NUMBER(cl_uint, SIMDIFF_PITCH_ALIGNMENT);
    case CL_DEVICE_MAX_SAMPLERS: NUMBER(cl_uint, 16);
    case CL_DEVICE_MAX_PARAMETER_SIZE: NUMBER(size_t, SIMDIFF_PARAMETERS);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: NUMBER(cl_uint, 1024);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: NUMBER(cl_uint, 128);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        NUMBER(cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        NUMBER(cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST
            | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA);
    case HALF_FP_CONFIG:
        NUMBER(cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: NUMBER(cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: NUMBER(cl_uint, is_cpu ? 64 : 128);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: NUMBER(cl_ulong, 1ul << 20);
    case CL_DEVICE_GLOBAL_MEM_SIZE: NUMBER(cl_ulong, 4ul << 30);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: NUMBER(cl_ulong, SIMDIFF_CONSTANT_BUFFER);
    case CL_DEVICE_MAX_CONSTANT_ARGS: NUMBER(cl_uint, SIMDIFF_CONSTANT_ARGUMENTS);
    case CL_DEVICE_LOCAL_MEM_TYPE:
        NUMBER(cl_device_local_mem_type, is_cpu ? CL_GLOBAL : CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE: NUMBER(cl_ulong, SIMDIFF_LOCAL_MEMORY);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE: NUMBER(size_t, 64 << 10);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: NUMBER(size_t, 1 << 20);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: NUMBER(size_t, 1);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: NUMBER(size_t, is_cpu ? 1 : 32);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

// Properties of OpenCL 2.x and 3.0; the devices have neither pipes nor queues of their own.
static cl_int later(cl_device_id device, cl_device_info name, size_t size, void *value,
    size_t *size_ret) {
    switch (name) {
    case CL_DEVICE_SVM_CAPABILITIES:
        NUMBER(cl_device_svm_capabilities, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER
            | (device->type == CL_DEVICE_TYPE_CPU ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER : 0));
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES: NUMBER(cl_command_queue_properties, 0);
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE: case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES: case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_MAX_PIPE_ARGS: case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: NUMBER(cl_uint, 0);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS: NUMBER(cl_uint, device->group / SIMDIFF_SUB_GROUP);
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT: NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: case CL_DEVICE_PIPE_SUPPORT:
        NUMBER(cl_bool, CL_FALSE);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
        NUMBER(cl_device_device_enqueue_capabilities, 0);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        NUMBER(cl_device_atomic_capabilities,
            CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
            | CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
            | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        NUMBER(cl_device_atomic_capabilities, CL_DEVICE_ATOMIC_ORDER_RELAXED
            | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
            | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
            | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_NUMERIC_VERSION: NUMBER(cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        return simdiff_versions(simdiff_extensions, size, value, size_ret);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
        static const cl_name_version versions[5] = {
            {CL_MAKE_VERSION(1, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
            {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"}, {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
            {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
        };
        return simdiff_info(versions, sizeof versions, size, value, size_ret);
    }
    case CL_DEVICE_OPENCL_C_FEATURES:
        return simdiff_versions(simdiff_features, size, value, size_ret);
    case CL_DEVICE_ILS_WITH_VERSION: case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: NONE;
    case CL_DEVICE_IL_VERSION: case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: TEXT("");
    default: return limits(device, name, size, value, size_ret);
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    int is_cpu = device->type == CL_DEVICE_TYPE_CPU;
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
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT: NUMBER(cl_bool, CL_FALSE);
    case CL_DEVICE_HOST_UNIFIED_MEMORY: NUMBER(cl_bool, is_cpu);
    case CL_DEVICE_ENDIAN_LITTLE: case CL_DEVICE_AVAILABLE: case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        NUMBER(cl_bool, CL_TRUE);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        NUMBER(cl_device_exec_capabilities,
            CL_EXEC_KERNEL | (is_cpu ? CL_EXEC_NATIVE_KERNEL : 0));
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        NUMBER(cl_command_queue_properties,
            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PLATFORM: NUMBER(cl_platform_id, &simdiff_platform);
    case CL_DEVICE_NAME:
        return simdiff_info(device->name, strlen(device->name) + 1, size, value, size_ret);
    case CL_DEVICE_VENDOR: TEXT("simdiff");
    case CL_DRIVER_VERSION: TEXT("1.0");
    case CL_DEVICE_PROFILE: TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION: TEXT("OpenCL 3.0 simdiff");
    case CL_DEVICE_OPENCL_C_VERSION: TEXT("OpenCL C 1.2 simdiff");
    case CL_DEVICE_EXTENSIONS:
        return simdiff_info(simdiff_extensions, strlen(simdiff_extensions) + 1, size, value,
            size_ret);
    case CL_DEVICE_BUILT_IN_KERNELS: TEXT("");
    case CL_DEVICE_PARENT_DEVICE: NUMBER(cl_device_id, device->parent);
    case CL_DEVICE_REFERENCE_COUNT: NUMBER(cl_uint, device->parent ? device->references : 1);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: NUMBER(cl_uint, is_cpu ? device->units : 0);
    case CL_DEVICE_PARTITION_PROPERTIES: {
        static const cl_device_partition_property kinds[2] = {
            CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
        if (!is_cpu)
            NUMBER(cl_device_partition_property, 0);
        return simdiff_info(kinds, sizeof kinds, size, value, size_ret);
    }
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: NUMBER(cl_device_affinity_domain, 0);
    case CL_DEVICE_PARTITION_TYPE:
        return simdiff_info(device->partition, device->partition_bytes, size, value, size_ret);
    default: return later(device, name, size, value, size_ret);
    }
}
