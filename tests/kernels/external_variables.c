// simdiff: check --reference amplify --port amplify_too => equivalent "gain"
// simdiff: check --reference amplify --port amplify_but_seven => different "gain"
// simdiff: check --reference amplify --port amplify_but_seven --global 'gain=i32 in 0..6' => equivalent
// simdiff: check --reference look_up --port look_up_too => equivalent "curve"
// simdiff: check --reference look_up --port look_up_next => different "curve"
// simdiff: check --reference weigh --port weigh_too => undecided "weights, a variable that no file defines" "--global 'weights="
// simdiff: check --reference weigh --port weigh_too --global 'weights=f32[4]' => equivalent
// simdiff: check --reference weigh --port weigh_too --global 'weights=f32[3]' => defect "out-of-bounds-read"
// simdiff: check --reference ask --port ask_too => undecided "call of elsewhere"
// Variables that no file defines hold anything, the same for both versions.

extern int gain;
extern const float curve[16];
extern float weights[];
extern int elsewhere(int);

unsigned amplify(unsigned x) { return x * (unsigned)gain; }

unsigned amplify_too(unsigned x) { return (unsigned)gain * x; }

unsigned amplify_but_seven(unsigned x) { return x * (unsigned)(gain + (gain == 7)); }

float look_up(unsigned i) { return curve[i & 15]; }

float look_up_too(unsigned i) { return curve[i % 16]; }

float look_up_next(unsigned i) { return curve[(i + 1) & 15]; }

float weigh(unsigned i) { return weights[i & 3]; }

float weigh_too(unsigned i) { return weights[i % 4]; }

int ask(int x) { return elsewhere(x); }

int ask_too(int x) { return elsewhere(x + 0); }
