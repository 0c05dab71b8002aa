// The execution of kernels (5.10).

#include "host.h"

// Copies all arguments for a command, each to a block that the kernel reads.
static void arguments(cl_kernel kernel, struct simdiff_command *command) {
    unsigned count = kernel->entry->count;
    size_t room = count + !count;
    cl_mem *used = simdiff_new((room + kernel->named_count) * sizeof *used, "OpenCL list of buffers");
    command->arguments = simdiff_new(room * sizeof(void *), "OpenCL list of arguments");
    command->locals = simdiff_new(room * sizeof(struct simdiff_local), "OpenCL list of memory");
    for (unsigned i = 0; i < count; i++) {
        struct simdiff_value *value = &kernel->values[i];
        used[i] = value->memory;
        struct simdiff_local *local = NULL;
        const struct simdiff_image *header = NULL;
        void *pointer = NULL;
        void *bytes = &pointer;
        size_t size = sizeof pointer;
        switch (kernel->entry->arguments[i].space) {
        case SIMDIFF_VALUE:
            bytes = value->data;
            size = value->size;
            break;
        case SIMDIFF_SAMPLER:
            // A sampler that was released shows as an access to freed memory.
            bytes = &value->sampler->bits;
            size = sizeof value->sampler->bits;
            break;
        case SIMDIFF_LOCAL:
            local = &command->locals[command->local_count++];
            pointer = local->memory = simdiff_new(value->size, "local memory");
            local->size = value->size;
            break;
        case SIMDIFF_IMAGE:
            // The header is stored with the command, behind the pointer to it.
            header = &value->memory->image->header;
            size += sizeof *header;
            break;
        default:
            pointer = value->pointer ? value->pointer : value->memory ? value->memory->data : NULL;
        }
        char *argument = command->arguments[i] = simdiff_new(size, "OpenCL argument");
        if (header) {
            pointer = argument + sizeof pointer;
            memcpy(pointer, header, sizeof *header);
            size = sizeof pointer;
        }
        memcpy(argument, bytes, size);
        if (local)
            local->place = command->arguments[i];
    }
    for (size_t i = 0; i < kernel->named_count; i++)
        used[count + i] = simdiff_shared(kernel->named[i]);
    simdiff_use(command, count + kernel->named_count, used, SIMDIFF_KERNEL);
    free(used);
}

static void launch(struct simdiff_command *command) {
    void (*item)(void **) = command->item;
    void **list = command->arguments;
    const struct simdiff_range *range = &command->range;
    const struct simdiff_local *locals = command->locals;
    size_t count = command->local_count;
    unsigned number = command->number;
    simdiff_begin(number);
    simdiff_launch(item, list, range, locals, count);
    simdiff_end(number);
}

// Fills in the size of groups, as the program gives it or the kernel requires it.
static cl_int group(const struct simdiff_kernel *entry, cl_device_id device,
    struct simdiff_range *range, const size_t *local) {
    int insists = entry->required[0] != 0;
    size_t items = 1, chosen[3];
    if (!local && !insists && entry->sees_groups) {
        simdiff_choose_groups(range, device->group, chosen);
        local = chosen;
    }
    for (int d = 0; d < 3; d++) {
        size_t size = 1;
        if (d < (int)range->dimensions)
            size = local ? simdiff_known(local[d]) : insists ? entry->required[d] : 1;
        if (insists && size != entry->required[d])
            REFUSE(CL_INVALID_WORK_GROUP_SIZE);
        if (size == 0)
            REFUSE(CL_INVALID_WORK_GROUP_SIZE);
        if (size > device->group)
            REFUSE(CL_INVALID_WORK_ITEM_SIZE);
        if (range->global[d] % size)
            REFUSE(CL_INVALID_WORK_GROUP_SIZE);
        range->local[d] = size;
        items *= size;
    }
    if (items > device->group)
        REFUSE(CL_INVALID_WORK_GROUP_SIZE);
    return CL_SUCCESS;
}

// Whether two image parameters get the same image and the kernel writes it.
static int has_image_twice(cl_kernel kernel) {
    const struct simdiff_argument *arguments = kernel->entry->arguments;
    for (unsigned i = 0; i < kernel->entry->count; i++)
        for (unsigned j = 0; j < kernel->entry->count; j++)
            if (i != j && arguments[i].space == SIMDIFF_IMAGE && arguments[j].space == SIMDIFF_IMAGE
                && kernel->values[i].memory == kernel->values[j].memory
                && arguments[i].access != CL_KERNEL_ARG_ACCESS_READ_ONLY)
                return 1;
    return 0;
}

// What a kernel needs that the devices do not have; null if there is nothing.
static const char *exceeded(cl_kernel kernel) {
    const struct simdiff_argument *arguments = kernel->entry->arguments;
    size_t local = kernel->entry->local, parameters = 0, constants = 0;
    for (unsigned i = 0; i < kernel->entry->count; i++) {
        const struct simdiff_value *value = &kernel->values[i];
        parameters += arguments[i].space == SIMDIFF_VALUE ? arguments[i].size : sizeof(void *);
        if (arguments[i].space == SIMDIFF_LOCAL)
            local += value->size;
        if (arguments[i].space != SIMDIFF_CONSTANT)
            continue;
        constants++;
        if (value->memory && value->memory->size > SIMDIFF_CONSTANT_BUFFER)
            return "CL_OUT_OF_RESOURCES: a buffer in constant memory is larger than "
                   "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE";
    }
    if (local > SIMDIFF_LOCAL_MEMORY)
        return "CL_OUT_OF_RESOURCES: the kernel needs more local memory than "
               "CL_DEVICE_LOCAL_MEM_SIZE";
    if (parameters > SIMDIFF_PARAMETERS)
        return "CL_OUT_OF_RESOURCES: the arguments are larger than CL_DEVICE_MAX_PARAMETER_SIZE";
    if (constants > SIMDIFF_CONSTANT_ARGUMENTS)
        return "CL_OUT_OF_RESOURCES: more arguments are in constant memory than "
               "CL_DEVICE_MAX_CONSTANT_ARGS";
    return NULL;
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_command_type type,
    cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local,
    cl_uint count, const cl_event *list, cl_event *event) {
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (kernel->context != queue->context)
        REFUSE(CL_INVALID_CONTEXT);
    if (!simdiff_is_for(kernel->program, queue->device))
        REFUSE_FOR(CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built for the device");
    const struct simdiff_kernel *entry = kernel->entry;
    if (entry->unmodelled)
        simdiff_unsupported("clEnqueueNDRangeKernel", entry->unmodelled);
    for (unsigned i = 0; i < entry->count; i++)
        if (!kernel->values[i].set)
            REFUSE(CL_INVALID_KERNEL_ARGS);
    if (has_image_twice(kernel))
        simdiff_unsupported("clEnqueueNDRangeKernel",
            "an image that a kernel is given twice, and writes");
    if (dimensions < 1 || dimensions > 3)
        REFUSE(CL_INVALID_WORK_DIMENSION);
    if (!global)
        REFUSE(CL_INVALID_GLOBAL_WORK_SIZE);
    cl_int error = simdiff_check_list(queue->context, count, list);
    if (error)
        return error;
    struct simdiff_range range = {dimensions, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, entry->sub_group};
    for (cl_uint d = 0; d < dimensions; d++) {
        range.global[d] = simdiff_known(global[d]);
        range.offset[d] = offset ? simdiff_known(offset[d]) : 0;
        if (range.offset[d] > ~0ul - range.global[d])
            REFUSE(CL_INVALID_GLOBAL_OFFSET);
        if (range.global[d] == 0)
            REFUSE(CL_INVALID_GLOBAL_WORK_SIZE);
    }
    error = group(entry, queue->device, &range, local);
    if (error)
        return error;
    const char *missing = exceeded(kernel);
    if (missing)
        return simdiff_refused(CL_OUT_OF_RESOURCES, missing, 0);
    struct simdiff_command *command = simdiff_command(queue, type, entry->name, count, list);
    arguments(kernel, command);
    command->run = launch;
    command->item = entry->run;
    command->range = range;
    return simdiff_submit(queue, command, CL_FALSE, event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
    const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
    const cl_event *list, cl_event *event) {
    return enqueue(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, dimensions, offset, global, local,
        count, list, event);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
    const cl_event *list, cl_event *event) {
    const size_t one = 1;
    return enqueue(queue, kernel, CL_COMMAND_TASK, 1, NULL, &one, &one, count, list, event);
}
