// Markers and barriers (5.12).

#include "host.h"

static cl_int marker(cl_command_queue queue, cl_command_type type, const char *name,
    cl_uint count, const cl_event *list, cl_event *event) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    cl_int error = simdiff_check_list(queue->context, count, list);
    if (error)
        return error;
    return simdiff_submit(queue, simdiff_command(queue, type, name, count, list), CL_FALSE, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *list,
    cl_event *event) {
    return marker(queue, CL_COMMAND_MARKER, "clEnqueueMarkerWithWaitList", count, list, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *list,
    cl_event *event) {
    return marker(queue, CL_COMMAND_BARRIER, "clEnqueueBarrierWithWaitList", count, list, event);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event) {
    if (!event)
        REFUSE(CL_INVALID_VALUE);
    return marker(queue, CL_COMMAND_MARKER, "clEnqueueMarker", 0, NULL, event);
}

cl_int clEnqueueBarrier(cl_command_queue queue) {
    return marker(queue, CL_COMMAND_BARRIER, "clEnqueueBarrier", 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *list) {
    if (count == 0 || !list)
        REFUSE(CL_INVALID_VALUE);
    return marker(queue, CL_COMMAND_BARRIER, "clEnqueueWaitForEvents", count, list, NULL);
}
