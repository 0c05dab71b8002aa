//! The flags of a build that say what the code means.
//!
//! Most builds use another compiler than clang. Invariant: a flag is kept, known to have no
//! influence on the values that code computes (warnings, dependencies, debug info, linking, and
//! levels of optimisation, on which the meaning does not depend), or reported as unknown.

use std::path::Path;

/// The flags of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meant {
    /// The flags that say what the code means, for clang.
    pub kept: Vec<String>,
    /// Flags that may do so and that clang is not given.
    pub unknown: Vec<String>,
}

/// The value of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Text,
    Path,
}

/// Flags with a value, in the next word or in the same one: as the build has it, and as clang is
/// given it. A flag is before its prefixes.
const WITH_VALUE: [(&str, &str, Holds); 17] = [
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
const KEPT: [&str; 8] = [
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
const DROPPED_WITH_VALUE: [&str; 15] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-mllvm",
    "-Xlinker",
    "-Xassembler",
    "-T",
    "-z",
    "-arch",
    "-L",
    "-framework",
    "--param",
    "-dumpbase",
    "-dumpdir",
];

/// Flags without influence on values.
const DROPPED: [&str; 16] = [
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
const DROPPED_PREFIXES: [&str; 14] = [
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

/// The level of optimisation that changes the meaning of code, and the flag for its meaning.
const FAST: (&str, &str) = ("-Ofast", "-ffast-math");

/// Names of flags `-fNAME` and `-fno-NAME` that are kept. Names that end in `=` or have variants
/// are prefixes.
const OPTIONS: [&str; 37] = [
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
const INDIFFERENT: [&str; 65] = [
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
    "sanitize",
    "file-prefix-map",
    "macro-prefix-map",
    "exec-charset",
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

/// The flags of a command, of words that were expanded, that ran in `directory`.
pub(super) fn meant(words: &[String], directory: &Path) -> Meant {
    let mut meant = Meant::default();
    let is_level = |word: &&String| word.starts_with("-O");
    let is_fast = words
        .iter()
        .rfind(is_level)
        .is_some_and(|level| level == FAST.0);
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let of_language = word.strip_prefix("-x").or(word.strip_prefix("--language="));
        let valued = |(flag, ..): &&(&str, &str, Holds)| word.starts_with(flag);
        if let Some((flag, clang, holds)) = WITH_VALUE.iter().find(valued) {
            let value = match &word[flag.len()..] {
                "" => words.next().cloned().unwrap_or_default(),
                value if flag.starts_with("--") => value.trim_start_matches('=').to_owned(),
                value => value.to_owned(),
            };
            // Such a file is also sought where headers are.
            let is_sought = ["-include", "-imacros"].contains(clang);
            let value = match holds {
                Holds::Path if is_sought && !directory.join(&value).exists() => value,
                Holds::Path => directory.join(value).to_string_lossy().into_owned(),
                Holds::Text => value,
            };
            match *clang {
                "--sysroot" => meant.kept.push(format!("--sysroot={value}")),
                short if short.len() == 2 => meant.kept.push(format!("{short}{value}")),
                long => meant.kept.extend([long.to_owned(), value]),
            }
        } else if let Some(language) = of_language {
            let language = match language {
                "" => words.next().map_or("", String::as_str),
                language => language,
            };
            meant.kept.extend(["-x".to_owned(), language.to_owned()]);
        } else if word == "-Xclang" {
            frontend(&mut words, &mut meant);
        } else if word == "-Xpreprocessor" {
            meant.unknown.push(flag_and_value(word, words.next()));
        } else if DROPPED_WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if is_fast && word == FAST.0 {
            meant.kept.push(FAST.1.to_owned());
        } else if starts(word, &KEPT) || is_option(word) {
            meant.kept.push(word.clone());
        } else if word.starts_with('-') && !is_indifferent(word) {
            meant.unknown.push(word.clone());
        }
    }
    meant
}

/// Keeps a flag for clang's front end, except for precompiled headers: they are of another
/// compiler, and the build includes their sources as well.
fn frontend<'w>(words: &mut impl Iterator<Item = &'w String>, meant: &mut Meant) {
    let Some(flag) = words.next() else { return };
    match flag.as_str() {
        // Its value follows, as a flag of its own.
        "-include-pch" => {
            words.next();
            words.next();
        }
        "-fno-pch-timestamp" | "-Winvalid-pch" => {}
        _ => meant.kept.extend(["-Xclang".to_owned(), flag.clone()]),
    }
}

fn flag_and_value(flag: &str, value: Option<&String>) -> String {
    match value {
        Some(value) => format!("{flag} {value}"),
        None => flag.to_owned(),
    }
}

fn starts(word: &str, with: &[&str]) -> bool {
    with.iter().any(|start| word.starts_with(start))
}

/// Whether a flag has no influence on values.
fn is_indifferent(word: &str) -> bool {
    let name = word.strip_prefix("-fno-").or(word.strip_prefix("-f"));
    DROPPED.contains(&word)
        || starts(word, &DROPPED_PREFIXES)
        || name.is_some_and(|name| starts(name, &INDIFFERENT))
}

/// Whether a flag is one of [`OPTIONS`].
fn is_option(word: &str) -> bool {
    let name = word.strip_prefix("-fno-").or(word.strip_prefix("-f"));
    name.is_some_and(|name| {
        OPTIONS.iter().any(|option| {
            let rest = name.strip_prefix(option);
            rest.is_some_and(|rest| {
                rest.is_empty() || option.ends_with('=') || rest.starts_with(['-', '='])
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Meant {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        meant(&words, Path::new("/b"))
    }

    fn kept(text: &str) -> String {
        let meant = of(text);
        assert_eq!(meant.unknown, [""; 0], "{text}");
        meant.kept.join(" ")
    }

    #[test]
    fn flags_of_meaning_are_kept() {
        let command = "gcc -Wall -Iinc -D X=1 -O2 -mavx2 -g -MD -MF a.d -std=gnu11 -o a.o -c a.c";
        assert_eq!(kept(command), "-I/b/inc -DX=1 -mavx2 -std=gnu11");
    }

    #[test]
    fn levels_are_dropped_but_not_their_meaning() {
        assert_eq!(kept("cc -O3 -mfma -Ofast -c a.c"), "-mfma -ffast-math");
        assert_eq!(kept("cc -Ofast -O2 -c a.c"), "");
    }

    #[test]
    fn options_of_other_tools_are_dropped() {
        assert_eq!(kept("clang -mllvm -mstack-size=1 -mavx -c a.c"), "-mavx");
    }

    #[test]
    fn what_floats_and_integers_mean_is_kept() {
        let said = "gcc -funsafe-math-optimizations -fno-signed-char -frounding-math -ftrapv \
                    -fno-honor-nans -ffp-contract=fast -fdenormal-fp-math=positive-zero \
                    -fno-builtin-memcpy -fno-strict-overflow -fpack-struct=1";
        let also = "-fPIC -fstack-protector-strong -fdiagnostics-color -flto -c a.c";
        assert_eq!(kept(&format!("{said} {also}")), said[4..]);
    }

    #[test]
    fn long_names_are_short_ones() {
        let command = "cc --define-macro=A=1 --define-macro B --include-directory=i -imacros m.h \
                       -xc++ -idirafter d --sysroot=/r -c a.c";
        let expected = "-DA=1 -DB -I/b/i -imacros m.h -x c++ -idirafter /b/d --sysroot=/r";
        assert_eq!(kept(command), expected);
    }

    #[test]
    fn flags_that_may_matter_are_named() {
        let meant = of("gcc -fopenmp -funsigned-bitfields -Wall -mavx2 -c a.c");
        assert_eq!(meant.unknown, ["-fopenmp", "-funsigned-bitfields"]);
        assert_eq!(meant.kept, ["-mavx2"]);
    }

    #[test]
    fn precompiled_headers_are_dropped() {
        let command =
            "clang++ -Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.h -c a.cc";
        assert_eq!(kept(command), "-Xclang -include -Xclang p.h");
    }
}
