//! Bytes of memory, stored in chunks.
//!
//! A byte is undefined, a constant, or a byte of a term. Its position in the store that
//! wrote it is kept too: a load with the offset and size of the store then returns the
//! stored term, and memories are merged cell by cell as they were stored.

use std::rc::Rc;

use term::TermId;

/// Bytes of a chunk.
pub(super) const CHUNK: usize = 512;

/// Most bytes that are stored as one cell.
pub(super) const MAX_CELL: usize = 16;

/// One byte of memory and its position in the store that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    /// Never written.
    Undefined,
    /// A constant.
    Constant(u8, Part),
    /// A byte of a term, by its index from the least significant byte.
    Of(TermId, u8),
}

impl Byte {
    /// Zero, not written by any store.
    pub const ZERO: Byte = Byte::Constant(0, Part::NONE);

    /// Whether both bytes have the same value, regardless of the stores that wrote them.
    pub fn equals(self, other: Byte) -> bool {
        match (self, other) {
            (Byte::Constant(x, _), Byte::Constant(y, _)) => x == y,
            _ => self == other,
        }
    }
}

/// The position of a byte in the constant store that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part(u16);

impl Part {
    /// The byte was not written by a store: it is an initial zero, or part of a text or a
    /// fill.
    pub const NONE: Part = Part(0);

    /// Byte `at` of a store of `size` bytes, at most [`MAX_CELL`].
    pub const fn new(at: usize, size: usize) -> Part {
        Part((size * MAX_CELL + at) as u16)
    }

    /// The encoding in [`Data`], relative to [`CONSTANT`].
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// The size of the store if this is its first byte; 0 if no store wrote it; `None` for
    /// a later byte of a store.
    pub const fn start(self) -> Option<u8> {
        match self.0 as usize % MAX_CELL {
            0 => Some((self.0 as usize / MAX_CELL) as u8),
            _ => None,
        }
    }
}

/// The entry in [`Data::terms`] of an undefined byte.
const UNDEFINED: u32 = u32::MAX;
/// Entries from here up to [`UNDEFINED`] are constants of part `entry - CONSTANT`; they are
/// never indices of terms.
pub(super) const CONSTANT: u32 = u32::MAX - (1 << 10);

/// Whether this entry of [`Data::terms`] is a constant.
pub(super) const fn is_constant(term: u32) -> bool {
    term.wrapping_sub(CONSTANT) < UNDEFINED - CONSTANT
}

/// The bytes of a chunk; the last chunk of an object may be shorter.
#[derive(Clone)]
pub(super) struct Data {
    pub terms: Box<[u32]>,
    /// The index of the byte in its term, or the value of a constant.
    pub bytes: Box<[u8]>,
}

/// The bytes of an object that start at a multiple of [`CHUNK`].
#[derive(Clone)]
pub(super) enum Chunk {
    /// The initial contents of the object.
    Initial,
    /// The given byte throughout.
    Fill(Byte),
    Data(Rc<Data>),
}

impl Data {
    pub fn filled(byte: Byte, size: usize) -> Data {
        let (term, value) = packed(byte);
        Data {
            terms: vec![term; size].into(),
            bytes: vec![value; size].into(),
        }
    }

    pub fn byte(&self, at: usize) -> Byte {
        match self.terms[at] {
            UNDEFINED => Byte::Undefined,
            term if is_constant(term) => {
                Byte::Constant(self.bytes[at], Part((term - CONSTANT) as u16))
            }
            term => Byte::Of(TermId::from_index(term as usize), self.bytes[at]),
        }
    }

    pub fn set(&mut self, at: usize, byte: Byte) {
        (self.terms[at], self.bytes[at]) = packed(byte);
    }
}

fn packed(byte: Byte) -> (u32, u8) {
    match byte {
        Byte::Undefined => (UNDEFINED, 0),
        Byte::Constant(value, part) => (CONSTANT + u32::from(part.0), value),
        Byte::Of(term, part) => (term.index() as u32, part),
    }
}
