//! Terms as C-like text for people.
//!
//! Shared subterms get names (`t1`, `t2`, …), which all roots of one rendering share. The text
//! of integers has C's meaning, with C's promotions and conversions: there is a cast wherever
//! the value depends on one, such as `(u16)(x + y) >> 3`, and no other; `u16` and `i16` are
//! integers of 16 bits. A float whose bits are read as an integer is wrapped in `bits(x)`, an
//! integer that is read as a float in `as_f32(x)`, and `…` stands for what exceeds the budget.
//!
//! Invariants: deterministic; the call depth is bounded, however deep the terms are.

mod expression;
mod familiar;
mod float;
mod integer;
mod names;
mod plan;
mod reading;
mod readings;
mod syntax;

use std::fmt;
use std::ops::Range;

use crate::arena::{Arena, FunctionId, SymbolId};
use crate::format::Format;
use crate::node::TermId;
use expression::Writer;
pub use familiar::Table;
use familiar::familiar;
use names::Names;
use plan::{DEEPEST, Plan};
use syntax::Context;

/// The options of rendering: format, marked terms, and budget.
#[derive(Clone, Debug)]
pub struct Style {
    /// How the roots are read.
    pub read: Read,
    /// Terms whose positions in the text are reported; they are shown even beyond the budget.
    pub marked: Vec<TermId>,
    /// Length of one expression in bytes above which inner parts are elided.
    pub line_chars: usize,
    /// Number of named subterms above which the rest is elided.
    pub lines: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            read: Read::AsMade,
            marked: Vec::new(),
            line_chars: 320,
            lines: 24,
        }
    }
}

/// How roots are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// As they are made.
    AsMade,
    /// As floats of a format.
    Float(Format),
    /// As what is stored to integers of their width, which converts them.
    Stored {
        /// Whether these integers are signed.
        signed: bool,
    },
}

/// The position of a marked term in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The term.
    pub term: TermId,
    /// Its byte range in the text.
    pub range: Range<usize>,
}

/// The text of one expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text, on one line.
    pub text: String,
    /// The marked terms in it, inner ones first.
    pub marks: Vec<Mark>,
}

/// A named subterm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name: `t1`, `t2`, … in the order in which the text mentions them.
    pub name: String,
    /// The subterm; `None` if printing made it.
    pub term: Option<TermId>,
    /// The text that the name stands for.
    pub text: Text,
}

/// Roots rendered together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// One text for each root, in order.
    pub roots: Vec<Text>,
    /// The definitions of the names that the texts mention.
    pub definitions: Vec<Definition>,
    /// Whether parts were elided.
    pub elided: bool,
}

/// The roots' lines, then `where` and the definitions.
impl fmt::Display for Rendered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, root) in self.roots.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{}", root.text)?;
        }
        for (i, definition) in self.definitions.iter().enumerate() {
            let intro = if i == 0 { "where" } else { "     " };
            write!(
                f,
                "\n{intro} {} = {}",
                definition.name, definition.text.text
            )?;
        }
        Ok(())
    }
}

/// Renders terms of one arena.
pub struct Printer<'a> {
    arena: &'a Arena,
    names: Names,
    tables: Vec<Table>,
}

impl<'a> Printer<'a> {
    /// A printer for the current terms and free variables of an arena.
    pub fn new(arena: &'a Arena) -> Printer<'a> {
        Printer {
            arena,
            names: Names::new(arena, (0..arena.symbols().len() as u32).map(SymbolId)),
            tables: Vec::new(),
        }
    }

    /// Look-ups in these arrays are printed as such: `table[x & 15]`.
    pub fn with_tables(self, tables: Vec<Table>) -> Printer<'a> {
        Printer { tables, ..self }
    }

    /// The name of a free variable: `src[3]`, `n`, `src[3].byte2`.
    pub fn symbol(&self, id: SymbolId) -> &str {
        self.names.get(id)
    }

    /// Renders roots; common subterms get common names.
    pub fn render(&self, roots: &[TermId], style: &Style) -> Rendered {
        let Some(familiar) = familiar(self.arena, roots, &self.tables) else {
            return Session::new(self.arena, &[], roots, style).render(roots);
        };
        let new = |old: &TermId| familiar.get(*old);
        let marked: Vec<(TermId, TermId)> = style
            .marked
            .iter()
            .filter_map(|old| Some((new(old)?, *old)))
            .collect();
        let style = Style {
            marked: marked.iter().map(|(new, _)| *new).collect(),
            ..style.clone()
        };
        let roots: Vec<TermId> = roots.iter().filter_map(new).collect();
        let session = Session::new(&familiar.arena, &familiar.tables, &roots, &style);
        let mut rendered = session.render(&roots);
        for definition in &mut rendered.definitions {
            definition.term = definition.term.and_then(|new| familiar.old(new));
        }
        let definitions = rendered.definitions.iter_mut().map(|d| &mut d.text);
        for mark in rendered
            .roots
            .iter_mut()
            .chain(definitions)
            .flat_map(|t| &mut t.marks)
        {
            let old = marked.iter().find(|(new, _)| *new == mark.term);
            mark.term = old.map_or(mark.term, |(_, old)| *old);
        }
        rendered
    }
}

fn shown(rendered: &Rendered, term: TermId) -> bool {
    let definitions = rendered.definitions.iter().map(|d| &d.text);
    let mut marks = rendered
        .roots
        .iter()
        .chain(definitions)
        .flat_map(|t| &t.marks);
    marks.any(|mark| mark.term == term)
}

/// One call of [`Printer::render`].
struct Session<'p> {
    arena: &'p Arena,
    style: &'p Style,
    names: Names,
    plan: Plan,
    /// The named terms mentioned so far; index plus one is the number in the name.
    introduced: Vec<TermId>,
    elided: bool,
}

impl<'p> Session<'p> {
    /// A rendering of terms of an arena, in which `tables` are the functions that stand for
    /// tables.
    fn new(
        arena: &'p Arena,
        tables: &[FunctionId],
        roots: &[TermId],
        style: &'p Style,
    ) -> Session<'p> {
        let mut plan = Plan::new(arena, roots, tables);
        readings::read(arena, &mut plan);
        Session {
            arena,
            style,
            // Variables of equal names outside these roots need no distinction.
            names: Names::new(arena, plan.cone.symbols(arena)),
            plan,
            introduced: Vec::new(),
            elided: false,
        }
    }

    fn render(mut self, roots: &[TermId]) -> Rendered {
        let context = match self.style.read {
            Read::AsMade => Context::Natural,
            Read::Float(format) => Context::Float(format),
            Read::Stored { signed } => Context::Stored { signed },
        };
        let lines = roots.iter().map(|&root| self.line(root, context, false));
        let mut rendered = Rendered {
            roots: lines.collect(),
            ..Rendered::default()
        };
        self.define(&mut rendered);
        let marked = self.style.marked.iter().copied();
        let hidden: Vec<TermId> = marked
            .filter(|&term| self.plan.cone.position(term).is_some())
            .filter(|&term| !shown(&rendered, term))
            .collect();
        for term in hidden {
            if !self.introduced.contains(&term) {
                self.introduced.push(term);
            }
        }
        self.define(&mut rendered);
        rendered.elided = self.elided;
        rendered
    }

    /// Renders the definitions of all names mentioned and not yet defined.
    fn define(&mut self, rendered: &mut Rendered) {
        while let Some(&term) = self.introduced.get(rendered.definitions.len()) {
            let text = self.line(term, Context::Natural, true);
            rendered.definitions.push(Definition {
                name: format!("t{}", rendered.definitions.len() + 1),
                term: Some(term),
                text,
            });
        }
    }

    /// The number in a term's name, which is assigned on first use; `None` when the budget of
    /// names is used up.
    fn name(&mut self, term: TermId) -> Option<usize> {
        if let Some(i) = self.introduced.iter().position(|&t| t == term) {
            return Some(i + 1);
        }
        if self.introduced.len() >= self.style.lines {
            return None;
        }
        self.introduced.push(term);
        Some(self.introduced.len())
    }

    /// Renders one expression: whole if it fits, otherwise cut at the deepest level at which it
    /// does.
    fn line(&mut self, term: TermId, context: Context, defining: bool) -> Text {
        let names = self.introduced.len();
        let limit = self.style.line_chars;
        let mut attempt = |depth: u32, limit: usize| {
            self.introduced.truncate(names);
            let mut writer = Writer::new(self, depth, limit);
            writer.root(term, context, defining);
            writer.finish()
        };
        let fitting = attempt(u32::MAX, limit).or_else(|| {
            let fits = |depth: &u32| attempt(*depth, limit).is_some();
            let depth = (1..=DEEPEST).take_while(fits).last().unwrap_or(1);
            attempt(depth, usize::MAX)
        });
        let (text, elided) = fitting.unwrap_or_default();
        self.elided |= elided;
        text
    }
}
