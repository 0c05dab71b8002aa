//! The outcome of comparing two results under a tolerance.

use term::TermId;

use super::Witness;
use crate::accuracy::{Bound, Obstacle};

/// What is proved about the distance of two results.
#[derive(Clone, Debug, PartialEq)]
pub enum Closeness {
    /// Proved to be within the tolerance for every admitted input.
    Within(Bound),
    /// An admitted input on which the results are further apart than the tolerance, in exact
    /// semantics.
    Exceeded {
        /// Such an input, simplified.
        witness: Witness,
        /// The largest distance found, as a multiple of the tolerance; infinite where only one
        /// result is finite.
        excess: f64,
    },
    /// Neither proved nor exceeded.
    Open {
        /// The smallest bound that was proved.
        bound: Option<Bound>,
        /// What kept the bound from being proved, and at which term.
        obstacle: Option<(Obstacle, TermId)>,
    },
}

impl Closeness {
    /// The outcome when nothing is known.
    pub(super) const OPEN: Closeness = Closeness::Open {
        bound: None,
        obstacle: None,
    };
}
