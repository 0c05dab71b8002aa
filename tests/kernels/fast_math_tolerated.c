// simdiff: check --reference third --port-flags '-O2 -ffast-math' --tolerance 2ulp --arg 'x=f32 in 1..2' => undecided "compile with -fno-associative-math"
// simdiff: check --reference third --port-flags '-O2 -ffast-math -fno-associative-math' --tolerance 2ulp --assume-finite --assume-positive-zero --arg 'x=f32 in 1..2' => proved
// A tolerance excludes the assumptions that grant other results, so the advice names compiler
// flags instead: the quotient becomes a product with the rounded reciprocal, which the bound
// covers, and nothing of what may happen after that is left open.

float third(float x)
{
    return x / 3.0f;
}
