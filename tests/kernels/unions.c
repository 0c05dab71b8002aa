// simdiff: check --reference scale_ref --port scale_sse => different
// simdiff: check --reference scale_ref --port scale_sse --arg 'p->a.gain=i16 in -255..255' => equivalent
// simdiff: check --reference scale_ref --port scale_sse --assume 'p->a.gain <= 255 && p->a.gain >= -255' => equivalent
// simdiff: check --reference scale_ref --port scale_sse --arg 'p->a.gain=i16 in -257..255' => different
// simdiff: check --reference value_ref --port value_sse --arg 'p.a.gain=i16 in -255..255' => equivalent
// simdiff: check --reference unnamed_ref --port unnamed_port --arg 'p->lo=i16 in 0..7' => equivalent
// simdiff: check --reference unnamed_ref --port unnamed_port --arg 'p->lo=i16 in 0..8' => different
// simdiff: check --reference scale_ref --port scale_sse --arg 'p->raw[0]=u8 in 0..7' => different
#include <emmintrin.h>
#include <stdint.h>

// A range for a member of a union: the union has the layout of this member.
typedef union {
    struct {
        int16_t bias, gain;
    } a;
    uint8_t raw[4];
} params;

static int16_t clip(int v) { return v < -32768 ? -32768 : v > 32767 ? 32767 : v; }

void scale_ref(int16_t *restrict d, const int8_t *restrict s, int n, const params *p)
{
    for (int i = 0; i < n; i++) {
        d[i] = clip(s[i] * p->a.gain + p->a.bias);
    }
}

// Right if the product fits 16 bits.
void scale_sse(int16_t *restrict d, const int8_t *restrict s, int n, const params *p)
{
    const __m128i gain = _mm_set1_epi16(p->a.gain), bias = _mm_set1_epi16(p->a.bias);
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        const __m128i bytes = _mm_loadl_epi64((const __m128i *)(s + i));
        const __m128i v = _mm_srai_epi16(_mm_unpacklo_epi8(_mm_setzero_si128(), bytes), 8);
        _mm_storeu_si128((__m128i *)(d + i), _mm_adds_epi16(_mm_mullo_epi16(v, gain), bias));
    }
    for (; i < n; i++) {
        d[i] = clip(s[i] * p->a.gain + p->a.bias);
    }
}

void value_ref(int16_t *restrict d, const int8_t *restrict s, int n, params p) { scale_ref(d, s, n, &p); }
void value_sse(int16_t *restrict d, const int8_t *restrict s, int n, params p) { scale_sse(d, s, n, &p); }

struct with_unnamed {
    int n;
    union {
        struct {
            int16_t lo, hi;
        };
        int32_t both;
    };
};

int unnamed_ref(const struct with_unnamed *p) { return p->lo & 15; }
int unnamed_port(const struct with_unnamed *p) { return p->both & 7; }
