// simdiff: check --reference alike --port alike_compared --cflags '-O1 -mdaz-ftz' => equivalent "subnormals are kept, although -mdaz-ftz"
// simdiff: check --reference alike --port alike_compared --cflags -O1 => equivalent
// The difference of two floats that differ is not zero, unless subnormals are flushed.

int alike(float x, float y) { return x - y == 0; }

int alike_compared(float x, float y)
{
    float infinity = __builtin_inff();
    return x == y && x != infinity && x != -infinity;
}
