// Separate compilation and linking (5.8.3). Compiled objects and libraries are archives of
// their sources, which are compiled together when they are linked.

#include "host.h"

static void add(struct simdiff_archive *archive, const void *data, size_t length) {
    char *whole = simdiff_new(archive->length + length, "OpenCL object");
    if (archive->length)
        memcpy(whole, archive->data, archive->length);
    if (length)
        memcpy(whole + archive->length, data, length);
    free(archive->data);
    archive->data = whole;
    archive->length += length;
}

void simdiff_record(struct simdiff_archive *archive, char tag, const void *data, size_t length) {
    if (!archive->length)
        add(archive, SIMDIFF_ARCHIVE, SIMDIFF_ARCHIVE_LENGTH);
    add(archive, &tag, 1);
    add(archive, &length, sizeof length);
    add(archive, data, length);
}

void simdiff_append(struct simdiff_archive *archive, const char *other, size_t length) {
    const size_t last = 1 + sizeof(size_t);
    if (!archive->length)
        add(archive, SIMDIFF_ARCHIVE, SIMDIFF_ARCHIVE_LENGTH);
    add(archive, other + SIMDIFF_ARCHIVE_LENGTH, length - SIMDIFF_ARCHIVE_LENGTH - last);
}

// Has the front end compile an archive, which becomes the program's object.
static cl_int made(cl_program program, struct simdiff_archive archive, const char *options,
    cl_program_binary_type type) {
    const struct simdiff_program *known = simdiff_compiled(archive.data, archive.length, "");
    free(program->object);
    program->object = archive.data;
    program->object_length = archive.length;
    simdiff_set_options(program, options);
    program->built = known;
    program->status = known->failed ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    program->type = known->failed ? CL_PROGRAM_BINARY_TYPE_NONE : type;
    return known->failed;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
    const char *options, cl_uint headers, const cl_program *header, const char **names,
    void (CL_CALLBACK *notify)(cl_program, void *), void *data) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if ((!notify && data) || !headers != !header || !headers != !names)
        REFUSE(CL_INVALID_VALUE);
    cl_int error = simdiff_check_devices(program->context, count, devices);
    if (error)
        return error;
    if (program->kernels || !simdiff_is_ended(program) || !program->source)
        REFUSE(CL_INVALID_OPERATION);
    if (!notify)
        simdiff_blocks();
    if (!options)
        options = "";
    struct simdiff_archive archive = {NULL, 0};
    simdiff_record(&archive, 'S', program->source, program->length);
    simdiff_record(&archive, 'O', options, strlen(options));
    for (cl_uint i = 0; i < headers; i++) {
        if (!names[i] || !header[i] || !header[i]->source)
            REFUSE(CL_INVALID_VALUE);
        simdiff_record(&archive, 'N', names[i], strlen(names[i]));
        simdiff_record(&archive, 'H', header[i]->source, header[i]->length);
    }
    simdiff_record(&archive, 'C', NULL, 0);
    if (simdiff_compiled(archive.data, archive.length, "")->failed == SIMDIFF_WRONG_OPTIONS)
        REFUSE(CL_INVALID_COMPILER_OPTIONS);
    cl_int failed = made(program, archive, options, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    simdiff_is_now_for(program, count, devices);
    if (notify) {
        simdiff_notify(program, "clCompileProgram", notify, data);
        return CL_SUCCESS;
    }
    if (failed)
        REFUSE(CL_COMPILE_PROGRAM_FAILURE);
    return CL_SUCCESS;
}

static int has_option(const char *options, const char *option) {
    size_t length = strlen(option);
    for (const char *at = options; *at;) {
        size_t word = strcspn(at, " \t");
        if (word == length && memcmp(at, option, length) == 0)
            return 1;
        at += word;
        at += strspn(at, " \t");
    }
    return 0;
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
    const char *options, cl_uint inputs, const cl_program *input,
    void (CL_CALLBACK *notify)(cl_program, void *), void *data, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (inputs == 0 || !input || (!notify && data))
        FAIL(CL_INVALID_VALUE);
    cl_int error = simdiff_check_devices(context, count, devices);
    if (error)
        FAIL(error);
    if (!notify)
        simdiff_blocks();
    struct simdiff_archive archive = {NULL, 0};
    for (cl_uint i = 0; i < inputs; i++)
        if (!input[i])
            FAIL(CL_INVALID_PROGRAM);
    cl_uint linked = 0;
    cl_uint wanted = count ? count : context->count;
    cl_device_id *targets = simdiff_new(wanted * sizeof *targets, "OpenCL list of devices");
    for (cl_uint i = 0; i < wanted; i++) {
        cl_device_id device = count ? devices[i] : context->devices[i];
        // A device for which only some of the inputs are compiled.
        cl_uint compiled = 0;
        for (cl_uint j = 0; j < inputs; j++)
            compiled += simdiff_is_for(input[j], device) != 0;
        if (compiled && compiled < inputs)
            FAIL(CL_INVALID_OPERATION);
        if (compiled)
            targets[linked++] = device;
    }
    if (!linked)
        FAIL(CL_INVALID_OPERATION);
    for (cl_uint i = 0; i < inputs; i++) {
        if (!simdiff_is_ended(input[i]))
            FAIL(CL_INVALID_OPERATION);
        if (input[i]->type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
            && input[i]->type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
            FAIL(CL_INVALID_OPERATION);
        simdiff_append(&archive, input[i]->object, input[i]->object_length);
    }
    if (!options)
        options = "";
    int is_library = has_option(options, "-create-library");
    simdiff_record(&archive, is_library ? 'A' : 'L', NULL, 0);
    cl_program program = simdiff_program(context);
    simdiff_is_now_for(program, linked, targets);
    free(targets);
    cl_int failed = made(program, archive, options,
        is_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    if (notify)
        simdiff_notify(program, "clLinkProgram", notify, data);
    if (!failed || notify)
        DONE(program);
    // The program exists nevertheless, to report its build log.
    simdiff_refused(CL_LINK_PROGRAM_FAILURE, "CL_LINK_PROGRAM_FAILURE",
        errcode_ret ? SIMDIFF_STORED : SIMDIFF_NOWHERE);
    if (errcode_ret)
        *errcode_ret = CL_LINK_PROGRAM_FAILURE;
    return program;
}
