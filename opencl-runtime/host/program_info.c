// The properties of program objects (5.8.7).

#include "host.h"

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

static const char UNKNOWN_END[] = "a build that may go on, whose callback the host has not waited for";

// Makes the archive of a program that was built from its source, if it has none yet.
static void archive(cl_program program) {
    if (program->object || program->type == CL_PROGRAM_BINARY_TYPE_NONE)
        return;
    struct simdiff_archive archive = {NULL, 0};
    simdiff_record(&archive, 'S', program->source, program->length);
    simdiff_record(&archive, 'O', program->options, strlen(program->options));
    simdiff_record(&archive, 'L', NULL, 0);
    program->object = archive.data;
    program->object_length = archive.length;
}

// Writes the sizes of a program's binaries, or the binaries themselves, one for each
// device.
static cl_int binaries(cl_program program, cl_program_info name, size_t size, void *value,
    size_t *size_ret) {
    cl_uint devices = program->context->count;
    size_t each = name == CL_PROGRAM_BINARY_SIZES ? sizeof(size_t) : sizeof(char *);
    archive(program);
    if (value && size < devices * each)
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; value && i < devices; i++) {
        if (name == CL_PROGRAM_BINARY_SIZES)
            ((size_t *)value)[i] =
                program->object && program->built_for[i] ? program->object_length : 0;
        else if (((char **)value)[i] && program->object && program->built_for[i])
            memcpy(((char **)value)[i], program->object, program->object_length);
    }
    if (size_ret)
        *size_ret = devices * each;
    return CL_SUCCESS;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    int is_built = simdiff_is_executable(program);
    cl_uint devices = program->context->count;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT: NUMBER(cl_uint, program->references);
    case CL_PROGRAM_CONTEXT: NUMBER(cl_context, program->context);
    case CL_PROGRAM_NUM_DEVICES: NUMBER(cl_uint, devices);
    case CL_PROGRAM_DEVICES:
        return simdiff_info(program->context->devices,
            devices * sizeof(cl_device_id), size, value, size_ret);
    case CL_PROGRAM_SOURCE:
        if (!program->source)
            return simdiff_info("", 1, size, value, size_ret);
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
    case CL_PROGRAM_BINARY_SIZES: case CL_PROGRAM_BINARIES:
        if (!simdiff_is_ended(program))
            simdiff_unsupported("clGetProgramInfo", UNKNOWN_END);
        return binaries(program, name, size, value, size_ret);
    case CL_PROGRAM_IL: return simdiff_info("", 0, size, value, size_ret);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT: case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        NUMBER(cl_bool, CL_FALSE);
    default: REFUSE(CL_INVALID_VALUE);
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
    size_t size, void *value, size_t *size_ret) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (!simdiff_has_device(program->context, device))
        REFUSE(CL_INVALID_DEVICE);
    const char *text = "";
    int is_for = simdiff_is_for(program, device);
    if (name != CL_PROGRAM_BUILD_OPTIONS && !simdiff_is_ended(program))
        simdiff_unsupported("clGetProgramBuildInfo", UNKNOWN_END);
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS: NUMBER(cl_build_status, is_for ? program->status : CL_BUILD_NONE);
    case CL_PROGRAM_BUILD_OPTIONS: text = is_for && program->options ? program->options : ""; break;
    case CL_PROGRAM_BUILD_LOG: text = is_for && program->built ? program->built->log : ""; break;
    case CL_PROGRAM_BINARY_TYPE:
        NUMBER(cl_program_binary_type, is_for ? program->type : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: NUMBER(size_t, 0);
    default: REFUSE(CL_INVALID_VALUE);
    }
    return simdiff_info(text, strlen(text) + 1, size, value, size_ret);
}
