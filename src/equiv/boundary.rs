//! Samples at the discontinuities of float arithmetic: zeros of sums, equality of compared
//! values, midpoints between representable values.
//!
//! A value computed from several inputs is almost never at such a point on random inputs, yet
//! results that differ by association in a wider format, in the treatment of ties, or by one
//! extra rounding differ there first. The search moves one input at a time to the point where
//! the distance to the boundary changes sign, by bisection over the inputs in numerical order.
//! Deterministic.

use std::ops::ControlFlow;

use fastrand::Rng;
use term::{Arena, Cone, Evaluator, Format, Op, TermId};

use super::Witness;
use super::claim::Claim;
use super::judge::{Judge, Judgement};
use super::pool::{Kind, decode, encode};
use super::portfolio::Portfolio;
use super::random::pick;
use crate::budgets::witness::{BOUNDARIES, BOUNDARY_ENDS, BOUNDARY_EVALUATIONS, BOUNDARY_ROUNDS};
use crate::deadline::Deadline;

/// Evaluations of the claim that one trial may cost.
const EVALUATIONS: usize = BOUNDARY_ROUNDS * (BOUNDARY_ENDS + 80) + 8;

/// A term with a boundary.
#[derive(Clone, Copy)]
enum Pivot {
    /// A sum; its boundary is zero.
    Sum(Format, TermId),
    /// Two compared values; the boundary is where they are equal.
    Compared(Format, TermId, TermId),
    /// A value rounded to an integer; its boundaries are the integers and the midpoints between
    /// them.
    Integral(Format, TermId),
    /// A value rounded to a narrower format; its boundaries are the midpoints between that
    /// format's numbers.
    Narrowed(Format, TermId, Format),
}

/// Shows samples near boundaries to `visit`, in about `trials` groups, until it breaks off or
/// the deadline expires.
pub(super) fn visit(
    arena: &Arena,
    claim: &Claim,
    portfolio: &mut Portfolio,
    (trials, deadline): (usize, &Deadline),
    visit: &mut dyn FnMut(&[u128]) -> ControlFlow<()>,
) {
    let cone = Cone::of(arena, &claim.roots());
    let pivots: Vec<Pivot> = cone.terms.iter().filter_map(|t| pivot(arena, *t)).collect();
    if pivots.is_empty() || portfolio.symbols().is_empty() {
        return;
    }
    let affordable = BOUNDARY_EVALUATIONS / (cone.len() * EVALUATIONS);
    let mut search = Search {
        evaluator: Evaluator::new(arena, &cone),
        random: Rng::with_seed(cone.len() as u64),
        portfolio,
        visit,
    };
    for trial in 0..trials.min(BOUNDARIES).min(affordable) {
        if deadline.expired().is_some() {
            return;
        }
        // Every other trial takes one of the last pivots, the ones nearest to the results.
        let last = if trial % 2 == 0 { 4 } else { pivots.len() };
        let back = search.random.usize(..last.min(pivots.len()));
        if search.around(pivots[pivots.len() - 1 - back]).is_break() {
            return;
        }
    }
}

/// Returns a sample near a boundary on which the results differ.
pub(super) fn witness(
    arena: &Arena,
    claim: &Claim,
    portfolio: &mut Portfolio,
    (trials, deadline): (usize, &Deadline),
    judge: &mut Judge,
) -> Option<Witness> {
    let symbols = portfolio.symbols().to_vec();
    let mut found = None;
    visit(arena, claim, portfolio, (trials, deadline), &mut |sample| {
        let witness = Witness::new(&symbols, sample);
        if judge.judge(&witness) == Judgement::Differs {
            found = Some(witness);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

fn pivot(arena: &Arena, term: TermId) -> Option<Pivot> {
    let node = arena.node(term);
    let spec = node.spec();
    let format = spec.operand_format()?;
    // Numbers are compared as doubles.
    if !matches!(
        format,
        Format::Half | Format::BFloat | Format::Single | Format::Double
    ) {
        return None;
    }
    match node.op() {
        Op::FAdd | Op::FSub | Op::Fma => Some(Pivot::Sum(format, term)),
        Op::FCmp => Some(Pivot::Compared(format, node.child(0), node.child(1))),
        Op::FToSi | Op::FToUi | Op::FRound => Some(Pivot::Integral(format, node.child(0))),
        Op::FConvert if spec.format().precision() < format.precision() => {
            Some(Pivot::Narrowed(format, node.child(0), spec.format()))
        }
        _ => None,
    }
}

struct Search<'a, 's> {
    evaluator: Evaluator<'a>,
    random: Rng,
    portfolio: &'s mut Portfolio,
    visit: &'s mut dyn FnMut(&[u128]) -> ControlFlow<()>,
}

impl Search<'_, '_> {
    /// Shows samples at the boundary of one pivot.
    fn around(&mut self, pivot: Pivot) -> ControlFlow<()> {
        let mut sample = Vec::new();
        if self.random.usize(..4) == 0 {
            self.portfolio.draw(&mut sample);
        } else {
            self.portfolio.draw_scaled(&mut sample);
        }
        let value = self.value(pivot, &sample);
        let boundary = self.boundary(pivot, value);
        let mut gap = value - boundary;
        for _ in 0..BOUNDARY_ROUNDS {
            // An infinite gap, or one that is NaN, cannot be closed.
            if gap == 0.0 || !gap.is_finite() {
                break;
            }
            let i = self.random.usize(..sample.len());
            let Some(beyond) = self.cross(pivot, boundary, &mut sample, i) else {
                continue;
            };
            let nearer = std::mem::replace(&mut sample[i], beyond);
            (self.visit)(&sample)?;
            sample[i] = nearer;
            gap = self.value(pivot, &sample) - boundary;
        }
        (self.visit)(&sample)
    }

    /// Moves input `i` as near to the boundary as it gets without leaving its side. Returns the
    /// next value, which is on the other side or on the boundary, if one was found.
    fn cross(
        &mut self,
        pivot: Pivot,
        boundary: f64,
        sample: &mut [u128],
        i: usize,
    ) -> Option<u128> {
        let (kind, width) = self.portfolio.kind(i);
        if width > 64 {
            return None;
        }
        let above = self.value(pivot, sample) > boundary;
        let same_side = |value: f64| match above {
            true => value > boundary,
            false => value < boundary,
        };
        let own = sample[i];
        let mut end = None;
        for _ in 0..BOUNDARY_ENDS {
            sample[i] = self.portfolio.redraw(i);
            let value = self.value(pivot, sample);
            if value.is_finite() && !same_side(value) {
                end = Some(rank(kind, width, sample[i]));
                break;
            }
        }
        let mut near = rank(kind, width, own);
        while let Some(far) = end {
            let middle = near + (far - near) / 2;
            if middle == near {
                break;
            }
            sample[i] = ranked(kind, width, middle);
            match same_side(self.value(pivot, sample)) {
                true => near = middle,
                false => end = Some(middle),
            }
        }
        sample[i] = ranked(kind, width, near);
        end.map(|far| ranked(kind, width, far))
    }

    /// The number whose boundary is sought, on a sample.
    fn value(&mut self, pivot: Pivot, sample: &[u128]) -> f64 {
        let witness = Witness::new(self.portfolio.symbols(), sample);
        self.evaluator.run(&witness);
        let number = |format: Format, term| {
            decode(
                Kind::Float(format),
                format.width(),
                self.evaluator.value(term),
            )
        };
        match pivot {
            Pivot::Sum(format, x) | Pivot::Integral(format, x) | Pivot::Narrowed(format, x, _) => {
                number(format, x)
            }
            Pivot::Compared(format, x, y) => number(format, x) - number(format, y),
        }
    }

    /// The boundary to approach from a value.
    fn boundary(&mut self, pivot: Pivot, value: f64) -> f64 {
        match pivot {
            Pivot::Sum(..) | Pivot::Compared(..) => 0.0,
            Pivot::Integral(..) => value.floor() + pick(&mut self.random, &[0.0, 0.5]),
            Pivot::Narrowed(_, _, to) => {
                let bits = encode(Kind::Float(to), to.width(), value);
                let number = |bits| decode(Kind::Float(to), to.width(), bits);
                (number(bits) + number(bits + 1)) / 2.0
            }
        }
    }
}

/// The rank of a value among those of its type in ascending order; both zeros have the same
/// rank.
fn rank(kind: Kind, width: u8, bits: u128) -> i128 {
    let sign = 1 << (width - 1);
    match kind {
        Kind::Float(_) if bits & sign != 0 => -((bits ^ sign) as i128),
        Kind::Int { signed: true } if bits & sign != 0 => bits as i128 - (1 << width),
        _ => bits as i128,
    }
}

/// The value of a rank: the inverse of [`rank`], except that it never returns −0.
fn ranked(kind: Kind, width: u8, rank: i128) -> u128 {
    let sign = 1 << (width - 1);
    match kind {
        Kind::Float(_) if rank < 0 => -rank as u128 | sign,
        Kind::Int { .. } if rank < 0 => (rank + (1 << width)) as u128,
        _ => rank as u128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_places_in_ascending_order() {
        let float = Kind::Float(Format::Single);
        let numbers = [f32::NEG_INFINITY, -1.0, -0.5, 0.0, 1e-40, 2.0];
        let places = numbers.map(|x| rank(float, 32, x.to_bits().into()));
        assert!(places.is_sorted());
        for (number, place) in numbers.into_iter().zip(places) {
            assert_eq!(ranked(float, 32, place), number.to_bits().into());
        }
        let signed = Kind::Int { signed: true };
        assert_eq!(rank(signed, 8, 0x80), -128);
        assert_eq!(ranked(signed, 8, -128), 0x80);
        assert_eq!(rank(Kind::Int { signed: false }, 8, 0x80), 128);
    }
}
