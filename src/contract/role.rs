//! The roles of parameters.

use std::fmt;

use serde::Serialize;

use super::element::Element;
use super::image::Image;
use super::length::Length;
use super::scalar::Scalar;
use super::values::{Enumeration, Range};

/// Whether a buffer is read, written or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Symbolic before the call; a write to it is a defect.
    In,
    /// Uninitialised before the call and compared after it.
    Out,
    /// Symbolic before the call and compared after it.
    InOut,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::In => "in",
            Direction::Out => "out",
            Direction::InOut => "inout",
        })
    }
}

/// The role of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Role {
    /// A pointer to an object of exactly `length` elements.
    Buffer {
        /// How the functions may use it.
        direction: Direction,
        /// Type of one element.
        element: Element,
        /// Number of elements.
        length: Length,
        /// Whether it is a zero-terminated text: its last element is zero, and others
        /// before it may be.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        terminated: bool,
        /// Number of elements of the object, if it is not the length. Elements beyond the
        /// length may be read and written, have any value, and are not compared.
        #[serde(skip_serializing_if = "Option::is_none")]
        capacity: Option<Length>,
        /// The index of the element that the pointer points to; elements before it have
        /// negative indices.
        #[serde(skip_serializing_if = "Length::is_zero")]
        origin: Length,
        /// The alignment in bytes that callers promise, if the user gave one instead of the
        /// element's own.
        #[serde(skip_serializing_if = "Option::is_none")]
        align: Option<u32>,
        /// Range of every leaf, if the user gave one (for floats, NaN is excluded).
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
        /// The image that it is to a kernel; its elements are texels.
        #[serde(skip_serializing_if = "Option::is_none")]
        image: Option<Image>,
    },
    /// A symbolic scalar passed by value.
    Scalar {
        /// Its type.
        scalar: Scalar,
        /// Its range, if the user gave one.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
        /// The values of its enumeration, if it is restricted to them.
        #[serde(skip_serializing_if = "Option::is_none")]
        enumeration: Option<Enumeration>,
    },
    /// A symbolic structure, vector or complex number passed by value.
    Value {
        /// Its type.
        element: Element,
        /// Range of every leaf, if the user gave one.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A fixed value given by the user (`const:16`), by its bits. A fixed pointer, such as
    /// null, has the scalar type of an address.
    Const {
        /// Its type.
        scalar: Scalar,
        /// The argument's bits.
        bits: u128,
    },
    /// The address of a function that both versions call (`function:less`).
    Function {
        /// Its name, as given by the user.
        function: String,
    },
    /// The address of an element of another parameter's buffer, or of its end (`&p[n]`).
    Place {
        /// The parameter with the buffer.
        of: String,
        /// The index of the element.
        index: Length,
    },
    /// An integer whose value is a size expression, concrete in every run.
    Size {
        /// Its type.
        scalar: Scalar,
        /// Its value.
        value: Length,
        /// Its permitted values, if its type is an enumeration; else empty.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        listed: Vec<i64>,
    },
}

/// Formats as in a flag: `in:f32[n] align:16 in 0..1`. A fixed value is shown by its bits.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &Option<Range>, scalar: Option<Scalar>| match (range, scalar) {
            (Some(range), Some(scalar)) => range.show(scalar),
            _ => String::new(),
        };
        match self {
            Role::Buffer {
                direction,
                element,
                length,
                terminated,
                capacity,
                origin,
                align,
                range: r,
                image,
            } => {
                match (image, length) {
                    (Some(image), _) => write!(f, "{direction}:{image}")?,
                    (None, Length::Op('+', most, _)) if *terminated => {
                        write!(f, "{direction}:cstr[..{most}]")?;
                    }
                    _ => write!(f, "{direction}:{}[{length}]", element.name)?,
                }
                if !origin.is_zero() {
                    write!(f, "@{origin}")?;
                }
                if let Some(capacity) = capacity {
                    write!(f, " of {capacity}")?;
                }
                if let Some(bytes) = align {
                    write!(f, " align:{bytes}")?;
                }
                f.write_str(&range(r, element.widest()))
            }
            Role::Scalar {
                enumeration: Some(enumeration),
                ..
            } => write!(f, "{enumeration}"),
            Role::Scalar {
                scalar, range: r, ..
            } => write!(f, "{scalar}{}", range(r, Some(*scalar))),
            Role::Value { element, range: r } => {
                write!(f, "{}{}", element.name, range(r, element.widest()))
            }
            Role::Const { bits, .. } => write!(f, "const:{bits:#x}"),
            Role::Function { function } => write!(f, "function:{function}"),
            Role::Place { of, index } => write!(f, "&{of}[{index}]"),
            Role::Size { value, .. } => write!(f, "size:{value}"),
        }
    }
}
