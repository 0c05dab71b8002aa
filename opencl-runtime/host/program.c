// Program objects (5.8).

#include "host.h"

cl_program simdiff_program(cl_context context) {
    cl_program program = NEW(cl_program);
    program->references = 1;
    program->context = context;
    program->status = CL_BUILD_NONE;
    program->type = CL_PROGRAM_BINARY_TYPE_NONE;
    program->built_for = simdiff_new(context->count, "OpenCL list of devices");
    memset(program->built_for, 0, context->count);
    context->references++;
    return program;
}

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
    cl_program program = simdiff_program(context);
    program->source = simdiff_new(length + 1, "OpenCL source");
    program->length = length;
    size_t at = 0;
    for (cl_uint i = 0; i < count; i++) {
        size_t part = lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
        memcpy(program->source + at, texts[i], part);
        at += part;
    }
    program->source[length] = 0;
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
        free(program->object);
        free(program->built_for);
        free(program);
    }
    return CL_SUCCESS;
}

int simdiff_has_device(cl_context context, cl_device_id device) {
    for (cl_uint i = 0; i < context->count; i++)
        if (context->devices[i] == device)
            return 1;
    return 0;
}

static int is_among(cl_device_id device, cl_uint count, const cl_device_id *devices) {
    for (cl_uint i = 0; i < count; i++)
        if (devices[i] == device)
            return 1;
    return count == 0;
}

int simdiff_is_for(cl_program program, cl_device_id device) {
    for (cl_uint i = 0; i < program->context->count; i++)
        if (program->built_for[i] && program->context->devices[i] == device)
            return 1;
    return 0;
}

void simdiff_is_now_for(cl_program program, cl_uint count, const cl_device_id *devices) {
    for (cl_uint i = 0; i < program->context->count; i++)
        program->built_for[i] |= is_among(program->context->devices[i], count, devices);
}

// Whether a program has a binary for a device outside a list.
static int is_for_others(cl_program program, cl_uint count, const cl_device_id *devices) {
    for (cl_uint i = 0; i < program->context->count; i++)
        if (program->built_for[i] && !is_among(program->context->devices[i], count, devices))
            return 1;
    return 0;
}

cl_int simdiff_check_devices(cl_context context, cl_uint count, const cl_device_id *devices) {
    if ((count == 0) != (devices == NULL))
        REFUSE(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        if (!simdiff_has_device(context, devices[i]))
            REFUSE(CL_INVALID_DEVICE);
    return CL_SUCCESS;
}

const struct simdiff_program *simdiff_compiled(const char *text, size_t length,
    const char *options) {
    for (unsigned i = 0; i < simdiff_program_count; i++) {
        const struct simdiff_program *known = &simdiff_programs[i];
        if (known->length == length && strcmp(known->options, options) == 0
            && memcmp(known->source, text, length) == 0)
            return known;
    }
    simdiff_build(text, length, options);
}

void simdiff_set_options(cl_program program, const char *options) {
    size_t length = strlen(options) + 1;
    free(program->options);
    program->options = simdiff_new(length, "OpenCL options");
    memcpy(program->options, options, length);
}

int simdiff_is_ended(cl_program program) {
    const struct simdiff_command *callback = program->building;
    return !callback || callback == simdiff_caller || simdiff_is_known(callback->number);
}

int simdiff_is_executable(cl_program program) {
    return simdiff_is_ended(program) && program->built
        && program->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

static void call_back(struct simdiff_command *command) {
    void (*function)(cl_program, void *) = command->built;
    void *data = command->user_data;
    cl_program program = command->program;
    unsigned number = command->number;
    simdiff_caller = command;
    simdiff_begin(number);
    function(program, data);
    simdiff_end(number);
    simdiff_caller = NULL;
    clReleaseProgram(program);
}

void simdiff_notify(cl_program program, const char *name,
    void (CL_CALLBACK *notify)(cl_program, void *), void *data) {
    struct simdiff_command *command = simdiff_command(NULL, 0, name, 0, NULL);
    command->run = call_back;
    command->built = notify;
    command->user_data = data;
    command->program = program;
    program->building = command;
    program->references++;
    simdiff_later(command);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
    const char *options, void (CL_CALLBACK *notify)(cl_program, void *), void *data) {
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (!notify && data)
        REFUSE(CL_INVALID_VALUE);
    cl_int error = simdiff_check_devices(program->context, count, devices);
    if (error)
        return error;
    // A program that was compiled or linked from several programs has no source of its own.
    if (program->kernels || !simdiff_is_ended(program) || (!program->source && program->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE))
        REFUSE(CL_INVALID_OPERATION);
    if (!notify)
        simdiff_blocks();
    if (!options)
        options = "";
    const struct simdiff_program *known = program->source
        ? simdiff_compiled(program->source, program->length, options)
        : simdiff_compiled(program->object, program->object_length, "");
    if (known->failed == SIMDIFF_WRONG_OPTIONS)
        REFUSE(CL_INVALID_BUILD_OPTIONS);
    if (program->source) {
        if (program->built && program->built != known && is_for_others(program, count, devices))
            simdiff_unsupported("clBuildProgram", "one program that is built in two ways");
        simdiff_is_now_for(program, count, devices);
    }
    simdiff_set_options(program, options);
    program->built = known;
    program->status = known->failed ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    program->type = known->failed ? CL_PROGRAM_BINARY_TYPE_NONE
                                  : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    if (program->source) {
        free(program->object);
        program->object = NULL;
    }
    if (notify) {
        simdiff_notify(program, "clBuildProgram", notify, data);
        return CL_SUCCESS;
    }
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

// No device supports callbacks at the release of programs.
cl_int clSetProgramReleaseCallback(cl_program program,
    void (CL_CALLBACK *function)(cl_program, void *), void *data) {
    (void)data;
    if (!program)
        REFUSE(CL_INVALID_PROGRAM);
    if (!function)
        REFUSE(CL_INVALID_VALUE);
    REFUSE(CL_INVALID_OPERATION);
}
