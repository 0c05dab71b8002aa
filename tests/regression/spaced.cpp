/* expected: different */
namespace dsp {

struct Gain {
    float factor;
};

float apply(const float *x, float gain)
{
    return Gain{gain}.factor * x[0] + x[1];
}

double apply(const double *x, double gain)
{
    return gain * x[0] + x[1];
}

namespace {
float apply_later(const float *x, float gain)
{
    return Gain{gain}.factor * (x[0] + x[1]);
}
}

}
