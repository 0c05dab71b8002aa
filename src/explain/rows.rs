//! The rows below a verdict, the lines of a finding, and the stages of `--timings`.

use super::Entry;

pub(super) const ROWS: &[Entry] = &[
    (
        "compiled",
        "How the versions were compiled: whether a product and a sum may be rounded once, fast-math flags, the target processor; of a build, the command that was chosen, and flags that were left out.",
        "The verdict holds for code that is compiled so: --cflags, --reference-flags, --port-flags, or -p BUILD.",
    ),
    (
        "sizes",
        "The values of the size variables at which the versions were executed, and how many of them were done.",
        "--size n=1..64 gives others.",
    ),
    (
        "left out",
        "What was not examined, with the reason: sizes at which no input satisfies what --assume says, or at which the execution takes too long.",
        "",
    ),
    (
        "contract",
        "What callers promise, in the notation of --arg: what each parameter and global variable is, and the length of each buffer. `(given)` marks what the user said; the rest is inferred from the code.",
        "A row can be copied into --arg, and changed there.",
    ),
    (
        "note",
        "What was assumed about the contract, and how to say otherwise.",
        "",
    ),
    (
        "assuming",
        "The assumptions that the user granted by --assume options, and what each means.",
        "`simdiff explain NAME` has the page of each.",
    ),
    (
        "given RULES",
        "Rewrite rules of the user's that are used although they are neither proved nor refuted (--trust-rules).",
        "",
    ),
    (
        "undefined",
        "Undefined behaviour that inputs reach, or may reach, without being a defect: the verdict says nothing for these inputs, or says what the machine does.",
        "--undefined KIND=defect|note|ignore decides; `simdiff explain KIND` has the page of each.",
    ),
    (
        "tolerance",
        "The tolerance that was asked for, the bound that was proved, and how many outputs exceed it or are open.",
        "",
    ),
    (
        "leaning on",
        "Models and conventions that the verdict rests on and that simdiff does not prove: lowerings of intrinsics, properties of libraries, initial values.",
        "",
    ),
    (
        "unreached",
        "Code that was executed at none of the sizes tried: the verdict does not cover it.",
        "--size gives sizes that lead there; --allow-unreached accepts it.",
    ),
    (
        "vectors",
        "How many vector operations each version executed (--instrument-simd), or that the port executed none.",
        "",
    ),
    (
        "decided by",
        "With --explain or --timings: the steps of the decision ladder, each with the number of outputs that it decided.",
        "",
    ),
    (
        "explored",
        "With --explain or --timings: numbers of outputs, paths and instructions, and of branches that were folded into choices of a value.",
        "",
    ),
    (
        "branches",
        "With --explain or --timings: the branches that depend on inputs, how many were merged where their arms meet, and how paths ended.",
        "",
    ),
];

pub(super) const LINES: &[Entry] = &[
    (
        "for these inputs",
        "The witness: inputs on which the versions differ, or that lead to the defect. Inputs that do not matter are counted, not listed.",
        "--explain lists all of them.",
    ),
    (
        "computed as",
        "The expressions that both versions compute for the output, with what differs underlined.",
        "",
    ),
    (
        "starts in",
        "The function, and the call, in which the difference starts.",
        "",
    ),
    (
        "kind",
        "The property of arithmetic, or the kind of undefined behaviour, behind the finding.",
        "`simdiff explain KIND` has the page of each.",
    ),
    (
        "help",
        "What would decide the question, or under which assumption the versions agree.",
        "",
    ),
    (
        "replayed",
        "The versions were compiled and run natively with the witness, and did what the report says.",
        "",
    ),
    (
        "not confirmed",
        "The versions were run natively with the witness, and did something else than was computed: the finding is only suspected, the verdict UNDECIDED.",
        "",
    ),
    (
        "not replayed",
        "No native run shows the finding: it could not be made, or nothing that runs natively watches for this.",
        "--no-native forgoes all native runs.",
    ),
    (
        "largest error found",
        "The largest distance between both results that a search over the inputs found, measured natively. There may be a larger one.",
        "",
    ),
    (
        "infinite error",
        "An input on which one result is finite and the other one is not.",
        "",
    ),
    (
        "the accesses",
        "The two accesses of a race, each with its work-item and source line.",
        "",
    ),
    (
        "between barriers",
        "Which work-items access which bytes in the interval between two barriers that has the race.",
        "",
    ),
    (
        "the commands",
        "The commands of an OpenCL host that nothing orders.",
        "",
    ),
    (
        "it compares",
        "The two sides of the comparison in an assertion that fails, with their values.",
        "",
    ),
];

pub(super) const STAGES: &[Entry] = &[
    ("clang", "Compiling and linking the sources.", ""),
    ("reading", "Reading files of LLVM IR.", ""),
    (
        "lowering",
        "Turning intrinsics into operations that are understood.",
        "",
    ),
    (
        "lengths",
        "Of a kernel: executions that show how far it reaches into its buffers.",
        "",
    ),
    ("execution", "Symbolic execution of the versions.", ""),
    (
        "observation",
        "Execution of the sources beside optimised code.",
        "",
    ),
    (
        "equivalence",
        "Deciding whether outputs are equal, without native runs.",
        "",
    ),
    ("replay", "Native runs.", ""),
    (
        "trials",
        "Concrete executions of both versions on chosen inputs.",
        "",
    ),
    (
        "undefined behaviour",
        "Search for inputs that reach undefined behaviour.",
        "",
    ),
    (
        "cause",
        "Search for the operation at which a difference starts.",
        "",
    ),
];
