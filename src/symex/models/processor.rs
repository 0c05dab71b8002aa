//! Queries for the capabilities of the processor.

use super::integer::nothing;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::Operand;
use crate::symex::end::StopReason;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("__cpu_indicator_init", Any(nothing)),
    ("llvm.x86.xgetbv", Any(xgetbv)),
];

fn xgetbv(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let index = site.lane(0);
    let value = e.extended_control(e.concrete_lane(index).map(|index| index as u64))?;
    Ok(e.result(site, u128::from(value)))
}

impl Executor<'_, '_> {
    /// Returns the extended control register that `xgetbv` reads at this index.
    fn extended_control(&mut self, index: Option<u64>) -> Exec<u64> {
        self.machine.statistics.processor_questions += 1;
        match index {
            Some(0) => Ok(self.machine.limits.cpu.xcr0()),
            _ => Err(self.question("xgetbv of another register than 0")),
        }
    }

    /// Executes `cpuid` or, without a leaf, `xgetbv`. Returns the registers in `outputs` (0
    /// is eax, 1 ebx, 2 ecx, 3 edx), as a structure if there are several.
    pub(in crate::symex) fn identify(
        &mut self,
        leaf: Option<Operand>,
        index: Option<Operand>,
        outputs: &[u8],
    ) -> Exec<Value> {
        let value = |this: &Self, operand: Operand| this.slot(operand).constant();
        let index = match index {
            Some(operand) => value(self, operand),
            None => Some(0),
        };
        let registers = match leaf {
            None => {
                let all = self.extended_control(index)?;
                [all as u32, 0, 0, (all >> 32) as u32]
            }
            Some(leaf) => {
                self.machine.statistics.processor_questions += 1;
                let (Some(leaf), Some(index)) = (value(self, leaf), index) else {
                    return Err(self.question("cpuid of a leaf that depends on the inputs"));
                };
                self.machine.limits.cpu.cpuid(leaf as u32, index as u32)
            }
        };
        let mut members = outputs.iter().map(|register| {
            let bits = registers[usize::from(*register & 3)];
            Value::from(self.b().constant(32, u128::from(bits)))
        });
        Ok(match outputs.len() {
            1 => members.next().unwrap_or(Value::Scalar(None)),
            _ => Value::Aggregate(members.collect()),
        })
    }

    fn question(&self, what: &str) -> Box<crate::symex::end::End> {
        self.stop(StopReason::UnsupportedInstruction(what.to_owned()))
    }
}
