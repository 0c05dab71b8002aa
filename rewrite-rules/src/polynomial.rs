//! Polynomials over bit vectors: integer terms as sums of coefficients times products of atoms,
//! modulo 2^w.
//!
//! Invariant: the polynomial of a term has the term's value for every assignment; atoms are
//! zero- or sign-extended to w bits. A sum inside an extension is expanded only when it cannot
//! overflow, or when the coefficient shifts its overflow out of the word.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Op, Spec, TermId};

use crate::Builder;
use crate::bits::ones;
use crate::category::{Interval, Ranges};

/// An atom: a term, and whether it is sign-extended to the word.
pub(crate) type Atom = (TermId, bool);

/// A sum of monomials: sorted atoms with multiplicity, and their coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polynomial {
    pub monomials: BTreeMap<Vec<Atom>, u128>,
}

/// Limits of the expansion. A product that exceeds them stays an atom.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Number of monomials of an expanded product, at most.
    pub monomials: usize,
    /// Number of atoms of a monomial, at most.
    pub degree: usize,
    /// Number of operands of a float sum or product, counted with multiplicity, at most.
    pub operands: u64,
    /// Whether float summands may cancel where no value is infinite. Must be false if an
    /// operation can see the sign of a zero.
    pub cancels: bool,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            monomials: 64,
            degree: 6,
            operands: 1 << 17,
            cancels: false,
        }
    }
}

impl Polynomial {
    fn add(&mut self, monomial: Vec<Atom>, coefficient: u128, width: u8) {
        let mask = ones(width as u128);
        let sum = self.monomials.entry(monomial).or_insert(0);
        *sum = sum.wrapping_add(coefficient) & mask;
    }

    fn tidy(mut self) -> Polynomial {
        self.monomials.retain(|_, c| *c != 0);
        self
    }

    /// The product, unless it exceeds the limits.
    fn times(&self, other: &Polynomial, width: u8, bounds: Bounds) -> Option<Polynomial> {
        if self.monomials.len() * other.monomials.len() > bounds.monomials {
            return None;
        }
        let mut product = Polynomial::default();
        for (a, c) in &self.monomials {
            for (b, d) in &other.monomials {
                let mut monomial = [a.as_slice(), b.as_slice()].concat();
                if monomial.len() > bounds.degree {
                    return None;
                }
                monomial.sort_unstable();
                product.add(monomial, c.wrapping_mul(*d), width);
            }
        }
        Some(product.tidy())
    }
}

/// The atom of a term, with the term's own extension removed.
fn peeled(builder: &Builder, x: TermId, signed: bool) -> Atom {
    let node = builder.arena().node(x);
    match node.op() {
        Op::Concat if builder.constant_value(node.child(0)) == Some(0) => (node.child(1), false),
        Op::SExt if signed => (node.child(0), true),
        _ => (x, signed),
    }
}

/// Expands terms to polynomials; the polynomials of factors are cached.
pub(crate) struct Expansion<'a> {
    pub ranges: &'a dyn Ranges,
    pub bounds: Bounds,
    pub factors: FxHashMap<TermId, Rc<Polynomial>>,
    /// Current nesting of products that are being expanded.
    pub depth: u8,
}

/// Greatest nesting of products that are not yet cached.
const DEPTH: u8 = 8;

impl Expansion<'_> {
    /// The polynomial of a term modulo 2^(its width). Takes n log n steps in the number of
    /// distinct summands: each is visited once, users before operands.
    pub(crate) fn expand(&mut self, builder: &mut Builder, root: TermId) -> Polynomial {
        let width = builder.width(root);
        let mask = ones(width as u128);
        let mut open: BTreeMap<Atom, u128> = BTreeMap::from([((root, false), 1)]);
        let mut sum = Polynomial::default();
        while let Some(((term, signed), coefficient)) = open.pop_last() {
            let node = *builder.arena().node(term);
            let v = node.width();
            if coefficient == 0 {
                continue;
            }
            // The coefficient shifts the bits above the term's own out of the word.
            let free = v == width || coefficient.trailing_zeros() as u16 + v as u16 >= width as u16;
            let signed = signed && !free;
            let mut push = |atom: TermId, factor: u128| {
                let slot = open.entry((atom, signed)).or_insert(0);
                *slot = slot.wrapping_add(coefficient.wrapping_mul(factor)) & mask;
            };
            if let Some(value) = builder.constant_value(term) {
                let value = if signed && value >> (v - 1) & 1 == 1 {
                    value | !ones(v as u128)
                } else {
                    value
                };
                sum.add(Vec::new(), coefficient.wrapping_mul(value), width);
                continue;
            }
            let safe = free || self.fits(builder, term, signed);
            let children = node.children();
            match node.op() {
                Op::Add if safe => {
                    push(children[0], 1);
                    push(children[1], 1);
                }
                Op::Sub if safe => {
                    push(children[0], 1);
                    push(children[1], u128::MAX);
                }
                // ~x = -x - 1
                Op::Xor
                    if free
                        && v > 1
                        && builder.constant_value(children[1]) == Some(ones(v as u128)) =>
                {
                    push(children[0], u128::MAX);
                    sum.add(Vec::new(), coefficient.wrapping_neg(), width);
                }
                Op::Mul if safe && builder.constant_value(children[1]).is_some() => {
                    let constant = builder.constant_value(children[1]).unwrap_or(1);
                    let negative = signed && constant >> (v - 1) & 1 == 1;
                    push(
                        children[0],
                        if negative {
                            constant | !ones(v as u128)
                        } else {
                            constant
                        },
                    );
                }
                Op::Mul if v == width => {
                    let product = self.product(builder, children[0], children[1]);
                    match product {
                        Some(product) => {
                            for (monomial, c) in product.monomials {
                                sum.add(monomial, coefficient.wrapping_mul(c), width);
                            }
                        }
                        None => sum.add(vec![(term, false)], coefficient, width),
                    }
                }
                Op::Mul if safe => {
                    let mut monomial =
                        [children[0], children[1]].map(|x| peeled(builder, x, signed));
                    monomial.sort_unstable();
                    sum.add(monomial.to_vec(), coefficient, width);
                }
                // The low part is zero: a multiplication by a power of two.
                Op::Concat if !signed && builder.constant_value(children[1]) == Some(0) => {
                    let k = builder.width(children[1]);
                    push(children[0], 1 << k);
                }
                // Zero extension.
                Op::Concat if builder.constant_value(children[0]) == Some(0) => {
                    let slot = open.entry((children[1], false)).or_insert(0);
                    *slot = slot.wrapping_add(coefficient) & mask;
                }
                Op::SExt if signed || v == width => {
                    let slot = open.entry((children[0], true)).or_insert(0);
                    *slot = slot.wrapping_add(coefficient) & mask;
                }
                // A truncation whose lost bits are shifted out of the word.
                Op::Extract
                    if free && node.spec().offset() == 0 && builder.width(children[0]) <= width =>
                {
                    push(children[0], 1);
                }
                _ => sum.add(vec![(term, signed)], coefficient, width),
            }
        }
        sum.tidy()
    }

    /// The product of two factors of the full width.
    fn product(&mut self, builder: &mut Builder, x: TermId, y: TermId) -> Option<Polynomial> {
        let width = builder.width(x);
        let (x, y) = (self.factor(builder, x), self.factor(builder, y));
        x.times(&y, width, self.bounds)
    }

    /// A factor's polynomial, cached.
    fn factor(&mut self, builder: &mut Builder, x: TermId) -> Rc<Polynomial> {
        if let Some(known) = self.factors.get(&x) {
            return known.clone();
        }
        let polynomial = if self.depth < DEPTH {
            self.depth += 1;
            let expanded = self.expand(builder, x);
            self.depth -= 1;
            expanded
        } else {
            let mut itself = Polynomial::default();
            itself.add(vec![(x, false)], 1, builder.width(x));
            itself
        };
        let polynomial = Rc::new(polynomial);
        self.factors.insert(x, polynomial.clone());
        polynomial
    }

    /// Whether a sum, difference or product does not overflow its width.
    fn fits(&self, builder: &mut Builder, term: TermId, signed: bool) -> bool {
        let node = *builder.arena().node(term);
        if !matches!(node.op(), Op::Add | Op::Sub | Op::Mul) {
            return false;
        }
        let x = builder.interval_under(node.child(0), self.ranges);
        let y = builder.interval_under(node.child(1), self.ranges);
        let full = Interval::full(node.width());
        if signed {
            let corners = match node.op() {
                Op::Add => vec![x.smin.checked_add(y.smin), x.smax.checked_add(y.smax)],
                Op::Sub => vec![x.smin.checked_sub(y.smax), x.smax.checked_sub(y.smin)],
                _ => vec![
                    x.smin.checked_mul(y.smin),
                    x.smin.checked_mul(y.smax),
                    x.smax.checked_mul(y.smin),
                    x.smax.checked_mul(y.smax),
                ],
            };
            return corners
                .into_iter()
                .all(|c| c.is_some_and(|c| full.smin <= c && c <= full.smax));
        }
        match node.op() {
            Op::Add => x.umax.checked_add(y.umax).is_some_and(|s| s <= full.umax),
            Op::Sub => x.umin >= y.umax,
            _ => x.umax.checked_mul(y.umax).is_some_and(|p| p <= full.umax),
        }
    }

    /// The canonical term of a polynomial modulo 2^width: monomials in order, the constant last.
    pub(crate) fn build(&self, builder: &mut Builder, p: &Polynomial, width: u8) -> TermId {
        let half = 1u128 << (width - 1);
        let mut positive = None;
        let mut negative = None;
        let mut constant = 0;
        for (monomial, &coefficient) in &p.monomials {
            if monomial.is_empty() {
                constant = coefficient;
                continue;
            }
            let mut product: Option<TermId> = None;
            for &(atom, signed) in monomial {
                let op = if signed { Op::SExt } else { Op::ZExt };
                let atom = match builder.width(atom) == width {
                    true => atom,
                    false => builder.build_under(Spec::int(op, width), &[atom], self.ranges),
                };
                product = Some(match product {
                    Some(p) => {
                        builder.build_under(Spec::int(Op::Mul, width), &[p, atom], self.ranges)
                    }
                    None => atom,
                });
            }
            let Some(product) = product else { continue };
            // Coefficients in the upper half are written as subtractions.
            let (side, magnitude) = if coefficient >= half && width > 1 {
                let negated = coefficient.wrapping_neg() & ones(width as u128);
                (&mut negative, negated)
            } else {
                (&mut positive, coefficient)
            };
            let factor = builder.constant(width, magnitude);
            let scaled =
                builder.build_under(Spec::int(Op::Mul, width), &[product, factor], self.ranges);
            *side = Some(match *side {
                Some(sum) => {
                    builder.build_under(Spec::int(Op::Add, width), &[sum, scaled], self.ranges)
                }
                None => scaled,
            });
        }
        let zero = builder.constant(width, 0);
        let mut result = positive.unwrap_or(zero);
        if let Some(negative) = negative {
            result =
                builder.build_under(Spec::int(Op::Sub, width), &[result, negative], self.ranges);
        }
        let constant = builder.constant(width, constant);
        builder.build_under(Spec::int(Op::Add, width), &[result, constant], self.ranges)
    }
}
