// Command queues (5.1).

#include "host.h"

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *errcode_ret) {
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (!simdiff_has_device(context, device))
        FAIL(CL_INVALID_DEVICE);
    if (properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))
        FAIL(CL_INVALID_QUEUE_PROPERTIES);
    if (properties & ~known)
        FAIL(CL_INVALID_VALUE);
    simdiff_blocks();
    cl_command_queue queue = NEW(cl_command_queue);
    queue->references = 1;
    queue->context = context;
    queue->device = device;
    queue->properties = properties;
    queue->progress = simdiff_keep(simdiff_new(sizeof *queue->progress, "OpenCL progress"));
    queue->progress->latest = queue->progress->flushed = 0;
    context->references++;
    DONE(queue);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
    const cl_queue_properties *list, cl_int *errcode_ret) {
    cl_command_queue_properties properties = 0;
    for (; list && *list; list += 2) {
        if (*list != CL_QUEUE_PROPERTIES)
            FAIL(CL_INVALID_VALUE);
        properties = list[1];
    }
    return clCreateCommandQueue(context, device, properties, errcode_ret);
}

cl_int clRetainCommandQueue(cl_command_queue queue) { RETAIN(queue, CL_INVALID_COMMAND_QUEUE); }

void simdiff_release_queue(cl_command_queue queue) {
    if (--queue->references == 0) {
        clReleaseContext(queue->context);
        free(queue->since);
        free(queue);
    }
}

// The commands of a released queue still run.
cl_int clReleaseCommandQueue(cl_command_queue queue) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    simdiff_flush(queue->progress);
    simdiff_release_queue(queue);
    return CL_SUCCESS;
}

// A function of OpenCL 1.0, which fails in later versions (appendix D).
cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
    cl_bool enable, cl_command_queue_properties *old) {
    (void)properties, (void)enable, (void)old;
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    REFUSE(CL_INVALID_OPERATION);
}

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size,
    void *value, size_t *size_ret) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    switch (name) {
    case CL_QUEUE_CONTEXT: NUMBER(cl_context, queue->context);
    case CL_QUEUE_DEVICE: NUMBER(cl_device_id, queue->device);
    case CL_QUEUE_REFERENCE_COUNT: NUMBER(cl_uint, queue->references);
    case CL_QUEUE_PROPERTIES: NUMBER(cl_command_queue_properties, queue->properties);
    case CL_QUEUE_DEVICE_DEFAULT: NUMBER(cl_command_queue, NULL);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
