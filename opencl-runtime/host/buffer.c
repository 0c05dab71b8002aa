// Buffer objects (5.2.1), and functions of all memory objects (5.5).

#include "host.h"

static const cl_mem_flags HOST_ACCESS =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
static int several(cl_mem_flags flags) { return (flags & (flags - 1)) != 0; }

int simdiff_are_valid(cl_mem_flags flags) {
    return !(flags & ~(SIMDIFF_DEVICE_ACCESS | HOST_ACCESS | SIMDIFF_HOST_POINTER))
        && !several(flags & SIMDIFF_DEVICE_ACCESS) && !several(flags & HOST_ACCESS)
        && !((flags & CL_MEM_USE_HOST_PTR) && (flags & (SIMDIFF_HOST_POINTER ^ CL_MEM_USE_HOST_PTR)));
}

// The leases of living memory objects that use memory of the program.
struct simdiff_lease *simdiff_lent;

struct simdiff_lease *simdiff_new_lease(void) {
    struct simdiff_lease *lease = simdiff_keep(simdiff_new(sizeof *lease, "OpenCL lease"));
    return memset(lease, 0, sizeof *lease);
}

void simdiff_lend(struct simdiff_lease *lease, const char *memory, size_t size) {
    lease->lent = memory;
    lease->size = size;
    lease->next = simdiff_lent;
    simdiff_lent = lease;
    simdiff_adopt(memory, size);
}

void simdiff_take_back(struct simdiff_lease *lease) {
    struct simdiff_lease **at = &simdiff_lent;
    while (*at != lease)
        at = &(*at)->next;
    *at = lease->next;
    simdiff_disown(lease->lent, lease->size);
    lease->size = 0;
}

void simdiff_operate(unsigned command, struct simdiff_lease *lease) {
    for (struct simdiff_lease *other = simdiff_lent; lease->size && other; other = other->next)
        if (other != lease && other->user && lease->lent < other->lent + other->size
            && other->lent < lease->lent + lease->size)
            simdiff_overlapping(command, other->user);
    lease->user = command;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
    cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (!simdiff_are_valid(flags))
        FAIL(CL_INVALID_VALUE);
    size = simdiff_known(size);
    if (size == 0 || size > SIMDIFF_LARGEST_BUFFER)
        FAIL(CL_INVALID_BUFFER_SIZE);
    if (!host != !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        FAIL(CL_INVALID_HOST_PTR);
    cl_mem buffer = NEW(cl_mem);
    buffer->references = 1;
    buffer->context = context;
    buffer->flags = flags & SIMDIFF_DEVICE_ACCESS ? flags : flags | CL_MEM_READ_WRITE;
    buffer->size = size;
    buffer->lease = simdiff_new_lease();
    context->references++;
    if (flags & CL_MEM_USE_HOST_PTR) {
        buffer->data = buffer->host = host;
        simdiff_lend(buffer->lease, host, size);
        DONE(buffer);
    }
    buffer->data = simdiff_new(size, "buffer");
    if (flags & CL_MEM_COPY_HOST_PTR)
        memcpy(buffer->data, host, size);
    DONE(buffer);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *list,
    cl_mem_flags flags, size_t size, void *host, cl_int *errcode_ret) {
    if (list && *list)
        FAIL(CL_INVALID_PROPERTY);
    return clCreateBuffer(context, flags, size, host, errcode_ret);
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
    const void *info, cl_int *errcode_ret) {
    if (!parent || parent->parent || parent->image)
        FAIL(CL_INVALID_MEM_OBJECT);
    if ((flags & SIMDIFF_HOST_POINTER) || !simdiff_are_valid(flags) || type != CL_BUFFER_CREATE_TYPE_REGION
        || !info)
        FAIL(CL_INVALID_VALUE);
    // A sub-buffer cannot allow an access that the buffer does not.
    cl_mem_flags own = flags & SIMDIFF_DEVICE_ACCESS, whole = parent->flags & SIMDIFF_DEVICE_ACCESS;
    if (own && whole != CL_MEM_READ_WRITE && own != whole)
        FAIL(CL_INVALID_VALUE);
    own = flags & HOST_ACCESS, whole = parent->flags & HOST_ACCESS;
    if (own && whole && own != whole && own != CL_MEM_HOST_NO_ACCESS)
        FAIL(CL_INVALID_VALUE);
    const cl_buffer_region *region = info;
    if (region->size == 0)
        FAIL(CL_INVALID_BUFFER_SIZE);
    if (region->origin > parent->size || region->size > parent->size - region->origin)
        FAIL(CL_INVALID_VALUE);
    if (region->origin % 128)
        FAIL(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    cl_mem buffer = NEW(cl_mem);
    buffer->references = 1;
    buffer->context = parent->context;
    buffer->flags = (flags & SIMDIFF_DEVICE_ACCESS ? flags & SIMDIFF_DEVICE_ACCESS : parent->flags & SIMDIFF_DEVICE_ACCESS)
        | (flags & HOST_ACCESS ? flags & HOST_ACCESS : parent->flags & HOST_ACCESS)
        | (parent->flags & SIMDIFF_HOST_POINTER);
    buffer->size = region->size;
    buffer->data = parent->data + region->origin;
    buffer->host = parent->host ? (char *)parent->host + region->origin : NULL;
    buffer->parent = parent;
    buffer->lease = parent->lease;
    buffer->origin = region->origin;
    buffer->context->references++;
    parent->references++;
    DONE(buffer);
}

cl_int clRetainMemObject(cl_mem memory) { RETAIN(memory, CL_INVALID_MEM_OBJECT); }

cl_int clReleaseMemObject(cl_mem memory) {
    if (!memory)
        REFUSE(CL_INVALID_MEM_OBJECT);
    if (--memory->references == 0) {
        // A map is no reference: what the program got of it ends with the memory object.
        for (struct simdiff_map *map = memory->maps; map; map = map->next) {
            simdiff_map_end(map);
            if (map->fresh && map->is_mapped)
                free(map->block);
        }
        if (memory->parent)
            clReleaseMemObject(memory->parent);
        else if (memory->flags & CL_MEM_USE_HOST_PTR)
            simdiff_take_back(memory->lease);
        else
            free(memory->data);
        simdiff_call_back(memory->callbacks, memory);
        clReleaseContext(memory->context);
        free(memory->image);
        free(memory);
    }
    return CL_SUCCESS;
}

cl_int clSetMemObjectDestructorCallback(cl_mem memory,
    void (CL_CALLBACK *function)(cl_mem, void *), void *data) {
    if (!memory)
        REFUSE(CL_INVALID_MEM_OBJECT);
    if (!function)
        REFUSE(CL_INVALID_VALUE);
    memory->callbacks =
        simdiff_callback(memory->callbacks, (void (*)(void *, void *))function, data);
    return CL_SUCCESS;
}

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!memory)
        REFUSE(CL_INVALID_MEM_OBJECT);
    switch (name) {
    case CL_MEM_TYPE:
        NUMBER(cl_mem_object_type, memory->image ? memory->image->type : CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS: NUMBER(cl_mem_flags, memory->flags);
    case CL_MEM_SIZE: NUMBER(size_t, memory->size);
    case CL_MEM_HOST_PTR: NUMBER(void *, memory->host);
    case CL_MEM_MAP_COUNT: NUMBER(cl_uint, memory->map_count);
    case CL_MEM_REFERENCE_COUNT: NUMBER(cl_uint, memory->references);
    case CL_MEM_CONTEXT: NUMBER(cl_context, memory->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT: NUMBER(cl_mem, memory->parent);
    case CL_MEM_OFFSET: NUMBER(size_t, memory->origin);
    case CL_MEM_USES_SVM_POINTER: NUMBER(cl_bool, CL_FALSE);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
