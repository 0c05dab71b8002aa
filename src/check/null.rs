//! Null pointers that the reference tests for.
//!
//! A buffer of a contract is there. Where the reference asks whether a pointer is null, a
//! caller may pass null, and both versions are executed so as well ([`Starts::null`]). Where
//! the reference fails then, nothing is claimed.

use super::pair::Pair;
use super::trials::Made;
use crate::contract::{Contract, Role, Scalar, Sizes};
use crate::side::{Inputs, Starts};

impl Pair<'_, '_> {
    /// Whether both versions are executed on pointers that are null here: where none is, or
    /// the reference is known to return on some input.
    pub(super) fn allows_null(&self, sizes: &Sizes, starts: &Starts) -> bool {
        starts.null.is_empty() || self.returns(sizes, starts) == Some(true)
    }

    /// Whether the reference returns on an arbitrary input, `None` if it has none.
    fn returns(&self, sizes: &Sizes, starts: &Starts) -> Option<bool> {
        let mut builder = self.builder();
        let inputs = Inputs::new(&mut builder, self.contract, sizes, starts).ok()?;
        let witness = self.admitted(&mut builder, &inputs)?;
        let mut fresh = self.builder();
        let inputs = inputs.concrete(builder.arena(), &witness, &mut fresh);
        let (_, made) = self.made(fresh, &self.reference, &inputs);
        Some(matches!(made, Made::Outputs(_)))
    }

    /// The contract of a finding, in which pointers that are null are said to be so.
    pub(super) fn contract_found(&self) -> Contract {
        let mut contract = self.contract.clone();
        for param in &*self.null.borrow() {
            contract.params[*param].role = Role::Const {
                scalar: Scalar::Int {
                    bits: 64,
                    signed: false,
                },
                bits: 0,
            };
        }
        contract
    }
}
