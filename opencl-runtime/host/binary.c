// Programs from binaries, built-in kernels and intermediate languages (5.8.1). Binaries are
// archives of this library; there are no built-in kernels, and no device reads an
// intermediate language.

#include "host.h"

// The type of a binary, by the tag of its last record; 0 if it is not an archive.
static char kind(const char *data, size_t length) {
    if (length < SIMDIFF_ARCHIVE_LENGTH || memcmp(data, SIMDIFF_ARCHIVE, SIMDIFF_ARCHIVE_LENGTH))
        return 0;
    char last = 0;
    for (size_t at = SIMDIFF_ARCHIVE_LENGTH; at < length;) {
        size_t size, left = length - at;
        if (left < 1 + sizeof size)
            return 0;
        last = data[at];
        memcpy(&size, data + at + 1, sizeof size);
        if (size > left - 1 - sizeof size)
            return 0;
        at += 1 + sizeof size + size;
    }
    return last == 'C' || last == 'A' || last == 'L' ? last : 0;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count,
    const cl_device_id *devices, const size_t *lengths, const unsigned char **binaries,
    cl_int *statuses, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (count == 0 || !devices || !lengths || !binaries)
        FAIL(CL_INVALID_VALUE);
    if (simdiff_check_devices(context, count, devices))
        FAIL(CL_INVALID_DEVICE);
    int is_missing = 0, is_wrong = 0;
    char type = 0;
    for (cl_uint i = 0; i < count; i++) {
        int missing = lengths[i] == 0 || !binaries[i];
        char own = missing ? 0 : kind((const char *)binaries[i], lengths[i]);
        if (statuses)
            statuses[i] = missing ? CL_INVALID_VALUE : own ? CL_SUCCESS : CL_INVALID_BINARY;
        is_missing |= missing;
        is_wrong |= !own;
        type = own;
    }
    if (is_missing)
        FAIL(CL_INVALID_VALUE);
    if (is_wrong)
        FAIL(CL_INVALID_BINARY);
    cl_program program = simdiff_program(context);
    program->object = simdiff_new(lengths[0], "OpenCL object");
    program->object_length = lengths[0];
    memcpy(program->object, binaries[0], lengths[0]);
    program->type = type == 'C' ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
        : type == 'A' ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    simdiff_is_now_for(program, count, devices);
    DONE(program);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
    const cl_device_id *devices, const char *names, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (count == 0 || !devices)
        FAIL(CL_INVALID_VALUE);
    if (simdiff_check_devices(context, count, devices))
        FAIL(CL_INVALID_DEVICE);
    (void)names;
    FAIL(CL_INVALID_VALUE);
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
    cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (!il || length == 0)
        FAIL(CL_INVALID_VALUE);
    // The devices report that they support none (an empty CL_DEVICE_IL_VERSION), but a
    // program need not query this. The call ends the path as not modelled instead of as an
    // error.
    simdiff_unsupported("clCreateProgramWithIL", "SPIR-V, which LLVM 19 does not read");
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
    const void *value) {
    (void)id, (void)size, (void)value;
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    REFUSE(CL_INVALID_OPERATION);
}
