// simdiff: run => equivalent
// simdiff: run --cflags=-DOWN_PITCH => defect assertion
// simdiff: run --cflags=-DOWN_PITCH --cflags=-DHOST=CL_MEM_USE_HOST_PTR => equivalent
// simdiff: run --cflags=-DOWN_SLICE => defect
// A device pads the rows and slices of a mapped image, but not those of the host's own memory.
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl_host.h"

#ifndef HOST
#define HOST CL_MEM_COPY_HOST_PTR
#endif

enum { W = 3, H = 2, D = 2 };

static unsigned texels[D][H][W];

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    for (unsigned i = 0; i < D * H * W; i++)
        texels[i / (H * W)][i / W % H][i % W] = 100 + i;
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = W,
        .image_height = H, .image_depth = D};
    cl_mem image = clCreateImage(context, HOST, &format, &desc, texels, NULL);
    const size_t origin[3] = {0, 0, 0}, whole[3] = {W, H, D};
    size_t row, slice;
    char *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin,
        whole, &row, &slice, 0, NULL, NULL, NULL);
    assert(mapped && row >= sizeof **texels && slice >= row * H);
#ifdef OWN_PITCH
    row = sizeof **texels;
#endif
#ifdef OWN_SLICE
    slice = row * H;
#endif
    unsigned *last = (unsigned *)(mapped + (D - 1) * slice + (H - 1) * row) + W - 1;
    assert(*last == 100 + D * H * W - 1);
    *last = 7;
    clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL);
    unsigned back[D][H][W];
    clEnqueueReadImage(queue, image, CL_TRUE, origin, whole, 0, 0, back, 0, NULL, NULL);
    assert(back[D - 1][H - 1][W - 1] == 7 && back[0][1][2] == 105);
    return 0;
}
