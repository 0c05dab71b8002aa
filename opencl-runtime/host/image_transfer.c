// Reading, writing, copying, filling and mapping images (5.3.3-5.3.6).

#include "host.h"

static cl_int check(cl_command_queue queue, cl_mem memory, cl_uint count, const cl_event *list) {
    if (queue && memory && !memory->image)
        REFUSE(CL_INVALID_MEM_OBJECT);
    return simdiff_check(queue, memory, count, list);
}

// Whether a region is within an image, and not empty.
static int is_region(cl_mem memory, const size_t *origin, const size_t *region) {
    if (!origin || !region)
        return 0;
    for (int d = 0; d < 3; d++) {
        size_t extent = memory->image->header.extents[d];
        if (region[d] == 0 || origin[d] > extent || region[d] > extent - origin[d])
            return 0;
    }
    return 1;
}

// The region's first texel, with the pitches of the image.
static struct simdiff_region inside(cl_mem memory, const size_t origin[3]) {
    const struct simdiff_image_object *image = memory->image;
    size_t row = image->header.row, slice = image->header.slice;
    size_t offset = origin[2] * slice + origin[1] * row + origin[0] * image->texel;
    return (struct simdiff_region){memory->data + offset, row, slice};
}

static void measure(cl_mem memory, const size_t region[3], size_t extent[3]) {
    memcpy(extent, region, 3 * sizeof *extent);
    extent[0] *= memory->image->texel;
}

// Fills in the pitches of the program's memory. Returns whether they are valid.
static int pitches(cl_mem memory, const size_t extent[3], size_t *row, size_t *slice) {
    cl_mem_object_type type = memory->image->type;
    int is_line = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (*slice && (is_line || type == CL_MEM_OBJECT_IMAGE2D))
        return 0;
    if (*row == 0)
        *row = extent[0];
    if (*row < extent[0])
        return 0;
    // The layers of a 1D array are rows.
    if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        if (*slice && *slice < *row)
            return 0;
        *row = *slice ? *slice : *row;
        *slice = *row * extent[1];
        return 1;
    }
    if (*slice == 0)
        *slice = *row * extent[1];
    return *slice >= *row * extent[1];
}

static cl_int transfer(cl_command_queue queue, int reads, cl_mem memory, cl_bool blocking,
    const size_t *origin, const size_t *region, size_t row, size_t slice, char *host,
    cl_uint count, const cl_event *list, cl_event *event) {
    cl_int error = check(queue, memory, count, list);
    if (error)
        return error;
    size_t extent[3];
    if (!host || !is_region(memory, origin, region))
        REFUSE(CL_INVALID_VALUE);
    measure(memory, region, extent);
    if (!pitches(memory, extent, &row, &slice))
        REFUSE(CL_INVALID_VALUE);
    if (simdiff_host_may_not(memory, reads ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY))
        REFUSE(CL_INVALID_OPERATION);
    struct simdiff_region image = inside(memory, origin), outside = {host, row, slice};
    struct simdiff_command *command = reads
        ? simdiff_copying_region(queue, CL_COMMAND_READ_IMAGE, "clEnqueueReadImage", outside,
            image, extent, count, list)
        : simdiff_copying_region(queue, CL_COMMAND_WRITE_IMAGE, "clEnqueueWriteImage", image,
            outside, extent, count, list);
    simdiff_use(command, 1, &memory, reads ? SIMDIFF_SOURCE : SIMDIFF_TARGET);
    return simdiff_submit(queue, command, blocking, event);
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
    const size_t *origin, const size_t *region, size_t row, size_t slice, void *host,
    cl_uint count, const cl_event *list, cl_event *event) {
    return transfer(queue, 1, image, blocking, origin, region, row, slice, host, count, list,
        event);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
    const size_t *origin, const size_t *region, size_t row, size_t slice, const void *host,
    cl_uint count, const cl_event *list, cl_event *event) {
    return transfer(queue, 0, image, blocking, origin, region, row, slice, (char *)host, count,
        list, event);
}

static cl_int copy(cl_command_queue queue, cl_command_type type, const char *name, cl_mem from,
    cl_mem to, struct simdiff_region source, struct simdiff_region target, const size_t extent[3],
    cl_uint count, const cl_event *list, cl_event *event) {
    struct simdiff_command *command =
        simdiff_copying_region(queue, type, name, target, source, extent, count, list);
    simdiff_use(command, 2, (cl_mem[]){from, to}, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, CL_FALSE, event);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to,
    const size_t *from_origin, const size_t *to_origin, const size_t *region, cl_uint count,
    const cl_event *list, cl_event *event) {
    cl_int error = check(queue, from, count, list);
    if (!error)
        error = check(queue, to, count, list);
    if (error)
        return error;
    const cl_image_format *first = &from->image->format, *second = &to->image->format;
    if (first->image_channel_order != second->image_channel_order
        || first->image_channel_data_type != second->image_channel_data_type)
        REFUSE(CL_IMAGE_FORMAT_MISMATCH);
    if (!is_region(from, from_origin, region) || !is_region(to, to_origin, region))
        REFUSE(CL_INVALID_VALUE);
    int overlaps = from->data == to->data;
    for (int d = 0; d < 3; d++)
        overlaps &= from_origin[d] < to_origin[d] + region[d]
            && to_origin[d] < from_origin[d] + region[d];
    if (overlaps)
        REFUSE(CL_MEM_COPY_OVERLAP);
    size_t extent[3];
    measure(from, region, extent);
    return copy(queue, CL_COMMAND_COPY_IMAGE, "clEnqueueCopyImage", from, to,
        inside(from, from_origin), inside(to, to_origin), extent, count, list, event);
}

// Bytes of a region's texels without padding; 0 if the buffer has fewer behind `offset`.
static size_t packed(cl_mem buffer, size_t offset, const size_t extent[3]) {
    size_t size = extent[0] * extent[1] * extent[2];
    return offset <= buffer->size && size <= buffer->size - offset ? size : 0;
}

static struct simdiff_region rows_of(cl_mem buffer, size_t offset, const size_t extent[3]) {
    return (struct simdiff_region){buffer->data + offset, extent[0], extent[0] * extent[1]};
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
    const size_t *origin, const size_t *region, size_t offset, cl_uint count,
    const cl_event *list, cl_event *event) {
    cl_int error = check(queue, from, count, list);
    if (!error)
        error = simdiff_check_buffer(queue, to, count, list);
    if (error)
        return error;
    size_t extent[3];
    if (!is_region(from, origin, region))
        REFUSE(CL_INVALID_VALUE);
    measure(from, region, extent);
    if (!packed(to, offset, extent))
        REFUSE(CL_INVALID_VALUE);
    if (from->parent == to && from->image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        REFUSE(CL_INVALID_MEM_OBJECT);
    if (from->parent == to)
        simdiff_unsupported("clEnqueueCopyImageToBuffer", "the buffer that the image is made of");
    return copy(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, "clEnqueueCopyImageToBuffer", from, to,
        inside(from, origin), rows_of(to, offset, extent), extent, count, list, event);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
    const size_t *origin, const size_t *region, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = simdiff_check_buffer(queue, from, count, list);
    if (!error)
        error = check(queue, to, count, list);
    if (error)
        return error;
    size_t extent[3];
    if (!is_region(to, origin, region))
        REFUSE(CL_INVALID_VALUE);
    measure(to, region, extent);
    if (!packed(from, offset, extent))
        REFUSE(CL_INVALID_VALUE);
    if (to->parent == from && to->image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        REFUSE(CL_INVALID_MEM_OBJECT);
    if (to->parent == from)
        simdiff_unsupported("clEnqueueCopyBufferToImage", "the buffer that the image is made of");
    return copy(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, "clEnqueueCopyBufferToImage", from, to,
        rows_of(from, offset, extent), inside(to, origin), extent, count, list, event);
}

// ---- Fill ----

static double clamped(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}

// Rounds to nearest, ties to even. The value is limited to 16 bits first, so it fits a
// long.
static long rounded(float x, double least, double most) {
    if (x != x)
        return 0;
    double limited = clamped(x, least, most);
    long below = (long)limited - (limited < 0 && (double)(long)limited != limited);
    double rest = limited - (double)below;
    return below + (rest > 0.5 || (rest == 0.5 && (below & 1)));
}

// The index of the colour component that a channel in memory holds.
static int component(cl_channel_order order, unsigned channel) {
    static const unsigned char places[][4] = {
        {0, 1, 2, 3}, {3, 0, 0, 0}, {0, 3, 0, 0}, {2, 1, 0, 3}, {3, 0, 1, 2}, {3, 2, 1, 0},
    };
    switch (order) {
    case CL_A: return places[1][channel];
    case CL_RA: return places[2][channel];
    case CL_BGRA: return places[3][channel];
    case CL_ARGB: return places[4][channel];
    case CL_ABGR: return places[5][channel];
    default: return places[0][channel];
    }
}

// Writes one channel of a fill colour to memory (OpenCL C 3.0, 8.3).
static void encode(cl_channel_type type, const void *color, int from, void *to) {
    float f;
    int i;
    unsigned u;
    memcpy(&f, (const char *)color + 4 * from, 4);
    memcpy(&i, &f, 4);
    memcpy(&u, &f, 4);
    switch (type) {
    case CL_SNORM_INT8: *(signed char *)to = (signed char)rounded(f * 127.0f, -128, 127); break;
    case CL_SNORM_INT16: *(short *)to = (short)rounded(f * 32767.0f, -32768, 32767); break;
    case CL_UNORM_INT8: *(unsigned char *)to = (unsigned char)rounded(f * 255.0f, 0, 255); break;
    case CL_UNORM_INT16:
        *(unsigned short *)to = (unsigned short)rounded(f * 65535.0f, 0, 65535);
        break;
    case CL_SIGNED_INT8: *(signed char *)to = (signed char)(i < -128 ? -128 : i > 127 ? 127 : i); break;
    case CL_SIGNED_INT16: *(short *)to = (short)(i < -32768 ? -32768 : i > 32767 ? 32767 : i); break;
    case CL_UNSIGNED_INT8: *(unsigned char *)to = (unsigned char)(u > 255 ? 255 : u); break;
    case CL_UNSIGNED_INT16: *(unsigned short *)to = (unsigned short)(u > 65535 ? 65535 : u); break;
    case CL_HALF_FLOAT: *(_Float16 *)to = (_Float16)f; break;
    default: memcpy(to, &u, 4);
    }
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem memory, const void *color,
    const size_t *origin, const size_t *region, cl_uint count, const cl_event *list,
    cl_event *event) {
    cl_int error = check(queue, memory, count, list);
    if (error)
        return error;
    if (!color || !is_region(memory, origin, region))
        REFUSE(CL_INVALID_VALUE);
    const struct simdiff_image_object *image = memory->image;
    cl_channel_order order = image->format.image_channel_order;
    unsigned channels = order == CL_RG || order == CL_RA ? 2
        : order == CL_RGBA || order == CL_BGRA || order == CL_ARGB || order == CL_ABGR ? 4 : 1;
    size_t bytes = image->texel / channels;
    char *texel = simdiff_new(image->texel, "OpenCL color");
    for (unsigned channel = 0; channel < channels; channel++)
        encode(image->format.image_channel_data_type, color, component(order, channel),
            texel + channel * bytes);
    struct simdiff_command *command = simdiff_filling(queue, CL_COMMAND_FILL_IMAGE,
        "clEnqueueFillImage", memory->data, 0, texel, image->texel, count, list);
    free(texel);
    command->to = inside(memory, origin);
    measure(memory, region, command->extent);
    simdiff_use(command, 1, &memory, SIMDIFF_TARGET);
    return simdiff_submit(queue, command, CL_FALSE, event);
}

// ---- Map ----

// A mapped region has rows and slices with gaps, as a device may choose it; in the program's
// memory, it has the program's pitches.
void *clEnqueueMapImage(cl_command_queue queue, cl_mem memory, cl_bool blocking,
    cl_map_flags flags, const size_t *origin, const size_t *region, size_t *row_pitch,
    size_t *slice_pitch, cl_uint count, const cl_event *list, cl_event *event,
    cl_int *errcode_ret) {
    cl_int error = check(queue, memory, count, list);
    if (error && errcode_ret)
        *errcode_ret = error;
    if (error)
        return NULL;
    cl_mem_object_type type = memory->image->type;
    int has_slices = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY
        || type == CL_MEM_OBJECT_IMAGE3D;
    if (!is_region(memory, origin, region) || !row_pitch || (has_slices && !slice_pitch))
        FAIL(CL_INVALID_VALUE);
    struct simdiff_region from = inside(memory, origin);
    size_t extent[3];
    measure(memory, region, extent);
    size_t pitch[2] = {from.row, from.slice};
    if (!(memory->flags & CL_MEM_USE_HOST_PTR)) {
        pitch[0] += memory->image->texel;
        pitch[1] = pitch[0] * (memory->image->header.extents[1] + 1);
    }
    void *mapped = simdiff_map_region(queue, memory, CL_COMMAND_MAP_IMAGE, "clEnqueueMapImage",
        blocking, flags, from, extent, pitch, count, list, event, errcode_ret);
    if (!mapped)
        return NULL;
    *row_pitch = pitch[0];
    if (slice_pitch)
        *slice_pitch = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? pitch[0] : has_slices ? pitch[1] : 0;
    return mapped;
}
