// simdiff: check --reference same --port less_itself => defect "uninitialised-output"
// simdiff: check --reference same --port narrowed => defect "uninitialised-output"
// simdiff: check --reference same --port compared => defect "uninitialised-output"
// Conversions of what nobody wrote, whose bits cancel: two uses of it need not agree.

int same(int x) { return x; }
int less_itself(int x) { unsigned short c; int z = c; return x + z - z; }
int narrowed(int x) { unsigned w; unsigned char c = (unsigned char)w; return x + (c - c); }
int compared(int x) { unsigned char c; int z = c; if (z == z + 1) return 0; return x; }
