//! Operations on vectors and aggregates: moving, replacing and re-slicing lanes.
//!
//! Traps: a lane index outside the vector is poison; lane 0 of a vector has the lowest
//! bits.

use std::rc::Rc;

use term::TermId;

use super::executor::Executor;
use super::origin::Cause;
use super::value::{Lane, Value};
use crate::program::{Operand, TypeId};

impl Executor<'_, '_> {
    fn lane_bits(&self, vector: TypeId) -> u8 {
        self.program
            .ty(vector)
            .lanes()
            .map_or(0, |(lane, _)| lane.bits())
    }

    /// Returns one lane of a vector.
    pub fn extract_element(
        &mut self,
        vector: TypeId,
        index_bits: u8,
        args: &[Operand; 2],
    ) -> Value {
        let (value, index) = (self.operand(args[0]), self.operand(args[1]).lane());
        let lanes = value.lanes();
        let Some(index) = index else {
            return Value::Scalar(None);
        };
        if let Some(index) = self.concrete(index) {
            return Value::Scalar(lanes.get(index as usize).copied().flatten());
        }
        let bits = self.lane_bits(vector);
        // The last alternative is the undefined value, if the index may be outside the
        // vector.
        let inside = self.b().interval(index).umax < lanes.len() as u128;
        let (mut result, tested) = match lanes.split_last() {
            Some((last, others)) if inside => (*last, others),
            _ => (Some(self.undefined(bits, Cause::LaneIndex)), lanes),
        };
        for (i, lane) in tested.iter().enumerate().rev() {
            let hit = self.is_lane(index, i, index_bits);
            result = self.choose(hit, *lane, result, bits);
        }
        Value::Scalar(result)
    }

    /// Returns a vector with one lane replaced.
    pub fn insert_element(&mut self, vector: TypeId, index_bits: u8, args: &[Operand; 3]) -> Value {
        let [value, new, index] = args.map(|arg| self.operand(arg));
        let (new, mut lanes) = (new.lane(), value.lanes().to_vec());
        let concrete = index.lane().map(|i| self.concrete(i));
        match (concrete, index.lane()) {
            (Some(Some(i)), _) if (i as usize) < lanes.len() => lanes[i as usize] = new,
            (Some(None), Some(index)) => {
                let bits = self.lane_bits(vector);
                if self.b().interval(index).umax >= lanes.len() as u128 {
                    self.undefined_beyond(index, index_bits, &mut lanes, bits);
                }
                for (i, lane) in lanes.iter_mut().enumerate() {
                    let hit = self.is_lane(index, i, index_bits);
                    *lane = self.choose(hit, new, *lane, bits);
                }
            }
            _ => lanes.fill(None),
        }
        Value::Vector(lanes.into())
    }

    /// Makes the lanes undefined where the index is outside the vector.
    fn undefined_beyond(&mut self, index: TermId, index_bits: u8, lanes: &mut [Lane], bits: u8) {
        if index_bits < 64 && lanes.len() as u64 >> index_bits != 0 {
            return;
        }
        let count = self.b().constant(index_bits, lanes.len() as u128);
        let inside = self.b().ult(index, count);
        for lane in lanes {
            let outside = Some(self.undefined(bits, Cause::LaneIndex));
            *lane = self.choose(inside, *lane, outside, bits);
        }
    }

    fn is_lane(&mut self, index: TermId, lane: usize, index_bits: u8) -> TermId {
        // An index type too narrow for the lane never selects it.
        if index_bits < 64 && lane as u64 >> index_bits != 0 {
            return self.b().bool(false);
        }
        let lane = self.b().constant(index_bits, lane as u128);
        self.b().eq(index, lane)
    }

    /// Returns lanes selected from two vectors by a constant mask.
    pub fn shuffle(&mut self, mask: &[Option<u32>], args: &[Operand; 2]) -> Value {
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let (x, y) = (x.lanes(), y.lanes());
        let pick = |lane: &Option<u32>| {
            let lane = (*lane)? as usize;
            *x.get(lane).or_else(|| y.get(lane - x.len()))?
        };
        Value::Vector(mask.iter().map(pick).collect())
    }

    /// Returns a member of an aggregate.
    pub fn extract_value(&mut self, path: &[u32], arg: Operand) -> Value {
        let mut value = self.operand(arg);
        for &step in path {
            value = match value {
                Value::Aggregate(members) => match members.get(step as usize) {
                    Some(member) => member.clone(),
                    None => Value::Scalar(None),
                },
                other => other,
            };
        }
        value
    }

    /// Returns an aggregate with one member replaced.
    pub fn insert_value(&mut self, path: &[u32], args: &[Operand; 2]) -> Value {
        let (mut value, member) = (self.operand(args[0]), self.operand(args[1]));
        replace(&mut value, path, member);
        value
    }

    /// Reinterprets the bits of a value in another type.
    pub fn bitcast(&mut self, from: TypeId, to: TypeId, arg: Operand) -> Value {
        let value = self.operand(arg);
        let (Some((from, _)), Some((to_lane, count))) =
            (self.program.ty(from).lanes(), self.program.ty(to).lanes())
        else {
            return value;
        };
        let vector = matches!(
            self.program.ty(to).shape,
            crate::program::Shape::Vector { .. }
        );
        let lanes = self.repack(value.lanes(), from.bits(), to_lane.bits(), count);
        Value::from_lanes(vector, lanes)
    }

    /// Divides the bits of `lanes`, lowest first, into `count` lanes of `to` bits.
    pub fn repack(&mut self, lanes: &[Lane], from: u8, to: u8, count: u32) -> Vec<Lane> {
        if from == to {
            return lanes.to_vec();
        }
        (0..u64::from(count))
            .map(|i| self.cut(lanes, from, i * u64::from(to), to))
            .collect()
    }

    /// Returns `width` bits from bit `start` of the lanes; undefined if all of them are.
    fn cut(&mut self, lanes: &[Lane], from: u8, start: u64, width: u8) -> Lane {
        let wide = u64::from(from);
        let end = start + u64::from(width);
        let (first, last) = (start / wide, (end - 1) / wide);
        let covered = lanes.get(first as usize..=last as usize)?;
        if covered.iter().all(Option::is_none) {
            return None;
        }
        let mut result: Option<TermId> = None;
        for (lane, index) in covered.iter().zip(first..) {
            let (low, high) = (start.max(index * wide), end.min((index + 1) * wide));
            let term = self.defined(*lane, from);
            let part = self
                .b()
                .extract(term, (low - index * wide) as u8, (high - low) as u8);
            result = Some(match result {
                Some(below) => self.b().concat(part, below),
                None => part,
            });
        }
        result
    }
}

fn replace(value: &mut Value, path: &[u32], member: Value) {
    match (path, value) {
        ([], value) => *value = member,
        ([step, rest @ ..], Value::Aggregate(members)) => {
            if let Some(slot) = Rc::make_mut(members).get_mut(*step as usize) {
                replace(slot, rest, member);
            }
        }
        _ => {}
    }
}
