__kernel void produce(__global const int *x, write_only pipe int out) {
    int value = x[get_global_id(0)];
    write_pipe(out, &value);
}
