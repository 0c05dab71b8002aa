// Flush and finish (5.15).

#include "host.h"

cl_int clFlush(cl_command_queue queue) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    simdiff_flush(queue->progress);
    return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue queue) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    simdiff_blocks();
    if (queue->last)
        simdiff_wait_for(queue->last);
    for (size_t i = 0; i < queue->count; i++)
        simdiff_wait_for(queue->since[i]);
    return CL_SUCCESS;
}
