// simdiff: check --reference Image::clear --port Image::fill => equivalent "this->data=out:u8"
// simdiff: check --reference invert --port invert_words --size im.w=0..9,im.h=1..2 => equivalent "im.data=inout:u8"
// simdiff: check --reference invert --port invert_flat --size im.w=1..4,im.h=2..3 => different
// simdiff: check --reference weigh --port weigh_twice --size v.n=1..3 => equivalent "v.data=in:f64[v.n]"
// Classes with pointers in them, by reference, by value and as the object of a method.
#include <cstdint>
#include <cstring>

class Image {
public:
    void clear();
    void fill();

private:
    friend void invert(Image &im);
    friend void invert_words(Image &im);
    friend void invert_flat(Image &im);
    int w, h;
    std::uint8_t *data;
};

void Image::clear()
{
    for (int i = 0; i < w * h; i++) data[i] = 0;
}

void Image::fill()
{
    if (w * h > 0) std::memset(data, 0, w * h);
}

void invert(Image &im)
{
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++) im.data[y * im.w + x] = ~im.data[y * im.w + x];
}

void invert_words(Image &im)
{
    int n = im.w * im.h, i = 0;
    for (; i + 8 <= n; i += 8) {
        std::uint64_t v;
        std::memcpy(&v, im.data + i, 8);
        v = ~v;
        std::memcpy(im.data + i, &v, 8);
    }
    for (; i < n; i++) im.data[i] = ~im.data[i];
}

void invert_flat(Image &im)
{
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++) im.data[y + x] = ~im.data[y + x];
}

struct Vector {
    const double *data;
    long n;
    double scale, offset;
};

double weigh(Vector v)
{
    double all = v.offset;
    for (long i = 0; i < v.n; i++) all += v.data[i] * v.scale;
    return all;
}

double weigh_twice(const Vector v)
{
    double all = v.offset;
    const double *end = v.data + v.n;
    for (const double *at = v.data; at != end; ++at) all += *at * v.scale;
    return all;
}
