//! First-class types and their memory layout.
//!
//! Invariant: sizes and offsets are in bytes and follow the module's data layout; a type
//! that the executor cannot represent is [`Shape::Unsupported`].

use term::Format;

/// The type of a value that fits one term.
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
    /// The float format; `None` for integers and pointers.
    pub const fn format(self) -> Option<Format> {
        match self {
            Scalar::Float(format) => Some(format),
            _ => None,
        }
    }
    /// Number of bytes that a store of it writes.
    pub const fn store_size(self) -> u64 {
        (self.bits() as u64).div_ceil(8)
    }
}

/// A type's index in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeId(pub(super) u32);

/// The structure of a type's values.
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
    /// The structure of its values.
    pub shape: Shape,
    /// Distance between array elements in bytes, padding included; 0 for unsized types.
    pub size: u64,
    /// Number of bytes that a store may overwrite, without trailing padding.
    pub store_size: u64,
    /// ABI alignment in bytes; 1 for unsized types.
    pub align: u64,
}

impl Type {
    /// Returns the lane type and the number of lanes of a scalar (1) or vector.
    pub fn lanes(&self) -> Option<(Scalar, u32)> {
        match self.shape {
            Shape::Scalar(scalar) => Some((scalar, 1)),
            Shape::Vector { lane, count } => Some((lane, count)),
            _ => None,
        }
    }
}
