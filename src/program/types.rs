//! First-class types with their memory layout resolved.
//!
//! Invariant: sizes and offsets are in bytes and are those of the module's data
//! layout; a type the executor cannot hold is [`Shape::Unsupported`].

use term::Format;

/// A value that fits one term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of 1 to 128 bits.
    Int(u8),
    /// A float.
    Float(Format),
    /// A 64-bit address.
    Pointer,
}

impl Scalar {
    /// Width in bits.
    pub const fn bits(self) -> u8 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(format) => format.width(),
            Scalar::Pointer => 64,
        }
    }
    /// The float format, `None` for integers and pointers.
    pub const fn format(self) -> Option<Format> {
        match self {
            Scalar::Float(format) => Some(format),
            _ => None,
        }
    }
    /// Bytes written by a store of it.
    pub const fn store_size(self) -> u64 {
        (self.bits() as u64).div_ceil(8)
    }
}

/// A type's index in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeId(pub(super) u32);

/// What values of a type look like.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// No value.
    Void,
    /// One scalar.
    Scalar(Scalar),
    /// A vector of scalars.
    Vector {
        /// Type of each lane.
        lane: Scalar,
        /// Number of lanes.
        count: u32,
    },
    /// An array.
    Array {
        /// Type of each element.
        element: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// A structure: each field's type and offset.
    Struct(Box<[(TypeId, u64)]>),
    /// A type without representation here, as LLVM prints it.
    Unsupported(Box<str>),
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What its values look like.
    pub shape: Shape,
    /// Distance of two array elements, padding included; 0 when unsized.
    pub size: u64,
    /// Bytes that a store may overwrite, trailing padding excluded.
    pub store_size: u64,
    /// ABI alignment; 1 when unsized.
    pub align: u64,
}

impl Type {
    /// The lane type and the lane count (1 for a scalar) of a scalar or vector.
    pub fn lanes(&self) -> Option<(Scalar, u32)> {
        match self.shape {
            Shape::Scalar(scalar) => Some((scalar, 1)),
            Shape::Vector { lane, count } => Some((lane, count)),
            _ => None,
        }
    }
}
