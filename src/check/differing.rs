//! The last difference found between two versions.

use std::collections::BTreeMap;

use term::{Arena, Assignment, BufferId, Cone, Evaluator, TermId};

use crate::budgets::trials::NAMING_INPUTS;
use crate::contract::{Contract, Scalar, Sizes};
use crate::equiv::Witness;
use crate::side::{Inputs, Place, Starts, candidates};
use crate::verdict::DefectFound;

/// An output on which two versions differ, and an input that shows the difference.
pub(super) struct Differing {
    pub sizes: Sizes,
    pub starts: Starts,
    pub place: Place,
    /// The values of the inputs, in the order of [`Inputs::scalars`].
    pub values: Vec<u128>,
    /// Whether no assumption explains the difference.
    pub is_open: bool,
    /// The named subterms of the expressions that show the difference.
    pub named: Vec<Named>,
}

/// A named subterm of an expression, and its values.
pub(super) struct Named {
    /// Its name: `t1`.
    pub name: String,
    /// Its width in bits.
    pub bits: u8,
    /// Its values under the witness and under the first [`NAMING_INPUTS`] candidates for the inputs.
    pub values: Vec<u128>,
}

impl Named {
    /// Evaluates the subterms of `named`.
    pub fn all(
        arena: &Arena,
        inputs: &Inputs,
        witness: &Witness,
        named: &[(String, TermId)],
    ) -> Vec<Named> {
        if named.is_empty() {
            return Vec::new();
        }
        let mut all: Vec<Named> = named
            .iter()
            .map(|(name, term)| Named {
                name: name.clone(),
                bits: arena.width(*term),
                values: Vec::new(),
            })
            .collect();
        let terms: Vec<TermId> = named.iter().map(|(_, term)| *term).collect();
        let cone = Cone::of(arena, &terms);
        let mut evaluator = Evaluator::new(arena, &cone);
        let more = candidates(arena, inputs, &inputs.conditions);
        for witness in std::iter::once(witness).chain(more.iter().take(NAMING_INPUTS)) {
            evaluator.run(witness as &dyn Assignment);
            for (named, term) in all.iter_mut().zip(&terms) {
                named.values.push(evaluator.value(*term));
            }
        }
        all
    }
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
            named: Vec::new(),
        }
    }

    /// The input on which the port fails with a defect. Its buffers lie as loosely as the contract
    /// allows, and the output is any.
    pub fn failing(contract: &Contract, defect: &DefectFound) -> Differing {
        Differing {
            sizes: defect.sizes.clone(),
            starts: Starts::least(contract),
            place: Place::Result { leaf: 0 },
            values: defect.witness.clone(),
            is_open: true,
            named: Vec::new(),
        }
    }

    /// The witness repeated over inputs of other sizes: the values of each array in turn, from the
    /// one at index `from` on. `own` are the inputs of the witness's sizes, over `arena` as well.
    pub fn repeated(
        &self,
        arena: &Arena,
        own: &Inputs,
        (other, from): (&Inputs, usize),
    ) -> Witness {
        let buffer = |term: TermId| arena.symbol_id(term).map(|s| arena.symbol(s).buffer);
        let name = |id: BufferId| arena.buffer(id).name.as_str();
        let mut values: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
        for ((term, _), value) in own.scalars().zip(&self.values) {
            if let Some(id) = buffer(term) {
                values.entry(name(id)).or_default().push(*value);
            }
        }
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        let mut witness = Witness::default();
        for (term, _) in other.scalars() {
            let (Some(symbol), Some(id)) = (arena.symbol_id(term), buffer(term)) else {
                continue;
            };
            let at = used.entry(name(id)).or_default();
            let all = values.get(name(id)).map_or(&[][..], Vec::as_slice);
            let value = all.get((*at + from) % all.len().max(1));
            let value = value.copied().unwrap_or(0);
            witness.values.insert(symbol, value);
            *at += 1;
        }
        witness
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
