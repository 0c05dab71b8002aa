// Mapping buffers, unmapping memory objects (5.2.4, 5.5.2), and migrating them (5.5.4).

#include "host.h"

// Writes memory in place, since the command may write it. The function is not inlined, lest
// a compiler drop a copy onto itself.
static __attribute__((noinline)) void touch(char *data, const char *same, size_t size) {
    memmove(data, same, size);
}

// Leaves memory without contents.
static void forget(char *data, size_t size) {
    char *nothing = simdiff_new(size, "OpenCL block without contents");
    memcpy(data, nothing, size);
    free(nothing);
}

// Copies rows between a buffer and its mapped block; memory that is mapped in place is
// touched.
static void move(struct simdiff_region to, struct simdiff_region from, size_t width, size_t height,
    size_t depth) {
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < height; y++) {
            char *target = to.start + z * to.slice + y * to.row;
            char *source = from.start + z * from.slice + y * from.row;
            if (to.start == from.start)
                touch(target, source, width);
            else
                memcpy(target, source, width);
        }
}

// Maps a region. If it is mapped for writing, its contents pass to the host.
static void map(struct simdiff_command *command) {
    struct simdiff_map *map = command->map;
    char *block = map->block;
    struct simdiff_region outside = {block, map->row, map->slice};
    struct simdiff_region inside = {map->data, map->inner_row, map->inner_slice};
    size_t size = map->size;
    size_t width = map->extent[0], height = map->extent[1], depth = map->extent[2];
    unsigned fresh = map->fresh, number = command->number;
    cl_map_flags flags = map->flags;
    simdiff_operate(number, map->lease);
    simdiff_begin(number);
    // A fresh block has no contents.
    int is_invalid = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
    for (size_t z = 0; is_invalid && !fresh && z < depth; z++)
        for (size_t y = 0; y < height; y++)
            forget(block + z * outside.slice + y * outside.row, width);
    if (!is_invalid && (fresh || (flags & SIMDIFF_MAP_WRITES)))
        move(outside, inside, width, height, depth);
    simdiff_end(number);
    if (flags & SIMDIFF_MAP_WRITES)
        map->lease->written++;
    else
        map->lease->read++;
    map->is_mapped = 1;
    simdiff_share(number, block, size, (flags & SIMDIFF_MAP_WRITES) != 0);
}

static void unmap(struct simdiff_command *command) {
    struct simdiff_map *map = command->map;
    char *block = map->block;
    struct simdiff_region outside = {block, map->row, map->slice};
    struct simdiff_region inside = {map->data, map->inner_row, map->inner_slice};
    size_t size = map->size;
    size_t width = map->extent[0], height = map->extent[1], depth = map->extent[2];
    unsigned fresh = map->fresh, number = command->number;
    int is_written = (map->flags & SIMDIFF_MAP_WRITES) != 0;
    simdiff_unshare(block, size, is_written);
    simdiff_begin(number);
    if (is_written)
        move(inside, outside, width, height, depth);
    if (fresh)
        free(block);
    simdiff_end(number);
    if (is_written)
        map->lease->written--;
    else
        map->lease->read--;
}

struct simdiff_command *simdiff_mapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map_of, cl_uint count, const cl_event *list) {
    struct simdiff_command *command = simdiff_command(queue, type, name, count, list);
    command->run = map;
    command->map = map_of;
    return command;
}

struct simdiff_command *simdiff_unmapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map_of, cl_uint count, const cl_event *list) {
    struct simdiff_command *command = simdiff_mapping(queue, type, name, map_of, count, list);
    command->run = unmap;
    return command;
}

// The program gets a copy that is freed when it is unmapped; for CL_MEM_USE_HOST_PTR, its
// own memory.
void *simdiff_map_region(cl_command_queue queue, cl_mem memory, cl_command_type type,
    const char *name, cl_bool blocking, cl_map_flags flags, struct simdiff_region region,
    const size_t extent[3], const size_t pitch[2], cl_uint count, const cl_event *list,
    cl_event *event, cl_int *errcode_ret) {
    if ((flags & ~(SIMDIFF_MAP_WRITES | CL_MAP_READ))
        || ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
        FAIL(CL_INVALID_VALUE);
    if (((flags & CL_MAP_READ) && simdiff_host_may_not(memory, CL_MEM_HOST_WRITE_ONLY))
        || ((flags & SIMDIFF_MAP_WRITES) && simdiff_host_may_not(memory, CL_MEM_HOST_READ_ONLY)))
        FAIL(CL_INVALID_OPERATION);
    struct simdiff_map *map_of = simdiff_new(sizeof *map_of, "OpenCL map");
    map_of->fresh = !(memory->flags & CL_MEM_USE_HOST_PTR);
    map_of->row = map_of->fresh ? pitch[0] : region.row;
    map_of->slice = map_of->fresh ? pitch[1] : region.slice;
    size_t size = (extent[2] - 1) * map_of->slice + (extent[1] - 1) * map_of->row + extent[0];
    map_of->data = region.start;
    map_of->block = map_of->fresh ? simdiff_new(size, "mapped region") : map_of->data;
    map_of->size = size;
    memcpy(map_of->extent, extent, sizeof map_of->extent);
    map_of->inner_row = region.row;
    map_of->inner_slice = region.slice;
    map_of->flags = flags;
    map_of->lease = memory->lease;
    map_of->is_mapped = 0;
    if (!simdiff_map_apart(map_of)) {
        if (map_of->fresh)
            free(map_of->block);
        free(map_of);
        FAIL(CL_INVALID_OPERATION);
    }
    map_of->next = memory->maps;
    memory->maps = map_of;
    memory->map_count++;
    struct simdiff_command *command = simdiff_mapping(queue, type, name, map_of, count, list);
    cl_int error = simdiff_submit(queue, command, blocking, event);
    if (errcode_ret)
        *errcode_ret = error;
    return map_of->block;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    cl_map_flags flags, size_t offset, size_t size, cl_uint count, const cl_event *list,
    cl_event *event, cl_int *errcode_ret) {
    cl_int error = simdiff_check_buffer(queue, buffer, count, list);
    if (error && errcode_ret)
        *errcode_ret = error;
    if (error)
        return NULL;
    if (size == 0 || offset > buffer->size || size > buffer->size - offset)
        FAIL(CL_INVALID_VALUE);
    return simdiff_map_region(queue, buffer, CL_COMMAND_MAP_BUFFER, "clEnqueueMapBuffer", blocking,
        flags, (struct simdiff_region){buffer->data + offset, 0, 0}, (size_t[]){size, 1, 1},
        (size_t[]){0, 0}, count, list, event, errcode_ret);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped,
    cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = simdiff_check(queue, memory, count, list);
    if (error)
        return error;
    for (struct simdiff_map **at = &memory->maps; *at; at = &(*at)->next) {
        struct simdiff_map *map_of = *at;
        if (map_of->block != mapped)
            continue;
        *at = map_of->next;
        simdiff_map_end(map_of);
        memory->map_count--;
        struct simdiff_command *command = simdiff_unmapping(queue, CL_COMMAND_UNMAP_MEM_OBJECT,
            "clEnqueueUnmapMemObject", map_of, count, list);
        return simdiff_submit(queue, command, CL_FALSE, event);
    }
    REFUSE(CL_INVALID_VALUE);
}

// Leaves all memory that a command uses without contents.
static void forget_all(struct simdiff_command *command) {
    unsigned number = command->number;
    for (size_t i = 0; i < command->use_count; i++) {
        char *data = command->uses[i].data;
        size_t size = command->uses[i].size;
        simdiff_begin(number);
        forget(data, size);
        simdiff_end(number);
    }
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint objects, const cl_mem *memory,
    cl_mem_migration_flags flags, cl_uint count, const cl_event *list, cl_event *event) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    if (objects == 0 || !memory
        || (flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)))
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < objects; i++) {
        cl_int error = simdiff_check(queue, memory[i], count, list);
        if (error)
            return error;
    }
    struct simdiff_command *command = simdiff_command(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
        "clEnqueueMigrateMemObjects", count, list);
    if (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) {
        simdiff_use(command, objects, memory, SIMDIFF_TARGET);
        for (size_t i = 0; i < command->use_count; i++)
            command->uses[i].writes = 1;
        command->run = forget_all;
    }
    return simdiff_submit(queue, command, CL_FALSE, event);
}
