//! The flags of a build that say what the code means.
//!
//! Most builds use another compiler than clang. Invariant: a flag is kept, known to have no
//! influence on the values that code computes (warnings, dependencies, debug info, linking, and
//! levels of optimisation, on which the meaning does not depend), or reported as unknown.

use std::path::Path;

use super::compiler::{Compiler, OF_CPP};
use super::flags::{
    DEFINING, DROPPED, DROPPED_PREFIXES, DROPPED_WITH_VALUE, FAST, Holds, INDIFFERENT, KEPT,
    OPTIONS, UNKNOWN, UNKNOWN_WITH_VALUE, WITH_VALUE,
};

/// The flags of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meant {
    /// The flags that say what the code means, for clang.
    pub kept: Vec<String>,
    /// Flags that may do so and that clang is not given.
    pub unknown: Vec<String>,
}

/// The flags of a command that compiles `file`, of words that were expanded, that ran in
/// `directory`.
pub(super) fn meant(words: &[String], directory: &Path, file: &str) -> Meant {
    let mut meant = Meant::default();
    let is_level = |word: &&String| word.starts_with("-O");
    let is_fast = words
        .iter()
        .rfind(is_level)
        .is_some_and(|level| level == FAST.0);
    let compiler = Compiler::of(words);
    let before = compiler.before.join(" ");
    meant.unknown.extend((!before.is_empty()).then_some(before));
    let mut words = compiler.given.iter();
    while let Some(word) = words.next() {
        let of_language = word.strip_prefix("-x").or(word.strip_prefix("--language="));
        let valued = |(flag, ..): &&(&str, &str, Holds)| word.starts_with(flag);
        if DROPPED_WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if UNKNOWN.contains(&word.as_str()) {
            meant.unknown.push(word.clone());
        } else if UNKNOWN_WITH_VALUE.contains(&word.as_str()) {
            let value = words.next().map_or("", String::as_str);
            meant.unknown.push(format!("{word} {value}"));
        } else if let Some((flag, clang, holds)) = WITH_VALUE.iter().find(valued) {
            let value = match &word[flag.len()..] {
                "" => words.next().cloned().unwrap_or_default(),
                value if flag.starts_with("--") => value.trim_start_matches('=').to_owned(),
                value => value.to_owned(),
            };
            let value = match holds {
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
            let flag = words.next().cloned().unwrap_or_default();
            meant.kept.extend([word.clone(), flag]);
        } else if is_fast && word == FAST.0 {
            meant.kept.push(FAST.1.to_owned());
        } else if starts(word, &KEPT) || is_option(word) {
            meant.kept.push(word.clone());
        } else if word.starts_with('-') && word != OF_CPP && !is_indifferent(word) {
            meant.unknown.push(word.clone());
        } else if word.starts_with('/') && word != file && !Path::new(word).exists() {
            // A flag of Microsoft's compiler, and not the path of a file.
            meant.unknown.push(word.clone());
        }
    }
    meant.kept.extend(definitions(compiler.given));
    // Compilers of C++ take files of C for files of C++.
    let is_c = Path::new(file).extension().is_some_and(|end| end == "c");
    if compiler.is_of_cpp && is_c && !meant.kept.iter().any(|flag| flag == "-x") {
        meant.kept.extend(["-x", "c++"].map(str::to_owned));
    }
    seek(&mut meant.kept, directory);
    meant
}

/// The definitions of macros that clang makes for the flags of a command.
fn definitions(words: &[String]) -> impl Iterator<Item = String> {
    DEFINING.iter().flat_map(|flags| {
        let definitions = |word: &String| flags.iter().find(|(flag, _)| flag == word);
        let last = words.iter().rev().find_map(definitions);
        let definitions = last.map_or(&[][..], |(_, definitions)| definitions);
        definitions
            .iter()
            .map(|definition| (*definition).to_owned())
    })
}

/// Gives files that are included before a source, and that are not in the build's directory, the
/// path at which they are found among the headers.
fn seek(kept: &mut [String], directory: &Path) {
    const INCLUDED: [&str; 2] = ["-include", "-imacros"];
    const DIRECTORIES: [&str; 3] = ["-iquote", "-isystem", "-idirafter"];
    let joined = kept.iter().filter_map(|flag| flag.strip_prefix("-I"));
    let pairs = kept.iter().zip(kept.iter().skip(1));
    let apart = pairs.filter(|(flag, _)| DIRECTORIES.contains(&flag.as_str()));
    let apart = apart.map(|(_, path)| path.as_str());
    let directories: Vec<String> = joined.chain(apart).map(str::to_owned).collect();
    for at in 1..kept.len() {
        let path = Path::new(&kept[at]);
        if !INCLUDED.contains(&kept[at - 1].as_str()) || path.exists() {
            continue;
        }
        let name = path.strip_prefix(directory).unwrap_or(path);
        let places = directories.iter().map(|place| Path::new(place).join(name));
        if let Some(found) = places.into_iter().find(|place| place.exists()) {
            kept[at] = found.to_string_lossy().into_owned();
        }
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
        meant(&words, Path::new("/b"), "/b/a.c")
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
        let also = "-fPIC -fno-stack-protector -fdiagnostics-color -flto -c a.c";
        assert_eq!(kept(&format!("{said} {also}")), said[4..]);
    }

    #[test]
    fn long_names_are_short_ones() {
        let command = "cc --define-macro=A=1 --define-macro B --include-directory=i -imacros m.h \
                       -xc++ -idirafter d --sysroot=/r -c a.c";
        let expected = "-DA=1 -DB -I/b/i -imacros /b/m.h -x c++ -idirafter /b/d --sysroot=/r";
        assert_eq!(kept(command), expected);
    }

    #[test]
    fn flags_that_may_matter_are_named() {
        let meant = of("gcc -fopenmp -funsigned-bitfields -Wall -mavx2 -c a.c");
        assert_eq!(meant.unknown, ["-fopenmp", "-funsigned-bitfields"]);
        assert_eq!(meant.kept, ["-mavx2"]);
        let meant = of("clang -include-pch p.pch -mavx2 -c a.c");
        assert_eq!(meant.unknown, ["-include-pch p.pch"]);
        assert_eq!(meant.kept, ["-mavx2"]);
        assert_eq!(of("gcc -mavx2 -mdaz-ftz -c a.c").unknown, ["-mdaz-ftz"]);
        let meant = of("cl.exe /DX=1 /c /b/a.c");
        assert_eq!(meant.unknown, ["/DX=1", "/c"]);
    }

    #[test]
    fn macros_of_dropped_flags_are_defined() {
        let size = "-D__OPTIMIZE_SIZE__=1";
        assert_eq!(kept("cc -O2 -Os -c a.c"), size);
        assert_eq!(kept("cc -Os -O2 -c a.c"), "");
        assert_eq!(
            kept("cc -fno-stack-protector -fstack-protector-strong -fno-inline -c a.c"),
            "-D__NO_INLINE__=1 -D__SSP_STRONG__=2"
        );
    }

    #[test]
    fn compilers_of_cpp_take_files_of_c_for_theirs() {
        assert_eq!(kept("/usr/bin/g++-12 -mavx -c /b/a.c"), "-mavx -x c++");
        assert_eq!(kept("ccache clang++ -c a.c"), "-x c++");
        assert_eq!(kept("clang --driver-mode=g++ -c a.c"), "-x c++");
        assert_eq!(kept("g++ -x c -c a.c"), "-x c");
        assert_eq!(kept("gcc -c a.c"), "");
    }

    #[test]
    fn what_comes_before_a_compiler_is_named() {
        let meant = of("env C_INCLUDE_PATH=i5 /opt/clang -mavx -c a.c");
        assert_eq!(meant.unknown, ["C_INCLUDE_PATH=i5"]);
        assert_eq!(meant.kept, ["-mavx"]);
    }

    #[test]
    fn included_files_are_sought_among_the_headers() {
        let directory = tempfile::tempdir().expect("a directory");
        let headers = directory.path().join("inc");
        std::fs::create_dir(&headers).expect("a directory");
        std::fs::write(headers.join("config.h"), "").expect("a file");
        let words = ["cc", "-Iinc", "-include", "config.h"].map(str::to_owned);
        let found = meant(&words, directory.path(), "a.c").kept;
        assert_eq!(found[2], headers.join("config.h").to_string_lossy());
    }
}
