// simdiff: run => equivalent
// simdiff: run --cflags=-DWRONG => defect assertion
// What a host learns about the arguments of a kernel.
#include "opencl_host.h"

static const char *const qualified =
    "__kernel void f(__global const int *a, __global volatile int *b, __global int *restrict c,\n"
    "    __global const volatile int *restrict d, __global int *e, __constant int *f, const int g,\n"
    "    __local int *h) {\n"
    "    h[0] = a[0] + f[0] + g;\n"
    "    *b = h[0]; *c = h[0]; *e = d[0];\n"
    "}\n";

static cl_kernel_arg_type_qualifier qualifiers(cl_uint index) {
    cl_kernel_arg_type_qualifier found = 77;
    size_t size = 0;
    cl_int error = clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof found,
        &found, &size);
    assert(error == CL_SUCCESS && size == sizeof found);
    return found;
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&qualified, NULL, NULL);
    clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info", NULL, NULL);
    kernel = clCreateKernel(program, "f", NULL);
    assert(qualifiers(0) == CL_KERNEL_ARG_TYPE_CONST);
    assert(qualifiers(1) == CL_KERNEL_ARG_TYPE_VOLATILE);
    assert(qualifiers(2) == CL_KERNEL_ARG_TYPE_RESTRICT);
    assert(qualifiers(3) == (CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT
                                | CL_KERNEL_ARG_TYPE_VOLATILE));
    assert(qualifiers(4) == CL_KERNEL_ARG_TYPE_NONE);
    assert(qualifiers(5) == CL_KERNEL_ARG_TYPE_CONST);
    // What an argument by value is inside of the kernel is not the host's business.
    assert(qualifiers(6) == CL_KERNEL_ARG_TYPE_NONE);
#ifdef WRONG
    assert(qualifiers(7) == CL_KERNEL_ARG_TYPE_CONST);
#else
    assert(qualifiers(7) == CL_KERNEL_ARG_TYPE_NONE);
#endif
    return 0;
}
