// simdiff: check tree_reduction.cl --reference sum --port sum_tree --global 32 --local 8 --arg 'part=local:f32[8]' --arg 'x=in:f32[32]' --arg 'out=out:f32[4]' => equivalent
// simdiff: check tree_reduction.cl --reference sum --port sum_tree_static --global 32 --arg 'x=in:f32[32]' --arg 'out=out:f32[4]' => equivalent
// simdiff: check tree_reduction.cl --reference sum --port sum_diverging --global 32 --local 8 --arg 'part=local:f32[8]' --arg 'x=in:f32[32]' --arg 'out=out:f32[4]' => defect barrier-divergence
// simdiff: check tree_reduction.cl --reference sum --port sum_lockstep --global 32 --local 8 --arg 'part=local:f32[8]' --arg 'x=in:f32[32]' --arg 'out=out:f32[4]' => defect race
// Four groups of eight, each summed by halves.
void sum(const float *x, float *out) {
    for (int group = 0; group < 4; group++) {
        float part[8];
        for (int i = 0; i < 8; i++)
            part[i] = x[8 * group + i];
        for (int step = 4; step > 0; step /= 2)
            for (int i = 0; i < step; i++)
                part[i] += part[i + step];
        out[group] = part[0];
    }
}
