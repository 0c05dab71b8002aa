//! Advice for each error of the front end.

use std::path::Path;

use super::error::{BadIr, FrontendError};
use super::language::Language;
use super::layout::UNMODELLED;
use super::sizes::MAX_SIZE;

/// The advice if no flag can describe a parameter.
const HARNESS: &str = "what no --arg can say, a harness can: simdiff check … --emit-harness \
                       FILE.c (or FILE.cpp) writes one";

impl FrontendError {
    /// What the user can do about the error; may have several lines.
    pub fn help(&self) -> Option<String> {
        use FrontendError::*;
        let did_you_mean = |name: &Option<String>| match name {
            Some(name) => format!("did you mean `{name}`? "),
            None => String::new(),
        };
        Some(match self {
            ToolMissing { tried, install, .. } => {
                format!("{install}\nlooked for: {}", tried.join(", "))
            }
            ToolVersion { install, .. } => install.clone(),
            NoSources => "name the files that define both functions: FILES…".into(),
            SourceMissing { nearest, .. } => {
                let nearest = nearest.as_ref()?;
                format!("did you mean {}?", nearest.display())
            }
            SourceKind { path } if path.extension().is_some_and(|end| end == "cu") => {
                "CUDA is not supported: write the kernel in OpenCL C (.cl), or its body in C".into()
            }
            SourceKind { .. } => {
                "known names end in .c, .cc, .cpp, .cxx, .C, .cl, .ll or .bc".into()
            }
            Clang { path, diagnostics } => {
                let features = missing_features(diagnostics);
                let header = missing_header(diagnostics);
                match (header, features.as_slice()) {
                    (Some(header), _) => where_it_is(path, header),
                    (None, []) => return None,
                    (None, flags) => format!("the code needs --cflags {}", flags.join(" ")),
                }
            }
            Static { .. } => "make it smaller, or allocate it".into(),
            Crash { .. } => "the file may be damaged, or larger than the tool can take".into(),
            Ir { kind, message, .. } => {
                let advice = match kind {
                    BadIr::Truncated => "write the file again; it ends too early",
                    BadIr::Foreign => "write it with clang-19 or llvm-as-19, or give the sources",
                    BadIr::Corrupt => "write it with clang-19 -emit-llvm",
                    BadIr::Text => "the assembly has to be that of LLVM 19",
                    BadIr::Invalid => "run opt-19 -passes=verify on it",
                };
                format!("{advice}\n{}", message.trim_end())
            }
            Link { .. } => {
                "each function may be defined once on each side; where the files of both \
                versions define it, say which file has which: --reference FILE::FUNCTION --port \
                FILE::FUNCTION"
                    .into()
            }
            CpuUnknown { nearest, .. } => {
                let advice = "--cpu takes the names that clang's -march takes, such as haswell, \
                              x86-64-v3 or native";
                match nearest.is_empty() {
                    true => advice.to_owned(),
                    false => format!("did you mean `{}`?\n{advice}", nearest.join("`, `")),
                }
            }
            FunctionMissing {
                name,
                nearest,
                defined,
            } => {
                if let Some((file, _)) = name
                    .split_once("::")
                    .filter(|(file, _)| Language::of(Path::new(file)).is_some())
                {
                    return Some(match Path::new(file).exists() {
                        true => format!("`{file}` is not among the files of this check: add it"),
                        false => format!("there is no file `{file}` here"),
                    });
                }
                let mut help = match nearest.first() {
                    Some(name) => format!("did you mean `{name}`?\n"),
                    None => String::new(),
                };
                help += &match defined.len() {
                    0 => "these files define no function".into(),
                    1..=12 => format!("defined here: {}", defined.join(", ")),
                    n => format!("defined here: {}, … ({n} in all)", defined[..12].join(", ")),
                };
                if name.contains("::") && !name.contains('(') {
                    help += &format!(
                        "\nif `{name}` is an overloaded function that nothing calls, give its \
                         parameter types: '{name}(int)'"
                    );
                }
                help
            }
            OfBoth { quote, .. } => format!(
                "say it of both: --arg '{}'; if they mean different things, rename one",
                quote.text
            ),
            FunctionDeclared { .. } => "add the file that defines it".into(),
            FunctionOverloaded { candidates, .. } => {
                let mut help = "name one of these symbols instead:".to_owned();
                for (symbol, signature) in candidates {
                    help += &format!("\n  {symbol}  {signature}");
                }
                help
            }
            NoDebugInfo { .. } => "compile with -g".into(),
            Signatures {
                reference,
                port,
                difference,
            } => {
                let both = format!("reference: {reference}\nport:      {port}");
                match difference.ends_with("against `void`") {
                    true => format!(
                        "{both}\na kernel returns nothing: name a wrapper of the reference \
                         that stores the result through a pointer"
                    ),
                    false if difference.contains(" parameters against ") => format!(
                        "{both}\nsay of each parameter that one version alone has what it is: \
                         --port-arg 'tmp=scratch:f32[n]', --reference-arg 'k=i32'; if one \
                         version stores what the other returns: --port-arg 'sum=result'"
                    ),
                    false => both,
                }
            }
            ParamType {
                fix: None, reason, ..
            } if reason.starts_with(UNMODELLED) => return None,
            ParamType { ty, .. } if ty.starts_with("pipe ") => {
                "pass what the pipe holds in a buffer".to_owned()
            }
            ParamType { fix: None, .. } | ResultType { .. } | CallingConvention { .. } => {
                HARNESS.to_owned()
            }
            ParamType { fix: Some(fix), .. } => {
                let more = match fix.ends_with("=const:0") {
                    true => format!("\n{HARNESS}"),
                    false => String::new(),
                };
                format!("give its meaning, as in --arg '{fix}'{more}")
            }
            UnknownLength {
                fix, candidates, ..
            } => match candidates.as_slice() {
                [] => format!("give it, as in --arg '{fix}'"),
                names => format!(
                    "it may depend on {}; give it, as in --arg '{fix}'",
                    names.join(", ")
                ),
            },
            Syntax { help, .. } => (*help).into(),
            ParamMissing { params, .. } if params.is_empty() => {
                "no parameter points to local memory; the memory that a kernel declares needs no \
                 --arg"
                    .into()
            }
            ParamMissing {
                nearest, params, ..
            } => format!(
                "{}the parameters are {}",
                did_you_mean(nearest),
                params.join(", ")
            ),
            LocalSize { param, .. } => {
                format!("say it with --arg '{param}=local:TYPE[COUNT]', such as local:f32[16]")
            }
            Contradiction { first, .. } => format!("it was already given as '{first}'"),
            SizeLimit { .. } => format!(
                "sizes go from 0 to {MAX_SIZE}; where it is the length of nothing, it may be \
                 data: --arg 'NAME=u32'"
            ),
            SizeMissing {
                nearest, variables, ..
            } => match variables.as_slice() {
                [] => "this contract has no size variables".into(),
                names => format!(
                    "{}the size variables are {}",
                    did_you_mean(nearest),
                    names.join(", ")
                ),
            },
            Memory { .. } | Length { .. } => "choose other sizes with --size".into(),
            EmptyRange { .. } => "write it as LOW..HIGH with LOW at most HIGH".into(),
            GlobalMissing { nearest, names, .. } => match names.as_slice() {
                [] => "they reach none".into(),
                names => format!("{}they reach {}", did_you_mean(nearest), names.join(", ")),
            },
            RangeEnd { .. } => "both ends of a range are values of the type".into(),
            Time { .. } => "raise --timeout".into(),
            Io { .. } | Pass { .. } | ArgType { .. } | GlobalType { .. } | Alias { .. } => {
                return None;
            }
        })
    }
}

/// The header that clang did not find.
fn missing_header(diagnostics: &str) -> Option<&str> {
    let before = &diagnostics[..diagnostics.find("' file not found")?];
    before.rsplit('\'').next()
}

/// The number of directories above a source that are searched for a header.
const ABOVE: usize = 4;

/// How the compiler finds a header that a source includes.
fn where_it_is(source: &Path, header: &str) -> String {
    let source = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
    let here = std::env::current_dir().unwrap_or_default();
    let directories = source.ancestors().skip(1).take(ABOVE);
    let places = directories.flat_map(|d| ["", "include", "inc", "src"].map(|below| d.join(below)));
    let found = places
        .into_iter()
        .find(|place| place.join(header).is_file());
    match found {
        Some(place) => {
            let place = place.strip_prefix(&here).unwrap_or(&place);
            format!("{header} is in {0}: --cflags -I{0}", place.display())
        }
        None => format!(
            "say where {header} is with --cflags -IDIR, or take the flags of a build with -p BUILD"
        ),
    }
}

/// The flags for the processor features that clang reports as missing, in order.
fn missing_features(diagnostics: &str) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for rest in diagnostics.split("requires target feature '").skip(1) {
        let features = rest.split('\'').next().unwrap_or_default();
        for feature in features.split(',') {
            let flag = format!("-m{feature}");
            if !flags.contains(&flag) {
                flags.push(flag);
            }
        }
    }
    flags
}
