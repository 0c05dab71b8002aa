//! Objects and their bytes, shared in chunks until written.
//!
//! The memory used is proportional to the bytes written, not to the object's size:
//! unwritten chunks are not stored, and a chunk with the same byte throughout is stored as
//! that byte.

use std::collections::BTreeMap;
use std::rc::Rc;

use term::TermId;

use super::chunk::{Byte, CHUNK, CONSTANT, Chunk, Data, MAX_CELL, Part, is_constant};
use super::object_spec::ObjectSpec;
use crate::program::SpanId;

/// Chunks that are stored in a vector, up to the last one written; later chunks, past the
/// first GiB of the object, are stored in a map.
const NEAR: usize = 1 << 21;

/// The least number of chunks that are allocated at once, if the object has as many.
const AT_ONCE: usize = 64;

/// Size in bytes of a page on x86-64.
pub(super) const PAGE: u64 = 4096;

const _: () = assert!(PAGE.is_multiple_of(CHUNK as u64));

/// Whether an object may be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// It may be accessed.
    Live,
    /// A local outside its block; entering the block again revives it.
    Left,
    /// It was freed at this position.
    Freed(SpanId),
}

#[derive(Clone)]
pub(super) struct Object {
    pub base: u64,
    pub spec: ObjectSpec,
    pub life: Life,
    /// Whether an observer is told of accesses to it.
    pub observed: bool,
    /// Chunks from the start that may have been written.
    near: Vec<Chunk>,
    /// Written chunks from index [`NEAR`] on.
    far: BTreeMap<usize, Chunk>,
    /// Total size in bytes of the chunks written.
    written: u64,
}

impl Object {
    pub fn new(base: u64, spec: ObjectSpec) -> Object {
        Object {
            base,
            spec,
            life: Life::Live,
            observed: false,
            near: Vec::new(),
            far: BTreeMap::new(),
            written: 0,
        }
    }

    /// Whether all bytes of two objects of one size are stored in the same place.
    pub fn shares(&self, other: &Object) -> bool {
        let mut written = self.chunks().chain(other.chunks());
        self.spec.size == other.spec.size && written.all(|i| self.shares_chunk(other, i))
    }

    /// Whether a chunk of both objects is stored in the same place.
    pub(super) fn shares_chunk(&self, other: &Object, chunk: usize) -> bool {
        match (self.chunk(chunk), other.chunk(chunk)) {
            (Chunk::Initial, Chunk::Initial) => self.spec.zeroed == other.spec.zeroed,
            (Chunk::Fill(x), Chunk::Fill(y)) => x == y,
            (Chunk::Data(x), Chunk::Data(y)) => Rc::ptr_eq(x, y),
            _ => false,
        }
    }

    /// Returns the total size in bytes of the chunks written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Returns the initial value of all bytes.
    fn initial(&self) -> Byte {
        match self.spec.zeroed {
            true => Byte::ZERO,
            false => Byte::Undefined,
        }
    }

    /// Returns a chunk, which must be inside the object.
    pub(super) fn chunk(&self, chunk: usize) -> &Chunk {
        let far = || self.far.get(&chunk).unwrap_or(&Chunk::Initial);
        self.near.get(chunk).unwrap_or_else(far)
    }

    /// Returns the indices of the chunks that may have been written, ascending.
    pub(super) fn chunks(&self) -> impl Iterator<Item = usize> {
        (0..self.near.len()).chain(self.far.keys().copied())
    }

    /// Returns the size in bytes of a chunk, which must be inside the object.
    fn extent(&self, chunk: usize) -> usize {
        let start = chunk as u64 * CHUNK as u64;
        (self.spec.size - start).min(CHUNK as u64) as usize
    }

    /// Returns a chunk for writing.
    fn chunk_mut(&mut self, chunk: usize) -> &mut Chunk {
        if matches!(self.chunk(chunk), Chunk::Initial) {
            self.written += self.extent(chunk) as u64;
        }
        if chunk >= NEAR {
            return self.far.entry(chunk).or_insert(Chunk::Initial);
        }
        if chunk >= self.near.len() {
            let all = self.spec.size.div_ceil(CHUNK as u64).min(AT_ONCE as u64);
            let len = (chunk + 1).max(all as usize);
            self.near.resize(len, Chunk::Initial);
        }
        &mut self.near[chunk]
    }

    /// Whether it may be accessed.
    pub fn is_live(&self) -> bool {
        self.life == Life::Live
    }

    /// Whether it may be accessed without telling an observer.
    pub fn is_plain(&self) -> bool {
        self.is_live() && !self.observed
    }

    /// Returns the byte at `offset`, which must be inside the object.
    pub fn byte(&self, offset: u64) -> Byte {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        match self.chunk(chunk) {
            Chunk::Initial => self.initial(),
            Chunk::Fill(byte) => *byte,
            Chunk::Data(data) => data.byte(at),
        }
    }

    /// Returns the term whose lowest `size` bytes are stored in order at `offset`, if there
    /// is one. The caller must check the term's width.
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
        let data = match self.chunk(chunk) {
            Chunk::Data(data) => data,
            Chunk::Fill(Byte::Of(term, 0)) if size == 1 => return Some(*term),
            _ => return None,
        };
        let terms = &data.terms[at..at + size];
        let parts = &data.bytes[at..at + size];
        let first = terms[0];
        let same = first < CONSTANT
            && terms.iter().all(|t| *t == first)
            && parts.iter().enumerate().all(|(i, p)| *p as usize == i);
        same.then(|| TermId::from_index(first as usize))
    }

    /// Returns the value of the `size` bytes (at most 16) at `offset`, which must be inside
    /// the object; `None` unless all are constants.
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
        let fill = match self.chunk(chunk) {
            Chunk::Initial => self.initial(),
            Chunk::Fill(byte) => *byte,
            Chunk::Data(data) => {
                let all = data.terms[at..at + size].iter().all(|t| is_constant(*t));
                value[..size].copy_from_slice(&data.bytes[at..at + size]);
                return all.then(|| u128::from_le_bytes(value));
            }
        };
        let Byte::Constant(byte, _) = fill else {
            return None;
        };
        value[..size].fill(byte);
        Some(u128::from_le_bytes(value))
    }

    fn data(&mut self, chunk: usize) -> &mut Data {
        let (initial, extent) = (self.initial(), self.extent(chunk));
        let slot = self.chunk_mut(chunk);
        let fill = match slot {
            Chunk::Initial => Some(initial),
            Chunk::Fill(byte) => Some(*byte),
            Chunk::Data(_) => None,
        };
        if let Some(fill) = fill {
            *slot = Chunk::Data(Rc::new(Data::filled(fill, extent)));
        }
        match slot {
            Chunk::Data(data) => Rc::make_mut(data),
            _ => unreachable!("the chunk was just filled"),
        }
    }

    /// Overwrites `count` bytes at `offset`, all inside the object, with one byte.
    pub fn fill(&mut self, offset: u64, count: u64, byte: Byte) {
        let (mut at, end) = (offset, offset + count);
        while at < end {
            let chunk = at as usize / CHUNK;
            let next = ((chunk as u64 + 1) * CHUNK as u64).min(self.spec.size);
            if at.is_multiple_of(CHUNK as u64) && next <= end {
                *self.chunk_mut(chunk) = Chunk::Fill(byte);
                at = next;
                continue;
            }
            let stop = next.min(end);
            let data = self.data(chunk);
            (at..stop).for_each(|i| data.set(i as usize % CHUNK, byte));
            at = stop;
        }
    }

    /// Overwrites the byte at `offset`, which must be inside the object.
    pub fn set(&mut self, offset: u64, byte: Byte) {
        let (chunk, at) = (offset as usize / CHUNK, offset as usize % CHUNK);
        self.data(chunk).set(at, byte);
    }

    /// Stores a term of `size` bytes at `offset`. It must not be a constant and must be
    /// inside the object.
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

    /// Stores a constant of `size` bytes (at most 16) at `offset`; it must be inside the
    /// object.
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
        let first = CONSTANT + Part::new(0, size).number();
        for (term, part) in data.terms[at..at + size].iter_mut().zip(first..) {
            *term = part;
        }
    }

    /// Ends the object's lifetime for good.
    pub fn release(&mut self, at: SpanId) {
        self.life = Life::Freed(at);
        self.forget();
    }

    /// Ends the object at an offset, a multiple of [`PAGE`].
    pub fn cut(&mut self, size: u64) {
        let chunks = size as usize / CHUNK;
        self.near.truncate(chunks);
        drop(self.far.split_off(&chunks));
        self.spec.size = size;
        let kept = self
            .chunks()
            .filter(|i| !matches!(self.chunk(*i), Chunk::Initial));
        self.written = (kept.count() * CHUNK) as u64;
    }

    /// Enters or leaves the block of a local; its contents become undefined.
    pub fn enter_or_leave(&mut self, life: Life) {
        self.life = life;
        self.forget();
    }

    fn forget(&mut self) {
        self.near.clear();
        self.far.clear();
        self.written = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERA: u64 = 1 << 40;

    fn object(size: u64) -> Object {
        Object::new(0, ObjectSpec::buffer("x", size))
    }

    #[test]
    fn an_object_costs_what_is_written() {
        let mut object = object(TERA);
        assert_eq!(object.written(), 0);
        object.store_constant(TERA - 4, 4, 7);
        object.store_constant(TERA - 8, 4, 8);
        assert_eq!(object.written(), CHUNK as u64);
        assert_eq!(object.constant(TERA - 4, 4), Some(7));
        assert_eq!(object.byte(12), Byte::Undefined);
        object.enter_or_leave(Life::Left);
        assert_eq!(object.written(), 0);
    }

    #[test]
    fn a_fill_reads_as_its_byte_until_it_is_written_over() {
        let mut object = object(3000);
        let (byte, term) = (Byte::Constant(7, Part::NONE), TermId::from_index(3));
        object.fill(10, 2000, byte);
        assert_eq!(object.byte(9), Byte::Undefined);
        assert_eq!(object.constant(10, 4), Some(0x0707_0707));
        assert_eq!(object.constant(1020, 8), Some(0x0707_0707_0707_0707));
        assert_eq!(object.byte(2010), Byte::Undefined);
        object.fill(512, 512, Byte::Of(term, 0));
        assert_eq!(object.whole(700, 1), Some(term));
        assert_eq!(object.whole(700, 2), None);
        object.set(700, byte);
        assert_eq!(object.byte(699), Byte::Of(term, 0));
        assert_eq!(object.byte(700), byte);
    }
}
