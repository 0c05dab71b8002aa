//! Transfer functions: the polynomial of each operation from those of its operands.

use rewrite_rules::Builder;
use rewrite_rules::category::View;
use rewrite_rules::trace::Request;
use term::{Node, Op, Spec, TermId};

use super::form::Form;
use super::settle::ordered;
use super::{Grain, Sums, mask, signed};
use crate::budgets::sums::TERM_PIECES;

/// Greatest width of terms that are followed.
pub(super) const MAX_WIDTH: u8 = 96;

impl Sums {
    /// The polynomial of an operation; `None` if it has none over its operands' polynomials.
    pub(super) fn arithmetic(
        &mut self,
        builder: &mut Builder,
        term: TermId,
        node: &Node,
    ) -> Option<Form> {
        let width = node.width();
        let constant = |i: usize| builder.constant_value(node.child(i));
        let form = |sums: &Sums, i: usize| sums.forms.get(&node.child(i)).cloned();
        match node.op() {
            Op::Add => (form(self, 0)?.plus(&form(self, 1)?, 1)).map(|sum| self.paired(sum)),
            Op::Sub => (form(self, 0)?.plus(&form(self, 1)?, -1)).map(|sum| self.paired(sum)),
            Op::Mul => match constant(1) {
                Some(factor) => scaled(&form(self, 0)?, factor, width),
                None => {
                    let (x, y) = (form(self, 0)?, form(self, 1)?);
                    let product = x.times(&y);
                    product.or_else(|| x.times_modulo(&y, width, |atom| self.bounds[&atom]))
                }
            },
            Op::Shl => {
                let by = constant(1).filter(|&by| by < width.into())?;
                scaled(&form(self, 0)?, 1 << by, width)
            }
            // ~x = -x - 1
            Op::Xor if constant(1) == Some(mask(width)) => {
                Form::constant(-1).plus(&form(self, 0)?, -1)
            }
            // Adds half of the modulus: toggling the sign bit converts between signed and
            // unsigned order.
            Op::Xor if constant(1) == Some(1 << (width - 1)) => {
                form(self, 0)?.plus(&Form::constant(1 << (width - 1)), 1)
            }
            Op::ZExt => self.number(builder, node.child(0), false),
            Op::SExt => self.number(builder, node.child(0), true),
            Op::Concat if constant(0) == Some(0) => self.number(builder, node.child(1), false),
            Op::Concat => {
                let low = match (constant(1), self.grain) {
                    (Some(low), _) => Form::constant(low as i128),
                    (None, Grain::Fields | Grain::Bits) => {
                        self.number(builder, node.child(1), false)?
                    }
                    (None, Grain::Inner | Grain::Terms) => return None,
                };
                let below = builder.width(node.child(1));
                low.plus(&form(self, 0)?, 1 << below)
            }
            Op::Extract => match node.spec().offset() {
                0 => {
                    let whole = form(self, 0)?;
                    let reduced = whole.reduced(width, |atom| self.bounds[&atom]);
                    Some(reduced.unwrap_or(whole))
                }
                offset => {
                    let whole = form(self, 0)?;
                    let cut = self.cut(&whole, offset, width);
                    cut.or_else(|| self.shifted(builder, &whole, offset, width))
                }
            },
            Op::Select => self.choice(builder, term, node),
            Op::LShr => {
                let by = constant(1).filter(|&by| by < width.into())? as u8;
                self.cut(&form(self, 0)?, by, width - by)?
                    .wrapped(width - by, false)
            }
            Op::And => {
                let (whole, mask) = (form(self, 0)?, constant(1)?);
                if self.grain != Grain::Bits && !masks_fields(mask) {
                    return None;
                }
                let mut sum = Form::constant(0);
                for (offset, run) in runs(mask) {
                    let piece = self.cut(&whole, offset, run);
                    let piece = match self.grain {
                        Grain::Inner | Grain::Terms | Grain::Fields => {
                            piece.or_else(|| self.shifted(builder, &whole, offset, run))
                        }
                        Grain::Bits => piece,
                    };
                    let piece = self.confined(piece?);
                    sum = sum.plus(&piece.wrapped(run, false)?, 1 << offset)?;
                }
                Some(sum)
            }
            _ => None,
        }
    }

    pub(super) fn cut(&self, form: &Form, offset: u8, width: u8) -> Option<Form> {
        form.bits(offset, width, |atom| self.bounds[&atom])
    }

    /// A visited term as an integer, read as signed or unsigned.
    pub(super) fn number(
        &mut self,
        builder: &mut Builder,
        term: TermId,
        signed: bool,
    ) -> Option<Form> {
        let width = builder.width(term);
        if width == 1 {
            let settled = self.settle(builder, term);
            return self.bit(builder, settled, signed);
        }
        let known = self.forms.get(&term);
        if let Some(form) = known.and_then(|form| form.wrapped(width, signed)) {
            return Some(form);
        }
        let settled = self.settle(builder, term);
        Some(self.atom(builder, term, settled, signed))
    }

    /// A one-bit term as an integer; the complement of x is 1 - x.
    pub(super) fn bit(&mut self, builder: &Builder, settled: TermId, signed: bool) -> Option<Form> {
        if let Some(value) = builder.constant_value(settled) {
            return Some(Form::constant(super::signed(value, 1 + u8::from(!signed))));
        }
        let node = builder.arena().node(settled);
        let opposite = node.op() == Op::Xor && builder.constant_value(node.child(1)) == Some(1);
        let of = if opposite { node.child(0) } else { settled };
        let known = *self.bounds.entry((of, false)).or_insert((0, 1));
        let bit = Form::atom((of, false), known);
        let weight = if signed { -1 } else { 1 };
        match opposite {
            true => Form::constant(weight).plus(&bit, -weight),
            false => Form::constant(0).plus(&bit, weight),
        }
    }

    pub(super) fn atom(
        &mut self,
        builder: &Builder,
        term: TermId,
        settled: TermId,
        signed: bool,
    ) -> Form {
        let (low, high) = self.interval(builder, term, signed);
        let bounds = self.bounds.entry((settled, signed)).or_insert((low, high));
        *bounds = (bounds.0.max(low), bounds.1.min(high));
        Form::atom((settled, signed), *bounds)
    }

    pub(super) fn interval(
        &mut self,
        builder: &Builder,
        term: TermId,
        signed: bool,
    ) -> (i128, i128) {
        let ranges = &self.known;
        let arena = builder.arena();
        let interval = self.analysis.interval(View { arena, ranges }, term);
        match signed {
            true => (interval.smin, interval.smax),
            false => (interval.umin as i128, interval.umax as i128),
        }
    }

    /// The polynomial of a term that no sum computes: one atom, or one for each of the pieces
    /// that operations extract (each bit at the finest grain).
    pub(super) fn leaf(&mut self, builder: &mut Builder, term: TermId) -> Option<Form> {
        let width = builder.width(term);
        if width > MAX_WIDTH || builder.arena().op(term).yields_float() {
            return None;
        }
        let settled = self.rebuilt(builder, term);
        let read_signed = width > 1 && self.signed.contains(&term);
        let ends: Vec<u8> = match self.grain {
            Grain::Inner | Grain::Terms | Grain::Fields => {
                let cuts = self.places.get(&term).into_iter().flatten();
                let inner = cuts.copied().filter(|&place| place > 0 && place < width);
                inner.chain([width]).collect()
            }
            Grain::Bits => (1..=width).collect(),
        };
        if ends.len() == 1 || ends.len() > TERM_PIECES {
            return Some(self.atom(builder, term, settled, read_signed));
        }
        let (mut sum, mut offset) = (Form::constant(0), 0);
        let mut pieces = Vec::new();
        let (least, most) = self.interval(builder, term, read_signed);
        for end in ends {
            let piece = builder.extract(settled, offset, end - offset);
            let extract = Spec::extract(offset, end - offset);
            self.asked.push((Request::new(extract, &[settled]), piece));
            let piece = ordered(builder, piece);
            pieces.push(piece);
            let negative = read_signed && end == width;
            let form = match builder.constant_value(piece) {
                Some(value) => Form::constant(value as i128),
                None => {
                    let size = 1i128 << (end - offset);
                    let bounds = match negative {
                        // A sign bit alone is an unsigned atom with negative weight.
                        true if end - offset == 1 => (0, 1),
                        _ if end == width => (least >> offset, most >> offset),
                        _ => (0, size - 1),
                    };
                    let atom = (piece, negative && end - offset > 1);
                    let known = *self.bounds.entry(atom).or_insert(bounds);
                    Form::atom(atom, known)
                }
            };
            let weight = match negative && end - offset == 1 {
                true => -(1 << offset),
                false => 1 << offset,
            };
            sum = sum.plus(&form, weight)?;
            offset = end;
        }
        self.splits.push((settled, pieces));
        (sum.low, sum.high) = (sum.low.max(least), sum.high.min(most));
        Some(sum)
    }
}

/// Whether a mask keeps fields of at least four bits each, as for packed bytes.
pub(super) fn masks_fields(mask: u128) -> bool {
    const LEAST: u8 = 4;
    runs(mask).take(TERM_PIECES).all(|(_, run)| run >= LEAST)
}

/// The runs of ones in a mask, as first bit and length.
pub(super) fn runs(mut mask: u128) -> impl Iterator<Item = (u8, u8)> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let offset = mask.trailing_zeros() as u8;
        let run = (mask >> offset).trailing_ones() as u8;
        mask &= !(super::mask(run) << offset);
        Some((offset, run))
    })
}

/// A polynomial times a constant modulo 2^width. The constant is read as unsigned if the product
/// fits the width, otherwise as signed.
fn scaled(form: &Form, factor: u128, width: u8) -> Option<Form> {
    let unsigned = Form::constant(0).plus(form, i128::try_from(factor).ok()?);
    match unsigned {
        Some(product) if product.low >= 0 && product.high <= mask(width) as i128 => Some(product),
        _ => Form::constant(0).plus(form, signed(factor, width)),
    }
}
