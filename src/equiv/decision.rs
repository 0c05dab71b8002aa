//! The decisions of the ladder, their reasons and their statistics.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use term::SymbolId;

use super::Witness;
use crate::deadline::Expired;

/// The steps of the ladder, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Both results are the same term.
    Identical,
    /// Both results become the same term by rules, normal forms and the path condition.
    Canonical,
    /// Sampling in exact semantics.
    Samples,
    /// Enumeration of all inputs.
    Exhaustive,
    /// Equality saturation.
    Search,
    /// A common form under laws of real numbers, extracted from an e-graph.
    Algebra,
    /// The bit-vector solver, with float operations refined on demand.
    Solver,
    /// Summands of an integer difference, decided separately where they depend on disjoint
    /// inputs.
    Summands,
    /// The results divided into bit fields that are proved one by one.
    Pieces,
    /// Bits of the results as exclusive ors of bits.
    Parity,
    /// Sums replaced by variables, independent of the widths they are computed in.
    Sums,
    /// Inputs that are only compared, reduced to the bits needed to order them.
    Order,
    /// A case split: over the intervals of one float that both results compare with constants,
    /// or on a condition that many selects share.
    Split,
    /// Sweeping: inner equalities are proved first.
    Sweep,
    /// The solver again, with float operations as circuits.
    Floats,
}

impl Step {
    /// The stable name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Identical => "identical",
            Step::Canonical => "canonical",
            Step::Samples => "samples",
            Step::Exhaustive => "exhaustive",
            Step::Search => "search",
            Step::Algebra => "algebra",
            Step::Solver => "solver",
            Step::Summands => "summands",
            Step::Pieces => "pieces",
            Step::Parity => "parity",
            Step::Sums => "sums",
            Step::Order => "order",
            Step::Split => "split",
            Step::Sweep => "sweep",
            Step::Floats => "floats",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The decision about one obligation.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Proved for every input that the path, the ranges and the assumptions
    /// admit.
    Equal {
        /// The step that proved it.
        step: Step,
    },
    /// Refuted by an admissible input on which the results differ in exact semantics.
    Different {
        /// The input; symbols it does not name are zero.
        witness: Witness,
        /// The step that found it.
        step: Step,
    },
    /// An input on which the results differ, for reasons that only native execution can confirm.
    Suspected {
        /// The input; symbols it does not name are zero.
        witness: Witness,
        /// The step that found it.
        step: Step,
        /// Why native execution has to confirm it.
        why: Suspicion,
    },
    /// Neither proved nor refuted.
    Undecided {
        /// The reason.
        reason: Reason,
    },
}

/// Why a difference is only suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suspicion {
    /// It depends on a value chosen for an uninterpreted function.
    Function,
    /// It depends on the value of undetermined memory.
    Undetermined,
}

/// Why an obligation was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The solver reached its resource limit.
    SolverLimit,
    /// The results agree on every sample, but the proof needs reasoning about float operations
    /// that failed.
    FloatReasoning,
    /// The expressions exceed the size that the solver is given.
    TooLarge,
    /// The results differ only on inputs that the assumptions exclude, and no proof was found.
    OnlyExcluded,
    /// Under *associative*, *distributive* or *contraction*, the results differ no more than
    /// roundings explain, and these laws were not found to make them equal.
    OnlyRounded,
    /// The results differ, but no input was found that takes the path.
    PathUnknown,
    /// The time limit of the run was reached.
    TimeLimit,
    /// The user interrupted the run.
    Interrupted,
    /// The memory limit of the run was reached.
    MemoryLimit,
}

impl From<Expired> for Reason {
    fn from(expired: Expired) -> Reason {
        match expired {
            Expired::Time => Reason::TimeLimit,
            Expired::Interrupted => Reason::Interrupted,
            Expired::Memory => Reason::MemoryLimit,
        }
    }
}

impl Reason {
    /// Whether the reason is the end of the run and not a property of the obligation.
    pub const fn ends_the_run(self) -> bool {
        matches!(
            self,
            Reason::TimeLimit | Reason::Interrupted | Reason::MemoryLimit
        )
    }

    /// One sentence for the user.
    pub const fn message(self) -> &'static str {
        match self {
            Reason::SolverLimit => "the solver reached its limit before it could prove equality",
            Reason::FloatReasoning => {
                "the results agree on every sample, but equality needs a property of \
                 floating-point arithmetic that no rule states"
            }
            Reason::TooLarge => "the expressions are too large for the solver",
            Reason::OnlyExcluded => {
                "the results differ only on inputs that the assumptions exclude, but equality \
                 under them was not proved"
            }
            Reason::OnlyRounded => {
                "the results differ no more than roundings explain, but the laws that are assumed \
                 of sums and products were not found to make them equal"
            }
            Reason::PathUnknown => {
                "the results can differ, but no input was found that satisfies the path condition"
            }
            Reason::TimeLimit => "time was up",
            Reason::Interrupted => "interrupted",
            Reason::MemoryLimit => "memory was used up",
        }
    }

    /// What the user can do to get a decision.
    pub const fn help(self) -> &'static str {
        match self {
            Reason::TimeLimit => "raise --timeout",
            Reason::SolverLimit => {
                "narrow the input ranges with --arg, check a smaller size, or raise \
                 --budget solver=20s"
            }
            Reason::FloatReasoning => {
                "narrow the input ranges with --arg, or raise --budget floats=60s and \
                 enumerate-time=10m"
            }
            Reason::TooLarge => "check a smaller size",
            Reason::Interrupted => "let it run",
            Reason::MemoryLimit => "raise --max-memory",
            Reason::OnlyExcluded => "drop an assumption to see the difference",
            Reason::OnlyRounded => {
                "products are multiplied out under --assume-distributive only, fused ones \
                 separated under --assume-contraction only, and quotients become products under \
                 --assume-reciprocal only; drop the assumption to see the difference, or bound it \
                 with --tolerance"
            }
            Reason::PathUnknown => "narrow the input ranges with --arg",
        }
    }
}

/// How often a step was tried, how often it decided, and its wall time.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct StepUse {
    /// Obligations that reached the step.
    pub tried: u64,
    /// Obligations it decided.
    pub decided: u64,
    /// Seconds spent.
    pub seconds: f64,
}

/// Counts of what the ladder has done so far.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// Obligations submitted.
    pub obligations: u64,
    /// Obligations decided by reusing the decision of an obligation of the same shape.
    pub reused: u64,
    /// Use of each step.
    pub steps: BTreeMap<Step, StepUse>,
}

impl Decision {
    /// The decision with its witness carried over from the symbols `from` to the symbols `to`,
    /// position by position.
    pub(super) fn rename(&self, from: &[SymbolId], to: &[SymbolId]) -> Decision {
        let renamed = |witness| renamed(witness, from, to);
        match self {
            Decision::Different { witness, step } => Decision::Different {
                witness: renamed(witness),
                step: *step,
            },
            Decision::Suspected { witness, step, why } => Decision::Suspected {
                witness: renamed(witness),
                step: *step,
                why: *why,
            },
            Decision::Equal { .. } | Decision::Undecided { .. } => self.clone(),
        }
    }

    /// The step that decided, unless undecided.
    pub fn step(&self) -> Option<Step> {
        match self {
            Decision::Equal { step }
            | Decision::Different { step, .. }
            | Decision::Suspected { step, .. } => Some(*step),
            Decision::Undecided { .. } => None,
        }
    }
}

/// A witness carried over from the symbols `from` to the symbols `to`, position by position.
pub(super) fn renamed(witness: &Witness, from: &[SymbolId], to: &[SymbolId]) -> Witness {
    let values = from.iter().zip(to).filter_map(|(old, &new)| {
        let value = *witness.values.get(old)?;
        Some((new, value))
    });
    Witness {
        values: values.collect(),
        functions: witness.functions.clone(),
    }
}

/// Which values a condition can take on a path; `None` means not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feasible {
    /// Whether it can be true.
    pub taken: Option<bool>,
    /// Whether it can be false.
    pub not_taken: Option<bool>,
}
