//! Heap blocks that are no longer reachable.
//!
//! Invariant: a block is listed only if no byte of a global, of a buffer that the driver
//! placed, of the given roots, or of a block reachable from these may hold an address in
//! it. Of an address that depends on inputs, every constant in its term counts. After
//! `exit`, locals and registers of open activations are roots too.

use rustc_hash::FxHashSet;
use term::{Cone, TermId};

use super::chunk::Byte;
use super::end::{Defect, DefectKind, ObjectInfo};
use super::machine::Machine;
use super::object::Object;
use super::object_spec::{ObjectId, Storage};
use super::state::State;
use super::value::Value;
use crate::program::SpanId;

/// Size of an address in bytes.
const POINTER: u64 = 8;

impl Machine<'_> {
    /// Returns the blocks that the program allocated, did not free and lost, first those that
    /// no other lost block points to, in the order of allocation; `returned` is the program's result, which is a root.
    pub fn leaks(&mut self, state: &State, returned: Option<&Value>) -> Vec<Defect> {
        let allocated = |o: &&Object| {
            o.is_live() && o.spec.storage == Storage::Heap && o.spec.allocation != SpanId::NONE
        };
        let objects: Vec<&Object> = state.memory.objects().collect();
        if state.ends_at_once() || !objects.iter().any(allocated) {
            return Vec::new();
        }
        let mut seen = FxHashSet::default();
        let mut addresses = Vec::new();
        let mut open: Vec<&Object> = Vec::new();
        for value in returned
            .into_iter()
            .chain(state.held())
            .flat_map(Value::leaves)
        {
            self.constants_below(value, &mut seen, &mut addresses);
        }
        open.extend(objects.iter().filter(|o| o.is_live() && !allocated(o)));
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        loop {
            for address in addresses.drain(..) {
                let object = state.memory.nearest(address);
                let inside = |o: &&Object| address - o.base <= o.spec.size;
                if let Some(object) = object.filter(inside).filter(allocated)
                    && reached.insert(ObjectId(object.base))
                {
                    open.push(object);
                }
            }
            let Some(object) = open.pop() else { break };
            self.addresses_in(object, &mut seen, &mut addresses);
        }
        let lost = objects.into_iter().filter(allocated);
        let mut lost: Vec<&Object> = lost
            .filter(|o| !reached.contains(&ObjectId(o.base)))
            .collect();
        // What only lost blocks point to is lost because of them.
        let held = self.held_by(state, &lost);
        lost.sort_by_key(|o| held.contains(&ObjectId(o.base)));
        lost.into_iter().map(|o| self.leak(o)).collect()
    }

    /// The blocks that others of these blocks point to.
    fn held_by(&mut self, state: &State, blocks: &[&Object]) -> FxHashSet<ObjectId> {
        let mut held = FxHashSet::default();
        for block in blocks {
            let (mut seen, mut addresses) = (FxHashSet::default(), Vec::new());
            self.addresses_in(block, &mut seen, &mut addresses);
            let found = addresses.into_iter().filter_map(|address| {
                let object = state.memory.nearest(address)?;
                (address - object.base <= object.spec.size).then_some(object.base)
            });
            held.extend(found.filter(|base| *base != block.base).map(ObjectId));
        }
        held
    }

    fn leak(&self, object: &Object) -> Defect {
        let location = self.program.location(object.spec.allocation).cloned();
        Defect {
            object: Some(ObjectInfo {
                name: object.spec.name.to_string(),
                size: object.spec.size,
                allocation: location.clone(),
                release: None,
            }),
            ..Defect::at(DefectKind::Leak, location)
        }
    }

    fn addresses_in(&mut self, object: &Object, seen: &mut FxHashSet<TermId>, out: &mut Vec<u64>) {
        for offset in 0..object.spec.size.saturating_sub(POINTER - 1) {
            let aligned = offset % POINTER == 0;
            let term = match object.byte(offset) {
                Byte::Undefined => continue,
                Byte::Constant(..) if object.constant(offset, POINTER as usize).is_some() => {
                    let constant = object.constant(offset, POINTER as usize);
                    out.extend(constant.map(|value| value as u64));
                    continue;
                }
                Byte::Of(term, 0) if u64::from(self.builder.width(term)) == POINTER * 8 => {
                    object.whole(offset, POINTER as usize)
                }
                // An address stored in pieces is searched for only at aligned offsets.
                _ if aligned => self.load_bits(object, offset, 64, SpanId::NONE),
                _ => continue,
            };
            if let Some(term) = term {
                self.constants_below(term, seen, out);
            }
        }
    }

    fn constants_below(&self, term: TermId, seen: &mut FxHashSet<TermId>, out: &mut Vec<u64>) {
        if !seen.insert(term) {
            return;
        }
        let arena = self.builder.arena();
        match arena.constant_value(term) {
            Some(value) => out.push(value as u64),
            None => {
                let cone = Cone::of(arena, &[term]);
                let constants = cone.terms.iter().filter(|t| arena.width(**t) == 64);
                out.extend(constants.filter_map(|t| Some(arena.constant_value(*t)? as u64)));
            }
        }
    }
}
