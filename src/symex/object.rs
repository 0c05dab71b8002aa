//! Objects and their bytes.
//!
//! Every byte names the term that was stored over it and which of the term's
//! bytes it is, so that a load of the same shape as the store gives the stored
//! term back. Contents are shared in chunks until written.

use std::rc::Rc;

use term::TermId;

use crate::program::{SpanId, TypeId};

pub(super) const CHUNK: usize = 512;
const NO_TERM: u32 = u32::MAX;

/// One byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    /// Never written.
    Undefined,
    /// Zero from the start.
    Zero,
    /// A byte of a term, counted from the least significant.
    Of(TermId, u8),
}

#[derive(Clone)]
pub(super) struct Data {
    terms: [u32; CHUNK],
    parts: [u8; CHUNK],
}

#[derive(Clone)]
pub(super) enum Chunk {
    Undefined,
    Zero,
    Data(Rc<Data>),
}

const ZERO_TERM: u32 = u32::MAX - 1;

impl Data {
    fn byte(&self, at: usize) -> Byte {
        match self.terms[at] {
            NO_TERM => Byte::Undefined,
            ZERO_TERM => Byte::Zero,
            term => Byte::Of(TermId::from_index(term as usize), self.parts[at]),
        }
    }
    fn set(&mut self, at: usize, byte: Byte) {
        (self.terms[at], self.parts[at]) = match byte {
            Byte::Undefined => (NO_TERM, 0),
            Byte::Zero => (ZERO_TERM, 0),
            Byte::Of(term, part) => (term.index() as u32, part),
        };
    }
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Globals.
    Global,
    /// Inputs and `malloc`.
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
}

/// Identifies an object: its base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// Alignment of buffer arguments in bytes.
pub(super) const BUFFER_ALIGN: u64 = 64;

/// An object to be placed.
#[derive(Clone, Debug)]
pub struct ObjectSpec {
    /// The name that reports use.
    pub name: Rc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment of its base; at least 16 is used.
    pub align: u64,
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
    /// An undefined, writable heap object, as for a buffer argument: it starts
    /// where every vector instruction can load from, as it does natively.
    pub fn buffer(name: &str, size: u64) -> ObjectSpec {
        ObjectSpec {
            name: name.into(),
            size,
            align: BUFFER_ALIGN,
            storage: Storage::Heap,
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
    pub live: bool,
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
            live: true,
            chunks,
        }
    }

    /// The byte at `offset`, which must be inside.
    pub fn byte(&self, offset: u64) -> Byte {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        match &self.chunks[chunk] {
            Chunk::Undefined => Byte::Undefined,
            Chunk::Zero => Byte::Zero,
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
        let parts = &data.parts[at..at + size];
        let first = terms[0];
        let same = first < ZERO_TERM
            && terms.iter().all(|t| *t == first)
            && parts.iter().enumerate().all(|(i, p)| *p as usize == i);
        same.then(|| TermId::from_index(first as usize))
    }

    fn data(&mut self, chunk: usize) -> &mut Data {
        let slot = &mut self.chunks[chunk];
        let fill = match slot {
            Chunk::Undefined => Some(NO_TERM),
            Chunk::Zero => Some(ZERO_TERM),
            Chunk::Data(_) => None,
        };
        if let Some(fill) = fill {
            *slot = Chunk::Data(Rc::new(Data {
                terms: [fill; CHUNK],
                parts: [0; CHUNK],
            }));
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

    /// Stores a term of `size` bytes at `offset`; all of it must be inside.
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
        for (i, part) in data.parts[at..at + size].iter_mut().enumerate() {
            *part = i as u8;
        }
    }

    pub fn release(&mut self) {
        self.live = false;
        self.chunks = Vec::new();
    }
}
