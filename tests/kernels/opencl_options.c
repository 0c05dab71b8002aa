// simdiff: check opencl_options.cl --reference doubled --port doubled_by_fours --global 2 --arg x=in:f32[8] --arg y=out:f32[8] => equivalent "`x` starts at a multiple of 16 bytes, as a device places buffers; its type asks for 4" "subnormals are kept, not flushed"
// simdiff: check opencl_options.cl --reference doubled --port doubled_by_tile --global 2 --local 2 --arg x=in:f32[8] --arg y=out:f32[8] => equivalent "starts at a multiple of 16 bytes; its type asks for 4"
// simdiff: check opencl_options.cl --reference doubled_on --port doubled_misaligned --global 2 --arg x=in:f32[9] --arg y=out:f32[8] => defect misaligned-read
// simdiff: check opencl_options.cl --reference doubled --port doubled_by_fours --global 2 --arg x=in:f32[8] --arg y=out:f32[8] --cflags=-cl-denorms-are-zero --cflags=-cl-mad-enable => equivalent "although -cl-denorms-are-zero allows for zeros" "although -cl-mad-enable allows for more"
// simdiff: check opencl_options.cl --reference third --port third_items --global 8 --arg x=in:f32[8] --arg y=out:f32[8] => undecided "opencl.divide"
// simdiff: check opencl_options.cl --reference third --port third_items --global 8 --arg x=in:f32[8] --arg y=out:f32[8] --port-flags=-cl-fp32-correctly-rounded-divide-sqrt => equivalent "rounds quotients and square roots in single precision correctly"
// simdiff: check opencl_options.cl --reference third --port third_items --global 8 --arg 'x=in:f32[8] in 1.0..100.0' --arg y=out:f32[8] --tolerance 6ulp => proved "2.5 ulp in quotients"
// simdiff: check opencl_options.cl --reference third --port third_items --global 8 --arg 'x=in:f32[8] in 1.0..100.0' --arg y=out:f32[8] --tolerance 2ulp => undecided
// simdiff: check opencl_options.cl --reference scaled --port scaled_items --global 8 --arg 'x=in:f32[8] in 0.0..100.0' --arg y=out:f32[8] --tolerance rel=1e-6 => proved "rounded once or twice"
// simdiff: check opencl_options.cl --reference scaled --port scaled_wrong --global 8 --arg 'x=in:f32[8] in 0.0..100.0' --arg y=out:f32[8] --tolerance rel=1e-6 => exceeded
// simdiff: check opencl_options.cl --reference length --port length_items --global 8 --arg 'x=in:f32[8] in 0.0..100.0' --arg y=out:f32[8] --tolerance rel=1e-6 => proved
void doubled(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i] + x[i];
}

void doubled_on(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i + 1] + x[i + 1];
}

void third(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i] / 3.0f;
}

void scaled(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = (x[i] * 0.75f + 2.0f) / (x[i] + 1.0f);
}

void length(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = __builtin_sqrtf(x[i] * x[i] + 1.0f) / __builtin_sqrtf(x[i] + 2.0f);
}
