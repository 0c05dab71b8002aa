//! C-like syntax of one expression.

use super::plan::{Kind, library_format, operands};
use super::syntax::{Context, constant, level};
use super::{Mark, Session, Text};
use crate::arena::FunctionId;
use crate::bits::mask;
use crate::bits::signed;
use crate::node::TermId;
use crate::op::{Op, Spec};

/// Writes one expression.
pub(super) struct Writer<'s, 'p, 'a> {
    pub(super) session: &'s mut Session<'p, 'a>,
    text: Text,
    /// Levels of nesting left before subterms are elided.
    depth: u32,
    /// Length in bytes at which the attempt is abandoned.
    limit: usize,
    elided: bool,
}

impl<'s, 'p, 'a> Writer<'s, 'p, 'a> {
    pub(super) fn new(session: &'s mut Session<'p, 'a>, depth: u32, limit: usize) -> Self {
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
            (Kind::Float(_), Context::Number | Context::Pattern) => Some("bits(".into()),
            _ => None,
        };
        match wrapper {
            Some(wrapper) => {
                self.put(&wrapper);
                self.named(term, Context::Natural, level::CONDITIONAL);
                self.put(")");
            }
            None => self.named(term, context, min),
        }
        self.mark(term, start);
    }

    fn named(&mut self, term: TermId, context: Context, min: u8) {
        let position = self.session.plan.cone.position(term);
        let shared = position.is_some_and(|i| self.session.plan.named[i]);
        let leaf = self.session.printer.arena.node(term).children().is_empty();
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
        let arena = self.session.printer.arena;
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
                let arm = match self.kind(term) {
                    Kind::Float(format) => Context::Float(format),
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
            // The extended upper bits of a number are written as a shift.
            Op::SExt if let Some((x, distance)) = self.upper(children[0]) => {
                self.shifted(x, ">>", distance, min);
            }
            Op::ZExt if let Some((x, distance)) = self.upper(children[0]) => {
                self.shifted(x, ">>u", distance, min);
            }
            // Zero extension, written as in rule 13 of KLEE-CL's Table 3.
            Op::Concat if arena.constant_value(children[0]) == Some(0) => {
                let low = children[1];
                self.cast(&format!("u{}", spec.width), low, Context::Number, min);
            }
            Op::Concat => self.pieces(term, min),
            Op::Extract => self.extract(term, min),
            Op::ZExt => self.cast(
                &format!("u{}", spec.width),
                children[0],
                Context::Number,
                min,
            ),
            Op::SExt => self.cast(
                &format!("i{}", spec.width),
                children[0],
                Context::Number,
                min,
            ),
            Op::FCmp => self.comparison(spec, children[0], children[1], min),
            op if op.is_float() => self.float(spec, children, min),
            _ => self.integer(spec, children, min),
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

    /// Writes a concatenation as its pieces, shifted to their places, with left-nested
    /// concatenations flattened.
    fn pieces(&mut self, term: TermId, min: u8) {
        let arena = self.session.printer.arena;
        let mut pieces = Vec::new();
        let mut head = term;
        let mut distance = 0;
        loop {
            let piece = arena.node(head).child(1);
            pieces.push((piece, distance));
            distance += u32::from(arena.width(piece));
            head = arena.node(head).child(0);
            let plan = &self.session.plan;
            let named = plan.cone.position(head).is_some_and(|i| plan.named[i]);
            let marked = self.session.style.marked.contains(&head);
            if arena.op(head) != Op::Concat || named || marked {
                break;
            }
        }
        pieces.push((head, distance));
        pieces.retain(|(piece, _)| arena.constant_value(*piece) != Some(0));
        self.group(level::BITWISE, min, |w| {
            let alone = pieces.len() == 1;
            for (i, &(piece, distance)) in pieces.iter().rev().enumerate() {
                if i > 0 {
                    w.put(" | ");
                }
                match (distance, alone) {
                    (0, _) => w.expression(piece, Context::Pattern, level::UNARY),
                    (_, true) => w.shifted(w.whole(piece, term), "<<", distance, level::BITWISE),
                    _ => w.shifted(piece, "<<", distance, level::UNARY),
                }
            }
        });
    }

    /// The number whose low bits a piece is, if shifting that number within the width of `term`
    /// drops just the others; otherwise the piece.
    fn whole(&self, piece: TermId, term: TermId) -> TermId {
        let node = self.session.printer.arena.node(piece);
        let low = node.op() == Op::Extract
            && node.spec().offset() == 0
            && self.is_plain(piece)
            && !self.session.style.marked.contains(&piece);
        match low && self.width(node.child(0)) == self.width(term) {
            true => node.child(0),
            false => piece,
        }
    }

    fn extract(&mut self, term: TermId, min: u8) {
        let node = self.session.printer.arena.node(term);
        let (spec, x) = (node.spec(), node.child(0));
        let offset = u32::from(spec.offset());
        if offset == 0 && matches!(spec.width, 8 | 16 | 32 | 64) {
            return self.cast(&format!("u{}", spec.width), x, Context::Number, min);
        }
        let top = offset + u32::from(spec.width) == u32::from(self.width(x));
        if top && spec.width == 1 {
            return self.group(level::ORDER, min, |w| {
                w.expression(x, Context::Number, level::SUM);
                w.put(" < 0");
            });
        }
        if top {
            let plan = &self.session.plan;
            let signed = plan.cone.position(term).is_some_and(|i| plan.signed[i]);
            let symbol = if signed { ">>" } else { ">>u" };
            return self.shifted(x, symbol, offset, min);
        }
        self.expression(x, Context::Pattern, level::PRIMARY);
        self.put(&format!(
            "[{}:{offset}]",
            offset + u32::from(spec.width) - 1
        ));
    }

    /// The number of which a term is the upper bits, and the number of lower bits left out.
    fn upper(&self, term: TermId) -> Option<(TermId, u32)> {
        let node = self.session.printer.arena.node(term);
        let spec = node.spec();
        let plain = spec.op == Op::Extract
            && spec.width > 1
            && self.is_plain(term)
            && !self.session.style.marked.contains(&term);
        let distance = plain.then(|| u32::from(spec.offset()))?;
        let x = node.child(0);
        let top = distance + u32::from(spec.width) == u32::from(self.width(x));
        (top && distance > 0).then_some((x, distance))
    }

    fn shifted(&mut self, x: TermId, symbol: &str, distance: u32, min: u8) {
        self.group(level::BITWISE, min, |w| {
            w.expression(x, Context::Pattern, level::UNARY);
            w.put(&format!(" {symbol} {distance}"));
        });
    }

    fn width(&self, term: TermId) -> u8 {
        self.session.printer.arena.width(term)
    }

    fn integer(&mut self, spec: Spec, children: &[TermId], min: u8) {
        use level::*;
        let arena = self.session.printer.arena;
        let [x, y] = [children[0], children[1]];
        let sides = |left, right| [(x, left), (y, right)];
        let number = Context::Number;
        let pattern = Context::Pattern;
        let constant = |term| arena.constant_value(term);
        let bool = spec.width == 1;
        match spec.op {
            Op::Sub if constant(x) == Some(0) => self.group(UNARY, min, |w| {
                w.put("-");
                w.expression(y, number, PRIMARY);
            }),
            Op::Add => match constant(y).map(|c| signed(c, spec.width)) {
                Some(c) if (-255..0).contains(&c) => self.group(SUM, min, |w| {
                    w.expression(x, number, SUM);
                    w.put(&format!(" - {}", -c));
                }),
                _ => self.infix("+", SUM, sides(SUM, PRODUCT), number, min),
            },
            Op::Sub => self.infix("-", SUM, sides(SUM, PRODUCT), number, min),
            Op::Mul => self.infix("*", PRODUCT, sides(PRODUCT, UNARY), number, min),
            Op::SDiv => self.infix("/", PRODUCT, sides(PRODUCT, UNARY), number, min),
            Op::UDiv => self.infix("/u", PRODUCT, sides(PRODUCT, UNARY), number, min),
            Op::SRem => self.infix("%", PRODUCT, sides(PRODUCT, UNARY), number, min),
            Op::URem => self.infix("%u", PRODUCT, sides(PRODUCT, UNARY), number, min),
            Op::Xor if constant(y) == Some(mask(spec.width)) => self.group(UNARY, min, |w| {
                w.put(if bool { "!" } else { "~" });
                w.expression(x, pattern, PRIMARY);
            }),
            Op::Xor if constant(x) == Some(mask(spec.width)) => self.group(UNARY, min, |w| {
                w.put(if bool { "!" } else { "~" });
                w.expression(y, pattern, PRIMARY);
            }),
            Op::And if bool => self.infix("&&", AND, sides(AND, EQUAL), pattern, min),
            Op::Or if bool => self.infix("||", OR, sides(OR, EQUAL), pattern, min),
            Op::And | Op::Or | Op::Xor => {
                // A chain of one operator needs no parentheses on its left.
                let chain = self.is_plain(x) && arena.op(x) == spec.op;
                let left = if chain { BITWISE } else { UNARY };
                let symbol = match spec.op {
                    Op::And => "&",
                    Op::Or => "|",
                    _ => "^",
                };
                self.infix(symbol, BITWISE, sides(left, UNARY), pattern, min);
            }
            Op::Shl => self.shift("<<", x, y, min),
            Op::LShr => self.shift(">>u", x, y, min),
            Op::AShr => self.shift(">>", x, y, min),
            Op::Eq => self.infix("==", EQUAL, sides(ORDER, ORDER), number, min),
            Op::Ult => self.infix("<u", ORDER, sides(SUM, SUM), number, min),
            Op::Slt => self.infix("<", ORDER, sides(SUM, SUM), number, min),
            op => self.call(op.name(), children, Context::Natural),
        }
    }

    /// Whether a term is written as its operator, not as a name.
    fn is_plain(&self, term: TermId) -> bool {
        let plan = &self.session.plan;
        !plan.cone.position(term).is_some_and(|i| plan.named[i])
            && !matches!(self.kind(term), Kind::Float(_))
    }

    fn shift(&mut self, symbol: &str, x: TermId, y: TermId, min: u8) {
        self.group(level::BITWISE, min, |w| {
            w.expression(x, Context::Pattern, level::UNARY);
            w.put(" ");
            w.put(symbol);
            w.put(" ");
            w.expression(y, Context::Number, level::UNARY);
        });
    }
}
