//! The errors of the front end, as one typed enum.
//!
//! An error is data: a message (`Display`), what to do about it ([`FrontendError::help`])
//! and, if the user's own text is wrong, the wrong part of it ([`FrontendError::span`]).
//! Nothing here prints.

use std::path::PathBuf;

use thiserror::Error;

use super::quote::Quote;
use crate::contract::Owner;

/// A defect of a file that should hold LLVM IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadIr {
    /// Bitcode that ends too early.
    Truncated,
    /// Bitcode written by another LLVM than the one linked in.
    Foreign,
    /// Bitcode that is damaged in another way.
    Corrupt,
    /// Text that does not parse.
    Text,
    /// A module that breaks LLVM's rules.
    Invalid,
}

/// An error of the front end.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FrontendError {
    /// A program that simdiff calls was not found.
    #[error("{tool} was not found")]
    ToolMissing {
        /// Its name.
        tool: String,
        /// The paths that were tried.
        tried: Vec<String>,
        /// How to install it.
        install: String,
    },
    /// A program was found in the wrong version.
    #[error("{tool} is version {found}, but version {wanted} is needed")]
    ToolVersion {
        /// Its path.
        tool: String,
        /// The version it says it has.
        found: String,
        /// The version needed.
        wanted: String,
        /// How to install it.
        install: String,
    },
    /// No source file was given.
    #[error("no source file was given")]
    NoSources,
    /// A source file does not exist.
    #[error("{}: no such file", path.display())]
    SourceMissing {
        /// The path as given.
        path: PathBuf,
        /// The existing file with the most similar name.
        nearest: Option<PathBuf>,
    },
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Io {
        /// Its path.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// Compiling a file took longer than the run's time limit.
    #[error("{}: compiling it took too long", path.display())]
    Time {
        /// Its path.
        path: PathBuf,
    },
    /// A file of unknown kind.
    #[error("{}: neither C, C++, OpenCL C nor LLVM IR by its name", path.display())]
    SourceKind {
        /// Its path.
        path: PathBuf,
    },
    /// clang refused a source file.
    #[error("{} does not compile", path.display())]
    Clang {
        /// The source file.
        path: PathBuf,
        /// clang's messages, word for word.
        diagnostics: String,
    },
    /// A program that read a file crashed.
    #[error("{tool} crashed on {}{}", path.display(), said.as_ref().map(|s| format!(": {s}")).unwrap_or_default())]
    Crash {
        /// The file.
        path: PathBuf,
        /// The program.
        tool: &'static str,
        /// Its message about the crash, if it printed one.
        said: Option<String>,
    },
    /// A variable that is too large for a program to be linked.
    #[error(
        "the variable `{name}` takes {bytes} bytes; a program has at most 2 GiB of static data"
    )]
    Static {
        /// Its symbol.
        name: String,
        /// Its size in bytes.
        bytes: u64,
    },
    /// A file of LLVM IR cannot be used.
    #[error("{}: {}", path.display(), match kind {
        BadIr::Truncated => "the bitcode is truncated",
        BadIr::Foreign => "the bitcode was written by another version of LLVM",
        BadIr::Corrupt => "this is not valid bitcode",
        BadIr::Text => "the LLVM assembly does not parse",
        BadIr::Invalid => "the module is not valid",
    })]
    Ir {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        kind: BadIr,
        /// LLVM's message.
        message: String,
    },
    /// The modules of one side cannot be linked.
    #[error("the source files cannot be linked together: {message}")]
    Link {
        /// LLVM's message.
        message: String,
    },
    /// An LLVM pass pipeline failed.
    #[error("preparing the module failed: {message}")]
    Pass {
        /// LLVM's message.
        message: String,
    },
    /// clang knows no processor of that name.
    #[error("there is no processor `{name}`")]
    CpuUnknown {
        /// The name as given.
        name: String,
        /// Similar names, best first.
        nearest: Vec<String>,
    },
    /// No function of that name is defined.
    #[error("there is no function `{name}`")]
    FunctionMissing {
        /// The name as given.
        name: String,
        /// The most similar defined names, best first.
        nearest: Vec<String>,
        /// Every defined function.
        defined: Vec<String>,
    },
    /// The function has a declaration but no body.
    #[error("`{name}` is declared but not defined in these files")]
    FunctionDeclared {
        /// The name as given.
        name: String,
    },
    /// A C++ name with several functions.
    #[error("`{name}` is overloaded")]
    FunctionOverloaded {
        /// The name as given.
        name: String,
        /// The symbol and source signature of each candidate.
        candidates: Vec<(String, String)>,
    },
    /// The function has no debug info, so that its parameters are unknown.
    #[error("`{function}` has no debug info, so its parameters cannot be read")]
    NoDebugInfo {
        /// Its symbol.
        function: String,
    },
    /// The two functions take different parameters.
    #[error("the two functions have different signatures: {difference}")]
    Signatures {
        /// The reference's signature in source form.
        reference: String,
        /// The port's.
        port: String,
        /// The first difference.
        difference: String,
    },
    /// A parameter of a type that has no symbolic form.
    #[error("parameter `{param}` has type `{ty}`, which cannot be symbolic: {reason}")]
    ParamType {
        /// Its name.
        param: String,
        /// Its source type.
        ty: String,
        /// Why not.
        reason: String,
        /// An `--arg` that resolves it, if there is one.
        fix: Option<String>,
    },
    /// A result of a type that cannot be compared.
    #[error("`{function}` returns `{ty}`, which cannot be compared: {reason}")]
    ResultType {
        /// Its symbol.
        function: String,
        /// The source type.
        ty: String,
        /// Why not.
        reason: String,
    },
    /// A buffer whose length is not known.
    #[error("the length of `{param}` cannot be inferred")]
    UnknownLength {
        /// The parameter.
        param: String,
        /// The size variables it might depend on.
        candidates: Vec<String>,
        /// An `--arg` to start from.
        fix: String,
    },
    /// The LLVM signature does not match the source signature in a known way.
    #[error("`{function}` passes its arguments in a way that is not supported: {reason}")]
    CallingConvention {
        /// Its symbol.
        function: String,
        /// What is not supported.
        reason: String,
    },
    /// A flag's text does not parse.
    #[error("{} is not understood: {reason}", quote.flag)]
    Syntax {
        /// The wrong part of the text.
        quote: Quote,
        /// What was expected.
        reason: String,
        /// A short form of the grammar.
        help: &'static str,
    },
    /// `--arg` or `--alias` names no parameter.
    #[error("there is no parameter `{}`", quote.part())]
    ParamMissing {
        /// The wrong part of the text.
        quote: Quote,
        /// The most similar parameter.
        nearest: Option<String>,
        /// Every parameter.
        params: Vec<String>,
    },
    /// A parameter of both versions that a flag gives to one of them.
    #[error("not only the {owner} has a parameter `{}`", quote.part())]
    OfBoth {
        /// The wrong part of the text.
        quote: Quote,
        /// The version that the flag is about.
        owner: Owner,
    },
    /// A kernel's parameter points to local memory of unknown size.
    #[error("how much local memory `{param}` (`{ty}`) points to is not known")]
    LocalSize {
        /// The parameter.
        param: String,
        /// Its type in source form.
        ty: String,
    },
    /// Two flags about one parameter contradict each other.
    #[error("contradictory --arg for `{param}`")]
    Contradiction {
        /// The later text.
        quote: Quote,
        /// The parameter.
        param: String,
        /// The earlier text.
        first: String,
    },
    /// An `--arg` that does not fit the parameter's type.
    #[error("`{param}` has type `{ty}`: {reason}")]
    ArgType {
        /// The wrong part of the text.
        quote: Quote,
        /// The parameter.
        param: String,
        /// Its source type.
        ty: String,
        /// What does not fit.
        reason: String,
    },
    /// An input range that contains no value.
    #[error("the range {} is empty: {reason}", quote.part())]
    EmptyRange {
        /// The wrong part of the text.
        quote: Quote,
        /// Why it is empty.
        reason: String,
    },
    /// An end of an input range that is not a value of the input's type.
    #[error("{reason}")]
    RangeEnd {
        /// The wrong part of the text.
        quote: Quote,
        /// What is wrong with it.
        reason: String,
    },
    /// `--global` names no variable that the functions reach.
    #[error("the functions reach no global variable `{}`", quote.part())]
    GlobalMissing {
        /// The wrong part of the text.
        quote: Quote,
        /// The most similar variable.
        nearest: Option<String>,
        /// Every variable that they reach.
        names: Vec<String>,
    },
    /// A `--global` that does not fit its variable.
    #[error("`{name}`: {reason}")]
    GlobalType {
        /// The wrong part of the text.
        quote: Quote,
        /// The variable.
        name: String,
        /// What does not fit.
        reason: String,
    },
    /// Two parameters that cannot share a buffer.
    #[error("`{}` cannot be aliased: {reason}", quote.part())]
    Alias {
        /// The wrong part of the text.
        quote: Quote,
        /// Why not.
        reason: String,
    },
    /// A size above the limit.
    #[error("the size {} is too large", quote.part())]
    SizeLimit {
        /// The wrong part of the text.
        quote: Quote,
    },
    /// `--size`, or a length, names a variable that the contract does not have.
    #[error("there is no size variable `{}`", quote.part())]
    SizeMissing {
        /// The wrong part of the text.
        quote: Quote,
        /// The most similar variable.
        nearest: Option<String>,
        /// Every size variable.
        variables: Vec<String>,
    },
    /// The buffers of one run are too large.
    #[error("with {sizes} the buffers take {} bytes; the limit is {limit}", bytes.map_or("too many".to_owned(), |b| b.to_string()))]
    Memory {
        /// The sizes, as in `n=64, h=3`.
        sizes: String,
        /// The sum of all buffers; `None` when it overflows.
        bytes: Option<u64>,
        /// The limit in bytes.
        limit: u64,
    },
    /// A length that has no value, or no elements, for some sizes.
    #[error("the length `{length}` of `{param}` {reason} with {sizes}")]
    Length {
        /// The parameter.
        param: String,
        /// Its length expression.
        length: String,
        /// What is wrong with it.
        reason: &'static str,
        /// The sizes, as in `n=64, h=3`.
        sizes: String,
    },
}

impl FrontendError {
    /// The wrong part of the user's own text.
    pub fn span(&self) -> Option<&Quote> {
        use FrontendError::*;
        match self {
            Syntax { quote, .. }
            | ParamMissing { quote, .. }
            | OfBoth { quote, .. }
            | Contradiction { quote, .. }
            | ArgType { quote, .. }
            | EmptyRange { quote, .. }
            | RangeEnd { quote, .. }
            | GlobalMissing { quote, .. }
            | GlobalType { quote, .. }
            | Alias { quote, .. }
            | SizeLimit { quote, .. }
            | SizeMissing { quote, .. } => Some(quote),
            _ => None,
        }
    }
}

/// The candidates most similar to `name`, best first; candidates with a similarity
/// (Jaro-Winkler) below 0.75 are left out.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut scored: Vec<_> = candidates
        .into_iter()
        .map(|c| (strsim::jaro_winkler(name, c), c))
        .filter(|(score, _)| *score >= 0.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().map(|(_, c)| c).collect()
}
