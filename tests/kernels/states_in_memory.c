// simdiff: check --reference sum --port sum_in_array --cflags -O1 => different "n = 80"
// simdiff: check --reference sum --port sum_in_array_right --cflags -O1 => equivalent
// simdiff: check --reference sum --port sum_on_heap --cflags -O1 => different "n = 80"
// simdiff: check --reference sum --port sum_recursive --cflags -O1 => different
// simdiff: check --reference sum --port sum_in_blocks --cflags -O2 => different "n = 72"
// A state in memory that sizes alone decide is found by its values, wherever it is.

#include <stdint.h>
#include <stdlib.h>

int sum(const uint8_t *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

// Two positions in turns; that of odd elements and the size meet.
int sum_in_array(const uint8_t *a, int n)
{
    int at[2] = {0, 0}, s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        at[i & 1] = at[i & 1] == 22 ? 0 : at[i & 1] + 1;
    }
    return s - (at[1] == 17 && n > 60);
}
int sum_in_array_right(const uint8_t *a, int n)
{
    int at[2] = {0, 0}, s[3] = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        s[at[i & 1]] += a[i];
        at[i & 1] = at[i & 1] == 2 ? 0 : at[i & 1] + 1;
    }
    return s[0] + s[1] + s[2];
}
int sum_on_heap(const uint8_t *a, int n)
{
    int *at = malloc(sizeof *at), s = 0;
    if (!at) return 0;
    *at = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        *at = *at == 22 ? 0 : *at + 1;
    }
    int wrong = *at == 11 && n > 60;
    free(at);
    return s - wrong;
}
struct queue {
    int at, sum;
};
static void put_all(struct queue *q, const uint8_t *a, int n)
{
    if (n <= 0) return;
    q->sum += *a;
    q->at = (q->at + 1) % 23;
    put_all(q, a + 1, n - 1);
}
int sum_recursive(const uint8_t *a, int n)
{
    struct queue q = {0, 0};
    put_all(&q, a, n);
    return q.sum - (q.at == 11 && n > 60);
}
// The rest of the last block and the number of blocks meet.
struct blocks {
    int at, count, sum;
};
static void add(struct blocks *t, const uint8_t *a, int k)
{
    for (int i = 0; i < k; i++) t->sum += a[i];
    t->count++;
    t->at = (t->at + k) % 23;
    if (t->at == 3 && t->count == 5) t->sum++;
}
int sum_in_blocks(const uint8_t *a, int n)
{
    struct blocks t = {0, 0, 0};
    int i = 0;
    for (; i + 16 <= n; i += 16) add(&t, a + i, 16);
    if (i < n) add(&t, a + i, n - i);
    return t.sum;
}
