// simdiff: check --reference position --port position_guarded => equivalent
// simdiff: check --reference position --port position_unguarded => defect "bit-scan-of-zero" "UndefinedBehaviorSanitizer"
// simdiff: check --reference position --port position_unguarded --undefined bit-scan=note => equivalent "bit-scan"
// simdiff: check --reference position_unguarded --port position => equivalent "bit-scan" "reference"
// simdiff: check --reference position --port position_unguarded --arg 'x=u32 in 1..1000' => equivalent
// simdiff: check --reference position --port position_ffs => equivalent
// simdiff: check --reference position --port position_ffs_reversed => different
// The first bit that is set is sought in zero, and nobody uses the answer.

int position(unsigned x) {
    for (int i = 0; i < 32; i++)
        if (x >> i & 1) return i;
    return -1;
}

int position_guarded(unsigned x) { return x ? __builtin_ctz(x) : -1; }

int position_unguarded(unsigned x) {
    int first = __builtin_ctz(x);
    return x ? first : -1;
}

int position_ffs(unsigned x) { return __builtin_ffs((int)x) - 1; }

int position_ffs_reversed(unsigned x) { return x ? 31 - __builtin_clz(x) : -1; }
