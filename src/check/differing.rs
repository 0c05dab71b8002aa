//! Where two versions were found to differ.

use term::{Arena, TermId};

use crate::contract::{Scalar, Sizes};
use crate::equiv::Witness;
use crate::side::{Inputs, Place, Starts};

/// An output on which two versions differ, and an input that shows it.
pub(super) struct Differing {
    pub sizes: Sizes,
    pub starts: Starts,
    pub place: Place,
    /// What the inputs are, in the order of [`Inputs::scalars`].
    pub values: Vec<u128>,
    /// Whether no assumption explains the difference.
    pub is_open: bool,
}

impl Differing {
    /// An output that differs under a witness over `arena`.
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

    /// The witness for inputs that were made anew.
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
