// Images of the device library against PoCL's: every address mode, format and conversion
// that PoCL has. Exit code 77: no OpenCL device with images is there.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "oracle.h"

enum { COUNT = 1024, WIDTH = 64, HEIGHT = 5 };

static const char source[] =
    "#define SAMPLE(name, R, read, mode) __kernel void pocl_##name(__read_only image2d_t image, "
    "__global const float2 *at, __global R *results) { const sampler_t s = mode; "
    "size_t i = get_global_id(0); results[i] = read(image, s, at[i]); }\n"
    "#define WRITE(name, C, write) __kernel void pocl_##name(__write_only image2d_t image, "
    "__global const C *colors) { size_t i = get_global_id(0); "
    "write(image, (int2)((int)i, 0), colors[i]); }\n"
    "#include \"pocl_images.h\"\n";

struct image {
    uchar *texels;
    ulong bytes, row, slice;
    uint extents[3], order, type;
};

void simdiff_unsupported(const char *function, const char *what) {
    printf("%s: %s\n", function, what);
    exit(1);
}

// Linear reads, which are not compared.
#define BLEND(name)                                                                     \
    float name(float, float, float) __asm("simdiff.approx.opencl." #name ".f32");       \
    float name(float t0, float t1, float a) { return (1 - a) * t0 + a * t1; }
BLEND(linear_1) BLEND(linear_2x) BLEND(linear_2y)
BLEND(linear_3x) BLEND(linear_3y) BLEND(linear_3z)

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int agreements;
static uchar texels[WIDTH * HEIGHT * 16];

// 'f' of formats that read_imagef takes, 'i' and 'u' of integers.
static char function_of(cl_channel_type type) {
    if (type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32) return 'i';
    return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32 ? 'u' : 'f';
}

static int channels_of(cl_channel_order order) {
    return order == CL_R || order == CL_A ? 1 : order == CL_RG || order == CL_RA ? 2 : 4;
}

static int bytes_of(cl_channel_type type) {
    switch (type) {
    case CL_SNORM_INT8: case CL_UNORM_INT8: case CL_SIGNED_INT8: case CL_UNSIGNED_INT8: return 1;
    case CL_SIGNED_INT32: case CL_UNSIGNED_INT32: case CL_FLOAT: return 4;
    default: return 2;
    }
}

static int is_nan(const void *at) {
    float x;
    memcpy(&x, at, 4);
    return x != x;
}

static int close_to(double x, double y, double most) { return fabs(x - y) <= most; }

static void tell(const char *name, cl_image_format format, int wrong, int count, double x, double y) {
    if (!wrong) {
        agreements++;
        return;
    }
    printf("%s of %#x %#x: %d of %d differ; the library makes %.9g, PoCL %.9g\n", name,
           format.image_channel_order, format.image_channel_data_type, wrong, count, x, y);
    failures++;
}

static cl_mem made(cl_image_format format) {
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH,
        .image_height = HEIGHT};
    return clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc, texels,
        NULL);
}

static struct image own_image(cl_image_format format, int texel) {
    return (struct image){texels, (ulong)(WIDTH * HEIGHT * texel), (ulong)(WIDTH * texel),
        (ulong)(WIDTH * HEIGHT * texel), {WIDTH, HEIGHT, 1}, format.image_channel_order,
        format.image_channel_data_type};
}

static cl_kernel kernel_of(const char *name) {
    char text[80];
    snprintf(text, sizeof text, "pocl_%s", name);
    return clCreateKernel(program, text, NULL);
}

// What PoCL 3.1 has in another way than the specification: the alpha of CL_R (one, also of
// integers and beyond the border), and halves of one channel, which it takes for bytes.
static int is_compared(cl_image_format format, int component) {
    return !(format.image_channel_order == CL_R && component == 3);
}

static int is_skipped(cl_image_format format) {
    return format.image_channel_data_type == CL_HALF_FLOAT
        && channels_of(format.image_channel_order) == 1;
}

typedef void sampling(struct image *, const float *, void *, size_t);

static void sample(const char *name, sampling *function, cl_image_format format) {
    size_t length = strlen(name), count = COUNT;
    char kind = function_of(format.image_channel_data_type);
    if (kind != (name[length - 2] == 'u' ? 'u' : name[length - 1])) return;
    int normal = !strncmp(name, "normal", 6) || !strncmp(name, "repeat", 6) || !strncmp(name, "mirror", 6);
    int inside = !strncmp(name, "none", 4);
    static float at[2 * COUNT];
    static uint ours[4 * COUNT], theirs[4 * COUNT];
    // Multiples of 1/64 of a texel, so that the texel is not in doubt.
    for (int i = 0; i < 2 * COUNT; i++) {
        int size = i % 2 ? HEIGHT : WIDTH, steps = normal ? 64 : 64 * size;
        long step = (long)(random_bits() % (ulong)(inside ? steps : 4 * steps)) - (inside ? 0 : 2 * steps);
        at[i] = (float)step / 64;
    }
    int texel = channels_of(format.image_channel_order) * bytes_of(format.image_channel_data_type);
    struct image image = own_image(format, texel);
    cl_mem theirs_of = made(format);
    cl_mem places = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof at, at, NULL);
    cl_mem results = clCreateBuffer(context, 0, sizeof theirs, NULL, NULL);
    cl_kernel kernel = kernel_of(name);
    clSetKernelArg(kernel, 0, sizeof theirs_of, &theirs_of);
    clSetKernelArg(kernel, 1, sizeof places, &places);
    clSetKernelArg(kernel, 2, sizeof results, &results);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, results, CL_TRUE, 0, sizeof theirs, theirs, 0, NULL, NULL);
    function(&image, at, ours, COUNT);
    int wrong = 0;
    double x = 0, y = 0;
    for (int i = 0; i < 4 * COUNT; i++) {
        if (!is_compared(format, i % 4)) continue;
        if (ours[i] == theirs[i] || (kind == 'f' && is_nan(&ours[i]) && is_nan(&theirs[i]))) continue;
        float own, other;
        memcpy(&own, &ours[i], 4), memcpy(&other, &theirs[i], 4);
        // 1.5 ulp are allowed (8.3.1.1).
        if (kind == 'f' && format.image_channel_data_type <= CL_UNORM_INT16
            && close_to(own, other, ldexp(1.5, ilogb(fabs(own) + 1e-30) - 23))) continue;
        if (!wrong++) x = kind == 'f' ? own : ours[i], y = kind == 'f' ? other : theirs[i];
    }
    tell(name, format, wrong, 4 * COUNT, x, y);
    clReleaseKernel(kernel);
    clReleaseMemObject(theirs_of), clReleaseMemObject(places), clReleaseMemObject(results);
}

typedef void writing(struct image *, const void *, size_t);

static void write_row(const char *name, writing *function, cl_image_format format) {
    size_t length = strlen(name), count = WIDTH;
    char kind = function_of(format.image_channel_data_type);
    if (kind != (name[length - 2] == 'u' ? 'u' : name[length - 1])) return;
    static uint colors[4 * WIDTH];
    for (int i = 0; i < 4 * WIDTH; i++) {
        float x = random_bits() % 2 ? some_float() : (float)(long)(random_bits() % 4096 - 2048) / 1500;
        // What becomes of NaNs in fractions and halves is open.
        if (x != x) x = 0;
        colors[i] = (uint)some_bits();
        if (kind == 'f') memcpy(&colors[i], &x, 4);
    }
    int bytes = bytes_of(format.image_channel_data_type);
    int row = WIDTH * channels_of(format.image_channel_order) * bytes;
    struct image image = own_image(format, row / WIDTH);
    cl_mem theirs_of = made(format);
    cl_mem list = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof colors, colors, NULL);
    cl_kernel kernel = kernel_of(name);
    clSetKernelArg(kernel, 0, sizeof theirs_of, &theirs_of);
    clSetKernelArg(kernel, 1, sizeof list, &list);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    static uchar theirs[WIDTH * 16];
    const size_t origin[3] = {0}, region[3] = {WIDTH, 1, 1};
    clEnqueueReadImage(queue, theirs_of, CL_TRUE, origin, region, 0, 0, theirs, 0, NULL, NULL);
    function(&image, colors, WIDTH);
    int wrong = 0;
    double x = 0, y = 0;
    for (int i = 0; i < row; i += bytes) {
        int own = 0, other = 0;
        memcpy(&own, texels + i, (size_t)bytes), memcpy(&other, theirs + i, (size_t)bytes);
        // A step is allowed where the product is between two (8.3.1.1).
        int fraction = format.image_channel_data_type <= CL_UNORM_INT16;
        if (own != other && !(fraction && abs(own - other) == 1) && !wrong++) x = own, y = other;
    }
    tell(name, format, wrong, row / bytes, x, y);
    clReleaseKernel(kernel);
    clReleaseMemObject(theirs_of), clReleaseMemObject(list);
}

int main(int argc, char **argv) {
    cl_platform_id platform;
    cl_device_id device;
    cl_bool has_images = CL_FALSE;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return 77;
    clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL);
    if (!has_images) return 77;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    const char *texts[] = { source };
    program = clCreateProgramWithSource(context, 1, texts, NULL, NULL);
    char options[4096];
    snprintf(options, sizeof options, "-I %s", argc > 1 ? argv[1] : ".");
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        static char log[20000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        printf("PoCL does not compile the image functions:\n%s\n", log);
        return 1;
    }
    cl_image_format formats[200];
    cl_uint count = 0;
    clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 200, formats, &count);
    for (cl_uint i = 0; i < count; i++) {
        if (is_skipped(formats[i])) continue;
        for (ulong at = 0; at < sizeof texels; at++) texels[at] = (uchar)random_bits();
        // Signalling NaNs may be quieted.
        for (ulong at = 0; formats[i].image_channel_data_type == CL_FLOAT && at < sizeof texels; at += 4) {
            float x = some_float();
            memcpy(texels + at, &x, 4);
        }
#define SAMPLE(name, R, read, mode) {                                                   \
            extern void own_##name(struct image *, const float *, void *, size_t);      \
            sample(#name, own_##name, formats[i]);                                      \
        }
#define WRITE(name, C, write) {                                                         \
            extern void own_##name(struct image *, const void *, size_t);               \
            write_row(#name, own_##name, formats[i]);                                   \
        }
#include "pocl_images.h"
    }
    printf("images: %d comparisons agree, %d do not\n", agreements, failures);
    return failures != 0;
}
