//! Null pointers that the reference tests for.
//!
//! A contract's buffers are not null. If the reference compares a pointer with null, a
//! caller may pass null, so both versions are executed with null as well
//! ([`Starts::null`]). Nothing is claimed of null pointers on which the reference fails.

use super::pair::Pair;
use super::trials::Made;
use crate::contract::{Contract, Role, Scalar, Sizes};
use crate::side::{Inputs, Starts};

impl Pair<'_, '_> {
    /// Whether both versions are executed with these null pointers: there are none, or the
    /// reference is known to return on some input.
    pub(super) fn allows_null(&self, sizes: &Sizes, starts: &Starts) -> bool {
        starts.null.is_empty() || self.returns(sizes, starts) == Some(true)
    }

    /// Whether the reference returns on an arbitrary input; `None` if there is no input.
    fn returns(&self, sizes: &Sizes, starts: &Starts) -> Option<bool> {
        let mut builder = self.builder();
        let inputs = Inputs::new(&mut builder, self.contract, sizes, starts).ok()?;
        let witness = self.admitted(&mut builder, &inputs)?;
        let mut fresh = self.builder();
        let inputs = inputs.concrete(builder.arena(), &witness, &mut fresh);
        let (_, made) = self.made(fresh, &self.reference, &inputs);
        Some(matches!(made, Made::Outputs(_)))
    }

    /// The contract of a finding, in which the null pointers are constants.
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
