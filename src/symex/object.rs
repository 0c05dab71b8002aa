//! Objects and their bytes.
//!
//! A byte is undefined, a constant, or a byte of a term. It also tells which
//! byte of which store it is, so that a load of the same shape as the store
//! gives the stored term back, and so that two memories are merged in the cells
//! that were stored. Contents are shared in chunks until written.

use std::rc::Rc;
use std::sync::Arc;

use term::TermId;

use crate::program::{SpanId, TypeId};
use crate::start::Start;

pub(super) const CHUNK: usize = 512;

/// Most bytes that are stored as one cell.
const MAX_CELL: usize = 16;

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
const CONSTANT: u32 = u32::MAX - (1 << 10);

const fn is_constant(term: u32) -> bool {
    term.wrapping_sub(CONSTANT) < UNDEFINED - CONSTANT
}

/// The bytes of a chunk; as many as the object has there.
#[derive(Clone)]
pub(super) struct Data {
    terms: Box<[u32]>,
    /// Which byte of its term, or the value of a constant.
    bytes: Box<[u8]>,
}

#[derive(Clone)]
pub(super) enum Chunk {
    Undefined,
    Zero,
    Data(Rc<Data>),
}

impl Data {
    fn filled(term: u32, size: usize) -> Data {
        Data {
            terms: vec![term; size].into(),
            bytes: vec![0; size].into(),
        }
    }
    fn byte(&self, at: usize) -> Byte {
        match self.terms[at] {
            UNDEFINED => Byte::Undefined,
            term if is_constant(term) => {
                Byte::Constant(self.bytes[at], Part((term - CONSTANT) as u16))
            }
            term => Byte::Of(TermId::from_index(term as usize), self.bytes[at]),
        }
    }
    fn set(&mut self, at: usize, byte: Byte) {
        (self.terms[at], self.bytes[at]) = match byte {
            Byte::Undefined => (UNDEFINED, 0),
            Byte::Constant(value, part) => (CONSTANT + u32::from(part.0), value),
            Byte::Of(term, part) => (term.index() as u32, part),
        };
    }
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Globals.
    Global,
    /// Inputs and what the driver places: in the heap, but not the program's to free.
    Input,
    /// `malloc`.
    Heap,
    /// Locals.
    Stack,
}

/// What writes to an object mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// They are fine.
    Writable,
    /// It is an input of the contract.
    Input,
    /// It is a constant.
    Constant,
    /// It is a variable that no file of the program defines, so that accesses
    /// cannot be followed.
    Foreign,
}

/// Whether an object may be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// It may.
    Live,
    /// A local whose block was left; entering the block again revives it.
    Left,
    /// It was freed, here.
    Freed(SpanId),
}

/// Identifies an object: its base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// An object to be placed.
#[derive(Clone, Debug)]
pub struct ObjectSpec {
    /// The name that reports use.
    pub name: Arc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Where its base may lie.
    pub start: Start,
    /// Where it lives.
    pub storage: Storage,
    /// What writes mean.
    pub protection: Protection,
    /// Whether it starts as zeros instead of undefined.
    pub zeroed: bool,
    /// Where it was allocated.
    pub allocation: SpanId,
    /// Declared type of its elements, where there is one.
    pub element: Option<TypeId>,
}

impl ObjectSpec {
    /// An undefined, writable heap object that every vector instruction can load from.
    pub fn buffer(name: &str, size: u64) -> ObjectSpec {
        ObjectSpec {
            name: name.into(),
            size,
            start: Start::placed(64),
            storage: Storage::Input,
            protection: Protection::Writable,
            zeroed: false,
            allocation: SpanId::NONE,
            element: None,
        }
    }
}

#[derive(Clone)]
pub(super) struct Object {
    pub base: u64,
    pub spec: ObjectSpec,
    pub life: Life,
    pub(super) chunks: Vec<Chunk>,
}

impl Object {
    pub fn new(base: u64, spec: ObjectSpec) -> Object {
        let fill = if spec.zeroed {
            Chunk::Zero
        } else {
            Chunk::Undefined
        };
        let chunks = vec![fill; spec.size.div_ceil(CHUNK as u64) as usize];
        Object {
            base,
            spec,
            life: Life::Live,
            chunks,
        }
    }

    /// Whether its bytes are kept in the same place as those of the other.
    pub fn shares(&self, other: &Object) -> bool {
        let both = self.chunks.iter().zip(&other.chunks);
        self.chunks.len() == other.chunks.len()
            && both.into_iter().all(|pair| match pair {
                (Chunk::Undefined, Chunk::Undefined) | (Chunk::Zero, Chunk::Zero) => true,
                (Chunk::Data(x), Chunk::Data(y)) => Rc::ptr_eq(x, y),
                _ => false,
            })
    }

    /// Whether it may be accessed.
    pub fn is_live(&self) -> bool {
        self.life == Life::Live
    }

    /// The byte at `offset`, which must be inside.
    pub fn byte(&self, offset: u64) -> Byte {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        match &self.chunks[chunk] {
            Chunk::Undefined => Byte::Undefined,
            Chunk::Zero => Byte::ZERO,
            Chunk::Data(data) => data.byte(at),
        }
    }

    /// The term stored at `offset` whose bytes are exactly `size` in their
    /// order, if there is one. The caller checks the term's width.
    pub fn whole(&self, offset: u64, size: usize) -> Option<TermId> {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        if at + size > CHUNK {
            let Byte::Of(term, 0) = self.byte(offset) else {
                return None;
            };
            let mut rest = 1..size;
            return rest
                .all(|i| self.byte(offset + i as u64) == Byte::Of(term, i as u8))
                .then_some(term);
        }
        let Chunk::Data(data) = &self.chunks[chunk] else {
            return None;
        };
        let terms = &data.terms[at..at + size];
        let parts = &data.bytes[at..at + size];
        let first = terms[0];
        let same = first < CONSTANT
            && terms.iter().all(|t| *t == first)
            && parts.iter().enumerate().all(|(i, p)| *p as usize == i);
        same.then(|| TermId::from_index(first as usize))
    }

    /// The value of the `size` bytes (at most 16) from `offset`, all of which
    /// must be inside; `None` unless all are constants.
    pub fn constant(&self, offset: u64, size: usize) -> Option<u128> {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        let mut value = [0; MAX_CELL];
        if at + size > CHUNK {
            for (i, value) in value[..size].iter_mut().enumerate() {
                match self.byte(offset + i as u64) {
                    Byte::Constant(byte, _) => *value = byte,
                    _ => return None,
                }
            }
            return Some(u128::from_le_bytes(value));
        }
        match &self.chunks[chunk] {
            Chunk::Undefined => None,
            Chunk::Zero => Some(0),
            Chunk::Data(data) => {
                let all = data.terms[at..at + size].iter().all(|t| is_constant(*t));
                value[..size].copy_from_slice(&data.bytes[at..at + size]);
                all.then(|| u128::from_le_bytes(value))
            }
        }
    }

    fn data(&mut self, chunk: usize) -> &mut Data {
        let slot = &mut self.chunks[chunk];
        let fill = match slot {
            Chunk::Undefined => Some(UNDEFINED),
            Chunk::Zero => Some(CONSTANT),
            Chunk::Data(_) => None,
        };
        if let Some(fill) = fill {
            let size = (self.spec.size as usize - chunk * CHUNK).min(CHUNK);
            *slot = Chunk::Data(Rc::new(Data::filled(fill, size)));
        }
        match slot {
            Chunk::Data(data) => Rc::make_mut(data),
            _ => unreachable!("the chunk was just filled"),
        }
    }

    /// Overwrites the byte at `offset`, which must be inside.
    pub fn set(&mut self, offset: u64, byte: Byte) {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        self.data(chunk).set(at, byte);
    }

    /// Stores a term of `size` bytes, no constant, at `offset`; all of it must be
    /// inside.
    pub fn store(&mut self, offset: u64, size: usize, term: TermId) {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        if at + size > CHUNK {
            for i in 0..size {
                self.set(offset + i as u64, Byte::Of(term, i as u8));
            }
            return;
        }
        let data = self.data(chunk);
        data.terms[at..at + size].fill(term.index() as u32);
        for (i, part) in data.bytes[at..at + size].iter_mut().enumerate() {
            *part = i as u8;
        }
    }

    /// Stores a constant of `size` bytes (at most 16) at `offset`; all of it must
    /// be inside.
    pub fn store_constant(&mut self, offset: u64, size: usize, value: u128) {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        let value = value.to_le_bytes();
        if at + size > CHUNK {
            for (i, byte) in value[..size].iter().enumerate() {
                self.set(offset + i as u64, Byte::Constant(*byte, Part::new(i, size)));
            }
            return;
        }
        let data = self.data(chunk);
        data.bytes[at..at + size].copy_from_slice(&value[..size]);
        let first = CONSTANT + u32::from(Part::new(0, size).0);
        for (term, part) in data.terms[at..at + size].iter_mut().zip(first..) {
            *term = part;
        }
    }

    /// Ends its life for good.
    pub fn release(&mut self, at: SpanId) {
        self.life = Life::Freed(at);
        self.chunks = Vec::new();
    }

    /// Enters or leaves the block of a local: either way it holds nothing.
    pub fn enter_or_leave(&mut self, life: Life) {
        self.life = life;
        self.chunks.fill(match self.spec.zeroed {
            true => Chunk::Zero,
            false => Chunk::Undefined,
        });
    }
}
