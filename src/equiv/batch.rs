//! Many samples of one claim at once.

use term::{Arena, Cone, Evaluator, SymbolId};

use super::Witness;
use super::claim::Claim;

/// Evaluates a claim on a fixed number of samples at a time.
pub(super) struct Batch<'a> {
    claim: &'a Claim,
    symbols: Vec<SymbolId>,
    zeros_alike: bool,
    evaluator: Evaluator<'a>,
}

/// What one batch showed.
#[derive(Default)]
pub(super) struct Run {
    /// Samples that satisfy the path.
    pub(super) admitted: usize,
    /// The samples that satisfy the path and whose results differ.
    pub(super) differing: Vec<usize>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        cone: &Cone,
        claim: &'a Claim,
        zeros_alike: bool,
    ) -> Batch<'a> {
        Batch {
            claim,
            symbols: cone.symbols(arena),
            zeros_alike,
            evaluator: Evaluator::new(arena, cone),
        }
    }

    /// Number of samples in a full batch.
    pub(super) fn lanes(&self) -> usize {
        64
    }

    /// Evaluates samples, at most [`Batch::lanes`]; values in the order of the
    /// cone's symbols.
    pub(super) fn run(&mut self, samples: &[Vec<u128>]) -> Run {
        let mut run = Run::default();
        for (lane, sample) in samples.iter().enumerate() {
            self.evaluator.run(&Witness::new(&self.symbols, sample));
            let value = |term| self.evaluator.value(term);
            if self
                .claim
                .path
                .iter()
                .all(|&condition| value(condition) == 1)
            {
                run.admitted += 1;
                let (left, right) = (value(self.claim.left), value(self.claim.right));
                if !self.claim.compare.equal(left, right, self.zeros_alike) {
                    run.differing.push(lane);
                }
            }
        }
        run
    }
}
