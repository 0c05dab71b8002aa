// Calls of the program's functions by commands: native kernels (5.10) and callbacks of
// events (5.11).

#include "host.h"

static void call(struct simdiff_command *command) {
    void (*function)(void *) = command->call;
    void *block = command->block;
    unsigned number = command->number;
    simdiff_caller = command;
    simdiff_begin(number);
    function(block);
    simdiff_end(number);
    simdiff_caller = NULL;
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void (CL_CALLBACK *function)(void *),
    void *arguments, size_t size, cl_uint objects, const cl_mem *memory, const void **places,
    cl_uint count, const cl_event *list, cl_event *event) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    if (!function || (!arguments && (size || objects)) || (arguments && size == 0)
        || (objects && (!memory || !places)) || (!objects && (memory || places)))
        REFUSE(CL_INVALID_VALUE);
    if (queue->device->type != CL_DEVICE_TYPE_CPU)
        REFUSE(CL_INVALID_OPERATION);
    cl_int error = simdiff_check_list(queue->context, count, list);
    if (error)
        return error;
    for (cl_uint i = 0; i < objects; i++)
        if (memory[i] && memory[i]->context != queue->context)
            REFUSE(CL_INVALID_MEM_OBJECT);
    struct simdiff_command *command = simdiff_command(queue, CL_COMMAND_NATIVE_KERNEL,
        "clEnqueueNativeKernel", count, list);
    command->run = call;
    command->call = function;
    if (arguments) {
        command->block = simdiff_new(size, "arguments of a native kernel");
        memcpy(command->block, arguments, size);
    }
    for (cl_uint i = 0; i < objects; i++) {
        void *data = memory[i] ? memory[i]->data : NULL;
        size_t offset = (size_t)((const char *)places[i] - (const char *)arguments);
        memcpy((char *)command->block + offset, &data, sizeof data);
    }
    simdiff_use(command, objects, memory, SIMDIFF_KERNEL);
    return simdiff_submit(queue, command, CL_FALSE, event);
}

static void notify(struct simdiff_command *command) {
    void (*function)(cl_event, cl_int, void *) = command->notify;
    void *data = command->user_data;
    cl_event event = command->event;
    cl_int reached = event->command->status;
    cl_int status = reached < CL_COMPLETE ? reached : command->of_status;
    unsigned number = command->number;
    simdiff_caller = command;
    simdiff_begin(number);
    function(event, status, data);
    simdiff_end(number);
    simdiff_caller = NULL;
    clReleaseEvent(event);
}

// Enqueues the callback as a command after the event's or, if it waits for an earlier state,
// beside the event's: that state says nothing of what the command has done (5.11, notes on
// clSetEventCallback).
cl_int clSetEventCallback(cl_event event, cl_int of_status,
    void (CL_CALLBACK *function)(cl_event, cl_int, void *), void *user_data) {
    if (!event)
        REFUSE(CL_INVALID_EVENT);
    if (!function || of_status < CL_COMPLETE || of_status > CL_SUBMITTED)
        REFUSE(CL_INVALID_VALUE);
    struct simdiff_command *command = of_status == CL_COMPLETE
        ? simdiff_command(NULL, 0, "clSetEventCallback", 1, &event)
        : simdiff_beside("clSetEventCallback", event->command);
    command->run = notify;
    command->notify = function;
    command->event = event;
    command->of_status = of_status;
    command->user_data = user_data;
    event->references++;
    simdiff_later(command);
    return CL_SUCCESS;
}
