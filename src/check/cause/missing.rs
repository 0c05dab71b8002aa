//! Candidates for an operation that is missing: a rounding constant before a shift, a factor
//! of two, the old value of a sum, one more or less of an integer, an offset of a pointer.

use term::{Format, Op};

use super::candidate::{Candidate, Edit};
use super::constants::{Constants, text};
use super::intrinsic;
use super::proposal::STEPS;
use super::spelling::variable;
use crate::program::{
    Body, Call, Callee, Constant, FastMath, FunctionId, Kind, Operand, Program, Scalar, Shape,
    TypeId,
};
use crate::verdict::Change;

/// The lane widths that a sum of integer vectors may have.
const WIDTHS: [u8; 4] = [8, 16, 32, 64];

/// Proposes the operations that an instruction lacks.
pub(super) struct Missing<'a> {
    pub program: &'a mut Program,
    pub constants: &'a Constants,
}

impl Missing<'_> {
    /// Proposes operations on an operand, on the loaded pointer, or on the stored value.
    pub fn at(&mut self, (function, pc): (FunctionId, u32)) -> Vec<Candidate> {
        let code = &self.program.function(function).code;
        match code[pc as usize].kind.clone() {
            Kind::Call(call) => self.operands(&call),
            kind @ Kind::Integer {
                op: Op::LShr | Op::AShr,
                ..
            } => self.rounding(&kind),
            kind @ Kind::Load { .. } => self.offsets(&kind),
            kind @ Kind::Store { address, .. } => {
                let name = code.iter().find_map(|i| match &i.kind {
                    Kind::Alloca { name, .. } => {
                        let own = i.result.map(Operand::Register) == Some(address);
                        own.then(|| variable(name))
                    }
                    _ => None,
                });
                self.sums(&kind, name)
            }
            _ => Vec::new(),
        }
    }

    /// Proposes one more and one less for an integer that an instruction reads.
    pub fn one_at(&mut self, (function, pc): (FunctionId, u32)) -> Vec<Candidate> {
        let kind = self.program.function(function).code[pc as usize]
            .kind
            .clone();
        let Kind::Load { ty, .. } = &kind else {
            return Vec::new();
        };
        match self.program.ty(*ty).shape {
            Shape::Scalar(Scalar::Int(bits)) => self.ones(&kind, bits),
            _ => Vec::new(),
        }
    }

    /// A call of a new function in place of an instruction.
    fn around((body, result): (Body, Option<Operand>), call: Call, change: Change) -> Candidate {
        Candidate {
            change,
            edit: Edit::Around {
                function: Box::new(body.returning(result, &call.types, call.result)),
                kind: Kind::Call(Box::new(call)),
            },
        }
    }

    /// Operands of intrinsics: doubled in sums and products, a constant added before a shift.
    fn operands(&mut self, call: &Call) -> Vec<Candidate> {
        let Callee::Function(callee) = call.callee else {
            return Vec::new();
        };
        let name = intrinsic::name(&self.program.function(callee).name).to_owned();
        let Some(bits) = intrinsic::lane_width(&name).filter(|_| call.unwind.is_none()) else {
            return Vec::new();
        };
        let is_float = name.ends_with("ps") || name.ends_with("pd");
        let mut all = Vec::new();
        if is_float {
            return all;
        }
        if intrinsic::is_arithmetic(&name) {
            for at in 0..call.arguments.len() {
                let doubled =
                    |body: &mut Body, lanes| body.compute(integer(Op::Add, bits, [lanes, lanes]));
                all.extend(self.operand(call, (at, bits), &doubled, Change::Doubling));
            }
        }
        if intrinsic::shifts_right(&name) {
            for value in self.constants.instead(bits, 0, None) {
                let count = self.lanes_of(call.types.first().copied(), bits);
                let Some(count) = count else { break };
                let constant = Constant::Vector {
                    bits,
                    lanes: vec![Some(value); count as usize].into(),
                };
                let constant = self.program.add_constant(constant);
                let added = |body: &mut Body, lanes| {
                    body.compute(integer(Op::Add, bits, [lanes, constant]))
                };
                let change = Change::Addition {
                    what: text(bits, value, None),
                };
                all.extend(self.operand(call, (0, bits), &added, change));
            }
        }
        all
    }

    /// The number of lanes of a width in a vector type.
    fn lanes_of(&self, ty: Option<TypeId>, bits: u8) -> Option<u32> {
        let Shape::Vector { lane, count } = self.program.ty(ty?).shape else {
            return None;
        };
        Some(u32::from(lane.bits()) * count / u32::from(bits))
    }

    /// The call with an operation on the lanes of one operand.
    fn operand(
        &self,
        call: &Call,
        (at, bits): (usize, u8),
        operation: &dyn Fn(&mut Body, Operand) -> Operand,
        change: Change,
    ) -> Option<Candidate> {
        let whole = call.types[at];
        let shape = Shape::Vector {
            lane: Scalar::Int(bits),
            count: self.lanes_of(Some(whole), bits)?,
        };
        let lanes = self.program.find_type(&shape)?;
        let mut body = Body::new(call.arguments.len());
        let mut arguments = body.params();
        let cut = body.compute(bitcast(whole, lanes, arguments[at]));
        let changed = operation(&mut body, cut);
        arguments[at] = body.compute(bitcast(lanes, whole, changed));
        let inner = Call {
            arguments: arguments.into(),
            ..call.clone()
        };
        let result = body.compute(Kind::Call(Box::new(inner)));
        Some(Self::around((body, Some(result)), call.clone(), change))
    }

    /// A shift by a constant, with a constant added before.
    fn rounding(&mut self, kind: &Kind) -> Vec<Candidate> {
        let Kind::Integer { bits, args, .. } = kind else {
            return Vec::new();
        };
        let Operand::Constant(distance) = args[1] else {
            return Vec::new();
        };
        let known = &self.program.constants()[distance as usize];
        let shape = Shape::Scalar(Scalar::Int(*bits));
        let (Constant::Scalar { .. }, Some(ty)) = (known, self.program.find_type(&shape)) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for value in self.constants.instead(*bits, 0, None) {
            let constant = Constant::Scalar {
                bits: *bits,
                value: Some(value),
            };
            let constant = self.program.add_constant(constant);
            let mut body = Body::new(1);
            let sum = integer(Op::Add, *bits, [body.params()[0], constant]);
            let sum = body.compute(sum);
            let mut shift = kind.clone();
            if let Kind::Integer { args, .. } = &mut shift {
                args[0] = sum;
            }
            let shifted = body.compute(shift);
            let change = Change::Addition {
                what: text(*bits, value, None),
            };
            let call = call((&[args[0]], &[ty]), ty);
            all.push(Self::around((body, Some(shifted)), call, change));
        }
        all
    }

    /// A loaded pointer, some bytes further or back.
    fn offsets(&self, kind: &Kind) -> Vec<Candidate> {
        let Kind::Load { ty, address, .. } = kind else {
            return Vec::new();
        };
        if self.program.ty(*ty).shape != Shape::Scalar(Scalar::Pointer) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for bytes in STEPS.into_iter().flat_map(|step| [step, -step]) {
            let mut body = Body::new(1);
            let mut load = kind.clone();
            if let Kind::Load { address, .. } = &mut load {
                *address = body.params()[0];
            }
            let pointer = body.compute(load);
            let moved = body.compute(Kind::Address {
                base: pointer,
                offset: bytes,
                indices: Box::default(),
                lanes: None,
            });
            let call = call((&[*address], &[*ty]), *ty);
            all.push(Self::around(
                (body, Some(moved)),
                call,
                Change::Address { bytes },
            ));
        }
        all
    }

    /// A loaded integer, one more or one less: a factor, a bound or an index.
    fn ones(&mut self, kind: &Kind, bits: u8) -> Vec<Candidate> {
        let Kind::Load { ty, address, .. } = kind else {
            return Vec::new();
        };
        let pointer = self.program.find_type(&Shape::Scalar(Scalar::Pointer));
        let Some(pointer) = pointer.filter(|_| bits > 1) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for by in [1, u128::MAX >> (128 - u32::from(bits))] {
            let constant = self.program.add_constant(Constant::Scalar {
                bits,
                value: Some(by),
            });
            let mut body = Body::new(1);
            let mut load = kind.clone();
            if let Kind::Load { address, .. } = &mut load {
                *address = body.params()[0];
            }
            let own = body.compute(load);
            let sum = body.compute(integer(Op::Add, bits, [own, constant]));
            let change = Change::Addition {
                what: text(bits, by, None),
            };
            let call = call((&[*address], &[pointer]), *ty);
            all.push(Self::around((body, Some(sum)), call, change));
        }
        all
    }

    /// A stored number, added to the old one.
    fn sums(&self, kind: &Kind, name: Option<String>) -> Vec<Candidate> {
        let Kind::Store {
            ty,
            align,
            qualifiers,
            address,
            value,
        } = kind
        else {
            return Vec::new();
        };
        let types = [
            self.program.find_type(&Shape::Scalar(Scalar::Pointer)),
            self.program.find_type(&Shape::Void),
        ];
        let ([Some(pointer), Some(void)], Some((lane, count))) =
            (types, self.program.ty(*ty).lanes())
        else {
            return Vec::new();
        };
        let widths = match lane {
            Scalar::Float(format) => vec![(Scalar::Float(format), None)],
            Scalar::Pointer => return Vec::new(),
            Scalar::Int(1) => return Vec::new(),
            Scalar::Int(bits) if count == 1 => vec![(Scalar::Int(bits), None)],
            Scalar::Int(bits) => {
                let cut = |width: u8| {
                    let shape = Shape::Vector {
                        lane: Scalar::Int(width),
                        count: u32::from(bits) * count / u32::from(width),
                    };
                    let lanes = self.program.find_type(&shape)?;
                    Some((Scalar::Int(width), Some(lanes)))
                };
                WIDTHS.into_iter().filter_map(cut).collect()
            }
        };
        let mut all = Vec::new();
        for (lane, lanes) in widths {
            let mut body = Body::new(2);
            let [to, new] = body.params()[..] else {
                continue;
            };
            let old = body.compute(Kind::Load {
                ty: *ty,
                speculative: false,
                masked: false,
                align: *align,
                qualifiers: *qualifiers,
                address: to,
            });
            let mut cut = |whole| match lanes {
                Some(lanes) => body.compute(bitcast(*ty, lanes, whole)),
                None => whole,
            };
            let args = [cut(old), cut(new)];
            let sum = match lane {
                Scalar::Float(format) => body.compute(float(Op::FAdd, format, args)),
                _ => body.compute(integer(Op::Add, lane.bits(), args)),
            };
            let sum = match lanes {
                Some(lanes) => body.compute(bitcast(lanes, *ty, sum)),
                None => sum,
            };
            let mut store = kind.clone();
            if let Kind::Store { address, value, .. } = &mut store {
                (*address, *value) = (to, sum);
            }
            body.run(store);
            let what = name.clone().unwrap_or_else(|| "the old value".to_owned());
            let call = call((&[*address, *value], &[pointer, *ty]), void);
            all.push(Self::around((body, None), call, Change::Addition { what }));
        }
        all
    }
}

/// A call whose callee is still open.
fn call((arguments, types): (&[Operand], &[TypeId]), result: TypeId) -> Call {
    Call {
        callee: Callee::Function(FunctionId(0)),
        arguments: arguments.into(),
        types: types.into(),
        by_value: Box::default(),
        result,
        fast: FastMath::default(),
        unused: false,
        unwind: None,
    }
}

fn integer(op: Op, bits: u8, args: [Operand; 2]) -> Kind {
    Kind::Integer {
        op,
        bits,
        checked: false,
        args,
    }
}

fn float(op: Op, format: Format, args: [Operand; 2]) -> Kind {
    Kind::Float {
        op,
        format,
        fast: FastMath::default(),
        args,
    }
}

fn bitcast(from: TypeId, to: TypeId, arg: Operand) -> Kind {
    Kind::Bitcast { from, to, arg }
}
