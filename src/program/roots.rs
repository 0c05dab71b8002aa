//! The roots of pointers: the parameters, variables and loads that a pointer is computed
//! from.
//!
//! C17 6.7.3.1 defines whether a pointer is *based on* a `restrict` parameter. Within a
//! function, this follows address arithmetic, phis and selects back to parameters,
//! variables and pointers in memory; a pointer that a call returns or that is made from an
//! integer may be based on anything. Invariant: roots that cannot be determined are
//! [`Roots::UNKNOWN`].

use super::instruction::{Instruction, Kind, Operand, Register};
use super::types::{Scalar, Shape, Type};
use super::{Constant, Function, flow};

/// The set of roots of a pointer: parameters, loads of pointers, variables, or unknown
/// ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roots(u64);

/// Most parameters that are distinguished.
const MOST_PARAMS: usize = 32;

/// Most parameters and loads of pointers that are distinguished.
const MOST: usize = 62;

impl Roots {
    /// No roots: those of the null pointer.
    pub const NONE: Roots = Roots(0);
    /// A variable, addressed directly.
    pub const VARIABLE: Roots = Roots(1 << MOST);
    /// Unknown roots.
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

    /// Whether there may be other roots than those in the set.
    pub const fn are_unknown(self) -> bool {
        self.0 & Roots::UNKNOWN.0 != 0
    }

    /// Whether a variable is in the set.
    pub const fn has_variable(self) -> bool {
        self.0 & Roots::VARIABLE.0 != 0
    }

    /// Returns the indices of the parameters in the set.
    pub fn params(self) -> impl Iterator<Item = usize> {
        (0..MOST_PARAMS).filter(move |i| self.0 >> i & 1 == 1)
    }

    /// Returns the loads of pointers in the set, by numbers that identify them in their
    /// function.
    pub fn loads(self) -> impl Iterator<Item = u32> {
        (MOST_PARAMS..MOST)
            .filter(move |i| self.0 >> i & 1 == 1)
            .map(|i| i as u32)
    }

    /// Computes the roots of each register of a function.
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
        // The sets of roots only grow, so this terminates.
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

    /// Returns the roots of an operand, given those of registers.
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
        // A load that has a number keeps it.
        Kind::Load { .. } if roots[result.0 as usize] != Roots::NONE => Roots::NONE,
        _ => Roots::UNKNOWN,
    };
    add(result, more, roots);
}
