//! Evaluation of a claim on samples, to find one that refutes it.

use term::Arena;

use super::Assumptions;
use super::Witness;
use super::batch::Batch;
use super::claim::Claim;
use super::judge::{Judge, Judgement};
use super::portfolio::Portfolio;
use crate::deadline::Deadline;

/// The outcome of sampling.
#[derive(Default)]
pub(super) struct Findings {
    /// An admissible sample on which the results differ.
    pub(super) witness: Option<Witness>,
    /// The first differing sample that depends on invented function values.
    pub(super) invented: Option<Witness>,
    /// Number of samples that satisfy the path.
    pub(super) admitted: usize,
    /// Number of differing samples that an assumption excludes.
    pub(super) excluded: usize,
    /// Number of differing samples that are excluded only because an operation rounds.
    pub(super) rounded: usize,
}

/// Tries about `trials` samples; stops at the first witness or when the deadline expires.
pub(super) fn search(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    portfolio: &mut Portfolio,
    trials: usize,
    deadline: &Deadline,
) -> Findings {
    let mut batch = Batch::new(
        arena,
        claim,
        assumptions.contains(Assumptions::POSITIVE_ZERO),
    );
    let mut judge = Judge::new(arena, claim, assumptions);
    let mut findings = Findings::default();
    let lanes = batch.lanes();
    let trials = trials.min(batch.affordable());
    for _ in 0..trials.div_ceil(lanes) {
        if deadline.expired().is_some() {
            break;
        }
        batch.fill(portfolio);
        let run = batch.run(lanes);
        findings.admitted += run.admitted;
        for lane in run.differing {
            let witness = batch.sample(lane);
            match judge.judge(&witness) {
                Judgement::Agrees => {}
                Judgement::Differs => {
                    findings.witness = Some(witness);
                    return findings;
                }
                Judgement::Invented => {
                    findings.invented.get_or_insert(witness);
                }
                Judgement::Excluded => findings.excluded += 1,
                Judgement::Rounded => {
                    findings.excluded += 1;
                    findings.rounded += 1;
                }
            }
        }
    }
    findings
}
