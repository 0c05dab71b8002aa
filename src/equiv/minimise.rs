//! Simplification of witnesses: few non-zero inputs, round numbers.

use std::collections::BTreeMap;

use fastrand::Rng;
use term::{Arena, Cone, Format, SymbolId};

use super::Assumptions;
use super::Witness;
use super::claim::Claim;
use super::judge::Judge;
use super::pool::{Kind, decode, encode};
use super::random::pick;
use super::rounder::{kind, rounder};
use crate::budgets::witness::{
    CANCELLING_STARTS, MINIMISING_EVALUATIONS, REPLACED_INPUTS, REPLACEMENTS,
};
use crate::deadline::Deadline;

struct Minimiser<'a, Keep> {
    keep: Keep,
    deadline: &'a Deadline,
    witness: Witness,
    trials: usize,
}

/// Simplifies a witness while the judge's judgement of it stays the same.
pub(super) fn minimise(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    witness: Witness,
    deadline: &Deadline,
) -> Witness {
    let mut judge = Judge::new(arena, claim, assumptions);
    let wanted = judge.judge(&witness);
    // A difference of numbers is more informative than one of zeros or NaNs, so it is kept.
    let numbers = judge.numbers_differ();
    let keep = |candidate: &Witness| {
        judge.judge(candidate) == wanted && (!numbers || judge.numbers_differ())
    };
    simplify(arena, claim, witness, deadline, keep)
}

/// Simplifies a witness as long as `keep` accepts it, within the deadline and a number of
/// trials.
pub(super) fn simplify(
    arena: &Arena,
    claim: &Claim,
    witness: Witness,
    deadline: &Deadline,
    keep: impl FnMut(&Witness) -> bool,
) -> Witness {
    let cone = Cone::of(arena, &claim.roots());
    let mut minimiser = Minimiser {
        keep,
        deadline,
        witness,
        trials: (MINIMISING_EVALUATIONS / cone.len().max(1)).clamp(50, 5_000),
    };
    let symbols = cone.symbols(arena);
    minimiser.clear(&symbols);
    minimiser.cancel(arena, &symbols);
    minimiser.scale(arena, &symbols);
    minimiser.shrink_together(arena, &symbols);
    minimiser.round_alike(arena, &symbols);
    for &id in &symbols {
        minimiser.round(arena, id);
    }
    minimiser.witness
}

impl<Keep: FnMut(&Witness) -> bool> Minimiser<'_, Keep> {
    /// Applies a change and keeps it if `keep` accepts the result; returns whether it did.
    fn attempt(&mut self, change: impl FnOnce(&mut Witness)) -> bool {
        if self.trials == 0 || self.deadline.expired().is_some() {
            return false;
        }
        self.trials -= 1;
        let mut candidate = self.witness.clone();
        change(&mut candidate);
        let kept = (self.keep)(&candidate);
        if kept {
            self.witness = candidate;
        }
        kept
    }

    fn bits(&self, id: SymbolId) -> u128 {
        self.witness.values.get(&id).copied().unwrap_or(0)
    }

    /// Zeroes as many inputs as possible, trying large groups first.
    fn clear(&mut self, symbols: &[SymbolId]) {
        let mut size = symbols.len();
        while size > 0 {
            for group in symbols.chunks(size) {
                if group.iter().any(|&id| self.bits(id) != 0) {
                    self.attempt(|w| {
                        for &id in group {
                            w.values.insert(id, 0);
                        }
                    });
                }
            }
            size /= 2;
        }
    }

    /// Searches a witness with fewer non-zero inputs among 1, a number that absorbs 1 in
    /// rounding, and its negative: reordered sums differ on three such terms, however many terms
    /// the current witness needs.
    fn cancel(&mut self, arena: &Arena, symbols: &[SymbolId]) {
        const FEW: usize = 3;
        let numbers = self.finite_numbers(arena, symbols);
        if numbers.len() <= FEW {
            return;
        }
        let spare = self.trials / 2;
        let mut random = Rng::with_seed(0);
        for _ in 0..CANCELLING_STARTS {
            if self.trials <= spare {
                return;
            }
            let before = (self.witness.clone(), self.count(symbols));
            let found = self.attempt(|w| {
                for &id in &numbers {
                    let (kind, width) = kind(arena, id);
                    let Kind::Float(format) = kind else { continue };
                    let absorbing = f64::from(format.precision()).exp2();
                    let number = pick(&mut random, &[1.0, 1.0, absorbing, -absorbing]);
                    w.values.insert(id, encode(kind, width, number));
                }
            });
            if found {
                self.clear(symbols);
                if self.count(symbols) >= before.1 {
                    self.witness = before.0;
                }
            }
        }
    }

    /// Scales all finite floats by a power of two that brings the largest to an ordinary
    /// magnitude: differences of homogeneous sums and products persist at any scale.
    fn scale(&mut self, arena: &Arena, symbols: &[SymbolId]) {
        const ORDINARY: std::ops::Range<f64> = 1e-3..1e9;
        const SIZES: [i32; 3] = [0, 24, -8];
        let inputs = self.finite_numbers(arena, symbols);
        let value = |minimiser: &Self, id| {
            let (kind, width) = kind(arena, id);
            decode(kind, width, minimiser.bits(id))
        };
        let magnitudes = inputs.iter().map(|&id| value(self, id).abs());
        let largest = magnitudes.fold(0.0, f64::max);
        if largest == 0.0 || ORDINARY.contains(&largest) {
            return;
        }
        let exponent = largest.log2().floor() as i32;
        for size in SIZES {
            let factor = f64::from(size - exponent).exp2();
            let numbers: Vec<f64> = inputs.iter().map(|&id| value(self, id) * factor).collect();
            if self.attempt_numbers(arena, &inputs, &numbers) {
                return;
            }
        }
    }

    /// Gives inputs these numbers, if `keep` accepts them.
    fn attempt_numbers(&mut self, arena: &Arena, inputs: &[SymbolId], numbers: &[f64]) -> bool {
        self.attempt(|w| {
            for (&id, &number) in inputs.iter().zip(numbers) {
                let (kind, width) = kind(arena, id);
                w.values.insert(id, encode(kind, width, number));
            }
        })
    }

    /// Number of inputs that are not zero.
    fn count(&self, symbols: &[SymbolId]) -> usize {
        symbols.iter().filter(|&&id| self.bits(id) != 0).count()
    }

    /// The inputs that are finite non-zero floats.
    fn finite_numbers(&self, arena: &Arena, symbols: &[SymbolId]) -> Vec<SymbolId> {
        let is_number = |id: &SymbolId| {
            let (kind, width) = kind(arena, *id);
            let number = decode(kind, width, self.bits(*id));
            matches!(kind, Kind::Float(_)) && number != 0.0 && number.is_finite()
        };
        symbols.iter().copied().filter(is_number).collect()
    }

    /// Replaces one value by the first simpler one that `keep` accepts.
    fn round(&mut self, arena: &Arena, id: SymbolId) {
        let bits = self.bits(id);
        let (kind, width) = kind(arena, id);
        self.replace(kind, width, bits, &[(id, false)]);
    }

    /// Searches small whole numbers that replace all finite floats at once: where rounding
    /// matters, changing one float alone is seldom accepted.
    fn shrink_together(&mut self, arena: &Arena, symbols: &[SymbolId]) {
        let inputs = self.finite_numbers(arena, symbols);
        if inputs.is_empty() || inputs.len() > REPLACED_INPUTS {
            return;
        }
        let mut random = Rng::with_seed(0);
        for trial in 0..REPLACEMENTS.min(self.trials / 2) {
            let most = [3, 10, 100][trial * 3 / REPLACEMENTS];
            let numbers: Vec<f64> = inputs
                .iter()
                .map(|_| {
                    let number = 1.0 + random.usize(..most) as f64;
                    if random.usize(..4) == 0 {
                        -number
                    } else {
                        number
                    }
                })
                .collect();
            if self.attempt_numbers(arena, &inputs, &numbers) {
                return;
            }
        }
    }

    /// Simplifies all floats of one magnitude at once: a difference that needs them equal does
    /// not survive changing one alone.
    fn round_alike(&mut self, arena: &Arena, symbols: &[SymbolId]) {
        let mut groups: BTreeMap<(u8, u16, u128), Vec<(SymbolId, bool)>> = BTreeMap::new();
        for &id in symbols {
            let (bits, (kind, width)) = (self.bits(id), kind(arena, id));
            if let Kind::Float(format) = kind {
                let magnitude = bits & !format.sign_mask();
                let negative = magnitude != bits;
                let group = groups.entry((width, format.code(), magnitude)).or_default();
                group.push((id, negative));
            }
        }
        for ((width, format, magnitude), group) in groups {
            if group.len() > 1 {
                let kind = Kind::Float(Format::from_code(format));
                self.replace(kind, width, magnitude, &group);
            }
        }
    }

    /// Gives all inputs of a group, negated where marked, the first value simpler than `bits`
    /// that `keep` accepts.
    fn replace(&mut self, kind: Kind, width: u8, bits: u128, group: &[(SymbolId, bool)]) {
        if bits == 0 {
            return;
        }
        for candidate in rounder(kind, width, bits) {
            if candidate == bits
                || self.attempt(|w| {
                    for &(id, negated) in group {
                        let value = match (kind, negated) {
                            (Kind::Float(format), true) => candidate ^ format.sign_mask(),
                            _ => candidate,
                        };
                        w.values.insert(id, value);
                    }
                })
            {
                break;
            }
        }
    }
}
