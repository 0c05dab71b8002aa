// Reading, writing, copying and filling buffers (5.2.2, 5.2.3).

#include "host.h"

// ---- Execution of commands ----

static void copy(struct simdiff_command *command) {
    struct simdiff_region from = command->from, to = command->to;
    size_t width = command->extent[0], height = command->extent[1], depth = command->extent[2];
    unsigned number = command->number;
    // The buffer uses the program's memory: each side sees the other's writes from here on.
    if (to.start == from.start) {
        size_t size = (depth - 1) * to.slice + (height - 1) * to.row + width;
        int reads = command->type == CL_COMMAND_READ_BUFFER
            || command->type == CL_COMMAND_READ_BUFFER_RECT;
        if (reads)
            simdiff_share(number, to.start, size, 0);
        simdiff_unshare(to.start, size, !reads);
        return;
    }
    simdiff_begin(number);
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < height; y++)
            memcpy(to.start + z * to.slice + y * to.row, from.start + z * from.slice + y * from.row,
                width);
    simdiff_end(number);
}

static void fill(struct simdiff_command *command) {
    struct simdiff_region to = command->to;
    char *pattern = command->pattern;
    size_t width = command->extent[0], height = command->extent[1], depth = command->extent[2];
    size_t size = command->pattern_size;
    unsigned number = command->number;
    simdiff_begin(number);
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < height; y++)
            for (size_t at = 0; at < width; at += size)
                memcpy(to.start + z * to.slice + y * to.row + at, pattern, size);
    simdiff_end(number);
}

// ---- Checks ----

cl_int simdiff_check(cl_command_queue queue, cl_mem memory, cl_uint count,
    const cl_event *list) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    if (!memory)
        REFUSE(CL_INVALID_MEM_OBJECT);
    if (memory->context != queue->context)
        REFUSE(CL_INVALID_CONTEXT);
    return simdiff_check_list(queue->context, count, list);
}

// Also checks that the object is a buffer.
cl_int simdiff_check_buffer(cl_command_queue queue, cl_mem memory, cl_uint count,
    const cl_event *list) {
    if (queue && memory && memory->image)
        REFUSE(CL_INVALID_MEM_OBJECT);
    return simdiff_check(queue, memory, count, list);
}

static int is_inside(size_t offset, size_t size, size_t whole) {
    return offset <= whole && size <= whole - offset;
}

int simdiff_host_may_not(cl_mem memory, cl_mem_flags only_other) {
    return (memory->flags & (only_other | CL_MEM_HOST_NO_ACCESS)) != 0;
}

struct simdiff_command *simdiff_copying_region(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_region to, struct simdiff_region from,
    const size_t extent[3], cl_uint count, const cl_event *list) {
    struct simdiff_command *command = simdiff_command(queue, type, name, count, list);
    command->run = copy;
    command->to = to;
    command->from = from;
    memcpy(command->extent, extent, sizeof command->extent);
    return command;
}

struct simdiff_command *simdiff_copying(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, char *from, size_t size, cl_uint count, const cl_event *list) {
    return simdiff_copying_region(queue, type, name, (struct simdiff_region){to, 0, 0},
        (struct simdiff_region){from, 0, 0}, (size_t[]){size, 1, 1}, count, list);
}

// ---- Read, write, copy ----

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
    size_t size, void *host, cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, buffer, count, list);
    if (error)
        return error;
    if (!host || size == 0 || !is_inside(offset, size, buffer->size))
        REFUSE(CL_INVALID_VALUE);
    if (simdiff_host_may_not(buffer, CL_MEM_HOST_WRITE_ONLY))
        REFUSE(CL_INVALID_OPERATION);
    struct simdiff_command *command = simdiff_copying(queue, CL_COMMAND_READ_BUFFER, "clEnqueueReadBuffer",
        host, buffer->data + offset, size, count, list);
    simdiff_use(command, 1, &buffer, SIMDIFF_SOURCE);
    return simdiff_submit(queue, command, blocking, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    size_t offset, size_t size, const void *host, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, buffer, count, list);
    if (error)
        return error;
    if (!host || size == 0 || !is_inside(offset, size, buffer->size))
        REFUSE(CL_INVALID_VALUE);
    if (simdiff_host_may_not(buffer, CL_MEM_HOST_READ_ONLY))
        REFUSE(CL_INVALID_OPERATION);
    struct simdiff_command *command = simdiff_copying(queue, CL_COMMAND_WRITE_BUFFER,
        "clEnqueueWriteBuffer", buffer->data + offset, (char *)host, size, count, list);
    simdiff_use(command, 1, &buffer, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, blocking, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
    size_t to_offset, size_t size, cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, from, count, list);
    if (!error)
        error = simdiff_check_buffer(queue, to, count, list);
    if (error)
        return error;
    if (size == 0 || !is_inside(from_offset, size, from->size)
        || !is_inside(to_offset, size, to->size))
        REFUSE(CL_INVALID_VALUE);
    char *source = from->data + from_offset, *target = to->data + to_offset;
    if (source < target + size && target < source + size)
        REFUSE(CL_MEM_COPY_OVERLAP);
    struct simdiff_command *command = simdiff_copying(queue, CL_COMMAND_COPY_BUFFER, "clEnqueueCopyBuffer",
        target, source, size, count, list);
    simdiff_use(command, 2, (cl_mem[]){from, to}, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, CL_FALSE, event);
}

// ---- Rectangles ----

// Fills in the pitches of a rectangle. Returns whether they are valid.
static int pitches(const size_t region[3], size_t *row, size_t *slice) {
    if (*row == 0)
        *row = region[0];
    if (*row < region[0])
        return 0;
    if (*slice == 0)
        *slice = *row * region[1];
    return *slice >= *row * region[1] && *slice % *row == 0;
}

static size_t origin_of(const size_t origin[3], size_t row, size_t slice) {
    return origin[2] * slice + origin[1] * row + origin[0];
}

static size_t length_of(const size_t region[3], size_t row, size_t slice) {
    return (region[2] - 1) * slice + (region[1] - 1) * row + region[0];
}

static cl_int rectangle(cl_command_queue queue, cl_command_type type, const char *name,
    cl_bool blocking, struct simdiff_region to, struct simdiff_region from, const size_t region[3],
    const cl_mem used[2], cl_uint count, const cl_event *list, cl_event *event) {
    struct simdiff_command *command =
        simdiff_copying_region(queue, type, name, to, from, region, count, list);
    simdiff_use(command, 2, used, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, blocking, event);
}

static int is_empty(const size_t region[3]) { return !region[0] || !region[1] || !region[2]; }

static cl_int host_rectangle(cl_command_queue queue, int reads, cl_mem buffer, cl_bool blocking,
    const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t row,
    size_t slice, size_t host_row, size_t host_slice, char *host, cl_uint count,
    const cl_event *list, cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, buffer, count, list);
    if (error)
        return error;
    if (!host || !buffer_origin || !host_origin || !region || is_empty(region)
        || !pitches(region, &row, &slice) || !pitches(region, &host_row, &host_slice))
        REFUSE(CL_INVALID_VALUE);
    size_t offset = origin_of(buffer_origin, row, slice);
    if (!is_inside(offset, length_of(region, row, slice), buffer->size))
        REFUSE(CL_INVALID_VALUE);
    if (simdiff_host_may_not(buffer, reads ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY))
        REFUSE(CL_INVALID_OPERATION);
    struct simdiff_region inside = {buffer->data + offset, row, slice};
    struct simdiff_region outside =
        {host + origin_of(host_origin, host_row, host_slice), host_row, host_slice};
    const cl_mem used[2] = {reads ? buffer : NULL, reads ? NULL : buffer};
    return reads
        ? rectangle(queue, CL_COMMAND_READ_BUFFER_RECT, "clEnqueueReadBufferRect", blocking,
            outside, inside, region, used, count, list, event)
        : rectangle(queue, CL_COMMAND_WRITE_BUFFER_RECT, "clEnqueueWriteBufferRect", blocking,
            inside, outside, region, used, count, list, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t row,
    size_t slice, size_t host_row, size_t host_slice, void *host, cl_uint count,
    const cl_event *list, cl_event *event) {
    return host_rectangle(queue, 1, buffer, blocking, buffer_origin, host_origin, region, row,
        slice, host_row, host_slice, host, count, list, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t row,
    size_t slice, size_t host_row, size_t host_slice, const void *host, cl_uint count,
    const cl_event *list, cl_event *event) {
    return host_rectangle(queue, 0, buffer, blocking, buffer_origin, host_origin, region, row,
        slice, host_row, host_slice, (char *)host, count, list, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
    const size_t *from_origin, const size_t *to_origin, const size_t *region, size_t from_row,
    size_t from_slice, size_t to_row, size_t to_slice, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, from, count, list);
    if (!error)
        error = simdiff_check_buffer(queue, to, count, list);
    if (error)
        return error;
    if (!from_origin || !to_origin || !region || is_empty(region)
        || !pitches(region, &from_row, &from_slice) || !pitches(region, &to_row, &to_slice))
        REFUSE(CL_INVALID_VALUE);
    size_t source = origin_of(from_origin, from_row, from_slice);
    size_t target = origin_of(to_origin, to_row, to_slice);
    size_t source_length = length_of(region, from_row, from_slice);
    size_t target_length = length_of(region, to_row, to_slice);
    if (!is_inside(source, source_length, from->size) || !is_inside(target, target_length, to->size))
        REFUSE(CL_INVALID_VALUE);
    char *first = from->data + source, *second = to->data + target;
    if (first < second + target_length && second < first + source_length) {
        // The rows of the two rectangles may interleave.
        if (from_row != to_row || from_slice != to_slice) {
            if (from == to)
                REFUSE(CL_INVALID_VALUE);
            REFUSE(CL_MEM_COPY_OVERLAP);
        }
        for (size_t z = 0; z < region[2]; z++)
            for (size_t y = 0; y < region[1]; y++) {
                char *row = first + z * from_slice + y * from_row;
                for (size_t w = 0; w < region[2]; w++)
                    for (size_t v = 0; v < region[1]; v++) {
                        char *other = second + w * to_slice + v * to_row;
                        if (row < other + region[0] && other < row + region[0])
                            REFUSE(CL_MEM_COPY_OVERLAP);
                    }
            }
    }
    return rectangle(queue, CL_COMMAND_COPY_BUFFER_RECT, "clEnqueueCopyBufferRect", CL_FALSE,
        (struct simdiff_region){second, to_row, to_slice},
        (struct simdiff_region){first, from_row, from_slice}, region, (cl_mem[]){from, to}, count,
        list, event);
}

// ---- Fill ----

struct simdiff_command *simdiff_filling(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, size_t size, const void *pattern, size_t pattern_size,
    cl_uint count, const cl_event *list) {
    struct simdiff_command *command = simdiff_command(queue, type, name, count, list);
    command->run = fill;
    command->to.start = to;
    command->extent[0] = size;
    command->extent[1] = command->extent[2] = 1;
    command->pattern = simdiff_new(pattern_size, "OpenCL pattern");
    memcpy(command->pattern, pattern, pattern_size);
    command->pattern_size = pattern_size;
    return command;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, buffer, count, list);
    if (error)
        return error;
    if (!pattern || pattern_size == 0 || pattern_size > 128 || (pattern_size & (pattern_size - 1))
        || !is_inside(offset, size, buffer->size) || offset % pattern_size || size % pattern_size)
        REFUSE(CL_INVALID_VALUE);
    struct simdiff_command *command = simdiff_filling(queue, CL_COMMAND_FILL_BUFFER,
        "clEnqueueFillBuffer", buffer->data + offset, size, pattern, pattern_size, count, list);
    simdiff_use(command, 1, &buffer, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, CL_FALSE, event);
}
