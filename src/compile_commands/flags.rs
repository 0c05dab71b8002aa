//! Flags of compilers by their influence on what code means: tables.

/// The value of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Text,
    Path,
}

/// Flags with a value, in the next word or in the same one: as the build has it, and as clang is
/// given it. A flag is before its prefixes.
pub(super) const WITH_VALUE: [(&str, &str, Holds); 17] = [
    ("--include-directory", "-I", Holds::Path),
    ("--undefine-macro", "-U", Holds::Text),
    ("--define-macro", "-D", Holds::Text),
    ("--sysroot", "--sysroot", Holds::Path),
    ("--target", "-target", Holds::Text),
    ("--include", "-include", Holds::Path),
    ("-cxx-isystem", "-cxx-isystem", Holds::Path),
    ("-idirafter", "-idirafter", Holds::Path),
    ("-isysroot", "-isysroot", Holds::Path),
    ("-isystem", "-isystem", Holds::Path),
    ("-imacros", "-imacros", Holds::Path),
    ("-include", "-include", Holds::Path),
    ("-iquote", "-iquote", Holds::Path),
    ("-target", "-target", Holds::Text),
    ("-I", "-I", Holds::Path),
    ("-D", "-D", Holds::Text),
    ("-U", "-U", Holds::Text),
];

/// The prefixes of other flags that are kept.
pub(super) const KEPT: [&str; 8] = [
    "-std=",
    "--std=",
    "-ansi",
    "-m",
    "-nostdinc",
    "-pthread",
    "-trigraphs",
    "-undef",
];

/// Flags that are dropped with their value, which is the next word.
pub(super) const DROPPED_WITH_VALUE: [&str; 14] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-mllvm",
    "-Xlinker",
    "-Xassembler",
    "-T",
    "-z",
    "-L",
    "-framework",
    "--param",
    "-dumpbase",
    "-dumpdir",
];

/// Flags that may matter and that clang is not given, with their value, which is the next word:
/// another version of a compiler cannot read a precompiled header.
pub(super) const UNKNOWN_WITH_VALUE: [&str; 2] = ["-include-pch", "-arch"];

/// Flags of which the last one holds, with the definitions of macros that clang makes for it.
type Defining = &'static [(&'static str, &'static [&'static str])];

/// Flags without influence on values but for the macros that clang defines for them.
pub(super) const DEFINING: [Defining; 4] = [
    &[
        ("-O", &[]),
        ("-O0", &["-U__OPTIMIZE__", "-D__NO_INLINE__=1"]),
        ("-O1", &[]),
        ("-O2", &[]),
        ("-O3", &[]),
        ("-O4", &[]),
        ("-Og", &[]),
        ("-Ofast", &[]),
        ("-Os", &["-D__OPTIMIZE_SIZE__=1"]),
        ("-Oz", &["-D__OPTIMIZE_SIZE__=1"]),
    ],
    &[("-finline", &[]), ("-fno-inline", &["-D__NO_INLINE__=1"])],
    &[
        ("-fno-stack-protector", &[]),
        ("-fstack-protector", &["-D__SSP__=1"]),
        ("-fstack-protector-strong", &["-D__SSP_STRONG__=2"]),
        ("-fstack-protector-all", &["-D__SSP_ALL__=3"]),
    ],
    &[
        ("-fcf-protection=none", &[]),
        ("-fcf-protection=branch", &["-D__CET__=1"]),
        ("-fcf-protection=return", &["-D__CET__=2"]),
        ("-fcf-protection=full", &["-D__CET__=3"]),
        ("-fcf-protection", &["-D__CET__=3"]),
    ],
];

/// Flags without influence on values.
pub(super) const DROPPED: [&str; 16] = [
    "-w",
    "-c",
    "-S",
    "-E",
    "-pipe",
    "-v",
    "-s",
    "-p",
    "-pg",
    "-shared",
    "-static",
    "-rdynamic",
    "-time",
    "-###",
    "--coverage",
    "-no-canonical-prefixes",
];

/// The prefixes of further flags without influence on values.
pub(super) const DROPPED_PREFIXES: [&str; 14] = [
    "-W",
    "-pedantic",
    "-M",
    "-g",
    "-O",
    "-l",
    "-L",
    "-dump",
    "-o",
    "-Q",
    "-save-temps",
    "--param=",
    "-B",
    "-static-",
];

/// Flags that may matter and that clang is not given although it knows them: `-mdaz-ftz` has a
/// program flush subnormals to zero when it starts, and the code is compiled as without it.
pub(super) const UNKNOWN: [&str; 1] = ["-mdaz-ftz"];

/// The level of optimisation that changes the meaning of code, and the flag for its meaning.
pub(super) const FAST: (&str, &str) = ("-Ofast", "-ffast-math");

/// Names of flags `-fNAME` and `-fno-NAME` that are kept. Names that end in `=` or have variants
/// are prefixes.
pub(super) const OPTIONS: [&str; 37] = [
    "fast-math",
    "unsafe-math-optimizations",
    "associative-math",
    "reciprocal-math",
    "finite-math-only",
    "honor-nans",
    "honor-infinities",
    "approx-func",
    "signed-zeros",
    "math-errno",
    "trapping-math",
    "rounding-math",
    "fp-contract=",
    "fp-model=",
    "denormal-fp-math",
    "excess-precision=",
    "wrapv",
    "trapv",
    "strict-overflow",
    "strict-aliasing",
    "signed-char",
    "unsigned-char",
    "short-enums",
    "short-wchar",
    "pack-struct",
    "delete-null-pointer-checks",
    "builtin",
    "freestanding",
    "hosted",
    "ms-extensions",
    "ms-compatibility",
    "lax-vector-conversions",
    "exceptions",
    "rtti",
    "char8_t",
    "gnu89-inline",
    "strict-flex-arrays",
];

/// The prefixes of names of flags `-fNAME` and `-fno-NAME` without influence on values.
pub(super) const INDIFFERENT: [&str; 63] = [
    "PIC",
    "pic",
    "PIE",
    "pie",
    "plt",
    "stack-",
    "cf-protection",
    "diagnostics",
    "color-",
    "caret-",
    "show-",
    "lto",
    "fat-lto",
    "visibility",
    "profile",
    "test-coverage",
    "coverage",
    "common",
    "data-sections",
    "function-sections",
    "omit-frame-pointer",
    "omit-leaf",
    "optimize-",
    "optimise-",
    "asynchronous-unwind",
    "unwind-tables",
    "inline",
    "tree-",
    "unroll",
    "vectorize",
    "slp-vectorize",
    "tree",
    "ipa-",
    "gcse",
    "align-",
    "debug",
    "var-tracking",
    "record-",
    "merge-",
    "ident",
    "verbose-asm",
    "max-errors",
    "message-length",
    "macro-backtrace",
    "template-",
    "limit-debug",
    "standalone-debug",
    "use-ld",
    "semantic-interposition",
    "file-prefix-map",
    "macro-prefix-map",
    "zero-initialized",
    "trivial-auto-var-init",
    "schedule-",
    "reorder-",
    "prefetch-",
    "rename-registers",
    "ira-",
    "ivopts",
    "peel-loops",
    "split-",
    "strict-volatile",
    "threadsafe-statics",
];
