// The device library against PoCL: every builtin of pocl_functions.h on random bits and
// special values. Exit code 77: no OpenCL device is there.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "oracle.h"

enum { COUNT = 4096, WIDEST = 16 };

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
static const char source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define RUN(name, R, A, B, C, expression) __kernel void pocl_##name(__global const A *as, "
    "__global const B *bs, __global const C *cs, __global R *results) { "
    "size_t i = get_global_id(0); A a = as[i]; B b = bs[i]; C c = cs[i]; results[i] = expression; }\n"
    "#include \"pocl_functions.h\"\n";

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int open_results;

static void *filled(size_t size, int is_float) {
    uchar *at = aligned_alloc(128, COUNT * size + 128);
    for (size_t i = 0; i < COUNT * size; i += is_float ? (size_t)is_float : 8) {
        float single = some_float();
        double wide = some_double();
        ulong bits = some_bits();
        if (is_float == 4) memcpy(at + i, &single, 4);
        else if (is_float == 8) memcpy(at + i, &wide, 8);
        else memcpy(at + i, &bits, 8);
    }
    return at;
}

static int is_nan(const uchar *at, int is_float) {
    float single;
    double wide;
    memcpy(&single, at, 4);
    if (is_float == 4) return single != single;
    memcpy(&wide, at, 8);
    return is_float == 8 && wide != wide;
}

// A function of the library's on pointers to inputs and results.
typedef void own(const void *, const void *, const void *, void *, size_t);

static void run(const char *name, own *function, const size_t sizes[4], const int floats[4]) {
    char kernel_name[80];
    snprintf(kernel_name, sizeof kernel_name, "pocl_%s", name);
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, kernel_name, &error);
    if (error != CL_SUCCESS) {
        printf("%s: PoCL has no such kernel\n", name);
        failures++;
        return;
    }
    void *in[3];
    cl_mem memory[4];
    for (int i = 0; i < 3; i++) {
        in[i] = filled(sizes[i + 1], floats[i + 1]);
        memory[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, COUNT * sizes[i + 1], in[i], &error);
        clSetKernelArg(kernel, (cl_uint)i, sizeof memory[i], &memory[i]);
    }
    uchar *theirs = aligned_alloc(128, COUNT * sizes[0] + 128);
    uchar *ours = aligned_alloc(128, COUNT * sizes[0] + 128);
    memory[3] = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizes[0], NULL, &error);
    clSetKernelArg(kernel, 3, sizeof memory[3], &memory[3]);
    size_t count = COUNT;
    error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(queue, memory[3], CL_TRUE, 0, COUNT * sizes[0], theirs, 0,
                                    NULL, NULL);
    function(in[0], in[1], in[2], ours, COUNT);
    size_t lane = floats[0] ? (size_t)floats[0] : sizes[0];
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < COUNT * sizes[0]; i += lane)
        if (memcmp(ours + i, theirs + i, lane)
            && !(is_nan(ours + i, floats[0]) && is_nan(theirs + i, floats[0]))
            && wrong++ == 0)
            first = i;
    if (error != CL_SUCCESS || wrong) {
        ulong got = 0, wanted = 0, a = 0, b = 0;
        memcpy(&got, ours + first, lane < 8 ? lane : 8);
        memcpy(&wanted, theirs + first, lane < 8 ? lane : 8);
        size_t at = first / sizes[0];
        memcpy(&a, (uchar *)in[0] + at * sizes[1], sizes[1] < 8 ? sizes[1] : 8);
        memcpy(&b, (uchar *)in[1] + at * sizes[2], sizes[2] < 8 ? sizes[2] : 8);
        printf("%s: %zu of %d differ; of %#lx and %#lx the library makes %#lx, PoCL %#lx\n", name,
               wrong, COUNT, a, b, got, wanted);
        failures++;
    } else {
        open_results++;
    }
    for (int i = 0; i < 4; i++) clReleaseMemObject(memory[i]);
    for (int i = 0; i < 3; i++) free(in[i]);
    free(ours), free(theirs);
    clReleaseKernel(kernel);
}

// Sizes and formats by name; of vectors those of a lane.
#define VECTORS(T)                                                                      \
    typedef T T##4 __attribute__((ext_vector_type(4)));                                 \
    typedef T T##8 __attribute__((ext_vector_type(8)));
VECTORS(int) VECTORS(uint) VECTORS(ushort) VECTORS(float)
#define FORMAT(T) _Generic((T *)0, float *: 4, float4 *: 4, double *: 8, default: 0)

int main(int argc, char **argv) {
    cl_platform_id platform;
    cl_device_id device;
    char version[200] = "";
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return 77;
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    const char *texts[] = { source };
    program = clCreateProgramWithSource(context, 1, texts, NULL, NULL);
    char options[4096];
    snprintf(options, sizeof options, "-I %s", argc > 1 ? argv[1] : ".");
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        static char log[20000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        printf("PoCL does not compile the builtins:\n%s\n", log);
        return 1;
    }
#define RUN(name, R, A, B, C, expression)                                               \
    {                                                                                   \
        extern void own_##name(const A *, const B *, const C *, R *, size_t);           \
        run(#name, (own *)own_##name,                                                   \
            (size_t[]){ sizeof(R), sizeof(A), sizeof(B), sizeof(C) },                   \
            (int[]){ FORMAT(R), FORMAT(A), FORMAT(B), FORMAT(C) });                     \
    }
#include "pocl_functions.h"
    printf("%s: %d builtins agree, %d do not\n", version, open_results, failures);
    return failures != 0;
}
