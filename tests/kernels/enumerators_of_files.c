// simdiff: check --reference apply --port apply_two --arg 'mode=enum:FAST|EXACT' => equivalent
// simdiff: check --reference apply --port apply_two --arg 'mode=enum:FAST|EXACT|BOTH' => different
// simdiff: check --reference apply --port apply_two --arg 'mode=flags:FAST|EXACT' => different
// simdiff: check --reference apply --port apply_two => different

// The values of an `int` that is one of the enumerators of the file.
enum { FAST = 1, EXACT = 2, BOTH = 3 };

int apply(int mode, int x) { return mode == FAST ? x : mode == EXACT ? ~x : 5; }
int apply_two(int mode, int x) { return mode == FAST ? x : ~x; }
