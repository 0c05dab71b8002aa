//! The OpenCL host functions that the system's headers declare, by chapter, and which of
//! them the host library defines.

use super::builtins::Builtin;
use super::clang::{Scratch, run_clang};
use super::error::FrontendError;
use super::flags::Flags;
use super::tools::Clang;
use super::units::HOST;

/// A source that preprocesses to the declarations of OpenCL 3.0, deprecated ones included.
const SOURCE: &str = "#include \"host.h\"\n";

/// Returns all host functions, in the order of the header.
///
/// # Errors
/// clang's errors, for example if the headers are missing.
pub fn host_functions(clang: &Clang) -> Result<Vec<Builtin>, FrontendError> {
    let scratch = Scratch::new()?;
    for (file, text) in super::units::HEADERS {
        scratch.write(file, text)?;
    }
    let source = scratch.write("all.c", SOURCE)?;
    let output = source.with_extension("i");
    let flags = ["-w", "-E", "-C", "-P"].map(str::to_owned).to_vec();
    let flags = Flags {
        common: flags,
        ..Flags::default()
    };
    run_clang(clang, &source, &output, &flags, &scratch)?;
    let header = std::fs::read_to_string(&output).map_err(|e| FrontendError::Io {
        path: output,
        reason: e.to_string(),
    })?;
    let function = |(name, chapter): (&str, &str)| Builtin {
        name: name.to_owned(),
        chapter: chapter.to_owned(),
        modelled: HOST.iter().any(|unit| unit.has(name)),
    };
    Ok(declared(&header).into_iter().map(function).collect())
}

/// The functions that a preprocessed header declares, each with the title of its chapter:
/// `/* Platform API */`.
fn declared(header: &str) -> Vec<(&str, &str)> {
    let (mut chapter, mut found) = ("", Vec::<(&str, &str)>::new());
    for line in header.lines() {
        let title = line.strip_prefix("/* ").and_then(|l| l.strip_suffix(" */"));
        if let Some(title) = title.filter(|t| t.ends_with(" API") || t.ends_with(" APIs")) {
            chapter = title.trim_end_matches('s').trim_end_matches(" API");
        }
        let word = line.split(' ').find(|word| is_call(word));
        let name = word.and_then(|word| Some(word.split_once('(')?.0));
        if let Some(name) = name
            && !found.iter().any(|(known, _)| *known == name)
        {
            found.push((name, chapter));
        }
    }
    found
}

/// Whether a word begins with a call or declaration of an OpenCL function: `clFinish(`.
fn is_call(word: &str) -> bool {
    let Some((name, _)) = word.split_once('(') else {
        return false;
    };
    let rest = name.strip_prefix("cl").unwrap_or_default();
    rest.starts_with(|c: char| c.is_ascii_uppercase())
        && rest.chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_in_comments() {
        let header = "/* cl_bool */\n/* Platform API */\nextern cl_int\nclGetPlatformIDs(cl_uint \
                      x);\n/* Kernel Object APIs */\nextern cl_int clRetainKernel(cl_kernel k);\n";
        assert_eq!(
            declared(header),
            [
                ("clGetPlatformIDs", "Platform"),
                ("clRetainKernel", "Kernel Object")
            ]
        );
    }
}
