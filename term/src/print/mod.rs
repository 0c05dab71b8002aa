//! Terms as C-like text for people.
//!
//! Shared subterms get names (`t1`, `t2`, …) that all roots of one rendering
//! share. The text is exact as far as it goes: a value read in another way than
//! it is made goes through `bits(x)` or `as_f32(x)`, unsigned operators carry a
//! `u` (`x <u y`, `x /u y`, `x >>u y`), and what the budget cuts is `…`.
//!
//! Invariants: deterministic; the call depth is bounded however deep the terms.

mod expression;
mod names;

use std::fmt;
use std::ops::Range;

use crate::arena::{Arena, FunctionId, SymbolId, TermId};
use crate::cone::Cone;
use crate::format::Format;
use crate::libm::libm;
use crate::op::Op;
use expression::{Context, Writer};
use names::Names;

/// Expressions nested deeper than this are cut into named parts.
const DEEPEST: u32 = 60;

/// What to render and how much of it.
#[derive(Clone, Debug)]
pub struct Style {
    /// The format in which the roots are read; `None` shows them as they are made.
    pub format: Option<Format>,
    /// Terms whose places in the text are reported; they are shown even when
    /// the budget would cut them.
    pub marked: Vec<TermId>,
    /// Bytes of one expression before its inner parts are elided.
    pub line_chars: usize,
    /// Named subterms before the rest is elided.
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

/// Where a marked term stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The term.
    pub term: TermId,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// One expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text, one line.
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
    /// What the name stands for.
    pub text: Text,
}

/// Roots rendered together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// One text for each root, in order.
    pub roots: Vec<Text>,
    /// The names that they and the definitions mention.
    pub definitions: Vec<Definition>,
    /// Whether the budget cut anything.
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
    /// A printer for the terms and free variables that the arena holds now.
    pub fn new(arena: &'a Arena) -> Printer<'a> {
        Printer {
            arena,
            names: Names::new(arena),
        }
    }

    /// The name of a free variable: `src[3]`, `n`, `src[3].byte2`.
    pub fn symbol(&self, id: SymbolId) -> &str {
        self.names.get(id)
    }

    /// Renders the roots, which share the names of their common subterms.
    pub fn render(&self, roots: &[TermId], style: &Style) -> Rendered {
        let mut session = Session {
            style,
            plan: Plan::new(self.arena, roots),
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

/// What a term's value is made as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bits,
    Float(Format),
    /// Either: constants and uninterpreted functions.
    Any,
}

/// Facts about the terms to print, by position in the cone.
struct Plan {
    cone: Cone,
    kinds: Vec<Kind>,
    named: Vec<bool>,
}

impl Plan {
    fn new(arena: &Arena, roots: &[TermId]) -> Plan {
        let cone = Cone::of(arena, roots);
        let children = |term| {
            let positions = arena.node(term).children().iter();
            positions.map(|&child| cone.position(child).unwrap_or_default())
        };
        let mut uses = vec![0u32; cone.len()];
        for &term in &cone.terms {
            children(term).for_each(|child| uses[child] += 1);
        }
        let mut distinct = roots.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        for &root in &distinct {
            uses[cone.position(root).unwrap_or_default()] += 1;
        }
        let mut kinds = Vec::with_capacity(cone.len());
        let mut named = vec![false; cone.len()];
        let mut heights = vec![0u32; cone.len()];
        for (i, &term) in cone.terms.iter().enumerate() {
            kinds.push(kind(arena, term, |child| {
                kinds[cone.position(child).unwrap_or_default()]
            }));
            let height = children(term)
                .map(|child| heights[child] + 1)
                .max()
                .unwrap_or(0);
            let single = arena.node(term).children().len() == 1;
            let trivial =
                height == 0 || single && children(term).all(|c| is_leaf(arena, cone.terms[c]));
            named[i] = !trivial && uses[i] > 1 || height > DEEPEST;
            heights[i] = if named[i] { 0 } else { height };
        }
        Plan { cone, kinds, named }
    }
}

fn is_leaf(arena: &Arena, term: TermId) -> bool {
    arena.node(term).children().is_empty()
}

fn kind(arena: &Arena, term: TermId, of: impl Fn(TermId) -> Kind) -> Kind {
    let node = arena.node(term);
    match node.op() {
        Op::Const => Kind::Any,
        Op::Apply => library_format(arena, term).map_or(Kind::Any, Kind::Float),
        Op::Symbol => {
            let format = arena
                .symbol_id(term)
                .and_then(|id| arena.buffer(arena.symbol(id).buffer).format);
            match format {
                Some(format) if format.width() == node.width() => Kind::Float(format),
                _ => Kind::Bits,
            }
        }
        Op::Select => match (of(node.child(1)), of(node.child(2))) {
            (Kind::Float(format), _) | (_, Kind::Float(format)) => Kind::Float(format),
            (Kind::Any, Kind::Any) => Kind::Any,
            _ => Kind::Bits,
        },
        Op::Xor | Op::And => match sign_operation(arena, term) {
            Some(operand) => match of(operand) {
                Kind::Any => Kind::Bits,
                kind => kind,
            },
            None => Kind::Bits,
        },
        op if op.yields_float() => Kind::Float(node.spec().format()),
        _ => Kind::Bits,
    }
}

/// The format of the operands and the result of a C library function.
fn library_format(arena: &Arena, term: TermId) -> Option<Format> {
    let node = arena.node(term);
    let name = arena.function_name(FunctionId(node.spec().attr));
    let zeros = [0; 3];
    let args = zeros.get(..node.children().len())?;
    libm(name, node.width(), args)?;
    Some(if node.width() == 32 {
        Format::Single
    } else {
        Format::Double
    })
}

/// The operand of a term that may be read as a float's negation (`x ^ sign`) or
/// absolute value (`x & ~sign`).
fn sign_operation(arena: &Arena, term: TermId) -> Option<TermId> {
    let node = arena.node(term);
    let sign = 1u128 << (node.width() - 1);
    let wanted = match node.op() {
        Op::Xor => sign,
        Op::And => sign - 1,
        _ => return None,
    };
    let (x, y) = (node.child(0), node.child(1));
    if arena.constant_value(y) == Some(wanted) {
        Some(x)
    } else if arena.constant_value(x) == Some(wanted) {
        Some(y)
    } else {
        None
    }
}

/// One call of [`Printer::render`].
struct Session<'p, 'a> {
    printer: &'p Printer<'a>,
    style: &'p Style,
    plan: Plan,
    /// The named terms mentioned so far; the index gives the name.
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

    /// The number of a term's name; `None` when there are enough names.
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

    /// One expression: whole if it fits, else down to the deepest level at
    /// which it does.
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
