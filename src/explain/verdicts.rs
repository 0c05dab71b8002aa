//! The words with which a report ends.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "EQUIVALENT",
        "Proved: for every input of the sizes listed, both versions give the same bits in every output. All NaNs count as alike.",
        "It holds under what the rows `assuming`, `undefined` and `leaning on` list, and for the row `compiled`. Exit code 0.",
    ),
    (
        "PROVED",
        "With --tolerance: every output is equal, or proved to stay within the tolerance for all inputs of the ranges given.",
        "The row `tolerance` has the bound that was proved. Exit code 0.",
    ),
    (
        "CLEAN",
        "Of `simdiff kernel`: for no input of the sizes and groupings listed do work-items race, miss a barrier, or go wrong in memory.",
        "Exit code 0.",
    ),
    (
        "DIFFERENT",
        "On the input shown the versions give unlike outputs. Both were run natively with it, and did.",
        "Begin at the first source line of the report: the operation of the port where the difference starts. `kind:` says what property of arithmetic is behind it; `help:` under which assumptions the versions agree. Exit code 1.",
    ),
    (
        "EXCEEDED",
        "With --tolerance: on the input shown an output is further from the reference than the tolerance allows, in native execution too.",
        "Exit code 1.",
    ),
    (
        "DEFECT",
        "The input shown leads a version, or a program, into undefined behaviour or a failure: an access out of bounds, a race, a division by zero.",
        "If no caller passes such an input, say so with --arg (a range, a longer buffer, an alignment). Exit code 1.",
    ),
    (
        "UNDECIDED",
        "Neither proved nor refuted. It never means that the versions are probably alike.",
        "Each `undecided[REASON]` says what is missing and what would decide it; `simdiff explain REASON` says more. Exit code 3.",
    ),
    (
        "suspected",
        "The proof has an input on which the versions differ, or a defect, and native execution did not show it. The verdict is then UNDECIDED.",
        "The line `not confirmed:` says what native execution did instead.",
    ),
    (
        "error",
        "In JSON, the verdict of a run that could not begin or end: bad input, a missing tool, a failure of simdiff. Exit code 2.",
        "",
    ),
];
