// Pipes (5.4), which no device supports (CL_DEVICE_PIPE_SUPPORT).

#include "host.h"

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint most,
    const cl_pipe_properties *list, cl_int *errcode_ret) {
    (void)flags, (void)packet, (void)most, (void)list;
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    FAIL(CL_INVALID_OPERATION);
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size, void *value,
    size_t *size_ret) {
    (void)pipe, (void)name, (void)size, (void)value, (void)size_ret;
    REFUSE(CL_INVALID_MEM_OBJECT);
}
