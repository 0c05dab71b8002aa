//! Bytes of memory, in chunks.
//!
//! A byte is undefined, a constant, or a byte of a term. It also tells which
//! byte of which store it is, so that a load of the same shape as the store
//! gives the stored term back, and so that two memories are merged in the cells
//! that were stored.

use std::rc::Rc;

use term::TermId;

/// Bytes of a chunk.
pub(super) const CHUNK: usize = 512;

/// Most bytes that are stored as one cell.
pub(super) const MAX_CELL: usize = 16;

/// One byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    /// Never written.
    Undefined,
    /// A known value.
    Constant(u8, Part),
    /// A byte of a term, counted from the least significant.
    Of(TermId, u8),
}

impl Byte {
    /// Zero, from no store in particular.
    pub const ZERO: Byte = Byte::Constant(0, Part::NONE);

    /// Whether both have the same value, whatever stored it.
    pub fn equals(self, other: Byte) -> bool {
        match (self, other) {
            (Byte::Constant(x, _), Byte::Constant(y, _)) => x == y,
            _ => self == other,
        }
    }
}

/// Which byte of a stored constant a byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part(u16);

impl Part {
    /// Of no store: zero from the start, or part of a text or a fill.
    pub const NONE: Part = Part(0);

    /// Byte `at` of `size`, at most [`MAX_CELL`].
    pub const fn new(at: usize, size: usize) -> Part {
        Part((size * MAX_CELL + at) as u16)
    }

    /// As it is kept in [`Data`], from [`CONSTANT`].
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// The size of the store that this is the first byte of, 0 if it is of none;
    /// `None` if it is another byte.
    pub const fn start(self) -> Option<u8> {
        match self.0 as usize % MAX_CELL {
            0 => Some((self.0 as usize / MAX_CELL) as u8),
            _ => None,
        }
    }
}

/// What one byte's `term` says: a term, or one of these.
const UNDEFINED: u32 = u32::MAX;
/// A constant of part `term - CONSTANT`; those above are no terms either.
pub(super) const CONSTANT: u32 = u32::MAX - (1 << 10);

/// Whether a byte of this `term` is a constant.
pub(super) const fn is_constant(term: u32) -> bool {
    term.wrapping_sub(CONSTANT) < UNDEFINED - CONSTANT
}

/// The bytes of a chunk; as many as the object has there.
#[derive(Clone)]
pub(super) struct Data {
    pub terms: Box<[u32]>,
    /// Which byte of its term, or the value of a constant.
    pub bytes: Box<[u8]>,
}

/// The bytes of an object from a multiple of [`CHUNK`] on.
#[derive(Clone)]
pub(super) enum Chunk {
    /// As the object started.
    Initial,
    /// This byte throughout.
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
