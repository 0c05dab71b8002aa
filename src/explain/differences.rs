//! Kinds of differences.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "association",
        "The same numbers are added or multiplied in another order, and float arithmetic rounds after every step: (a + b) + c is not a + (b + c).",
        "Usual for vector accumulators. --assume-associative accepts it; --tolerance bounds the error instead.",
    ),
    (
        "nan-order",
        "The versions agree on all numbers, but treat a NaN differently, as `x < y ? x : y` and `y > x ? x : y` do.",
        "If NaNs do not occur: --assume-ordered. Otherwise exchange the operands of the minimum, maximum or comparison.",
    ),
    (
        "signed-zero",
        "The versions agree but for the sign of a zero, as x + 0.0 and x do for x = -0.0.",
        "If nobody looks at the sign of zeros: --assume-positive-zero.",
    ),
    (
        "min-max-order",
        "Operands of a minimum or maximum are exchanged. minps and maxps return their second operand for NaNs and for zeros of unlike sign.",
        "Exchange the operands, or accept it with --assume-ordered --assume-positive-zero.",
    ),
    (
        "nonfinite",
        "The versions agree where every value is finite: an infinity, or the NaN made of one, tells them apart.",
        "If all values are finite, also those in between: --assume-finite.",
    ),
    (
        "zeros-and-nonfinite",
        "The versions agree where every value is finite, but for the sign of a zero, as 0 * b left out of a sum does.",
        "--assume-finite --assume-positive-zero accept it.",
    ),
    (
        "contraction",
        "One version rounds a * b + c once (fma), the other rounds the product and then the sum.",
        "Compile both alike: --cflags -ffp-contract=off, or use fma in both. --assume-contraction accepts it.",
    ),
    (
        "cancellation",
        "One version adds a number and takes it away again, or multiplies and divides by it. In exact arithmetic that does nothing; in floats the sum in between was rounded.",
        "No assumption on the order of sums makes the two alike where the number in between is rounded away: drop the pair, or bound the error with --tolerance.",
    ),
    (
        "reciprocal",
        "One version divides, the other multiplies by a reciprocal. The reciprocal is rounded before it is multiplied, so that results differ in the last place.",
        "Divide in both versions, or bound the error with --tolerance 2ulp.",
    ),
    (
        "halves",
        "Both versions round to the nearest integer, but a number halfway between two of them to different ones: floor(x + 0.5f) rounds it up, round away from zero, rint and cvtps_epi32 to the even one.",
        "Use the reference's function; _mm_floor_ps(x + 0.5f) rounds halves up.",
    ),
    (
        "rounding-direction",
        "One version truncates, or rounds up or down, where the other rounds to nearest: cvtps for cvttps, lrint for a cast, floor for a cast of negative numbers.",
        "C's cast truncates: _mm_cvttps_epi32. The line below the kind says how each version rounds.",
    ),
    (
        "tie",
        "The versions agree unless two numbers that they compare are equal: one has < where the other has <=.",
        "Use the reference's comparison.",
    ),
    (
        "precision",
        "The same formula, computed in formats of different precision: float against double, or a sum kept wider.",
        "Compute in the reference's format, or bound the error with --tolerance.",
    ),
    (
        "approximation",
        "One version only approximates what the other computes: by an instruction such as rcpps or rsqrtps, or by a polynomial in place of a library function.",
        "No assumption makes these alike; --tolerance rel=1e-6 with ranges for the inputs says how close they are.",
    ),
    (
        "distributivity",
        "The results are one real number once products of sums are multiplied out: a*c + b*c against (a + b)*c. Each form rounds at other places.",
        "--assume-distributive, with --assume-associative, accepts it; --tolerance bounds the error instead.",
    ),
    (
        "rounding-error",
        "Nearly the same number in exact arithmetic, rounded at different steps, in a way that no other kind names.",
        "--tolerance bounds the error.",
    ),
    (
        "formula",
        "The versions differ in exact arithmetic too: this is no matter of rounding, but another formula.",
        "Look at the operation marked in the report: a wrong constant, operand, index or condition.",
    ),
    (
        "integer-against-float",
        "One version computes with integers, the other with floats, and their results are close.",
        "Check how each rounds: integer division truncates.",
    ),
    (
        "fixed-point",
        "Integer results a unit or two apart: one version drops bits by a shift or division that the other rounds or keeps.",
        "Add the rounding constant before the shift, or shift once, at the end.",
    ),
    (
        "other-elements",
        "The same formula, of other inputs: lanes in another order, or a wrong index.",
        "Look at unpacks, shuffles and loads: the report says which inputs the port does not use.",
    ),
    (
        "quotient-direction",
        "One version rounds quotients of negative numbers toward zero, as / and % do in C, the other down, as >> and & do: -1 / 4 is 0, -1 >> 2 is -1.",
        "Add the divisor less one to negative numbers before the shift: x + (x >> 31 & 3) >> 2 is x / 4.",
    ),
    (
        "signedness",
        "The versions agree once all numbers are taken as unsigned: one extends, shifts or compares signed where the other does not.",
        "Look for epi against epu, srai against srli, and comparisons of bytes, which are signed in SSE.",
    ),
    (
        "saturation",
        "The versions agree wherever nothing is clamped: one clamps a result and the other does not, or to other bounds.",
        "The line below the kind has the bounds of each. packs clamps to a signed range, packus to an unsigned one.",
    ),
    (
        "narrowing",
        "One version drops upper bits of a number that the other keeps: a product in 16 bits that needs 32, a sum of bytes in a byte.",
        "Widen before the operation (cvtepi16_epi32, madd). The line below the kind has a number that does not fit.",
    ),
    (
        "conversion",
        "A float is out of the range of the integer that it becomes. C leaves the result undefined, and instructions differ: cvttps gives 0x80000000, a scalar cast through 64 bits wraps.",
        "Give the input a range with --arg, or clamp before converting.",
    ),
    (
        "unclamped-conversion",
        "The port converts a float that the integer cannot hold: cvttps gives 0x80000000 for 3e9 as well as for -3e9, and a pack that saturates afterwards makes it the least number. The reference clamps the float first.",
        "Clamp before converting (_mm_min_ps against the largest number; the least one comes out by itself), or give the input a range with --arg.",
    ),
];
