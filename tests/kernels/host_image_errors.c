// simdiff: run => equivalent
// What the specification wants refused of images and samplers, and what images say of
// themselves.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <assert.h>

static cl_context context;
static cl_command_queue queue;

static cl_int creating(cl_mem_flags flags, cl_image_format format, cl_image_desc desc, void *host) {
    cl_int error;
    cl_mem image = clCreateImage(context, flags, &format, &desc, host, &error);
    if (image)
        clReleaseMemObject(image);
    return error;
}

static size_t told(cl_mem image, cl_image_info what) {
    size_t value = 77;
    assert(clGetImageInfo(image, what, sizeof value, &value, NULL) == CL_SUCCESS);
    return value;
}

static void making(void) {
    const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, none = {CL_RGB, CL_UNORM_INT8},
        wide = {CL_BGRA, CL_FLOAT}, packed = {CL_RGB, CL_UNORM_SHORT_565};
    const cl_image_desc plane = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 3, .image_height = 2};
    cl_image_desc flat = plane, large = plane, pitched = plane, odd = plane;
    char texels[64] = {0};
    flat.image_height = 0;
    large.image_height = 1 << 20;
    pitched.image_row_pitch = 16;
    odd.image_row_pitch = 14;
    assert(creating(0, rgba, plane, NULL) == CL_SUCCESS);
    assert(creating(0, none, plane, NULL) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    assert(creating(0, wide, plane, NULL) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    assert(creating(0, packed, plane, NULL) == CL_IMAGE_FORMAT_NOT_SUPPORTED);
    assert(creating(0, rgba, flat, NULL) == CL_INVALID_IMAGE_DESCRIPTOR);
    assert(creating(0, rgba, large, NULL) == CL_INVALID_IMAGE_SIZE);
    assert(creating(0, rgba, pitched, NULL) == CL_INVALID_IMAGE_DESCRIPTOR);
    assert(creating(0, rgba, plane, texels) == CL_INVALID_HOST_PTR);
    assert(creating(CL_MEM_COPY_HOST_PTR, rgba, plane, NULL) == CL_INVALID_HOST_PTR);
    assert(creating(CL_MEM_COPY_HOST_PTR, rgba, pitched, texels) == CL_SUCCESS);
    assert(creating(CL_MEM_COPY_HOST_PTR, rgba, odd, texels) == CL_INVALID_IMAGE_DESCRIPTOR);
    assert(creating(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, rgba, plane, NULL) == CL_INVALID_VALUE);
    cl_int error;
    assert(!clCreateImage2D(context, 0, &rgba, 0, 4, 0, NULL, &error) && error == CL_INVALID_IMAGE_SIZE);
    assert(!clCreateImage3D(context, 0, &rgba, 4, 4, 1, 0, 0, NULL, &error));
    assert(error == CL_INVALID_IMAGE_SIZE);
    cl_uint count = 0;
    cl_image_format formats[200];
    clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 200, formats, &count);
    int found = 0;
    for (cl_uint i = 0; i < count; i++)
        found |= formats[i].image_channel_order == CL_RGBA
            && formats[i].image_channel_data_type == CL_FLOAT;
    assert(found);
}

static void asking(void) {
    const cl_image_format format = {CL_RG, CL_HALF_FLOAT};
    cl_mem volume = clCreateImage3D(context, 0, &format, 5, 4, 3, 0, 0, NULL, NULL);
    assert(told(volume, CL_IMAGE_WIDTH) == 5 && told(volume, CL_IMAGE_HEIGHT) == 4);
    assert(told(volume, CL_IMAGE_DEPTH) == 3 && told(volume, CL_IMAGE_ARRAY_SIZE) == 0);
    assert(told(volume, CL_IMAGE_ELEMENT_SIZE) == 4 && told(volume, CL_IMAGE_ROW_PITCH) == 20);
    assert(told(volume, CL_IMAGE_SLICE_PITCH) == 80);
    cl_mem_object_type type;
    clGetMemObjectInfo(volume, CL_MEM_TYPE, sizeof type, &type, NULL);
    assert(type == CL_MEM_OBJECT_IMAGE3D);
    assert(clGetImageInfo(volume, CL_MEM_SIZE, sizeof type, &type, NULL) == CL_INVALID_VALUE);
    clReleaseMemObject(volume);
    cl_mem buffer = clCreateBuffer(context, 0, 64, NULL, NULL), asked;
    assert(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof type, &type, NULL) == CL_INVALID_MEM_OBJECT);
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer};
    cl_mem view = clCreateImage(context, 0, &format, &desc, NULL, NULL);
    clGetImageInfo(view, CL_IMAGE_BUFFER, sizeof asked, &asked, NULL);
    assert(asked == buffer && told(view, CL_IMAGE_HEIGHT) == 0);
    desc.image_width = 17;
    assert(creating(0, format, desc, NULL) == CL_INVALID_IMAGE_DESCRIPTOR);
    // A view goes on with what the buffer has, and keeps it.
    const int written = 0x3c003800;
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 60, 4, &written, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    const size_t last[3] = {15, 0, 0}, one[3] = {1, 1, 1};
    int read = 0;
    clEnqueueReadImage(queue, view, CL_TRUE, last, one, 0, 0, &read, 0, NULL, NULL);
    assert(read == written);
    clReleaseMemObject(view);
}

static void transferring(void) {
    const cl_image_format bytes = {CL_R, CL_UNSIGNED_INT8}, words = {CL_R, CL_UNSIGNED_INT16};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 3};
    cl_mem image = clCreateImage(context, CL_MEM_HOST_READ_ONLY, &bytes, &desc, NULL, NULL);
    cl_mem other = clCreateImage(context, 0, &words, &desc, NULL, NULL);
    cl_mem buffer = clCreateBuffer(context, 0, 11, NULL, NULL);
    const size_t origin[3] = {0}, whole[3] = {4, 3, 1}, corner[3] = {1, 1, 0}, deep[3] = {4, 3, 2};
    const size_t most[3] = {3, 2, 1}, none[3] = {4, 0, 1};
    const unsigned zeros[4] = {0};
    char host[64] = {0};
    clEnqueueFillImage(queue, image, zeros, origin, whole, 0, NULL, NULL);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, corner, most, 0, 0, host, 0, NULL, NULL) == 0);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, corner, whole, 0, 0, host, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, origin, deep, 0, 0, host, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, origin, none, 0, 0, host, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, origin, whole, 3, 0, host, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueReadImage(queue, image, CL_TRUE, origin, whole, 0, 12, host, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueReadImage(queue, buffer, CL_TRUE, origin, whole, 0, 0, host, 0, NULL, NULL) == CL_INVALID_MEM_OBJECT);
    assert(clEnqueueReadBuffer(queue, image, CL_TRUE, 0, 4, host, 0, NULL, NULL) == CL_INVALID_MEM_OBJECT);
    assert(clEnqueueWriteImage(queue, image, CL_TRUE, origin, whole, 0, 0, host, 0, NULL, NULL) == CL_INVALID_OPERATION);
    assert(clEnqueueCopyImage(queue, image, other, origin, origin, whole, 0, NULL, NULL) == CL_IMAGE_FORMAT_MISMATCH);
    assert(clEnqueueCopyImage(queue, image, image, origin, corner, most, 0, NULL, NULL) == CL_MEM_COPY_OVERLAP);
    assert(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, whole, 0, 0, NULL, NULL) == CL_INVALID_VALUE);
    assert(clEnqueueCopyBufferToImage(queue, buffer, image, 6, origin, most, 0, NULL, NULL) == CL_INVALID_VALUE);
    cl_int error;
    assert(!clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, whole, NULL, NULL, 0, NULL, NULL, &error));
    assert(error == CL_INVALID_VALUE);
    clReleaseMemObject(image);
    clReleaseMemObject(other);
    clReleaseMemObject(buffer);
}

static void sampling(void) {
    cl_int error;
    assert(!clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &error));
    assert(error == CL_INVALID_VALUE);
    assert(!clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, 0, &error) && error == CL_INVALID_VALUE);
    cl_sampler sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, NULL);
    cl_addressing_mode mode;
    clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode, &mode, NULL);
    assert(mode == CL_ADDRESS_REPEAT);
    clRetainSampler(sampler);
    cl_uint references;
    clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof references, &references, NULL);
    assert(references == 2);
    clReleaseSampler(sampler);
    clReleaseSampler(sampler);
}

int main(void) {
    cl_device_id device;
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    making();
    asking();
    transferring();
    sampling();
    return 0;
}
