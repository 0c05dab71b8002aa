//! Assumptions that the user may grant.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "associative",
        "--assume-associative: sums and products of the same floats in any order or grouping are alike, and so is what is computed from them. No input is left out, and nothing is multiplied out.",
        "docs/assumptions.md has the exact meaning.",
    ),
    (
        "distributive",
        "--assume-distributive: a product with a sum or difference of floats and the sum or difference of the products are alike, and so is what is computed from them: x (y + z) and x y + x z. No input is left out. Horner's and Estrin's schemes, folded filters and blends in two forms need --assume-associative too.",
        "docs/assumptions.md has the exact meaning.",
    ),
    (
        "contraction",
        "--assume-contraction: fma(x, y, z) and x y + z of floats are alike, and so is what is computed from them. No input is left out.",
        "docs/assumptions.md has the exact meaning.",
    ),
    (
        "ordered",
        "--assume-ordered: nothing is claimed for inputs on which a float that either version reads, computes or returns is a NaN; for integer results, inputs only.",
        "",
    ),
    (
        "finite",
        "--assume-finite: nothing is claimed for inputs on which a float that either version reads, computes or returns is infinite or a NaN; for integer results, inputs only.",
        "",
    ),
    (
        "positive-zero",
        "--assume-positive-zero: nothing is claimed for inputs on which a float is -0, and results +0 and -0 are alike.",
        "",
    ),
    (
        "zeroed-memory",
        "--assume-zeroed-memory: memory that the program allocates starts as zeros. Otherwise it holds anything, and an output that rests on it is a defect.",
        "",
    ),
    (
        "c-functions",
        "--assume-c-functions: builtins of OpenCL C that need not be exact give what C's functions give: sin, half_sin and native_sin what sinf gives, divisions and square roots what is correctly rounded, geometric functions what their formulas give in C's operations (dot(a, b) is a.x * b.x + a.y * b.y + …, from the left). Otherwise nothing is known of them but that the same arguments give the same result.",
        "Contraction is another matter: --contract.",
    ),
    (
        "relation",
        "--assume 'lo <= hi': nothing is claimed for inputs between which it does not hold. A name in a subscript that is no input, as in 'a[i] <= a[i+1]', stands for every index for which all elements named are there.",
        "docs/contracts.md has all that can be said.",
    ),
    (
        "race-free",
        "--assume-race-free: no work-item of a kernel accesses what another one writes, unless a barrier is between them. Races are then not looked for.",
        "",
    ),
];
