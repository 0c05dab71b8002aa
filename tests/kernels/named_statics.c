// simdiff: check --reference tripled --port tripled_by_shift => equivalent
// simdiff: check --reference tripled --port doubled => different
// Functions that a third one calls and no other file sees.

static int tripled(int x) { return (int)(3u * (unsigned)x); }

static int tripled_by_shift(int x) { return (int)(((unsigned)x << 1) + (unsigned)x); }

static int doubled(int x) { return (int)(2u * (unsigned)x); }

int all(int x) { return tripled(x) ^ tripled_by_shift(x) ^ doubled(x); }
