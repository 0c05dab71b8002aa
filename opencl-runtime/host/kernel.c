// Kernel objects (5.9) and their execution (5.10).

#include "host.h"

static cl_kernel create(cl_program program, const struct simdiff_kernel *entry) {
    size_t bytes = (entry->count + !entry->count) * sizeof(struct simdiff_value);
    cl_kernel kernel = NEW(cl_kernel);
    kernel->references = 1;
    kernel->program = program;
    kernel->context = program->context;
    kernel->entry = entry;
    kernel->values = simdiff_new(bytes, "OpenCL list of arguments");
    memset(kernel->values, 0, bytes);
    program->references++;
    program->kernels++;
    return kernel;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret) {
    if (!program)
        FAIL(CL_INVALID_PROGRAM);
    if (!simdiff_is_ended(program))
        FAIL_FOR(CL_INVALID_PROGRAM_EXECUTABLE, SIMDIFF_GOES_ON);
    if (!simdiff_is_executable(program))
        FAIL(CL_INVALID_PROGRAM_EXECUTABLE);
    if (!name)
        FAIL(CL_INVALID_VALUE);
    for (unsigned i = 0; i < program->built->count; i++)
        if (strcmp(program->built->kernels[i].name, name) == 0)
            DONE(create(program, &program->built->kernels[i]));
    FAIL(CL_INVALID_KERNEL_NAME);
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
    cl_uint *count) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (!simdiff_is_ended(program))
        REFUSE_FOR(CL_INVALID_PROGRAM_EXECUTABLE, SIMDIFF_GOES_ON);
    if (!simdiff_is_executable(program))
        REFUSE(CL_INVALID_PROGRAM_EXECUTABLE);
    if (kernels && room < program->built->count)
        REFUSE(CL_INVALID_VALUE);
    for (unsigned i = 0; kernels && i < program->built->count; i++)
        kernels[i] = create(program, &program->built->kernels[i]);
    if (count)
        *count = program->built->count;
    return CL_SUCCESS;
}

cl_int clRetainKernel(cl_kernel kernel) { RETAIN(kernel, CL_INVALID_KERNEL); }

cl_int clReleaseKernel(cl_kernel kernel) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (--kernel->references == 0) {
        for (unsigned i = 0; i < kernel->entry->count; i++)
            free(kernel->values[i].data);
        kernel->program->kernels--;
        clReleaseProgram(kernel->program);
        free(kernel->values);
        free(kernel->named);
        free(kernel);
    }
    return CL_SUCCESS;
}

static void set(struct simdiff_value *value, size_t size, const void *data) {
    char *own = NULL;
    if (data) {
        own = simdiff_new(size, "OpenCL argument");
        memcpy(own, data, size);
    }
    free(value->data);
    value->set = 1;
    value->size = size;
    value->data = own;
    value->memory = NULL;
    value->pointer = NULL;
}

// Whether a kernel parameter's access to an image is allowed by the image's flags.
static int may_access(cl_mem_flags flags, cl_kernel_arg_access_qualifier access) {
    int reads = access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    int writes = access != CL_KERNEL_ARG_ACCESS_READ_ONLY;
    return !(reads && (flags & CL_MEM_WRITE_ONLY)) && !(writes && (flags & CL_MEM_READ_ONLY));
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (kernel->entry->unmodelled)
        simdiff_unsupported("clSetKernelArg", kernel->entry->unmodelled);
    if (index >= kernel->entry->count)
        REFUSE(CL_INVALID_ARG_INDEX);
    const struct simdiff_argument *argument = &kernel->entry->arguments[index];
    struct simdiff_value *to = &kernel->values[index];
    switch (argument->space) {
    case SIMDIFF_VALUE:
        if (!value)
            REFUSE(CL_INVALID_ARG_VALUE);
        if (size != argument->size)
            REFUSE(CL_INVALID_ARG_SIZE);
        set(to, size, value);
        return CL_SUCCESS;
    case SIMDIFF_LOCAL:
        if (value)
            REFUSE(CL_INVALID_ARG_VALUE);
        if (size == 0)
            REFUSE(CL_INVALID_ARG_SIZE);
        set(to, size, NULL);
        return CL_SUCCESS;
    case SIMDIFF_SAMPLER:
        if (size != sizeof(cl_sampler))
            REFUSE(CL_INVALID_ARG_SIZE);
        cl_sampler sampler = value ? *(const cl_sampler *)value : NULL;
        if (!sampler || sampler->context != kernel->context)
            REFUSE(CL_INVALID_SAMPLER);
        set(to, sizeof sampler->bits, &sampler->bits);
        return CL_SUCCESS;
    default:
        if (size != sizeof(cl_mem))
            REFUSE(CL_INVALID_ARG_SIZE);
        cl_mem memory = value ? *(const cl_mem *)value : NULL;
        // A memory object that was released shows as an access to freed memory.
        if (memory && memory->context != kernel->context)
            REFUSE(CL_INVALID_MEM_OBJECT);
        if (argument->space == SIMDIFF_IMAGE && (!memory || !memory->image))
            REFUSE(CL_INVALID_MEM_OBJECT);
        if (argument->space != SIMDIFF_IMAGE && memory && memory->image)
            REFUSE(CL_INVALID_MEM_OBJECT);
        if (memory && memory->image && memory->image->type != argument->image)
            REFUSE(CL_INVALID_ARG_VALUE);
        if (memory && memory->image && !may_access(memory->flags, argument->access))
            REFUSE(CL_INVALID_ARG_VALUE);
        set(to, 0, NULL);
        to->memory = memory;
        return CL_SUCCESS;
    }
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (kernel->entry->unmodelled)
        simdiff_unsupported("clSetKernelArgSVMPointer", kernel->entry->unmodelled);
    if (index >= kernel->entry->count)
        REFUSE(CL_INVALID_ARG_INDEX);
    enum simdiff_space space = kernel->entry->arguments[index].space;
    if (space != SIMDIFF_GLOBAL && space != SIMDIFF_CONSTANT)
        REFUSE(CL_INVALID_ARG_VALUE);
    cl_mem memory = simdiff_shared(value);
    if (value && !memory)
        REFUSE(CL_INVALID_ARG_VALUE);
    set(&kernel->values[index], 0, NULL);
    kernel->values[index].memory = memory;
    kernel->values[index].pointer = (void *)value;
    return CL_SUCCESS;
}

// Names shared virtual memory that the kernel may reach, instead of what was named before.
static void name_memory(cl_kernel kernel, void *const *pointers, size_t count) {
    void **named = simdiff_new((count + !count) * sizeof *named, "OpenCL list of pointers");
    if (count)
        memcpy(named, pointers, count * sizeof *named);
    free(kernel->named);
    kernel->named = named;
    kernel->named_count = count;
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
    const void *value) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (!value)
        REFUSE(CL_INVALID_VALUE);
    switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
        if (size == 0 || size % sizeof(void *))
            REFUSE(CL_INVALID_VALUE);
        name_memory(kernel, value, size / sizeof(void *));
        return CL_SUCCESS;
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
        if (size != sizeof(cl_bool))
            REFUSE(CL_INVALID_VALUE);
        if (*(const cl_bool *)value)
            REFUSE(CL_INVALID_OPERATION);
        return CL_SUCCESS;
    default: REFUSE(CL_INVALID_VALUE);
    }
}

cl_kernel clCloneKernel(cl_kernel kernel, cl_int *errcode_ret) {
    if (!kernel)
        FAIL(CL_INVALID_KERNEL);
    cl_kernel clone = create(kernel->program, kernel->entry);
    for (unsigned i = 0; i < kernel->entry->count; i++) {
        struct simdiff_value *from = &kernel->values[i], *to = &clone->values[i];
        set(to, from->size, from->data);
        to->set = from->set;
        to->memory = from->memory;
        to->pointer = from->pointer;
    }
    name_memory(clone, kernel->named, kernel->named_count);
    DONE(clone);
}

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
        case SIMDIFF_SAMPLER:
            bytes = value->data;
            size = value->size;
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
    size_t items = 1;
    if (!local && !insists && entry->sees_groups)
        simdiff_unsupported("clEnqueueNDRangeKernel",
            "groups of the implementation's choice, which the kernel can tell apart");
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
    struct simdiff_range range = {dimensions, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
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
