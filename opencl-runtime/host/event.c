// Commands and their events (5.11).

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

// A command that may wait for so many others.
static struct simdiff_command *enqueued(cl_command_type type, const char *name, size_t most) {
    struct simdiff_command *command =
        simdiff_keep(simdiff_new(sizeof *command, "OpenCL command"));
    memset(command, 0, sizeof *command);
    command->number = simdiff_enqueued(name);
    command->type = type;
    command->status = CL_QUEUED;
    command->before = simdiff_new(most * sizeof *command->before, "OpenCL list of commands");
    return command;
}

struct simdiff_command *simdiff_command(cl_command_queue queue, cl_command_type type,
    const char *name, cl_uint count, const cl_event *list) {
    size_t most = count + 1 + (queue ? queue->count : 0);
    struct simdiff_command *command = enqueued(type, name, most);
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

struct simdiff_command *simdiff_beside(const char *name, const struct simdiff_command *other) {
    struct simdiff_command *command = enqueued(0, name, other->count + 1);
    for (size_t i = 0; i < other->count; i++)
        wait_before(command, other->before[i]);
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
        // What it was given may be lost from now on.
        command->user_data = NULL;
        command->event = NULL;
        command->queue = NULL;
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
    if (blocking)
        simdiff_blocks();
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
    simdiff_see_end(command);
}

void simdiff_see_end(struct simdiff_command *command) {
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
    simdiff_blocks();
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
