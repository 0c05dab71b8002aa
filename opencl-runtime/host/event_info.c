// What events tell (5.11), and profiling (5.14).

#include "host.h"

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

// The status of a command is undetermined until the host has waited for it.
static void check_known(cl_event event, const char *function) {
    if (event->command->type != CL_COMMAND_USER && !simdiff_is_known(event->command->number))
        simdiff_unsupported(function, "the progress of a command that the host has not waited for");
}

// The status of a command that the host has not waited for. The first time, it may be running
// or be complete; the next time it is complete.
static cl_int look_at(cl_event event) {
    struct simdiff_command *command = event->command;
    if (command->type == CL_COMMAND_USER || simdiff_is_known(command->number))
        return command->status;
    if (simdiff_going_on)
        check_known(event, "clGetEventInfo");
    if (command->progress->flushed < command->number)
        simdiff_unsupported("clGetEventInfo",
            "the progress of a command that nothing has flushed, and so may never run");
    if (!simdiff_is_delayed() && command->status > CL_COMPLETE)
        simdiff_unsupported("clGetEventInfo", "the progress of a command that user events hold back");
    simdiff_chosen(SIMDIFF_OF_PROGRESS);
    if (!command->is_polled) {
        unsigned char is_running;
        klee_make_symbolic(&is_running, sizeof is_running, "a command is running");
        command->is_polled = 1;
        if (is_running)
            return CL_RUNNING;
    }
    simdiff_see_end(command);
    return command->status;
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!event)
        REFUSE(CL_INVALID_EVENT);
    switch (name) {
    case CL_EVENT_COMMAND_QUEUE: NUMBER(cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT: NUMBER(cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE: NUMBER(cl_command_type, event->command->type);
    case CL_EVENT_REFERENCE_COUNT: NUMBER(cl_uint, event->references);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: NUMBER(cl_int, look_at(event));
    default: REFUSE(CL_INVALID_VALUE);
    }
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!event)
        REFUSE(CL_INVALID_EVENT);
    if (event->command->type == CL_COMMAND_USER
        || !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE))
        REFUSE(CL_PROFILING_INFO_NOT_AVAILABLE);
    check_known(event, "clGetEventProfilingInfo");
    if (event->command->status != CL_COMPLETE)
        REFUSE(CL_PROFILING_INFO_NOT_AVAILABLE);
    cl_ulong number = 1000 * (cl_ulong)event->command->number;
    switch (name) {
    case CL_PROFILING_COMMAND_QUEUED: NUMBER(cl_ulong, number);
    case CL_PROFILING_COMMAND_SUBMIT: NUMBER(cl_ulong, number + 100);
    case CL_PROFILING_COMMAND_START: NUMBER(cl_ulong, number + 200);
    case CL_PROFILING_COMMAND_END: NUMBER(cl_ulong, number + 700);
    case CL_PROFILING_COMMAND_COMPLETE: NUMBER(cl_ulong, number + 800);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
