//! Which parameters a pointer is computed from.
//!
//! C17 6.7.3.1 asks of each pointer whether it is *based on* a `restrict` parameter. Within
//! a function that is a matter of address arithmetic, phis and selects, back to parameters,
//! variables and pointers in memory; a pointer that a call returns or that is made from an
//! integer may be based on anything.
//! Invariant: a root that cannot be told is [`Roots::UNKNOWN`].

use super::instruction::{Instruction, Kind, Operand, Register};
use super::types::{Scalar, Shape, Type};
use super::{Constant, Function, flow};

/// What a pointer may be computed from: a set of parameters, pointers loaded, variables, or
/// something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roots(u64);

/// Parameters that are told apart.
const MOST_PARAMS: usize = 32;

/// Parameters, and instructions that load a pointer, that are told apart.
const MOST: usize = 62;

impl Roots {
    /// Nothing: the null pointer.
    pub const NONE: Roots = Roots(0);
    /// A variable, named directly.
    pub const VARIABLE: Roots = Roots(1 << MOST);
    /// It is not known what.
    pub const UNKNOWN: Roots = Roots(1 << (MOST + 1));

    fn param(index: usize) -> Roots {
        match index < MOST_PARAMS {
            true => Roots(1 << index),
            false => Roots::UNKNOWN,
        }
    }

    fn union(self, other: Roots) -> Roots {
        Roots(self.0 | other.0)
    }

    /// Whether there may be others than the parameters and variables named.
    pub const fn are_unknown(self) -> bool {
        self.0 & Roots::UNKNOWN.0 != 0
    }

    /// Whether a variable is among them.
    pub const fn has_variable(self) -> bool {
        self.0 & Roots::VARIABLE.0 != 0
    }

    /// The parameters among them.
    pub fn params(self) -> impl Iterator<Item = usize> {
        (0..MOST_PARAMS).filter(move |i| self.0 >> i & 1 == 1)
    }

    /// The instructions among them that load a pointer, by numbers of their own.
    pub fn loads(self) -> impl Iterator<Item = u32> {
        (MOST_PARAMS..MOST)
            .filter(move |i| self.0 >> i & 1 == 1)
            .map(|i| i as u32)
    }

    /// Those of each register of a function.
    pub(super) fn of(function: &Function, constants: &[Constant], types: &[Type]) -> Box<[Roots]> {
        let mut roots = vec![Roots::NONE; function.registers as usize];
        for (index, root) in roots.iter_mut().take(function.params.len()).enumerate() {
            *root = Roots::param(index);
        }
        let loads = function.code.iter().filter_map(|instruction| {
            let Kind::Load { ty, .. } = instruction.kind else {
                return None;
            };
            let is_pointer = types[ty.0 as usize].shape == Shape::Scalar(Scalar::Pointer);
            instruction.result.filter(|_| is_pointer)
        });
        for (index, register) in (MOST_PARAMS..MOST).zip(loads) {
            roots[register.0 as usize] = Roots(1 << index);
        }
        // A register's roots only grow.
        loop {
            let before = roots.clone();
            for instruction in &function.code {
                step(instruction, &mut roots, constants);
            }
            if roots == before {
                return roots.into();
            }
        }
    }

    /// Those of an operand, by those of registers.
    pub(super) fn operand(operand: Operand, registers: &[Roots], constants: &[Constant]) -> Roots {
        match operand {
            Operand::Register(Register(index)) => registers[index as usize],
            Operand::Constant(index) => match &constants[index as usize] {
                Constant::Scalar { value: Some(0), .. } => Roots::NONE,
                Constant::Scalar { value: Some(_), .. } => Roots::VARIABLE,
                _ => Roots::UNKNOWN,
            },
        }
    }
}

/// Adds the roots that one instruction gives to registers.
fn step(instruction: &Instruction, roots: &mut [Roots], constants: &[Constant]) {
    let add = |register: Register, more: Roots, roots: &mut [Roots]| {
        let root = &mut roots[register.0 as usize];
        *root = root.union(more);
    };
    for edge in flow::edges(instruction) {
        for (register, operand) in &edge.moves {
            let more = Roots::operand(*operand, roots, constants);
            add(*register, more, roots);
        }
    }
    let Some(result) = instruction.result else {
        return;
    };
    let of = |operand: &Operand| Roots::operand(*operand, roots, constants);
    let more = match &instruction.kind {
        Kind::Address {
            base, lanes: None, ..
        } => of(base),
        Kind::Select {
            args: [_, x, y], ..
        } => of(x).union(of(y)),
        Kind::Freeze { arg, .. } | Kind::Bitcast { arg, .. } => of(arg),
        Kind::Values(values) => match &**values {
            [Some(only)] => of(only),
            _ => Roots::UNKNOWN,
        },
        Kind::Alloca { .. } => Roots::VARIABLE,
        // What was numbered keeps its number.
        Kind::Load { .. } if roots[result.0 as usize] != Roots::NONE => Roots::NONE,
        _ => Roots::UNKNOWN,
    };
    add(result, more, roots);
}
