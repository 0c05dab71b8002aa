//! The scalars of a buffer's memory.

use rewrite_rules::Builder;
use term::{Buffer, BufferId, TermId};

use super::super::place::Place;
use crate::contract::{Element, Scalar};

/// One scalar of an input buffer.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Offset in bytes in the buffer.
    pub offset: u64,
    /// The scalar's type.
    pub scalar: Scalar,
    /// The scalar's symbol.
    pub term: TermId,
    /// Index of the element that the scalar belongs to.
    pub index: u64,
    /// Index of the scalar among the element's leaves; `usize::MAX` for padding.
    pub leaf: usize,
}

impl Cell {
    /// Whether the scalar is a padding byte of its element.
    pub fn is_padding(&self) -> bool {
        self.leaf == usize::MAX
    }

    /// The scalar's place in the memory of parameter `param`.
    pub fn place(&self, param: usize) -> Place {
        Place::Memory {
            param,
            offset: self.offset,
            index: self.index,
            leaf: self.leaf,
        }
    }
}

/// The description of a buffer, by which its symbols are printed.
pub(super) fn description(name: &str, scalar: Scalar, is_scalar: bool) -> Buffer {
    let (format, signed) = match scalar {
        Scalar::Float { format } => (Some(format), true),
        Scalar::Int { signed, .. } => (None, signed),
    };
    Buffer {
        name: name.to_owned(),
        format,
        signed,
        scalar: is_scalar,
        undefined: false,
    }
}

/// The cells of `count` elements with fresh symbols, padding included; without a count, of
/// one element that is not an array.
///
/// The printer reads all symbols of a buffer with one format and sign, so scalars of
/// different types get different buffers of the same name.
pub(super) fn memory(
    builder: &mut Builder,
    name: &str,
    element: &Element,
    count: Option<u64>,
) -> Vec<Cell> {
    // A single scalar is printed without an index, unlike an array of one.
    let is_scalar = count.is_none() && element.leaves.len() == 1;
    let count = count.unwrap_or(1);
    let byte = Scalar::Int {
        bits: 8,
        signed: false,
    };
    let mut buffers: Vec<(Buffer, BufferId)> = Vec::new();
    let mut buffer_of = |builder: &mut Builder, scalar: Scalar| {
        let description = description(name, scalar, is_scalar);
        let known = buffers.iter().find(|(known, _)| *known == description);
        if let Some((_, id)) = known {
            return *id;
        }
        let id = builder.arena_mut().add_buffer(description.clone());
        buffers.push((description, id));
        id
    };
    let first = element.leaves.first().map_or(byte, |l| l.scalar);
    let of_padding = buffer_of(builder, first);
    let of_leaves: Vec<BufferId> = element
        .leaves
        .iter()
        .map(|leaf| buffer_of(builder, leaf.scalar))
        .collect();
    let mut cells = Vec::with_capacity(count as usize * element.leaves.len());
    for index in 0..count {
        let base = index * u64::from(element.size);
        let mut at = 0;
        let mut push = |offset: u32, scalar: Scalar, leaf: usize| {
            let offset = base + u64::from(offset);
            let buffer = of_leaves.get(leaf).copied().unwrap_or(of_padding);
            let term = builder
                .arena_mut()
                .add_symbol(buffer, offset as u32, scalar.bits());
            cells.push(Cell {
                offset,
                scalar,
                term,
                index,
                leaf,
            });
        };
        for (i, leaf) in element.leaves.iter().enumerate() {
            for padding in at..leaf.offset {
                push(padding, byte, usize::MAX);
            }
            push(leaf.offset, leaf.scalar, i);
            at = leaf.offset + u32::from(leaf.scalar.bits()).div_ceil(8);
        }
        for padding in at..element.size {
            push(padding, byte, usize::MAX);
        }
    }
    cells
}
