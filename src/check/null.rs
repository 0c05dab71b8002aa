//! Null pointers that the reference tests for.
//!
//! A buffer of a contract is there. Where the reference asks whether a pointer is null, a
//! caller may pass null, and what the versions do then is code that no size leads to:
//! both are executed on it, and where the port goes another way, the verdict leans on the
//! pointer not being null. Nothing is proved; a contract with `NAME=const:0` has it compared.

use super::pair::Pair;
use super::trials::{Made, Trial};
use crate::contract::{Role, Scalar, Sizes};
use crate::frontend::AbiArg;
use crate::pipeline::{Tally, show};
use crate::program::{Constant, Kind, Operand, Register};
use crate::side::{Input, Pattern};

/// The sizes tried, the largest first.
const SIZES: usize = 3;

/// A pointer as a number.
const POINTER: Scalar = Scalar::Int {
    bits: 64,
    signed: false,
};

impl Pair<'_, '_> {
    /// Says where the versions differ on a null pointer.
    pub(super) fn note_null(&self, sizes: &[Sizes], tally: &mut Tally) {
        if self.contract.launch.is_some() {
            return;
        }
        for param in self.tested_for_null() {
            let mut tried = sizes.iter().rev().take(SIZES);
            let Some(sizes) = tried.find(|sizes| self.differs_on_null(sizes, param)) else {
                continue;
            };
            let Some(name) = self.contract.params.get(param).map(|p| &p.name) else {
                continue;
            };
            tally.lean_on(&format!(
                "{name} is not null: the reference tests whether it is, and where it is, the port \
                 does something else, at {} (--arg '{name}=const:0')",
                show(sizes)
            ));
        }
    }

    /// Buffers that the user says nothing of and that the reference compares with null.
    fn tested_for_null(&self) -> Vec<usize> {
        let program = self.reference.program;
        let function = program.function(self.reference.entry.function());
        let is_null = |operand: &Operand| match operand {
            Operand::Constant(index) => matches!(
                program.constants()[*index as usize],
                Constant::Scalar {
                    bits: 64,
                    value: Some(0)
                }
            ),
            Operand::Register(_) => false,
        };
        let is_tested = |register: Register| {
            function.code.iter().any(|instruction| {
                let Kind::Compare { args, .. } = &instruction.kind else {
                    return false;
                };
                args.contains(&Operand::Register(register)) && args.iter().any(is_null)
            })
        };
        let args = self.reference.entry.abi().args.iter().enumerate();
        let tested = args.filter_map(|(at, arg)| {
            let AbiArg::Buffer { param } = *arg else {
                return None;
            };
            let own = self.contract.params.get(param)?;
            let mut relations = self.contract.relations.iter();
            let open = !own.given
                && matches!(own.role, Role::Buffer { .. })
                && !relations.any(|relation| relation.names(&own.name));
            (open && is_tested(Register(at as u32))).then_some(param)
        });
        tested.collect()
    }

    /// Whether the versions are known to differ on an input with a null pointer.
    fn differs_on_null(&self, sizes: &Sizes, param: usize) -> bool {
        let Some((fresh, mut inputs)) = self.concrete(sizes, Pattern::Any) else {
            return false;
        };
        if !matches!(inputs.args[param], Input::Memory { .. }) {
            return false;
        }
        inputs.args[param] = Input::Fixed {
            scalar: POINTER,
            bits: 0,
        };
        let (fresh, reference) = self.made(fresh, &self.reference, &inputs);
        matches!(reference, Made::Outputs(_))
            && matches!(
                self.compared(fresh, reference, &inputs),
                Some(Trial::Differs)
            )
    }
}
