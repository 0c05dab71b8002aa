//! Terms for operands, parameters and lengths.

use term::{Op, Spec, TermId};

use super::depends::{Depends, Parameter};
use super::{Before, Guards, Value};
use crate::budgets::coverage::GUARD_DEPTH;
use crate::contract::Length;
use crate::program::{Constant, Kind, Operand, Register};

impl Guards<'_, '_> {
    pub(super) fn value(
        &mut self,
        activation: usize,
        operand: Operand,
        bits: u8,
        before: Before,
    ) -> Value {
        let register = match operand {
            Operand::Register(register) => register,
            Operand::Constant(index) => {
                let constant = &self.graph.program.constants()[index as usize];
                return match constant {
                    Constant::Scalar {
                        bits: own,
                        value: Some(value),
                    } if *own == bits => Value {
                        term: self.builder.constant(bits, *value),
                        depends: Depends::default(),
                    },
                    _ => self.unknown(bits, Depends::default()),
                };
            }
        };
        let function = self.graph.function(self.activations[activation].function);
        let before = self.inside(activation, register, before);
        let key = (activation, register, before);
        if let Some(value) = self
            .values
            .get(&key)
            .filter(|v| self.builder.width(v.term) == bits)
        {
            return *value;
        }
        if self.depth == GUARD_DEPTH {
            let depends = Depends {
                memory: true,
                ..Depends::default()
            };
            return self.unknown(bits, depends);
        }
        self.depth += 1;
        let value = match (register.0 as usize) < function.params.len() {
            true => self.parameter(activation, register, bits),
            false => self.register(activation, register, bits, before),
        };
        self.depth -= 1;
        self.values.insert(key, value);
        value
    }

    /// The loop whose previous iteration a register is taken from. A value defined before the loop
    /// is the same there.
    pub(super) fn inside(&self, activation: usize, register: Register, before: Before) -> Before {
        let function = self.graph.function(self.activations[activation].function);
        let block = function.definitions[register.0 as usize];
        before.filter(|(within, header)| {
            *within == activation
                && register.0 as usize >= function.params.len()
                && function.flow.dominates(*header, block)
        })
    }

    pub(super) fn parameter(&mut self, activation: usize, register: Register, bits: u8) -> Value {
        let index = register.0 as usize;
        if let Some((caller, at)) = self.activations[activation].caller {
            let id = self.activations[caller].function;
            return match &self.graph.function(id).code[at as usize].kind {
                Kind::Call(call) if index < call.arguments.len() => {
                    self.value(caller, call.arguments[index], bits, None)
                }
                _ => self.unknown(bits, Depends::INPUT),
            };
        }
        match self.parameters.get(index).cloned() {
            Some(Parameter::Size(length)) => {
                let whole = self.length(&length);
                let mut sizes = false;
                length.variables(&mut |_| sizes = true);
                let depends = Depends {
                    sizes,
                    ..Depends::default()
                };
                Value {
                    term: self.builder.trunc(whole, bits),
                    depends,
                }
            }
            Some(Parameter::Constant(value)) => Value {
                term: self.builder.constant(bits, value),
                depends: Depends::default(),
            },
            Some(Parameter::Address) if bits == 64 => self.address(),
            _ => self.unknown(bits, Depends::INPUT),
        }
    }

    pub(super) fn length(&mut self, length: &Length) -> TermId {
        match length {
            Length::Const(value) => self.builder.constant(64, u128::from(*value)),
            Length::Var(name) => match self.sizes.get(name) {
                Some(size) => *size,
                None => self.unknown(64, Depends::default()).term,
            },
            Length::Op(op, a, b) => {
                let args = [self.length(a), self.length(b)];
                let op = match op {
                    '+' => Op::Add,
                    '-' => Op::Sub,
                    '*' => Op::Mul,
                    _ => Op::UDiv,
                };
                self.builder.build(Spec::int(op, 64), &args)
            }
        }
    }
}
