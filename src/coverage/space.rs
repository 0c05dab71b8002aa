//! The index space of a kernel's launch, as questions about sizes need it.

use crate::contract::Length;

/// An index space whose groups have known sizes, as expressions over sizes.
#[derive(Clone, Debug)]
pub struct Space {
    /// The extents, the sizes of a group and the first ids in each dimension.
    pub dimensions: Vec<[Length; 3]>,
}
