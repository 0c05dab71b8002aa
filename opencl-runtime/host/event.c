// Commands and their events (5.11), markers and barriers (5.12), profiling (5.14).

#include "host.h"

// The commands that have not run, in the order in which they were enqueued.
struct simdiff_command *simdiff_waiting;
// Whether commands are being run.
unsigned simdiff_going_on;

cl_int simdiff_check_list(cl_context context, cl_uint count, const cl_event *list) {
    if ((count == 0) != (list == NULL))
        REFUSE(CL_INVALID_EVENT_WAIT_LIST);
    for (cl_uint i = 0; i < count; i++) {
        if (!list[i])
            REFUSE(CL_INVALID_EVENT_WAIT_LIST);
        if (list[i]->context != context)
            REFUSE(CL_INVALID_CONTEXT);
    }
    return CL_SUCCESS;
}

static void wait_before(struct simdiff_command *command, struct simdiff_command *earlier) {
    command->before[command->count++] = earlier;
    simdiff_order(command->number, earlier->number);
}

static int is_in_order(cl_command_queue queue) {
    return !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

// Whether a command waits for all earlier commands in its queue.
static int waits_for_all(cl_command_type type, cl_uint count) {
    return (type == CL_COMMAND_MARKER || type == CL_COMMAND_BARRIER) && count == 0;
}

struct simdiff_command *simdiff_command(cl_command_queue queue, cl_command_type type,
    const char *name, cl_uint count, const cl_event *list) {
    struct simdiff_command *command = simdiff_new(sizeof *command, "OpenCL command");
    memset(command, 0, sizeof *command);
    size_t most = count + 1 + (queue ? queue->count : 0);
    command->number = simdiff_enqueued(name);
    command->type = type;
    command->status = CL_QUEUED;
    command->before = simdiff_new(most * sizeof *command->before, "OpenCL list of commands");
    for (cl_uint i = 0; i < count; i++)
        wait_before(command, list[i]->command);
    if (queue && queue->last)
        wait_before(command, queue->last);
    command->waits_for_all = waits_for_all(type, count);
    if (queue && command->waits_for_all)
        for (size_t i = 0; i < queue->count; i++)
            wait_before(command, queue->since[i]);
    return command;
}

// Whether all commands that a command waits for have ended; sets `failed` if one has
// failed.
static int is_ready(struct simdiff_command *command, int *failed) {
    for (size_t i = 0; i < command->count; i++) {
        cl_int status = command->before[i]->status;
        if (status > CL_COMPLETE)
            return 0;
        *failed |= status < CL_COMPLETE;
    }
    return 1;
}

void simdiff_use(struct simdiff_command *command, size_t count, const cl_mem *buffers,
    enum simdiff_purpose purpose) {
    command->uses = simdiff_new((count + !count) * sizeof *command->uses, "OpenCL list of buffers");
    for (size_t i = 0; i < count; i++) {
        cl_mem buffer = buffers[i];
        if (!buffer)
            continue;
        cl_mem whole = buffer->parent ? buffer->parent : buffer;
        struct simdiff_use *use = &command->uses[command->use_count++];
        use->lease = buffer->lease;
        use->writes = purpose == SIMDIFF_TARGET && i + 1 == count;
        use->data = buffer->data;
        use->size = buffer->size;
        use->whole = whole->data;
        use->whole_size = whole->size;
        use->rights = SIMDIFF_READS | SIMDIFF_WRITES;
        if (purpose == SIMDIFF_KERNEL && (buffer->flags & CL_MEM_WRITE_ONLY))
            use->rights &= ~SIMDIFF_READS;
        if (purpose == SIMDIFF_KERNEL && (buffer->flags & CL_MEM_READ_ONLY))
            use->rights &= ~SIMDIFF_WRITES;
    }
}

// Reports what a command is about to use, and that it uses memory mapped by the host, if
// so.
static void give(struct simdiff_command *command) {
    for (size_t i = 0; i < command->use_count; i++) {
        struct simdiff_use *use = &command->uses[i];
        unsigned rights = use->rights;
        simdiff_operate(command->number, use->lease);
        if (use->lease->written || (use->lease->read && use->writes))
            simdiff_mapped(command->number, !use->lease->written);
        if (use->lease->read)
            rights = (rights & ~SIMDIFF_WRITES) | SIMDIFF_LENT;
        if (use->data != use->whole || use->size != use->whole_size)
            simdiff_given(command->number, use->whole, use->whole_size, 0);
        simdiff_given(command->number, use->data, use->size, rights);
    }
    if (command->item)
        simdiff_withhold(command);
}

// Runs the first command that can run. Returns whether there is one.
static int run_one(void) {
    for (struct simdiff_command **at = &simdiff_waiting; *at; at = &(*at)->next) {
        struct simdiff_command *command = *at;
        int failed = 0;
        if (!is_ready(command, &failed))
            continue;
        *at = command->next;
        if ((!failed || command->notify) && command->run) {
            give(command);
            command->run(command);
        }
        command->status = failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE;
        return 1;
    }
    return 0;
}

// Runs all commands that can run. A command that a callback enqueues runs after it.
static void go_on(void) {
    if (simdiff_going_on)
        return;
    simdiff_going_on = 1;
    while (run_one())
        continue;
    simdiff_going_on = 0;
}

static void add(struct simdiff_command *command) {
    struct simdiff_command **end = &simdiff_waiting;
    while (*end)
        end = &(*end)->next;
    *end = command;
}

void simdiff_later(struct simdiff_command *command) {
    add(command);
    if (!simdiff_is_delayed())
        go_on();
}

static void remember(cl_command_queue queue, struct simdiff_command *command, int is_barrier) {
    if (is_in_order(queue)) {
        queue->last = command;
        return;
    }
    if (is_barrier) {
        queue->last = command;
        // Later commands still have to wait for those that the barrier does not wait for.
        if (command->waits_for_all)
            queue->count = 0;
        return;
    }
    if (queue->count == queue->room) {
        size_t room = 2 * queue->room + 8;
        struct simdiff_command **more =
            simdiff_new(room * sizeof *more, "OpenCL list of commands");
        if (queue->count)
            memcpy(more, queue->since, queue->count * sizeof *more);
        free(queue->since);
        queue->since = more;
        queue->room = room;
    }
    queue->since[queue->count++] = command;
}

cl_event simdiff_event(cl_context context, cl_command_queue queue,
    struct simdiff_command *command) {
    cl_event event = NEW(cl_event);
    event->references = 1;
    event->context = context;
    event->queue = queue;
    event->command = command;
    context->references++;
    if (queue)
        queue->references++;
    return event;
}

cl_int simdiff_submit(cl_command_queue queue, struct simdiff_command *command, cl_bool blocking,
    cl_event *event) {
    command->progress = queue->progress;
    queue->progress->latest = command->number;
    add(command);
    remember(queue, command, command->type == CL_COMMAND_BARRIER);
    if (event)
        *event = simdiff_event(queue->context, queue, command);
    if (!simdiff_is_delayed())
        go_on();
    if (blocking) {
        simdiff_wait_for(command);
        if (command->status < CL_COMPLETE)
            REFUSE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    return CL_SUCCESS;
}

void simdiff_wait_for(struct simdiff_command *command) {
    if (command->progress)
        simdiff_flush(command->progress);
    if (simdiff_is_delayed())
        go_on();
    if (command->status <= CL_COMPLETE)
        simdiff_check_flushed(command);
    simdiff_wait(command->number, command->status <= CL_COMPLETE);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *list) {
    cl_int error = CL_SUCCESS;
    if (count == 0 || !list)
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++) {
        if (!list[i])
            REFUSE(CL_INVALID_EVENT);
        if (list[i]->context != list[0]->context)
            REFUSE(CL_INVALID_CONTEXT);
    }
    for (cl_uint i = 0; i < count; i++)
        if (list[i]->queue)
            simdiff_flush(list[i]->queue->progress);
    for (cl_uint i = 0; i < count; i++) {
        simdiff_wait_for(list[i]->command);
        if (list[i]->command->status < CL_COMPLETE)
            error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return error;
}

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    struct simdiff_command *command =
        simdiff_command(NULL, CL_COMMAND_USER, "user event", 0, NULL);
    command->status = CL_SUBMITTED;
    DONE(simdiff_event(context, NULL, command));
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
    if (!event || event->command->type != CL_COMMAND_USER)
        REFUSE(CL_INVALID_EVENT);
    if (status > CL_COMPLETE)
        REFUSE(CL_INVALID_VALUE);
    if (event->command->status <= CL_COMPLETE)
        REFUSE(CL_INVALID_OPERATION);
    // A callback that sets the event comes before it.
    if (simdiff_caller)
        wait_before(event->command, simdiff_caller);
    simdiff_signal(event->command->number);
    event->command->status = status;
    if (!simdiff_is_delayed())
        go_on();
    return CL_SUCCESS;
}

cl_int clRetainEvent(cl_event event) { RETAIN(event, CL_INVALID_EVENT); }

cl_int clReleaseEvent(cl_event event) {
    if (!event)
        REFUSE(CL_INVALID_EVENT);
    if (--event->references == 0) {
        if (event->queue)
            simdiff_release_queue(event->queue);
        clReleaseContext(event->context);
        free(event);
    }
    return CL_SUCCESS;
}

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

// The status of a command is undetermined until the host has waited for it.
static void check_known(cl_event event, const char *function) {
    if (event->command->type != CL_COMMAND_USER && !simdiff_is_known(event->command->number))
        simdiff_unsupported(function, "the progress of a command that the host has not waited for");
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
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        check_known(event, "clGetEventInfo");
        NUMBER(cl_int, event->command->status);
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
