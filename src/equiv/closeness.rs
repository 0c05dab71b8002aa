//! What is known of the distance of two results.

use term::TermId;

use super::Witness;
use crate::accuracy::{Bound, Obstacle};

/// What is known of the distance of two results.
#[derive(Clone, Debug, PartialEq)]
pub enum Closeness {
    /// Proved to be within the tolerance for every admitted input.
    Within(Bound),
    /// For an admitted input they are further apart, in exact semantics.
    Exceeded {
        /// A simple input of this kind.
        witness: Witness,
        /// The largest distance found, as a multiple of the tolerance; infinite
        /// where only one result is finite.
        excess: f64,
    },
    /// Neither.
    Open {
        /// The smallest bound that was proved.
        bound: Option<Bound>,
        /// What stood in the way, and of which value.
        obstacle: Option<(Obstacle, TermId)>,
    },
}

impl Closeness {
    /// Nothing is known.
    pub(super) const OPEN: Closeness = Closeness::Open {
        bound: None,
        obstacle: None,
    };
}
