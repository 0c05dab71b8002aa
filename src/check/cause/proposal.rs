//! Candidates for a wrong operation: changes to one instruction, the most common mistakes
//! first.

use term::{Op, Outcomes};

use super::confusion::{cousins, instead};
use super::lanes::masks;
use super::spelling::{called, outcome, relation, replace, short, symbol};
use crate::program::{
    Call, Callee, Cast, Function, FunctionId, Kind, Predicate, Program, Shape, TypeId,
};
use crate::verdict::Change;

/// A changed operation.
pub(super) struct Proposal {
    pub change: Change,
    pub kind: Kind,
}

/// The errors in bytes of an address that are tried, in both directions.
pub(super) const STEPS: [i64; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Proposes changes to the instructions of a program.
pub(super) struct Proposer<'a> {
    pub(super) program: &'a mut Program,
    pub(super) found: Vec<Proposal>,
}

impl<'a> Proposer<'a> {
    pub fn new(program: &'a mut Program) -> Proposer<'a> {
        Proposer {
            program,
            found: Vec::new(),
        }
    }

    /// Proposes other operations for an instruction, on the same operands or permuted ones.
    pub fn operations(mut self, (function, pc): (FunctionId, u32)) -> Vec<Proposal> {
        let code = &self.program.function(function).code;
        let kind = code[pc as usize].kind.clone();
        match &kind {
            Kind::Integer { .. } | Kind::Float { .. } => self.arithmetic(&kind),
            Kind::Compare { predicate, .. } => self.compare(&kind, *predicate),
            Kind::FloatCompare { outcomes, .. } => self.float_compare(&kind, *outcomes),
            Kind::Cast { cast, .. } => self.cast(&kind, *cast),
            Kind::Select { .. } => self.exchanged(&kind),
            Kind::Shuffle { vector, mask, .. } => self.shuffle(&kind, *vector, mask),
            Kind::Address { lanes: None, .. } => self.address(&kind),
            Kind::Call(call) => self.call(call),
            _ => {}
        }
        self.found
    }

    /// Proposes other functions of the same type for one that an instruction calls.
    pub fn functions(mut self, (caller, pc): (FunctionId, u32)) -> Vec<Proposal> {
        if let Kind::Call(call) = self.program.function(caller).code[pc as usize].kind.clone()
            && self.is_own(self.program.function(caller))
            && let Callee::Function(own) = call.callee
        {
            self.like(own, &call);
        }
        self.found
    }

    /// Whether a function is the user's, not one of a library's header.
    fn is_own(&self, function: &Function) -> bool {
        let location = self.program.location(function.span);
        location.is_some_and(|location| !location.is_system())
    }

    /// Whether some function of the user's calls this one.
    fn is_called(&self, id: FunctionId) -> bool {
        let functions = self.program.functions().iter();
        let own = functions.filter(|function| self.is_own(function));
        let mut code = own.flat_map(|function| function.code.iter());
        code.any(|instruction| match &instruction.kind {
            Kind::Call(call) => call.callee == Callee::Function(id),
            _ => false,
        })
    }

    /// The function of a name, declared with the signature of `like` if the program lacks
    /// it.
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

    pub(super) fn push(&mut self, change: Change, kind: Kind) {
        self.found.push(Proposal { change, kind });
    }

    /// Proposes the operators that are confused with the instruction's own, and swapped
    /// operands.
    fn arithmetic(&mut self, kind: &Kind) {
        let (Kind::Integer { op: own, .. } | Kind::Float { op: own, .. }) = kind else {
            return;
        };
        for other in instead(*own) {
            let change = match (*own, *other) {
                (Op::AShr | Op::SDiv | Op::SRem, Op::LShr | Op::UDiv | Op::URem)
                | (Op::LShr | Op::UDiv | Op::URem, Op::AShr | Op::SDiv | Op::SRem) => {
                    Change::Signedness
                }
                _ => replace(symbol(*own), symbol(*other)),
            };
            let mut kind = kind.clone();
            if let Kind::Integer { op, .. } | Kind::Float { op, .. } = &mut kind {
                *op = *other;
            }
            self.push(change, kind);
        }
        if !own.is_commutative() {
            self.exchanged(kind);
        }
    }

    /// Proposes the two operands of equal type swapped.
    fn exchanged(&mut self, kind: &Kind) {
        let mut kind = kind.clone();
        match &mut kind {
            Kind::Integer { args, .. } | Kind::Float { args, .. } | Kind::Shuffle { args, .. } => {
                args.swap(0, 1);
            }
            Kind::Select { args, .. } => args.swap(1, 2),
            _ => return,
        }
        self.push(Change::Exchange, kind);
    }

    fn compare(&mut self, kind: &Kind, own: Predicate) {
        let other = match own.op {
            Op::Ult => Op::Slt,
            Op::Slt => Op::Ult,
            op => op,
        };
        let rest = if own.op == Op::Eq {
            [Op::Slt, Op::Ult]
        } else {
            [other, Op::Eq]
        };
        for op in [own.op, rest[0], rest[1]] {
            for (swap, negate) in [(false, false), (true, true), (true, false), (false, true)] {
                let changed = Predicate { op, swap, negate };
                let order = op != Op::Eq || !swap;
                if changed == own || !order {
                    continue;
                }
                let sign_only = (swap, negate) == (own.swap, own.negate) && op == other;
                let change = match op != own.op && sign_only {
                    true => Change::Signedness,
                    false => replace(relation(own, changed), relation(changed, own)),
                };
                let mut kind = kind.clone();
                if let Kind::Compare { predicate, .. } = &mut kind {
                    *predicate = changed;
                }
                self.push(change, kind);
            }
        }
    }

    fn float_compare(&mut self, kind: &Kind, own: Outcomes) {
        let (lt, gt, eq) = (Outcomes::LT, Outcomes::GT, Outcomes::EQ);
        let ordered = [lt, gt, eq, lt.union(eq), gt.union(eq)];
        // A NaN is on the wrong side, or the relation is another one.
        let unordered = [lt, gt, lt.union(eq), gt.union(eq), lt.union(gt)];
        let unordered = unordered.map(|other| other.union(Outcomes::UNO));
        for other in ordered.into_iter().chain(unordered) {
            let mut kind = kind.clone();
            if let Kind::FloatCompare { outcomes, .. } = &mut kind {
                *outcomes = other;
            }
            if other != own {
                self.push(replace(outcome(own), outcome(other)), kind);
            }
        }
    }

    /// Proposes the conversion of the other signedness.
    fn cast(&mut self, kind: &Kind, own: Cast) {
        let other = match own {
            Cast::ZeroExtend => Cast::SignExtend,
            Cast::SignExtend => Cast::ZeroExtend,
            Cast::FloatToSigned => Cast::FloatToUnsigned,
            Cast::FloatToUnsigned => Cast::FloatToSigned,
            Cast::SignedToFloat => Cast::UnsignedToFloat,
            Cast::UnsignedToFloat => Cast::SignedToFloat,
            _ => return,
        };
        let mut kind = kind.clone();
        if let Kind::Cast { cast, .. } = &mut kind {
            *cast = other;
        }
        self.push(Change::Signedness, kind);
    }

    fn shuffle(&mut self, kind: &Kind, vector: TypeId, own: &[Option<u32>]) {
        let Shape::Vector { count, .. } = &self.program.ty(vector).shape else {
            return;
        };
        for other in masks(own, *count) {
            let change = Change::Lanes {
                from: own.to_vec(),
                to: other.clone(),
            };
            let mut kind = kind.clone();
            if let Kind::Shuffle { mask, .. } = &mut kind {
                *mask = other.into();
            }
            self.push(change, kind);
        }
        self.exchanged(kind);
    }

    fn address(&mut self, kind: &Kind) {
        for step in STEPS {
            for bytes in [step, -step] {
                let mut kind = kind.clone();
                if let Kind::Address { offset, .. } = &mut kind {
                    *offset += bytes;
                }
                self.push(Change::Address { bytes }, kind);
            }
        }
    }

    fn call(&mut self, call: &Call) {
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
    }

    /// Proposes the functions of the type of `own` that the user's code calls.
    fn like(&mut self, own: FunctionId, call: &Call) {
        let function = self.program.function(own).clone();
        for at in 0..self.program.functions().len() {
            let id = FunctionId(at as u32);
            let other = self.program.function(id);
            let alike = id != own
                && other.is_defined()
                && !other.name.is_empty()
                && (&other.params, other.result) == (&function.params, function.result)
                && !function.variadic;
            // A function without callers is one of the versions.
            if alike && self.is_called(id) {
                let change = replace(called(&function.name), called(&other.name));
                let mut call = call.clone();
                call.callee = Callee::Function(id);
                self.push(change, Kind::Call(Box::new(call)));
            }
        }
    }
}
