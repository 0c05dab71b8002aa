//! What each source file of a version defines, before the files are linked.
//!
//! The linker keeps the first of several inline definitions of one name, and gives static
//! functions of one name new names from the second on. Files compiled with different macros or
//! flags may define different code under one name: the order of the files then decides what runs.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use inkwell::values::{AnyValue as _, FunctionValue, GlobalValue};

use super::contraction;

/// The definitions of the files of a version, in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    files: Vec<(PathBuf, BTreeMap<String, Definition>)>,
}

#[derive(Clone, Copy, Debug)]
struct Definition {
    /// Whether the linker keeps one of several.
    merged: bool,
    /// A digest of the code, with that of static functions and constants that it names; `None` for
    /// a definition for all files, of which there is one.
    code: Option<blake3::Hash>,
}

impl Definitions {
    /// Adds a file's definitions.
    pub(super) fn add(&mut self, file: &Path, module: &Module<'_>) {
        let symbols = Symbols::of(module);
        let definitions = symbols.0.iter().map(|(name, symbol)| {
            let linkage = symbol.linkage();
            let merged = matches!(
                linkage,
                Linkage::LinkOnceAny | Linkage::LinkOnceODR | Linkage::WeakAny | Linkage::WeakODR
            );
            let is_own = merged || is_local(linkage);
            let code = is_own.then(|| symbols.digest(module, name));
            (name.clone(), Definition { merged, code })
        });
        self.files.push((file.to_owned(), definitions.collect()));
    }

    /// Whether nothing is known: of a single file.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The files that define a symbol.
    pub fn files_of(&self, symbol: &str) -> Vec<&Path> {
        let defining = self
            .files
            .iter()
            .filter(|(_, all)| all.contains_key(symbol));
        defining.map(|(file, _)| file.as_path()).collect()
    }

    /// The file whose definition a symbol means after linking: the one that defines it for all
    /// files, else the first.
    pub fn file_of(&self, symbol: &str) -> Option<&Path> {
        let mut defining = self.files.iter().filter_map(|(file, all)| {
            let definition = all.get(symbol)?;
            Some((file.as_path(), definition.code.is_none()))
        });
        let first = defining.next()?;
        match first {
            (_, false) => defining.find(|(_, for_all)| *for_all).or(Some(first)),
            _ => Some(first),
        }
        .map(|(file, _)| file)
    }

    /// Whether several files define a symbol differently, none of them for all files.
    pub fn is_ambiguous(&self, symbol: &str) -> bool {
        let defined = self.files.iter().filter_map(|(_, all)| all.get(symbol));
        let codes: HashSet<Option<blake3::Hash>> =
            defined.map(|definition| definition.code).collect();
        codes.len() > 1 && !codes.contains(&None)
    }

    /// The file that is linked first.
    pub fn first(&self) -> Option<&Path> {
        self.files.first().map(|(file, _)| file.as_path())
    }

    /// Whether the order of the files decides which of different inline definitions is kept.
    pub fn depend_on_order(&self) -> bool {
        let mut kept: BTreeMap<&str, Option<blake3::Hash>> = BTreeMap::new();
        let all = self.files.iter().flat_map(|(_, all)| all);
        let merged = all.filter(|(_, definition)| definition.merged);
        let mut differing = merged.filter(|(name, definition)| {
            *kept.entry(name.as_str()).or_insert(definition.code) != definition.code
        });
        differing.next().is_some()
    }
}

fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// A function or a global variable that a module defines.
enum Symbol<'c> {
    Function(FunctionValue<'c>),
    Variable(GlobalValue<'c>),
}

impl Symbol<'_> {
    fn linkage(&self) -> Linkage {
        match self {
            Symbol::Function(function) => function.get_linkage(),
            Symbol::Variable(variable) => variable.get_linkage(),
        }
    }

    fn text(&self) -> String {
        match self {
            Symbol::Function(function) => {
                let text = function.print_to_string().to_string();
                match text.contains("llvm.fmuladd") && fuses(*function) {
                    true => text + "\n fused",
                    false => text,
                }
            }
            Symbol::Variable(variable) => variable.print_to_string().to_string(),
        }
    }
}

/// Whether code generation fuses products and sums in a function.
fn fuses(function: FunctionValue<'_>) -> bool {
    let features = function.get_string_attribute(AttributeLoc::Function, "target-features");
    features.is_some_and(|features| {
        let features = features.get_string_value().to_string_lossy();
        contraction::is_fused_by(&features)
    })
}

/// The symbols that a module defines, by name.
struct Symbols<'c>(BTreeMap<String, Symbol<'c>>);

impl<'c> Symbols<'c> {
    fn of(module: &Module<'c>) -> Symbols<'c> {
        let mut all = BTreeMap::new();
        for function in module.get_functions() {
            if function.count_basic_blocks() > 0 {
                let name = function.get_name().to_string_lossy().into_owned();
                all.insert(name, Symbol::Function(function));
            }
        }
        for variable in module.get_globals() {
            if variable.get_initializer().is_some() {
                let name = variable.get_name().to_string_lossy().into_owned();
                all.insert(name, Symbol::Variable(variable));
            }
        }
        Symbols(all)
    }

    /// A digest of a symbol's text without what differs between files that mean one thing: the
    /// numbers of metadata and attributes, and the names of static symbols and of types, in whose
    /// place their own texts are digested.
    fn digest(&self, module: &Module<'c>, name: &str) -> blake3::Hash {
        let mut reader = Reader::default();
        reader.open.push(Part::Symbol(name.to_owned()));
        let mut next = 0;
        while let Some(part) = reader.open.get(next).cloned() {
            next += 1;
            let text = match &part {
                Part::Symbol(name) => self.0.get(name).map(Symbol::text),
                Part::Type(name) => {
                    let ty = module.get_context().get_struct_type(name);
                    ty.map(|ty| ty.print_to_string().to_string())
                }
            };
            reader.read(&text.unwrap_or_default(), &part, &self.0);
        }
        reader.digest.finalize()
    }
}

/// What a text names and is read in its place.
#[derive(Clone, PartialEq, Eq)]
enum Part {
    Symbol(String),
    Type(String),
}

#[derive(Default)]
struct Reader {
    digest: blake3::Hasher,
    /// The parts to read and those that have been read.
    open: Vec<Part>,
}

impl Reader {
    /// Adds a text to the digest.
    fn read(&mut self, text: &str, own: &Part, symbols: &BTreeMap<String, Symbol<'_>>) {
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with(['#', '!']) {
                continue;
            }
            self.line(line, own, symbols);
            self.digest.update(b"\n");
        }
    }

    fn line(&mut self, mut line: &str, own: &Part, symbols: &BTreeMap<String, Symbol<'_>>) {
        while let Some(first) = line.chars().next() {
            let rest = &line[first.len_utf8()..];
            match first {
                '"' => {
                    let end = rest.find('"').map_or(rest.len(), |at| at + 1);
                    self.digest.update(&rest.as_bytes()[..end]);
                    line = &rest[end..];
                }
                // A comment.
                ';' => return,
                '!' | '#' => line = &rest[word(rest)..],
                '%' | '@' => {
                    let (name, after) = quoted(rest);
                    self.name(first, name, own, symbols);
                    line = after;
                }
                _ => {
                    let length = line.len() - rest.len();
                    self.digest.update(&line.as_bytes()[..length]);
                    line = rest;
                }
            }
        }
    }

    /// Adds a name to the digest: where it means something of the file, what it means.
    fn name(
        &mut self,
        sigil: char,
        name: &str,
        own: &Part,
        symbols: &BTreeMap<String, Symbol<'_>>,
    ) {
        self.digest.update(&[sigil as u8]);
        let is_type = ["struct.", "class.", "union."]
            .iter()
            .any(|kind| name.starts_with(kind));
        let is_static = || symbols.get(name).is_some_and(|s| is_local(s.linkage()));
        let part = match sigil {
            '%' if is_type => Part::Type(name.to_owned()),
            '@' if is_static() => Part::Symbol(name.to_owned()),
            _ => {
                self.digest.update(name.as_bytes());
                return;
            }
        };
        if part == *own {
            self.digest.update(b".");
            return;
        }
        let known = self.open.iter().position(|known| *known == part);
        let place = known.unwrap_or_else(|| {
            self.open.push(part);
            self.open.len() - 1
        });
        self.digest.update(&place.to_le_bytes());
    }
}

/// The length of a name without quotes at the start of a text.
fn word(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "._$-".contains(c);
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// The name at the start of a text, and what follows.
fn quoted(text: &str) -> (&str, &str) {
    match text.strip_prefix('"') {
        Some(text) => text.split_once('"').unwrap_or((text, "")),
        None => text.split_at(word(text)),
    }
}
