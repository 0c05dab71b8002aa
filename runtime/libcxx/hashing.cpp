/* What <unordered_map> and <unordered_set> leave to the shared library: the hash of
 * bytes (Appleby's MurmurHash64A; Fowler, Noll and Vo's 1a) and how many buckets a table
 * has. Both are as in the system's library, since they decide the order of elements. */
#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace std {

static uint64_t mixed(uint64_t x) { return x ^ x >> 47; }

size_t _Hash_bytes(const void *bytes, size_t size, size_t seed) {
    const uint64_t factor = 0xc6a4a7935bd1e995;
    const char *at = (const char *)bytes, *whole = at + size / 8 * 8, *end = at + size;
    uint64_t hash = seed ^ size * factor, word = 0;
    for (; at != whole; at += 8) {
        memcpy(&word, at, 8);
        hash = (hash ^ mixed(word * factor) * factor) * factor;
    }
    if (at != end) {
        word = 0;
        for (int shift = 0; at != end; at++, shift += 8) word |= (uint64_t)(unsigned char)*at << shift;
        hash = (hash ^ word) * factor;
    }
    return mixed(mixed(hash) * factor);
}

/* As in the system's library, bytes are signed. */
size_t _Fnv_hash_bytes(const void *bytes, size_t size, size_t seed) {
    const signed char *at = (const signed char *)bytes;
    uint64_t hash = seed;
    for (; size; size--) hash = (hash ^ *at++) * 0x100000001b3;
    return hash;
}

namespace __detail {

/* The numbers of buckets that the system's library was seen to choose: primes. */
static const size_t counts[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    97, 103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277,
    293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953,
    1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
    3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497,
    10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267,
    28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817,
    78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091,
    202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487,
    480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323,
    1142821, 1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627,
    2510653, 2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259,
    5515729, 5967347, 6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489,
    12117689, 13109983, 14183539, 15345007, 16601593, 17961079, 19431899, 21023161, 22744717,
    24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573,
    49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069,
    101473717, 109783337, 118773397, 128499677, 139022417, 150406843, 162723577, 176048909,
    190465427, 206062531, 222936881, 241193053, 260944219, 282312799, 305431229, 330442829,
    357502601, 386778277, 418451333, 452718089, 489790921, 529899637, 573292817, 620239453,
    671030513, 725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217,
    1259520799, 1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507,
    2185171673u, 2364114217u, 2557710269u, 2767159799u, 2993761039u, 3238918481u, 3504151727u,
    3791104843u, 4101556399u, 4294967291u, 6442450933ul, 8589934583ul, 12884901857ul,
    17179869143ul, 25769803693ul, 34359738337ul, 51539607367ul, 68719476731ul, 103079215087ul,
    137438953447ul, 206158430123ul, 274877906899ul, 412316860387ul, 549755813881ul,
    824633720731ul, 1099511627689ul, 1649267441579ul, 2199023255531ul, 3298534883309ul,
    4398046511093ul, 6597069766607ul, 8796093022151ul, 13194139533241ul, 17592186044399ul,
    26388279066581ul, 35184372088777ul, 52776558133177ul, 70368744177643ul, 105553116266399ul,
    140737488355213ul, 211106232532861ul, 281474976710597ul, 562949953421231ul,
    1125899906842597ul, 2251799813685119ul, 4503599627370449ul, 9007199254740881ul,
    18014398509481951ul, 36028797018963913ul, 72057594037927931ul, 144115188075855859ul,
    288230376151711717ul, 576460752303423433ul, 1152921504606846883ul, 2305843009213693951ul,
    4611686018427387847ul, 9223372036854775783ul, 18446744073709551557ul,
};

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
    /* A table without elements has one bucket, and grows with the first. */
    if (least == 0) return 1;
    const size_t *end = counts + sizeof counts / sizeof *counts, *count = counts;
    for (size_t left = end - counts; left;) {
        size_t half = left / 2;
        if (count[half] < least) {
            count += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    if (count >= end - 1) {
        _M_next_resize = -1;
        return end[-1];
    }
    _M_next_resize = __builtin_floor(*count * (double)_M_max_load_factor);
    return *count;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t more) const {
    if (elements + more <= _M_next_resize) return {false, 0};
    size_t wanted = elements + more;
    if (_M_next_resize == 0 && wanted < 11) wanted = 11;
    double least = wanted / (double)_M_max_load_factor;
    if (least < buckets) {
        _M_next_resize = __builtin_floor(buckets * (double)_M_max_load_factor);
        return {false, 0};
    }
    size_t next = __builtin_floor(least) + 1;
    return {true, _M_next_bkt(next > 2 * buckets ? next : 2 * buckets)};
}

}  // namespace __detail

}  // namespace std
