// simdiff: run => equivalent
// simdiff: run --cflags=-DCL_HPP_ENABLE_EXCEPTIONS => equivalent
// simdiff: run --cflags=-DSHORT => defect out-of-bounds-read
// A host in C++ with the bindings of <CL/opencl.hpp>, with exceptions and without.
#define CL_HPP_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>
#include <cassert>
#include <klee/klee.h>
#include <string>
#include <vector>

static const std::string source = "__kernel void add(__global const int *x, __global int *y) {\n"
                                  "    size_t i = get_global_id(0);\n"
                                  "    y[i] += x[i];\n"
                                  "}\n";

static bool has_kernel(const cl::Program &program, const char *name) {
#ifdef CL_HPP_ENABLE_EXCEPTIONS
    try {
        cl::Kernel kernel(program, name);
    } catch (const cl::Error &error) {
        return error.err() != CL_INVALID_KERNEL_NAME;
    }
    return true;
#else
    cl_int error;
    cl::Kernel kernel(program, name, &error);
    return error == CL_SUCCESS;
#endif
}

int main() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms[0].getDevices(CL_DEVICE_TYPE_GPU, &devices);
    cl::Context context(devices[0]);
    cl::Program program(context, source);
    program.build();
    assert(has_kernel(program, "add") && !has_kernel(program, "sub"));

    std::vector<int> x(4), y(4), z(4);
    klee_make_symbolic(x.data(), 16, "x");
    klee_make_symbolic(y.data(), 16, "y");
    cl::CommandQueue queue(context, devices[0]);
    cl::Buffer from(context, x.begin(), x.end(), true);
#ifdef SHORT
    cl::Buffer to(context, CL_MEM_READ_WRITE, 12);
#else
    cl::Buffer to(context, y.begin(), y.end(), false);
#endif
    cl::KernelFunctor<cl::Buffer, cl::Buffer> add(program, "add");
    add(cl::EnqueueArgs(queue, cl::NDRange(4)), from, to).wait();
    cl::copy(queue, to, z.begin(), z.end());
    for (int i = 0; i < 4; i++)
        assert(z[i] == (int)((unsigned)x[i] + (unsigned)y[i]));
}
