//! Resolving addresses to objects: bounds, lifetime and protection.
//!
//! Invariant: every place returned is inside one live object under the path condition, or
//! an obligation to that effect has been recorded. An address that depends on inputs is
//! accepted only if its constant part determines the object it points into.
//!
//! This file and `chosen` call each other, because a place selected by a condition consists
//! of two places.

use rewrite_rules::Builder;
use term::{Cone, TermId};

use super::concrete::SCALAR_ALIGN;
use super::end::{Access, Defect, DefectKind, End, ObjectInfo, StopReason};
use super::executor::{Exec, Executor};
use super::hazard::What;
use super::memory::{DepartedFrom, Memory};
use super::nesting::Nesting;
use super::object::{Life, Object};
use super::object_spec::{ObjectId, Protection};
use super::strided::split;
use super::value::Lane;
use crate::program::{AddressSpace, GAP, demangled};
use crate::verdict::Undefined;

/// Addresses below this are null pointers with an offset.
pub(super) const NULL_PAGE: u64 = 4096;

/// The target of an access.
pub(super) enum Place {
    /// An offset in an object.
    At(ObjectId, u64),
    /// One of several offsets in an object, ascending.
    Among {
        object: ObjectId,
        /// The offset, a 64-bit term.
        offset: TermId,
        candidates: Vec<u64>,
    },
    /// The first place if the condition holds, else the second.
    Either(TermId, Box<Place>, Box<Place>),
    /// Outside every object: the target of a load hoisted out of its branch, or a target
    /// that by an obligation no input reaches. Reads there are deterministic, with
    /// arbitrary values.
    Outside,
}

impl Executor<'_, '_> {
    /// Checks the alignment of an access. Missing alignment is a defect if a vector
    /// instruction requires it, and a hazard if it is a scalar's, which the machine does
    /// not require.
    pub fn check_alignment(&mut self, address: Lane, align: u32, access: Access) -> Exec<()> {
        let always = self.b().bool(true);
        self.guard_alignment(Some(always), address, (align, false), access)
    }

    /// Checks the alignment of an access that happens where `condition` holds. `member`
    /// means that only the source requires the alignment, not the compiled code.
    pub fn guard_alignment(
        &mut self,
        condition: Lane,
        address: Lane,
        (align, member): (u32, bool),
        access: Access,
    ) -> Exec<()> {
        let (Some(condition), Some(address)) = (condition, address) else {
            return Ok(());
        };
        if align <= 1 || self.concrete(condition) == Some(0) {
            return Ok(());
        }
        let start = self.concrete(address);
        let known = start.map(|at| at.is_multiple_of(u128::from(align)));
        if known != Some(false) {
            self.observe_misfit(address, align);
            if align > 4 && self.state.is_observed() {
                self.note_insisted(address, align);
            }
        }
        if known == Some(true) {
            return Ok(());
        }
        let aligned = is_multiple(self.b(), address, align);
        let never = self.b().not(condition);
        let fine = self.b().or(never, aligned);
        if align <= SCALAR_ALIGN {
            let what = match member {
                true => What::MisalignedMember(fine),
                false => What::Misaligned(fine),
            };
            self.hazard(Undefined::Alignment, what);
            return Ok(());
        }
        let (kind, size) = (DefectKind::Misaligned(access), u64::from(align));
        let at = start.map(|address| address as u64);
        let (_, constant) = split(self.machine.builder.arena(), address);
        self.require(fine, |this| {
            let object = this.state.memory.nearest(constant);
            this.access_defect(kind, object, at, size)
        })
    }

    fn note_insisted(&mut self, address: TermId, align: u32) {
        let (_, constant) = split(self.machine.builder.arena(), address);
        if let Some(object) = self.state.memory.nearest(constant).filter(|o| o.observed) {
            let known = self.machine.insisted.entry(ObjectId(object.base));
            let known = known.or_default();
            *known = align.max(*known);
        }
    }

    /// Records that an access requires more alignment than its object's start has: at
    /// another permitted start, it may be misaligned.
    fn observe_misfit(&mut self, address: TermId, align: u32) {
        let (_, constant) = split(self.machine.builder.arena(), address);
        let start = self
            .state
            .memory
            .nearest(constant)
            .map(|object| object.base);
        if start.is_some_and(|start| !start.is_multiple_of(u64::from(align))) {
            self.observe(address, align.trailing_zeros() as u8);
        }
    }

    /// Whether an address is in an object in the local memory of a launch.
    pub(super) fn is_in_local_memory(&mut self, address: TermId) -> bool {
        let (_, constant) = split(self.machine.builder.arena(), address);
        let object = self.state.memory.nearest(constant);
        let id = object.map(|object| ObjectId(object.base));
        id.is_some_and(|id| self.machine.local.contains(&id))
    }

    /// The address space of the object that a pointer in a kernel points into or behind: the
    /// private memory of an item is its stack, and its copies of arguments. `None` if that depends on inputs.
    pub(super) fn space_of(&mut self, address: TermId) -> Option<AddressSpace> {
        let (_, constant) = split(self.machine.builder.arena(), address);
        let object = self.state.memory.nearest(constant)?;
        let (id, size) = (ObjectId(object.base), object.spec.size);
        if constant.wrapping_sub(id.0) > size {
            return None;
        }
        Some(match id {
            _ if self.machine.local.contains(&id) => AddressSpace::LOCAL,
            _ if Memory::is_stack(id.0) || self.machine.private.contains(&id) => {
                AddressSpace::PRIVATE
            }
            _ => AddressSpace::GLOBAL,
        })
    }

    /// Records that the program inspects the `low` lowest bits of an address.
    pub(super) fn observe(&mut self, address: TermId, low: u8) {
        let (_, constant) = split(self.machine.builder.arena(), address);
        if let Some(object) = self.state.memory.nearest(constant)
            && Memory::is_heap(object.base)
        {
            let known = self.machine.observed.entry(ObjectId(object.base));
            let known = known.or_default();
            *known = low.max(*known);
        }
    }

    /// Returns the place of an access of `size` bytes.
    pub fn place(
        &mut self,
        address: Lane,
        size: u64,
        access: Access,
        speculative: bool,
    ) -> Exec<Place> {
        let Some(address) = address else {
            if speculative {
                return Ok(Place::Outside);
            }
            return Err(self.defect(DefectKind::UndefinedAddress(access)));
        };
        let place = match self.concrete(address) {
            Some(address) => self.concrete_place(address as u64, size, access, speculative),
            None => {
                self.check_set(address)?;
                self.require_quotients(address)?;
                self.machine.addresses.insert(address);
                self.symbolic_place(address, size, access, speculative, Nesting::default())
            }
        }?;
        if access == Access::Read {
            self.note_global(&place);
        }
        if !speculative {
            self.note_extent(&place, size, None);
        }
        Ok(place)
    }

    /// Stops the path if an address comes from a pointer without a known value.
    pub(super) fn check_set(&self, address: TermId) -> Exec<()> {
        if self.machine.unset.is_empty() {
            return Ok(());
        }
        let arena = self.machine.builder.arena();
        let symbols = Cone::of(arena, &[address]).symbols(arena);
        let unset = symbols.iter().find_map(|s| self.machine.unset.get(s));
        match unset {
            Some(name) => Err(self.stop(StopReason::UnsetPointer(name.to_string()))),
            None => Ok(()),
        }
    }

    /// Records the reads of global variables.
    fn note_global(&mut self, place: &Place) {
        match place {
            Place::At(id, _) | Place::Among { object: id, .. } if Memory::is_global(id.0) => {
                let Some((position, object)) = self.state.memory.find(id.0) else {
                    return;
                };
                if object.spec.protection == Protection::Writable
                    && let Some(read) = self.machine.globals_read.get_mut(position)
                {
                    *read = true;
                }
            }
            Place::Either(_, x, y) => {
                self.note_global(x);
                self.note_global(y);
            }
            _ => {}
        }
    }

    pub(super) fn concrete_place(
        &mut self,
        address: u64,
        size: u64,
        access: Access,
        speculative: bool,
    ) -> Exec<Place> {
        match self.locate(address, size, access) {
            Ok((object, offset)) => Ok(Place::At(object, offset)),
            Err(defect) => match self.state.memory.nearest(address) {
                Some(object) if object.spec.protection == Protection::Foreign => {
                    Err(self.foreign(&object.spec.name))
                }
                _ if speculative => Ok(Place::Outside),
                _ => Err(Box::new(End::Defect(*defect))),
            },
        }
    }

    pub(super) fn foreign(&self, name: &str) -> Box<End> {
        self.stop(StopReason::UnknownVariable(demangled(name)))
    }

    /// Returns the object and offset of an access to a concrete address, or its defect.
    pub fn locate(
        &self,
        address: u64,
        size: u64,
        access: Access,
    ) -> Result<(ObjectId, u64), Box<Defect>> {
        let nearest = self.state.memory.nearest(address);
        let kind = match nearest {
            _ if address < NULL_PAGE => DefectKind::NullAccess(access),
            Some(object) => {
                let offset = address - object.base;
                let inside = offset.saturating_add(size) <= object.spec.size;
                match (inside, object.life, access, object.spec.protection) {
                    (true, Life::Live, Access::Write, Protection::Input) => {
                        DefectKind::WriteToInput
                    }
                    (true, Life::Live, Access::Write, Protection::Constant) => {
                        DefectKind::WriteToConstant
                    }
                    (true, Life::Live, _, Protection::Foreign) => DefectKind::OutOfBounds(access),
                    (true, Life::Live, ..) => return Ok((ObjectId(object.base), offset)),
                    (true, Life::Freed(_), ..) => DefectKind::UseAfterFree(access),
                    (true, Life::Left, ..) => DefectKind::UseAfterScope(access),
                    (false, ..) if Memory::is_stack(address) && offset > object.spec.size => {
                        self.beside_locals(address, access)
                    }
                    (false, ..) => DefectKind::OutOfBounds(access),
                }
            }
            None if Memory::is_stack(address) => self.beside_locals(address, access),
            None => DefectKind::OutOfBounds(access),
        };
        let object = match kind {
            DefectKind::NullAccess(_) | DefectKind::UseAfterReturn(_) => None,
            DefectKind::OutOfBounds(_) => self.missed(address),
            _ => nearest,
        };
        let mut defect = self.access_defect(kind, object, Some(address), size);
        if let (DefectKind::UseAfterReturn(_), Some(gone)) =
            (kind, self.state.memory.departed(address))
        {
            if gone.from == DepartedFrom::Block {
                defect.kind = DefectKind::UseAfterScope(access);
            }
            defect.offset = Some((address - gone.base) as i64);
            defect.object = Some(ObjectInfo {
                name: gone.name.to_string(),
                size: gone.size,
                allocation: self.program.location(gone.allocation).cloned(),
                release: None,
            });
        }
        Err(Box::new(defect))
    }

    /// Returns the object that an access outside every object most likely meant: the closer
    /// one of its neighbours.
    fn missed(&self, address: u64) -> Option<&Object> {
        let (below, above) = (
            self.state.memory.nearest(address),
            self.state.memory.next(address),
        );
        let past = below.map_or(u64::MAX, |o| (address - o.base).saturating_sub(o.spec.size));
        above.filter(|o| o.base - address < past).or(below)
    }

    /// The kind of an access to the stack outside its live objects. Objects that have gone are not
    /// near live ones: the gap before each object has never held another.
    fn beside_locals(&self, address: u64, access: Access) -> DefectKind {
        let memory = &self.state.memory;
        let follows = |o: &Object| address - o.base <= o.spec.size + GAP;
        match memory.nearest(address).is_some_and(follows) || memory.next(address).is_some() {
            true => DefectKind::OutOfBounds(access),
            false => DefectKind::UseAfterReturn(access),
        }
    }

    pub(super) fn access_defect(
        &self,
        kind: DefectKind,
        object: Option<&Object>,
        address: Option<u64>,
        size: u64,
    ) -> Defect {
        let offset = object.and_then(|o| Some(address?.wrapping_sub(o.base) as i64));
        let object = object.map(|o| self.info(o));
        Defect {
            object,
            offset,
            size,
            ..self.plain_defect(kind)
        }
    }

    /// Returns the description of an object for reports.
    pub fn info(&self, object: &Object) -> ObjectInfo {
        let location = |span| self.program.location(span).cloned();
        ObjectInfo {
            name: object.spec.name.to_string(),
            size: object.spec.size,
            allocation: location(object.spec.allocation),
            release: match object.life {
                Life::Freed(at) => location(at).map(Box::new),
                Life::Live | Life::Left => None,
            },
        }
    }
}

/// Returns whether an address is a multiple of `align`, a power of two.
fn is_multiple(builder: &mut Builder, address: TermId, align: u32) -> TermId {
    let low = builder.constant(64, u128::from(align - 1));
    let rest = builder.and(address, low);
    let zero = builder.constant(64, 0);
    builder.eq(rest, zero)
}
