// simdiff: check --reference name --port name_by_table => equivalent
// simdiff: check --reference name --port name_misspelt => different "\"tow\""
// simdiff: check --reference name --port name_shorter => different "\"\""
// simdiff: check --reference name --port name_or_null => different "NULL"
// simdiff: check --reference name --port name_longer => undecided "address"
// simdiff: check --reference name --port name_misspelt --port-flags -O2 => different "\"two\""
// simdiff: check --reference primes --port primes_otherwise => different
// simdiff: check --reference rest --port rest_other => different

// Pointers to constants are compared by the texts there, up to the first zero.
#include <stddef.h>

const char *name(int x) {
  if (x == 1)
    return "one";
  return x == 2 ? "two" : "many";
}

const char *name_by_table(int x) {
  switch (x) {
  case 2:
    return "two";
  case 1:
    return "one";
  default:
    return "many";
  }
}

const char *name_misspelt(int x) {
  if (x == 1)
    return "one";
  return x == 2 ? "tow" : "many";
}

const char *name_shorter(int x) {
  if (x == 1)
    return "one";
  return x == 2 ? "two" : "";
}

const char *name_or_null(int x) {
  if (x == 1)
    return "one";
  return x == 2 ? "two" : NULL;
}

// Behind the zero.
const char *name_longer(int x) {
  if (x == 1)
    return "one\0!";
  return x == 2 ? "two" : "many";
}

static const int first[3] = {2, 3, 5}, other[3] = {1, 3, 5};
const int *primes(void) { return first; }
const int *primes_otherwise(void) { return other; }

static const char letters[] = "abc", others[] = "xab";
const char *rest(unsigned at) { return letters + (at < 3 ? at : 0); }
const char *rest_other(unsigned at) { return others + (at < 2 ? at + 1 : 2); }
