//! Kinds of undefined behaviour that `--undefined` names.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "overflow",
        "A signed integer overflows. Compared is the value that wraps around, as the machine computes it.",
        "Where only the port does it, it is a DEFECT; where the reference does it too, a note. In a kernel by itself it is a DEFECT where an address rests on it or no input avoids it, otherwise a note. --undefined overflow=ignore leaves it out.",
    ),
    (
        "shift",
        "An integer is shifted by its width or more, or by a negative amount. There is no value to compare.",
        "A DEFECT where only the port does it; an output that rests on it is not compared.",
    ),
    (
        "alignment",
        "A scalar is accessed at an address without its type's alignment. Compared are the bytes that are there.",
        "memcpy, or _mm_loadu, says what is meant; --arg 'p=in:f32[n] align:16' promises an alignment.",
    ),
    (
        "conversion",
        "A float is converted to an integer that cannot hold it. Nothing is claimed for such inputs where the reference does it.",
        "Give the input a range with --arg, or clamp first.",
    ),
    (
        "bit-scan",
        "The first bit that is set is sought in zero (__builtin_clz, __builtin_ctz). There is no value.",
        "Test for zero first, or use lzcnt and tzcnt, which are defined.",
    ),
    (
        "array-length",
        "An array of variable length has no elements, or fewer. Compared as an array of no bytes.",
        "",
    ),
    (
        "array-index",
        "An element is named that its array does not have: m[0][4] of float m[2][4], or an index past a member that others follow. Compared as what lies there.",
        "Where rows are meant to be one sequence, index that: p = &m[0][0].",
    ),
    (
        "restrict",
        "What a `restrict` parameter reaches is accessed around it too, and one of the accesses writes. Compared as if no pointer were `restrict`.",
        "A compiler may have reordered the accesses; drop `restrict` where buffers may overlap.",
    ),
    (
        "assume",
        "__builtin_assume or __builtin_assume_aligned of something false. Compared as if nothing were assumed.",
        "Promise it in the contract too: a range or `align:` of --arg.",
    ),
    (
        "unreachable",
        "__builtin_unreachable is reached. Such inputs are left out.",
        "If the point can be reached, the compiler may have removed the code that leads there.",
    ),
    (
        "division",
        "The reference divides by zero, or its quotient is too large for its type (INT_MIN / -1): what its callers must not ask for. Such inputs are left out. A port that does it anywhere else is a DEFECT.",
        "Where callers do ask for it, --undefined division=defect.",
    ),
    (
        "refusal",
        "The reference ends in a failed assertion or abort(), or in an exception that nobody catches where the port throws too: what its callers must not ask for. Such inputs are left out. A port that fails anywhere else is a DEFECT.",
        "Where callers do ask for it, --undefined refusal=defect.",
    ),
];
