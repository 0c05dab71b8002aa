// simdiff: check --reference packed --port packed_by_bits --arg 'x=f32 in 0..1000' => equivalent
// simdiff: check --reference packed --port packed_by_bits --arg 'x=f32 in 0..2000' => different
// A converted float beside a field: they overlap unless the range keeps it small.
int packed(float x, int k)
{
    return (int)((unsigned)(int)(x * 0.7f) + ((unsigned)k << 10));
}

int packed_by_bits(float x, int k)
{
    return (int)((unsigned)(int)(x * 0.7f) | (unsigned)k << 10);
}
