//! The operations of the port that only inputs reach on which the difference does not depend.
//!
//! Sums are often computed in another order, so that correct partial sums occur nowhere in
//! the reference. If another value of an input changes both results alike, what only such
//! inputs change is not at fault.

use rustc_hash::FxHashSet;

use super::super::pair::Pair;
use super::results::Results;
use super::traced::is_same_path;
use super::trials::Trials;
use crate::budgets::cause::{INNOCENT_CHANGED, INNOCENT_FOLLOWED};
use crate::check::differing::Differing;
use crate::contract::Scalar;
use crate::side::{Inputs, Place};
use crate::symex::Trace;

/// The steps of `first`, the port's trace on the first input, that change with inputs which
/// change both integer results by equal amounts, and with no others. Empty if the results
/// depend on no such input.
pub(super) fn innocent(
    pair: &Pair<'_, '_>,
    trials: &mut Trials,
    (differing, first): (&Differing, &Trace),
) -> Option<FxHashSet<usize>> {
    let place = differing.place;
    let base = {
        let trial = trials.all.first()?;
        integers(&trial.expected, trial.actual.as_ref()?, place)?
    };
    let mut symbols = pair.settings.builder();
    let (sizes, starts) = (&differing.sizes, &differing.starts);
    let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, starts).ok()?;
    let arena = symbols.arena();
    let witness = differing.witness(arena, &symbolic);
    let value = |symbol| witness.values.get(&symbol).copied().unwrap_or(0);
    let free = symbolic.scalars().filter_map(|(term, scalar)| {
        let symbol = arena.symbol_id(term)?;
        let bound = symbolic.ranges.contains_key(&symbol) || symbolic.listed.contains_key(&symbol);
        (!bound && matches!(scalar, Scalar::Int { .. })).then_some((symbol, scalar.bits()))
    });
    // What the witness needs, an input of the difference, is rarely zero.
    let (mut scalars, zeros): (Vec<_>, Vec<_>) = free.partition(|(symbol, _)| value(*symbol) != 0);
    scalars.extend(zeros);
    // For inputs on which the difference depends, and for the others: their number, and the
    // steps that they change.
    let mut guilty = (0, FxHashSet::default());
    let mut others = (0, FxHashSet::default());
    for (symbol, bits) in scalars.into_iter().take(INNOCENT_CHANGED) {
        let all = u128::MAX >> (128 - u32::from(bits));
        let mut changes = Vec::new();
        let (mut unlike, mut reaches) = (false, false);
        for new in [5 & all, all, all >> 1, 0] {
            if new == value(symbol) {
                continue;
            }
            let mut other = witness.clone();
            other.values.insert(symbol, new);
            symbolic.arrange(&mut other);
            if !symbolic.admits(arena, &other) {
                continue;
            }
            let inputs = trials.inputs(&symbolic, arena, &other)?;
            let expected = trials.results(pair, &pair.reference, &inputs)?;
            let actual = trials.results(pair, &pair.port, &inputs)?;
            let results = integers(&expected, &actual, place)?;
            reaches |= results.expected != base.expected;
            unlike |= results.difference() != base.difference();
            changes.push(inputs);
        }
        let (followed, steps) = match (unlike, reaches) {
            (true, _) => &mut guilty,
            (false, true) => &mut others,
            (false, false) => continue,
        };
        *followed += 1;
        for inputs in changes.iter().filter(|_| *followed <= INNOCENT_FOLLOWED) {
            let traced = trials.trace(pair, (&pair.port, pair.port.program), inputs, place)?;
            if !is_same_path(&traced.trace, first) {
                return None;
            }
            let both = traced.trace.steps.iter().zip(&first.steps).enumerate();
            steps.extend(
                both.filter(|(_, (l, r))| l.value != r.value)
                    .map(|(at, _)| at),
            );
        }
    }
    if guilty.0 == 0 || guilty.0 > INNOCENT_FOLLOWED {
        return None;
    }
    Some(others.1.difference(&guilty.1).copied().collect())
}

/// An integer output of both versions.
struct Integers {
    bits: u8,
    expected: u128,
    actual: u128,
}

impl Integers {
    /// The difference modulo the width.
    fn difference(&self) -> u128 {
        self.actual.wrapping_sub(self.expected) & (u128::MAX >> (128 - u32::from(self.bits)))
    }
}

/// An output of both versions, if it is a defined integer.
fn integers(expected: &Results, actual: &Results, place: Place) -> Option<Integers> {
    let of = |all: &Results| {
        let (_, scalar, value) = all.iter().find(|(own, ..)| *own == place)?;
        matches!(scalar, Scalar::Int { .. }).then_some((scalar.bits(), (*value)?))
    };
    let ((bits, expected), (_, actual)) = (of(expected)?, of(actual)?);
    Some(Integers {
        bits,
        expected,
        actual,
    })
}
