// simdiff: check --reference choose --port choose --port-flags -O2 => equivalent
// simdiff: check --reference choose --port choose --port-flags -DOTHER => different "&second[0]"
// simdiff: check --reference choose --port choose_second => different "&second[0]"
// simdiff: check --reference label --port label --port-flags -O2 => equivalent
// simdiff: check --reference label --port label --port-flags -DOTHER => undecided "an address that is in no buffer"
// simdiff: check --reference row --port row --port-flags -O2 => equivalent
// simdiff: check --reference row --port row --port-flags -DOTHER => undecided "an address that is in no buffer"
// simdiff: check --reference install --port install --port-flags -DOTHER => undecided "an address that is in no buffer"
// simdiff: check --reference reserve --port reserve => undecided "an address that is in no buffer"
// simdiff: check --reference advance --port advance --port-flags -DOTHER => different "state.1"
// simdiff: check --reference slot --port slot --port-flags -O2 => equivalent
// simdiff: check --reference slot --port slot_even => different "&first[1]"
// Pointers are compared by what they point to. Two modules have different addresses, and the
// objects that they share are in other places.

#include <stdlib.h>

#ifdef OTHER
int second[16], first[16];
#define CHOSEN second
#define LABEL "wide"
#define WEIGHT 3
#define STEP 2
static int last(int x) { return x + 1; }
#else
int first[16], second[16];
#define CHOSEN first
#define LABEL "narrow"
#define WEIGHT 2
#define STEP 1
static int last(int x) { return x; }
#endif

int *chosen;
const char *caption;
const int *weights;
int (*handler)(int);
void *room;
struct { int count; int *next; } state;

static const int rows[2][2] = {{1, WEIGHT}, {4, 5}};

void choose(int n) { chosen = CHOSEN + (n & 15); }
void choose_second(int n) { chosen = second + (n & 15); }
void label(int n) { caption = n > 3 ? LABEL : "none"; }
void row(int n) { weights = rows[n & 1]; }
void install(void) { handler = last; }
void reserve(void) { room = malloc(16); }
void advance(int n)
{
    state.count = n;
    state.next = first + STEP;
}
int *slot(int n) { return first + (n & 15); }
int *slot_even(int n) { return first + (n & 14); }
