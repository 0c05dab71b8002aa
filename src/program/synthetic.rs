//! Functions that are made here instead of decoded.

use super::flow::Flow;
use super::instruction::{Instruction, Kind, Operand, Register};
use super::span::SpanId;
use super::types::{Shape, TypeId};
use super::{Function, Program};

/// The body of a function of one block, built instruction by instruction.
pub struct Body {
    params: u32,
    registers: u32,
    code: Vec<Instruction>,
}

impl Body {
    /// A body without instructions, of a function with this number of parameters.
    pub fn new(params: usize) -> Body {
        Body {
            params: params as u32,
            registers: params as u32,
            code: Vec::new(),
        }
    }

    /// The parameters, as operands.
    pub fn params(&self) -> Vec<Operand> {
        let params = 0..self.params;
        params.map(|at| Operand::Register(Register(at))).collect()
    }

    /// Adds an instruction with a result.
    pub fn compute(&mut self, kind: Kind) -> Operand {
        let result = Register(self.registers);
        self.registers += 1;
        self.push(Some(result), kind);
        Operand::Register(result)
    }

    /// Adds an instruction without a result.
    pub fn run(&mut self, kind: Kind) {
        self.push(None, kind);
    }

    fn push(&mut self, result: Option<Register>, kind: Kind) {
        self.code.push(Instruction {
            span: SpanId::NONE,
            result,
            kind,
        });
    }

    /// The function that returns an operand, or nothing. It has no name and no address.
    pub fn returning(
        mut self,
        value: Option<Operand>,
        params: &[TypeId],
        result: TypeId,
    ) -> Function {
        self.run(Kind::Return(value));
        let blocks = [0];
        Function {
            name: Box::default(),
            address: 0,
            params: params.into(),
            result,
            variadic: false,
            checks: false,
            may_write: true,
            registers: self.registers,
            flow: Flow::of(&blocks, &self.code),
            blocks: blocks.into(),
            code: self.code.into(),
            span: SpanId::NONE,
            definitions: vec![0; self.registers as usize].into(),
            open_operands: Box::default(),
            restrict: Box::default(),
            roots: Box::default(),
        }
    }
}

impl Program {
    /// Returns a type of this structure, if the program has one.
    pub fn find_type(&self, shape: &Shape) -> Option<TypeId> {
        let at = self.types.iter().position(|ty| ty.shape == *shape)?;
        Some(TypeId(at as u32))
    }
}
