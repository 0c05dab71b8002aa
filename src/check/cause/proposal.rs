//! What might have been meant instead of an operation: changes to one instruction, those
//! first that people make by mistake most often.

use term::{Format, Op, Outcomes};

use super::confusion::{cousins, instead};
use super::constants::Constants;
use super::lanes::masks;
use super::literals::Literals;
use super::spelling::{called, outcome, relation, replace, short, symbol, variable};
use crate::program::{
    Call, Callee, Cast, Function, FunctionId, Index, Kind, Operand, Predicate, Program, Register,
    Shape, TypeId,
};
use crate::verdict::Change;

/// A changed operation.
pub(super) struct Proposal {
    pub change: Change,
    pub kind: Kind,
    /// Whether a constant is replaced.
    pub of_constant: bool,
}

/// Bytes that an address may be off by.
const STEPS: [i64; 6] = [1, 2, 4, 8, 16, 32];

/// Proposes changes to the instructions of a program.
pub(super) struct Proposer<'a> {
    pub program: &'a mut Program,
    /// The constants that the reference uses.
    pub constants: &'a Constants,
    found: Vec<Proposal>,
}

impl<'a> Proposer<'a> {
    pub fn new(program: &'a mut Program, constants: &'a Constants) -> Proposer<'a> {
        Proposer {
            program,
            constants,
            found: Vec::new(),
        }
    }

    /// Changes to an instruction.
    pub fn of(mut self, (function, pc): (FunctionId, u32)) -> Vec<Proposal> {
        let kind = self.program.function(function).code[pc as usize]
            .kind
            .clone();
        match &kind {
            Kind::Integer {
                op,
                bits,
                checked,
                args,
            } => {
                let with = |op, args| Kind::Integer {
                    op,
                    bits: *bits,
                    checked: *checked,
                    args,
                };
                self.constant_of_two((args, None), |args| with(*op, args));
                for other in instead(*op) {
                    let change = match (*op, *other) {
                        (Op::AShr | Op::SDiv | Op::SRem, Op::LShr | Op::UDiv | Op::URem)
                        | (Op::LShr | Op::UDiv | Op::URem, Op::AShr | Op::SDiv | Op::SRem) => {
                            Change::Signedness
                        }
                        _ => replace(symbol(*op), symbol(*other)),
                    };
                    self.push(change, with(*other, *args));
                }
                if !op.is_commutative() {
                    self.push(Change::Exchange, with(*op, [args[1], args[0]]));
                }
            }
            Kind::Compare {
                predicate,
                bits,
                args,
            } => self.compare(*predicate, *bits, *args),
            Kind::Float {
                op,
                format,
                fast,
                args,
            } => {
                let with = |op, args| Kind::Float {
                    op,
                    format: *format,
                    fast: *fast,
                    args,
                };
                self.constant_of_two((args, Some(*format)), |args| with(*op, args));
                for other in instead(*op) {
                    self.push(replace(symbol(*op), symbol(*other)), with(*other, *args));
                }
                if !op.is_commutative() {
                    self.push(Change::Exchange, with(*op, [args[1], args[0]]));
                }
            }
            Kind::FloatCompare {
                format,
                outcomes,
                fast,
                args,
            } => {
                let (lt, gt, eq) = (Outcomes::LT, Outcomes::GT, Outcomes::EQ);
                for other in [lt, gt, eq, lt.union(eq), gt.union(eq)] {
                    let kind = Kind::FloatCompare {
                        format: *format,
                        outcomes: other,
                        fast: *fast,
                        args: *args,
                    };
                    if other != *outcomes {
                        self.push(replace(outcome(*outcomes), outcome(other)), kind);
                    }
                }
            }
            Kind::Cast {
                cast,
                from,
                to,
                checked,
                arg,
            } => {
                let other = match cast {
                    Cast::ZeroExtend => Some(Cast::SignExtend),
                    Cast::SignExtend => Some(Cast::ZeroExtend),
                    Cast::FloatToSigned => Some(Cast::FloatToUnsigned),
                    Cast::FloatToUnsigned => Some(Cast::FloatToSigned),
                    Cast::SignedToFloat => Some(Cast::UnsignedToFloat),
                    Cast::UnsignedToFloat => Some(Cast::SignedToFloat),
                    _ => None,
                };
                if let Some(cast) = other {
                    let kind = Kind::Cast {
                        cast,
                        from: *from,
                        to: *to,
                        checked: *checked,
                        arg: *arg,
                    };
                    self.push(Change::Signedness, kind);
                }
            }
            Kind::Select { ty, fast, args } => {
                let kind = Kind::Select {
                    ty: *ty,
                    fast: *fast,
                    args: [args[0], args[2], args[1]],
                };
                self.push(Change::Exchange, kind);
                for at in [1, 2] {
                    for (change, operand) in self.others(args[at], self.format(*ty)) {
                        let mut args = *args;
                        args[at] = operand;
                        let (ty, fast) = (*ty, *fast);
                        self.push_constant(change, Kind::Select { ty, fast, args });
                    }
                }
            }
            Kind::Shuffle { vector, mask, args } => self.shuffle(*vector, mask, *args),
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } => self.address(*base, *offset, indices),
            Kind::Store {
                ty,
                align,
                qualifiers,
                address,
                value,
            } => {
                for (change, value) in self.others(*value, self.format(*ty)) {
                    let kind = Kind::Store {
                        ty: *ty,
                        align: *align,
                        qualifiers: *qualifiers,
                        address: *address,
                        value,
                    };
                    self.push_constant(change, kind);
                }
            }
            Kind::Return(Some(value)) => {
                for (change, value) in self.others(*value, None) {
                    self.push_constant(change, Kind::Return(Some(value)));
                }
            }
            Kind::InsertElement {
                vector,
                index_bits,
                args,
            } => {
                for at in [1, 2] {
                    for (change, operand) in self.others(args[at], None) {
                        let mut args = *args;
                        args[at] = operand;
                        let (vector, index_bits) = (*vector, *index_bits);
                        let kind = Kind::InsertElement {
                            vector,
                            index_bits,
                            args,
                        };
                        self.push_constant(change, kind);
                    }
                }
            }
            Kind::ExtractElement {
                vector,
                index_bits,
                args,
            } => {
                for (change, operand) in self.others(args[1], None) {
                    let kind = Kind::ExtractElement {
                        vector: *vector,
                        index_bits: *index_bits,
                        args: [args[0], operand],
                    };
                    self.push_constant(change, kind);
                }
            }
            Kind::Call(call) => self.call(call),
            _ => {}
        }
        self.found
    }

    /// Other local variables of the same type in the place of one that an instruction
    /// reads or writes.
    pub fn variables(mut self, (function, pc): (FunctionId, u32)) -> Vec<Proposal> {
        let code = &self.program.function(function).code;
        let kind = code[pc as usize].kind.clone();
        let (Kind::Load { address, .. } | Kind::Store { address, .. }) = &kind else {
            return self.found;
        };
        let locals = code.iter().filter_map(|i| match &i.kind {
            Kind::Alloca { ty, name, .. } => Some((i.result?, *ty, name.to_string())),
            _ => None,
        });
        let locals: Vec<(Register, TypeId, String)> = locals.collect();
        let place =
            |(register, ..): &&(Register, TypeId, String)| *address == Operand::Register(*register);
        let Some((own, ty, name)) = locals.iter().find(place) else {
            return self.found;
        };
        for (other, _, to) in locals.iter().filter(|l| l.1 == *ty && l.0 != *own) {
            let mut kind = kind.clone();
            if let Kind::Load { address, .. } | Kind::Store { address, .. } = &mut kind {
                *address = Operand::Register(*other);
            }
            self.push(replace(variable(name), variable(to)), kind);
        }
        self.found
    }

    /// Whether some function calls this one.
    fn is_called(&self, id: FunctionId) -> bool {
        let mut code = self.program.functions().iter().flat_map(|f| f.code.iter());
        code.any(|instruction| match &instruction.kind {
            Kind::Call(call) => call.callee == Callee::Function(id),
            _ => false,
        })
    }

    /// A function like one that has no body, by its name.
    fn declared(&mut self, like: &Function, name: String) -> FunctionId {
        match self
            .program
            .functions()
            .iter()
            .position(|f| *f.name == *name)
        {
            Some(at) => FunctionId(at as u32),
            None => self.program.push_function(Function {
                name: name.into(),
                ..like.clone()
            }),
        }
    }

    fn push_constant(&mut self, change: Change, kind: Kind) {
        let of_constant = true;
        self.found.push(Proposal {
            change,
            kind,
            of_constant,
        });
    }

    /// The format of a type that is a float, or has floats for lanes.
    fn format(&self, ty: TypeId) -> Option<Format> {
        self.program.ty(ty).lanes()?.0.format()
    }

    fn push(&mut self, change: Change, kind: Kind) {
        let of_constant = false;
        self.found.push(Proposal {
            change,
            kind,
            of_constant,
        });
    }

    /// Other constants in the place of one.
    fn others(&mut self, operand: Operand, format: Option<Format>) -> Vec<(Change, Operand)> {
        let (program, constants) = (&mut *self.program, self.constants);
        Literals { program, constants }.instead_of(operand, format)
    }

    fn constant_of_two(
        &mut self,
        (args, format): (&[Operand; 2], Option<Format>),
        with: impl Fn([Operand; 2]) -> Kind,
    ) {
        for at in [1, 0] {
            for (change, operand) in self.others(args[at], format) {
                let mut args = *args;
                args[at] = operand;
                self.push_constant(change, with(args));
            }
        }
    }

    fn compare(&mut self, predicate: Predicate, bits: u8, args: [Operand; 2]) {
        let with = |predicate, args| Kind::Compare {
            predicate,
            bits,
            args,
        };
        self.constant_of_two((&args, None), |args| with(predicate, args));
        let other = match predicate.op {
            Op::Ult => Op::Slt,
            Op::Slt => Op::Ult,
            op => op,
        };
        for op in [predicate.op, other] {
            for (swap, negate) in [(false, false), (true, true), (true, false), (false, true)] {
                let changed = Predicate { op, swap, negate };
                let order = op != Op::Eq || !swap;
                if changed == predicate || !order {
                    continue;
                }
                let sign_only = (swap, negate) == (predicate.swap, predicate.negate);
                let change = match op != predicate.op && sign_only {
                    true => Change::Signedness,
                    false => replace(relation(predicate), relation(changed)),
                };
                self.push(change, with(changed, args));
            }
        }
    }

    fn shuffle(&mut self, vector: TypeId, mask: &[Option<u32>], args: [Operand; 2]) {
        let Shape::Vector { count, .. } = &self.program.ty(vector).shape else {
            return;
        };
        for other in masks(mask, *count) {
            let change = Change::Lanes {
                from: mask.to_vec(),
                to: other.clone(),
            };
            let kind = Kind::Shuffle {
                vector,
                mask: other.into(),
                args,
            };
            self.push(change, kind);
        }
        let exchanged = Kind::Shuffle {
            vector,
            mask: mask.into(),
            args: [args[1], args[0]],
        };
        self.push(Change::Exchange, exchanged);
    }

    fn address(&mut self, base: Operand, offset: i64, indices: &[Index]) {
        for (at, index) in indices.iter().enumerate() {
            for (change, operand) in self.others(index.operand, None) {
                let mut indices = indices.to_vec();
                indices[at].operand = operand;
                let kind = Kind::Address {
                    base,
                    offset,
                    indices: indices.into(),
                    lanes: None,
                };
                self.push_constant(change, kind);
            }
        }
        for step in STEPS {
            for bytes in [step, -step] {
                let kind = Kind::Address {
                    base,
                    offset: offset + bytes,
                    indices: indices.into(),
                    lanes: None,
                };
                self.push(Change::Address { bytes }, kind);
            }
        }
    }

    fn call(&mut self, call: &Call) {
        for at in 0..call.arguments.len() {
            for (change, operand) in self.others(call.arguments[at], self.format(call.types[at])) {
                let mut call = call.clone();
                call.arguments[at] = operand;
                self.push_constant(change, Kind::Call(Box::new(call)));
            }
        }
        for i in 0..call.arguments.len() {
            for j in i + 1..call.arguments.len() {
                if call.types[i] == call.types[j] && call.arguments[i] != call.arguments[j] {
                    let mut call = call.clone();
                    call.arguments.swap(i, j);
                    self.push(Change::Exchange, Kind::Call(Box::new(call)));
                }
            }
        }
        let Callee::Function(own) = call.callee else {
            return;
        };
        let function = self.program.function(own).clone();
        for name in cousins(&function.name) {
            let change = match name.contains("max") == function.name.contains("max") {
                true => Change::Signedness,
                false => replace(short(&function.name), short(&name)),
            };
            let mut call = call.clone();
            call.callee = Callee::Function(self.declared(&function, name));
            self.push(change, Kind::Call(Box::new(call)));
        }
        for at in 0..self.program.functions().len() {
            let id = FunctionId(at as u32);
            let other = self.program.function(id);
            let alike = id != own
                && other.is_defined()
                && !other.name.is_empty()
                && (&other.params, other.result) == (&function.params, function.result)
                && !function.variadic;
            // What nothing calls is a version that is checked.
            if alike && self.is_called(id) {
                let change = replace(called(&function.name), called(&other.name));
                let mut call = call.clone();
                call.callee = Callee::Function(id);
                self.push(change, Kind::Call(Box::new(call)));
            }
        }
    }
}
