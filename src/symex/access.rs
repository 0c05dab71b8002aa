//! Reads and writes of values at resolved places. Only `door` calls these.
//!
//! Traps: vectors of bits are packed in memory; scalars whose width is not a multiple of 8
//! are stored zero-extended.

use term::TermId;

use super::chunk::Byte;
use super::executor::Executor;
use super::object_spec::ObjectId;
use super::place::Place;
use super::table;
use super::value::{Lane, Value};
use crate::program::{Scalar, Shape, TypeId};

impl Executor<'_, '_> {
    /// Returns the value at a place; zero where the place is outside every object.
    pub(super) fn read(&mut self, place: &Place, ty: TypeId) -> Value {
        match place {
            Place::At(object, offset) => self.read_at(*object, *offset, ty),
            Place::Among {
                object,
                offset,
                candidates,
            } => self.read_among(*object, *offset, candidates, ty),
            Place::Either(condition, x, y) => match (&**x, &**y) {
                (place, Place::Outside) | (Place::Outside, place) => self.read(place, ty),
                (x, y) => {
                    let (x, y) = (self.read(x, ty), self.read(y, ty));
                    self.merge(ty, *condition, &x, &y)
                }
            },
            Place::Outside => self.zero(ty),
        }
    }

    /// Reads from a table: as a term of the entries' arithmetic pattern if they have one,
    /// else as a balanced tree of selects over the candidate offsets.
    fn read_among(
        &mut self,
        object: ObjectId,
        offset: TermId,
        candidates: &[u64],
        ty: TypeId,
    ) -> Value {
        if let Shape::Scalar(scalar) = self.program.ty(ty).shape
            && let Some(step) = table::step(candidates)
            && let Some(entries) = self.entries(object, candidates, scalar)
            && let Some(term) = self.read_table(offset, step, candidates, &entries, scalar)
        {
            return term.into();
        }
        self.read_tree(object, offset, candidates, ty)
    }

    /// Returns the scalars at these offsets, or `None` if one of them is undefined.
    fn entries(
        &mut self,
        object: ObjectId,
        offsets: &[u64],
        scalar: Scalar,
    ) -> Option<Vec<TermId>> {
        let offsets = offsets.iter();
        offsets
            .map(|offset| self.load_scalar(object, *offset, scalar))
            .collect()
    }

    fn read_tree(
        &mut self,
        object: ObjectId,
        offset: TermId,
        candidates: &[u64],
        ty: TypeId,
    ) -> Value {
        match candidates {
            [] => self.undefined_value(ty),
            [only] => self.read_at(object, *only, ty),
            _ => {
                let (low, high) = candidates.split_at(candidates.len() / 2);
                let x = self.read_tree(object, offset, low, ty);
                let y = self.read_tree(object, offset, high, ty);
                let bound = self.b().constant(64, u128::from(high[0]));
                let below = self.b().ult(offset, bound);
                self.merge(ty, below, &x, &y)
            }
        }
    }

    /// Replaces the value at a place where the guard holds.
    pub(super) fn write(
        &mut self,
        place: &Place,
        ty: TypeId,
        value: &Value,
        guard: Option<TermId>,
    ) {
        match place {
            Place::At(object, offset) => {
                let value = match guard {
                    Some(guard) => {
                        let old = self.read_at(*object, *offset, ty);
                        self.merge(ty, guard, value, &old)
                    }
                    None => value.clone(),
                };
                self.write_at(*object, *offset, ty, &value);
            }
            Place::Among {
                object,
                offset,
                candidates,
            } => {
                let whole = match value {
                    Value::Scalar(lane) => *lane,
                    _ => None,
                };
                let tests = self.tests(whole, *offset, candidates);
                for candidate in candidates {
                    let here = self.b().constant(64, u128::from(*candidate));
                    let hit = self.b().eq(*offset, here);
                    let hit = self.both(guard, hit);
                    let place = Place::At(*object, *candidate);
                    match (whole, &tests) {
                        (Some(whole), Some(tests)) => {
                            let value = self.value_at(tests, whole, *candidate).into();
                            self.write(&place, ty, &value, Some(hit));
                        }
                        _ => self.write(&place, ty, value, Some(hit)),
                    }
                }
            }
            Place::Either(condition, x, y) => {
                let not = self.b().not(*condition);
                let (first, second) = (self.both(guard, *condition), self.both(guard, not));
                self.write(x, ty, value, Some(first));
                self.write(y, ty, value, Some(second));
            }
            Place::Outside => {}
        }
    }

    pub(super) fn both(&mut self, guard: Option<TermId>, condition: TermId) -> TermId {
        match guard {
            Some(guard) => self.b().and(guard, condition),
            None => condition,
        }
    }

    /// Returns the scalar at an offset, which must be inside the object.
    pub fn load_scalar(&mut self, id: ObjectId, offset: u64, scalar: Scalar) -> Lane {
        let object = self.state.memory.object(id)?;
        let bits = (scalar.store_size() * 8) as u8;
        let term = self.machine.load_bits(object, offset, bits, self.span)?;
        Some(self.machine.builder.trunc(term, scalar.bits()))
    }

    fn read_at(&mut self, object: ObjectId, offset: u64, ty: TypeId) -> Value {
        let decoded = self.program.ty(ty);
        match &decoded.shape {
            Shape::Scalar(scalar) => Value::Scalar(self.load_scalar(object, offset, *scalar)),
            Shape::Vector { lane, count } if lane.bits() % 8 == 0 => {
                let step = lane.store_size();
                let at = |i: u32| offset + u64::from(i) * step;
                Value::Vector(
                    (0..*count)
                        .map(|i| self.load_scalar(object, at(i), *lane))
                        .collect(),
                )
            }
            Shape::Vector { lane, count } => {
                let bytes: Vec<Lane> = (0..decoded.store_size)
                    .map(|i| self.load_scalar(object, offset + i, Scalar::Int(8)))
                    .collect();
                Value::Vector(self.repack(&bytes, 8, lane.bits(), *count).into())
            }
            Shape::Array { element, count } => {
                let step = self.program.ty(*element).size;
                let members =
                    (0..*count).map(|i| self.read_at(object, offset + i * step, *element));
                Value::Aggregate(members.collect())
            }
            Shape::Struct(fields) => {
                let members = fields
                    .iter()
                    .map(|(ty, at)| self.read_at(object, offset + at, *ty));
                Value::Aggregate(members.collect())
            }
            Shape::Void | Shape::Unsupported(_) => Value::Scalar(None),
        }
    }

    /// Returns the scalar at a place; zero where the place is outside every object.
    pub(super) fn lane_at(&mut self, place: &Place, scalar: Scalar) -> Lane {
        let bits = scalar.bits();
        match place {
            Place::At(object, offset) => self.load_scalar(*object, *offset, scalar),
            Place::Among {
                object,
                offset,
                candidates,
            } => {
                let mut result = self.load_scalar(*object, *candidates.first()?, scalar);
                for candidate in &candidates[1..] {
                    let here = self.b().constant(64, u128::from(*candidate));
                    let hit = self.b().eq(*offset, here);
                    let lane = self.load_scalar(*object, *candidate, scalar);
                    result = self.choose(hit, lane, result, bits);
                }
                result
            }
            Place::Either(condition, x, y) => match (&**x, &**y) {
                (place, Place::Outside) | (Place::Outside, place) => self.lane_at(place, scalar),
                (x, y) => {
                    let (x, y) = (self.lane_at(x, scalar), self.lane_at(y, scalar));
                    self.choose(*condition, x, y, bits)
                }
            },
            Place::Outside => Some(self.b().constant(bits, 0)),
        }
    }

    /// Replaces the scalar at a place where the guard holds.
    pub(super) fn set_lane_at(
        &mut self,
        place: &Place,
        scalar: Scalar,
        new: Lane,
        guard: Option<TermId>,
    ) {
        match place {
            Place::At(object, offset) => {
                let new = match guard {
                    Some(guard) => {
                        let old = self.load_scalar(*object, *offset, scalar);
                        self.choose(guard, new, old, scalar.bits())
                    }
                    None => new,
                };
                self.store_lane(*object, *offset, scalar, new);
            }
            Place::Among {
                object,
                offset,
                candidates,
            } => {
                let tests = self.tests(new, *offset, candidates);
                for candidate in candidates {
                    let here = self.b().constant(64, u128::from(*candidate));
                    let hit = self.b().eq(*offset, here);
                    let hit = self.both(guard, hit);
                    let new = match &tests {
                        Some(tests) => new.map(|new| self.value_at(tests, new, *candidate)),
                        None => new,
                    };
                    self.set_lane_at(&Place::At(*object, *candidate), scalar, new, Some(hit));
                }
            }
            Place::Either(condition, x, y) => {
                let not = self.b().not(*condition);
                let (first, second) = (self.both(guard, *condition), self.both(guard, not));
                self.set_lane_at(x, scalar, new, Some(first));
                self.set_lane_at(y, scalar, new, Some(second));
            }
            Place::Outside => {}
        }
    }

    fn store_lane(&mut self, id: ObjectId, offset: u64, scalar: Scalar, lane: Lane) {
        let size = scalar.store_size();
        let term = lane.map(|term| self.b().zext(term, (size * 8) as u8));
        if self.machine.watches(id, offset, size) {
            self.state.output_at = self.here();
        }
        let Some(object) = self.state.memory.object_mut(id) else {
            return;
        };
        match term {
            Some(term) => match self.machine.builder.constant_value(term) {
                Some(value) => object.store_constant(offset, size as usize, value),
                None => object.store(offset, size as usize, term),
            },
            None => (0..size).for_each(|i| object.set(offset + i, Byte::Undefined)),
        }
    }

    fn write_at(&mut self, object: ObjectId, offset: u64, ty: TypeId, value: &Value) {
        match (&self.program.ty(ty).shape, value) {
            (Shape::Scalar(scalar), _) => self.store_lane(object, offset, *scalar, value.lane()),
            (Shape::Vector { lane, .. }, _) if lane.bits() % 8 == 0 => {
                for (i, l) in value.lanes().iter().enumerate() {
                    self.store_lane(object, offset + i as u64 * lane.store_size(), *lane, *l);
                }
            }
            (Shape::Vector { lane, .. }, _) => {
                let mut lanes = value.lanes().to_vec();
                let zero = self.b().constant(lane.bits(), 0);
                while !(lanes.len() * lane.bits() as usize).is_multiple_of(8) {
                    lanes.push(Some(zero));
                }
                let count = (lanes.len() * lane.bits() as usize / 8) as u32;
                for (i, byte) in self
                    .repack(&lanes, lane.bits(), 8, count)
                    .iter()
                    .enumerate()
                {
                    self.store_lane(object, offset + i as u64, Scalar::Int(8), *byte);
                }
            }
            (Shape::Array { element, .. }, Value::Aggregate(members)) => {
                let step = self.program.ty(*element).size;
                for (i, member) in members.iter().enumerate() {
                    self.write_at(object, offset + i as u64 * step, *element, member);
                }
            }
            (Shape::Struct(fields), Value::Aggregate(members)) => {
                for ((ty, at), member) in fields.iter().zip(members.iter()) {
                    self.write_at(object, offset + at, *ty, member);
                }
            }
            _ => {}
        }
    }
}
