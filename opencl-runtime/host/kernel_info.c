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

// Reads an index space of groups, as the program gives it. Returns its items, or 0 if it is
// none.
static size_t items_of(size_t given, const void *from) {
    size_t count = given / sizeof(size_t), items = 1;
    if (!from || count < 1 || count > 3 || given % sizeof(size_t))
        return 0;
    for (size_t d = 0; d < count; d++)
        items *= ((const size_t *)from)[d];
    return items;
}

// The size of a group in one dimension that has a number of sub-groups; zeros if there is
// none.
static cl_int group_of(size_t sub_groups, size_t each, size_t most, size_t size, void *value,
    size_t *size_ret) {
    size_t sizes[3] = {sub_groups * each, 1, 1};
    size_t count = size / sizeof(size_t);
    if (value && (count < 1 || count > 3))
        REFUSE(CL_INVALID_VALUE);
    if (sub_groups == 0 || sub_groups > most / each)
        memset(sizes, 0, sizeof sizes);
    return simdiff_info(sizes, (count && count < 3 ? count : 3) * sizeof *sizes, size, value,
        size_ret);
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
    cl_kernel_sub_group_info name, size_t given, const void *from, size_t size, void *value,
    size_t *size_ret) {
    if (!kernel)
        REFUSE(CL_INVALID_KERNEL);
    if (device ? !simdiff_is_for(kernel->program, device) : kernel->context->count != 1)
        REFUSE(CL_INVALID_DEVICE);
    if (!device)
        device = kernel->context->devices[0];
    size_t each = kernel->entry->sub_group, items;
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        items = items_of(given, from);
        if (items == 0)
            REFUSE(CL_INVALID_VALUE);
        if (name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE)
            NUMBER(size_t, (items - 1) / each + 1);
        NUMBER(size_t, items < each ? items : each);
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        if (!from || given != sizeof(size_t))
            REFUSE(CL_INVALID_VALUE);
        return group_of(*(const size_t *)from, each, device->group, size, value, size_ret);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS: NUMBER(size_t, device->group / each);
    // No kernel requires a number of sub-groups.
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: NUMBER(size_t, 0);
    default: REFUSE(CL_INVALID_VALUE);
    }
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
        NUMBER(cl_kernel_arg_type_qualifier, argument->qualifiers);
    case CL_KERNEL_ARG_TYPE_NAME:
        return simdiff_info(argument->type, strlen(argument->type) + 1, size, value, size_ret);
    case CL_KERNEL_ARG_NAME:
        return simdiff_info(argument->name, strlen(argument->name) + 1, size, value, size_ret);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
