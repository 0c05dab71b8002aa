// Kernel objects (5.9).

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
    value->sampler = NULL;
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
        set(to, 0, NULL);
        to->sampler = sampler;
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
        to->sampler = from->sampler;
    }
    name_memory(clone, kernel->named, kernel->named_count);
    DONE(clone);
}
