// The platform layer (4.1, 4.2): the platform and its devices.

#include "host.h"

struct _cl_platform_id simdiff_platform;

static struct _cl_device_id devices[2] = {
    {.type = CL_DEVICE_TYPE_CPU, .name = "simdiff CPU", .group = 4096, .units = 4},
    {.type = CL_DEVICE_TYPE_GPU, .name = "simdiff GPU", .group = 1024, .units = 16},
};

// The sub-devices that have not been released.
struct _cl_device_id *simdiff_sub_devices;

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

// Writes names, which are separated by spaces, as an array of cl_name_version with version
// 1.0.0.
cl_int simdiff_versions(const char *names, size_t size, void *value, size_t *size_ret) {
    enum { MOST = 32 };
    cl_name_version *list = simdiff_new(MOST * sizeof *list, "OpenCL list of versions");
    size_t count = 0;
    for (const char *at = names; *at && count < MOST; count++) {
        size_t length = strcspn(at, " ");
        memset(&list[count], 0, sizeof *list);
        list[count].version = CL_MAKE_VERSION(1, 0, 0);
        memcpy(list[count].name, at, length);
        at += length + (at[length] != 0);
    }
    cl_int error = simdiff_info(list, count * sizeof *list, size, value, size_ret);
    free(list);
    return error;
}

#define TEXT(text) return simdiff_info(text, sizeof text, size, value, size_ret)
#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
    if ((entries == 0 && platforms) || (!platforms && !count))
        REFUSE(CL_INVALID_VALUE);
    if (platforms)
        platforms[0] = &simdiff_platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info name, size_t size, void *value,
    size_t *size_ret) {
    if (id && id != &simdiff_platform)
        REFUSE(CL_INVALID_PLATFORM);
    switch (name) {
    case CL_PLATFORM_PROFILE: TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION: TEXT("OpenCL 3.0 simdiff");
    case CL_PLATFORM_NUMERIC_VERSION: NUMBER(cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return simdiff_versions(simdiff_extensions, size, value, size_ret);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION: NUMBER(cl_ulong, 1);
    case CL_PLATFORM_NAME: TEXT("simdiff");
    case CL_PLATFORM_VENDOR: TEXT("simdiff");
    case CL_PLATFORM_EXTENSIONS:
        return simdiff_info(simdiff_extensions, strlen(simdiff_extensions) + 1, size, value,
            size_ret);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

int simdiff_is_device(cl_device_id device) {
    for (int i = 0; i < 2; i++)
        if (device == &devices[i])
            return (device->type & simdiff_device_types) != 0;
    for (cl_device_id one = simdiff_sub_devices; one; one = one->next)
        if (one == device)
            return 1;
    return 0;
}

cl_int clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint entries,
    cl_device_id *found, cl_uint *count) {
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU
        | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (id && id != &simdiff_platform)
        REFUSE(CL_INVALID_PLATFORM);
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known)))
        REFUSE(CL_INVALID_DEVICE_TYPE);
    if ((entries == 0 && found) || (!found && !count))
        REFUSE(CL_INVALID_VALUE);
    cl_uint number = 0;
    for (int i = 0, seen = 0; i < 2; i++) {
        if (!simdiff_is_device(&devices[i]))
            continue;
        int is_default = seen++ == 0;
        int is_meant = type == CL_DEVICE_TYPE_ALL || (devices[i].type & type)
            || (is_default && (type & CL_DEVICE_TYPE_DEFAULT));
        if (!is_meant)
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

// No extension has functions.
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id id, const char *name) {
    (void)id, (void)name;
    return NULL;
}
void *clGetExtensionFunctionAddress(const char *name) {
    (void)name;
    return NULL;
}
