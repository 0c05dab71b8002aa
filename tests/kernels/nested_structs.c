// simdiff: check --reference luma --port luma_sse --size 'f->plane[0].w=17,f->plane[0].h=2,f->plane[0].stride=20' => equivalent "f->plane[0].data=inout:u8"
// simdiff: check --reference luma --port luma_chroma --size f->plane[0].w=4,f->plane[0].h=2,f->plane[0].stride=4,f->plane[1].stride=2 => different
// simdiff: check --reference take --port take_four --arg br->at=in:u8[n] --size n=4..8 => equivalent "assuming"
// simdiff: check --reference take --port take_three --arg br->at=in:u8[n] --size n=4..8 => different "br[0].at"
// simdiff: check --reference take --port take_table --arg br->at=in:u8[n] --size n=4..8 => undecided "left pointing to something else"
// simdiff: check --reference take --port take_null --arg br->at=in:u8[n] --size n=4..8 => different "br[0].at"
// simdiff: check --reference masked --port masked_unless --size m->n=0..8 => equivalent "m->alpha=in:u8[m->n]"
// simdiff: check --reference masked --port masked_unless --arg m->alpha=const:0 --size m->n=0..8 => equivalent "m->alpha=const:0"
// simdiff: check --reference masked --port masked_always --arg m->alpha=const:0 --size m->n=1..8 => defect
// simdiff: check --reference sum --port sum_vector --arg s->n=size --size s->n=0..8 => equivalent "s->bias=i32"
// simdiff: check --reference both --port both_once --size a->n=1..4 --alias b->data=a->data --arg b->data=inout:i32[a->n] --arg a->data=inout:i32[a->n] => different
// simdiff: check --reference both --port both_once --size a->n=1..4 --arg b->data=inout:i32[a->n] => equivalent
// simdiff: check --reference total --port total_backwards --size v.n=0..4 => equivalent "v.(padding at 1)=3 bytes"
// simdiff: check --reference total --port total_padded --size v.n=1..4 => different
// What structures lead to: structures in arrays, pointers that a call moves, pointers that are
// null, and fields that neither version looks at.
#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

struct plane {
    int w, h, stride;
    uint8_t *data;
};

struct frame {
    struct plane plane[2];
    struct frame *next;
    void *owner;
    const char **tags;
};

void luma(struct frame *f, uint8_t mask)
{
    const struct plane *p = &f->plane[0];
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) p->data[y * p->stride + x] &= mask;
}

static void rows(const struct plane *p, int stride, uint8_t mask)
{
    for (int y = 0; y < p->h; y++) {
        uint8_t *row = p->data + y * stride;
        int x = 0;
        for (; x + 16 <= p->w; x += 16) {
            __m128i v = _mm_loadu_si128((const __m128i *)(row + x));
            v = _mm_and_si128(v, _mm_set1_epi8((char)mask));
            _mm_storeu_si128((__m128i *)(row + x), v);
        }
        for (; x < p->w; x++) row[x] &= mask;
    }
}

void luma_sse(struct frame *f, uint8_t mask) { rows(&f->plane[0], f->plane[0].stride, mask); }
void luma_chroma(struct frame *f, uint8_t mask) { rows(&f->plane[0], f->plane[1].stride, mask); }

struct reader {
    const uint8_t *at;
    uint32_t bits;
};

void take(struct reader *br)
{
    br->bits = 0;
    for (int i = 0; i < 4; i++) br->bits = br->bits << 8 | *br->at++;
}

void take_four(struct reader *br)
{
    uint32_t v;
    memcpy(&v, br->at, 4);
    br->bits = __builtin_bswap32(v);
    br->at += 4;
}

void take_three(struct reader *br)
{
    take_four(br);
    br->at--;
}

static const uint8_t zeros[8];

void take_table(struct reader *br)
{
    take_four(br);
    br->at = zeros;
}

void take_null(struct reader *br)
{
    take_four(br);
    br->at = 0;
}

struct masked {
    int n;
    const uint8_t *alpha;
    uint8_t *out;
};

void masked(struct masked *m)
{
    for (int i = 0; i < m->n; i++) m->out[i] = m->alpha ? m->out[i] & m->alpha[i] : m->out[i];
}

void masked_unless(struct masked *m)
{
    if (!m->alpha) return;
    for (int i = 0; i < m->n; i++) m->out[i] &= m->alpha[i];
}

void masked_always(struct masked *m)
{
    for (int i = 0; i < m->n; i++) m->out[i] &= m->alpha[i];
}

struct settings {
    int n, bias;
};

int sum(const struct settings *s, const int *x)
{
    int all = 0;
    for (int i = 0; i < s->n; i++) all += x[i] + s->bias;
    return all;
}

int sum_vector(const struct settings *s, const int *x)
{
    unsigned all = (unsigned)s->n * (unsigned)s->bias;
    for (int i = 0; i < s->n; i++) all += (unsigned)x[i];
    return (int)all;
}

struct list {
    int *data;
    int n;
};

void both(struct list *a, struct list *b)
{
    for (int i = 0; i < a->n; i++) a->data[i] = 1;
    for (int i = 0; i < a->n; i++) b->data[i] += 2;
}

void both_once(struct list *a, struct list *b)
{
    for (int i = 0; i < a->n; i++) {
        int before = b->data[i];
        a->data[i] = 1;
        b->data[i] = before + 2;
    }
}

struct values {
    char tag;
    int n;
    const int *x;
};

int total(struct values v)
{
    int all = v.tag;
    for (int i = 0; i < v.n; i++) all ^= v.x[i];
    return all;
}

int total_backwards(struct values v)
{
    int all = 0;
    while (v.n-- > 0) all ^= v.x[v.n];
    return v.tag ^ all;
}

int total_padded(struct values v)
{
    int all = v.tag | ((unsigned char *)&v)[1];
    for (int i = 0; i < v.n; i++) all ^= v.x[i];
    return all;
}
