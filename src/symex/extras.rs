//! Assignment of variadic arguments to registers and memory by the System V x86-64 ABI.
//!
//! Which arguments are in registers determines the alignment of those in memory, so the
//! assignment follows the ABI exactly (3.2.3, 3.5.7).

use term::Format;

use super::value::Value;
use crate::program::{Scalar, Shape, Type, TypeId};

/// End of the general registers in the save area, in bytes.
pub(super) const GENERAL_END: u64 = 6 * GENERAL_SIZE;
pub(super) const GENERAL_SIZE: u64 = 8;
/// End of the vector registers in the save area, in bytes.
pub(super) const VECTOR_END: u64 = GENERAL_END + 8 * VECTOR_SIZE;
pub(super) const VECTOR_SIZE: u64 = 16;
/// Greatest alignment of an argument, in bytes.
pub(super) const MOST_ALIGN: u64 = 64;

/// The place in which an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// A byte offset in the general registers of the save area.
    General(u64),
    /// A byte offset in the vector registers, from the first of them.
    Vector(u64),
    /// A byte offset in the arguments in memory.
    Memory(u64),
}

/// The bytes of registers and memory taken by the arguments so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    pub general: u64,
    pub vector: u64,
    pub memory: u64,
}

impl Taken {
    /// Assigns a place to the next argument; `copied` is the alignment of a `byval`
    /// argument.
    pub fn next(&mut self, ty: &Type, copied: Option<u64>, named: bool) -> Passed {
        if let Some(align) = copied {
            return self.in_memory(ty.size, align);
        }
        match ty.shape {
            Shape::Scalar(Scalar::Float(Format::X87)) => self.in_memory(16, 16),
            Shape::Scalar(Scalar::Float(format)) => {
                let size = u64::from(format.width() / 8);
                self.in_vector(size, size)
            }
            Shape::Scalar(scalar) => match scalar.store_size() {
                size @ 9.. => self.in_general(2, size.next_multiple_of(16)),
                _ => self.in_general(1, GENERAL_SIZE),
            },
            // Unnamed vectors of more than 16 bytes are always in memory.
            Shape::Vector { .. } if ty.size <= VECTOR_SIZE || named => {
                self.in_vector(ty.size, ty.align)
            }
            _ => self.in_memory(ty.size, ty.align),
        }
    }

    fn in_general(&mut self, count: u64, align: u64) -> Passed {
        let size = count * GENERAL_SIZE;
        if self.general + size > GENERAL_END {
            return self.in_memory(size, align);
        }
        self.general += size;
        Passed::General(self.general - size)
    }

    fn in_vector(&mut self, size: u64, align: u64) -> Passed {
        if self.vector + VECTOR_SIZE > VECTOR_END - GENERAL_END {
            return self.in_memory(size, align);
        }
        self.vector += VECTOR_SIZE;
        Passed::Vector(self.vector - VECTOR_SIZE)
    }

    fn in_memory(&mut self, size: u64, align: u64) -> Passed {
        let at = self.memory.next_multiple_of(align.clamp(8, MOST_ALIGN));
        self.memory = at + size.next_multiple_of(8);
        Passed::Memory(at)
    }
}

/// A variadic argument of a call.
#[derive(Clone)]
pub(super) struct Extra {
    pub value: Value,
    pub ty: TypeId,
    /// For a `byval` argument: the type and alignment of the copy that the value points to.
    pub copied: Option<(TypeId, u64)>,
}

/// The variadic arguments of a call.
#[derive(Clone, Default)]
pub(super) struct Extras {
    /// The bytes of registers and memory that the named arguments take.
    pub named: Taken,
    pub values: Vec<Extra>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(scalar: Scalar, align: u64) -> Type {
        Type {
            shape: Shape::Scalar(scalar),
            size: scalar.store_size(),
            store_size: scalar.store_size(),
            align,
        }
    }

    #[test]
    fn two_halves_go_to_registers_together_or_to_aligned_memory() {
        let (word, wide) = (scalar(Scalar::Int(64), 8), scalar(Scalar::Int(128), 16));
        let mut taken = Taken::default();
        assert_eq!(taken.next(&wide, None, true), Passed::General(0));
        for at in [16, 24, 32] {
            assert_eq!(taken.next(&word, None, true), Passed::General(at));
        }
        assert_eq!(taken.next(&wide, None, false), Passed::Memory(0));
        assert_eq!(taken.next(&word, None, false), Passed::General(40));
        assert_eq!(taken.next(&word, None, false), Passed::Memory(16));
        assert_eq!(taken.next(&wide, None, false), Passed::Memory(32));
    }

    #[test]
    fn copies_are_aligned_as_they_ask() {
        let word = scalar(Scalar::Int(64), 8);
        let mut taken = Taken::default();
        assert_eq!(taken.next(&word, Some(8), true), Passed::Memory(0));
        assert_eq!(taken.next(&word, Some(64), false), Passed::Memory(64));
        assert_eq!(taken.next(&word, Some(32), false), Passed::Memory(96));
    }
}
