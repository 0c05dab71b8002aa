//! Integer terms as polynomials modulo 2^w, computed independently of the prover.
//!
//! Invariant: the polynomial has the term's value for every input within the facts. An atom is a
//! term, zero- or sign-extended to the width.

use std::collections::BTreeMap;

use term::{Arena, Op, TermId};

use crate::facts::Facts;
use crate::fault::{Checked, not_checked, require};
use crate::integers::ones;

/// A term, and whether it is sign-extended.
type Atom = (TermId, bool);
/// Products of atoms with their coefficients; no coefficient is 0.
type Polynomial = BTreeMap<Vec<Atom>, u128>;

/// Number of monomials of a product, above which the product is an atom.
const MONOMIALS: usize = 64;
/// Number of atoms of a monomial, at most.
const DEGREE: usize = 6;
/// Nesting depth of products, at most.
const DEPTH: u8 = 8;

/// Checks that two terms are the same polynomial.
pub(crate) fn same(arena: &Arena, facts: &mut Facts, term: TermId, other: TermId) -> Checked {
    let width = arena.width(term);
    require(arena.width(other) == width, || "the widths differ".into())?;
    let mut expansion = Expansion {
        arena,
        facts,
        width,
    };
    match expansion.expand(term, DEPTH) == expansion.expand(other, DEPTH) {
        true => Ok(()),
        false => not_checked("the polynomials look different"),
    }
}

/// The constant by which the difference of a pair exceeds the sum of the differences of other
/// pairs; `None` when this is not a constant.
pub(crate) fn difference(
    arena: &Arena,
    facts: &mut Facts,
    (left, right): (TermId, TermId),
    others: &[(TermId, TermId)],
) -> Checked<Option<u128>> {
    let width = arena.width(left);
    let mask = ones(width);
    let added = others.iter().map(|&(_, y)| y);
    let subtracted: Vec<TermId> = others.iter().map(|&(x, _)| x).chain([right]).collect();
    let signed = added.map(|term| (term, 1));
    let signed: Vec<(TermId, u128)> = signed
        .chain(subtracted.into_iter().map(|term| (term, mask)))
        .collect();
    let alike = signed.iter().all(|&(term, _)| arena.width(term) == width);
    require(alike, || "the widths differ".into())?;
    let mut expansion = Expansion {
        arena,
        facts,
        width,
    };
    let mut all = expansion.expand(left, DEPTH);
    for (term, sign) in signed {
        for (monomial, c) in expansion.expand(term, DEPTH) {
            let coefficient = all.entry(monomial).or_insert(0);
            *coefficient = coefficient.wrapping_add(c.wrapping_mul(sign)) & mask;
        }
    }
    all.retain(|_, c| *c != 0);
    let constant = all.remove(&Vec::new()).unwrap_or(0);
    Ok(all.is_empty().then_some(constant))
}

struct Expansion<'a> {
    arena: &'a Arena,
    facts: &'a mut Facts,
    width: u8,
}

impl Expansion<'_> {
    fn expand(&mut self, root: TermId, depth: u8) -> Polynomial {
        let (arena, width) = (self.arena, self.width);
        let mask = ones(width);
        // Users have greater ids than operands, so each atom is met once.
        let mut open: BTreeMap<Atom, u128> = BTreeMap::from([((root, false), 1)]);
        let mut sum = Polynomial::new();
        let mut add = |monomial: Vec<Atom>, value: u128| {
            let coefficient = sum.entry(monomial).or_insert(0);
            *coefficient = coefficient.wrapping_add(value) & mask;
        };
        while let Some(((term, signed), c)) = open.pop_last() {
            if c == 0 {
                continue;
            }
            let node = *arena.node(term);
            let v = node.width();
            // Whether the coefficient shifts the bits above the term's own out of the width.
            let free = c.trailing_zeros() + u32::from(v) >= u32::from(width);
            let signed = signed && !free;
            let high = if signed { !ones(v) } else { 0 };
            let extend = |x: u128| if x >> (v - 1) & 1 == 1 { x | high } else { x };
            let child = |i: usize| node.children()[i];
            let constant = |i: usize| arena.constant_value(child(i));
            let mut push = |atom: Atom, factor: u128| {
                let coefficient = open.entry(atom).or_insert(0);
                *coefficient = coefficient.wrapping_add(c.wrapping_mul(factor)) & mask;
            };
            if let Some(value) = arena.constant_value(term) {
                add(Vec::new(), c.wrapping_mul(extend(value)));
                continue;
            }
            let safe = free || self.keeps(term, signed);
            match node.op() {
                Op::Add if safe => {
                    push((child(0), signed), 1);
                    push((child(1), signed), 1);
                }
                Op::Sub if safe => {
                    push((child(0), signed), 1);
                    push((child(1), signed), u128::MAX);
                }
                // ~x = −x − 1
                Op::Xor if free && v > 1 && constant(1) == Some(ones(v)) => {
                    push((child(0), false), u128::MAX);
                    add(Vec::new(), c.wrapping_neg());
                }
                Op::Shl if free && constant(1).is_some_and(|by| by < 128) => {
                    push((child(0), false), 1 << constant(1).unwrap_or(0));
                }
                Op::Mul if safe && constant(1).is_some() => {
                    push((child(0), signed), extend(constant(1).unwrap_or(0)));
                }
                Op::Mul if v == width && depth > 0 => {
                    let (x, y) = (
                        self.expand(child(0), depth - 1),
                        self.expand(child(1), depth - 1),
                    );
                    match product(&x, &y, mask) {
                        Some(product) => {
                            for (monomial, d) in product {
                                add(monomial, c.wrapping_mul(d));
                            }
                        }
                        None => add(vec![(term, false)], c),
                    }
                }
                Op::Mul if safe => {
                    let mut atoms = [child(0), child(1)].map(|x| self.atom(x, signed));
                    atoms.sort_unstable();
                    add(atoms.to_vec(), c);
                }
                Op::Concat if !signed && constant(1) == Some(0) => {
                    push((child(0), false), 1 << arena.width(child(1)));
                }
                Op::Concat if constant(0) == Some(0) => push((child(1), false), 1),
                Op::ZExt => push((child(0), false), 1),
                Op::SExt if signed || v == width => push((child(0), true), 1),
                Op::Extract
                    if free && node.spec().offset() == 0 && arena.width(child(0)) <= width =>
                {
                    push((child(0), false), 1);
                }
                _ => add(vec![(term, signed)], c),
            }
        }
        sum.retain(|_, c| *c != 0);
        sum
    }

    /// The atom of a term, with the term's own extension removed.
    fn atom(&self, term: TermId, signed: bool) -> Atom {
        let node = self.arena.node(term);
        match node.op() {
            Op::Concat if self.arena.constant_value(node.child(0)) == Some(0) => {
                (node.child(1), false)
            }
            Op::ZExt => (node.child(0), false),
            Op::SExt if signed => (node.child(0), true),
            _ => (term, signed),
        }
    }

    /// Whether a sum, difference or product does not overflow its width in the given reading.
    fn keeps(&mut self, term: TermId, signed: bool) -> bool {
        let node = *self.arena.node(term);
        if !matches!(node.op(), Op::Add | Op::Sub | Op::Mul) {
            return false;
        }
        let x = self.facts.integer(self.arena, node.child(0));
        let y = self.facts.integer(self.arena, node.child(1));
        let top = ones(node.width());
        let most = (top >> 1) as i128;
        let fits = |s: Option<i128>| s.is_some_and(|s| !most <= s && s <= most);
        match (node.op(), signed) {
            (Op::Add, false) => x.u.1.checked_add(y.u.1).is_some_and(|sum| sum <= top),
            (Op::Sub, false) => x.u.0 >= y.u.1,
            (_, false) => {
                x.u.1
                    .checked_mul(y.u.1)
                    .is_some_and(|product| product <= top)
            }
            (Op::Add, true) => fits(x.s.0.checked_add(y.s.0)) && fits(x.s.1.checked_add(y.s.1)),
            (Op::Sub, true) => fits(x.s.0.checked_sub(y.s.1)) && fits(x.s.1.checked_sub(y.s.0)),
            (_, true) => [
                (x.s.0, y.s.0),
                (x.s.0, y.s.1),
                (x.s.1, y.s.0),
                (x.s.1, y.s.1),
            ]
            .into_iter()
            .all(|(a, b)| fits(a.checked_mul(b))),
        }
    }
}

fn product(x: &Polynomial, y: &Polynomial, mask: u128) -> Option<Polynomial> {
    if x.len() * y.len() > MONOMIALS {
        return None;
    }
    let mut all = Polynomial::new();
    for (a, c) in x {
        for (b, d) in y {
            let mut atoms = [a.as_slice(), b.as_slice()].concat();
            if atoms.len() > DEGREE {
                return None;
            }
            atoms.sort_unstable();
            let coefficient = all.entry(atoms).or_insert(0);
            *coefficient = coefficient.wrapping_add(c.wrapping_mul(*d)) & mask;
        }
    }
    Some(all)
}
