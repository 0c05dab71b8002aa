// simdiff: run --cflags=-DCL_HPP_ENABLE_EXCEPTIONS => equivalent
// simdiff: run => defect assertion "cl::CommandQueue::enqueueNDRangeKernel of line" "failed with CL_INVALID_WORK_GROUP_SIZE, which the program does not look at"
// A host that computes by itself what its device refuses, if exceptions tell it so.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cassert>
#include <string>
#include <vector>

static const std::string source = "__kernel void add(__global int *y) {\n"
                                  "    y[get_global_id(0)] += 3;\n"
                                  "}\n";

static void add_on_device(std::vector<int> &y) {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program program(context, source);
    program.build();
    cl::Kernel kernel(program, "add");
    cl::Buffer buffer(context, y.begin(), y.end(), false);
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(y.size()), cl::NDRange(4));
    cl::copy(queue, buffer, y.begin(), y.end());
}

int main() {
    std::vector<int> y = {1, 2, 3, 4, 5};
#ifdef CL_HPP_ENABLE_EXCEPTIONS
    try {
        add_on_device(y);
    } catch (const cl::Error &error) {
        assert(error.err() == CL_INVALID_WORK_GROUP_SIZE);
        for (int &value : y)
            value += 3;
    }
#else
    add_on_device(y);
#endif
    assert(y[4] == 8);
}
