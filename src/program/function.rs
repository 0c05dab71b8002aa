//! Decoding of function bodies.

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use rustc_hash::FxHashMap;

use super::decode::Decoder;
use super::instruction::*;
use super::types::{Scalar, Shape, TypeId};
use crate::llvm::{Block, Type, Value};

/// A decoded function body.
pub(super) struct Body {
    /// The block that defines each register.
    pub definitions: Vec<u32>,
    pub blocks: Vec<u32>,
    pub code: Vec<Instruction>,
    pub open_operands: Vec<u32>,
}

/// A decoded part, or the description of what has no semantics here.
pub(super) type Decoded<T> = Result<T, String>;

pub(super) struct FunctionDecoder<'d, 'm> {
    pub(super) decoder: &'d mut Decoder<'m>,
    registers: FxHashMap<Value<'m>, Register>,
    blocks: FxHashMap<Block<'m>, u32>,
}

impl<'m> Decoder<'m> {
    pub(super) fn function_body(&mut self, function: Value<'m>) -> Body {
        let mut decoder = FunctionDecoder {
            decoder: self,
            registers: FxHashMap::default(),
            blocks: FxHashMap::default(),
        };
        decoder.body(function)
    }
}

impl<'m> FunctionDecoder<'_, 'm> {
    fn body(&mut self, function: Value<'m>) -> Body {
        let blocks: Vec<Block<'m>> = function.blocks().collect();
        let mut definitions = Vec::new();
        for param in function.parameters() {
            self.define(param, 0, &mut definitions);
        }
        for (i, &block) in blocks.iter().enumerate() {
            self.blocks.insert(block, i as u32);
            for instruction in block.instructions() {
                if instruction.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind {
                    self.define(instruction, i as u32, &mut definitions);
                }
            }
        }
        let mut body = Body {
            definitions,
            blocks: Vec::new(),
            code: Vec::new(),
            open_operands: Vec::new(),
        };
        for &block in &blocks {
            body.blocks.push(body.code.len() as u32);
            for instruction in block.instructions() {
                if instruction.metadata(self.decoder.open_operands).is_some() {
                    body.open_operands.push(body.code.len() as u32);
                }
                self.instruction(block, instruction, &mut body.code);
            }
        }
        body
    }

    fn define(&mut self, value: Value<'m>, block: u32, definitions: &mut Vec<u32>) {
        self.registers
            .insert(value, Register(definitions.len() as u32));
        definitions.push(block);
    }

    fn instruction(&mut self, block: Block<'m>, value: Value<'m>, code: &mut Vec<Instruction>) {
        let op = value.opcode();
        if op == LLVMOpcode::LLVMPHI {
            return;
        }
        let span = self.decoder.span(value.location());
        let result = self.registers.get(&value).copied();
        let kind = self
            .kind(block, value, op)
            .unwrap_or_else(|what| Kind::Unsupported(what.into()));
        let normal = match kind {
            Kind::Unsupported(_) => None,
            _ => value.normal(),
        };
        code.push(Instruction { span, result, kind });
        if let Some(normal) = normal {
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

    pub(super) fn operand(&mut self, value: Value<'m>) -> Decoded<Operand> {
        if let Some(&register) = self.registers.get(&value) {
            return Ok(Operand::Register(register));
        }
        Ok(Operand::Constant(self.decoder.constant_index(value)?))
    }

    pub(super) fn arg(&mut self, instruction: Value<'m>, index: u32) -> Decoded<Operand> {
        self.operand(instruction.operand(index))
    }

    pub(super) fn args<const N: usize>(&mut self, instruction: Value<'m>) -> Decoded<[Operand; N]> {
        let mut args = [Operand::Constant(0); N];
        for (i, arg) in args.iter_mut().enumerate() {
            *arg = self.arg(instruction, i as u32)?;
        }
        Ok(args)
    }

    pub(super) fn supported(&mut self, ty: Type<'m>) -> Decoded<TypeId> {
        let id = self.decoder.type_id(ty);
        match &self.decoder.program.ty(id).shape {
            Shape::Unsupported(name) => Err(format!("type {name}")),
            _ => Ok(id),
        }
    }

    pub(super) fn type_of(&mut self, value: Value<'m>) -> Decoded<TypeId> {
        self.supported(value.ty())
    }

    pub(super) fn lane(&mut self, value: Value<'m>) -> Decoded<Scalar> {
        let ty = self.type_of(value)?;
        let lanes = self.decoder.program.ty(ty).lanes();
        Ok(lanes
            .ok_or_else(|| format!("operation on {}", value.print()))?
            .0)
    }

    pub(super) fn format(&mut self, value: Value<'m>) -> Decoded<term::Format> {
        self.lane(value)?
            .format()
            .ok_or_else(|| "float operation on integers".to_owned())
    }

    pub(super) fn edge(&mut self, from: Block<'m>, to: Block<'m>) -> Decoded<Edge> {
        let mut moves = Vec::new();
        for phi in to.phis() {
            let incoming = phi.incoming_from(from);
            let incoming = incoming.ok_or_else(|| "phi without this predecessor".to_owned())?;
            moves.push((self.registers[&phi], self.operand(incoming)?));
        }
        Ok(Edge {
            target: self.blocks[&to],
            moves: moves.into(),
        })
    }

    pub(super) fn indirect_branch(&mut self, block: Block<'m>, value: Value<'m>) -> Decoded<Kind> {
        let mut targets: Vec<(u64, Edge)> = Vec::new();
        for successor in value.successors() {
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
        block: Block<'m>,
        value: Value<'m>,
        op: LLVMOpcode,
    ) -> Decoded<Kind> {
        let successors = value.successors();
        let successor = |i: u32| {
            let successor = successors.get(i as usize).copied();
            successor.ok_or_else(|| format!("a terminator without target {i}"))
        };
        Ok(match op {
            LLVMOpcode::LLVMUnreachable => Kind::Unreachable,
            LLVMOpcode::LLVMRet => match value.operand_count() {
                0 => Kind::Return(None),
                _ => {
                    self.type_of(value.operand(0))?;
                    Kind::Return(Some(self.arg(value, 0)?))
                }
            },
            LLVMOpcode::LLVMSwitch => {
                let bits = self.lane(value.operand(0))?.bits();
                let mut cases = Vec::new();
                for i in 1..successors.len() as u32 {
                    let case = self.decoder.constant(value.operand(2 * i))?;
                    let super::Constant::Scalar {
                        value: Some(case), ..
                    } = case
                    else {
                        return Err("switch on undefined cases".to_owned());
                    };
                    cases.push((case, self.edge(block, successor(i)?)?));
                }
                Kind::Switch {
                    bits,
                    value: self.arg(value, 0)?,
                    cases: cases.into(),
                    default: Box::new(self.edge(block, successor(0)?)?),
                }
            }
            _ => {
                let Some(condition) = value.condition() else {
                    return Ok(Kind::Jump(Box::new(self.edge(block, successor(0)?)?)));
                };
                let edges = [
                    self.edge(block, successor(0)?)?,
                    self.edge(block, successor(1)?)?,
                ];
                Kind::Branch {
                    condition: self.operand(condition)?,
                    edges: Box::new(edges),
                }
            }
        })
    }
}
