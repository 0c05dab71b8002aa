//! Terms for the lanes of vectors, such as those of the mask of a loop's last iteration.

use term::{Spec, TermId};

use super::depends::Depends;
use super::{Before, Guards, Value};
use crate::budgets::coverage::GUARD_DEPTH;
use crate::program::{Cast, Constant, Kind, Operand, Register, Scalar, TypeId};

/// The index and the width in bits of a lane.
type Lane = (u32, u8);

impl Guards<'_, '_> {
    /// A lane of a vector; of a scalar operand, the scalar.
    pub(super) fn lane(
        &mut self,
        at: usize,
        operand: Operand,
        (index, bits): Lane,
        before: Before,
    ) -> Value {
        let register = match operand {
            Operand::Register(register) => register,
            Operand::Constant(constant) => {
                let known = match &self.graph.program.constants()[constant as usize] {
                    Constant::Vector { bits: own, lanes } if *own == bits => {
                        lanes.get(index as usize).copied().flatten()
                    }
                    Constant::Scalar { bits: own, value } if *own == bits => *value,
                    _ => None,
                };
                return match known {
                    Some(value) => Value {
                        term: self.builder.constant(bits, value),
                        depends: Depends::default(),
                    },
                    None => self.unknown(bits, Depends::default()),
                };
            }
        };
        let key = (at, register, index, before);
        let known = self.lanes.get(&key).copied();
        if let Some(value) = known.filter(|value| self.builder.width(value.term) == bits) {
            return value;
        }
        self.depth += 1;
        let found = match self.depth < GUARD_DEPTH {
            true => self.computed_lane(at, register, (index, bits), before),
            false => None,
        };
        self.depth -= 1;
        let value = found.unwrap_or_else(|| {
            let depends = self.depends(at, operand);
            self.unknown(bits, depends)
        });
        self.lanes.insert(key, value);
        value
    }

    /// A lane that an instruction computes from lanes of its operands; `None` for other
    /// instructions.
    fn computed_lane(
        &mut self,
        at: usize,
        register: Register,
        (index, bits): Lane,
        before: Before,
    ) -> Option<Value> {
        let id = self.activations[at].function;
        let graph = self.graph;
        if (register.0 as usize) < graph.function(id).params.len() {
            let (caller, call) = self.activations[at].caller?;
            let calling = graph.function(self.activations[caller].function);
            let Kind::Call(call) = &calling.code[call as usize].kind else {
                return None;
            };
            let argument = *call.arguments.get(register.0 as usize)?;
            return Some(self.lane(caller, argument, (index, bits), None));
        }
        let pc = *graph.body(id).defined_at.get(&register)?;
        let before = self.inside(at, register, before);
        match &graph.function(id).code[pc as usize].kind {
            Kind::Integer {
                op,
                bits: own,
                args,
                ..
            } if *own == bits && bits <= 64 => {
                let [x, y] = args.map(|arg| self.lane(at, arg, (index, bits), before));
                Some(Value {
                    term: self.builder.build(Spec::int(*op, bits), &[x.term, y.term]),
                    depends: x.depends.and(y.depends),
                })
            }
            Kind::Compare {
                predicate,
                bits: own,
                args,
            } if bits == 1 && *own <= 64 => {
                let [x, y] = args.map(|arg| self.lane(at, arg, (index, *own), before));
                Some(Value {
                    term: self.predicate(*predicate, x.term, y.term),
                    depends: x.depends.apart(y.depends),
                })
            }
            Kind::Cast {
                cast,
                from,
                to,
                arg,
                ..
            } if to.bits() == bits && from.bits() <= 64 && bits <= 64 => {
                let value = self.lane(at, *arg, (index, from.bits()), before);
                let term = match cast {
                    Cast::Truncate => self.builder.trunc(value.term, bits),
                    Cast::SignExtend => self.builder.sext(value.term, bits),
                    Cast::ZeroExtend => self.builder.zext(value.term, bits),
                    _ => return None,
                };
                Some(Value { term, ..value })
            }
            Kind::Select { args, .. } if bits <= 64 => {
                let condition = self.lane(at, args[0], (index, 1), before);
                let [x, y] =
                    [args[1], args[2]].map(|arg| self.lane(at, arg, (index, bits), before));
                Some(Value {
                    term: self.builder.select(condition.term, x.term, y.term),
                    depends: condition.depends.and(x.depends).and(y.depends),
                })
            }
            Kind::Freeze { arg, .. } => Some(self.lane(at, *arg, (index, bits), before)),
            Kind::InsertElement { args, .. } => match self.index(args[2])? {
                place if place == index => Some(self.value(at, args[1], bits, before)),
                _ => Some(self.lane(at, args[0], (index, bits), before)),
            },
            Kind::Shuffle { vector, mask, args } => {
                let (_, count) = graph.program.ty(*vector).lanes()?;
                let lane = mask.get(index as usize).copied().flatten()?;
                let (arg, lane) = match lane.checked_sub(count) {
                    Some(second) => (args[1], second),
                    None => (args[0], lane),
                };
                Some(self.lane(at, arg, (lane, bits), before))
            }
            Kind::Bitcast { from, arg, .. } => {
                self.recut(at, *arg, *from, (u32::from(bits) * index, bits), before)
            }
            Kind::Call(call) if before.is_none() => {
                let (callee, operand) = self.returned(call)?;
                let own = self.activation(callee, at, pc);
                Some(self.lane(own, operand, (index, bits), None))
            }
            _ => None,
        }
    }

    /// The lane that an `extractelement` with a constant index takes; `None` for others.
    pub(super) fn extracted(
        &mut self,
        at: usize,
        args: [Operand; 2],
        bits: u8,
        before: Before,
    ) -> Option<Value> {
        let index = self.index(args[1])?;
        Some(self.lane(at, args[0], (index, bits), before))
    }

    /// The `bits` bits from bit `start` on of an operand of type `from`; `None` if no lanes make
    /// up these bits.
    pub(super) fn recut(
        &mut self,
        at: usize,
        arg: Operand,
        from: TypeId,
        (start, bits): (u32, u8),
        before: Before,
    ) -> Option<Value> {
        let (lane, _) = self.graph.program.ty(from).lanes()?;
        if bits > 64 || matches!(lane, Scalar::Float(_)) || lane.bits() > 64 {
            return None;
        }
        let own = u32::from(lane.bits());
        let mut whole: Option<(TermId, Depends)> = None;
        let mut place = start;
        while place < start + u32::from(bits) {
            let value = self.lane(at, arg, (place / own, lane.bits()), before);
            let inside = place % own;
            let taken = (own - inside).min(start + u32::from(bits) - place);
            let builder = &mut *self.builder;
            let piece = builder.extract(value.term, inside as u8, taken as u8);
            whole = Some(match whole {
                None => (piece, value.depends),
                Some((low, depends)) => (builder.concat(piece, low), depends.and(value.depends)),
            });
            place += taken;
        }
        whole.map(|(term, depends)| Value { term, depends })
    }

    /// A constant index of a lane.
    fn index(&self, operand: Operand) -> Option<u32> {
        let Operand::Constant(constant) = operand else {
            return None;
        };
        match &self.graph.program.constants()[constant as usize] {
            Constant::Scalar {
                value: Some(value), ..
            } => u32::try_from(*value).ok(),
            _ => None,
        }
    }
}
