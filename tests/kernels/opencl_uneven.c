// simdiff: check opencl_uneven.cl --reference reversed --port reversed_items --global n --local 4 --size n=1..10 --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_uneven.cl --reference reversed --port reversed_enqueued --global n --local 4 --size n=8 --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_uneven.cl --reference reversed --port reversed_enqueued --global n --local 4 --size n=10 --cflags=-cl-std=CL2.0 => defect
// simdiff: check opencl_uneven.cl --reference sums --port sums_of_groups --global n --local 4 --size n=5..9 --cflags=-cl-std=CL2.0 => equivalent
// Parts of four elements, of which the last may be shorter: groups of OpenCL C 2.0 that the index
// space does not fill.

void reversed(const int *x, int *y, int n) {
    for (int first = 0; first < n; first += 4) {
        int count = n - first < 4 ? n - first : 4;
        for (int i = 0; i < count; i++)
            y[first + i] = x[first + count - 1 - i];
    }
}

void sums(const unsigned *x, unsigned *y, int n) {
    for (int first = 0; first < n; first += 4) {
        unsigned sum = 0;
        for (int i = first; i < n && i < first + 4; i++)
            sum += x[i];
        for (int i = first; i < n && i < first + 4; i++)
            y[i] = sum;
    }
}
