//! Writes a harness, for comparisons that no contract can express.

use std::path::{Path, PathBuf};

use super::Request;
use super::modules::Modules;
use super::named::Named;
use crate::frontend::{Callee, Clang, callee, kernel, sizes};
use crate::harness::{self, Harness};
use crate::pipeline::{Module, Preparation};
use crate::problem::Problem;

/// Writes a harness that calls both functions of a request, for the file `at`: see
/// `crate::harness`.
///
/// # Errors
/// Bad input, a missing tool, or a function that no harness can call: of a commit, without
/// debug info, or with parameters of unnamed types.
pub fn harness(request: &Request, at: &Path) -> Result<String, Problem> {
    let cpp = harness::is_cpp(at)?;
    if request.commits.iter().any(Option::is_some) {
        let problem = Problem::new("a harness cannot include a version that is of a commit");
        return Err(problem.help("write that version to a file, and give its name"));
    }
    if request.gives_sides() {
        let problem = Problem::new("a harness has one set of compiler flags for both versions");
        return Err(problem.help("leave out --reference-flags and --port-flags"));
    }
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let preparation = Preparation::new(&context, &clang, &request.settings, request.gives_flags())?;
    let modules = Modules::compile(request, &preparation)?;
    let named = [&request.reference, &request.port].map(|name| Named::of(name, &request.files));
    let versions = described(&modules, &named, cpp)?;
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files: Vec<PathBuf> = request.files.iter().map(absolute).collect();
    let apart = Named::apart(&named, &request.files).filter(|_| !modules.are_one());
    let apart = match (&apart, &named) {
        (Some([first, second]), _) | (None, [first, second]) if first.parts(second) => {
            let own = |named: &Named<'_>| {
                let place = request.files.iter().position(|file| named.is_in(file));
                Some(files[place?].as_path())
            };
            own(first).zip(own(second))
        }
        _ => None,
    };
    let one_name = versions[0].name == versions[1].name;
    let sizes = sizes::parse(&request.sizes)?;
    let sizes = sizes
        .iter()
        .map(|range| (range.name.part().to_owned(), range.first, range.last));
    harness::harness(&Harness {
        at,
        files: &files,
        sizes: sizes.collect(),
        versions: [&versions[0], &versions[1]],
        apart: apart
            .filter(|_| one_name)
            .map(|(first, second)| [first, second]),
        flags: &request.flags_of_one(),
    })
}

/// The declarations of both functions of a request, for a test in C++ or C that calls them.
///
/// # Errors
/// Bad input, a missing tool, or a function without debug info or with parameters of unnamed
/// types.
pub fn callees(request: &Request, cpp: bool) -> Result<[Callee; 2], Problem> {
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let preparation = Preparation::new(&context, &clang, &request.settings, request.gives_flags())?;
    let modules = Modules::compile(request, &preparation)?;
    let named = [&request.reference, &request.port].map(|name| Named::of(name, &request.files));
    described(&modules, &named, cpp)
}

fn described(
    modules: &Modules<'_>,
    named: &[Named<'_>; 2],
    cpp: bool,
) -> Result<[Callee; 2], Problem> {
    let described = |module: &Module<'_>, name: &str| -> Result<Callee, Problem> {
        let symbol = module.resolve(name)?;
        // A launch takes it by its name.
        if kernel(&module.compiled().native, &symbol).is_some() {
            return Ok(Callee {
                name: name.to_owned(),
                is_method: false,
                params: Vec::new(),
                result: None,
                names_private: false,
            });
        }
        callee(&module.compiled().debug, &symbol, cpp).ok_or_else(|| {
            let problem = Problem::new(format!("no generated code can call `{name}`"));
            problem.help("its debug info is missing, or a type of its parameters has no name")
        })
    };
    Ok([
        described(&modules.reference, named[0].function)?,
        described(modules.port(), named[1].function)?,
    ])
}
