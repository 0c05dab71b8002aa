// simdiff: check --reference flip_ref --port flip_port --alias dst=src => equivalent
// simdiff: check --reference flip_ref --port flip_port --alias src=dst => equivalent
// simdiff: check --reference flip_ref --port flip_overlapping --alias dst=src => different

// The destination is declared first: `--alias` names the two buffers in any order.
void flip_ref(int *dst, const int *src, int n)
{
    for (int i = 0; i < n; i++) {
        dst[i] = src[i] ^ 1;
    }
}

void flip_port(int *dst, const int *src, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        dst[i] = src[i] ^ 1;
    }
}

// The last block overlaps the one before: some elements are flipped twice in place.
void flip_overlapping(int *dst, const int *src, int n)
{
    if (n < 4) {
        flip_ref(dst, src, n);
        return;
    }
    for (int i = 0; i < n; i += 4) {
        const int from = i + 4 <= n ? i : n - 4;
        for (int k = 0; k < 4; k++) {
            dst[from + k] = src[from + k] ^ 1;
        }
    }
}
