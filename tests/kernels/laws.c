// simdiff: check --reference sum_times --port products => different "--assume-distributive"
// simdiff: check --reference horner --port estrin => different "--assume-associative --assume-distributive"

/* Laws of real numbers under which versions agree. */
float sum_times(float x, float y, float z) { return x * (y + z); }
float products(float x, float y, float z) { return x * y + x * z; }

float horner(float x, float a, float b, float c, float d)
{
    return ((d * x + c) * x + b) * x + a;
}

float estrin(float x, float a, float b, float c, float d)
{
    return (d * x + c) * (x * x) + (b * x + a);
}
