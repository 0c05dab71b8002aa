// simdiff: check --reference filter --port filter_folded --assume-associative --assume-distributive --assume-positive-zero => equivalent
// simdiff: check --reference filter --port filter_unturned --assume-associative --assume-distributive --assume-positive-zero => different
// simdiff: check --reference scaled --port scaled_after --assume-associative --assume-distributive --assume-positive-zero => equivalent
// simdiff: check --reference scaled --port scaled_twice --assume-associative --assume-distributive --assume-positive-zero => different
// simdiff: check --reference multiply --port multiply_three --assume-associative --assume-distributive --assume-finite => equivalent
// simdiff: check --reference multiply --port multiply_three_sign --assume-associative --assume-distributive --assume-finite => different
// simdiff: check --reference chain --port chain_left --assume-associative --assume-distributive => equivalent
// simdiff: check --reference chain --port chain_exchanged --assume-associative --assume-distributive => different
// Sums of products with a common factor taken out, or multiplied out.
#include <immintrin.h>

// A symmetric filter: eight products, and four products of sums.
float filter(const float x[8])
{
    static const float h[8] = {0.1f, 0.2f, 0.3f, 0.4f, 0.4f, 0.3f, 0.2f, 0.1f};
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += h[i] * x[i];
    return sum;
}

static float folded(const float *x, int order)
{
    __m128 back = _mm_loadu_ps(x + 4);
    if (order)
        back = _mm_shuffle_ps(back, back, _MM_SHUFFLE(0, 1, 2, 3));
    __m128 h = _mm_setr_ps(0.1f, 0.2f, 0.3f, 0.4f);
    __m128 p = _mm_mul_ps(h, _mm_add_ps(_mm_loadu_ps(x), back));
    p = _mm_add_ps(p, _mm_movehl_ps(p, p));
    return _mm_cvtss_f32(_mm_add_ss(p, _mm_shuffle_ps(p, p, 1)));
}

float filter_folded(const float x[8]) { return folded(x, 1); }
float filter_unturned(const float x[8]) { return folded(x, 0); }

// A scale taken out of a sum of products.
float scaled(const float x[8], const float y[8], float k)
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += k * x[i] * y[i];
    return sum;
}

static float rows(const float *x, const float *y)
{
    __m128 low = _mm_mul_ps(_mm_loadu_ps(x), _mm_loadu_ps(y));
    __m128 sum = _mm_add_ps(low, _mm_mul_ps(_mm_loadu_ps(x + 4), _mm_loadu_ps(y + 4)));
    sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
    return _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps(sum, sum, 1)));
}

float scaled_after(const float x[8], const float y[8], float k) { return k * rows(x, y); }
float scaled_twice(const float x[8], const float y[8], float k) { return k * (k * rows(x, y)); }

// A complex product with four real products, and Gauss' with three.
void multiply(const float x[2], const float y[2], float out[2])
{
    out[0] = x[0] * y[0] - x[1] * y[1];
    out[1] = x[0] * y[1] + x[1] * y[0];
}
static void three(const float *x, const float *y, float *out, float sign)
{
    float both = y[0] * (x[0] + x[1]);
    out[0] = both - x[1] * (y[0] + y[1]);
    out[1] = both + sign * x[0] * (y[1] - y[0]);
}
void multiply_three(const float x[2], const float y[2], float out[2]) { three(x, y, out, 1); }
void multiply_three_sign(const float x[2], const float y[2], float out[2]) { three(x, y, out, -1); }

// A chain of two matrices and a vector, from the right and from the left.
void chain(const float a[4], const float b[4], const float v[2], float out[2])
{
    float w[2] = {b[0] * v[0] + b[1] * v[1], b[2] * v[0] + b[3] * v[1]};
    for (int i = 0; i < 2; i++)
        out[i] = a[2 * i] * w[0] + a[2 * i + 1] * w[1];
}
static void product_first(const float *a, const float *b, const float *v, float *out)
{
    for (int i = 0; i < 2; i++) {
        float left = a[2 * i] * b[0] + a[2 * i + 1] * b[2], right = a[2 * i] * b[1] + a[2 * i + 1] * b[3];
        out[i] = left * v[0] + right * v[1];
    }
}
void chain_left(const float a[4], const float b[4], const float v[2], float out[2]) { product_first(a, b, v, out); }
void chain_exchanged(const float a[4], const float b[4], const float v[2], float out[2]) { product_first(b, a, v, out); }
