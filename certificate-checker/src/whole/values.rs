//! Atomic values, their bounds, and products of them modulo powers of two.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use term::TermId;

use super::number::{Atom, Number, Polynomial, joined};

/// A condition in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// A primitive polynomial is below a bound.
    Below(Polynomial, i128),
    /// A primitive polynomial has a value.
    Equal(Polynomial, i128),
    /// A one-bit term is set.
    Set(TermId),
}

/// A truth value, or a test and whether it is negated.
pub(super) type Condition = Result<bool, (Test, bool)>;

/// An atomic value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A term read as a number: signed with this width, or unsigned.
    Read(TermId, Option<u8>),
    /// 1 if the test holds, otherwise 0.
    Truth(Test),
    /// A polynomial divided by 2^n and rounded down.
    Quotient(Polynomial, u8),
    /// The first polynomial where the test holds, otherwise the second.
    Choice(Test, Polynomial, Polynomial),
}

/// The atoms so far.
#[derive(Default)]
pub(super) struct Values {
    pub(super) kinds: Vec<(Kind, (i128, i128))>,
    known: FxHashMap<Kind, Atom>,
    /// Bounds of primitive polynomials.
    sums: FxHashMap<Polynomial, (i128, i128)>,
}

impl Values {
    pub(super) fn kind(&self, atom: Atom) -> &Kind {
        &self.kinds[atom as usize].0
    }

    /// The atom of a kind as a number; intersects the atom's bounds with the given ones.
    pub(super) fn atom(&mut self, kind: Kind, (low, high): (i128, i128)) -> Number {
        let next = self.kinds.len() as Atom;
        let atom = *self.known.entry(kind.clone()).or_insert(next);
        if atom == next {
            self.kinds.push((kind, (low, high)));
        }
        let bounds = &mut self.kinds[atom as usize].1;
        *bounds = (bounds.0.max(low), bounds.1.min(high));
        Number::atom(atom, *bounds)
    }

    /// Gives the readings of `to`, a term with the value of `term`, the atoms of `term`.
    pub(super) fn rename(&mut self, term: TermId, to: TermId, width: u8) {
        for reading in [None, Some(width)] {
            if let Some(&atom) = self.known.get(&Kind::Read(term, reading)) {
                self.known.entry(Kind::Read(to, reading)).or_insert(atom);
            }
        }
    }

    /// The product of atoms.
    fn product(&self, atoms: &[Atom]) -> Option<Number> {
        let mut factors = atoms
            .iter()
            .map(|&a| Number::atom(a, self.kinds[a as usize].1));
        factors.try_fold(Number::constant(1), |product, factor| {
            product.times(&factor)
        })
    }

    /// The sum of products with these coefficients.
    pub(super) fn sum(&self, of: &BTreeMap<Vec<Atom>, i128>) -> Option<Number> {
        of.iter().try_fold(Number::constant(0), |sum, (atoms, &c)| {
            sum.plus(&self.product(atoms)?, c)
        })
    }

    /// The number modulo 2^width, with coefficients of least magnitude.
    pub(super) fn reduced(&self, number: &Number, width: u8) -> Number {
        let half = 1i128 << (width - 1);
        let least = |c: i128| (c + half).rem_euclid(2 * half) - half;
        let mut of = number.of.clone();
        let constant = of.remove(&Vec::new()).unwrap_or(0);
        if of.values().all(|&c| least(c) == c) {
            return number.clone();
        }
        of.values_mut().for_each(|c| *c = least(*c));
        of.retain(|_, c| *c != 0);
        let sum = self.sum(&of);
        let sum = sum.and_then(|sum| sum.plus(&Number::constant(constant), 1));
        sum.unwrap_or_else(|| number.clone())
    }

    /// x × y modulo 2^width.
    pub(super) fn times_modulo(&self, x: &Number, y: &Number, width: u8) -> Option<Number> {
        if width > 96 || x.of.len() * y.of.len() > 2_000 {
            return None;
        }
        let half = 1i128 << (width - 1);
        let least = |c: i128| (c + half).rem_euclid(2 * half) - half;
        let mut of = Polynomial::new();
        for (a, &c) in &x.of {
            for (b, &d) in &y.of {
                if c.trailing_zeros() + d.trailing_zeros() >= u32::from(width) {
                    continue;
                }
                let product = least(least(c).checked_mul(least(d))?);
                let slot = of.entry(joined(a, b)).or_insert(0);
                *slot = least(*slot + product);
            }
        }
        of.retain(|_, c| *c != 0);
        self.sum(&of)
    }

    /// The bits of a number modulo 2^(offset + width), from `offset` on: its products divided by
    /// 2^offset. `None` unless the remainders are known to carry nothing.
    pub(super) fn bits(&self, number: &Number, offset: u8, width: u8) -> Option<Number> {
        if offset.checked_add(width)? > 96 {
            return None;
        }
        let (unit, modulus) = (1i128 << offset, 1i128 << (offset + width));
        let (mut below, mut above) = (Polynomial::new(), Polynomial::new());
        for (atoms, &c) in &number.of {
            let c = match (atoms.is_empty(), c % modulus) {
                (true, _) => c.rem_euclid(modulus),
                (_, c) if c > modulus / 2 => c - modulus,
                (_, c) if c < -modulus / 2 => c + modulus,
                (_, c) => c,
            };
            below.insert(atoms.clone(), c.rem_euclid(unit));
            above.insert(atoms.clone(), c.div_euclid(unit));
        }
        below.retain(|_, c| *c != 0);
        above.retain(|_, c| *c != 0);
        let nothing = self.is_within(&below, unit)?;
        nothing.then(|| self.sum(&above))?
    }

    /// Records the bounds of a number for its primitive polynomial, and narrows them by the
    /// bounds recorded before.
    pub(super) fn learn(&mut self, number: Number) -> Number {
        let Some((scale, of, constant)) = number.parts() else {
            return number;
        };
        let corners = self.corners(&of);
        // If it contains a quotient, the bounds of the undivided number apply too.
        let number = match self.without_quotient(&number, 0) {
            Some((whole, by)) => {
                let (least, most) = self.corners(&whole.of).unwrap_or((whole.low, whole.high));
                let ends = (whole.low.max(least) >> by, whole.high.min(most) >> by);
                Number {
                    low: number.low.max(ends.0),
                    high: number.high.min(ends.1),
                    of: number.of,
                }
            }
            None => number,
        };
        let ends = [number.low - constant, number.high - constant];
        let (low, high) = match scale > 0 {
            true => (-(-ends[0]).div_euclid(scale), ends[1].div_euclid(scale)),
            false => (-ends[1].div_euclid(-scale), (-ends[0]).div_euclid(-scale)),
        };
        let known = self.sums.entry(of).or_insert((low, high));
        if let Some((least, most)) = corners {
            *known = (known.0.max(least), known.1.min(most));
        }
        *known = (known.0.max(low), known.1.min(high));
        let (low, high) = *known;
        self.confined(number, scale, constant, (low, high))
    }

    fn confined(
        &self,
        number: Number,
        scale: i128,
        constant: i128,
        (low, high): (i128, i128),
    ) -> Number {
        let end = |x: i128| x.checked_mul(scale)?.checked_add(constant);
        let (Some(a), Some(b)) = (end(low), end(high)) else {
            return number;
        };
        Number {
            low: number.low.max(a.min(b)),
            high: number.high.min(a.max(b)),
            of: number.of,
        }
    }

    /// The condition that a number is negative.
    pub(super) fn negative(&mut self, number: &Number) -> Condition {
        let number = self.learn(number.clone());
        let Some((scale, of, constant)) = number.parts() else {
            return Ok(number.low < 0);
        };
        if number.high < 0 || number.low >= 0 {
            return Ok(number.high < 0);
        }
        match scale > 0 {
            true => Err((Test::Below(of, -constant.div_euclid(scale)), false)),
            // constant < −scale × polynomial
            false => Err((Test::Below(of, constant.div_euclid(-scale) + 1), true)),
        }
    }

    /// The bounds of a primitive polynomial.
    pub(super) fn bounds(&self, of: &Polynomial) -> Option<(i128, i128)> {
        self.sums.get(of).copied()
    }

    /// A number within the bounds of a polynomial, if it is a multiple of that polynomial plus a
    /// constant.
    pub(super) fn within(&self, number: &Number, of: &Polynomial, bounds: (i128, i128)) -> Number {
        match number.parts() {
            Some((scale, own, constant)) if own == *of => {
                self.confined(number.clone(), scale, constant, bounds)
            }
            _ => number.clone(),
        }
    }

    /// Whether two numbers are congruent modulo 2^width. A signed reading of v bits differs from
    /// the unsigned one by a multiple of 2^v.
    pub(super) fn congruent(&mut self, x: &Number, y: &Number, width: u8) -> bool {
        let Some(difference) = x.plus(y, -1).filter(|_| width <= 100) else {
            return false;
        };
        let modulus = 1i128 << width;
        let mut rest = Polynomial::new();
        for (atoms, &c) in &difference.of {
            let mut atoms = atoms.clone();
            for atom in &mut atoms {
                if let Kind::Read(term, Some(own)) = self.kinds[*atom as usize].0
                    && c.trailing_zeros() + u32::from(own) >= u32::from(width)
                {
                    let unsigned = Kind::Read(term, None);
                    let next = self.kinds.len() as Atom;
                    *atom = *self.known.entry(unsigned.clone()).or_insert(next);
                    if *atom == next {
                        self.kinds.push((unsigned, (0, i128::MAX)));
                    }
                }
            }
            atoms.sort_unstable();
            let slot = rest.entry(atoms).or_insert(0);
            *slot = (*slot + c.rem_euclid(modulus)).rem_euclid(modulus);
        }
        rest.values().all(|&c| c == 0)
    }
}
