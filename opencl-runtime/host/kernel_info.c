// The properties of kernel objects (5.9.4).

#include "host.h"

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
        return simdiff_info(kernel->entry->name, strlen(kernel->entry->name) + 1, size, value,
            size_ret);
    case CL_KERNEL_NUM_ARGS: NUMBER(cl_uint, kernel->entry->count);
    case CL_KERNEL_REFERENCE_COUNT: NUMBER(cl_uint, kernel->references);
    case CL_KERNEL_CONTEXT: NUMBER(cl_context, kernel->context);
    case CL_KERNEL_PROGRAM: NUMBER(cl_program, kernel->program);
    case CL_KERNEL_ATTRIBUTES: return simdiff_info("", 1, size, value, size_ret);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
    cl_kernel_work_group_info name, size_t size, void *value, size_t *size_ret) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (device ? !simdiff_is_for(kernel->program, device) : kernel->context->count != 1)
        REFUSE(CL_INVALID_DEVICE);
    if (!device)
        device = kernel->context->devices[0];
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE: NUMBER(size_t, device->group);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return simdiff_info(kernel->entry->required, sizeof kernel->entry->required, size, value,
            size_ret);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        NUMBER(size_t, device->type == CL_DEVICE_TYPE_CPU ? 1 : 32);
    // Only for built-in kernels and custom devices.
    case CL_KERNEL_GLOBAL_WORK_SIZE: REFUSE(CL_INVALID_VALUE);
    case CL_KERNEL_LOCAL_MEM_SIZE: {
        cl_ulong bytes = kernel->entry->local;
        for (unsigned i = 0; i < kernel->entry->count; i++)
            if (kernel->entry->arguments[i].space == SIMDIFF_LOCAL && kernel->values[i].set)
                bytes += kernel->values[i].size;
        NUMBER(cl_ulong, bytes);
    }
    case CL_KERNEL_PRIVATE_MEM_SIZE: NUMBER(cl_ulong, 0);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

// No device has sub-groups.
cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
    cl_kernel_sub_group_info name, size_t given, const void *from, size_t size, void *value,
    size_t *size_ret) {
    (void)name, (void)given, (void)from, (void)size, (void)value, (void)size_ret;
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (device ? !simdiff_is_for(kernel->program, device) : kernel->context->count != 1)
        REFUSE(CL_INVALID_DEVICE);
    REFUSE(CL_INVALID_OPERATION);
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size,
    void *value, size_t *size_ret) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (index >= kernel->entry->count)
        REFUSE(CL_INVALID_ARG_INDEX);
    const struct simdiff_argument *argument = &kernel->entry->arguments[index];
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: {
        static const cl_kernel_arg_address_qualifier spaces[] = {
            [SIMDIFF_VALUE] = CL_KERNEL_ARG_ADDRESS_PRIVATE,
            [SIMDIFF_GLOBAL] = CL_KERNEL_ARG_ADDRESS_GLOBAL,
            [SIMDIFF_CONSTANT] = CL_KERNEL_ARG_ADDRESS_CONSTANT,
            [SIMDIFF_LOCAL] = CL_KERNEL_ARG_ADDRESS_LOCAL,
            [SIMDIFF_IMAGE] = CL_KERNEL_ARG_ADDRESS_GLOBAL,
            [SIMDIFF_SAMPLER] = CL_KERNEL_ARG_ADDRESS_PRIVATE,
        };
        NUMBER(cl_kernel_arg_address_qualifier, spaces[argument->space]);
    }
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        NUMBER(cl_kernel_arg_access_qualifier,
            argument->space == SIMDIFF_IMAGE ? argument->access : CL_KERNEL_ARG_ACCESS_NONE);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        NUMBER(cl_kernel_arg_type_qualifier,
            argument->is_const ? CL_KERNEL_ARG_TYPE_CONST : CL_KERNEL_ARG_TYPE_NONE);
    case CL_KERNEL_ARG_TYPE_NAME:
        return simdiff_info(argument->type, strlen(argument->type) + 1, size, value, size_ret);
    case CL_KERNEL_ARG_NAME:
        return simdiff_info(argument->name, strlen(argument->name) + 1, size, value, size_ret);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
