//! The last difference found between two versions.

use term::{Arena, TermId};

use crate::contract::{Scalar, Sizes};
use crate::equiv::Witness;
use crate::side::{Inputs, Place, Starts};

/// An output on which two versions differ, and an input that shows the difference.
pub(super) struct Differing {
    pub sizes: Sizes,
    pub starts: Starts,
    pub place: Place,
    /// The values of the inputs, in the order of [`Inputs::scalars`].
    pub values: Vec<u128>,
    /// Whether no assumption explains the difference.
    pub is_open: bool,
}

impl Differing {
    /// Records that an output differs under a witness over `arena`.
    pub fn new(
        (arena, witness): (&Arena, &Witness),
        inputs: &Inputs,
        starts: &Starts,
        (place, is_open): (Place, bool),
    ) -> Differing {
        let value = |(term, _): (TermId, Scalar)| {
            let symbol = arena.symbol_id(term);
            symbol
                .and_then(|s| witness.values.get(&s).copied())
                .unwrap_or(0)
        };
        Differing {
            sizes: inputs.sizes.clone(),
            starts: starts.clone(),
            place,
            values: inputs.scalars().map(value).collect(),
            is_open,
        }
    }

    /// The witness over inputs that were created again in another arena.
    pub fn witness(&self, arena: &Arena, inputs: &Inputs) -> Witness {
        let mut witness = Witness::default();
        for ((term, _), value) in inputs.scalars().zip(&self.values) {
            if let Some(symbol) = arena.symbol_id(term) {
                witness.values.insert(symbol, *value);
            }
        }
        witness
    }
}
