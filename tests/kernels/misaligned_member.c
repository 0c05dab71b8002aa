// simdiff: check --reference length --port length_cast => defect "misaligned-access" "nothing of the kind"
// simdiff: check --reference length --port length_cast --undefined alignment=note => equivalent "alignment"
// simdiff: check --reference length --port length_packed => equivalent
// simdiff: check --reference second --port second_indexed --arg 'c=in:struct counts[1]' --size i=0..3 => equivalent
// A member made of bytes lies where it lies: read as a word it lacks a word's alignment.

#include <string.h>

struct header {
    char kind[1];
    char length[4];
};

struct __attribute__((packed)) packed_header {
    char kind;
    int length;
};

int length(const struct header *h)
{
    int value;
    memcpy(&value, h->length, 4);
    return value;
}

int length_cast(const struct header *h) { return *(const int *)h->length; }

int length_packed(const struct header *h)
{
    return ((const struct packed_header *)h)->length;
}

struct __attribute__((packed)) counts {
    char kind;
    int all[4];
};

int second(const struct counts *c, unsigned i)
{
    int value;
    memcpy(&value, c->all + i, 4);
    return value;
}

int second_indexed(const struct counts *c, unsigned i) { return c->all[i]; }
