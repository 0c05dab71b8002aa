// Image objects (5.3.1-5.3.4, 5.3.7): memory objects with rows of texels.

#include "host.h"

static const struct { cl_channel_order order; unsigned channels; } ORDERS[] = {
    {CL_R, 1}, {CL_A, 1}, {CL_RG, 2}, {CL_RA, 2}, {CL_RGBA, 4}, {CL_BGRA, 4}, {CL_ARGB, 4},
    {CL_ABGR, 4}, {CL_INTENSITY, 1}, {CL_LUMINANCE, 1},
};
static const struct { cl_channel_type type; unsigned bytes; } TYPES[] = {
    {CL_SNORM_INT8, 1}, {CL_SNORM_INT16, 2}, {CL_UNORM_INT8, 1}, {CL_UNORM_INT16, 2},
    {CL_SIGNED_INT8, 1}, {CL_SIGNED_INT16, 2}, {CL_SIGNED_INT32, 4}, {CL_UNSIGNED_INT8, 1},
    {CL_UNSIGNED_INT16, 2}, {CL_UNSIGNED_INT32, 4}, {CL_HALF_FLOAT, 2}, {CL_FLOAT, 4},
};
enum { ORDER_COUNT = sizeof ORDERS / sizeof *ORDERS, TYPE_COUNT = sizeof TYPES / sizeof *TYPES };

// Whether a channel order allows a channel type (table 7).
static int go_together(cl_channel_order order, cl_channel_type type) {
    switch (order) {
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
        return type == CL_UNORM_INT8 || type == CL_SNORM_INT8 || type == CL_SIGNED_INT8
            || type == CL_UNSIGNED_INT8;
    case CL_INTENSITY:
    case CL_LUMINANCE:
        return type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8
            || type == CL_SNORM_INT16 || type == CL_HALF_FLOAT || type == CL_FLOAT;
    default:
        return 1;
    }
}

// Whether the format exists, supported or not (5.3.1.1). Packed channels, sRGB and depth
// are among the unsupported ones.
static int is_format(const cl_image_format *format) {
    cl_channel_order order = format->image_channel_order;
    cl_channel_type type = format->image_channel_data_type;
    int is_packed = type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555
        || type == CL_UNORM_INT_101010;
    if (order == CL_RGB || order == CL_RGBx || is_packed)
        return (order == CL_RGB || order == CL_RGBx) && is_packed;
    return order >= CL_R && order <= CL_ABGR && type >= CL_SNORM_INT8
        && type <= CL_UNORM_INT_101010_2 && go_together(order, type);
}

// Bytes of a texel; 0 for an unsupported format.
static size_t texel_size(const cl_image_format *format) {
    for (int i = 0; i < ORDER_COUNT; i++)
        for (int j = 0; j < TYPE_COUNT; j++)
            if (ORDERS[i].order == format->image_channel_order
                && TYPES[j].type == format->image_channel_data_type
                && go_together(ORDERS[i].order, TYPES[j].type))
                return ORDERS[i].channels * TYPES[j].bytes;
    return 0;
}

static int is_type(cl_mem_object_type type) {
    return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
    cl_mem_object_type type, cl_uint entries, cl_image_format *formats, cl_uint *count) {
    (void)flags;
    if (!context)
        REFUSE(CL_INVALID_CONTEXT);
    if (!is_type(type) || (entries == 0 && formats))
        REFUSE(CL_INVALID_VALUE);
    cl_uint found = 0;
    for (int i = 0; i < ORDER_COUNT; i++)
        for (int j = 0; j < TYPE_COUNT; j++) {
            if (!go_together(ORDERS[i].order, TYPES[j].type))
                continue;
            if (formats && found < entries)
                formats[found] = (cl_image_format){ORDERS[i].order, TYPES[j].type};
            found++;
        }
    if (count)
        *count = found;
    return CL_SUCCESS;
}

// Writes the extents that a description gives an image, layers as the last; returns an
// error.
static cl_int measure(const cl_image_desc *desc, size_t extents[3]) {
    size_t most[3] = {SIMDIFF_PLANE, 1, 1};
    extents[0] = desc->image_width, extents[1] = extents[2] = 1;
    switch (desc->image_type) {
    case CL_MEM_OBJECT_IMAGE1D: break;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: most[0] = SIMDIFF_LINE; break;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        extents[1] = desc->image_array_size, most[1] = SIMDIFF_VOLUME;
        break;
    case CL_MEM_OBJECT_IMAGE2D: extents[1] = desc->image_height, most[1] = SIMDIFF_PLANE; break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        extents[1] = desc->image_height, most[1] = SIMDIFF_PLANE;
        extents[2] = desc->image_array_size, most[2] = SIMDIFF_VOLUME;
        break;
    default:
        extents[1] = desc->image_height, extents[2] = desc->image_depth;
        most[0] = most[1] = most[2] = SIMDIFF_VOLUME;
    }
    for (int d = 0; d < 3; d++)
        if (extents[d] == 0)
            return CL_INVALID_IMAGE_DESCRIPTOR;
    for (int d = 0; d < 3; d++)
        if (extents[d] > most[d])
            return CL_INVALID_IMAGE_SIZE;
    return CL_SUCCESS;
}

// The pitches of the program's memory, as rows and slices of the header. Returns whether
// they are valid.
static int pitches(const cl_image_desc *desc, const size_t extents[3], size_t texel, int given,
    size_t *row, size_t *slice) {
    size_t width = extents[0] * texel;
    *row = desc->image_row_pitch ? desc->image_row_pitch : width;
    if ((!given && (desc->image_row_pitch || desc->image_slice_pitch)) || *row < width
        || *row % texel)
        return 0;
    // The layers of a 1D array are rows of the header.
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        size_t layer = desc->image_slice_pitch ? desc->image_slice_pitch : *row;
        if (layer < *row || layer % *row)
            return 0;
        *row = layer;
        *slice = layer * extents[1];
        return 1;
    }
    *slice = *row * extents[1];
    if (extents[2] > 1 && desc->image_slice_pitch) {
        if (desc->image_slice_pitch < *slice || desc->image_slice_pitch % *row)
            return 0;
        *slice = desc->image_slice_pitch;
    }
    return 1;
}

static cl_mem new_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    const cl_image_desc *desc, const size_t extents[3], size_t texel) {
    cl_mem memory = NEW(cl_mem);
    memory->references = 1;
    memory->context = context;
    memory->flags = flags & SIMDIFF_DEVICE_ACCESS ? flags : flags | CL_MEM_READ_WRITE;
    struct simdiff_image_object *image = simdiff_new(sizeof *image, "OpenCL image");
    memset(image, 0, sizeof *image);
    image->type = desc->image_type;
    image->format = *format;
    image->texel = texel;
    for (int d = 0; d < 3; d++)
        image->header.extents[d] = (cl_uint)extents[d];
    image->header.order = format->image_channel_order;
    image->header.type = format->image_channel_data_type;
    memory->image = image;
    context->references++;
    return memory;
}

// Fills in the address of the texels, and the pitches.
static void lay_out(cl_mem memory, char *data, size_t row, size_t slice) {
    struct simdiff_image_object *image = memory->image;
    const cl_uint *extents = image->header.extents;
    memory->data = data;
    memory->size = (extents[2] - 1) * slice + (extents[1] - 1) * row + extents[0] * image->texel;
    image->header.texels = data;
    image->header.bytes = memory->size;
    image->header.row = row;
    image->header.slice = slice;
}

static cl_mem of_buffer(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    const cl_image_desc *desc, const size_t extents[3], size_t texel, cl_int *errcode_ret) {
    cl_mem buffer = desc->mem_object;
    int is_plane = desc->image_type == CL_MEM_OBJECT_IMAGE2D;
    if (!is_plane && desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    if (buffer->image && is_plane)
        simdiff_unsupported("clCreateImage", "an image of another image");
    if (buffer->image)
        FAIL(CL_INVALID_MEM_OBJECT);
    size_t row = desc->image_row_pitch && is_plane ? desc->image_row_pitch : extents[0] * texel;
    if (desc->image_slice_pitch || (desc->image_row_pitch && !is_plane)
        || row < extents[0] * texel || row % (SIMDIFF_PITCH_ALIGNMENT * texel))
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    // No padding is needed behind the last row.
    if ((extents[1] - 1) * row + extents[0] * texel > buffer->size)
        FAIL(is_plane ? CL_INVALID_IMAGE_SIZE : CL_INVALID_IMAGE_DESCRIPTOR);
    cl_mem_flags own = flags & SIMDIFF_DEVICE_ACCESS, whole = buffer->flags & SIMDIFF_DEVICE_ACCESS;
    if ((flags & SIMDIFF_HOST_POINTER) || (own && whole != CL_MEM_READ_WRITE && own != whole))
        FAIL(CL_INVALID_VALUE);
    if (!own)
        flags |= whole;
    cl_mem memory = new_image(context, flags, format, desc, extents, texel);
    lay_out(memory, buffer->data, row, row * extents[1]);
    memory->host = buffer->host;
    memory->parent = buffer;
    memory->lease = buffer->lease;
    buffer->references++;
    DONE(memory);
}

// OpenCL 1.1 has other error codes for a description.
static cl_mem create(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    const cl_image_desc *desc, void *host, int is_old, cl_int *errcode_ret) {
    size_t extents[3], row, slice;
    if (!context)
        FAIL(CL_INVALID_CONTEXT);
    if (!simdiff_are_valid(flags))
        FAIL(CL_INVALID_VALUE);
    if (!format || !is_format(format))
        FAIL(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    if (!desc || !is_type(desc->image_type) || desc->num_mip_levels || desc->num_samples)
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    size_t texel = texel_size(format);
    if (!texel)
        FAIL(CL_IMAGE_FORMAT_NOT_SUPPORTED);
    cl_int error = measure(desc, extents);
    if (error == CL_INVALID_IMAGE_SIZE || (error && is_old))
        FAIL(CL_INVALID_IMAGE_SIZE);
    if (error)
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    if (desc->mem_object)
        return of_buffer(context, flags, format, desc, extents, texel, errcode_ret);
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    if (!host != !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        FAIL(CL_INVALID_HOST_PTR);
    int fits = pitches(desc, extents, texel, host != NULL, &row, &slice);
    if (!fits && is_old)
        FAIL(CL_INVALID_IMAGE_SIZE);
    if (!fits)
        FAIL(CL_INVALID_IMAGE_DESCRIPTOR);
    size_t own_row = extents[0] * texel, own_slice = own_row * extents[1];
    if (own_slice > (1ul << 30) / extents[2])
        FAIL(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    cl_mem memory = new_image(context, flags, format, desc, extents, texel);
    memory->lease = simdiff_new_lease();
    if (flags & CL_MEM_USE_HOST_PTR) {
        lay_out(memory, host, row, slice);
        memory->host = host;
        simdiff_lend(memory->lease, host, memory->size);
        DONE(memory);
    }
    lay_out(memory, simdiff_new(own_slice * extents[2], "image"), own_row, own_slice);
    for (size_t z = 0; (flags & CL_MEM_COPY_HOST_PTR) && z < extents[2]; z++)
        for (size_t y = 0; y < extents[1]; y++)
            memcpy(memory->data + z * own_slice + y * own_row,
                (char *)host + z * slice + y * row, own_row);
    DONE(memory);
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    const cl_image_desc *desc, void *host, cl_int *errcode_ret) {
    return create(context, flags, format, desc, host, 0, errcode_ret);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *list,
    cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *host,
    cl_int *errcode_ret) {
    if (list && *list)
        FAIL(CL_INVALID_PROPERTY);
    return create(context, flags, format, desc, host, 0, errcode_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    size_t width, size_t height, size_t row_pitch, void *host, cl_int *errcode_ret) {
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width,
        .image_height = height, .image_row_pitch = row_pitch};
    return create(context, flags, format, &desc, host, 1, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
    size_t width, size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void *host,
    cl_int *errcode_ret) {
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = width,
        .image_height = height, .image_depth = depth, .image_row_pitch = row_pitch,
        .image_slice_pitch = slice_pitch};
    // An image with one slice is a 2D image (5.3.1 of OpenCL 1.1).
    if (context && simdiff_are_valid(flags) && format && depth < 2)
        FAIL(CL_INVALID_IMAGE_SIZE);
    return create(context, flags, format, &desc, host, 1, errcode_ret);
}

#define NUMBER(kind, number) do { kind it = (number); \
    return simdiff_info(&it, sizeof it, size, value, size_ret); } while (0)

cl_int clGetImageInfo(cl_mem memory, cl_image_info name, size_t size, void *value,
    size_t *size_ret) {
    if (!memory || !memory->image)
        REFUSE(CL_INVALID_MEM_OBJECT);
    const struct simdiff_image_object *image = memory->image;
    const cl_uint *extents = image->header.extents;
    cl_mem_object_type type = image->type;
    int planes = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY
        || type == CL_MEM_OBJECT_IMAGE3D;
    size_t layers = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? extents[1]
        : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? extents[2] : 0;
    switch (name) {
    case CL_IMAGE_FORMAT: NUMBER(cl_image_format, image->format);
    case CL_IMAGE_ELEMENT_SIZE: NUMBER(size_t, image->texel);
    case CL_IMAGE_ROW_PITCH: NUMBER(size_t, image->header.row);
    case CL_IMAGE_SLICE_PITCH:
        NUMBER(size_t, type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? image->header.row
            : layers || type == CL_MEM_OBJECT_IMAGE3D ? image->header.slice : 0);
    case CL_IMAGE_WIDTH: NUMBER(size_t, extents[0]);
    case CL_IMAGE_HEIGHT: NUMBER(size_t, planes ? extents[1] : 0);
    case CL_IMAGE_DEPTH: NUMBER(size_t, type == CL_MEM_OBJECT_IMAGE3D ? extents[2] : 0);
    case CL_IMAGE_ARRAY_SIZE: NUMBER(size_t, layers);
    case CL_IMAGE_BUFFER: NUMBER(cl_mem, memory->parent);
    case CL_IMAGE_NUM_MIP_LEVELS: case CL_IMAGE_NUM_SAMPLES: NUMBER(cl_uint, 0);
    default: REFUSE(CL_INVALID_VALUE);
    }
}
