// simdiff: run => equivalent
// simdiff: run --cflags=-DWRONG => defect assertion
// The default context, device and queue of <CL/opencl.hpp>, which are made on first use.
#define CL_HPP_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>
#include <cassert>
#include <vector>

int main() {
    cl::Program program("kernel void square(global int *x) { x[get_global_id(0)] *= x[get_global_id(0)]; }",
        true);
    cl::KernelFunctor<cl::Buffer> square(program, "square");
    std::vector<int> x = {1, 2, 3, 4};
    cl::Buffer buffer(x.begin(), x.end(), false);
    square(cl::EnqueueArgs(cl::NDRange(4)), buffer);
    cl::copy(buffer, x.begin(), x.end());
#ifdef WRONG
    assert(x[3] == 4);
#else
    assert(x[3] == 16 && x[2] == 9);
#endif
}
