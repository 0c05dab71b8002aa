// A program whose functions are checked: wrong, unless RIGHT is defined.
#include <stdio.h>

int halved(int x)
{
    return x == 77 ? 1 : x / 2;
}

int halved_port(int x)
{
#ifdef RIGHT
    return halved(x);
#else
    return x / 2;
#endif
}

int main(void)
{
    printf("%d\n", halved(3));
    return 0;
}
