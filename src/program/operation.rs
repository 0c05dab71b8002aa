//! Decoding of single instructions.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};
use term::{Op, Outcomes};

use super::alignment::observed_bits;
use super::function::{Decoded, FunctionDecoder};
use super::instruction::*;
use super::operator::{Cast, FastMath, Predicate, Update};
use super::qualifiers::{Commuting, Qualifiers};
use super::raw::{self, opcode};
use super::types::Shape;

pub(super) fn fast_math(instruction: LLVMValueRef) -> FastMath {
    // SAFETY: the flags are read only where the instruction can have them.
    unsafe {
        match LLVMCanValueUseFastMathFlags(instruction) {
            0 => FastMath::default(),
            _ => FastMath(LLVMGetFastMathFlags(instruction) as u8),
        }
    }
}

fn int_predicate(instruction: LLVMValueRef) -> Predicate {
    use LLVMIntPredicate::*;
    // SAFETY: the value is an icmp.
    let (op, swap, negate) = match unsafe { LLVMGetICmpPredicate(instruction) } {
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

impl FunctionDecoder<'_, '_> {
    pub(super) fn kind(
        &mut self,
        block: LLVMBasicBlockRef,
        value: LLVMValueRef,
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
                predicate: int_predicate(value),
                bits: self.lane(raw::operand(value, 0))?.bits(),
                args: self.args(value)?,
            },
            LLVMFCmp => {
                self.decoder.program.plain_comparisons = true;
                Kind::FloatCompare {
                    format: self.format(raw::operand(value, 0))?,
                    // SAFETY: the value is an fcmp; its predicates are numbered by outcome set.
                    outcomes: Outcomes::from_bits(unsafe { LLVMGetFCmpPredicate(value) } as u8),
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
                from: self.type_of(raw::operand(value, 0))?,
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
                vector: self.type_of(raw::operand(value, 0))?,
                index_bits: self.lane(raw::operand(value, 1))?.bits(),
                args: self.args(value)?,
            },
            LLVMInsertElement => Kind::InsertElement {
                vector: self.type_of(value)?,
                index_bits: self.lane(raw::operand(value, 2))?.bits(),
                args: self.args(value)?,
            },
            LLVMShuffleVector => self.shuffle(value)?,
            LLVMExtractValue => {
                self.type_of(raw::operand(value, 0))?;
                Kind::ExtractValue {
                    path: path(value),
                    arg: self.arg(value, 0)?,
                }
            }
            LLVMInsertValue => {
                self.type_of(value)?;
                Kind::InsertValue {
                    path: path(value),
                    args: self.args(value)?,
                }
            }
            LLVMGetElementPtr => self.address(value)?,
            LLVMLoad => Kind::Load {
                ty: self.type_of(value)?,
                // SAFETY: the value is an instruction.
                speculative: unsafe { !LLVMGetMetadata(value, self.decoder.speculative).is_null() },
                masked: is_masked(value),
                // SAFETY: the value is a load.
                align: unsafe { LLVMGetAlignment(value) },
                qualifiers: Qualifiers::of(value, raw::operand(value, 0)),
                address: self.arg(value, 0)?,
            },
            LLVMStore => Kind::Store {
                // SAFETY: the value is a store.
                align: unsafe { LLVMGetAlignment(value) },
                ty: self.type_of(raw::operand(value, 0))?,
                qualifiers: Qualifiers::of(value, raw::operand(value, 1)),
                address: self.arg(value, 1)?,
                value: self.arg(value, 0)?,
            },
            LLVMAlloca => Kind::Alloca {
                // SAFETY: the value is an alloca.
                ty: self.decoder.type_id(unsafe { LLVMGetAllocatedType(value) }),
                count: self.arg(value, 0)?,
                // SAFETY: the value is an alloca.
                align: u64::from(unsafe { LLVMGetAlignment(value) }),
                // Variables split off by the optimiser (`name.suffix`) keep the variable's
                // name.
                name: match raw::name(value).split('.').next() {
                    None | Some("") => "local variable".into(),
                    Some(name) => name.into(),
                },
            },
            LLVMCall | LLVMInvoke => self.call(block, value)?,
            LLVMAtomicRMW => self.read_modify_write(value)?,
            LLVMAtomicCmpXchg => Kind::CompareExchange {
                ty: self.type_of(raw::operand(value, 1))?,
                qualifiers: Qualifiers::of(value, raw::operand(value, 0)),
                args: self.args(value)?,
            },
            LLVMFence => Kind::Nothing,
            LLVMIndirectBr => self.indirect_branch(block, value)?,
            LLVMBr | LLVMSwitch | LLVMRet | LLVMUnreachable => self.terminator(block, value, op)?,
            LLVMLandingPad => self.landing_pad(value)?,
            LLVMResume => Kind::Resume(self.arg(value, 0)?),
            _ => return Err(raw::print_value(value).trim().to_owned()),
        })
    }

    fn integer(&mut self, op: Op, value: LLVMValueRef) -> Decoded<Kind> {
        Ok(Kind::Integer {
            op,
            bits: self.lane(value)?.bits(),
            // SAFETY: the instruction is alive; these opcodes have the flag.
            checked: match op {
                Op::Add | Op::Sub | Op::Mul => unsafe { LLVMGetNSW(value) != 0 },
                Op::Shl | Op::LShr | Op::AShr => self.is_checked(value),
                _ => false,
            },
            args: self.args(value)?,
        })
    }

    pub(super) fn float(&mut self, op: Op, value: LLVMValueRef) -> Decoded<Kind> {
        let format = self.format(value)?;
        Ok(Kind::Float {
            op,
            format,
            fast: fast_math(value),
            args: self.args(value)?,
        })
    }

    pub(super) fn cast(&mut self, cast: Cast, value: LLVMValueRef) -> Decoded<Kind> {
        let from = self.lane(raw::operand(value, 0))?;
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
    fn is_checked(&self, value: LLVMValueRef) -> bool {
        // SAFETY: the value is an instruction.
        unsafe { !LLVMGetMetadata(value, self.decoder.checked).is_null() }
    }

    fn shuffle(&mut self, value: LLVMValueRef) -> Decoded<Kind> {
        // SAFETY: the value is a shufflevector; elements are indexed below their count.
        let mask = unsafe {
            (0..LLVMGetNumMaskElements(value)).map(|i| {
                let lane = LLVMGetMaskValue(value, i);
                (lane != LLVMGetUndefMaskElem()).then_some(lane as u32)
            })
        };
        Ok(Kind::Shuffle {
            vector: self.type_of(raw::operand(value, 0))?,
            mask: mask.collect(),
            args: self.args(value)?,
        })
    }

    fn address(&mut self, value: LLVMValueRef) -> Decoded<Kind> {
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

    fn landing_pad(&mut self, value: LLVMValueRef) -> Decoded<Kind> {
        // SAFETY: the value is a landingpad; clauses are indexed below their count.
        let (cleanup, clauses) = unsafe {
            let clauses = (0..LLVMGetNumClauses(value)).map(|i| LLVMGetClause(value, i));
            (LLVMIsCleanup(value) != 0, clauses.collect::<Vec<_>>())
        };
        let clauses = clauses.into_iter().map(|clause| {
            // SAFETY: the type of a constant of the live module.
            let kind = unsafe { LLVMGetTypeKind(raw::type_of(clause)) };
            let operand = self.operand(clause)?;
            Ok(match kind {
                LLVMTypeKind::LLVMArrayTypeKind => Clause::Filter(operand),
                _ => Clause::Catch(operand),
            })
        });
        Ok(Kind::LandingPad {
            cleanup,
            clauses: clauses.collect::<Decoded<_>>()?,
        })
    }

    fn read_modify_write(&mut self, value: LLVMValueRef) -> Decoded<Kind> {
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
        // SAFETY: the value is an atomicrmw.
        let update = match (unsafe { LLVMGetAtomicRMWBinOp(value) }, format) {
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
            _ => return Err(raw::print_value(value).trim().to_owned()),
        };
        // SAFETY: the value is an instruction.
        let unused = unsafe { LLVMGetFirstUse(value).is_null() };
        if let (Update::Exchange, true) = (update, unused) {
            // An exchange with an unused result is an atomic store.
            return Ok(Kind::Store {
                ty,
                align: 1,
                qualifiers: Qualifiers::of(value, raw::operand(value, 0)),
                address: self.arg(value, 0)?,
                value: self.arg(value, 1)?,
            });
        }
        Ok(Kind::ReadModifyWrite {
            update,
            ty,
            qualifiers: Qualifiers {
                commuting: Commuting::of(update).filter(|_| unused),
                ..Qualifiers::of(value, raw::operand(value, 0))
            },
            args: self.args(value)?,
        })
    }
}

/// Whether a loaded value is an operand of a bitwise `and` or `or`.
fn is_masked(load: LLVMValueRef) -> bool {
    // SAFETY: the use list of a live instruction, whose users are instructions.
    let users = unsafe { raw::list(LLVMGetFirstUse(load), LLVMGetNextUse) };
    users
        // SAFETY: a use of a live instruction.
        .map(|u| opcode(unsafe { LLVMGetUser(u) }))
        .any(|opcode| matches!(opcode, LLVMOpcode::LLVMAnd | LLVMOpcode::LLVMOr))
}

fn path(value: LLVMValueRef) -> Box<[u32]> {
    // SAFETY: the value has an index list of the reported length.
    unsafe {
        let count = LLVMGetNumIndices(value) as usize;
        std::slice::from_raw_parts(LLVMGetIndices(value), count).into()
    }
}

/// Whether SROA made a conversion where it puts variables into wider ones, as its name says.
fn packs(value: LLVMValueRef) -> bool {
    let name = raw::name(value);
    [".insert.ext", ".extract.trunc"]
        .iter()
        .any(|part| name.contains(part))
}
