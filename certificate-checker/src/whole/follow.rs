//! The whole numbers that terms are congruent or equal to.
//!
//! Invariant: the number of a term is congruent to it modulo 2^width for every input, given the
//! values of the variables.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Node, Op, TermId};

use super::number::Number;
use super::values::{Kind, Values};
use crate::facts::Facts;
use crate::integers::ones;

/// Greatest width of terms that are followed.
const WIDEST: u8 = 120;

/// The state of the check, for the terms of both claims.
pub(super) struct Whole<'a> {
    pub(super) arena: &'a Arena,
    pub(super) facts: Facts,
    pub(super) values: Values,
    /// The replacements of the first claim's terms in the second claim.
    pub(super) images: FxHashMap<TermId, TermId>,
    /// Terms with their pieces, lowest first.
    pub(super) splits: FxHashMap<TermId, Vec<TermId>>,
    /// The sums that variables stand for.
    pub(super) meanings: FxHashMap<TermId, Meaning>,
    pub(super) numbers: FxHashMap<TermId, Option<Number>>,
    /// Variables whose meaning is being computed.
    pub(super) open: FxHashSet<TermId>,
}

/// A sum: coefficients with products of terms, each with whether it is read as signed.
pub(crate) type Meaning = Vec<(i128, Vec<(TermId, bool)>)>;

pub(super) fn signed(bits: u128, width: u8) -> i128 {
    (bits << (128 - width)) as i128 >> (128 - width)
}

impl Whole<'_> {
    /// The number that a term is congruent to.
    pub(super) fn number(&mut self, term: TermId) -> Option<Number> {
        if let Some(known) = self.numbers.get(&term) {
            return known.clone();
        }
        for &inner in &Cone::of(self.arena, &[term]).terms {
            if !self.numbers.contains_key(&inner) {
                let number = self.follow(inner);
                let number = number.map(|number| self.values.learn(number));
                self.numbers.insert(inner, number);
            }
        }
        self.numbers.get(&term).cloned().flatten()
    }

    fn follow(&mut self, term: TermId) -> Option<Number> {
        let node = *self.arena.node(term);
        if let Some(meaning) = self.meanings.get(&term).cloned() {
            return self.meaning(term, &meaning);
        }
        if node.width() > WIDEST || node.op().yields_float() {
            return None;
        }
        if let Some(pieces) = self.image(term).and_then(|t| self.splits.get(&t)) {
            let pieces = pieces.clone();
            return self.together(term, &pieces, false);
        }
        if let Some(value) = self.arena.constant_value(term) {
            return Some(match node.width() {
                1 => Number::constant(value as i128),
                width => Number::constant(signed(value, width)),
            });
        }
        if node.width() == 1 {
            return self.truth(term);
        }
        self.arithmetic(term, &node).or_else(|| self.leaf(term))
    }

    /// The sum that a variable stands for; `None` for a variable within its own meaning.
    fn meaning(&mut self, variable: TermId, meaning: &Meaning) -> Option<Number> {
        if !self.open.insert(variable) {
            return None;
        }
        let sum = meaning
            .iter()
            .try_fold(Number::constant(0), |sum, (c, product)| {
                let product = product
                    .iter()
                    .try_fold(Number::constant(1), |product, &(term, signed)| {
                        product.times(&self.read(term, signed)?)
                    })?;
                sum.plus(&product, *c)
            });
        self.open.remove(&variable);
        sum
    }

    /// The image of a term in the second claim.
    fn image(&self, term: TermId) -> Option<TermId> {
        Some(*self.images.get(&term).unwrap_or(&term))
    }

    /// Bounds of a term by the facts.
    pub(super) fn bounds(&mut self, term: TermId, signed: bool) -> (i128, i128) {
        let own = self.facts.integer(self.arena, term);
        match signed {
            true => own.s,
            false => (own.u.0 as i128, own.u.1 as i128),
        }
    }

    /// A term as an atom, in the reading with the tighter bounds.
    fn leaf(&mut self, term: TermId) -> Option<Number> {
        let [u, s] = [false, true].map(|signed| self.bounds(term, signed));
        let closer = s.1 - s.0 < u.1 - u.0;
        self.atom(term, closer)
    }

    fn atom(&mut self, term: TermId, signed: bool) -> Option<Number> {
        let bounds = self.bounds(term, signed);
        let image = self.image(term)?;
        let width = signed.then(|| self.arena.width(term));
        Some(self.values.atom(Kind::Read(image, width), bounds))
    }

    /// The number that equals a term, read as signed or unsigned.
    pub(super) fn read(&mut self, term: TermId, signed: bool) -> Option<Number> {
        let width = self.arena.width(term);
        let number = self.number(term)?;
        if let Some(number) = number.wrapped(width, signed) {
            return Some(number);
        }
        let pieces = self.image(term).and_then(|t| self.splits.get(&t));
        if let Some(pieces) = pieces.cloned().filter(|_| width > 1) {
            return self.together(term, &pieces, signed);
        }
        self.atom(term, signed)
    }

    /// The sum of the pieces of a term.
    fn together(&mut self, term: TermId, pieces: &[TermId], signed: bool) -> Option<Number> {
        let (mut sum, mut offset) = (Number::constant(0), 0);
        for &piece in pieces {
            let width = self.arena.width(piece);
            let top = signed && offset + width == self.arena.width(term);
            let weight = 1i128.checked_shl(offset.into())?;
            let whole = Cone::of(self.arena, &[piece]).position(term).is_some();
            let number = match whole {
                false if top && width > 1 => self.read(piece, true)?,
                false => self.read(piece, false)?,
                true => self.atom(piece, top && width > 1)?,
            };
            let weight = if top && width == 1 { -weight } else { weight };
            sum = sum.plus(&number, weight)?;
            offset += width;
        }
        let (low, high) = self.bounds(term, signed);
        (sum.low, sum.high) = (sum.low.max(low), sum.high.min(high));
        Some(sum)
    }

    fn arithmetic(&mut self, term: TermId, node: &Node) -> Option<Number> {
        let width = node.width();
        let arena = self.arena;
        let constant = |i: usize| arena.constant_value(node.child(i));
        let known = |whole: &Self, i: usize| whole.numbers.get(&node.child(i)).cloned().flatten();
        match node.op() {
            Op::Add => {
                (known(self, 0)?.plus(&known(self, 1)?, 1)).map(|sum| self.values.paired(sum))
            }
            Op::Sub => {
                (known(self, 0)?.plus(&known(self, 1)?, -1)).map(|sum| self.values.paired(sum))
            }
            Op::Mul => match constant(1) {
                Some(factor) => scaled(&known(self, 0)?, factor, width),
                None => {
                    let (x, y) = (known(self, 0)?, known(self, 1)?);
                    let exact = x.times(&y);
                    exact.or_else(|| self.values.times_modulo(&x, &y, width))
                }
            },
            Op::Shl => {
                let by = constant(1).filter(|&by| by < width.into())?;
                scaled(&known(self, 0)?, 1 << by, width)
            }
            // ~x = −x − 1
            Op::Xor if constant(1) == Some(ones(width)) => {
                Number::constant(-1).plus(&known(self, 0)?, -1)
            }
            // Adds half of the modulus: toggling the sign bit converts between signed and
            // unsigned order.
            Op::Xor if constant(1) == Some(1 << (width - 1)) => {
                known(self, 0)?.plus(&Number::constant(1 << (width - 1)), 1)
            }
            Op::ZExt => self.read(node.child(0), false),
            Op::SExt => self.read(node.child(0), true),
            Op::Concat if constant(0) == Some(0) => self.read(node.child(1), false),
            Op::Concat => {
                let low = self.read(node.child(1), false)?;
                let below = arena.width(node.child(1));
                low.plus(&known(self, 0)?, 1 << below)
            }
            Op::Extract => {
                let whole = known(self, 0)?;
                match node.spec().offset() {
                    0 => Some(self.values.reduced(&whole, width)),
                    offset => Some(self.values.cut(&whole, offset, width)),
                }
            }
            Op::LShr => {
                let by = constant(1).filter(|&by| by < width.into())? as u8;
                let rest = self.values.cut(&known(self, 0)?, by, width - by);
                rest.wrapped(width - by, false)
            }
            Op::And => {
                let whole = known(self, 0)?;
                let (mut sum, mut rest) = (Number::constant(0), constant(1)?);
                while rest != 0 {
                    let offset = rest.trailing_zeros() as u8;
                    let run = (rest >> offset).trailing_ones() as u8;
                    let piece = self.values.cut(&whole, offset, run);
                    let piece = self.values.learn(piece);
                    sum = sum.plus(&piece.wrapped(run, false)?, 1 << offset)?;
                    rest &= !(ones(run) << offset);
                }
                Some(sum)
            }
            Op::Select => self.choice(term, node),
            _ => None,
        }
    }
}

/// A number times a constant modulo 2^width. The constant is read as unsigned if the product
/// fits the width, otherwise as signed.
fn scaled(number: &Number, factor: u128, width: u8) -> Option<Number> {
    let zero = Number::constant(0);
    let unsigned = zero.plus(number, i128::try_from(factor).ok()?);
    match unsigned {
        Some(product) if product.low >= 0 && product.high as u128 <= ones(width) => Some(product),
        _ => zero.plus(number, signed(factor, width)),
    }
}
