// Contexts (4.4).

#include "host.h"

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

// The size in bytes of a list of properties, 0 without a list. Returns whether the list is
// valid.
static int measure(const cl_context_properties *list, size_t *bytes) {
    size_t count = 0;
    *bytes = 0;
    if (!list)
        return 1;
    for (; list[count]; count += 2) {
        if (list[count] == CL_CONTEXT_PLATFORM) {
            if ((cl_platform_id)list[count + 1] != &simdiff_platform)
                return 0;
        } else if (list[count] != CL_CONTEXT_INTEROP_USER_SYNC) {
            return 0;
        }
    }
    *bytes = (count + 1) * sizeof *list;
    return 1;
}

static cl_context create(const cl_context_properties *list, size_t bytes, cl_uint count) {
    simdiff_blocks();
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
        if (!simdiff_is_device(chosen[i]))
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
    cl_int error = clGetDeviceIDs(&simdiff_platform, type, 2, found, &count);
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
        simdiff_call_back(context->callbacks, context);
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

cl_int clSetContextDestructorCallback(cl_context context,
    void (CL_CALLBACK *function)(cl_context, void *), void *data) {
    if (!context)
        REFUSE(CL_INVALID_CONTEXT);
    if (!function)
        REFUSE(CL_INVALID_VALUE);
    context->callbacks =
        simdiff_callback(context->callbacks, (void (*)(void *, void *))function, data);
    return CL_SUCCESS;
}
