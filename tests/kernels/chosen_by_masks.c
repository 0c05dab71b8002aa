// simdiff: check --reference classes --port classes_counted => equivalent
// simdiff: check --reference classes --port classes_moved => different
// simdiff: check --reference one_of_four --port one_of_four_masks => equivalent
// simdiff: check --reference one_of_four --port one_of_four_lost => different
// simdiff: check --reference encoded --port encoded_masks => equivalent
// simdiff: check --reference encoded --port encoded_overlapping => different
// simdiff: check --reference turned --port turned_masks => equivalent
// simdiff: check --reference turned --port turned_at_full => different
// simdiff: check --reference lifted --port lifted_masks => equivalent
// simdiff: check --reference lifted --port lifted_or => different
// simdiff: check --reference added --port added_masks => equivalent
// simdiff: check --reference added --port added_upwards => different
// simdiff: check --reference leaky --port leaky_factor => equivalent
// simdiff: check --reference leaky --port leaky_zero => different
// simdiff: check --reference steps --port steps_masks => equivalent
// simdiff: check --reference steps --port steps_closed => different
// Trees of conditional operators against masks that comparisons make.

#include <emmintrin.h>
#include <stdint.h>

static inline __m128i load(const void *from) { return _mm_loadu_si128(from); }
static inline void store(void *to, __m128i value) { _mm_storeu_si128(to, value); }
static inline __m128i all(int value) { return _mm_set1_epi32(value); }
static inline __m128i above(__m128i x, __m128i y) { return _mm_cmpgt_epi32(x, y); }
static inline __m128i chosen(__m128i mask, __m128i x, __m128i y) {
    return _mm_or_si128(_mm_and_si128(mask, x), _mm_andnot_si128(mask, y));
}

// The number of thresholds that are reached.
void classes(const int32_t x[4], int32_t r[4]) {
    for (int i = 0; i < 4; i++)
        r[i] = x[i] < 10 ? 0 : x[i] < 20 ? 1 : x[i] < 40 ? 2 : x[i] < 80 ? 3 : 4;
}

static inline void counted(__m128i x, int second, int32_t r[4]) {
    __m128i low = _mm_add_epi32(above(x, all(9)), above(x, all(second)));
    __m128i high = _mm_add_epi32(above(x, all(39)), above(x, all(79)));
    store(r, _mm_sub_epi32(_mm_setzero_si128(), _mm_add_epi32(low, high)));
}

void classes_counted(const int32_t x[4], int32_t r[4]) { counted(load(x), 19, r); }
void classes_moved(const int32_t x[4], int32_t r[4]) { counted(load(x), 20, r); }

// One of four results, by two bits.
void one_of_four(const uint32_t x[4], const uint32_t y[4], uint32_t r[4]) {
    for (int i = 0; i < 4; i++) {
        unsigned which = x[i] & 3;
        r[i] = which == 0 ? y[i] : which == 1 ? y[i] + 1 : which == 2 ? y[i] * 2 : ~y[i];
    }
}

static inline void disjoint(__m128i x, __m128i y, int last, uint32_t r[4]) {
    __m128i which = _mm_and_si128(x, all(3));
    __m128i zero = _mm_and_si128(_mm_cmpeq_epi32(which, all(0)), y);
    __m128i one = _mm_and_si128(_mm_cmpeq_epi32(which, all(1)), _mm_add_epi32(y, all(1)));
    __m128i two = _mm_and_si128(_mm_cmpeq_epi32(which, all(2)), _mm_add_epi32(y, y));
    __m128i three = _mm_andnot_si128(y, _mm_cmpeq_epi32(which, all(last)));
    store(r, _mm_or_si128(_mm_or_si128(zero, one), _mm_or_si128(two, three)));
}

void one_of_four_masks(const uint32_t x[4], const uint32_t y[4], uint32_t r[4]) {
    disjoint(load(x), load(y), 3, r);
}
void one_of_four_lost(const uint32_t x[4], const uint32_t y[4], uint32_t r[4]) {
    disjoint(load(x), load(y), 2, r);
}

// The greatest bit that is set.
void encoded(const uint32_t x[4], uint32_t r[4]) {
    for (int i = 0; i < 4; i++) r[i] = x[i] & 8 ? 3 : x[i] & 4 ? 2 : x[i] & 2 ? 1 : 0;
}

static inline __m128i is_set(__m128i x, int bit) {
    return _mm_srai_epi32(_mm_slli_epi32(x, 31 - bit), 31);
}

void encoded_masks(const uint32_t x[4], uint32_t r[4]) {
    __m128i bits = load(x), three = is_set(bits, 3), two = is_set(bits, 2);
    __m128i rest = chosen(two, all(2), _mm_and_si128(is_set(bits, 1), all(1)));
    store(r, chosen(three, all(3), rest));
}

void encoded_overlapping(const uint32_t x[4], uint32_t r[4]) {
    __m128i bits = load(x), three = is_set(bits, 3), two = is_set(bits, 2);
    __m128i rest = _mm_or_si128(_mm_and_si128(two, all(2)), _mm_and_si128(is_set(bits, 1), all(1)));
    store(r, chosen(three, all(3), rest));
}

// An angle in degrees, back in its range.
void turned(const int32_t x[4], int32_t r[4]) {
    for (int i = 0; i < 4; i++) r[i] = x[i] >= 360 ? x[i] - 360 : x[i] < 0 ? x[i] + 360 : x[i];
}

static inline void around(__m128i x, int most, int32_t r[4]) {
    __m128i more = _mm_and_si128(above(_mm_setzero_si128(), x), all(360));
    __m128i less = _mm_and_si128(above(x, all(most)), all(360));
    store(r, _mm_add_epi32(x, _mm_sub_epi32(more, less)));
}

void turned_masks(const int32_t x[4], int32_t r[4]) { around(load(x), 359, r); }
void turned_at_full(const int32_t x[4], int32_t r[4]) { around(load(x), 360, r); }

// x ^ y is x | y without x & y, under a mask that both arms have.
void lifted(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    for (int i = 0; i < 4; i++) r[i] = x[i] > 0 ? (x[i] ^ y[i]) & 255 : (x[i] | y[i]) & 255;
}

void lifted_masks(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    __m128i a = load(x), b = load(y), positive = above(a, _mm_setzero_si128());
    __m128i both = _mm_and_si128(positive, _mm_and_si128(a, b));
    store(r, _mm_and_si128(all(255), _mm_xor_si128(_mm_or_si128(a, b), both)));
}

void lifted_or(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    __m128i a = load(x), b = load(y), positive = above(a, _mm_setzero_si128());
    __m128i both = _mm_and_si128(positive, _mm_or_si128(a, b));
    store(r, _mm_and_si128(all(255), _mm_xor_si128(_mm_or_si128(a, b), both)));
}

// A sum that saturates, from the signs of both operands and of the sum.
void added(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    for (int i = 0; i < 4; i++) {
        int64_t sum = (int64_t)x[i] + y[i];
        r[i] = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
    }
}

static inline __m128i overflows(__m128i x, __m128i y, __m128i sum) {
    __m128i alike = _mm_andnot_si128(_mm_xor_si128(x, y), _mm_xor_si128(x, sum));
    return _mm_srai_epi32(alike, 31);
}

void added_masks(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    __m128i a = load(x), b = load(y), sum = _mm_add_epi32(a, b);
    __m128i end = _mm_xor_si128(_mm_srai_epi32(a, 31), all(INT32_MAX));
    store(r, chosen(overflows(a, b, sum), end, sum));
}

void added_upwards(const int32_t x[4], const int32_t y[4], int32_t r[4]) {
    __m128i a = load(x), b = load(y), sum = _mm_add_epi32(a, b);
    store(r, chosen(overflows(a, b, sum), all(INT32_MAX), sum));
}

// The factor is chosen instead of the product.
void leaky(const float x[4], float r[4]) {
    for (int i = 0; i < 4; i++) r[i] = x[i] > 0 ? x[i] : x[i] * 0.1f;
}

static inline void scaled(const float x[4], __m128 below, float r[4]) {
    __m128 a = _mm_loadu_ps(x), positive = _mm_cmpgt_ps(a, _mm_setzero_ps());
    __m128 one = _mm_and_ps(positive, _mm_set1_ps(1.0f));
    _mm_storeu_ps(r, _mm_mul_ps(a, _mm_or_ps(one, _mm_andnot_ps(positive, below))));
}

void leaky_factor(const float x[4], float r[4]) { scaled(x, _mm_set1_ps(0.1f), r); }
void leaky_zero(const float x[4], float r[4]) { scaled(x, _mm_setzero_ps(), r); }

// Nothing below y, then two steps.
void steps(const float x[4], const float y[4], float r[4]) {
    for (int i = 0; i < 4; i++) r[i] = x[i] < y[i] ? 0.0f : x[i] < 2.0f ? 0.5f : 1.0f;
}

static inline void stepped(__m128 below, __m128 a, float r[4]) {
    __m128 low = _mm_cmplt_ps(a, _mm_set1_ps(2.0f));
    __m128 step = _mm_or_ps(_mm_and_ps(low, _mm_set1_ps(0.5f)), _mm_andnot_ps(low, _mm_set1_ps(1.0f)));
    _mm_storeu_ps(r, _mm_andnot_ps(below, step));
}

void steps_masks(const float x[4], const float y[4], float r[4]) {
    __m128 a = _mm_loadu_ps(x);
    stepped(_mm_cmplt_ps(a, _mm_loadu_ps(y)), a, r);
}
void steps_closed(const float x[4], const float y[4], float r[4]) {
    __m128 a = _mm_loadu_ps(x);
    stepped(_mm_cmple_ps(a, _mm_loadu_ps(y)), a, r);
}
