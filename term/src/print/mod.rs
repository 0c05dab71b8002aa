//! Terms as C-like text for people.
//!
//! Shared subterms get names (`t1`, `t2`, …), which all roots of one rendering share. The text
//! is exact except for elided parts: a value read differently from how it is made is wrapped in
//! `bits(x)` or `as_f32(x)`, unsigned operators carry a `u` (`x <u y`, `x /u y`, `x >>u y`), and
//! `…` stands for what exceeds the budget.
//!
//! Invariants: deterministic; the call depth is bounded, however deep the terms are.

mod expression;
mod float;
mod names;
mod plan;
mod syntax;

use std::fmt;
use std::ops::Range;

use crate::arena::{Arena, SymbolId};
use crate::format::Format;
use crate::node::TermId;
use expression::Writer;
use names::Names;
use plan::{DEEPEST, Plan};
use syntax::Context;

/// The options of rendering: format, marked terms, and budget.
#[derive(Clone, Debug)]
pub struct Style {
    /// The format in which the roots are read; `None` shows them as they are made.
    pub format: Option<Format>,
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
            format: None,
            marked: Vec::new(),
            line_chars: 320,
            lines: 24,
        }
    }
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
    /// The subterm.
    pub term: TermId,
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
}

impl<'a> Printer<'a> {
    /// A printer for the current terms and free variables of an arena.
    pub fn new(arena: &'a Arena) -> Printer<'a> {
        Printer {
            arena,
            names: Names::new(arena, (0..arena.symbols().len() as u32).map(SymbolId)),
        }
    }

    /// The name of a free variable: `src[3]`, `n`, `src[3].byte2`.
    pub fn symbol(&self, id: SymbolId) -> &str {
        self.names.get(id)
    }

    /// Renders roots; common subterms get common names.
    pub fn render(&self, roots: &[TermId], style: &Style) -> Rendered {
        let plan = Plan::new(self.arena, roots);
        let mut session = Session {
            style,
            // Variables of equal names outside these roots need no distinction.
            names: Names::new(self.arena, plan.cone.symbols(self.arena)),
            plan,
            printer: self,
            introduced: Vec::new(),
            elided: false,
        };
        let context = style.format.map_or(Context::Natural, Context::Float);
        let lines = roots.iter().map(|&root| session.line(root, context, false));
        let mut rendered = Rendered {
            roots: lines.collect(),
            ..Rendered::default()
        };
        session.define(&mut rendered);
        let hidden: Vec<TermId> = style
            .marked
            .iter()
            .copied()
            .filter(|&term| session.plan.cone.position(term).is_some())
            .filter(|&term| !shown(&rendered, term))
            .collect();
        for term in hidden {
            if !session.introduced.contains(&term) {
                session.introduced.push(term);
            }
        }
        session.define(&mut rendered);
        rendered.elided = session.elided;
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
struct Session<'p, 'a> {
    printer: &'p Printer<'a>,
    style: &'p Style,
    names: Names,
    plan: Plan,
    /// The named terms mentioned so far; index plus one is the number in the name.
    introduced: Vec<TermId>,
    elided: bool,
}

impl Session<'_, '_> {
    /// Renders the definitions of all names mentioned and not yet defined.
    fn define(&mut self, rendered: &mut Rendered) {
        while let Some(&term) = self.introduced.get(rendered.definitions.len()) {
            let text = self.line(term, Context::Natural, true);
            rendered.definitions.push(Definition {
                name: format!("t{}", rendered.definitions.len() + 1),
                term,
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
