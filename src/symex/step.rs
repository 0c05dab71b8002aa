//! Dispatch of one instruction to the code that executes it.

use term::Op;

use super::end::{Access, DefectKind, StopReason};
use super::executor::{Exec, Executor, Next};
use super::value::Value;
use crate::program::{Instruction, Kind};

/// Width of an address in bits.
const ADDRESS: u8 = 64;

impl<'p> Executor<'_, 'p> {
    /// Executes an instruction. The program counter already points to the next one.
    pub fn step(&mut self, instruction: &'p Instruction) -> Exec<Next<'p>> {
        let value = match &instruction.kind {
            Kind::Integer {
                op,
                bits,
                checked,
                args,
            } => {
                if (*op, *bits) == (Op::Sub, ADDRESS) {
                    self.note_order(args);
                }
                self.integer(*op, *bits, *checked, args)?
            }
            Kind::Compare {
                predicate,
                bits,
                args,
            } => {
                match predicate.op {
                    Op::Eq if *bits == ADDRESS => self.note_null(args),
                    _ if *bits == ADDRESS => self.note_order(args),
                    _ => {}
                }
                self.compare(*predicate, args)
            }
            Kind::Float {
                op,
                format,
                fast,
                args,
            } => self.float(*op, *format, *fast, args)?,
            Kind::Negate { format, fast, arg } => self.negate(*format, *fast, *arg)?,
            Kind::FloatCompare {
                format,
                outcomes,
                fast,
                args,
            } => self.float_compare(*format, *outcomes, *fast, args)?,
            Kind::Cast {
                cast,
                from,
                to,
                checked,
                packs,
                arg,
            } => {
                let value = match packs {
                    true => self.packed(*arg, *from),
                    false => self.operand(*arg),
                };
                self.cast(*cast, (*from, *to), *checked, value)?
            }
            Kind::Bitcast { from, to, arg } => self.bitcast(*from, *to, *arg),
            Kind::Select { ty, fast, args } => self.select(*ty, *fast, args)?,
            Kind::Freeze { ty, arg } => self.freeze(*ty, *arg),
            Kind::ExtractElement {
                vector,
                index_bits,
                args,
            } => self.extract_element(*vector, *index_bits, args),
            Kind::InsertElement {
                vector,
                index_bits,
                args,
            } => self.insert_element(*vector, *index_bits, args),
            Kind::Shuffle { mask, args, .. } => self.shuffle(mask, args),
            Kind::ExtractValue { path, arg } => self.extract_value(path, *arg),
            Kind::InsertValue { path, args } => self.insert_value(path, args),
            Kind::Address {
                base,
                offset,
                indices,
                lanes,
            } => self.address(*base, *offset, indices, *lanes),
            Kind::Load {
                ty,
                speculative,
                masked,
                align,
                qualifiers,
                address,
            } => {
                let address = self.operand(*address).lane();
                if !speculative {
                    self.check_alignment(address, *align, Access::Read)?;
                }
                self.machine.statistics.memory_accesses += 1;
                let qualifiers = self.scoped(*qualifiers);
                let value = self.load(address, *ty, *speculative, qualifiers)?;
                match masked {
                    true => self.freeze_value(*ty, &value),
                    false => value,
                }
            }
            Kind::Store {
                ty,
                align,
                qualifiers,
                address,
                value,
            } => {
                let address = self.operand(*address).lane();
                self.check_alignment(address, *align, Access::Write)?;
                let value = self.operand(*value);
                self.machine.statistics.memory_accesses += 1;
                self.machine.statistics.vector_operations +=
                    u64::from(matches!(value, Value::Vector(_)));
                let qualifiers = self.scoped(*qualifiers);
                self.store(address, *ty, &value, None, qualifiers)?;
                return Ok(None);
            }
            Kind::Alloca {
                ty,
                count,
                align,
                name,
            } => {
                let address = self.alloca(*ty, *count, *align, name)?;
                self.set_slot(instruction.result, address);
                return Ok(None);
            }
            Kind::CompareExchange {
                ty,
                qualifiers,
                may_fail,
                args,
            } => self.compare_exchange(*ty, *qualifiers, *may_fail, args)?,
            Kind::ReadModifyWrite {
                update,
                ty,
                qualifiers,
                args,
            } => self.read_modify_write(*update, *ty, *qualifiers, args)?,
            Kind::Identify {
                leaf,
                index,
                outputs,
            } => self.identify(*leaf, *index, outputs)?,
            Kind::Values(values) => {
                let mut value = |operand: &Option<_>| match operand {
                    Some(operand) => self.operand(*operand),
                    None => Value::Scalar(None),
                };
                match &**values {
                    [only] => value(only),
                    several => Value::Aggregate(several.iter().map(value).collect()),
                }
            }
            Kind::Call(call) => return self.call(call, instruction.result),
            Kind::Nothing | Kind::LandingPad { .. } => return Ok(None),
            Kind::Resume(pair) => {
                self.resume(*pair)?;
                return Ok(None);
            }
            Kind::Jump(edge) => {
                self.follow(edge);
                return Ok(None);
            }
            Kind::Branch { condition, edges } => return self.branch(*condition, edges),
            Kind::Switch {
                bits,
                value,
                cases,
                default,
            } => {
                return self.switch(*bits, *value, cases, default);
            }
            Kind::IndirectBranch { address, targets } => {
                return self.indirect_branch(*address, targets);
            }
            Kind::Return(value) => {
                self.ret(*value)?;
                return Ok(None);
            }
            Kind::Unreachable => return Err(self.defect(DefectKind::UnreachableReached)),
            Kind::Unsupported(what) => {
                return Err(self.stop(StopReason::UnsupportedInstruction(what.to_string())));
            }
        };
        if matches!(value, Value::Vector(_)) && !matches!(instruction.kind, Kind::Bitcast { .. }) {
            self.machine.statistics.vector_operations += 1;
        }
        if let Some(register) = instruction.result {
            self.set(register, value);
        }
        Ok(None)
    }
}
