//! What the ladder says of an obligation, and what it took.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use term::{Arena, SymbolId};

use super::Witness;
use crate::deadline::Expired;

/// The steps of the ladder, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Both results are the same term.
    Identical,
    /// They become the same term by rules, normal forms and the path condition.
    Canonical,
    /// Samples in exact semantics.
    Samples,
    /// Every input, one by one.
    Exhaustive,
    /// Equality saturation.
    Search,
    /// The bit-vector solver, float operations refined as needed.
    Solver,
    /// Parts of an integer difference that rest on different inputs.
    Summands,
    /// Pieces that the results are put together of.
    Pieces,
    /// Bits as exclusive ors of bits.
    Parity,
    /// Sums as variables, whatever widths they are computed in.
    Sums,
    /// Inputs that are only compared, with no more bits than tell them apart.
    Order,
    /// Cases: of one float that both results compare with constants, or of a
    /// condition that many choices hang on.
    Split,
    /// Inner equalities proved first.
    Sweep,
    /// The solver again, float operations as circuits.
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

/// The answer to one obligation.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Proved for every input that the path, the ranges and the assumptions
    /// admit.
    Equal {
        /// What proved it.
        step: Step,
    },
    /// An admissible input on which the results differ in exact semantics.
    Different {
        /// The input; symbols it does not name are zero.
        witness: Witness,
        /// What found it.
        step: Step,
    },
    /// An input on which they differ for reasons that only native execution
    /// can confirm.
    Suspected {
        /// The input; symbols it does not name are zero.
        witness: Witness,
        /// What found it.
        step: Step,
        /// Why it is no more than a suspicion.
        why: Suspicion,
    },
    /// Neither proved nor refuted.
    Undecided {
        /// Why.
        reason: Reason,
    },
}

/// Why a mismatch is only suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suspicion {
    /// It rests on a value invented for an uninterpreted function.
    Function,
    /// It rests on the value of undetermined memory.
    Undetermined,
}

/// Why an obligation was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The solver ran out of its resources.
    SolverLimit,
    /// Equal on every sample, but float operations kept the proof from closing.
    FloatReasoning,
    /// The expressions are larger than the solver is given.
    TooLarge,
    /// Mismatches exist only outside what the assumptions admit, and no proof
    /// was found.
    OnlyExcluded,
    /// Under *associative* the results differ by what roundings explain, and no order
    /// of operations was found that makes them the same.
    OnlyRounded,
    /// The results differ, but no input was found that takes the path.
    PathUnknown,
    /// The run's time was up.
    TimeLimit,
    /// The user interrupted the run.
    Interrupted,
    /// The run's memory was used up.
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
    /// Whether it is the end of the run rather than something about the
    /// obligation.
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
                "the results differ no more than roundings explain, but no order of sums and \
                 products was found that makes them the same; products of sums are not \
                 multiplied out"
            }
            Reason::PathUnknown => {
                "the results can differ, but no input was found that satisfies the path condition"
            }
            Reason::TimeLimit => "time was up",
            Reason::Interrupted => "interrupted",
            Reason::MemoryLimit => "memory was used up",
        }
    }

    /// What would decide it.
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
                "drop --assume-associative to see the difference, or bound it with --tolerance"
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

/// What the ladder did so far.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// Obligations asked.
    pub obligations: u64,
    /// Decided by a decision about the same shape.
    pub reused: u64,
    /// By step.
    pub steps: BTreeMap<Step, StepUse>,
}

impl Decision {
    /// The decision carried over to the inputs `to`, in the order of `from`.
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

    /// The step that decided, if one did.
    pub fn step(&self) -> Option<Step> {
        match self {
            Decision::Equal { step }
            | Decision::Different { step, .. }
            | Decision::Suspected { step, .. } => Some(*step),
            Decision::Undecided { .. } => None,
        }
    }
}

/// A witness carried over to the inputs `to`, in the order of `from`.
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

/// Whether a term's value can depend on undetermined memory or poison: the
/// first such symbol below it.
pub fn depends_on_undefined(arena: &Arena, term: term::TermId) -> Option<SymbolId> {
    if !arena.buffers().iter().any(|buffer| buffer.undefined) {
        return None;
    }
    let symbols = term::Cone::of(arena, &[term]).symbols(arena);
    let undefined = |id: &SymbolId| arena.buffer(arena.symbol(*id).buffer).undefined;
    symbols.into_iter().find(undefined)
}

/// Which values a condition can take on a path; `None` is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feasible {
    /// Whether it can be true.
    pub taken: Option<bool>,
    /// Whether it can be false.
    pub not_taken: Option<bool>,
}
