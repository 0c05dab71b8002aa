//! Compiling a source text and showing what the front end made of it.

use std::path::PathBuf;

use inkwell::context::Context;
use simdiff::contract::{Contract, Role};
use simdiff::frontend::{
    self, Agreement, Clang, Flags, FrontendError, Wishes, infer, resolve_function, sizes,
};

/// A check of two functions in one source text.
#[derive(Default)]
pub struct Question<'a> {
    pub source: &'a str,
    /// `.c` unless given.
    pub extension: &'a str,
    pub reference: &'a str,
    pub port: &'a str,
    pub args: &'a [&'a str],
    pub aliases: &'a [&'a str],
    pub sizes: &'a [&'a str],
    pub cflags: &'a [&'a str],
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|t| (*t).to_owned()).collect()
}

impl Question<'_> {
    pub fn agreement(&self) -> Result<Agreement, FrontendError> {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let extension = if self.extension.is_empty() {
            "c"
        } else {
            self.extension
        };
        let path: PathBuf = dir.path().join("source").with_extension(extension);
        std::fs::write(&path, self.source).expect("the source is written");
        let context = Context::create();
        let flags = Flags {
            common: owned(self.cflags),
            ..Flags::default()
        };
        let compiled = frontend::compile(&context, &Clang::find()?, &[path], &flags)?;
        let reference = resolve_function(&compiled.module, &compiled.debug, self.reference)?;
        let port = match self.port {
            "" => reference.clone(),
            port => resolve_function(&compiled.module, &compiled.debug, port)?,
        };
        let mut wishes = Wishes::parse(
            &owned(self.args),
            &Default::default(),
            &owned(self.aliases),
            &[],
        )?;
        let ranges = sizes::parse(&owned(self.sizes))?;
        wishes.sizes = ranges.iter().map(|r| r.name.part().to_owned()).collect();
        let agreement = infer((&compiled, &reference), (&compiled, &port), &wishes)?;
        sizes::sweep(&agreement.contract, &ranges)?;
        Ok(agreement)
    }

    /// The contract in lines, or the error with its help and quoted part.
    pub fn answer(&self) -> String {
        match self.agreement() {
            Ok(agreement) => show(&agreement.contract),
            Err(error) => show_error(&error),
        }
    }
}

pub fn show(contract: &Contract) -> String {
    let mut lines = Vec::new();
    for param in &contract.params {
        let meaning = match &param.role {
            Role::Buffer {
                direction,
                element,
                length,
                origin,
                range,
                ..
            } => {
                let range = range
                    .map(|r| format!(" in {}..{}", r.low, r.high))
                    .unwrap_or_default();
                let origin = match origin.is_zero() {
                    true => String::new(),
                    false => format!("@{origin}"),
                };
                format!("{direction:?} {}[{length}]{origin}{range}", leaves(element))
            }
            Role::Scalar {
                enumeration: Some(enumeration),
                ..
            } => enumeration.to_string(),
            Role::Scalar { scalar, range, .. } => {
                let range = range
                    .map(|r| format!(" in {}..{}", r.low, r.high))
                    .unwrap_or_default();
                format!("{scalar}{range}")
            }
            Role::Value { element, .. } => leaves(element),
            Role::Const { scalar, bits } => format!("constant {scalar} {bits:#x}"),
            Role::Function { function } => format!("function {function}"),
            Role::Place { of, index } => format!("&{of}[{index}]"),
            Role::Size { scalar, value, .. } => format!("size {scalar} = {value}"),
        };
        let alias = param
            .alias
            .iter()
            .map(|a| format!(", shares {a}"))
            .collect::<String>();
        lines.push(format!("{}: {meaning}{alias}", param.name));
    }
    if let Some(result) = &contract.result {
        lines.push(format!("returns {}", leaves(result)));
    }
    lines.push(format!("sizes: {}", contract.size_variables.join(" ")));
    lines.join("\n")
}

fn leaves(element: &simdiff::contract::Element) -> String {
    match element.leaves.as_slice() {
        [leaf] if leaf.path.is_empty() => leaf.scalar.to_string(),
        leaves => {
            let shown: Vec<_> = leaves
                .iter()
                .map(|l| format!("{}@{}{}", l.scalar, l.offset, l.path))
                .collect();
            format!("{}({}: {})", element.name, element.size, shown.join(" "))
        }
    }
}

pub fn show_error(error: &FrontendError) -> String {
    let mut text = format!("error: {error}");
    if let Some(quote) = error.span() {
        let mark = "^".repeat((quote.end - quote.start).max(1));
        text += &format!("\n  {} {}", quote.flag, quote.text);
        let indent = " ".repeat(quote.flag.to_string().len() + 1 + quote.start);
        text += &format!("\n  {indent}{mark}");
    }
    if let Some(help) = error.help() {
        text += &format!("\nhelp: {help}");
    }
    text
}
