// simdiff: check --reference add --port add_from_256 => different "64, 256"
// simdiff: check --reference add --port add_to_1000 => different "64, 1001"
// simdiff: check --reference add --port add_by_remainder => different
// simdiff: check --reference add --port add_halves => different
// simdiff: check --reference add --port add_scalar_if_short => different
// simdiff: check --reference add --port add_enormous => undecided "unreached" "--allow-unreached" "line 67"
// simdiff: check --reference add --port add_enormous --allow-unreached => equivalent
// simdiff: check --reference add --port add_enormous --size n=0..9 => equivalent
// Sizes from which, up to which, and between which other code runs.

#include <emmintrin.h>
#include <stdint.h>

static void plain(int32_t *out, const int32_t *a, const int32_t *b, int from, int to) {
    for (int i = from; i < to; i++)
        out[i] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
}

static int vectors(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(out + i), _mm_add_epi32(x, y));
    }
    return i;
}

void add(int32_t *out, const int32_t *a, const int32_t *b, int n) { plain(out, a, b, 0, n); }

void add_from_256(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    plain(out, a, b, vectors(out, a, b, n), n);
    if (n >= 256)
        out[77] = a[77];
}

void add_to_1000(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    plain(out, a, b, vectors(out, a, b, n > 1000 ? 1000 : n), n > 1000 ? n - 1 : n);
}

void add_by_remainder(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    plain(out, a, b, vectors(out, a, b, n), n);
    if (n % 48 == 39)
        out[n - 2] = 0;
}

static void half(int32_t *out, const int32_t *a, const int32_t *b, unsigned n) {
    unsigned done = (unsigned)vectors(out, a, b, (int)n);
    plain(out, a, b, (int)done, (int)n);
    if (n == 150)
        out[3] = b[3];
}

void add_halves(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    int middle = n / 2;
    half(out, a, b, (unsigned)middle);
    half(out + middle, a + middle, b + middle, (unsigned)(n - middle));
}

void add_scalar_if_short(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    plain(out, a, b, n < 96 ? 0 : vectors(out, b, b, n), n);
}

void add_enormous(int32_t *out, const int32_t *a, const int32_t *b, int n) {
    plain(out, a, b, vectors(out, a, b, n), n);
    if (n > 5000000)
        out[9] = 9;
}
