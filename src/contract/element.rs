//! The elements of buffers, made of scalars.

use serde::Serialize;

use super::scalar::Scalar;
use super::values::Enumeration;

/// One scalar inside a buffer element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaf {
    /// Offset in bytes from the start of the element.
    pub offset: u32,
    /// What is stored there.
    pub scalar: Scalar,
    /// Its name inside the element (`.re`, `.m[3]`), empty for a plain scalar.
    pub path: String,
    /// Its only values, where it is of an enumeration's type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Enumeration>,
}

/// The type of one element of a buffer, flattened to its scalars. Padding
/// bytes belong to no leaf and are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// The name shown (`f32`, `struct complex`).
    pub name: String,
    /// Distance between two elements in bytes.
    pub size: u32,
    /// The alignment in bytes that its type has: what every caller keeps to.
    #[serde(skip)]
    pub align: u32,
    /// Its scalars by ascending offset.
    pub leaves: Vec<Leaf>,
}

impl Element {
    /// The element that is a single scalar.
    pub fn scalar(scalar: Scalar) -> Element {
        let leaf = Leaf {
            offset: 0,
            scalar,
            path: String::new(),
            values: None,
        };
        Element {
            name: scalar.to_string(),
            size: u32::from(scalar.bits()).div_ceil(8),
            align: scalar.align(),
            leaves: vec![leaf],
        }
    }
}

impl Element {
    /// The scalar that a range of all its values is written for: a float, if one of
    /// them is.
    pub(super) fn widest(&self) -> Option<Scalar> {
        let scalars = self.leaves.iter().map(|leaf| leaf.scalar);
        let float = scalars.clone().find(|s| matches!(s, Scalar::Float { .. }));
        float.or(scalars.max_by_key(|s| s.bits()))
    }
}
