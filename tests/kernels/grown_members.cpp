// simdiff: check --reference writer::put --port writer::put_by_byte => equivalent "this->out=out:std::vector<unsigned char>[1]"
// simdiff: check --reference writer::put --port writer::put_swapped => different "this->out[0].data[0]"
// simdiff: check --reference writer::put --port writer::put_uncounted => different "this[0].count"
// simdiff: check --reference writer::put --port writer::put_silent => different "this->out[0].size"
// simdiff: check --reference crop --port crop_by_resize --size im.px.size=0..6 => equivalent
// simdiff: check --reference crop --port crop_less --size im.px.size=0..6 => different "im.px[0].size"
// simdiff: check --reference rename_of --port rename_of_other --size e->name.size=0..3 => different "e->name[0].size"
// simdiff: check --reference widened --port widened_base --size w.size=0..3 => undecided
// Vectors and strings that are members of what a call may change.

#include <cstdint>
#include <string>
#include <vector>

class writer {
public:
    void put(uint16_t word);
    void put_by_byte(uint16_t word);
    void put_swapped(uint16_t word);
    void put_uncounted(uint16_t word);
    void put_silent(uint16_t word);

private:
    uint64_t count = 0;
    std::vector<uint8_t> out;
};

void writer::put(uint16_t word)
{
    out.push_back(word >> 8);
    out.push_back(word);
    count += 2;
}

void writer::put_by_byte(uint16_t word)
{
    for (int shift : {8, 0}) {
        out.insert(out.end(), word >> shift & 255);
        count++;
    }
}

void writer::put_swapped(uint16_t word)
{
    out.push_back(word);
    out.push_back(word >> 8);
    count += 2;
}

void writer::put_uncounted(uint16_t word)
{
    out.push_back(word >> 8);
    out.push_back(word);
}

void writer::put_silent(uint16_t)
{
    count += 2;
}

struct image {
    std::vector<uint16_t> px;
    int width;
};

void crop(image &im)
{
    std::vector<uint16_t> kept;
    for (size_t i = 0; i < im.px.size() && i < 4; i++) kept.push_back(im.px[i]);
    im.px = kept;
    im.width = int(kept.size());
}

void crop_by_resize(image &im)
{
    if (im.px.size() > 4) im.px.resize(4);
    im.width = int(im.px.size());
}

void crop_less(image &im)
{
    if (im.px.size() > 5) im.px.resize(4);
    im.width = im.px.size() > 4 ? 4 : int(im.px.size());
}

struct entry {
    int id;
    std::string name;
};

void rename_of(entry *e, char c)
{
    e->name += c;
    e->id++;
}

void rename_of_other(entry *e, char c)
{
    if (e->id >= 0) e->name += c;
    e->id++;
}

/* The elements of a base class are not built for the call. */
struct counted : std::vector<int> {
    int n;
};

void widened(counted &w)
{
    w.push_back(1);
    w.n = 0;
}

void widened_base(counted &w)
{
    w.push_back(1);
    w.n = 1;
}
