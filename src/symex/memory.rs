//! All objects of a state, by address.
//!
//! Invariants: objects of a region are in ascending order with gaps between them; addresses
//! are never reused; the contents of objects are shared between states until written.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::object::{Life, Object};
use super::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use super::stacks::{Region, STACK_BASE, Stacks};
use crate::program::{GAP, SpanId, place};

/// The number of locals that went out of scope last whose names are kept.
const REMEMBERED: usize = 32;

/// The event that ended the lifetime of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DepartedFrom {
    /// Its function returned.
    Function,
    /// Its block was left.
    Block,
}

/// A local whose lifetime has ended.
#[derive(Clone)]
pub(super) struct Departed {
    pub from: DepartedFrom,
    pub base: u64,
    pub size: u64,
    pub name: Arc<str>,
    pub allocation: SpanId,
}

const HEAP_BASE: u64 = 0x0100_0000_0000;

/// The least distance in bytes between an input and the object before it: an index of 32 bits
/// into a buffer of elements of 16 bytes leads to no other object. It is no power of two, nor is
/// a multiple of it.
const APART: u64 = (64 << 30) + 0x13_5790;

/// The address above which inputs are placed as close together as other objects.
const CROWDED: u64 = 0x7000_0000_0000;

/// All objects of a state; cheap to clone.
#[derive(Clone)]
pub struct Memory {
    globals: Region,
    heap: Region,
    stacks: Stacks,
    /// Dead locals, newest last.
    departed: Rc<VecDeque<Departed>>,
    /// Total size of all live objects in bytes, written or not.
    declared: u64,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            globals: Region::at(0),
            heap: Region::at(HEAP_BASE + GAP),
            stacks: Stacks::new(),
            departed: Rc::default(),
            declared: 0,
        }
    }

    pub(super) fn regions(&self) -> impl Iterator<Item = &Region> {
        let regions = [&self.globals, &self.heap].into_iter();
        regions.chain(self.stacks.all())
    }

    /// Returns pairs of corresponding regions of two memories, without those that they
    /// share.
    pub(super) fn pairs<'a>(
        &'a self,
        other: &'a Memory,
    ) -> impl Iterator<Item = (&'a Region, &'a Region)> {
        let shared = |(a, b): &(&'a Region, &'a Region)| std::ptr::eq(*a, *b);
        let pairs = self.regions().zip(other.regions());
        pairs.filter(move |pair| !shared(pair))
    }

    /// Reserves the addresses that the other memory has used.
    pub(super) fn reserve(&mut self, other: &Memory) {
        self.heap.next = self.heap.next.max(other.heap.next);
        self.stacks.reserve(&other.stacks);
    }

    /// Returns the number of threads after the first that have a stack.
    pub(super) fn stack_count(&self) -> usize {
        self.stacks.others()
    }

    /// Adds the stack of a thread other than the first, unless it exists. Returns whether
    /// the address space has room for it.
    pub(super) fn add_stack(&mut self, thread: u32) -> bool {
        self.stacks.add(thread)
    }

    /// Makes the stack of a thread the one on which objects are placed.
    pub(super) fn select_stack(&mut self, thread: u32) {
        self.stacks.select(thread);
    }

    /// Ends the lifetimes of all objects on the stacks of all threads but the first.
    pub(super) fn clear_stacks(&mut self) {
        let running = self.stacks.select(0);
        for thread in 1..=self.stacks.others() as u32 {
            self.stacks.select(thread);
            self.unwind(0);
        }
        self.stacks.select(running);
    }

    fn region(&self, address: u64) -> &Region {
        match address {
            STACK_BASE.. => self.stacks.at(address),
            HEAP_BASE.. => &self.heap,
            _ => &self.globals,
        }
    }

    fn region_mut(&mut self, address: u64) -> &mut Region {
        match address {
            STACK_BASE.. => self.stacks.at_mut(address),
            HEAP_BASE.. => &mut self.heap,
            _ => &mut self.globals,
        }
    }

    pub(super) fn is_global(address: u64) -> bool {
        address < HEAP_BASE
    }

    pub(super) fn is_heap(address: u64) -> bool {
        (HEAP_BASE..STACK_BASE).contains(&address)
    }

    pub(super) fn is_stack(address: u64) -> bool {
        address >= STACK_BASE
    }

    /// Whether more than `limit` bytes of live objects have been written.
    pub(super) fn exceeds(&self, limit: u64) -> bool {
        // Unless the declared sizes exceed the limit, the written bytes need not be
        // counted.
        self.declared > limit && self.objects().map(Object::written).sum::<u64>() > limit
    }

    /// Places a new object; `None` if it does not fit the address space.
    pub(super) fn allocate(&mut self, spec: ObjectSpec) -> Option<ObjectId> {
        let region = match spec.storage {
            Storage::Global => &self.globals,
            Storage::Input | Storage::Process | Storage::Heap | Storage::Mapped => &self.heap,
            Storage::Stack => self.stacks.running(),
        };
        let after = match spec.storage {
            Storage::Input if region.next < CROWDED => region.next + APART,
            _ => region.next,
        };
        let (base, next) = place(after, spec.size, spec.start);
        let end = match spec.storage {
            Storage::Input | Storage::Process | Storage::Heap | Storage::Mapped => STACK_BASE,
            Storage::Stack => self.stacks.end(),
            Storage::Global => u64::MAX,
        };
        if spec.size > 1 << 40 || next >= end {
            return None;
        }
        self.declared += spec.size;
        let region = self.region_mut(base);
        region.next = next;
        region.objects.push(base, spec);
        Some(ObjectId(base))
    }

    /// Places a global at its address in the program; callers must place globals in
    /// ascending order.
    pub(super) fn allocate_at(&mut self, base: u64, spec: ObjectSpec) -> ObjectId {
        self.declared += spec.size;
        self.globals.objects.push(base, spec);
        ObjectId(base)
    }

    /// Places an object at a given address among the globals. Returns whether the address
    /// range is free.
    pub(super) fn insert(&mut self, base: u64, spec: ObjectSpec) -> bool {
        let Some(end) = base.checked_add(spec.size).filter(|end| *end <= HEAP_BASE) else {
            return false;
        };
        let objects = &self.globals.objects;
        let at = objects.rank(base);
        let below = at.checked_sub(1).and_then(|i| objects.get(i));
        let above = objects.get(at);
        let free = below.is_none_or(|o| o.base + o.spec.size <= base && o.base != base)
            && above.is_none_or(|o| o.base >= end);
        if base == 0 || !free {
            return false;
        }
        self.declared += spec.size;
        self.globals.objects.insert(base, spec);
        true
    }

    /// Returns the object that starts at or before `address`, dead ones included.
    pub(super) fn nearest(&self, address: u64) -> Option<&Object> {
        self.find(address).map(|(_, object)| object)
    }

    /// Returns the object that starts at or before `address`, dead ones included, with its
    /// index in its region.
    pub(super) fn find(&self, address: u64) -> Option<(usize, &Object)> {
        let region = self.region(address);
        let position = region.objects.rank(address).checked_sub(1)?;
        Some((position, region.objects.get(position)?))
    }

    /// Returns the object that contains `size` bytes at `address`, for a write without
    /// further checks; `None` if there is none, or if it is not live, not writable or
    /// observed.
    pub(super) fn find_mut(&mut self, address: u64, size: u64) -> Option<&mut Object> {
        let region = self.region_mut(address);
        let position = region.objects.rank(address).checked_sub(1)?;
        let object = region.objects.get(position)?;
        let inside = (address - object.base).saturating_add(size) <= object.spec.size;
        let writable = object.is_plain() && object.spec.protection == Protection::Writable;
        if !inside || !writable {
            return None;
        }
        region.objects.get_mut(position)
    }

    /// Returns the dead local that was at an address, if it is still remembered.
    pub(super) fn departed(&self, address: u64) -> Option<&Departed> {
        let inside = |d: &&Departed| (d.base..d.base + d.size).contains(&address);
        self.departed.iter().find(inside)
    }

    /// Returns the first object that starts after `address`, if only its gap lies between.
    pub(super) fn next(&self, address: u64) -> Option<&Object> {
        let region = self.region(address);
        let object = region.objects.get(region.objects.rank(address))?;
        (object.base - address <= GAP).then_some(object)
    }

    /// Returns all objects, by address.
    pub(super) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.regions().flat_map(|region| region.objects.from(0))
    }

    /// Returns the object with this base address.
    pub(super) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.nearest(id.0).filter(|o| o.base == id.0)
    }

    /// Returns the object with this base address, for writing.
    pub(super) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let region = self.region_mut(id.0);
        let position = region.objects.rank(id.0).checked_sub(1)?;
        let exact = region.objects.get(position)?.base == id.0;
        exact.then(|| region.objects.get_mut(position))?
    }

    /// Starts or ends the lifetime of a local in its block.
    pub(super) fn enter_or_leave(&mut self, id: ObjectId, life: Life) {
        let object = self.object_mut(id);
        if let Some(object) = object.filter(|o| o.spec.storage == Storage::Stack) {
            object.enter_or_leave(life);
        }
    }

    /// Sets whether accesses to an object are observed.
    pub(super) fn set_observed(&mut self, id: ObjectId, observed: bool) {
        if let Some(object) = self.object_mut(id) {
            object.observed = observed;
        }
    }

    /// Changes the name of an object in reports.
    pub(super) fn rename(&mut self, id: ObjectId, name: &str) {
        if let Some(object) = self.object_mut(id) {
            object.spec.name = name.into();
        }
    }

    /// Ends the lifetime of a heap object; its address range stays known.
    pub(super) fn release(&mut self, id: ObjectId, at: SpanId) {
        if let Some(object) = self.object_mut(id) {
            object.release(at);
            let size = object.spec.size;
            self.declared -= size;
        }
    }

    /// Ends an object at an offset, which must be inside it and a multiple of the size of a page.
    pub(super) fn cut(&mut self, id: ObjectId, size: u64) {
        if let Some(object) = self.object_mut(id) {
            let before = object.spec.size;
            object.cut(size);
            self.declared -= before - size;
        }
    }

    /// Returns the number of objects on the running stack, to unwind to later.
    pub(super) fn stack_height(&self) -> usize {
        self.stacks.running().objects.len()
    }

    /// Returns the least address of the next stack object.
    pub(super) fn stack_top(&self) -> u64 {
        self.stacks.running().next
    }

    /// Ends the lifetimes of all stack objects from an address on.
    pub(super) fn leave_above(&mut self, top: u64) {
        let below = top.saturating_sub(1);
        let rank = self.stacks.running().objects.rank(below);
        self.pop(rank, DepartedFrom::Block);
    }

    /// Ends the lifetimes of all stack objects above a height, because their functions end.
    pub(super) fn unwind(&mut self, height: usize) {
        self.pop(height, DepartedFrom::Function);
    }

    fn pop(&mut self, height: usize, from: DepartedFrom) {
        if self.stack_height() > height {
            let departed = Rc::make_mut(&mut self.departed);
            let stack = self.stacks.running_mut();
            for object in stack.objects.from(height) {
                self.declared -= object.spec.size;
                if departed.len() == REMEMBERED {
                    departed.pop_front();
                }
                departed.push_back(Departed {
                    base: object.base,
                    size: object.spec.size,
                    name: Arc::clone(&object.spec.name),
                    allocation: object.spec.allocation,
                    from,
                });
            }
            stack.objects.truncate(height);
        }
    }
}
