// simdiff: check --reference chroma --port chroma_signed => equivalent
// simdiff: check --reference chroma --port chroma_reversed => different "association"
// simdiff: check --reference drop --port drop_twice => equivalent
// simdiff: check --reference part --port part_negated => equivalent
// simdiff: check --reference part --port part_subtracted => different
// simdiff: check --reference fused --port fused_negated --cflags=-mfma => equivalent
// x - y k is x + y (-k): of a factor and a constant the constant has the sign.

#include <math.h>

float chroma(float r, float g, float b) { return 0.5f * r - 0.41f * g - 0.09f * b; }
float chroma_signed(float r, float g, float b) { return (r * 0.5f + g * -0.41f) + b * -0.09f; }
float chroma_reversed(float r, float g, float b) { return r * 0.5f + (g * -0.41f + b * -0.09f); }

float drop(float a, float b) { return a - 2.0f * b; }
float drop_twice(float a, float b) { return b * -2.0f + a; }

float part(float a, float b) { return a - b / 3.0f; }
float part_negated(float a, float b) { return a + -b / 3.0f; }
float part_subtracted(float a, float b) { return a - b * (1.0f / 3.0f); }

float fused(float a, float b) { return fmaf(-a, 3.0f, b); }
float fused_negated(float a, float b) { return fmaf(a, -3.0f, b); }
