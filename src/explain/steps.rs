//! The steps of the decision ladder.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "identical",
        "Both outputs became one expression as they were built: nothing was left to prove.",
        "",
    ),
    (
        "canonical",
        "Directed rewrite rules and normal forms (sorted sums, polynomials, sets of minima) made both expressions one.",
        "`simdiff rules list` has the rules.",
    ),
    (
        "samples",
        "Inputs drawn from special values, rounding ties and constants of the program were evaluated exactly; one showed a difference.",
        "",
    ),
    (
        "exhaustive",
        "All values of the inputs that an output rests on were tried.",
        "--budget enumerate=2^28 sets how many may be.",
    ),
    (
        "search",
        "Equality saturation: rules applied in both directions on an e-graph made both results equal.",
        "--budget search=20000",
    ),
    (
        "algebra",
        "Products multiplied out, coefficients collected, and sums and products put in one order, by the laws that --assume-associative, --assume-distributive and --assume-contraction grant, brought both results to a common form.",
        "--budget search=20000",
    ),
    (
        "solver",
        "The bit-vector solver (Z3) decided it.",
        "--budget solver=20s",
    ),
    (
        "summands",
        "Sums were taken apart, and their summands paired and proved equal one by one.",
        "",
    ),
    (
        "pieces",
        "An output put together of parts was proved part by part, or a converted integer as an integer.",
        "",
    ),
    (
        "parity",
        "Results that are sums modulo 2 (exclusive or) of the same bits were compared as such.",
        "",
    ),
    (
        "sums",
        "Conditions and choices inside sums were followed, so that both sums add the same numbers in every case.",
        "",
    ),
    (
        "order",
        "Minima, maxima and sorting networks were compared as what they make of an order.",
        "",
    ),
    (
        "split",
        "The claim was split by the outcome of a condition, and each case proved.",
        "",
    ),
    (
        "sweep",
        "Inner expressions that agree on all samples were proved equal first, and merged, until the outputs were one (SAT sweeping).",
        "",
    ),
    (
        "floats",
        "Float operations were decided as circuits, bit by bit, by the solver.",
        "--budget floats=30s",
    ),
    (
        "native samples",
        "Both versions, run natively on many inputs, differed.",
        "",
    ),
];
