//! From addresses to objects: bounds, liveness and protection.
//!
//! Invariant: every place returned is inside one live object under the path
//! condition, or an obligation that says so has been recorded. An address that
//! depends on inputs is accepted only if the object it points into is known
//! from its constant part.

use term::{Op, TermId};

use super::concrete::SCALAR_ALIGN;
use super::end::{Access, Defect, DefectKind, End, ObjectInfo, StopReason};
use super::executor::{Exec, Executor};
use super::memory::Memory;
use super::object::{Life, Object, ObjectId, Protection};
use super::oracle::Feasibility;
use super::strided::{Strided, split};
use super::value::Lane;
use crate::program::demangled;

/// Most places that one read may choose among.
const MAX_READ: u64 = 4096;
/// Most places that one write may choose among.
const MAX_WRITE: u64 = 256;
/// Addresses below this are null pointers with an offset.
const NULL_PAGE: u64 = 4096;
/// Deepest nesting of pointers chosen by conditions.
const MAX_CHOICES: u32 = 8;

/// Where an access goes.
pub(super) enum Place {
    /// To an offset in an object.
    At(ObjectId, u64),
    /// To one of several offsets, ascending.
    Among {
        object: ObjectId,
        /// The offset, as a term.
        offset: TermId,
        candidates: Vec<u64>,
    },
    /// To the first place if the condition holds, else to the second.
    Either(TermId, Box<Place>, Box<Place>),
    /// Outside every object, by a load that was hoisted out of its branch.
    Outside,
}

impl Executor<'_, '_> {
    /// A defect if a concrete address lacks the alignment that a vector
    /// instruction insists on, its own size.
    pub fn check_alignment(&mut self, address: Lane, align: u32, access: Access) -> Exec<()> {
        if align <= SCALAR_ALIGN {
            return Ok(());
        }
        match self.concrete_lane(address) {
            Some(a) if !(a as u64).is_multiple_of(u64::from(align)) => {
                let object = self.state.memory.nearest(a as u64);
                let kind = DefectKind::Misaligned(access);
                let size = u64::from(align);
                let defect = self.access_defect(kind, object, Some(a as u64), size);
                Err(Box::new(End::Defect(defect)))
            }
            Some(a) if Memory::is_heap(a as u64) => {
                let relied_on = &mut self.machine.statistics.alignment_relied_on;
                *relied_on = u64::from(align).max(*relied_on);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Where an access of `size` bytes goes.
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
            None => self.symbolic_place(address, size, access, speculative, MAX_CHOICES),
        }?;
        if access == Access::Read {
            self.note_global(&place);
        }
        Ok(place)
    }

    /// Remembers that a global variable is read.
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

    /// A read that was moved out of the branch that `condition` takes: where it
    /// holds, the read must be in bounds.
    pub fn guard(&mut self, condition: Lane, address: Lane, size: u64) -> Exec<()> {
        // Without a value of the condition, what was read has none either.
        let Some(condition) = condition.filter(|c| self.concrete(*c) != Some(0)) else {
            return Ok(());
        };
        let Some(address) = address else {
            let never = self.b().not(condition);
            let kind = DefectKind::UndefinedAddress(Access::Read);
            return self.require(never, |this| this.plain_defect(kind));
        };
        self.arm(condition, address, size, Access::Read, false, MAX_CHOICES)?;
        Ok(())
    }

    fn concrete_place(
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

    fn foreign(&self, name: &str) -> Box<End> {
        self.stop(StopReason::UnknownVariable(demangled(name)))
    }

    /// The object and offset of a concrete access, or what is wrong with it.
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
                        self.beyond_stack(address, object, access)
                    }
                    (false, ..) => DefectKind::OutOfBounds(access),
                }
            }
            None if Memory::is_stack(address) => DefectKind::UseAfterReturn(access),
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

    /// The object that an access outside every object was most likely meant for:
    /// the closer one of those below and above.
    fn missed(&self, address: u64) -> Option<&Object> {
        let (below, above) = (
            self.state.memory.nearest(address),
            self.state.memory.next(address),
        );
        let past = below.map_or(u64::MAX, |o| (address - o.base).saturating_sub(o.spec.size));
        above.filter(|o| o.base - address < past).or(below)
    }

    fn beyond_stack(&self, address: u64, object: &Object, access: Access) -> DefectKind {
        // Objects above the top of the stack are gone; their addresses are not reused.
        let gap = crate::program::GAP;
        if address - object.base > object.spec.size + gap {
            DefectKind::UseAfterReturn(access)
        } else {
            DefectKind::OutOfBounds(access)
        }
    }

    fn access_defect(
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

    /// What reports say of an object.
    pub fn info(&self, object: &Object) -> ObjectInfo {
        let location = |span| self.program.location(span).cloned();
        ObjectInfo {
            name: object.spec.name.to_string(),
            size: object.spec.size,
            allocation: location(object.spec.allocation),
            release: match object.life {
                Life::Freed(at) => location(at),
                Life::Live | Life::Left => None,
            },
        }
    }

    fn symbolic_place(
        &mut self,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        choices: u32,
    ) -> Exec<Place> {
        let (_, constant) = split(self.b().arena(), address);
        let set = Strided::of(self.b().arena(), address);
        let memory = &self.state.memory;
        let holds = |a: u64| memory.nearest(a).filter(|o| a - o.base <= o.spec.size);
        let within = self.state.within(address);
        let object = holds(set.start).or_else(|| holds(constant));
        let ahead = || memory.next(constant).filter(|_| constant >= NULL_PAGE);
        // Without a base outside its arms, a choice is one of several objects.
        let small = (constant as i64).unsigned_abs() < NULL_PAGE;
        let object = match within {
            Some(id) => memory.object(id),
            None if small && self.is_choice(address) => None,
            None => object.or_else(ahead),
        };
        let Some(object) = object else {
            return self.chosen_place(address, size, access, speculative, choices);
        };
        let (base, extent) = (object.base, object.spec.size);
        let defect = |this: &Self, kind| {
            let object = this.state.memory.object(ObjectId(base));
            this.access_defect(kind, object, None, size)
        };
        let gone = match object.life {
            Life::Live => None,
            Life::Left => Some(DefectKind::UseAfterScope(access)),
            Life::Freed(_) => Some(DefectKind::UseAfterFree(access)),
        };
        if let Some(kind) = gone {
            return Err(Box::new(End::Defect(defect(self, kind))));
        }
        match object.spec.protection {
            Protection::Foreign => return Err(self.foreign(&object.spec.name)),
            Protection::Input if access == Access::Write => {
                return Err(Box::new(End::Defect(defect(
                    self,
                    DefectKind::WriteToInput,
                ))));
            }
            Protection::Constant if access == Access::Write => {
                return Err(Box::new(End::Defect(defect(
                    self,
                    DefectKind::WriteToConstant,
                ))));
            }
            _ => {}
        }
        let outside = DefectKind::OutOfBounds(access);
        let Some(room) = extent.checked_sub(size) else {
            return Err(Box::new(End::Defect(defect(self, outside))));
        };
        let minus_base = self.b().constant(64, u128::from(base.wrapping_neg()));
        let offset = self.offset(address, base, minus_base);
        let start = set.start.wrapping_sub(base);
        let inside = (Strided { start, ..set })
            .last()
            .is_some_and(|last| last <= room);
        if !inside {
            let limit = self.b().constant(64, u128::from(room) + 1);
            let in_bounds = self.b().ult(offset, limit);
            if speculative {
                return self.speculative_place(in_bounds, address, size, choices);
            }
            self.require(in_bounds, |this| defect(this, outside))?;
        }
        let candidates = candidates(start, set, room);
        let most = if access == Access::Read {
            MAX_READ
        } else {
            MAX_WRITE
        };
        match candidates {
            Some(candidates) if candidates.len() as u64 <= most => Ok(Place::Among {
                object: ObjectId(base),
                offset,
                candidates,
            }),
            _ => Err(self.stop(StopReason::SymbolicAddress)),
        }
    }

    /// `address − base`, with constants combined.
    fn offset(&mut self, address: TermId, base: u64, minus_base: TermId) -> TermId {
        match split(self.b().arena(), address) {
            (Some(core), constant) => match constant.wrapping_sub(base) {
                0 => core,
                rest => {
                    let rest = self.b().constant(64, u128::from(rest));
                    self.b().add(core, rest)
                }
            },
            (None, _) => self.b().add(address, minus_base),
        }
    }

    /// A hoisted load whose address is in bounds only sometimes.
    fn speculative_place(
        &mut self,
        in_bounds: TermId,
        address: TermId,
        size: u64,
        choices: u32,
    ) -> Exec<Place> {
        let builder = &mut self.machine.builder;
        match self.oracle.decide(builder, self.state.path(), in_bounds) {
            Feasibility::AlwaysFalse => return Ok(Place::Outside),
            Feasibility::AlwaysTrue => {}
            _ if choices == 0 => return Err(self.stop(StopReason::SymbolicAddress)),
            _ => {}
        }
        // The condition belongs to this access only, not to the path.
        let saved = self.state.conditions();
        self.state.assume(in_bounds);
        let place = self.symbolic_place(address, size, Access::Read, false, choices - 1);
        self.state.restore(saved);
        Ok(Place::Either(
            in_bounds,
            Box::new(place?),
            Box::new(Place::Outside),
        ))
    }

    /// An address that is one of two, by a condition inside it.
    fn chosen_place(
        &mut self,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        choices: u32,
    ) -> Exec<Place> {
        let Some((condition, x, y)) = self.arms(address).filter(|_| choices > 0) else {
            // Inside a choice, the state belongs to its condition.
            if speculative || choices != MAX_CHOICES {
                return Err(self.stop(StopReason::SymbolicAddress));
            }
            self.split_by_object(address, size, access)?;
            return self.symbolic_place(address, size, access, speculative, choices - 1);
        };
        let x = self.arm(condition, x, size, access, speculative, choices)?;
        let not = self.b().not(condition);
        let y = self.arm(not, y, size, access, speculative, choices)?;
        Ok(Place::Either(condition, Box::new(x), Box::new(y)))
    }

    /// One arm of a chosen address: wrong only if its condition can hold.
    fn arm(
        &mut self,
        condition: TermId,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        choices: u32,
    ) -> Exec<Place> {
        // The condition belongs to this arm only, not to the path.
        let saved = self.state.conditions();
        self.state.assume(condition);
        let place = match self.concrete(address) {
            Some(address) => self.concrete_place(address as u64, size, access, speculative),
            None => self.symbolic_place(address, size, access, speculative, choices - 1),
        };
        self.state.restore_path(saved);
        match place.map_err(|end| *end) {
            Ok(place) => Ok(place),
            Err(End::Defect(defect)) => {
                let never = self.b().not(condition);
                self.require(never, |_| defect)?;
                Ok(Place::Outside)
            }
            Err(end) => Err(Box::new(end)),
        }
    }

    /// Whether [`Executor::arms`] finds a choice.
    fn is_choice(&self, address: TermId) -> bool {
        let node = self.machine.builder.arena().node(address);
        match node.op() {
            Op::Select => true,
            Op::Add => node.children().iter().any(|child| self.is_choice(*child)),
            _ => false,
        }
    }

    /// `address` as `condition ? x : y`.
    fn arms(&mut self, address: TermId) -> Option<(TermId, TermId, TermId)> {
        let node = *self.b().arena().node(address);
        match node.op() {
            Op::Select => Some((node.child(0), node.child(1), node.child(2))),
            Op::Add => {
                for (x, y) in [
                    (node.child(0), node.child(1)),
                    (node.child(1), node.child(0)),
                ] {
                    if let Some((condition, a, b)) = self.arms(x) {
                        let (a, b) = (self.b().add(a, y), self.b().add(b, y));
                        return Some((condition, a, b));
                    }
                }
                None
            }
            _ => None,
        }
    }
}

/// The offsets in `0..=room` that the set allows, ascending; `None` when there
/// are too many.
fn candidates(start: u64, set: Strided, room: u64) -> Option<Vec<u64>> {
    let stride = set.stride.max(1);
    let bounded = Strided { start, ..set }
        .last()
        .is_some_and(|last| last <= room);
    let (first, last) = if bounded {
        (start, start + stride * set.count)
    } else {
        // The set may wrap: keep only its residue, which survives wrapping
        // if the stride divides 2^64.
        let stride = if stride.is_power_of_two() { stride } else { 1 };
        (start % stride, room)
    };
    let stride = if bounded || stride.is_power_of_two() {
        stride
    } else {
        1
    };
    let count = (last.checked_sub(first)?) / stride;
    (count < MAX_READ).then(|| (0..=count).map(|i| first + i * stride).collect())
}
