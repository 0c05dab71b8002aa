//! Resolving addresses that depend on inputs: to one of several offsets in an object, or to
//! one of several pointers that conditions select.
//!
//! This file and `place` call each other, because the arms of a selected address are
//! places.

use term::TermId;

use super::choice;
use super::end::{Access, DefectKind, End, StopReason};
use super::executor::{Exec, Executor};
use super::nesting::Nesting;
use super::object::Life;
use super::object_spec::{ObjectId, Protection};
use super::oracle::Feasibility;
use super::place::{NULL_PAGE, Place};
use super::strided::{Strided, split};
use crate::budgets::execution::{READ_PLACES, WRITE_PLACES};

impl Executor<'_, '_> {
    pub(super) fn symbolic_place(
        &mut self,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        nesting: Nesting,
    ) -> Exec<Place> {
        let (_, constant) = split(self.b().arena(), address);
        let set = Strided::of(self.b().arena(), address);
        let (arena, memory) = (self.machine.builder.arena(), &self.state.memory);
        let holds = |a: u64| memory.nearest(a).filter(|o| a - o.base <= o.spec.size);
        let within = self.state.within(address);
        let object = holds(set.start).or_else(|| holds(constant));
        let ahead = || memory.next(constant).filter(|_| constant >= NULL_PAGE);
        // An address that is a select without a base of its own is in one of several
        // objects.
        let small = (constant as i64).unsigned_abs() < NULL_PAGE;
        let object = match within {
            Some(id) => memory.object(id),
            None if small && choice::condition(arena, address).is_some() => None,
            None => object.or_else(ahead),
        };
        let Some(object) = object else {
            return self.chosen_place(address, size, access, speculative, nesting);
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
            if speculative {
                return Ok(Place::Outside);
            }
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
            if speculative {
                return Ok(Place::Outside);
            }
            return Err(Box::new(End::Defect(defect(self, outside))));
        };
        let minus_base = self.b().constant(64, u128::from(base.wrapping_neg()));
        let offset = self.offset(address, base, minus_base);
        let start = set.start.wrapping_sub(base);
        let inside = (Strided { start, ..set })
            .last()
            .is_some_and(|last| last <= room);
        let limit = self.b().constant(64, u128::from(room) + 1);
        let in_bounds = self.b().ult(offset, limit);
        // A hoisted load may have any value out of bounds: it gets that of a candidate.
        if !inside && !speculative {
            self.require(in_bounds, |this| defect(this, outside))?;
        }
        let most = if access == Access::Read {
            READ_PLACES
        } else {
            WRITE_PLACES
        };
        let candidates = Candidates::of(start, set, room)
            .map(|candidates| self.narrowed(candidates, most, offset))
            .and_then(|candidates| candidates.listed(most));
        match candidates {
            Some(candidates) => {
                self.places += candidates.len();
                Ok(Place::Among {
                    object: ObjectId(base),
                    offset,
                    candidates,
                })
            }
            _ if speculative && self.is_never(in_bounds) => Ok(Place::Outside),
            _ => Err(self.stop(StopReason::SymbolicAddress)),
        }
    }

    /// Candidates for an offset. Of more than `most`, those below and above all offsets that
    /// the path and the ranges of inputs allow are left out.
    fn narrowed(&mut self, candidates: Candidates, most: u64, offset: TermId) -> Candidates {
        if candidates.count < most {
            return candidates;
        }
        let mut low = 0;
        let mut open = candidates.count;
        while low < open {
            let middle = open - (open - low) / 2;
            let limit = self.b().constant(64, u128::from(candidates.at(middle)));
            let below = self.b().ult(offset, limit);
            match self.is_never(below) {
                true => low = middle,
                false => open = middle - 1,
            }
        }
        let mut open = low;
        let mut high = candidates.count;
        while open < high {
            let middle = open + (high - open) / 2;
            let limit = self.b().constant(64, u128::from(candidates.at(middle)));
            let above = self.b().ult(limit, offset);
            match self.is_never(above) {
                true => high = middle,
                false => open = middle + 1,
            }
        }
        Candidates {
            first: candidates.at(low),
            count: high - low,
            ..candidates
        }
    }

    fn is_never(&mut self, condition: TermId) -> bool {
        let path = self.state.path();
        let feasible = self
            .oracle
            .decide(&mut self.machine.builder, path, condition);
        feasible == Feasibility::AlwaysFalse
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

    /// Resolves an address that a condition inside it selects from two.
    fn chosen_place(
        &mut self,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        nesting: Nesting,
    ) -> Exec<Place> {
        let arms = choice::arms(self.b(), address);
        let Some((condition, x, y)) = arms.filter(|_| !nesting.is_deepest()) else {
            if speculative || nesting.is_arm() {
                return Err(self.stop(StopReason::SymbolicAddress));
            }
            self.split_by_object(address, size, access)?;
            return self.symbolic_place(address, size, access, speculative, Nesting::arm());
        };
        let is_fork = [x, y].iter().all(|arm| self.concrete(*arm).is_none());
        let nesting = nesting.deeper(is_fork);
        let x = self.arm(condition, x, size, access, speculative, nesting)?;
        let not = self.b().not(condition);
        let y = self.arm(not, y, size, access, speculative, nesting)?;
        Ok(Place::Either(condition, Box::new(x), Box::new(y)))
    }

    /// Resolves one arm of a selected address, within these selections: a defect in it becomes a
    /// check that the arm's condition never holds.
    pub(super) fn arm(
        &mut self,
        condition: TermId,
        address: TermId,
        size: u64,
        access: Access,
        speculative: bool,
        nesting: Nesting,
    ) -> Exec<Place> {
        // The condition belongs to this arm only, not to the path.
        let saved = self.state.conditions();
        self.state.assume(condition);
        let place = match self.concrete(address) {
            Some(address) => self.concrete_place(address as u64, size, access, speculative),
            None => self.symbolic_place(address, size, access, speculative, nesting),
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
}

/// Candidates for an offset: `first + k × stride`, for k from 0 to `count`.
#[derive(Clone, Copy)]
struct Candidates {
    first: u64,
    stride: u64,
    count: u64,
}

impl Candidates {
    /// The offsets in `0..=room` that the set allows.
    fn of(start: u64, set: Strided, room: u64) -> Option<Candidates> {
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
        let count = last.checked_sub(first)? / stride;
        Some(Candidates {
            first,
            stride,
            count,
        })
    }

    fn at(self, number: u64) -> u64 {
        self.first + number * self.stride
    }

    /// The candidates, ascending; `None` if there are more than `most`.
    fn listed(self, most: u64) -> Option<Vec<u64>> {
        let all = (0..=self.count).map(|number| self.at(number));
        (self.count < most).then(|| all.collect())
    }
}
