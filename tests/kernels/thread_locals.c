// simdiff: check --reference shape --port shape_in_register --size n=0..3 => equivalent "global carried"
// simdiff: check --reference shape --port shape_from_zero --size n=0..3 => different
// simdiff: check --reference counted --port counted_from_zero => different
// What a thread keeps from call to call is an input and an output, as for other static variables.

static _Thread_local int carried;

void shape(const short *x, unsigned char *y, int n) {
    for (int i = 0; i < n; i++) {
        int v = x[i] + carried;
        y[i] = v >> 8 & 255;
        carried = v & 255;
    }
}

void shape_in_register(const short *x, unsigned char *y, int n) {
    int c = carried;
    for (int i = 0; i < n; i++) {
        int v = x[i] + c;
        y[i] = (unsigned)v >> 8;
        c = v % 256 + (v % 256 < 0 ? 256 : 0);
    }
    carried = c;
}

void shape_from_zero(const short *x, unsigned char *y, int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
        int v = x[i] + c;
        y[i] = v >> 8 & 255;
        c = v & 255;
    }
    carried = c;
}

int counted(int x) {
    static _Thread_local int calls;
    return x + ++calls;
}

int counted_from_zero(int x) {
    static _Thread_local int calls;
    calls++;
    return x + 1;
}
