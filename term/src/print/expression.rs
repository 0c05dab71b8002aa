//! C-like syntax of one expression.

use super::plan::{Kind, library_format, operands};
use super::syntax::{Context, constant, level};
use super::{Mark, Session, Text};
use crate::arena::FunctionId;
use crate::node::TermId;
use crate::op::Op;

/// Writes one expression.
pub(super) struct Writer<'s, 'p> {
    pub(super) session: &'s mut Session<'p>,
    text: Text,
    /// Levels of nesting left before subterms are elided.
    depth: u32,
    /// Length in bytes at which the attempt is abandoned.
    limit: usize,
    elided: bool,
}

impl<'s, 'p> Writer<'s, 'p> {
    pub(super) fn new(session: &'s mut Session<'p>, depth: u32, limit: usize) -> Self {
        Writer {
            session,
            text: Text::default(),
            depth,
            limit,
            elided: false,
        }
    }

    /// The text, and whether parts were elided; `None` when it exceeds the limit.
    pub(super) fn finish(self) -> Option<(Text, bool)> {
        (self.text.text.len() <= self.limit).then_some((self.text, self.elided))
    }

    /// Writes a root; with `defining`, writes the definition of its name.
    pub(super) fn root(&mut self, term: TermId, context: Context, defining: bool) {
        if defining {
            let start = self.text.text.len();
            self.operation(term, context, level::CONDITIONAL);
            self.mark(term, start);
        } else {
            self.expression(term, context, level::CONDITIONAL);
        }
    }

    pub(super) fn put(&mut self, text: &str) {
        self.text.text.push_str(text);
    }

    fn mark(&mut self, term: TermId, start: usize) {
        if self.session.style.marked.contains(&term) {
            let range = start..self.text.text.len();
            self.text.marks.push(Mark { term, range });
        }
    }

    pub(super) fn kind(&self, term: TermId) -> Kind {
        let plan = &self.session.plan;
        plan.cone
            .position(term)
            .map_or(Kind::Any, |i| plan.kinds[i])
    }

    /// Writes a subterm read in a context, in parentheses if its binding strength is below
    /// `min`.
    pub(super) fn expression(&mut self, term: TermId, context: Context, min: u8) {
        if self.text.text.len() > self.limit {
            return;
        }
        let start = self.text.text.len();
        let wrapper = match (self.kind(term), context) {
            (Kind::Bits, Context::Float(format)) => Some(format!("as_{format}(")),
            (Kind::Float(made), Context::Float(read)) if made != read => {
                Some(format!("as_{read}("))
            }
            (Kind::Float(_), Context::Natural | Context::Float(_)) => None,
            (Kind::Float(_), _) => Some("bits(".into()),
            _ => None,
        };
        match wrapper {
            Some(wrapper) => {
                self.put(&wrapper);
                self.named(term, Context::Natural, level::CONDITIONAL);
                self.put(")");
            }
            None => match self.demanded(term, context) {
                Some(cast) => self.group(level::UNARY, min, |w| {
                    w.put(&cast);
                    w.named(term, Context::Natural, level::UNARY);
                }),
                None => self.named(term, context, min),
            },
        }
        self.mark(term, start);
    }

    fn named(&mut self, term: TermId, context: Context, min: u8) {
        let shared = self.session.plan.is_named(term);
        let leaf = self.session.arena.node(term).children().is_empty();
        if shared {
            match self.session.name(term) {
                Some(number) => self.put(&format!("t{number}")),
                None => self.elide(),
            }
        } else if self.depth == 0 && !leaf {
            self.elide();
        } else {
            let depth = self.depth;
            self.depth = depth.saturating_sub(1);
            self.operation(term, context, min);
            self.depth = depth;
        }
    }

    fn elide(&mut self) {
        self.elided = true;
        self.put("…");
    }

    fn operation(&mut self, term: TermId, context: Context, min: u8) {
        let arena = self.session.arena;
        let node = arena.node(term);
        let spec = node.spec();
        let children = node.children();
        match spec.op {
            Op::Const => {
                let value = arena.constant_value(term).unwrap_or_default();
                self.put(&constant(value, spec.width, context));
            }
            Op::Symbol => {
                if let Some(id) = arena.symbol_id(term) {
                    let name = self.session.names.get(id).to_owned();
                    self.put(&name);
                }
            }
            Op::Apply => {
                let name = arena.function_name(FunctionId(spec.attr)).to_owned();
                if self.session.plan.is_table(FunctionId(spec.attr)) {
                    self.put(&name);
                    self.put("[");
                    self.expression(children[0], Context::Unsigned, level::CONDITIONAL);
                    return self.put("]");
                }
                let read = match library_format(arena, term) {
                    // `ldexp` alone has an integer operand.
                    Some(format) if !name.starts_with("ldexp") => Context::Float(format),
                    _ => Context::Natural,
                };
                self.call(&name, &operands(arena, term), read);
            }
            Op::Xor | Op::And if matches!(self.kind(term), Kind::Float(_)) => {
                self.sign(term, context, min);
            }
            Op::Select => {
                let arm = match (self.kind(term), context) {
                    (Kind::Float(format), _) => Context::Float(format),
                    (_, Context::Modular | Context::Pattern) => Context::Natural,
                    _ => context,
                };
                self.group(level::CONDITIONAL, min, |w| {
                    w.expression(children[0], Context::Natural, level::OR);
                    w.put(" ? ");
                    w.expression(children[1], arm, level::OR);
                    w.put(" : ");
                    w.expression(children[2], arm, level::CONDITIONAL);
                });
            }
            Op::ZExt => self.extended(term, children[0], false, min),
            Op::SExt => self.extended(term, children[0], true, min),
            // Zero extension, as in rule 13 of KLEE-CL's Table 3.
            Op::Concat if arena.constant_value(children[0]) == Some(0) => {
                self.extended(term, children[1], false, min);
            }
            Op::Concat => self.pieces(term, min),
            Op::Extract => self.extract(term, context, min),
            Op::FCmp => self.comparison(spec, children[0], children[1], min),
            op if op.is_float() => self.float(spec, children, min),
            _ => self.integer(term, min),
        }
    }

    pub(super) fn group(&mut self, level: u8, min: u8, write: impl FnOnce(&mut Self)) {
        if level < min {
            self.put("(");
            write(self);
            self.put(")");
        } else {
            write(self);
        }
    }

    pub(super) fn call(&mut self, name: &str, args: &[TermId], context: Context) {
        self.put(name);
        self.put("(");
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.expression(arg, context, level::CONDITIONAL);
        }
        self.put(")");
    }

    pub(super) fn cast(&mut self, to: &str, x: TermId, context: Context, min: u8) {
        self.group(level::UNARY, min, |w| {
            w.put(&format!("({to})"));
            w.expression(x, context, level::UNARY);
        });
    }

    /// Writes an infix operation; each operand comes with the least binding strength that needs
    /// no parentheses.
    pub(super) fn infix(
        &mut self,
        symbol: &str,
        level: u8,
        [x, y]: [(TermId, u8); 2],
        context: Context,
        min: u8,
    ) {
        self.group(level, min, |w| {
            w.expression(x.0, context, x.1);
            w.put(" ");
            w.put(symbol);
            w.put(" ");
            w.expression(y.0, context, y.1);
        });
    }
}
