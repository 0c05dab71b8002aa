// simdiff: check --reference down_ref --port down_port => different
// simdiff: check --reference up_ref --port up_port => equivalent

// The file's own `floorf` rounds toward zero: its calls are not those of the library's.
float floorf(float x) { return (float)(int)x; }
float ceilf(float x)
{
    const float t = (float)(int)x;
    return t < x ? t + 1.0f : t;
}

float down_ref(float x)
{
    if (!(x > -100.0f && x < 100.0f)) {
        return 0.0f;
    }
    const int t = (int)x;
    return (float)(t > x ? t - 1 : t);
}

float down_port(float x) { return x > -100.0f && x < 100.0f ? floorf(x) : 0.0f; }

float up_ref(float x)
{
    if (!(x > -100.0f && x < 100.0f)) {
        return 0.0f;
    }
    const int t = (int)x;
    return (float)t < x ? (float)t + 1.0f : (float)t;
}

float up_port(float x) { return x > -100.0f && x < 100.0f ? ceilf(x) : 0.0f; }
