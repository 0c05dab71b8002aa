//! Proofs that a defect cannot happen.

use rewrite_rules::Builder;
use term::TermId;

use super::tally::Tally;
use crate::equiv::{Compare, Decision, Ladder, Obligation, Witness};
use crate::symex::{Check, Defect};
use crate::verdict::{Undecided, UndecidedKind};

/// The ladder's decision about a defect.
pub enum Excluded {
    /// No input reaches it.
    Proved,
    /// An input reaches it.
    Witness {
        /// The input.
        witness: Witness,
        /// The terms that the witness was found from.
        roots: Vec<TermId>,
        /// The condition that decides: for a check it is false under the witness, for the
        /// end of a path it is the path condition, which is true.
        failed: TermId,
    },
    /// Undecided; the tally has the reason.
    Unknown,
}

/// Decides whether the condition of a check can be false.
pub fn decide_check(
    builder: &mut Builder,
    ladder: &mut Ladder,
    check: &Check,
    tally: &mut Tally,
) -> Excluded {
    let mut result = Excluded::Proved;
    // Each conjunct is easier to decide than their conjunction, as in `same &= a[i] == b[i]`.
    for condition in builder.arena().conjuncts(check.condition) {
        let obligation = Obligation {
            path: check.path.to_vec(),
            left: builder.bool(true),
            right: condition,
            compare: Compare::Bits,
        };
        match decide(builder, ladder, obligation, &check.defect, tally) {
            Excluded::Proved => {}
            Excluded::Unknown => result = Excluded::Unknown,
            found => return found,
        }
    }
    result
}

/// Decides whether an input takes a path that ends in a defect.
pub fn decide_path_end(
    builder: &mut Builder,
    ladder: &mut Ladder,
    path: &[TermId],
    defect: &Defect,
    tally: &mut Tally,
) -> Excluded {
    let mut all = builder.bool(true);
    for condition in path {
        all = builder.and(all, *condition);
    }
    let never = builder.bool(false);
    let obligation = Obligation {
        path: Vec::new(),
        left: never,
        right: all,
        compare: Compare::Bits,
    };
    decide(builder, ladder, obligation, defect, tally)
}

fn decide(
    builder: &mut Builder,
    ladder: &mut Ladder,
    obligation: Obligation,
    defect: &Defect,
    tally: &mut Tally,
) -> Excluded {
    if let Some(recorder) = ladder.recorder() {
        let place = defect.location.as_ref();
        let place = place.map(|l| format!(" at {}:{}:{}", l.file, l.line, l.column));
        recorder.excludes(defect.message() + &place.unwrap_or_default());
    }
    let decision = ladder.decide(builder, &obligation);
    if let Some(step) = decision.step() {
        tally.decided_by(step.name());
    }
    let decision = match decision {
        Decision::Different { witness, step } => {
            let witness = ladder.within_conversions(builder, &obligation, witness);
            Decision::Different { witness, step }
        }
        other => other,
    };
    match decision {
        Decision::Equal { .. } => Excluded::Proved,
        Decision::Different { witness, .. } | Decision::Suspected { witness, .. } => {
            let mut roots = obligation.path;
            roots.extend([obligation.left, obligation.right]);
            let failed = obligation.right;
            Excluded::Witness {
                witness,
                roots,
                failed,
            }
        }
        Decision::Undecided { reason } if reason.ends_the_run() => {
            tally.open("", reason, None);
            Excluded::Unknown
        }
        Decision::Undecided { reason } => {
            tally.undecided(
                Undecided::new(
                    UndecidedKind::Possible(defect.kind),
                    format!("{}; {}", defect.message(), reason.message()),
                )
                .with_help(reason.help().to_owned())
                .at(defect.location.clone()),
            );
            Excluded::Unknown
        }
    }
}
