//! Criteria: arguments that end a proof by what the two terms themselves are, without a lemma, a
//! rule or a solver.
//!
//! A criterion is written by a tactic of the prover, which names terms by their ids in the run,
//! and by certificates, which name them by number. Adding one takes a variant, its arms in
//! [`Criterion::renamed`] and `Criterion::check`, and a file with the check.

mod extremes;
pub(crate) mod parity;
mod trees;
mod zero_one;

use rewrite_rules::Assumptions;
use serde::{Deserialize, Serialize};
use term::{Arena, TermId};

use crate::claim::Claim;
use crate::fault::Checked;

pub use extremes::Extremes;

/// A sufficient condition for two terms to be equal, with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion<T> {
    /// Every bit of both is an exclusive or of the same bits.
    Parity,
    /// Both are minima and maxima that are equal by the 0-1 principle.
    ZeroOne,
    /// Both depend alike on where the extreme values of classes are, and on single bits.
    Diagrams {
        /// The classes.
        classes: Vec<Extremes<T>>,
        /// Terms of one bit.
        bits: Vec<T>,
    },
}

impl<T> Criterion<T> {
    /// The criterion with other names for its terms.
    ///
    /// # Errors
    ///
    /// The first error that `rename` returns.
    pub fn renamed<U, E>(
        &self,
        rename: &mut dyn FnMut(&T) -> Result<U, E>,
    ) -> Result<Criterion<U>, E> {
        Ok(match self {
            Criterion::Parity => Criterion::Parity,
            Criterion::ZeroOne => Criterion::ZeroOne,
            Criterion::Diagrams { classes, bits } => Criterion::Diagrams {
                classes: classes
                    .iter()
                    .map(|class| class.renamed(rename))
                    .collect::<Result<_, E>>()?,
                bits: bits.iter().map(rename).collect::<Result<_, E>>()?,
            },
        })
    }
}

impl Criterion<TermId> {
    /// Checks that the criterion holds for both terms of a claim.
    pub(crate) fn check(&self, arena: &Arena, now: &Claim, assumptions: Assumptions) -> Checked {
        match self {
            Criterion::Parity => parity::same(arena, now.left, now.right),
            Criterion::ZeroOne => zero_one::same(arena, now.left, now.right),
            Criterion::Diagrams { classes, bits } => {
                extremes::same(arena, now, assumptions, classes, bits)
            }
        }
    }
}
