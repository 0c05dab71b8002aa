//! The commands that a suite may contain: suites come with the code, perhaps a stranger's.
//!
//! A suite writes no files, and passes only flags to the compiler that say what the code
//! means, not what to load or to write.

use crate::args::{Command, Common};

/// The prefixes of compiler flags that say what code means.
const FLAGS: [&str; 24] = [
    "-D",
    "-U",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-std=",
    "-O",
    "-W",
    "-w",
    "-m",
    "-f",
    "-cl-",
    "-g",
    "-x",
    "-pedantic",
    "-ansi",
    "-nostdinc",
    "-target",
    "--target=",
    "-pthread",
    "-arch",
    "-Qunused",
];

/// The prefixes of flags among these that load or write files, or pass options to other
/// tools.
const REFUSED: [&str; 21] = [
    "-include-pch",
    "-mllvm",
    "-Wl,",
    "-Wa,",
    "-Wp,",
    "-fplugin",
    "-fpass-plugin",
    "-fprofile",
    "-fcoverage",
    "-ftime-trace",
    "-ftime-report",
    "-fmodule",
    "-fcrash-diagnostics-dir",
    "-fsave-optimization-record",
    "-foptimization-record",
    "-fdump",
    "-fstack-usage",
    "-fproc-stat-report",
    "-fxray",
    "-fuse-ld",
    "-gsplit-dwarf",
];

/// Flags whose value may be the next word.
const WITH_VALUE: [&str; 10] = [
    "-D",
    "-U",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-x",
    "-target",
    "-arch",
];

/// Checks that a command may be in a suite; `is_of_manifest` says whether in a manifest.
///
/// # Errors
/// The option that it must not have.
pub fn allowed(command: &Command, is_of_manifest: bool) -> Result<(), String> {
    let written = |option: &str| Err(format!("a suite writes no files: {option}"));
    let (common, sides): (&Common, [&[String]; 2]) = match command {
        Command::Check(options) if options.certificate.is_some() => {
            return written("--certificate");
        }
        Command::Check(options) if options.emit_test.is_some() => return written("--emit-test"),
        Command::Check(options) if options.emit_harness.is_some() => {
            return written("--emit-harness");
        }
        Command::Check(options) if options.launch.access_log.is_some() => {
            return written("--access-log");
        }
        Command::Kernel(options) if options.launch.access_log.is_some() => {
            return written("--access-log");
        }
        Command::Kernel(options) if options.emit_test.is_some() => return written("--emit-test"),
        Command::Check(options) => (
            &options.common,
            [&options.reference_flags, &options.port_flags],
        ),
        Command::Run(options) if options.certificate.is_some() => return written("--certificate"),
        Command::Run(options) => (&options.common, [&[], &[]]),
        Command::Kernel(options) => (&options.common, [&[], &[]]),
        _ => return Ok(()),
    };
    if common.modules.is_some() {
        return written("--modules");
    }
    // Only flags that say what code means are taken from a build.
    if common.compile_commands.is_some() && !is_of_manifest {
        return Err("a suite names its builds in simdiff.toml: compile-commands".to_owned());
    }
    if let Command::Check(options) = command {
        let port = options.port.as_ref();
        if [Some(&options.reference), port]
            .into_iter()
            .flatten()
            .any(|f| f.starts_with("git:"))
        {
            return Err("a suite takes its versions from files, not from commits".to_owned());
        }
    }
    [&common.cflags, sides[0], sides[1]]
        .into_iter()
        .try_for_each(flags)
}

fn flags(words: &[String]) -> Result<(), String> {
    let starts = |word: &str, with: &[&str]| with.iter().any(|start| word.starts_with(start));
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !starts(word, &FLAGS) || starts(word, &REFUSED) {
            return Err(format!("a suite may not give the compiler `{word}`"));
        }
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> bool {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        flags(&words).is_ok()
    }

    #[test]
    fn meaning_may_be_said() {
        assert!(given(
            "-O3 -march=x86-64-v3 -ffp-contract=off -I inc -DX=1 -Wno-psabi -std=c17"
        ));
    }

    #[test]
    fn nothing_is_loaded_or_written() {
        for flag in [
            "-fplugin=x.so",
            "-Xclang",
            "-o",
            "-MF",
            "@args",
            "-mllvm",
            "--config=x",
            "x.c",
        ] {
            assert!(!given(flag), "{flag}");
        }
        assert!(!given("-I a -fpass-plugin=b"));
    }
}
