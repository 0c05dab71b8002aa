//! Steps that try every input of a small space.

use super::Climb;
use crate::deadline::Deadline;
use crate::equiv::decision::{Decision, Step};
use crate::equiv::exhaustive::{self, Exhausted, Space};
use term::Cone;

/// A space of this many bits is enumerated before anything is sampled.
const SMALL_BITS: u32 = 14;
/// Evaluations of terms that take no longer than what a query to the solver may.
const CHEAP_WORK: u64 = 1 << 28;
/// Terms up to which a space of `Budget::last_bits` is worth starting on.
const LAST_TERMS: usize = 200;

impl Climb<'_> {
    pub(super) fn enumerate_small(&mut self) -> Option<Decision> {
        let bits = SMALL_BITS.min(self.budget().exhaustive_bits);
        let end = self.ladder.options.deadline.clone();
        self.exhaust(0, bits, &end)
    }

    /// Where that is soon done.
    pub(super) fn enumerate_cheap(&mut self) -> Option<Decision> {
        self.is_cheap().then(|| self.enumerate_middling())?
    }

    /// Where it takes longer than the solver's first attempt.
    pub(super) fn enumerate(&mut self) -> Option<Decision> {
        (!self.is_cheap()).then(|| self.enumerate_middling())?
    }

    fn is_cheap(&self) -> bool {
        let work = |space: &Space| space.size.saturating_mul(self.terms as u64);
        self.space
            .as_ref()
            .is_some_and(|space| work(space) <= CHEAP_WORK)
    }

    fn enumerate_middling(&mut self) -> Option<Decision> {
        let bits = self.budget().exhaustive_bits;
        let end = self.ladder.options.deadline.clone();
        self.exhaust(SMALL_BITS + 1, bits, &end)
    }

    pub(super) fn enumerate_last(&mut self) -> Option<Decision> {
        let budget = self.budget();
        if self.terms > LAST_TERMS {
            return None;
        }
        let end = self.ladder.options.deadline.within(budget.last_time);
        self.exhaust(budget.exhaustive_bits + 1, budget.last_bits, &end)
    }

    /// Tries every input if there are from 2^(low − 1) + 1 to 2^high of them.
    pub(super) fn exhaust(&mut self, low: u32, high: u32, end: &Deadline) -> Option<Decision> {
        let space = self.space.as_ref()?;
        let bits = u64::BITS - space.size.saturating_sub(1).leading_zeros();
        if bits < low || bits > high {
            return None;
        }
        let assumptions = self.ladder.options.assumptions;
        match exhaustive::run(self.builder.arena(), &self.claim, assumptions, space, end) {
            Exhausted::Proved => {
                if let Some(recorder) = &mut self.ladder.recorder {
                    recorder.only(space.proof());
                }
                Some(Decision::Equal {
                    step: Step::Exhaustive,
                })
            }
            Exhausted::Refuted(witness) => Some(self.refuted(witness, Step::Exhaustive)),
            Exhausted::Open => None,
        }
    }

    /// Every value of what both results share, where that is fewer than the
    /// inputs. A mismatch there says nothing.
    pub(super) fn enumerate_cut(&mut self) -> Option<Decision> {
        let cut = self.cut();
        let budget = self.budget();
        let options = &self.ladder.options;
        let arena = self.builder.arena();
        let roots = cut.claim.roots();
        let cone = Cone::of(arena, &roots);
        let space = Space::of(arena, &cone, &roots, &cut.ranges)?;
        let small = space.size <= 1 << budget.last_bits && cone.len() <= LAST_TERMS;
        if !cut.proper || !small {
            return None;
        }
        let end = options.deadline.within(budget.last_time);
        let assumptions = options.assumptions;
        match exhaustive::run(arena, &cut.claim, assumptions, &space, &end) {
            Exhausted::Proved => {
                if let Some(recorder) = &mut self.ladder.recorder {
                    cut.record(arena, recorder);
                    recorder.step(space.proof());
                }
                Some(Decision::Equal {
                    step: Step::Exhaustive,
                })
            }
            Exhausted::Refuted(_) | Exhausted::Open => None,
        }
    }
}
