//! The readings of all terms to print: which values their texts have in C.
//!
//! A term of width `w` is printed as a C expression whose value is congruent to the term modulo
//! `2^w`. Operators that need more than that (comparisons, divisions, right shifts,
//! extensions) read their operand in a [`Context`]; where the operand's text does not have the
//! value that the context reads, the text gets a cast.

use super::plan::{Kind, Plan};
use super::reading::{
    Reading, arithmetic, bitwise, chosen, exceeds, extended, low_bits, promoted, shifted_left,
};
use super::syntax::{Context, constant_value};
use crate::arena::{Arena, FunctionId};
use crate::bits::mask;
use crate::node::TermId;
use crate::op::Op;

/// How the bits of an extract are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// All: the operand already has the value.
    Whole,
    /// The low bits of a width that C has a type for.
    Cast,
    /// The low bits of another width, by a mask.
    Mask,
    /// The upper bits, by a shift of the operand.
    Upper,
    /// The sign bit.
    Sign,
    /// Bits in the middle, by a shift and a mask.
    Field,
}

/// Gives the readings of terms; operands are printed before the operations on them.
pub(super) struct Readings<'a> {
    pub(super) arena: &'a Arena,
    pub(super) plan: &'a Plan,
}

/// Computes the readings of a plan's terms.
pub(super) fn read(arena: &Arena, plan: &mut Plan) {
    plan.readings = Vec::with_capacity(plan.cone.len());
    for i in 0..plan.cone.len() {
        let (term, kind) = (plan.cone.terms[i], plan.kinds[i]);
        let reading = Readings { arena, plan }.compute(term, kind);
        plan.readings.push(reading);
    }
}

impl Readings<'_> {
    fn width(&self, term: TermId) -> u8 {
        self.arena.width(term)
    }

    fn constant(&self, term: TermId) -> Option<u128> {
        self.arena.constant_value(term)
    }

    /// The reading of a term as it is made.
    pub(super) fn natural(&self, term: TermId) -> Reading {
        let position = self.plan.cone.position(term);
        match position.and_then(|i| self.plan.readings.get(i)) {
            Some(reading) if self.constant(term).is_none() => *reading,
            _ => self.under(term, Context::Natural),
        }
    }

    /// The reading of a term's text in a context.
    pub(super) fn under(&self, term: TermId, context: Context) -> Reading {
        let width = self.width(term);
        if let Some(value) = self.constant(term) {
            let value = constant_value(value, width, context);
            let (bits, signed) = match value {
                _ if value.abs() <= i128::from(i32::MAX) => (32, true),
                0..=0xffff_ffff => (32, false),
                _ if i64::try_from(value).is_ok() => (64, true),
                _ if u64::try_from(value).is_ok() => (64, false),
                _ => (128, true),
            };
            return Reading {
                low: value,
                high: value,
                bits,
                signed,
            };
        }
        let natural = self.natural(term);
        if matches!(context, Context::Unsigned | Context::Signed)
            && let Some(adapted) = self.adapted(term, context)
        {
            return adapted;
        }
        match context {
            Context::Unsigned if !natural.fits_unsigned(width) => Reading::any(width, false),
            Context::Signed if !natural.signed && natural.holds_signed(width) => Reading {
                signed: true,
                ..natural
            },
            Context::Signed if !natural.fits_signed(width) => Reading::any(width, true),
            Context::Modular | Context::Pattern | Context::Stored { .. } => {
                self.dropped(term).unwrap_or(natural)
            }
            _ => natural,
        }
    }

    /// The reading of a term whose operands get the casts that a context needs.
    fn adapted(&self, term: TermId, context: Context) -> Option<Reading> {
        if !self.adapts(term) {
            return None;
        }
        let node = self.arena.node(term);
        Some(match node.op() {
            Op::Select => {
                let (a, b) = (
                    self.under(node.child(1), context),
                    self.under(node.child(2), context),
                );
                chosen(a, b)
            }
            _ if self.cut(term) == Cut::Cast => {
                Reading::any(node.width(), context == Context::Signed)
            }
            _ => self
                .under(node.child(0), context)
                .shifted_right(u32::from(node.spec().offset())),
        })
    }

    /// Whether operands of a term get the casts that a context needs, and not its own text.
    pub(super) fn adapts(&self, term: TermId) -> bool {
        let node = self.arena.node(term);
        match node.op() {
            Op::Const => true,
            Op::Select => node.width() > 1 && !self.plan.is_named(term),
            Op::Extract => {
                !self.plan.is_named(term) && matches!(self.cut(term), Cut::Upper | Cut::Cast)
            }
            _ => false,
        }
    }

    /// The reading of an extract without the mask or cast that only drops bits which the
    /// context drops.
    fn dropped(&self, term: TermId) -> Option<Reading> {
        let (x, offset) = self.bare(term)?;
        Some(self.under(x, Context::Modular).shifted_right(offset))
    }

    /// The operand and the distance of an extract of more than one bit, which a context that
    /// reads only its low bits can take as a shift.
    pub(super) fn bare(&self, term: TermId) -> Option<(TermId, u32)> {
        let node = self.arena.node(term);
        let is_plain = node.op() == Op::Extract && !self.plan.is_named(term);
        (is_plain && node.width() > 1).then(|| (node.child(0), u32::from(node.spec().offset())))
    }

    /// How the bits of an extract are written.
    pub(super) fn cut(&self, term: TermId) -> Cut {
        let node = self.arena.node(term);
        let (width, offset, x) = (node.width(), node.spec().offset(), node.child(0));
        let top = u16::from(width) + u16::from(offset) == u16::from(self.width(x));
        match (offset, width) {
            (_, 1) if top => Cut::Sign,
            (0, _) if self.natural(x).fits_unsigned(width) => Cut::Whole,
            (0, 8 | 16 | 32 | 64) => Cut::Cast,
            (0, _) => Cut::Mask,
            _ if top => Cut::Upper,
            _ => Cut::Field,
        }
    }

    /// Whether the upper bits of a number are those of the number read as signed, in a text
    /// without a demand.
    pub(super) fn upper_is_signed(&self, term: TermId) -> bool {
        let x = self.arena.node(term).child(0);
        let (reading, width) = (self.natural(x), self.width(x));
        let position = self.plan.cone.position(term);
        match (reading.fits_unsigned(width), reading.fits_signed(width)) {
            (true, _) => false,
            (_, true) => true,
            _ => position.is_some_and(|i| self.plan.signed[i]),
        }
    }

    /// Whether an operation of `width` bits must first widen its operands, whose C type is
    /// narrower.
    pub(super) fn must_widen(&self, term: TermId) -> bool {
        let node = self.arena.node(term);
        let [x, y] = [node.child(0), node.child(1)];
        let (a, b) = (
            self.under(x, Context::Modular),
            self.under(y, Context::Modular),
        );
        let own = match node.op() {
            Op::Shl => (a.bits, a.signed),
            _ => a.usual(b),
        };
        own.0 < promoted(node.width()) && exceeds(arithmetic(node.op(), a, b), own)
    }

    /// Computes the reading of a term from those of its operands.
    pub(super) fn compute(&self, term: TermId, kind: Kind) -> Reading {
        let node = self.arena.node(term);
        let (width, children) = (node.width(), node.children());
        let under = |i: usize, context| self.under(children[i], context);
        let pair = |context| (under(0, context), under(1, context));
        if let Kind::Float(_) = kind {
            return Reading::any(width, false);
        }
        match node.op() {
            Op::Symbol => {
                let id = self.arena.symbol_id(term);
                let buffer = id.map(|id| self.arena.buffer(self.arena.symbol(id).buffer));
                let signed = buffer.is_some_and(|b| b.signed && b.format.is_none());
                Reading::any(width, signed && width > 1)
            }
            Op::Eq | Op::Ult | Op::Slt | Op::FCmp => Reading::truth(),
            Op::And | Op::Or | Op::Xor if width == 1 => Reading::truth(),
            Op::Add | Op::Sub | Op::Mul | Op::Shl => {
                let (a, b) = pair(Context::Modular);
                let mut ty = match node.op() {
                    Op::Shl => (a.bits, a.signed),
                    _ => a.usual(b),
                };
                if self.must_widen(term) {
                    ty = (promoted(width), ty.1);
                }
                Reading::of(arithmetic(node.op(), a, b), ty)
            }
            Op::UDiv => {
                let (a, b) = pair(Context::Unsigned);
                Reading::of(Some((0, a.high)), a.usual(b))
            }
            Op::URem => {
                let (a, b) = pair(Context::Unsigned);
                Reading::of(Some((0, a.high.min(b.high.max(1) - 1))), a.usual(b))
            }
            Op::SDiv => {
                let (a, b) = pair(Context::Signed);
                let most = a.low.unsigned_abs().max(a.high.unsigned_abs());
                let most = i128::try_from(most).ok();
                Reading::of(most.map(|most| (-most, most)), a.usual(b))
            }
            Op::SRem => {
                let (a, b) = pair(Context::Signed);
                Reading::of(Some((a.low.min(0), a.high.max(0))), a.usual(b))
            }
            Op::Xor
                if children
                    .iter()
                    .any(|c| self.constant(*c) == Some(mask(width))) =>
            {
                let is_mask = self.constant(children[0]) == Some(mask(width));
                let x = under(usize::from(is_mask), Context::Pattern);
                Reading::of(Some((-1 - x.high, -1 - x.low)), (x.bits, x.signed))
            }
            Op::And | Op::Or | Op::Xor => {
                let (a, b) = pair(Context::Pattern);
                bitwise(node.op(), a, b)
            }
            Op::LShr | Op::AShr => {
                let logical = node.op() == Op::LShr;
                let context = if logical {
                    Context::Unsigned
                } else {
                    Context::Signed
                };
                let x = under(0, context);
                match self.constant(children[1]) {
                    Some(distance) => x.shifted_right(distance.min(127) as u32),
                    None => Reading {
                        low: x.low.min(0),
                        high: x.high.max(0),
                        ..x
                    },
                }
            }
            Op::Select => chosen(under(1, Context::Natural), under(2, Context::Natural)),
            Op::ZExt => extended(under(0, Context::Unsigned), width, false),
            Op::SExt if self.width(children[0]) == 1 => Reading {
                low: -1,
                high: 0,
                bits: 32,
                signed: true,
            },
            Op::SExt => extended(under(0, Context::Signed), width, true),
            Op::Concat if self.constant(children[0]) == Some(0) => {
                extended(under(1, Context::Unsigned), width, false)
            }
            Op::Concat => self.joined(term),
            Op::Extract => self.extract(term),
            Op::FToSi => Reading::any(width, true),
            // The entries of a table that is only read as signed are.
            Op::Apply if self.plan.is_table(FunctionId(node.spec().attr)) => {
                let position = self.plan.cone.position(term);
                Reading::any(width, position.is_some_and(|i| self.plan.signed[i]))
            }
            _ => Reading::any(width, false),
        }
    }

    /// The pieces of a concatenation that are not zero, with their distances to the right end;
    /// the first piece is the lowest. Concatenations at the left end are flattened, except
    /// for `kept` ones.
    pub(super) fn pieces(&self, term: TermId, kept: &[TermId]) -> Vec<(TermId, u32)> {
        let mut pieces = Vec::new();
        let (mut head, mut distance) = (term, 0);
        loop {
            let node = self.arena.node(head);
            pieces.push((node.child(1), distance));
            distance += u32::from(self.width(node.child(1)));
            head = node.child(0);
            let apart = self.plan.is_named(head) || kept.contains(&head);
            if self.arena.op(head) != Op::Concat || apart {
                break;
            }
        }
        pieces.push((head, distance));
        pieces.retain(|(piece, _)| self.constant(*piece) != Some(0));
        pieces
    }

    /// The number and the distance of a concatenation that is a shift to the left: the shift of its
    /// only piece, or of the number whose low bits this is, drops just the other bits.
    pub(super) fn shift(&self, term: TermId, kept: &[TermId]) -> Option<(TermId, u32)> {
        let pieces = self.pieces(term, kept);
        let [(piece, distance)] = *pieces.as_slice() else {
            return None;
        };
        let node = self.arena.node(piece);
        let is_low = node.op() == Op::Extract
            && node.spec().offset() == 0
            && !self.plan.is_named(piece)
            && !kept.contains(&piece);
        let x = if is_low { node.child(0) } else { piece };
        let width = self.width(term);
        let is_wide = self.under(x, Context::Modular).bits >= promoted(width)
            && distance + u32::from(node.width()) == u32::from(width);
        is_wide.then_some((x, distance))
    }

    /// Whether a piece at a distance needs a cast to the type of a concatenation.
    pub(super) fn is_placed(&self, (piece, distance): (TermId, u32), term: TermId) -> bool {
        let own = self.under(piece, Context::Unsigned).bits;
        distance > 0 && promoted(self.width(term)) > own
    }

    /// The reading of pieces that are shifted to their places.
    fn joined(&self, term: TermId) -> Reading {
        let width = self.width(term);
        if let Some((x, distance)) = self.shift(term, &[]) {
            return shifted_left(self.under(x, Context::Modular), distance);
        }
        let placed = self.pieces(term, &[]).into_iter().map(|(piece, distance)| {
            let mut own = self.under(piece, Context::Unsigned);
            if self.is_placed((piece, distance), term) {
                (own.bits, own.signed) = (promoted(width), false);
            }
            shifted_left(own, distance)
        });
        placed
            .reduce(|a, b| bitwise(Op::Or, a, b))
            .unwrap_or(Reading::any(width, false))
    }

    fn extract(&self, term: TermId) -> Reading {
        let node = self.arena.node(term);
        let (width, x) = (node.width(), node.child(0));
        match self.cut(term) {
            Cut::Whole => self.natural(x),
            Cut::Cast => Reading::any(width, false),
            Cut::Sign => Reading::truth(),
            Cut::Mask | Cut::Field => {
                let own = self.under(x, Context::Modular);
                // A mask of 32 bits and more may be unsigned.
                let mask = Reading::any(width, false);
                Reading::of(Some((0, low_bits(width))), own.usual(mask))
            }
            Cut::Upper => {
                let context = match self.upper_is_signed(term) {
                    true => Context::Signed,
                    false => Context::Unsigned,
                };
                self.under(x, context)
                    .shifted_right(u32::from(node.spec().offset()))
            }
        }
    }
}
