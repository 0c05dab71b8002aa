// Program objects (5.8).

#include "host.h"

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
    const size_t *lengths, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (count == 0 || !texts)
        FAIL(CL_INVALID_VALUE);
    size_t length = 0;
    for (cl_uint i = 0; i < count; i++) {
        if (!texts[i])
            FAIL(CL_INVALID_VALUE);
        length += lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
    }
    cl_program program = NEW(cl_program);
    program->references = 1;
    program->context = context;
    program->source = simdiff_new(length + 1, "OpenCL source");
    program->length = length;
    program->status = CL_BUILD_NONE;
    size_t at = 0;
    for (cl_uint i = 0; i < count; i++) {
        size_t part = lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
        memcpy(program->source + at, texts[i], part);
        at += part;
    }
    program->source[length] = 0;
    context->references++;
    DONE(program);
}

cl_int clRetainProgram(cl_program program) { RETAIN(program, CL_INVALID_PROGRAM); }

cl_int clReleaseProgram(cl_program program) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (--program->references == 0) {
        clReleaseContext(program->context);
        free(program->source);
        free(program->options);
        free(program);
    }
    return CL_SUCCESS;
}

static int has_device(cl_context context, cl_device_id device) {
    for (cl_uint i = 0; i < context->count; i++)
        if (context->devices[i] == device)
            return 1;
    return 0;
}

// What the front end has made of a program.
static const struct simdiff_program *compiled(cl_program program, const char *options) {
    for (unsigned i = 0; i < simdiff_program_count; i++) {
        const struct simdiff_program *known = &simdiff_programs[i];
        if (known->length == program->length && strcmp(known->options, options) == 0
            && memcmp(known->source, program->source, program->length) == 0)
            return known;
    }
    simdiff_build(program->source, program->length, options);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
    const char *options, void (CL_CALLBACK *notify)(cl_program, void *), void *data) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if ((count == 0) != (devices == NULL) || (!notify && data))
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        if (!has_device(program->context, devices[i]))
            REFUSE(CL_INVALID_DEVICE);
    if (program->kernels)
        REFUSE(CL_INVALID_OPERATION);
    if (!options)
        options = "";
    const struct simdiff_program *known = compiled(program, options);
    size_t length = strlen(options) + 1;
    free(program->options);
    program->options = simdiff_new(length, "OpenCL options");
    memcpy(program->options, options, length);
    program->built = known;
    program->status = known->failed ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    if (notify)
        notify(program, data);
    if (known->failed)
        REFUSE(CL_BUILD_PROGRAM_FAILURE);
    return CL_SUCCESS;
}

cl_int clUnloadCompiler(void) { return CL_SUCCESS; }
cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
    if (!platform)
        REFUSE(CL_INVALID_PLATFORM);
    return CL_SUCCESS;
}

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    int is_built = program->built && !program->built->failed;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT: NUMBER(cl_uint, program->references);
    case CL_PROGRAM_CONTEXT: NUMBER(cl_context, program->context);
    case CL_PROGRAM_NUM_DEVICES: NUMBER(cl_uint, program->context->count);
    case CL_PROGRAM_DEVICES:
        return simdiff_info(program->context->devices,
            program->context->count * sizeof(cl_device_id), size, value, size_ret);
    case CL_PROGRAM_SOURCE:
        return simdiff_info(program->source, program->length + 1, size, value, size_ret);
    case CL_PROGRAM_NUM_KERNELS:
        if (!is_built)
            REFUSE(CL_INVALID_PROGRAM_EXECUTABLE);
        NUMBER(size_t, program->built->count);
    case CL_PROGRAM_KERNEL_NAMES: {
        if (!is_built)
            REFUSE(CL_INVALID_PROGRAM_EXECUTABLE);
        size_t length = 1;
        for (unsigned i = 0; i < program->built->count; i++)
            length += strlen(program->built->kernels[i].name) + 1;
        char *names = simdiff_new(length, "OpenCL list of kernels"), *end = names;
        for (unsigned i = 0; i < program->built->count; i++) {
            const char *kernel = program->built->kernels[i].name;
            if (i)
                *end++ = ';';
            memcpy(end, kernel, strlen(kernel));
            end += strlen(kernel);
        }
        *end++ = 0;
        cl_int error = simdiff_info(names, (size_t)(end - names), size, value, size_ret);
        free(names);
        return error;
    }
    case CL_PROGRAM_BINARY_SIZES: case CL_PROGRAM_BINARIES: case CL_PROGRAM_IL:
        simdiff_unsupported("clGetProgramInfo", "binaries");
    default: REFUSE(CL_INVALID_VALUE);
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
    size_t size, void *value, size_t *size_ret) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (!has_device(program->context, device))
        REFUSE(CL_INVALID_DEVICE);
    const char *text = "";
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS: NUMBER(cl_build_status, program->status);
    case CL_PROGRAM_BUILD_OPTIONS: text = program->options ? program->options : ""; break;
    case CL_PROGRAM_BUILD_LOG: text = program->built ? program->built->log : ""; break;
    case CL_PROGRAM_BINARY_TYPE:
        NUMBER(cl_program_binary_type, program->built && !program->built->failed
            ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: NUMBER(size_t, 0);
    default: REFUSE(CL_INVALID_VALUE);
    }
    return simdiff_info(text, strlen(text) + 1, size, value, size_ret);
}
