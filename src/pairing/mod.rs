//! Pairs the functions that are versions of each other: by their names, by where they are stored,
//! and by their parameters.

mod dispatch;
mod names;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use dispatch::Dispatched;
use names::{Sort, taken_apart, words};

use crate::listing::Function;

/// A function and the file that defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The file.
    pub file: PathBuf,
    /// The function.
    pub function: Function,
}

/// A function, and another that is meant to compute the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The plain version.
    pub reference: &'a Listed,
    /// The other version.
    pub port: &'a Listed,
    /// The reason for the pairing.
    pub why: &'static str,
}

/// The pairs among these functions, by the directory of the port. `dispatched` are functions that
/// the files store.
pub fn pairs<'a>(listed: &'a [Listed], dispatched: &[Dispatched]) -> Vec<Pair<'a>> {
    let mut directories: BTreeMap<&Path, Vec<&Listed>> = BTreeMap::new();
    for one in listed {
        directories.entry(directory(one)).or_default().push(one);
    }
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for (directory, all) in &directories {
        let above = directory.parent().and_then(|above| directories.get(above));
        pairs.extend(by_names(all, above.map_or(&[], |above| above)));
    }
    for pair in dispatch::pairs(listed, dispatched) {
        if pairs.iter().all(|other| other.port != pair.port) {
            pairs.push(pair);
        }
    }
    for all in directories.values() {
        let is_paired = |one: &Listed| {
            let mut pairs = pairs.iter();
            pairs.any(|pair| pair.reference == one || pair.port == one)
        };
        let rest: Vec<&Listed> = all.iter().copied().filter(|one| !is_paired(one)).collect();
        pairs.extend(by_parameters(&rest));
    }
    pairs.sort_by_key(|pair| directory(pair.port));
    pairs
}

/// The directory of a function's file.
fn directory(listed: &Listed) -> &Path {
    listed.file.parent().unwrap_or(Path::new(""))
}

/// The pairs among the functions of a directory whose names are those of versions. If a stem has
/// no reference there, it may be in the directory above, with equal parameters.
fn by_names<'a>(all: &[&'a Listed], above: &[&'a Listed]) -> Vec<Pair<'a>> {
    let (own, above) = (by_stem(all), by_stem(above));
    let mut pairs = Vec::new();
    for (stem, versions) in &own {
        let ports = versions.iter().filter(|(sort, _)| *sort == Sort::Port);
        for (_, port) in ports {
            // Static functions of several files may have one name: `dec.c` goes with `dec_sse2.c`.
            let file = file_stem(port);
            let is_plain = |(sort, _): &&(Sort, &'a Listed)| *sort != Sort::Port;
            let takes = takes(&port.function);
            let is_alike = |one: &Listed| takes.is_some() && self::takes(&one.function) == takes;
            let key =
                |(sort, one): &&(Sort, &'a Listed)| (!is_alike(one), *sort, file_stem(one) != file);
            let here = versions.iter().filter(is_plain).min_by_key(key);
            let others = above.get(stem).into_iter().flatten();
            let others = others.filter(is_plain).filter(|(_, one)| is_alike(one));
            let reference = here.or_else(|| others.min_by_key(key));
            pairs.extend(reference.map(|(_, reference)| Pair {
                reference,
                port,
                why: "by their names",
            }));
        }
    }
    pairs
}

/// Functions with their roles, by the common part of their names.
fn by_stem<'a>(all: &[&'a Listed]) -> BTreeMap<String, Vec<(Sort, &'a Listed)>> {
    let mut stems: BTreeMap<String, Vec<(Sort, &'a Listed)>> = BTreeMap::new();
    for one in all {
        let (stem, sort) = taken_apart(&one.function);
        stems.entry(stem).or_default().push((sort, one));
    }
    stems
}

/// The part of a file's name that does not tell of a version.
fn file_stem(listed: &Listed) -> String {
    let stem = listed.file.file_stem().unwrap_or_default();
    words(&stem.to_string_lossy()).0
}

/// The pairs of two functions of one file with parameters that no other of these functions in the
/// file has. Functions of headers only help others.
fn by_parameters<'a>(all: &[&'a Listed]) -> Vec<Pair<'a>> {
    let mut alike: BTreeMap<(&Path, String), Vec<&'a Listed>> = BTreeMap::new();
    for one in all.iter().filter(|one| !one.function.is_included) {
        if let Some(takes) = takes(&one.function) {
            alike.entry((&one.file, takes)).or_default().push(one);
        }
    }
    let role = |one: &Listed| taken_apart(&one.function).1;
    let mut pairs = Vec::new();
    for mut versions in alike.into_values() {
        // Stable: the first one is the reference if the names do not tell.
        versions.sort_by_key(|one| role(one));
        // The clones of one source for several processors have one name.
        if let [reference, port] = versions[..]
            && reference.function.name != port.function.name
        {
            pairs.push(Pair {
                reference,
                port,
                why: "by their parameters",
            });
        }
    }
    pairs
}

/// The types of a function's result and parameters; `None` without parameters.
fn takes(function: &Function) -> Option<String> {
    let (head, parameters) = function.signature.split_once('(')?;
    let parameters = parameters.trim_end_matches(')');
    if parameters.is_empty() || function.name == "main" {
        return None;
    }
    let ty = |parameter: &str| {
        let end = parameter.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        end.trim().to_owned()
    };
    let types: Vec<String> = parameters.split(',').map(ty).collect();
    let result = head.trim_end_matches(function.name.as_str()).trim();
    Some(format!("{result}({})", types.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(file: &str, signature: &str, is_kernel: bool) -> Listed {
        let head = signature.split('(').next().unwrap();
        Listed {
            file: file.into(),
            function: Function {
                name: head.split(' ').next_back().unwrap().to_owned(),
                signature: signature.to_owned(),
                is_kernel,
                symbol: head.split(' ').next_back().unwrap().to_owned(),
                is_local: false,
                is_included: false,
            },
        }
    }

    fn found(listed: &[Listed]) -> Vec<(String, String)> {
        let pairs = pairs(listed, &[]);
        let names = pairs.iter().map(|p| (p.reference, p.port));
        names
            .map(|(r, p)| (r.function.name.clone(), p.function.name.clone()))
            .collect()
    }

    fn pair(reference: &str, port: &str) -> (String, String) {
        (reference.to_owned(), port.to_owned())
    }

    #[test]
    fn names_tell_versions() {
        let all = [
            listed("a.c", "void scale(float *x, int n)", false),
            listed("a.c", "void scale_c(float *x, int n)", false),
            listed("b.c", "void scale_sse2(float *x, int n)", false),
            listed("b.c", "void scale_avx2(float *x, int n)", false),
            listed("d/e/c.c", "void scale_sse2(float *x, int n)", false),
        ];
        let expected = [pair("scale_c", "scale_sse2"), pair("scale_c", "scale_avx2")];
        assert_eq!(found(&all), expected);
    }

    #[test]
    fn of_one_name_the_one_of_the_file() {
        let all = ["dec.c", "enc.c", "dec_sse2.c", "enc_sse2.c"].map(|file| {
            let end = if file.contains("sse2") { "SSE2" } else { "C" };
            listed(file, &format!("void blur_{end}(float *x)"), false)
        });
        let files = pairs(&all, &[]);
        let files = files.iter().map(|p| (&*p.reference.file, &*p.port.file));
        let files: Vec<_> = files.map(|(r, p)| [r, p].map(Path::to_owned)).collect();
        assert_eq!(
            files,
            [["dec.c", "dec_sse2.c"], ["enc.c", "enc_sse2.c"]].map(|f| f.map(PathBuf::from))
        );
    }

    #[test]
    fn of_one_name_the_one_with_equal_parameters() {
        let all = [
            listed("dec.c", "void blur_C(float *x)", false),
            listed("enc.c", "void blur(float *x, int n)", false),
            listed("enc_sse2.c", "void blur_SSE2(float *x, int n)", false),
        ];
        assert_eq!(found(&all), [pair("blur", "blur_SSE2")]);
    }

    #[test]
    fn a_reference_may_be_in_the_directory_above() {
        let all = [
            listed("dsp/a.c", "void scale(float *x, int n)", false),
            listed("dsp/a.c", "void other(float *x)", false),
            listed("dsp/x86/a.c", "void scale_sse4_1(float *x, int n)", false),
            listed("dsp/x86/a.c", "void other_sse2(double *x)", false),
        ];
        assert_eq!(found(&all), [pair("scale", "scale_sse4_1")]);
    }

    #[test]
    fn versions_have_many_names() {
        let takes = |name: &str| listed("a.c", &format!("void {name}(float *x, int n)"), false);
        for [plain, port] in [
            ["scale_scal", "scale_SSE"],
            ["scale_fallback", "scale_sse4"],
            ["scale__scalar_u1", "scale__sse2_u4"],
            ["scaleScalar", "scaleSSE"],
            ["scale_c", "scale_sse4_1"],
            ["scale_base", "scale_SIMD"],
            ["scale_noasm", "scale_sse2"],
            ["scale_none_4", "scale_sse_4"],
        ] {
            let all = [
                takes(plain),
                takes(port),
                listed("a.c", "int other(void)", false),
            ];
            assert_eq!(found(&all), [pair(plain, port)], "{plain} {port}");
        }
    }

    #[test]
    fn a_kernel_is_a_version_of_a_function() {
        let all = [
            listed("a.c", "void blur(float *x)", false),
            listed("a.cl", "void blur(float *x)", true),
        ];
        assert_eq!(found(&all), [pair("blur", "blur")]);
    }

    #[test]
    fn two_that_take_alike_may_be_versions() {
        let all = [
            listed("a.c", "int first(const int *x, int n)", false),
            listed("a.c", "int other(const int *values, int count)", false),
            listed("a.c", "int third(int n)", false),
        ];
        assert_eq!(found(&all), [pair("first", "other")]);
    }
}
