//! Syntax of integer operations.

use super::expression::Writer;
use super::plan::Kind;
use super::reading::promoted;
use super::readings::{Cut, Readings};
use super::syntax::{Context, constant_value, level};
use crate::bits::mask;
use crate::node::TermId;
use crate::op::Op;

impl Writer<'_, '_> {
    pub(super) fn readings(&self) -> Readings<'_> {
        Readings {
            arena: self.session.arena,
            plan: &self.session.plan,
        }
    }

    /// The cast that gives a term's text the value that a context reads; `None` if the text has
    /// that value, or if operands of the term get the cast.
    pub(super) fn demanded(&self, term: TermId, context: Context) -> Option<String> {
        let arena = self.session.arena;
        let width = arena.width(term);
        let readings = self.readings();
        let natural = readings.natural(term);
        let (sign, to) = match context {
            Context::Unsigned if !natural.fits_unsigned(width) => ('u', width),
            Context::Signed if !natural.signed && natural.holds_signed(width) => {
                ('i', natural.bits)
            }
            Context::Signed if !natural.fits_signed(width) => ('i', width),
            _ => return None,
        };
        (!readings.adapts(term)).then(|| format!("({sign}{to})"))
    }

    /// Writes an extension by the promotion to `int` where that suffices, otherwise as a cast.
    pub(super) fn extended(&mut self, term: TermId, x: TermId, signed: bool, min: u8) {
        let (to, width) = (self.width(term), self.width(x));
        if signed && width == 1 {
            return self.group(level::UNARY, min, |w| {
                w.put("-");
                w.expression(x, Context::Natural, level::PRIMARY);
            });
        }
        let context = match signed {
            true => Context::Signed,
            false => Context::Unsigned,
        };
        let own = self.readings().under(x, context).bits;
        if to <= 32 || promoted(to) <= own {
            return self.expression(x, context, min);
        }
        let sign = if signed { 'i' } else { 'u' };
        self.cast(&format!("{sign}{to}"), x, context, min);
    }

    /// Writes a concatenation as its pieces, shifted to their places, with left-nested
    /// concatenations flattened.
    pub(super) fn pieces(&mut self, term: TermId, min: u8) {
        let pieces = self.readings().pieces(term, &self.session.style.marked);
        if let Some((x, distance)) = self.readings().shift(term, &self.session.style.marked) {
            return self.group(level::BITWISE, min, |w| {
                w.expression(x, Context::Modular, level::UNARY);
                w.put(&format!(" << {distance}"));
            });
        }
        let alone = pieces.len() == 1;
        let level = if alone { level::BITWISE } else { level::UNARY };
        self.group(level::BITWISE, min, |w| {
            for (i, &(piece, distance)) in pieces.iter().rev().enumerate() {
                if i > 0 {
                    w.put(" | ");
                }
                if distance == 0 {
                    w.expression(piece, Context::Unsigned, level::UNARY);
                    continue;
                }
                w.group(level::BITWISE, level, |w| {
                    match w.readings().is_placed((piece, distance), term) {
                        true => {
                            let to = format!("u{}", w.width(term));
                            w.cast(&to, piece, Context::Unsigned, level::UNARY);
                        }
                        false => w.expression(piece, Context::Unsigned, level::UNARY),
                    }
                    w.put(&format!(" << {distance}"));
                });
            }
        });
    }

    /// Writes bits of a number.
    pub(super) fn extract(&mut self, term: TermId, context: Context, min: u8) {
        let arena = self.session.arena;
        let node = arena.node(term);
        let (spec, x) = (node.spec(), node.child(0));
        let offset = u32::from(spec.offset());
        let modular = matches!(
            context,
            Context::Modular | Context::Pattern | Context::Stored { .. }
        );
        if let Some((x, distance)) = self.readings().bare(term).filter(|_| modular) {
            return match distance {
                0 => self.expression(x, Context::Modular, min),
                _ => self.shifted(x, Context::Modular, distance, min),
            };
        }
        match self.readings().cut(term) {
            Cut::Whole => self.expression(x, Context::Natural, min),
            Cut::Cast => {
                let sign = if context == Context::Signed { 'i' } else { 'u' };
                self.cast(&format!("{sign}{}", spec.width), x, Context::Modular, min);
            }
            Cut::Mask => self.group(level::BITWISE, min, |w| {
                w.expression(x, Context::Modular, level::UNARY);
                w.masked(spec.width);
            }),
            Cut::Field => self.group(level::BITWISE, min, |w| {
                w.expression(x, Context::Modular, level::UNARY);
                w.put(&format!(" >> {offset}"));
                w.masked(spec.width);
            }),
            Cut::Upper => {
                let context = match context {
                    Context::Unsigned | Context::Signed => context,
                    _ if self.readings().upper_is_signed(term) => Context::Signed,
                    _ => Context::Unsigned,
                };
                self.shifted(x, context, offset, min);
            }
            Cut::Sign => {
                let width = self.width(x);
                let reading = self.readings().natural(x);
                let unsigned = reading.fits_unsigned(width) && !reading.fits_signed(width);
                self.group(level::ORDER, min, |w| match unsigned {
                    true => {
                        w.expression(x, Context::Unsigned, level::SUM);
                        w.put(&format!(" > {}", mask(width) >> 1));
                    }
                    false => {
                        w.expression(x, Context::Signed, level::SUM);
                        w.put(" < 0");
                    }
                });
            }
        }
    }

    fn masked(&mut self, width: u8) {
        match mask(width) {
            mask @ 0..=9 => self.put(&format!(" & {mask}")),
            mask => self.put(&format!(" & {mask:#x}")),
        }
    }

    fn shifted(&mut self, x: TermId, context: Context, distance: u32, min: u8) {
        self.group(level::BITWISE, min, |w| {
            w.expression(x, context, level::UNARY);
            w.put(&format!(" >> {distance}"));
        });
    }

    fn width(&self, term: TermId) -> u8 {
        self.session.arena.width(term)
    }

    /// Writes an operation on integers.
    pub(super) fn integer(&mut self, term: TermId, min: u8) {
        use level::*;
        let arena = self.session.arena;
        let node = arena.node(term);
        let (spec, children) = (node.spec(), node.children());
        let [x, y] = match *children {
            [x, y, ..] => [x, y],
            _ => return self.call(spec.op.name(), children, Context::Natural),
        };
        let sides = |left, right| [(x, left), (y, right)];
        let constant = |term| arena.constant_value(term);
        let bool = spec.width == 1;
        let modular = Context::Modular;
        match spec.op {
            Op::Sub if constant(x) == Some(0) => self.group(UNARY, min, |w| {
                w.put("-");
                w.expression(y, modular, PRIMARY);
            }),
            Op::Add | Op::Sub | Op::Mul => {
                let (symbol, level, right) = match spec.op {
                    Op::Add => ("+", SUM, PRODUCT),
                    Op::Sub => ("-", SUM, PRODUCT),
                    _ => ("*", PRODUCT, UNARY),
                };
                self.group(level, min, |w| {
                    w.widened(term, x, level);
                    let added = (spec.op == Op::Add).then(|| constant(y)).flatten();
                    match added.map(|c| constant_value(c, spec.width, modular)) {
                        Some(negative @ ..0) => w.put(&format!(" - {}", -negative)),
                        _ => {
                            w.put(&format!(" {symbol} "));
                            w.expression(y, modular, right);
                        }
                    }
                });
            }
            Op::SDiv => self.infix("/", PRODUCT, sides(PRODUCT, UNARY), Context::Signed, min),
            Op::UDiv => self.infix("/", PRODUCT, sides(PRODUCT, UNARY), Context::Unsigned, min),
            Op::SRem => self.infix("%", PRODUCT, sides(PRODUCT, UNARY), Context::Signed, min),
            Op::URem => self.infix("%", PRODUCT, sides(PRODUCT, UNARY), Context::Unsigned, min),
            Op::Xor if constant(y) == Some(mask(spec.width)) => self.complement(x, bool, min),
            Op::Xor if constant(x) == Some(mask(spec.width)) => self.complement(y, bool, min),
            Op::And if bool => self.infix("&&", AND, sides(AND, EQUAL), Context::Natural, min),
            Op::Or if bool => self.infix("||", OR, sides(OR, EQUAL), Context::Natural, min),
            Op::And | Op::Or | Op::Xor => {
                // A chain of one operator needs no parentheses on its left.
                let chain = self.is_plain(x) && arena.op(x) == spec.op;
                let left = if chain { BITWISE } else { UNARY };
                let symbol = match spec.op {
                    Op::And => "&",
                    Op::Or => "|",
                    _ => "^",
                };
                let read = if bool {
                    Context::Natural
                } else {
                    Context::Pattern
                };
                self.infix(symbol, BITWISE, sides(left, UNARY), read, min);
            }
            Op::Shl => self.group(BITWISE, min, |w| {
                w.widened(term, x, UNARY);
                w.put(" << ");
                w.expression(y, Context::Unsigned, UNARY);
            }),
            Op::LShr | Op::AShr => {
                let read = match spec.op {
                    Op::LShr => Context::Unsigned,
                    _ => Context::Signed,
                };
                self.group(BITWISE, min, |w| {
                    w.expression(x, read, UNARY);
                    w.put(" >> ");
                    w.expression(y, Context::Unsigned, UNARY);
                });
            }
            Op::Eq | Op::Ult | Op::Slt => self.compared(term, false, min),
            op => self.call(op.name(), children, Context::Natural),
        }
    }

    /// Writes the first operand of an operation, with a cast where the operation needs a wider
    /// type than its operands have.
    fn widened(&mut self, term: TermId, x: TermId, min: u8) {
        match self.readings().must_widen(term) {
            true => {
                let to = format!("i{}", promoted(self.width(term)));
                self.cast(&to, x, Context::Modular, min);
            }
            false => self.expression(x, Context::Modular, min),
        }
    }

    /// Writes the negation of a condition, or the complement of bits.
    fn complement(&mut self, x: TermId, bool: bool, min: u8) {
        let arena = self.session.arena;
        let compares = matches!(arena.op(x), Op::Eq | Op::Ult | Op::Slt);
        if compares && self.is_plain(x) && !self.session.style.marked.contains(&x) {
            return self.compared(x, true, min);
        }
        let (symbol, read) = match bool {
            true => ("!", Context::Natural),
            false => ("~", Context::Pattern),
        };
        self.group(level::UNARY, min, |w| {
            w.put(symbol);
            w.expression(x, read, level::PRIMARY);
        });
    }

    /// Writes a comparison, or its negation; a constant comes last.
    fn compared(&mut self, term: TermId, negated: bool, min: u8) {
        let arena = self.session.arena;
        let node = arena.node(term);
        let (x, y) = (node.child(0), node.child(1));
        let first = arena.constant_value(x).is_some();
        let (left, right) = if first { (y, x) } else { (x, y) };
        let symbol = match (node.op(), negated, first) {
            (Op::Eq, false, _) => "==",
            (Op::Eq, true, _) => "!=",
            (_, false, false) => "<",
            (_, true, false) => ">=",
            (_, false, true) => ">",
            (_, true, true) => "<=",
        };
        let read = match node.op() {
            Op::Ult => Context::Unsigned,
            Op::Slt => Context::Signed,
            _ => self.equated(x, y),
        };
        let (level, side) = match node.op() {
            Op::Eq => (level::EQUAL, level::ORDER),
            _ => (level::ORDER, level::SUM),
        };
        self.infix(symbol, level, [(left, side), (right, side)], read, min);
    }

    /// The reading in which two operands are compared for equality.
    fn equated(&self, x: TermId, y: TermId) -> Context {
        let arena = self.session.arena;
        let readings = self.readings();
        let width = arena.width(x);
        if width == 1 {
            return Context::Natural;
        }
        let both = |fits: &dyn Fn(TermId) -> bool| {
            let mut sides = [x, y].into_iter();
            sides.all(|side| arena.constant_value(side).is_some() || fits(side))
        };
        match both(&|side| readings.natural(side).fits_unsigned(width)) {
            true => Context::Unsigned,
            false if both(&|side| readings.natural(side).fits_signed(width)) => Context::Signed,
            false => Context::Unsigned,
        }
    }

    /// Whether a term is written as its operator, not as a name.
    pub(super) fn is_plain(&self, term: TermId) -> bool {
        !self.session.plan.is_named(term) && !matches!(self.kind(term), Kind::Float(_))
    }
}
