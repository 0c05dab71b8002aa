// simdiff: check --reference sum_ref --port sum_wrong => different
// simdiff: check --reference noted_ref --port noted_wrong => different
// simdiff: check --reference sum_ref --port sum_right => equivalent
// Sizes that reach a table through memory: a local structure that is passed on, and a buffer of
// the caller's that is read again. One entry of the ports' table is wrong.

static const int weight[256] = {[77] = 5}, other[256] = {[77] = 6};

struct job { int first, count; };
static int last(const struct job *job, const int *table) { return table[job->count & 255]; }

int sum_ref(const unsigned char *a, int n) {
    struct job job = {0, n};
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum + last(&job, weight);
}
int sum_wrong(const unsigned char *a, int n) {
    struct job job = {0, n};
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum + last(&job, other);
}
int sum_right(const unsigned char *a, int n) {
    int sum = weight[n & 255];
    for (int i = n; i-- > 0;) sum += a[i];
    return sum;
}

void noted_ref(unsigned char *d, const unsigned char *a, int n, int *info) {
    info[0] = n;
    for (int i = 0; i < n; i++) d[i] = a[i];
    info[1] = weight[info[0] & 255];
}
void noted_wrong(unsigned char *d, const unsigned char *a, int n, int *info) {
    info[0] = n;
    for (int i = 0; i < n; i++) d[i] = a[i];
    info[1] = other[info[0] & 255];
}
