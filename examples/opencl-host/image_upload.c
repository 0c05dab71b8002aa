// simdiff: run => equivalent
// simdiff: run --cflags=-DHASTY => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DTRANSPOSED => defect out-of-bounds-write
// An image is uploaded, blurred by a kernel, and read back.
#include "setup.h"

#include <klee/klee.h>

enum { W = 5, H = 2 };

static const char *const source =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "__kernel void blur(__read_only image2d_t src, __write_only image2d_t dst) {\n"
    "    const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE\n"
    "        | CLK_FILTER_NEAREST;\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1)), step = (int2)(1, 0);\n"
    "    float4 sides = read_imagef(src, edge, at - step) + read_imagef(src, edge, at + step);\n"
    "    write_imagef(dst, at, 0.25f * sides + 0.5f * read_imagef(src, edge, at));\n"
    "}\n";

int main(void) {
    static float x[H][W], y[H][W];
    klee_make_symbolic(x, sizeof x, "x");
    start(source, 0);
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W,
        .image_height = H};
    cl_mem src = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, NULL, NULL);
    cl_mem dst = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, NULL);
    cl_kernel blur = clCreateKernel(program, "blur", NULL);
    clSetKernelArg(blur, 0, sizeof src, &src);
    clSetKernelArg(blur, 1, sizeof dst, &dst);

#ifdef HASTY
    const cl_bool blocking = CL_FALSE;
#else
    const cl_bool blocking = CL_TRUE;
#endif
#ifdef TRANSPOSED
    const size_t items[2] = {H, W};
#else
    const size_t items[2] = {W, H};
#endif
    const size_t origin[3] = {0, 0, 0}, region[3] = {W, H, 1};
    clEnqueueWriteImage(queue, src, CL_FALSE, origin, region, 0, 0, x, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, blur, 2, NULL, items, NULL, 0, NULL, NULL);
    clEnqueueReadImage(queue, dst, blocking, origin, region, 0, 0, y, 0, NULL, NULL);

    for (int row = 0; row < H; row++)
        for (int i = 0; i < W; i++) {
            float left = x[row][i > 0 ? i - 1 : 0], right = x[row][i < W - 1 ? i + 1 : W - 1];
            float wanted = 0.25f * (left + right) + 0.5f * x[row][i];
            assert(y[row][i] == wanted || wanted != wanted);
        }
    clFinish(queue);
    clReleaseMemObject(src);
    clReleaseMemObject(dst);
    return 0;
}
