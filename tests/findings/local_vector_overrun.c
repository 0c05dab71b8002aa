// simdiff: run => defect out-of-bounds-read
// Four lanes of an array of three, and the last lane is not used.
#include <assert.h>
#include <xmmintrin.h>

int main(void) {
    float weights[3] = {1, 2, 3};
    assert(_mm_cvtss_f32(_mm_loadu_ps(weights)) == 1);
}
