// simdiff: check --reference stored_half --port-flags '-O2 -ffast-math' => undecided "the flags `afn` allow"
// simdiff: check --reference stored_half --port-flags '-O2 -ffinite-math-only' => equivalent
// simdiff: check --reference whole --port-flags '-O2 -fno-signed-zeros -msse4.1' --arg 'x=f32 in -10..10' => undecided "the flags `nsz` allow"
// simdiff: check --reference whole --port-flags '-O2 -fno-signed-zeros -msse4.1' --arg 'x=f32 in -10..10' --assume-positive-zero => equivalent
// simdiff: check --reference whole --port-flags '-O2 -fno-signed-zeros' --arg 'x=f32 in -10..10' => equivalent
// Code generation reads attributes of functions for conversions: it rounds once instead of twice,
// and leaves out the integer between two conversions where an instruction rounds toward zero, so
// that -0.5 gives -0.

_Float16 stored_half(double x)
{
    return (_Float16)(float)x;
}

float whole(float x)
{
    return (float)(int)x;
}
