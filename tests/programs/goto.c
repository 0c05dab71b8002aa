/* Computed goto, as interpreters use it. */
#include <assert.h>

enum { PUSH, ADD, MUL, JNZ, DEC, HALT };

static int run(const int *code, int count) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&jnz, &&dec, &&halt};
    int stack[16], top = 0, pc = 0;
#define NEXT goto *labels[code[pc++]]
    NEXT;
push:
    stack[top++] = code[pc++];
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
dec:
    count--;
    NEXT;
jnz:
    pc = count ? code[pc] : pc + 1;
    NEXT;
halt:
    return stack[top - 1];
}

static int offset(int which) {
    static const int places[] = {&&one - &&one, &&two - &&one, &&three - &&one};
    goto *(&&one + places[which]);
one:
    return 10;
two:
    return 20;
three:
    return 30;
}

int main(void) {
    static const int code[] = {PUSH, 1, PUSH, 3, MUL, PUSH, 1, ADD, DEC, JNZ, 2, HALT};
    assert(run(code, 5) == 364);
    assert(offset(0) == 10 && offset(1) == 20 && offset(2) == 30);
    return 0;
}
