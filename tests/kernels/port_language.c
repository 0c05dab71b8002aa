// simdiff: check port_language.cl --reference zeros --port count_zeros --global n --port-flags -cl-std=CL2.0 => equivalent
// simdiff: check port_language.cl --reference zeros --port count_zeros --global n --port-flags "-cl-std=CL2.0 -DZEROS=31" => different
// simdiff: check port_language.cl --reference zeros --port count_zeros --global n --cflags -cl-std=CL2.0 => equivalent
// A kernel that needs the flags of its side: the reference in C is compiled without them.
#include <stdint.h>

void zeros(const uint32_t *x, uint32_t *out, int n) {
    for (int i = 0; i < n; i++) out[i] = x[i] ? __builtin_ctz(x[i]) : 32;
}
