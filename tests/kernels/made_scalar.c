// simdiff: check --reference toggled --port toggled_sse --cflags=-O1 => equivalent
// simdiff: check --reference toggled --port toggled_sse --cflags=-O0 => equivalent
// simdiff: check --reference toggled --port joined_sse --cflags=-O1 => different
// clang makes these vector operations scalar: the port has executed none although all of it ran.
#include <emmintrin.h>

int toggled(int x, int y) { return x ^ y; }

int toggled_sse(int x, int y)
{
    return _mm_cvtsi128_si32(_mm_xor_si128(_mm_cvtsi32_si128(x), _mm_cvtsi32_si128(y)));
}

int joined_sse(int x, int y)
{
    return _mm_cvtsi128_si32(_mm_or_si128(_mm_cvtsi32_si128(x), _mm_cvtsi32_si128(y)));
}
