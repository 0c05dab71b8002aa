//! Truncations that lose bits when a size is large.
//!
//! `(uint16_t)(n / 16)` is right up to some size and wrong beyond it, and no branch shows
//! it. So the loss of bits is an arm like those of a branch, if the truncated number
//! decides a branch, an address or the length of a copy. Numbers that are only stored are
//! data. Masks (`n & 15`) are taken to be meant as such, except the masks of the narrow
//! widths.

use rustc_hash::FxHashSet;

use crate::program::{
    Callee, Cast, Constant, FunctionId, Instruction, Kind, Operand, Program, Register, Scalar,
};
use crate::symex::{NARROW, is_narrow};

/// The operation of a narrowing instruction.
pub(super) enum Narrowed {
    /// A truncation to the low bits.
    Cut {
        /// The truncated number.
        from: Operand,
        /// Its width in bits.
        wide: u8,
        /// The width of the result in bits.
        bits: u8,
    },
    /// An addition of a constant at a narrow width.
    Grown {
        /// The number that grows.
        from: Operand,
        /// The constant.
        by: u128,
        /// The width in bits.
        bits: u8,
    },
}

/// Returns what an instruction narrows, if it may lose bits of a count.
pub(super) fn narrowed(program: &Program, instruction: &Instruction) -> Option<Narrowed> {
    let narrow = |bits: u8| NARROW.contains(&bits);
    match &instruction.kind {
        Kind::Cast {
            cast: Cast::Truncate,
            from: Scalar::Int(wide),
            to: Scalar::Int(bits),
            arg,
            ..
        } if narrow(*bits) && *wide <= 64 => Some(Narrowed::Cut {
            from: *arg,
            wide: *wide,
            bits: *bits,
        }),
        Kind::Integer {
            op: term::Op::Add,
            bits,
            args: [from, Operand::Constant(by)],
            ..
        } if narrow(*bits) => match program.constants()[*by as usize] {
            Constant::Scalar {
                value: Some(by), ..
            } if by < 1 << (bits - 1) => Some(Narrowed::Grown {
                from: *from,
                by,
                bits: *bits,
            }),
            _ => None,
        },
        Kind::Integer {
            op: term::Op::And,
            bits,
            args: [from, Operand::Constant(mask)],
            ..
        } if *bits <= 64 => match program.constants()[*mask as usize] {
            Constant::Scalar {
                value: Some(mask), ..
            } if is_narrow(mask as u64) => Some(Narrowed::Cut {
                from: *from,
                wide: *bits,
                bits: mask.count_ones() as u8,
            }),
            _ => None,
        },
        _ => None,
    }
}

/// A version's program and functions.
#[derive(Clone, Copy)]
struct Version<'a> {
    program: &'a Program,
    functions: &'a [FunctionId],
}

/// The registers of a version's functions that decide branches, addresses and lengths.
#[derive(Default)]
pub(super) struct Steering(FxHashSet<(FunctionId, Register)>);

impl Steering {
    /// Finds the registers in these functions that decide branches, addresses or lengths.
    /// The first function is the version's root; callers come before their callees.
    pub fn of(program: &Program, functions: &[FunctionId]) -> Steering {
        let mut steering = Steering::default();
        let version = Version { program, functions };
        loop {
            let before = steering.0.len();
            for &id in functions.iter().rev() {
                for instruction in program.function(id).code.iter().rev() {
                    steering.follow(version, id, instruction);
                }
            }
            if steering.0.len() == before {
                return steering;
            }
        }
    }

    pub fn contains(&self, function: FunctionId, register: Register) -> bool {
        self.0.contains(&(function, register))
    }

    fn add(&mut self, id: FunctionId, operand: Operand) {
        if let Operand::Register(register) = operand {
            self.0.insert((id, register));
        }
    }

    fn follow(&mut self, version: Version<'_>, id: FunctionId, instruction: &Instruction) {
        for edge in crate::program::edges(instruction) {
            for (register, operand) in &edge.moves {
                if self.contains(id, *register) {
                    self.add(id, *operand);
                }
            }
        }
        let steers = instruction.result.is_some_and(|r| self.contains(id, r));
        match &instruction.kind {
            Kind::Branch { condition, .. } => self.add(id, *condition),
            Kind::Switch { value, .. } => self.add(id, *value),
            Kind::Address { indices, .. } => {
                for index in indices {
                    self.add(id, index.operand);
                }
            }
            // A returned value may steer the caller.
            Kind::Return(Some(value)) if Some(&id) != version.functions.first() => {
                self.add(id, *value)
            }
            Kind::Call(call) => self.call(version, id, call),
            // The outcome of a comparison is a choice, also where it is only data.
            Kind::Compare { args, .. } => args.iter().for_each(|arg| self.add(id, *arg)),
            Kind::Integer { args, .. } if steers => {
                args.iter().for_each(|arg| self.add(id, *arg));
            }
            Kind::Select { args, .. } if steers => args.iter().for_each(|arg| self.add(id, *arg)),
            Kind::Cast { arg, .. } | Kind::Freeze { arg, .. } if steers => self.add(id, *arg),
            _ => {}
        }
    }

    fn call(&mut self, version: Version<'_>, id: FunctionId, call: &crate::program::Call) {
        let Callee::Function(callee) = call.callee else {
            return;
        };
        if version.functions.contains(&callee) {
            for (index, argument) in call.arguments.iter().enumerate() {
                if self.contains(callee, Register(index as u32)) {
                    self.add(id, *argument);
                }
            }
            return;
        }
        let name = &*version.program.function(callee).name;
        let copies = ["llvm.mem", "mem"].iter().any(|p| name.starts_with(p));
        if let (true, Some(length)) = (copies, call.arguments.get(2)) {
            self.add(id, *length);
        }
    }
}
