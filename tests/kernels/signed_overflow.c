// simdiff: check --reference grows --port is_not_last --arg 'x=i32' => equivalent "overflow"
// simdiff: check --reference grows --port always --arg 'x=i32' => different "signed integer overflow"
// simdiff: check --reference doubled --port doubled_unsigned --arg 'x=i32' => equivalent "overflow" "reference"
// simdiff: check --reference doubled_unsigned --port doubled --arg 'x=i32' => defect "signed-overflow" "UndefinedBehaviorSanitizer"
// simdiff: check --reference doubled_unsigned --port doubled --arg 'x=i32' --undefined overflow=note => equivalent "overflow" "port"
// simdiff: check --reference doubled_unsigned --port doubled --arg 'x=i32' --undefined ignore => equivalent
// simdiff: check --reference doubled_unsigned --port doubled --arg 'x=i32 in -1000..1000' => equivalent
// simdiff: check --reference doubled --port doubled_unsigned --arg 'x=i32' --undefined defect => defect "signed-overflow"
// simdiff: check --reference guarded_unsigned --port guarded --arg 'x=i32' => equivalent
// simdiff: check --reference magnitude_unsigned --port magnitude --arg 'x=i32' => defect "signed-overflow"

/* Overflow wraps around in what is compared; it is named, and the port's own is a defect. */

int grows(int x) { return x + 1 > x; }
int is_not_last(int x) { return x != 0x7fffffff; }
int always(int x) { return x == x; }

int doubled(int x) { return x * 2; }
int doubled_unsigned(int x) { return (int)((unsigned)x << 1); }

/* Folding the branch must not make the sum overflow where it is not reached. */
int guarded(int x) { return x < 1000 && x > -1000 ? x + 77 : x; }
int guarded_unsigned(int x) { return x < 1000 && x > -1000 ? (int)((unsigned)x + 77u) : x; }

int magnitude(int x) { return __builtin_abs(x); }
int magnitude_unsigned(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
