// Shared virtual memory (5.6): buffers that the host addresses too. The host sees the
// contents of a coarse-grained buffer only while it is mapped. A fine-grained buffer is
// shared with the device, and only the order of commands matters.

#include "host.h"

// Whether a device of the context, the CPU, has fine-grained buffers.
static int has_fine(cl_context context) {
    for (cl_uint i = 0; i < context->count; i++)
        if (context->devices[i]->type == CL_DEVICE_TYPE_CPU)
            return 1;
    return 0;
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
    const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    unsigned is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    flags &= ~(cl_svm_mem_flags)CL_MEM_SVM_FINE_GRAIN_BUFFER;
    // No device supports atomics on shared virtual memory.
    if (!context || (flags & ~access) || (flags & (flags - 1)) || size == 0 || size > 1ul << 30
        || (alignment & (alignment - 1)) || alignment > 128 || (is_fine && !has_fine(context)))
        return NULL;
    struct simdiff_shared *one = simdiff_new(sizeof *one, "OpenCL shared virtual memory");
    cl_mem memory = NEW(cl_mem);
    memory->references = 1;
    memory->context = context;
    memory->flags = flags ? flags : CL_MEM_READ_WRITE;
    memory->size = size;
    memory->data = simdiff_new(size, "SVM buffer");
    memory->lease = simdiff_new_lease();
    one->memory = memory;
    one->next = simdiff_allocations;
    simdiff_allocations = one;
    one->is_fine = is_fine;
    if (!is_fine)
        simdiff_adopt(memory->data, size);
    return memory->data;
}

void clSVMFree(cl_context context, void *pointer) {
    (void)context;
    for (struct simdiff_shared **at = &simdiff_allocations; *at; at = &(*at)->next) {
        struct simdiff_shared *one = *at;
        if (one->memory->data != pointer)
            continue;
        *at = one->next;
        if (!one->is_fine)
            simdiff_disown(pointer, one->memory->size);
        free(one->memory);
        free(one);
        break;
    }
    // A pointer to other memory shows as an invalid free.
    free(pointer);
}

static cl_int check(cl_command_queue queue, cl_uint count, const cl_event *list) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    return simdiff_check_list(queue->context, count, list);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
    size_t size, cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    if (size && (!to || !from))
        REFUSE(CL_INVALID_VALUE);
    char *target = to, *source = (char *)from;
    if (source < target + size && target < source + size)
        REFUSE(CL_MEM_COPY_OVERLAP);
    struct simdiff_command *command = simdiff_copying(queue, CL_COMMAND_SVM_MEMCPY,
        "clEnqueueSVMMemcpy", target, source, size, count, list);
    simdiff_use(command, 2, (cl_mem[]){simdiff_shared(from), simdiff_shared(to)}, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, blocking, event);
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern,
    size_t pattern_size, size_t size, cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    if (!to || !pattern || pattern_size == 0 || pattern_size > 128
        || (pattern_size & (pattern_size - 1)) || size % pattern_size)
        REFUSE(CL_INVALID_VALUE);
    // Allocations are aligned to every pattern.
    cl_mem memory = simdiff_shared(to);
    if (memory && (size_t)((char *)to - memory->data) % pattern_size)
        REFUSE(CL_INVALID_VALUE);
    struct simdiff_command *command = simdiff_filling(queue, CL_COMMAND_SVM_MEMFILL,
        "clEnqueueSVMMemFill", to, size, pattern, pattern_size, count, list);
    simdiff_use(command, 1, &memory, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, CL_FALSE, event);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *start,
    size_t size, cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_mem memory = simdiff_shared(start);
    if (!memory || size == 0 || (flags & ~(writes | CL_MAP_READ))
        || size > memory->size - (size_t)((char *)start - memory->data))
        REFUSE(CL_INVALID_VALUE);
    struct simdiff_map *map = simdiff_new(sizeof *map, "OpenCL map");
    map->fresh = 0;
    map->data = map->block = start;
    map->size = map->extent[0] = size;
    map->extent[1] = map->extent[2] = 1;
    map->row = map->slice = map->inner_row = map->inner_slice = 0;
    map->flags = flags;
    map->lease = memory->lease;
    map->is_mapped = 0;
    if (!simdiff_map_apart(map)) {
        free(map);
        REFUSE(CL_INVALID_OPERATION);
    }
    map->next = memory->maps;
    memory->maps = map;
    struct simdiff_command *command = simdiff_mapping(queue, CL_COMMAND_SVM_MAP,
        "clEnqueueSVMMap", map, count, list);
    return simdiff_submit(queue, command, blocking, event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *start, cl_uint count,
    const cl_event *list, cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    cl_mem memory = simdiff_shared(start);
    for (struct simdiff_map **at = memory ? &memory->maps : NULL; at && *at; at = &(*at)->next) {
        struct simdiff_map *map = *at;
        if (map->block != start)
            continue;
        *at = map->next;
        simdiff_map_end(map);
        struct simdiff_command *command = simdiff_unmapping(queue, CL_COMMAND_SVM_UNMAP,
            "clEnqueueSVMUnmap", map, count, list);
        return simdiff_submit(queue, command, CL_FALSE, event);
    }
    REFUSE(CL_INVALID_VALUE);
}

// Frees the memory of a list of pointers, or calls the program's function to do so.
static void release(struct simdiff_command *command) {
    unsigned number = command->number;
    size_t count = command->extent[0];
    void **pointers = command->block;
    simdiff_caller = command;
    simdiff_begin(number);
    if (command->release)
        command->release(command->queue, (cl_uint)count, pointers, command->user_data);
    for (size_t i = 0; i < count && !command->release; i++)
        clSVMFree(NULL, pointers[i]);
    simdiff_end(number);
    simdiff_caller = NULL;
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint pointers, void *list_of[],
    void (CL_CALLBACK *function)(cl_command_queue, cl_uint, void **, void *), void *user_data,
    cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    if (!pointers != !list_of)
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < pointers; i++)
        if (!list_of[i])
            REFUSE(CL_INVALID_VALUE);
    struct simdiff_command *command =
        simdiff_command(queue, CL_COMMAND_SVM_FREE, "clEnqueueSVMFree", count, list);
    command->run = release;
    command->release = function;
    command->queue = queue;
    command->user_data = user_data;
    command->extent[0] = pointers;
    command->block = simdiff_new((pointers + !pointers) * sizeof(void *), "OpenCL list of pointers");
    for (cl_uint i = 0; i < pointers; i++)
        ((void **)command->block)[i] = list_of[i];
    return simdiff_submit(queue, command, CL_FALSE, event);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint pointers, const void **list_of,
    const size_t *sizes, cl_mem_migration_flags flags, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = check(queue, count, list);
    if (error)
        return error;
    if (pointers == 0 || !list_of
        || (flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)))
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < pointers; i++) {
        cl_mem memory = simdiff_shared(list_of[i]);
        size_t offset = memory ? (size_t)((const char *)list_of[i] - memory->data) : 0;
        if (!memory || (sizes && sizes[i] > memory->size - offset))
            REFUSE(CL_INVALID_VALUE);
    }
    if (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)
        simdiff_unsupported("clEnqueueSVMMigrateMem", "contents that become undefined");
    return simdiff_submit(queue, simdiff_command(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
        "clEnqueueSVMMigrateMem", count, list), CL_FALSE, event);
}
