//! Reasons for UNDECIDED.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "solver-limit",
        "No step of the ladder proved or refuted an output, and the solver reached its limit.",
        "--budget solver=60s, a narrower range with --arg, or fewer sizes.",
    ),
    (
        "float-reasoning",
        "The results agree on every sample, but equality needs a property of float arithmetic that no rule states.",
        "--budget floats=60s; a rule of your own with --rules; --tolerance if closeness is enough.",
    ),
    (
        "expression-too-large",
        "The expressions are too large for the solver.",
        "Check smaller sizes, or the inner function by itself.",
    ),
    (
        "outside-assumptions",
        "The results differ only on inputs that the assumptions exclude, but equality under them was not proved.",
        "--budget solver=60s",
    ),
    (
        "within-rounding",
        "Under --assume-associative the results differ no more than roundings explain, and no order of sums and products makes them one; products of sums are multiplied out under --assume-distributive only.",
        "--assume-distributive, or --tolerance bounds the difference.",
    ),
    (
        "path-unknown",
        "The results can differ, but no input was found that leads there.",
        "Narrow the inputs with --arg, or raise --budget solver.",
    ),
    (
        "time-limit",
        "The time of the run, or of one step, was up.",
        "--timeout 600s, or fewer sizes.",
    ),
    (
        "interrupted",
        "Ctrl-C. What was decided until then is in the report.",
        "",
    ),
    (
        "memory-limit",
        "The run, or one path of it, used as much memory as it may.",
        "--max-memory 4G, or fewer sizes.",
    ),
    (
        "unsupported-instruction",
        "A path reached an instruction that is not executed.",
        "The report has its line. A version of the code without it can be checked.",
    ),
    (
        "unknown-intrinsic",
        "A path reached a target intrinsic without a lowering.",
        "`simdiff intrinsics NAME` says what becomes of one.",
    ),
    (
        "unknown-function",
        "A path called a function that no file defines and that is not modelled.",
        "Add the file that defines it, or a stub.",
    ),
    (
        "forbidden-file",
        "The program reads a file that it was not allowed to read.",
        "simdiff run --allow-read DIR",
    ),
    (
        "unknown-variable",
        "A path accessed a variable that no file defines.",
        "Add the file that defines it.",
    ),
    (
        "unset-pointer",
        "A global pointer is followed that another function sets.",
        "--setup FUNCTION runs that one first; --global 'NAME=…' says what it holds.",
    ),
    (
        "refused",
        "A function was called that is not executed, such as one of threads, sockets or files that are written.",
        "Take the call out of the code under check, or supply a stub.",
    ),
    (
        "unsupported-use",
        "A modelled function was used in a way that its model does not cover.",
        "The report says which. Where it frees memory that the caller passes, as containers do that grow, a harness can make that memory: simdiff check … --emit-harness FILE.cpp writes one.",
    ),
    (
        "fast-math",
        "The compiler flags allow other results than those compared (-ffast-math), and could be used here.",
        "Compile without, or grant the matching assumptions.",
    ),
    (
        "float-environment",
        "The code changes rounding, flushing or traps in a way that is not modelled for some operation.",
        "",
    ),
    (
        "volatile",
        "A volatile object is read that was accessed before: what it holds now is not known.",
        "If nothing else changes it: --global 'NAME=TYPE', or --arg of a parameter.",
    ),
    (
        "address",
        "Both versions return an address that is in no buffer of the contract.",
        "",
    ),
    (
        "static-state",
        "A version keeps something from call to call that a check of one call does not prepare.",
        "--setup FUNCTION prepares it; --global 'NAME=MEANING' says what it holds.",
    ),
    (
        "assumed-length",
        "A version goes beyond a buffer whose length is only assumed.",
        "Give the length: --arg 'NAME=in:u8[64]'.",
    ),
    (
        "symbolic-address",
        "An address rests on inputs without a bound that is known.",
        "Give the index a range: --arg 'i=in:u32[n] in 0..255'.",
    ),
    (
        "symbolic-size",
        "A size or count that has to be concrete rests on inputs.",
        "Make it a size with --size, or a constant with --arg 'n=const:16'.",
    ),
    (
        "symbolic-call",
        "A call goes through a pointer that rests on inputs.",
        "",
    ),
    (
        "step-limit",
        "More instructions than --max-steps were executed; the code may loop for ever.",
        "--max-steps, or smaller sizes.",
    ),
    ("recursion-limit", "Calls nest too deeply.", ""),
    (
        "path-limit",
        "More paths than --max-paths.",
        "--max-paths, or narrower inputs.",
    ),
    (
        "paths-left",
        "Paths were left out after one that fails.",
        "Mend what fails first.",
    ),
    (
        "nothing-compared",
        "No output was compared at any size, as where all sizes were left out; or a program came to its end without having executed an assertion.",
        "Give sizes with --size; in a harness, assert what has to hold.",
    ),
    (
        "suspected-difference",
        "An input was found on which the versions should differ, and native execution did not show it.",
        "The report has both predictions and what was seen.",
    ),
    (
        "possible-defect",
        "Whether some input reaches a defect is not known: no step of the ladder proved or refuted it. The name is possible-KIND, such as possible-leak.",
        "Narrow the inputs with --arg, or raise --budget solver=20s.",
    ),
    (
        "suspected-defect",
        "A defect was found that native execution under sanitizers did not show.",
        "",
    ),
    (
        "addresses",
        "Where a buffer lies could not be told apart from another.",
        "",
    ),
    (
        "preparation",
        "What runs before both versions (--setup, constructors) could not be executed.",
        "",
    ),
    (
        "races",
        "Whether work-items race, or in which order they access memory atomically, could not be decided.",
        "--assume-race-free where they do not; --assume-atomic-order decides the order of their ids alone.",
    ),
    (
        "possible-uninitialised-output",
        "An output may rest on uninitialised memory; it could not be decided.",
        "--assume-zeroed-memory, or initialise it.",
    ),
    (
        "exit",
        "A path ends the program instead of returning.",
        "Restrict the inputs with --arg.",
    ),
    (
        "possible-misaligned",
        "An access may be misaligned; it could not be decided.",
        "--arg 'p=in:f32[n] align:16'",
    ),
    (
        "possible-array-index",
        "An index in a kernel may name no element of its array; it could not be decided.",
        "Give the input that it depends on a range with --arg.",
    ),
    (
        "possible-conversion",
        "A float may be converted out of an integer's range; it could not be decided.",
        "Give the input a range with --arg.",
    ),
    (
        "unreached",
        "Code of a version ran at no size tried, so that nothing is known of it.",
        "--size with sizes that reach it; --allow-unreached accepts it. The row `unreached` has the lines.",
    ),
    (
        "other-values",
        "An integer decides how often a loop goes round and is the length of no buffer: it may be data, and only some of its values were compared.",
        "--size says which values are meant; --allow-unreached accepts those that were tried.",
    ),
    (
        "excluded-intermediate",
        "An integer result agrees only because an intermediate float is excluded, which its user may not know; or a float result only because the port alone computes a NaN or an infinity from ordinary inputs.",
        "docs/assumptions.md, sections Integer results and Floats that the port alone computes.",
    ),
    (
        "global-variable",
        "A version reads a global variable in a way that is not followed.",
        "--global 'NAME=MEANING' says what it holds.",
    ),
    (
        "observable",
        "What others see while the versions run is not the same, or not proved to be: the writes to a volatile object one after the other, or what is printed.",
        "Where only what is left in a volatile object matters, say what it holds: --arg 'NAME=TYPE', --global 'NAME=TYPE'.",
    ),
    (
        "undefined-output",
        "An output rests on a value that C leaves undefined.",
        "",
    ),
    (
        "tolerance",
        "An output is neither proved to stay within the tolerance nor shown to exceed it.",
        "Give narrower ranges with --arg, or a wider tolerance.",
    ),
];
