//! Decoding of single instructions.

use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};
use term::{Op, Outcomes};

use super::alignment::observed_bits;
use super::function::{Decoded, FunctionDecoder};
use super::instruction::*;
use super::operator::{Cast, FastMath, Predicate, Update};
use super::qualifiers::{Commuting, Qualifiers};
use super::retry;
use super::types::Shape;
use crate::llvm::{Block, Value};

pub(super) fn fast_math(instruction: Value<'_>) -> FastMath {
    let is_class = instruction.callee_name().starts_with("llvm.is.fpclass");
    let flags = match is_class {
        // A test of the class has no flags of its own, and is folded by those of the function.
        true => instruction
            .block()
            .and_then(Block::function)
            .map(Value::whole_fast_math),
        false => instruction.fast_math(),
    };
    flags.map_or_else(FastMath::default, |flags| FastMath(flags as u8))
}

fn int_predicate(predicate: LLVMIntPredicate) -> Predicate {
    use LLVMIntPredicate::*;
    let (op, swap, negate) = match predicate {
        LLVMIntEQ => (Op::Eq, false, false),
        LLVMIntNE => (Op::Eq, false, true),
        LLVMIntULT => (Op::Ult, false, false),
        LLVMIntUGT => (Op::Ult, true, false),
        LLVMIntULE => (Op::Ult, true, true),
        LLVMIntUGE => (Op::Ult, false, true),
        LLVMIntSLT => (Op::Slt, false, false),
        LLVMIntSGT => (Op::Slt, true, false),
        LLVMIntSLE => (Op::Slt, true, true),
        LLVMIntSGE => (Op::Slt, false, true),
    };
    Predicate { op, swap, negate }
}

impl<'m> FunctionDecoder<'_, 'm> {
    pub(super) fn kind(
        &mut self,
        block: Block<'m>,
        value: Value<'m>,
        op: LLVMOpcode,
    ) -> Decoded<Kind> {
        use LLVMOpcode::*;
        Ok(match op {
            LLVMAdd => self.integer(Op::Add, value)?,
            LLVMSub => self.integer(Op::Sub, value)?,
            LLVMMul => self.integer(Op::Mul, value)?,
            LLVMUDiv => self.integer(Op::UDiv, value)?,
            LLVMSDiv => self.integer(Op::SDiv, value)?,
            LLVMURem => self.integer(Op::URem, value)?,
            LLVMSRem => self.integer(Op::SRem, value)?,
            LLVMShl => self.integer(Op::Shl, value)?,
            LLVMLShr => self.integer(Op::LShr, value)?,
            LLVMAShr => self.integer(Op::AShr, value)?,
            LLVMAnd => self.integer(Op::And, value)?,
            LLVMOr => self.integer(Op::Or, value)?,
            LLVMXor => self.integer(Op::Xor, value)?,
            LLVMFAdd => self.float(Op::FAdd, value)?,
            LLVMFSub => self.float(Op::FSub, value)?,
            LLVMFMul => self.float(Op::FMul, value)?,
            LLVMFDiv => self.float(Op::FDiv, value)?,
            LLVMFRem => self.float(Op::FRem, value)?,
            LLVMFNeg => Kind::Negate {
                format: self.format(value)?,
                fast: fast_math(value),
                arg: self.arg(value, 0)?,
            },
            LLVMICmp => Kind::Compare {
                predicate: int_predicate(
                    value.predicate().ok_or("a comparison without predicate")?,
                ),
                bits: self.lane(value.operand(0))?.bits(),
                args: self.args(value)?,
            },
            LLVMFCmp => {
                self.decoder.program.plain_comparisons = true;
                Kind::FloatCompare {
                    format: self.format(value.operand(0))?,
                    outcomes: Outcomes::from_bits(value.outcomes()),
                    fast: fast_math(value),
                    args: self.args(value)?,
                }
            }
            LLVMTrunc => self.cast(Cast::Truncate, value)?,
            LLVMZExt => self.cast(Cast::ZeroExtend, value)?,
            LLVMSExt => self.cast(Cast::SignExtend, value)?,
            LLVMFPTrunc | LLVMFPExt => self.cast(Cast::Float, value)?,
            LLVMFPToSI => self.cast(Cast::FloatToSigned, value)?,
            LLVMFPToUI => self.cast(Cast::FloatToUnsigned, value)?,
            LLVMSIToFP => self.cast(Cast::SignedToFloat, value)?,
            LLVMUIToFP => self.cast(Cast::UnsignedToFloat, value)?,
            LLVMPtrToInt => match observed_bits(value) {
                0 => self.cast(Cast::Pointer, value)?,
                low => self.cast(Cast::Observe(low), value)?,
            },
            LLVMIntToPtr | LLVMAddrSpaceCast => self.cast(Cast::Pointer, value)?,
            LLVMBitCast => Kind::Bitcast {
                from: self.type_of(value.operand(0))?,
                to: self.type_of(value)?,
                arg: self.arg(value, 0)?,
            },
            LLVMSelect => Kind::Select {
                ty: self.type_of(value)?,
                fast: fast_math(value),
                args: self.args(value)?,
            },
            LLVMFreeze => Kind::Freeze {
                ty: self.type_of(value)?,
                arg: self.arg(value, 0)?,
            },
            LLVMExtractElement => Kind::ExtractElement {
                vector: self.type_of(value.operand(0))?,
                index_bits: self.lane(value.operand(1))?.bits(),
                args: self.args(value)?,
            },
            LLVMInsertElement => Kind::InsertElement {
                vector: self.type_of(value)?,
                index_bits: self.lane(value.operand(2))?.bits(),
                args: self.args(value)?,
            },
            LLVMShuffleVector => self.shuffle(value)?,
            LLVMExtractValue => {
                self.type_of(value.operand(0))?;
                Kind::ExtractValue {
                    path: value.path().into(),
                    arg: self.arg(value, 0)?,
                }
            }
            LLVMInsertValue => {
                self.type_of(value)?;
                Kind::InsertValue {
                    path: value.path().into(),
                    args: self.args(value)?,
                }
            }
            LLVMGetElementPtr => self.address(value)?,
            LLVMLoad => Kind::Load {
                ty: self.type_of(value)?,
                speculative: value.metadata(self.decoder.speculative).is_some(),
                masked: is_masked(value),
                align: value.alignment(),
                qualifiers: Qualifiers::of(value, value.operand(0)),
                address: self.arg(value, 0)?,
            },
            LLVMStore => Kind::Store {
                align: value.alignment(),
                ty: self.type_of(value.operand(0))?,
                qualifiers: Qualifiers::of(value, value.operand(1)),
                address: self.arg(value, 1)?,
                value: self.arg(value, 0)?,
            },
            LLVMAlloca => Kind::Alloca {
                ty: match value.allocated() {
                    Some(ty) => self.decoder.type_id(ty),
                    None => return Err("an allocation without a type".to_owned()),
                },
                count: self.arg(value, 0)?,
                align: u64::from(value.alignment()),
                // Variables split off by the optimiser (`name.suffix`) keep the variable's
                // name.
                name: match value.name().split('.').next() {
                    None | Some("") => "local variable".into(),
                    Some(name) => name.into(),
                },
            },
            LLVMCall | LLVMInvoke => self.call(block, value)?,
            LLVMAtomicRMW => self.read_modify_write(value)?,
            LLVMAtomicCmpXchg => Kind::CompareExchange {
                ty: self.type_of(value.operand(1))?,
                qualifiers: Qualifiers::of(value, value.operand(0)),
                may_fail: retry::may_fail(value),
                args: self.args(value)?,
            },
            LLVMFence => Kind::Nothing,
            LLVMIndirectBr => self.indirect_branch(block, value)?,
            LLVMBr | LLVMSwitch | LLVMRet | LLVMUnreachable => self.terminator(block, value, op)?,
            LLVMLandingPad => self.landing_pad(value)?,
            LLVMResume => Kind::Resume(self.arg(value, 0)?),
            _ => return Err(value.print().trim().to_owned()),
        })
    }

    fn integer(&mut self, op: Op, value: Value<'m>) -> Decoded<Kind> {
        Ok(Kind::Integer {
            op,
            bits: self.lane(value)?.bits(),
            checked: match op {
                Op::Add | Op::Sub | Op::Mul => value.is_nsw(),
                Op::Shl | Op::LShr | Op::AShr => self.is_checked(value),
                _ => false,
            },
            args: self.args(value)?,
        })
    }

    pub(super) fn float(&mut self, op: Op, value: Value<'m>) -> Decoded<Kind> {
        let format = self.format(value)?;
        Ok(Kind::Float {
            op,
            format,
            fast: fast_math(value),
            args: self.args(value)?,
        })
    }

    pub(super) fn cast(&mut self, cast: Cast, value: Value<'m>) -> Decoded<Kind> {
        let from = self.lane(value.operand(0))?;
        Ok(Kind::Cast {
            cast,
            from,
            to: self.lane(value)?,
            checked: self.is_checked(value),
            packs: packs(value),
            arg: self.arg(value, 0)?,
        })
    }

    /// Whether the source performs an operation that is undefined for some operands.
    fn is_checked(&self, value: Value<'m>) -> bool {
        value.metadata(self.decoder.checked).is_some()
    }

    fn shuffle(&mut self, value: Value<'m>) -> Decoded<Kind> {
        Ok(Kind::Shuffle {
            vector: self.type_of(value.operand(0))?,
            mask: value.mask().into(),
            args: self.args(value)?,
        })
    }

    fn address(&mut self, value: Value<'m>) -> Decoded<Kind> {
        let ty = self.type_of(value)?;
        let lanes = match self.decoder.program.ty(ty).shape {
            Shape::Vector { count, .. } => Some(count),
            _ => None,
        };
        let base = self.arg(value, 0)?;
        let (offset, parts) = self.decoder.address_parts(value)?;
        let indices = parts.into_iter().map(|(index, scale)| {
            Ok(Index {
                operand: self.operand(index)?,
                bits: self.lane(index)?.bits(),
                scale,
            })
        });
        Ok(Kind::Address {
            base,
            offset,
            indices: indices.collect::<Decoded<_>>()?,
            lanes,
        })
    }

    fn landing_pad(&mut self, value: Value<'m>) -> Decoded<Kind> {
        let clauses = value.clauses().into_iter().map(|clause| {
            let operand = self.operand(clause)?;
            Ok(match clause.ty().kind() {
                LLVMTypeKind::LLVMArrayTypeKind => Clause::Filter(operand),
                _ => Clause::Catch(operand),
            })
        });
        Ok(Kind::LandingPad {
            cleanup: value.is_cleanup(),
            clauses: clauses.collect::<Decoded<_>>()?,
        })
    }

    fn read_modify_write(&mut self, value: Value<'m>) -> Decoded<Kind> {
        use LLVMAtomicRMWBinOp::*;
        let extremum = |op, swap| {
            Update::Extremum(Predicate {
                op,
                swap,
                negate: false,
            })
        };
        let ty = self.type_of(value)?;
        let format = self.lane(value)?.format();
        let operation = value.update().ok_or("an update without an operation")?;
        let update = match (operation, format) {
            (LLVMAtomicRMWBinOpXchg, _) => Update::Exchange,
            (LLVMAtomicRMWBinOpAdd, _) => Update::Integer(Op::Add),
            (LLVMAtomicRMWBinOpSub, _) => Update::Integer(Op::Sub),
            (LLVMAtomicRMWBinOpAnd, _) => Update::Integer(Op::And),
            (LLVMAtomicRMWBinOpNand, _) => Update::Nand,
            (LLVMAtomicRMWBinOpOr, _) => Update::Integer(Op::Or),
            (LLVMAtomicRMWBinOpXor, _) => Update::Integer(Op::Xor),
            (LLVMAtomicRMWBinOpMax, _) => extremum(Op::Slt, true),
            (LLVMAtomicRMWBinOpMin, _) => extremum(Op::Slt, false),
            (LLVMAtomicRMWBinOpUMax, _) => extremum(Op::Ult, true),
            (LLVMAtomicRMWBinOpUMin, _) => extremum(Op::Ult, false),
            (LLVMAtomicRMWBinOpFAdd, Some(format)) => Update::Float(Op::FAdd, format),
            (LLVMAtomicRMWBinOpFSub, Some(format)) => Update::Float(Op::FSub, format),
            _ => return Err(value.print().trim().to_owned()),
        };
        let unused = !value.is_used();
        if let (Update::Exchange, true) = (update, unused) {
            // An exchange with an unused result is an atomic store.
            return Ok(Kind::Store {
                ty,
                align: 1,
                qualifiers: Qualifiers::of(value, value.operand(0)),
                address: self.arg(value, 0)?,
                value: self.arg(value, 1)?,
            });
        }
        Ok(Kind::ReadModifyWrite {
            update,
            ty,
            qualifiers: Qualifiers {
                commuting: Commuting::of(update).filter(|_| unused),
                ..Qualifiers::of(value, value.operand(0))
            },
            args: self.args(value)?,
        })
    }
}

/// Whether a loaded value is an operand of a bitwise `and` or `or`.
fn is_masked(load: Value<'_>) -> bool {
    let mut users = load.users().into_iter().map(Value::opcode);
    users.any(|opcode| matches!(opcode, LLVMOpcode::LLVMAnd | LLVMOpcode::LLVMOr))
}

/// Whether SROA made a conversion where it puts variables into wider ones, as its name says.
fn packs(value: Value<'_>) -> bool {
    let name = value.name();
    [".insert.ext", ".extract.trunc"]
        .iter()
        .any(|part| name.contains(part))
}
