//! Elements of buffers, and the scalars in them.

use serde::Serialize;

use super::scalar::Scalar;
use super::values::Enumeration;

/// One scalar inside a buffer element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaf {
    /// Offset in bytes from the start of the element.
    pub offset: u32,
    /// The type of the scalar.
    pub scalar: Scalar,
    /// Its name inside the element (`.re`, `.m[3]`), empty for a plain scalar.
    pub path: String,
    /// Its permitted values, if its type is an enumeration.
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
    /// The alignment of its type in bytes, which every caller honours.
    #[serde(skip)]
    pub align: u32,
    /// Its scalars, by ascending offset.
    pub leaves: Vec<Leaf>,
}

impl Element {
    /// Makes an element of a single scalar.
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

    /// Whether it is the final contents of a `std::vector` or `std::string`: the number of
    /// elements, and room for elements (`docs/decisions/0230`).
    pub fn is_container(&self) -> bool {
        let mut paths = self.leaves.iter().map(|leaf| leaf.path.as_str());
        let starts = paths.next() == Some(".size")
            && paths
                .next()
                .is_some_and(|path| path.starts_with(".data[0]"));
        self.name.starts_with("std::") && starts
    }
}

impl Element {
    /// Returns the scalar for which a range of all leaves is written: a float if there is
    /// one, else the widest integer.
    pub(super) fn widest(&self) -> Option<Scalar> {
        let scalars = self.leaves.iter().map(|leaf| leaf.scalar);
        let float = scalars.clone().find(|s| matches!(s, Scalar::Float { .. }));
        float.or(scalars.max_by_key(|s| s.bits()))
    }
}
