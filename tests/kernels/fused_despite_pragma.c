// simdiff: check --reference dot --port-flags '-O2 -mfma' => equivalent
// simdiff: check --reference dot --port-flags '-O2 -ffp-contract=fast -mfma' => undecided "the flags `contract` allow"
// simdiff: check --reference dot --port-flags '-ffast-math -mfma' => undecided "contract"
// simdiff: check --reference dot --port-flags '-O2 -ffp-contract=fast-honor-pragmas -mfma' => equivalent
// simdiff: check --reference dot --port-flags '-O2 -ffp-contract=fast' => equivalent
// simdiff: check --reference dot --port-flags '-O2 -ffp-contract=fast -mfma' --assume-fast-math => equivalent "--assume-contraction"
// Under -ffp-contract=fast code generation fuses what the pragma keeps apart.
#pragma STDC FP_CONTRACT OFF

float dot(float a, float b, float c, float d)
{
    return a * b + c * d;
}
