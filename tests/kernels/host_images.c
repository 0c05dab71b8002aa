// simdiff: run => equivalent
// simdiff: run --cflags=-DUNWAITED => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DTOO_MANY => defect out-of-bounds-write
// simdiff: run --cflags=-DMAPPED => defect mapped-in-use
// simdiff: run --cflags=-DTWICE_GIVEN => undecided "an image that a kernel is given twice"
// simdiff: run --cflags=-DOTHER_KIND => equivalent "CL_INVALID_ARG_VALUE"
// simdiff: run --cflags=-DRELEASED => defect read-after-free
// simdiff: run --cflags=-DRELEASED_LATER => equivalent
// simdiff: run --cflags=-DCHANGED => defect assertion
// Images of a host: written, turned by a kernel, filled, copied, mapped and read.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <assert.h>
#include <klee/klee.h>

enum { W = 4, H = 2 };

static const char *const source =
    "__kernel void turn(__read_only image2d_t from, __write_only image2d_t to, sampler_t s) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    int2 size = get_image_dim(to);\n"
    "    write_imageui(to, size - 1 - at, read_imageui(from, s, at));\n"
    "}\n";

static const size_t origin[3] = {0, 0, 0}, whole[3] = {W, H, 1};

static cl_mem image(cl_context context, cl_mem_flags flags, void *host) {
    cl_image_format format = {CL_R, CL_UNSIGNED_INT16};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
    cl_int error;
    cl_mem made = clCreateImage(context, flags, &format, &desc, host, &error);
    assert(error == CL_SUCCESS);
    return made;
}

int main(void) {
    cl_device_id device;
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "turn", NULL);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL);

    unsigned short x[H][W], y[H][W], z[H][2 * W];
    klee_make_symbolic(x, sizeof x, "x");
    cl_mem from = image(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, x);
    cl_mem to = image(context, CL_MEM_READ_WRITE, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
#ifdef TWICE_GIVEN
    clSetKernelArg(kernel, 0, sizeof to, &to);
#endif
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clSetKernelArg(kernel, 2, sizeof sampler, &sampler);
#ifdef OTHER_KIND
    cl_image_format format = {CL_R, CL_FLOAT};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = W};
    cl_mem line = clCreateImage(context, 0, &format, &desc, NULL, NULL);
    clSetKernelArg(kernel, 1, sizeof line, &line);
#endif
#ifdef MAPPED
    size_t pitch;
    clEnqueueMapImage(queue, to, CL_TRUE, CL_MAP_WRITE, origin, whole, &pitch, NULL, 0, NULL, NULL,
        NULL);
#endif
#ifdef TOO_MANY
    const size_t items[2] = {W, H + 1};
#else
    const size_t items[2] = {W, H};
#endif
#ifdef RELEASED
    clReleaseSampler(sampler);
#endif
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, items, NULL, 0, NULL, NULL);
#ifdef RELEASED_LATER
    clReleaseSampler(sampler);
#endif
#ifdef UNWAITED
    clEnqueueReadImage(queue, to, CL_FALSE, origin, whole, 0, 0, y, 0, NULL, NULL);
#else
    clEnqueueReadImage(queue, to, CL_TRUE, origin, whole, 0, 0, y, 0, NULL, NULL);
#endif
    for (int i = 0; i < W * H; i++)
        assert(y[i / W][i % W] == x[H - 1 - i / W][W - 1 - i % W]);

    // The first column becomes one color, the second row what the first was.
    const unsigned color[4] = {70000, 7, 1, 2};
    const size_t column[3] = {1, H, 1}, row[3] = {W, 1, 1}, second[3] = {0, 1, 0};
    clEnqueueFillImage(queue, to, color, origin, column, 0, NULL, NULL);
    clEnqueueCopyImage(queue, to, to, origin, second, row, 0, NULL, NULL);
    // Rows of the host's own pitch.
    clEnqueueReadImage(queue, to, CL_TRUE, origin, whole, sizeof *z, 0, z, 0, NULL, NULL);
    assert(z[0][0] == 65535 && z[1][0] == 65535);
#ifdef CHANGED
    assert(z[1][1] == y[1][1]);
#endif
    assert(z[0][1] == y[0][1] && z[1][1] == y[0][1]);

    // Through a buffer, in which texels lie one after the other, and back by a map.
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    clEnqueueCopyImageToBuffer(queue, from, buffer, origin, whole, 0, 0, NULL, NULL);
    clEnqueueCopyBufferToImage(queue, buffer, to, sizeof **y, origin, row, 0, NULL, NULL);
    size_t distance;
    const size_t middle[3] = {1, 0, 0}, two[3] = {2, 2, 1};
    unsigned short *mapped = clEnqueueMapImage(queue, to, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, middle,
        two, &distance, NULL, 0, NULL, NULL, NULL);
    assert(mapped[0] == x[0][2] && mapped[distance / 2] == y[0][1]);
    mapped[distance / 2] = 5;
    clEnqueueUnmapMemObject(queue, to, mapped, 0, NULL, NULL);
    clEnqueueReadImage(queue, to, CL_TRUE, origin, whole, 0, 0, y, 0, NULL, NULL);
    assert(y[1][1] == 5 && y[0][1] == x[0][2] && y[1][0] == 65535);

    // A plane of the buffer, whose rows are narrower than they are apart.
    const cl_image_format of_plane = {CL_R, CL_UNSIGNED_INT16};
    cl_image_desc narrow = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W - 1,
        .image_height = H, .image_row_pitch = sizeof *x, .buffer = buffer};
    cl_mem plane = clCreateImage(context, 0, &of_plane, &narrow, NULL, NULL);
    const size_t all[3] = {W - 1, H, 1};
    unsigned short part[H][W - 1];
    clEnqueueReadImage(queue, plane, CL_TRUE, origin, all, 0, 0, part, 0, NULL, NULL);
    assert(part[0][2] == x[0][2] && part[1][0] == x[1][0]);
    narrow.image_height = H + 1;
    cl_int error;
    assert(!clCreateImage(context, 0, &of_plane, &narrow, NULL, &error)
        && error == CL_INVALID_IMAGE_SIZE);
    clReleaseMemObject(plane);
#if !defined RELEASED && !defined RELEASED_LATER
    clReleaseSampler(sampler);
#endif
    clReleaseMemObject(buffer);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    return 0;
}
