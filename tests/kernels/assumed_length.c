// simdiff: check --reference longer --port longer_wrong => undecided "the length that is assumed for `s`"
// simdiff: check --reference longer --port longer_wrong --arg s=in:i8[3] => defect out-of-bounds-read
// How long a text is nobody knows: where the reference goes beyond what the port reaches,
// it is the guess that is wrong.
#include <string.h>

int longer(const char *s) { return (int)strlen(s) > 2; }

int longer_wrong(const char *s) { return s[0] && s[1] && s[2] != 'x' && s[2]; }
