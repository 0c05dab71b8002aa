// simdiff: check --reference sides --port swapped => equivalent "leaves return value.b uninitialised"
// simdiff: check --reference colour --port packed => equivalent
// simdiff: check --reference sides --port wrong => different
// simdiff: check --reference sides --port unset => defect "uninitialised-output"
// simdiff: check --reference wide --port part => defect "uninitialised-output"
// Structures of which a function sets some members, returned in registers or in memory: what the
// reference leaves open is not compared, and a member that only the port leaves open is its fault.

struct sides { short a, b, c; };
struct sides sides(short x) { struct sides r; r.a = x; r.c = (short)(x + 1); return r; }
struct sides swapped(short x) { struct sides r; r.c = (short)(1 + x); r.a = x; return r; }
struct sides wrong(short x) { struct sides r; r.c = (short)(2 + x); r.a = x; return r; }
struct sides unset(short x) { struct sides r; r.b = r.c = (short)(1 + x); return r; }

struct colour { unsigned char r, g, b; };
struct colour colour(unsigned x) { struct colour p; p.r = x; p.g = x >> 8; return p; }
struct colour packed(unsigned x) { struct colour p; p.g = x >> 8; p.r = x & 255; return p; }

struct wide { long a, b, c; };
struct wide wide(int x) { struct wide r; r.a = x; r.c = 1; return r; }
struct wide part(int x) { struct wide r; (void)x; r.c = 1; return r; }
