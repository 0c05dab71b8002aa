// simdiff: check --cflags -mavx --reference relu --port relu_avx --port-flags '-O2 -mavx' => equivalent
// simdiff: check --cflags -mavx --reference relu --port relu_avx --port-flags '-O2 -ffast-math' => undecided "the flags `nnan ninf nsz` allow"
// simdiff: check --cflags -mavx --reference relu --port relu_avx --port-flags -ffast-math --assume-finite --assume-positive-zero => equivalent
// Code generation uses the fast-math flags of intrinsics: it exchanges the operands of vmaxps to
// fold a load, and the port gives NaN and -0 where the reference gives 0.
#include <immintrin.h>

void relu(float *out, const float *in)
{
    for (int i = 0; i < 8; i++)
        out[i] = in[i] > 0.0f ? in[i] : 0.0f;
}

void relu_avx(float *out, const float *in)
{
    _mm256_storeu_ps(out, _mm256_max_ps(_mm256_loadu_ps(in), _mm256_setzero_ps()));
}
