// simdiff: check opencl_address_spaces.cl --reference tripled --port tripled_anywhere --global 4 --local 2 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg y=out:i32[4] => equivalent
// simdiff: check opencl_address_spaces.cl --reference tripled --port tripled_wrong --global 4 --local 2 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg y=out:i32[4] => different
// simdiff: check opencl_address_spaces.cl --reference kinds --port kinds_of_pointers --global 1 --local 1 --cflags -cl-std=CL2.0 --arg y=out:i32[12] => equivalent
// simdiff: check opencl_address_spaces.cl --reference kinds --port kinds_wrong --global 1 --local 1 --cflags -cl-std=CL2.0 --arg y=out:i32[12] => different
// simdiff: check opencl_address_spaces.cl --reference fences --port fences_of_pointers --global 1 --local 1 --cflags -cl-std=CL2.0 --arg y=out:i32[2] => equivalent
// simdiff: check opencl_address_spaces.cl --reference fences --port fence_of_private --global 1 --local 1 --cflags -cl-std=CL2.0 --arg y=out:i32[2] => undecided "a pointer to private memory"

void tripled(const int *x, int *y)
{
    for (int i = 0; i < 4; i++) y[i] = (int)(3u * (unsigned)x[i]);
}

// Global, local and private memory, and null; for each, whether it is global, local, private.
void kinds(int *y)
{
    for (int i = 0; i < 12; i++) y[i] = i == 0 || i == 4 || i == 8;
}

void fences(int *y)
{
    y[0] = 2;
    y[1] = 1;
}
