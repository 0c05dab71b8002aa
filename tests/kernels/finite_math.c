// simdiff: check --reference larger --port larger_too --cflags=-ffinite-math-only => undecided "nnan ninf"
// simdiff: check --reference larger --port larger_too => equivalent
// simdiff: check --reference larger --port larger_too --cflags=-fno-signed-zeros => equivalent "nsz"
// Which fast-math flags hold is said where no float operation carries them.

int larger(float x) { return __builtin_isnan(x) ? 1 : 0; }

int larger_too(float x) { return __builtin_isnan(x) != 0; }
