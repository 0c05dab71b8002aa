// simdiff: check --reference second_scalar --port second_at_once --arg 'x=in:i32[7]' => equivalent
// simdiff: check --reference second_scalar --port second_kept --arg 'x=in:i32[7]' => different
// The index of the second of the smallest values, which depends on more than where the least one
// is: seven values of three bits each have all orders.
#include <stdint.h>

int second_scalar(const int32_t x[7])
{
    int first = 0, second = -1;
    for (int i = 1; i < 7; i++)
        if (x[i] < x[first])
            first = i;
    for (int i = 0; i < 7; i++)
        if (i != first && (second < 0 || x[i] < x[second]))
            second = i;
    return second;
}

static int at_once(const int32_t *x, int moves)
{
    int ordered = x[1] < x[0];
    int32_t least = ordered ? x[1] : x[0], next = ordered ? x[0] : x[1];
    int first = ordered, second = !ordered;
    for (int i = 2; i < 7; i++)
        if (x[i] < least) {
            next = moves ? least : next;
            second = first;
            least = x[i];
            first = i;
        } else if (x[i] < next) {
            next = x[i];
            second = i;
        }
    return second;
}

int second_at_once(const int32_t x[7]) { return at_once(x, 1); }

/* Keeps the value of the second when the first one moves there. */
int second_kept(const int32_t x[7]) { return at_once(x, 0); }
