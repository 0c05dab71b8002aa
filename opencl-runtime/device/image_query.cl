// Built-in image query functions (6.15.15.6).

#include "image.h"

#define OF_ALL(IMAGE, ACCESS)                                                           \
    PURE int get_image_width(ACCESS IMAGE image) {                                      \
        return (int)header_of(image)->extents[0];                                       \
    }                                                                                   \
    PURE int get_image_channel_data_type(ACCESS IMAGE image) {                          \
        return (int)header_of(image)->type;                                             \
    }                                                                                   \
    PURE int get_image_channel_order(ACCESS IMAGE image) {                              \
        return (int)header_of(image)->order;                                            \
    }
EACH_IMAGE(OF_ALL)

#define HEIGHT(IMAGE, ACCESS)                                                           \
    PURE int get_image_height(ACCESS IMAGE image) {                                     \
        return (int)header_of(image)->extents[1];                                       \
    }
EACH_ACCESS(HEIGHT, image2d_t)
EACH_ACCESS(HEIGHT, image2d_array_t)
EACH_ACCESS(HEIGHT, image3d_t)

#define PLANE(IMAGE, ACCESS)                                                            \
    PURE int2 get_image_dim(ACCESS IMAGE image) {                                       \
        image_header header = header_of(image);                                         \
        return (int2)((int)header->extents[0], (int)header->extents[1]);                \
    }
EACH_ACCESS(PLANE, image2d_t)
EACH_ACCESS(PLANE, image2d_array_t)

#define VOLUME(IMAGE, ACCESS)                                                           \
    PURE int get_image_depth(ACCESS IMAGE image) {                                      \
        return (int)header_of(image)->extents[2];                                       \
    }                                                                                   \
    PURE int4 get_image_dim(ACCESS IMAGE image) {                                       \
        image_header header = header_of(image);                                         \
        return (int4)((int)header->extents[0], (int)header->extents[1],                 \
            (int)header->extents[2], 0);                                                \
    }
EACH_ACCESS(VOLUME, image3d_t)

#define LAYERS(IMAGE, ACCESS, dimension)                                                \
    PURE size_t get_image_array_size(ACCESS IMAGE image) {                              \
        return header_of(image)->extents[dimension];                                    \
    }
#define ROWS(IMAGE, ACCESS) LAYERS(IMAGE, ACCESS, 1)
#define SLICES(IMAGE, ACCESS) LAYERS(IMAGE, ACCESS, 2)
EACH_ACCESS(ROWS, image1d_array_t)
EACH_ACCESS(SLICES, image2d_array_t)
