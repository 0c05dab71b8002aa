// simdiff: check --reference advance --port advance_one => equivalent
// simdiff: check --reference advance --port advance_two => different
// simdiff: check --reference advance --port advance_one --port-flags -O2 => equivalent
// A pointer in a global variable that is moved from where it was.

int *cursor;
void advance(void) { cursor = cursor + 1; }
void advance_one(void) { cursor += 1; }
void advance_two(void) { cursor += 2; }
