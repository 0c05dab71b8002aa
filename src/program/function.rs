//! Decoding of function bodies.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use rustc_hash::FxHashMap;

use super::decode::Decoder;
use super::instruction::*;
use super::raw::{self, opcode};
use super::types::{Scalar, Shape, TypeId};

/// A decoded function body.
pub(super) struct Body {
    /// The block that defines each register.
    pub definitions: Vec<u32>,
    pub blocks: Vec<u32>,
    pub code: Vec<Instruction>,
}

/// A decoded part, or the description of what has no semantics here.
pub(super) type Decoded<T> = Result<T, String>;

pub(super) struct FunctionDecoder<'d, 'm> {
    pub(super) decoder: &'d mut Decoder<'m>,
    registers: FxHashMap<LLVMValueRef, Register>,
    blocks: FxHashMap<LLVMBasicBlockRef, u32>,
}

impl Decoder<'_> {
    pub(super) fn function_body(&mut self, function: LLVMValueRef) -> Body {
        let mut decoder = FunctionDecoder {
            decoder: self,
            registers: FxHashMap::default(),
            blocks: FxHashMap::default(),
        };
        decoder.body(function)
    }
}

fn instructions(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the instruction list of a live block.
    raw::list(
        unsafe { LLVMGetFirstInstruction(block) },
        LLVMGetNextInstruction,
    )
}

impl FunctionDecoder<'_, '_> {
    fn body(&mut self, function: LLVMValueRef) -> Body {
        // SAFETY: parameters and blocks of a live function.
        let (params, blocks) = unsafe {
            let params: Vec<_> = raw::list(LLVMGetFirstParam(function), LLVMGetNextParam).collect();
            let first = LLVMGetFirstBasicBlock(function);
            (
                params,
                raw::list(first, LLVMGetNextBasicBlock).collect::<Vec<_>>(),
            )
        };
        let mut definitions = Vec::new();
        for param in params {
            self.define(param, 0, &mut definitions);
        }
        for (i, &block) in blocks.iter().enumerate() {
            self.blocks.insert(block, i as u32);
            for instruction in instructions(block) {
                // SAFETY: types of the live module.
                let kind = unsafe { LLVMGetTypeKind(raw::type_of(instruction)) };
                if kind != LLVMTypeKind::LLVMVoidTypeKind {
                    self.define(instruction, i as u32, &mut definitions);
                }
            }
        }
        let mut body = Body {
            definitions,
            blocks: Vec::new(),
            code: Vec::new(),
        };
        for &block in &blocks {
            body.blocks.push(body.code.len() as u32);
            for instruction in instructions(block) {
                self.instruction(block, instruction, &mut body.code);
            }
        }
        body
    }

    fn define(&mut self, value: LLVMValueRef, block: u32, definitions: &mut Vec<u32>) {
        self.registers
            .insert(value, Register(definitions.len() as u32));
        definitions.push(block);
    }

    fn instruction(
        &mut self,
        block: LLVMBasicBlockRef,
        value: LLVMValueRef,
        code: &mut Vec<Instruction>,
    ) {
        let op = opcode(value);
        if op == LLVMOpcode::LLVMPHI {
            return;
        }
        // SAFETY: the value is an instruction.
        let span = self
            .decoder
            .span(unsafe { LLVMInstructionGetDebugLoc(value) });
        let result = self.registers.get(&value).copied();
        let kind = self
            .kind(block, value, op)
            .unwrap_or_else(|what| Kind::Unsupported(what.into()));
        let invoke = op == LLVMOpcode::LLVMInvoke && !matches!(kind, Kind::Unsupported(_));
        code.push(Instruction { span, result, kind });
        if invoke {
            // SAFETY: the value is an invoke.
            let normal = unsafe { LLVMGetNormalDest(value) };
            let kind = match self.edge(block, normal) {
                Ok(edge) => Kind::Jump(Box::new(edge)),
                Err(what) => Kind::Unsupported(what.into()),
            };
            code.push(Instruction {
                span,
                result: None,
                kind,
            });
        }
    }

    pub(super) fn operand(&mut self, value: LLVMValueRef) -> Decoded<Operand> {
        if let Some(&register) = self.registers.get(&value) {
            return Ok(Operand::Register(register));
        }
        Ok(Operand::Constant(self.decoder.constant_index(value)?))
    }

    pub(super) fn arg(&mut self, instruction: LLVMValueRef, index: u32) -> Decoded<Operand> {
        self.operand(raw::operand(instruction, index))
    }

    pub(super) fn args<const N: usize>(
        &mut self,
        instruction: LLVMValueRef,
    ) -> Decoded<[Operand; N]> {
        let mut args = [Operand::Constant(0); N];
        for (i, arg) in args.iter_mut().enumerate() {
            *arg = self.arg(instruction, i as u32)?;
        }
        Ok(args)
    }

    pub(super) fn supported(&mut self, ty: LLVMTypeRef) -> Decoded<TypeId> {
        let id = self.decoder.type_id(ty);
        match &self.decoder.program.ty(id).shape {
            Shape::Unsupported(name) => Err(format!("type {name}")),
            _ => Ok(id),
        }
    }

    pub(super) fn type_of(&mut self, value: LLVMValueRef) -> Decoded<TypeId> {
        self.supported(raw::type_of(value))
    }

    pub(super) fn lane(&mut self, value: LLVMValueRef) -> Decoded<Scalar> {
        let ty = self.type_of(value)?;
        let lanes = self.decoder.program.ty(ty).lanes();
        Ok(lanes
            .ok_or_else(|| format!("operation on {}", raw::print_value(value)))?
            .0)
    }

    pub(super) fn format(&mut self, value: LLVMValueRef) -> Decoded<term::Format> {
        self.lane(value)?
            .format()
            .ok_or_else(|| "float operation on integers".to_owned())
    }

    pub(super) fn edge(&mut self, from: LLVMBasicBlockRef, to: LLVMBasicBlockRef) -> Decoded<Edge> {
        let mut moves = Vec::new();
        for phi in instructions(to).take_while(|i| opcode(*i) == LLVMOpcode::LLVMPHI) {
            // SAFETY: incoming pairs of a phi, indexed below their count.
            let incoming = unsafe {
                (0..LLVMCountIncoming(phi))
                    .find(|i| LLVMGetIncomingBlock(phi, *i) == from)
                    .map(|i| LLVMGetIncomingValue(phi, i))
            };
            let incoming = incoming.ok_or_else(|| "phi without this predecessor".to_owned())?;
            moves.push((self.registers[&phi], self.operand(incoming)?));
        }
        Ok(Edge {
            target: self.blocks[&to],
            moves: moves.into(),
        })
    }

    pub(super) fn indirect_branch(
        &mut self,
        block: LLVMBasicBlockRef,
        value: LLVMValueRef,
    ) -> Decoded<Kind> {
        let mut targets: Vec<(u64, Edge)> = Vec::new();
        // SAFETY: successors are indexed below their count.
        let successors: Vec<_> = unsafe {
            let count = LLVMGetNumSuccessors(value);
            (0..count).map(|i| LLVMGetSuccessor(value, i)).collect()
        };
        for successor in successors {
            let address = self.decoder.label(successor);
            if targets.iter().all(|(other, _)| *other != address) {
                targets.push((address, self.edge(block, successor)?));
            }
        }
        Ok(Kind::IndirectBranch {
            address: self.arg(value, 0)?,
            targets: targets.into(),
        })
    }

    pub(super) fn terminator(
        &mut self,
        block: LLVMBasicBlockRef,
        value: LLVMValueRef,
        op: LLVMOpcode,
    ) -> Decoded<Kind> {
        // SAFETY: successors are indexed below their count.
        let successor = |i| unsafe { LLVMGetSuccessor(value, i) };
        Ok(match op {
            LLVMOpcode::LLVMUnreachable => Kind::Unreachable,
            LLVMOpcode::LLVMRet => match raw::operand_count(value) {
                0 => Kind::Return(None),
                _ => {
                    self.type_of(raw::operand(value, 0))?;
                    Kind::Return(Some(self.arg(value, 0)?))
                }
            },
            LLVMOpcode::LLVMSwitch => {
                let bits = self.lane(raw::operand(value, 0))?.bits();
                let mut cases = Vec::new();
                // SAFETY: the operands are the value, the default and then pairs of case and block.
                for i in 1..unsafe { LLVMGetNumSuccessors(value) } {
                    let case = self.decoder.constant(raw::operand(value, 2 * i))?;
                    let super::Constant::Scalar {
                        value: Some(case), ..
                    } = case
                    else {
                        return Err("switch on undefined cases".to_owned());
                    };
                    cases.push((case, self.edge(block, successor(i))?));
                }
                Kind::Switch {
                    bits,
                    value: self.arg(value, 0)?,
                    cases: cases.into(),
                    default: Box::new(self.edge(block, successor(0))?),
                }
            }
            // SAFETY: the value is a branch.
            _ if unsafe { LLVMIsConditional(value) } == 0 => {
                Kind::Jump(Box::new(self.edge(block, successor(0))?))
            }
            _ => {
                let edges = [
                    self.edge(block, successor(0))?,
                    self.edge(block, successor(1))?,
                ];
                // SAFETY: the value is a conditional branch.
                let condition = self.operand(unsafe { LLVMGetCondition(value) })?;
                Kind::Branch {
                    condition,
                    edges: Box::new(edges),
                }
            }
        })
    }
}
