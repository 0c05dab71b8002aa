// Reading and writing images. Coordinates are multiples of 1/64, and texels that are
// filtered small integers, so that everything is exact: positions are integers here, and
// filtered is by a sum over all texels.
#include "oracle.h"

struct image {
    uchar *texels;
    ulong bytes, row, slice;
    uint extents[3], order, type;
};
enum { FLOAT = 0x10DE, HALF = 0x10DD };
enum { NONE = 0, EDGE = 2, BORDER = 4, REPEAT = 6, MIRROR = 8, NORMALIZED = 1, LINEAR = 0x20 };

void simdiff_unsupported(const char *function, const char *what) {
    printf("%s: %s\n", function, what);
    exit(1);
}

// Its arguments are exact, and so is its result.
#define BLEND(name)                                                                     \
    float name(float, float, float) __asm("simdiff.approx.opencl." #name ".f32");       \
    float name(float t0, float t1, float a) { return t0 + (t1 - t0) * a; }
BLEND(linear_1) BLEND(linear_2x) BLEND(linear_2y)
BLEND(linear_3x) BLEND(linear_3y) BLEND(linear_3z)

static long floor_of(long a, long b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
static long modulo(long a, long b) { return a - b * floor_of(a, b); }

// The texel that a place stands for; -1 in a border.
static long addressed(long at, long size, int mode) {
    switch (mode) {
    case EDGE: return at < 0 ? 0 : at >= size ? size - 1 : at;
    case BORDER: return at < 0 || at >= size ? -1 : at;
    case REPEAT: return modulo(at, size);
    case MIRROR:
        at = modulo(at, 2 * size);
        return at < size ? at : 2 * size - 1 - at;
    default: return at;
    }
}

// A place in 64ths of a texel.
static long place_of(long k, long size, int sampler) { return sampler & NORMALIZED ? k * size : k; }

struct kind {
    const char *name;
    int plain, all;
};
static const struct kind kinds[] = {
    {"line", 1, 1}, {"lines", 1, 2}, {"plane", 2, 2}, {"planes", 2, 3}, {"volume", 3, 3}
};

#define DECLARE(K, F, R)                                                                \
    extern void shim_at_##K##_##F(struct image *, const int *, R *);                    \
    extern void shim_whole_##K##_##F(struct image *, ulong, const int *, R *);          \
    extern void shim_float_##K##_##F(struct image *, ulong, const float *, R *);        \
    extern void shim_write_##K##_##F(struct image *, const int *, const R *);
#define KINDS(F, R) DECLARE(line, F, R) DECLARE(lines, F, R) DECLARE(plane, F, R)       \
    DECLARE(planes, F, R) DECLARE(volume, F, R)
KINDS(f, float) KINDS(i, int) KINDS(ui, uint) KINDS(h, half)
#define EACH(what, F) { shim_##what##_line_##F, shim_##what##_lines_##F,                \
    shim_##what##_plane_##F, shim_##what##_planes_##F, shim_##what##_volume_##F }
static void (*at_f[])(struct image *, const int *, float *) = EACH(at, f);
static void (*at_i[])(struct image *, const int *, int *) = EACH(at, i);
static void (*at_ui[])(struct image *, const int *, uint *) = EACH(at, ui);
static void (*at_h[])(struct image *, const int *, half *) = EACH(at, h);
static void (*whole_f[])(struct image *, ulong, const int *, float *) = EACH(whole, f);
static void (*whole_i[])(struct image *, ulong, const int *, int *) = EACH(whole, i);
static void (*whole_ui[])(struct image *, ulong, const int *, uint *) = EACH(whole, ui);
static void (*whole_h[])(struct image *, ulong, const int *, half *) = EACH(whole, h);
static void (*float_f[])(struct image *, ulong, const float *, float *) = EACH(float, f);
static void (*float_i[])(struct image *, ulong, const float *, int *) = EACH(float, i);
static void (*float_ui[])(struct image *, ulong, const float *, uint *) = EACH(float, ui);
static void (*float_h[])(struct image *, ulong, const float *, half *) = EACH(float, h);
static void (*write_f[])(struct image *, const int *, const float *) = EACH(write, f);
static void (*write_i[])(struct image *, const int *, const int *) = EACH(write, i);
static void (*write_ui[])(struct image *, const int *, const uint *) = EACH(write, ui);
static void (*write_h[])(struct image *, const int *, const half *) = EACH(write, h);

static uchar memory[8 * 8 * 8 * 16];

static struct image some_image(int kind, uint order, uint type, uint texel) {
    struct image image = {memory, 0, 0, 0, {1, 1, 1}, order, type};
    for (int i = 0; i < kinds[kind].all; i++) image.extents[i] = 1 + random_bits() % 6;
    // Rows and slices may have gaps.
    image.row = image.extents[0] * texel + (random_bits() % 2) * texel;
    image.slice = image.extents[1] * image.row;
    image.bytes = image.slice * image.extents[2];
    for (ulong i = 0; i < sizeof memory; i++) memory[i] = (uchar)random_bits();
    return image;
}

// An image of small integers as floats of one channel, and what is at a place of it: the
// sum of all texels, weighted by how near they are.
static double texel_of(const struct image *image, const long at[3]) {
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) return 0;
    float value;
    memcpy(&value, memory + at[2] * image->slice + at[1] * image->row + at[0] * 4, 4);
    return value;
}

static double sampled(const struct image *image, int kind, int sampler, const long k[3]) {
    int mode = sampler & 0xe, blend = (sampler & LINEAR) != 0;
    double sum = 0;
    long first[3], count[3], place[3];
    for (int d = 0; d < 3; d++) {
        long size = image->extents[d];
        if (d >= kinds[kind].plain) {
            // The nearest layer, of two the even one.
            long layer = floor_of(k[d] + 32, 64);
            if (modulo(k[d], 64) == 32 && layer % 2) layer--;
            first[d] = d < kinds[kind].all ? addressed(layer, size, EDGE) : 0;
            count[d] = 1, place[d] = 0;
            continue;
        }
        place[d] = place_of(k[d], size, sampler) - (blend ? 32 : 0);
        // Mirrored is the place, not the texel: an edge between two belongs to the other.
        if (mode == MIRROR && !blend) {
            place[d] = modulo(place[d], 128 * size);
            if (place[d] > 64 * size) place[d] = 128 * size - place[d];
            if (place[d] == 64 * size) place[d]--;
        }
        first[d] = floor_of(place[d], 64), count[d] = blend ? 2 : 1;
    }
    for (long i = 0; i < count[0] * count[1] * count[2]; i++) {
        long step[3] = {i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
        double weight = 1;
        long at[3];
        for (int d = 0; d < 3; d++) {
            long where = first[d] + step[d];
            if (count[d] == 2) weight *= 1 - labs(64 * where - place[d]) / 64.0;
            at[d] = d < kinds[kind].plain ? addressed(where, image->extents[d], mode) : where;
        }
        sum += weight * texel_of(image, at);
    }
    return sum;
}

static void check(const char *what, int kind, double got, double wanted) {
    if (got != wanted && failures++ < 20)
        printf("%s of %s: %g instead of %g\n", what, kinds[kind].name, got, wanted);
}

static void samplers(int kind) {
    static const int modes[] = {NONE, EDGE, BORDER, REPEAT, MIRROR};
    for (int trial = 0; trial < 4000; trial++) {
        struct image image = some_image(kind, 0x10B1, FLOAT, 4);
        for (ulong i = 0; i + 4 <= image.bytes; i += 4) {
            float value = (float)(random_bits() % 16);
            memcpy(memory + i, &value, 4);
        }
        int mode = modes[random_bits() % 5], sampler = mode;
        int repeats = mode == REPEAT || mode == MIRROR;
        if (repeats || random_bits() % 2) sampler |= NORMALIZED;
        // Without an address mode nothing outside of the image may be blended.
        if (mode != NONE && random_bits() % 2) sampler |= LINEAR;
        long k[3] = {0, 0, 0};
        float at[3];
        int whole[3];
        for (int d = 0; d < 3; d++) {
            long size = image.extents[d];
            long most = sampler & NORMALIZED ? 64 : 64 * size;
            k[d] = (long)(random_bits() % (ulong)(5 * most)) - 2 * most;
            int inside = d < kinds[kind].plain && mode == NONE;
            if (inside) k[d] = (long)(random_bits() % (ulong)most);
            if (d >= kinds[kind].plain) k[d] = (long)(random_bits() % 1024) - 512;
            at[d] = (float)k[d] / 64;
            whole[d] = (int)floor_of(k[d], 64);
        }
        float got[4];
        float_f[kind](&image, (ulong)sampler, at, got);
        check("a sample", kind, got[3], sampled(&image, kind, sampler, k));
        if (sampler & (NORMALIZED | LINEAR)) continue;
        for (int d = 0; d < 3; d++) k[d] = 64L * whole[d];
        whole_f[kind](&image, (ulong)sampler, whole, got);
        check("a texel", kind, got[3], sampled(&image, kind, sampler, k));
    }
}

// What channels are in memory, and what of a border.
static const struct { uint order; const char *memory; int alpha; } orders[] = {
    {0x10B0, "r", 1}, {0x10B1, "a", 0}, {0x10B2, "rg", 1}, {0x10B3, "ra", 0}, {0x10B5, "rgba", 0},
    {0x10B6, "bgra", 0}, {0x10B7, "argb", 0}, {0x10C3, "abgr", 0}, {0x10B8, "i", 0},
    {0x10B9, "l", 1},
};
static const struct { uint type, bytes, is_signed; char kind; } types[] = {
    {0x10D0, 1, 1, 'n'}, {0x10D1, 2, 1, 'n'}, {0x10D2, 1, 0, 'n'}, {0x10D3, 2, 0, 'n'},
    {0x10D7, 1, 1, 'i'}, {0x10D8, 2, 1, 'i'}, {0x10D9, 4, 1, 'i'}, {0x10DA, 1, 0, 'i'},
    {0x10DB, 2, 0, 'i'}, {0x10DC, 4, 0, 'i'}, {HALF, 2, 1, 'f'}, {FLOAT, 4, 1, 'f'},
};

static long integer_at(const uchar *at, int bytes, int is_signed) {
    ulong value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    ulong sign = 1ul << (8 * bytes - 1);
    return is_signed && value & sign ? (long)value - (long)(2 * sign) : (long)value;
}

static double channel_at(const uchar *at, int type) {
    long value = integer_at(at, (int)types[type].bytes, (int)types[type].is_signed);
    half small;
    float large;
    switch (types[type].kind) {
    case 'i': return (double)value;
    case 'n': {
        long most = (1l << (8 * types[type].bytes - types[type].is_signed)) - 1;
        float x = (float)((long double)value / most);
        return x < -1 ? -1 : x;
    }
    default:
        memcpy(&small, at, 2), memcpy(&large, at, 4);
        return types[type].bytes == 2 ? (double)small : large;
    }
}

// The component of a color that a channel in memory is.
static int component(char channel) {
    switch (channel) {
    case 'g': return 1;
    case 'b': return 2;
    case 'a': return 3;
    default: return 0;
    }
}

static double clamped(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}

static int alike(double x, double y) { return x == y || (x != x && y != y); }

static void texels(int kind, int order, int type) {
    const char *channels = orders[order].memory;
    uint count = (uint)strlen(channels), bytes = types[type].bytes;
    struct image image = some_image(kind, orders[order].order, types[type].type, count * bytes);
    int at[3];
    for (int d = 0; d < 3; d++) at[d] = (int)(random_bits() % image.extents[d]);
    ulong offset = (ulong)at[2] * image.slice + (ulong)at[1] * image.row + (ulong)at[0] * count * bytes;
    double wanted[4] = {0, 0, 0, 1}, got[4];
    if (channels[0] == 'a' && count == 1) wanted[3] = 0;
    for (uint i = 0; i < count; i++) {
        double value = channel_at(memory + offset + i * bytes, type);
        if (channels[i] == 'i' || channels[i] == 'l') wanted[0] = wanted[1] = wanted[2] = value;
        if (channels[i] == 'i') wanted[3] = value;
        if (channels[i] != 'i' && channels[i] != 'l') wanted[component(channels[i])] = value;
    }
    // Halves are not read from images of floats.
    int halves = types[type].kind == 'n' || types[type].type == HALF;
    int integer = types[type].kind == 'i', is_signed = (int)types[type].is_signed;
    float f[4];
    int n[4];
    uint u[4];
    half h[4];
    for (int border = 0; border < 3; border++) {
        // Without a sampler, with one, and in a border.
        if (border == 2) {
            at[0] = (int)image.extents[0];
            for (int i = 0; i < 4; i++) wanted[i] = i == 3 ? orders[order].alpha : 0;
        }
        float real[3];
        for (int d = 0; d < 3; d++) real[d] = (float)at[d];
        if (!integer && !border) at_f[kind](&image, at, f);
        else if (!integer) whole_f[kind](&image, BORDER, at, f);
        else if (is_signed && !border) at_i[kind](&image, at, n);
        else if (is_signed) (border == 1 ? whole_i[kind](&image, BORDER, at, n)
            : float_i[kind](&image, BORDER, real, n));
        else if (!border) at_ui[kind](&image, at, u);
        else (border == 1 ? whole_ui[kind](&image, BORDER, at, u)
            : float_ui[kind](&image, BORDER, real, u));
        for (int i = 0; i < 4; i++) {
            got[i] = !integer ? (double)f[i] : is_signed ? (double)n[i] : (double)u[i];
            if (!alike(got[i], wanted[i])) check(channels, kind, got[i], wanted[i]);
        }
        if (!halves) continue;
        if (!border) at_h[kind](&image, at, h);
        else if (border == 1) whole_h[kind](&image, BORDER, at, h);
        else float_h[kind](&image, BORDER, real, h);
        for (int i = 0; i < 4; i++)
            if (!alike((double)h[i], (double)(half)wanted[i]))
                check("a half", kind, (double)h[i], wanted[i]);
    }
    // Writing: every other byte stays.
    at[0] = (int)(random_bits() % image.extents[0]);
    offset = (ulong)at[2] * image.slice + (ulong)at[1] * image.row + (ulong)at[0] * count * bytes;
    static uchar before[sizeof memory];
    memcpy(before, memory, sizeof memory);
    for (int i = 0; i < 4; i++) f[i] = some_float(), n[i] = (int)some_bits(), u[i] = (uint)some_bits();
    if (types[type].kind == 'n' && random_bits() % 2)
        for (int i = 0; i < 4; i++) f[i] = (float)((long)(random_bits() % 4096) - 2048) / 2000;
    int writes_halves = halves && random_bits() % 2;
    if (writes_halves)
        for (int i = 0; i < 4; i++) h[i] = (half)f[i], f[i] = (float)h[i];
    if (writes_halves) write_h[kind](&image, at, h);
    else if (!integer) write_f[kind](&image, at, f);
    else if (is_signed) write_i[kind](&image, at, n);
    else write_ui[kind](&image, at, u);
    for (uint i = 0; i < count; i++) {
        int c = component(channels[i]);
        ulong place = offset + i * bytes;
        double least = is_signed ? -ldexp(1, 8 * (int)bytes - 1) : 0;
        double most = ldexp(1, 8 * (int)bytes - is_signed) - 1;
        double stored = channel_at(memory + place, type), value;
        if (integer) {
            value = clamped(is_signed ? (double)n[c] : (double)u[c], least, most);
        } else if (types[type].kind == 'n') {
            float product = f[c] * (float)most;
            value = product != product ? 0 : nearbyint(clamped(product, least, most));
            stored = (double)integer_at(memory + place, (int)bytes, is_signed);
        } else {
            value = bytes == 2 ? (double)(half)f[c] : f[c];
        }
        if (!alike(stored, value)) check("a channel written", kind, stored, value);
        memcpy(before + place, memory + place, bytes);
    }
    if (memcmp(before, memory, sizeof memory)) check("a write beside a texel", kind, 1, 0);
}

int main(void) {
    for (int kind = 0; kind < 5; kind++) {
        samplers(kind);
        for (int trial = 0; trial < 40; trial++)
            for (int order = 0; order < 10; order++)
                for (int type = 0; type < 12; type++) texels(kind, order, type);
    }
    extern void shim_sizes(struct image *, struct image *, struct image *, int *);
    extern void shim_samplers(struct image *, float, float *);
    struct image all = {memory, 0, 0, 0, {2, 3, 5}, 0x10B0, FLOAT};
    int sizes[8], wanted[8] = {3, 5, 5, 5, 3, 3, 0x10B0, FLOAT};
    shim_sizes(&all, &all, &all, sizes);
    for (int i = 0; i < 8; i++) check("a query", 0, sizes[i], wanted[i]);
    float line[4] = {3, 5, 8, 12}, two[2];
    struct image image = {(uchar *)line, 16, 16, 16, {4, 1, 1}, 0x10B1, FLOAT};
    shim_samplers(&image, 3.25f, two);
    check("a sampler of the program", 0, two[0], 5);
    check("a sampler of a function", 0, two[1], 11);
    return failures != 0;
}
