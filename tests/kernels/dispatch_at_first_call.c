// simdiff: check --reference add --port add_lazy => equivalent "2 states were executed"
// simdiff: check --reference add --port add_lazy_wrong => different
// simdiff: check --reference add --port add_later_wrong => undecided
// simdiff: check --reference add --port add_settable => undecided "may be changed by other functions"
// simdiff: check --reference add --port add_public => undecided "unset-pointer"
// simdiff: check --reference add --port add_public --global impl_public=initial => undecided "declare it `static`"
// simdiff: check --reference add --port add_by_table => undecided "may be changed by other functions"
// simdiff: check --reference add --port add_in_cache => undecided "points to memory that later calls may not have"

// A pointer to the version that the first call chooses: later calls find it set.
#include <stdint.h>
#include <stdlib.h>

typedef void adding(uint8_t *d, const uint8_t *s, int n);

void add(uint8_t *d, const uint8_t *s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(d[i] + s[i]);
}

static void plain(uint8_t *d, const uint8_t *s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(s[i] + d[i]);
}

static void wrong(uint8_t *d, const uint8_t *s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(s[i] - d[i]);
}

static adding *impl;
void add_lazy(uint8_t *d, const uint8_t *s, int n) {
  if (!impl) {
    __builtin_cpu_init();
    impl = __builtin_cpu_supports("sse2") ? plain : wrong;
  }
  impl(d, s, n);
}

static adding *chosen;
void add_lazy_wrong(uint8_t *d, const uint8_t *s, int n) {
  if (!chosen)
    chosen = wrong;
  chosen(d, s, n);
}

// The first call is right.
static adding *next;
void add_later_wrong(uint8_t *d, const uint8_t *s, int n) {
  if (!next) {
    next = wrong;
    plain(d, s, n);
    return;
  }
  next(d, s, n);
}

static adding *settable;
void set(adding *to) { settable = to; }
void add_settable(uint8_t *d, const uint8_t *s, int n) {
  if (!settable)
    settable = plain;
  settable(d, s, n);
}

adding *impl_public;
void add_public(uint8_t *d, const uint8_t *s, int n) {
  if (!impl_public)
    impl_public = plain;
  impl_public(d, s, n);
}

// A pointer to a table that the first call fills.
static uint8_t table[4];
static const uint8_t *zeros;
void add_by_table(uint8_t *d, const uint8_t *s, int n) {
  if (!zeros) {
    for (int i = 0; i < 4; i++)
      table[i] = 0;
    zeros = table;
  }
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(d[i] + s[i] + zeros[i & 3]);
}

// Memory that the first call allocates.
static uint8_t *cache;
void add_in_cache(uint8_t *d, const uint8_t *s, int n) {
  if (!cache) {
    cache = malloc(1);
    if (!cache)
      abort();
    *cache = 0;
  }
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(d[i] + s[i] + *cache);
}
