// Sampler objects (5.7). A kernel gets a number, as for a sampler that its source declares.

#include "host.h"

static cl_sampler create(cl_context context, cl_bool normalized, cl_addressing_mode mode,
    cl_filter_mode filter, cl_int *errcode_ret) {
    // The numbers of clang's header.
    static const unsigned MODES[] = {0, 2, 4, 6, 8};
    if (mode < CL_ADDRESS_NONE || mode > CL_ADDRESS_MIRRORED_REPEAT
        || (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR)
        || (normalized != CL_TRUE && normalized != CL_FALSE))
        FAIL(CL_INVALID_VALUE);
    // Only normalised coordinates can be repeated.
    if (!normalized && (mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT))
        FAIL(CL_INVALID_VALUE);
    cl_sampler sampler = NEW(cl_sampler);
    sampler->references = 1;
    sampler->context = context;
    sampler->normalized = normalized;
    sampler->mode = mode;
    sampler->filter = filter;
    sampler->bits = MODES[mode - CL_ADDRESS_NONE] | (normalized ? 1 : 0)
        | (filter == CL_FILTER_LINEAR ? 0x20 : 0x10);
    context->references++;
    DONE(sampler);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode mode,
    cl_filter_mode filter, cl_int *errcode_ret) {
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    return create(context, normalized, mode, filter, errcode_ret);
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
    const cl_sampler_properties *properties, cl_int *errcode_ret) {
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode mode = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    unsigned seen = 0;
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    for (; properties && *properties; properties += 2) {
        unsigned which;
        switch (properties[0]) {
        case CL_SAMPLER_NORMALIZED_COORDS: which = 1, normalized = (cl_bool)properties[1]; break;
        case CL_SAMPLER_ADDRESSING_MODE: which = 2, mode = (cl_addressing_mode)properties[1]; break;
        case CL_SAMPLER_FILTER_MODE: which = 4, filter = (cl_filter_mode)properties[1]; break;
        default: FAIL(CL_INVALID_VALUE);
        }
        if (seen & which)
            FAIL(CL_INVALID_VALUE);
        seen |= which;
    }
    return create(context, normalized, mode, filter, errcode_ret);
}

cl_int clRetainSampler(cl_sampler sampler) { RETAIN(sampler, CL_INVALID_SAMPLER); }

cl_int clReleaseSampler(cl_sampler sampler) {
    if (!sampler)
        REFUSE(CL_INVALID_SAMPLER);
    if (--sampler->references == 0) {
        clReleaseContext(sampler->context);
        free(sampler);
    }
    return CL_SUCCESS;
}

#define NUMBER(type, number) do { type it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!sampler)
        REFUSE(CL_INVALID_SAMPLER);
    switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT: NUMBER(cl_uint, sampler->references);
    case CL_SAMPLER_CONTEXT: NUMBER(cl_context, sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS: NUMBER(cl_bool, sampler->normalized);
    case CL_SAMPLER_ADDRESSING_MODE: NUMBER(cl_addressing_mode, sampler->mode);
    case CL_SAMPLER_FILTER_MODE: NUMBER(cl_filter_mode, sampler->filter);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
