//! The compiler of a build's command: programs that start it, and variables of the environment,
//! come before it.

/// Programs that start the compiler that follows them, with or without options of their own.
const LAUNCHERS: [&str; 9] = [
    "env", "ccache", "sccache", "distcc", "icecc", "gomacc", "libtool", "nice", "time",
];

/// The ends of names of compilers, which a version may follow: `x86_64-linux-gnu-g++-12`.
const COMPILERS: [&str; 10] = [
    "cc", "gcc", "clang", "icc", "icx", "c++", "g++", "clang++", "icpc", "icpx",
];

/// The flag by which clang is a compiler of C++.
pub(super) const OF_CPP: &str = "--driver-mode=g++";

/// The words of a command around its compiler.
pub(super) struct Compiler<'a> {
    /// What comes before it, but for the programs that start it.
    pub before: Vec<&'a str>,
    /// Whether it takes files of C for files of C++.
    pub is_of_cpp: bool,
    /// What it is given.
    pub given: &'a [String],
}

impl<'a> Compiler<'a> {
    pub fn of(words: &'a [String]) -> Compiler<'a> {
        let is_launched = words
            .first()
            .is_some_and(|word| LAUNCHERS.contains(&name(word)) || is_assignment(word));
        let at = match is_launched {
            false => 0,
            // A launcher's options may have values: the first word that looks like a compiler is.
            true => words
                .iter()
                .position(|word| is_compiler(name(word)))
                .or_else(|| words.iter().position(|word| !is_launching(word)))
                .unwrap_or(0),
        };
        let given = words.get(at + 1..).unwrap_or_default();
        let is_named_so = words.get(at).is_some_and(|word| name(word).contains("++"));
        let before = words[..at].iter().map(String::as_str);
        Compiler {
            before: before
                .filter(|word| !LAUNCHERS.contains(&name(word)))
                .collect(),
            is_of_cpp: is_named_so || given.iter().any(|word| word == OF_CPP),
            given,
        }
    }
}

fn name(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

fn is_assignment(word: &str) -> bool {
    let variable = word.split_once('=').map(|(variable, _)| variable);
    variable.is_some_and(|variable| {
        let mut letters = variable.chars();
        !variable.is_empty() && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn is_launching(word: &str) -> bool {
    word.starts_with('-') || is_assignment(word) || LAUNCHERS.contains(&name(word))
}

fn is_compiler(name: &str) -> bool {
    let version = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let plain = name.trim_end_matches(version);
    COMPILERS.iter().any(|compiler| {
        let rest = plain.strip_suffix(compiler);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, bool, String) {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let found = Compiler::of(&words);
        (
            found.before.join(" "),
            found.is_of_cpp,
            found.given.join(" "),
        )
    }

    fn apart(before: &str, is_of_cpp: bool, given: &str) -> (String, bool, String) {
        (before.to_owned(), is_of_cpp, given.to_owned())
    }

    #[test]
    fn a_compiler_is_the_first_word_or_behind_launchers() {
        assert_eq!(of("gcc -c a.c"), apart("", false, "-c a.c"));
        assert_eq!(
            of("/usr/bin/ccache g++-12 -c a.c"),
            apart("", true, "-c a.c")
        );
        assert_eq!(
            of("hipcc -I /usr/c++ a.c"),
            apart("", false, "-I /usr/c++ a.c")
        );
        assert_eq!(of("ccache hipcc -c a.c"), apart("", false, "-c a.c"));
        assert_eq!(of("ccache"), apart("", false, ""));
    }

    #[test]
    fn what_is_said_before_the_compiler_is_kept() {
        let expected = apart("-u X C_INCLUDE_PATH=i", true, "-c a.c");
        assert_eq!(of("env -u X C_INCLUDE_PATH=i clang++ -c a.c"), expected);
        assert_eq!(of("CPATH=i gcc -c a.c"), apart("CPATH=i", false, "-c a.c"));
        let expected = apart("--tag=CXX --mode=compile", true, "-c a.c");
        assert_eq!(of("libtool --tag=CXX --mode=compile g++ -c a.c"), expected);
    }
}
