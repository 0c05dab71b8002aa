//! Byte-addressed memory of whole terms.
//!
//! Every byte names the term that was stored over it and which of the term's
//! bytes it is, so that a load of the same shape as the store gives the stored
//! term back. Objects are copied on write in chunks. Invariants: objects of one
//! region ascend and have gaps between them; addresses are never reused.

use std::rc::Rc;

use term::TermId;

use crate::program::{GAP, SpanId, TypeId, place};

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
    /// An undefined, writable heap object, as for a buffer argument.
    pub fn buffer(name: &str, size: u64) -> ObjectSpec {
        ObjectSpec {
            name: name.into(),
            size,
            align: 16,
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
    fn new(base: u64, spec: ObjectSpec) -> Object {
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

    fn release(&mut self) {
        self.live = false;
        self.chunks = Vec::new();
    }
}

#[derive(Clone)]
pub(super) struct Region {
    pub objects: Rc<Vec<Rc<Object>>>,
    next: u64,
}

impl Region {
    fn at(start: u64) -> Region {
        Region {
            objects: Rc::default(),
            next: start,
        }
    }
    /// Number of objects whose base is at most `address`.
    fn rank(&self, address: u64) -> usize {
        // Most accesses go to the newest objects or to one of few.
        self.objects.partition_point(|o| o.base <= address)
    }
}

const HEAP_BASE: u64 = 0x0100_0000_0000;
const STACK_BASE: u64 = 0x7f00_0000_0000;

/// All objects of a state; cloning is cheap.
#[derive(Clone)]
pub struct Memory {
    globals: Region,
    heap: Region,
    stack: Region,
    /// Bytes of all live objects.
    pub(super) bytes: u64,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            globals: Region::at(0),
            heap: Region::at(HEAP_BASE),
            stack: Region::at(STACK_BASE),
            bytes: 0,
        }
    }

    pub(super) fn regions(&self) -> [&Region; 3] {
        [&self.globals, &self.heap, &self.stack]
    }

    /// Leaves the addresses alone that the other memory has used.
    pub(super) fn reserve(&mut self, other: &Memory) {
        self.heap.next = self.heap.next.max(other.heap.next);
        self.stack.next = self.stack.next.max(other.stack.next);
    }

    fn region(&self, address: u64) -> &Region {
        match address {
            STACK_BASE.. => &self.stack,
            HEAP_BASE.. => &self.heap,
            _ => &self.globals,
        }
    }

    fn region_mut(&mut self, address: u64) -> &mut Region {
        match address {
            STACK_BASE.. => &mut self.stack,
            HEAP_BASE.. => &mut self.heap,
            _ => &mut self.globals,
        }
    }

    pub(super) fn is_heap(address: u64) -> bool {
        (HEAP_BASE..STACK_BASE).contains(&address)
    }

    pub(super) fn is_stack(address: u64) -> bool {
        address >= STACK_BASE
    }

    /// Places a new object; `None` when it would not fit the address space.
    pub(super) fn allocate(&mut self, spec: ObjectSpec) -> Option<ObjectId> {
        let region = match spec.storage {
            Storage::Global => &self.globals,
            Storage::Heap => &self.heap,
            Storage::Stack => &self.stack,
        };
        let (base, next) = place(region.next, spec.size, spec.align);
        if spec.size > 1 << 40 || (spec.storage == Storage::Heap && next >= STACK_BASE) {
            return None;
        }
        self.bytes += spec.size;
        let region = self.region_mut(base);
        region.next = next;
        Rc::make_mut(&mut region.objects).push(Rc::new(Object::new(base, spec)));
        Some(ObjectId(base))
    }

    /// Places a global at the address its program gave it; globals come in
    /// ascending order.
    pub(super) fn allocate_at(&mut self, base: u64, spec: ObjectSpec) -> ObjectId {
        self.bytes += spec.size;
        Rc::make_mut(&mut self.globals.objects).push(Rc::new(Object::new(base, spec)));
        ObjectId(base)
    }

    /// The object at or before `address`, dead ones included.
    pub(super) fn nearest(&self, address: u64) -> Option<&Object> {
        let region = self.region(address);
        let rank = region.rank(address);
        region.objects.get(rank.checked_sub(1)?).map(|o| &**o)
    }

    /// The first object after `address`, if its gap reaches it.
    pub(super) fn next(&self, address: u64) -> Option<&Object> {
        let region = self.region(address);
        let object = region.objects.get(region.rank(address))?;
        (object.base - address <= GAP).then_some(&**object)
    }

    /// The object with this base address.
    pub(super) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.nearest(id.0).filter(|o| o.base == id.0)
    }

    /// The object with this base address, for changes.
    pub(super) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let region = self.region_mut(id.0);
        let rank = region.rank(id.0).checked_sub(1)?;
        let object = Rc::make_mut(&mut region.objects).get_mut(rank)?;
        (object.base == id.0).then(|| Rc::make_mut(object))
    }

    /// Ends the life of a heap object; its place stays known.
    pub(super) fn release(&mut self, id: ObjectId) {
        if let Some(object) = self.object_mut(id) {
            object.release();
            let size = object.spec.size;
            self.bytes -= size;
        }
    }

    /// A mark of the stack's height.
    pub(super) fn stack_height(&self) -> usize {
        self.stack.objects.len()
    }

    /// Ends the life of all stack objects above a mark.
    pub(super) fn unwind(&mut self, height: usize) {
        if self.stack.objects.len() > height {
            let released: u64 = self.stack.objects[height..]
                .iter()
                .map(|o| o.spec.size)
                .sum();
            self.bytes -= released;
            Rc::make_mut(&mut self.stack.objects).truncate(height);
        }
    }
}
