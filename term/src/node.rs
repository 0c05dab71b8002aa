//! The contents of the arena: ids and nodes.

use crate::op::{Op, Spec};

/// A term's index in its [`crate::Arena`]. Ascending ids are a topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position in the arena.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The id at a position, as given by [`TermId::index`].
    pub const fn from_index(index: usize) -> TermId {
        TermId(index as u32)
    }
}

/// One stored term: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub(crate) spec: Spec,
    /// Ids of the operands, [`NONE`] for missing operands of an application; for a leaf, its
    /// value or number.
    pub(crate) words: [u32; 3],
}

/// Marks a missing operand.
pub(crate) const NONE: u32 = u32::MAX;

impl Node {
    /// Operator, width and attribute.
    #[inline]
    pub const fn spec(&self) -> Spec {
        self.spec
    }
    /// The operator.
    #[inline]
    pub const fn op(&self) -> Op {
        self.spec.op
    }
    /// Result width in bits.
    #[inline]
    pub const fn width(&self) -> u8 {
        self.spec.width
    }
    /// The operands; empty for constants and symbols.
    #[inline]
    pub fn children(&self) -> &[TermId] {
        let count = match self.spec.op {
            Op::Apply => self.words.iter().take_while(|w| **w != NONE).count(),
            op => op.arity(),
        };
        as_ids(&self.words[..count])
    }
    /// Operand `i`; `i` must be below the operand count.
    #[inline]
    pub fn child(&self, i: usize) -> TermId {
        TermId(self.words[i])
    }
}

fn as_ids(words: &[u32]) -> &[TermId] {
    // SAFETY: `TermId` is a transparent wrapper of u32.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<TermId>(), words.len()) }
}
