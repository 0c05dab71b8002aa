//! Operations on scalars and vectors of constants, lane by lane; `None` if they are not
//! plain.

use term::{Format, Spec};

use super::FastLane;
use crate::program::{FastMath, Operand, Shape, TypeId};
use crate::symex::packed::Packed;
use crate::symex::slot::Slot;

impl FastLane<'_> {
    pub(super) fn vector(&self, operand: Operand) -> Option<Packed> {
        match self.slot(operand) {
            Slot::Vector(lanes) => Some(*lanes),
            _ => None,
        }
    }

    /// Applies `f` lane by lane; the results have `bits` bits.
    #[inline(always)]
    pub(super) fn map(
        &self,
        args: &[Operand; 2],
        bits: u8,
        f: impl Fn(u64, u64) -> Option<u64>,
    ) -> Option<Slot> {
        match (self.slot(args[0]), self.slot(args[1])) {
            (Slot::Constant { value: x, .. }, Slot::Constant { value: y, .. }) => {
                let value = f(*x, *y)?;
                Some(Slot::Constant { bits, value })
            }
            (Slot::Vector(x), Slot::Vector(y)) => {
                let mut result = Packed::new(bits, x.count())?;
                for i in 0..x.count() {
                    result.set(i, f(x.lane(i), y.lane(i))?);
                }
                Some(Slot::Vector(result))
            }
            _ => None,
        }
    }

    /// Applies `f` to each lane of one operand; the results have `bits` bits.
    #[inline(always)]
    pub(super) fn map_one(
        &self,
        arg: Operand,
        bits: u8,
        f: impl Fn(u64) -> Option<u64>,
    ) -> Option<Slot> {
        match self.slot(arg) {
            Slot::Constant { value, .. } if bits <= 64 => {
                let value = f(*value)?;
                Some(Slot::Constant { bits, value })
            }
            Slot::Vector(x) => {
                let mut result = Packed::new(bits, x.count())?;
                for i in 0..x.count() {
                    result.set(i, f(x.lane(i))?);
                }
                Some(Slot::Vector(result))
            }
            _ => None,
        }
    }

    pub(super) fn select(&self, args: &[Operand; 3]) -> Option<Slot> {
        match self.slot(args[0]) {
            Slot::Constant { value, .. } => {
                let chosen = self.slot(args[if *value == 0 { 2 } else { 1 }]);
                // A selected term is left to the general semantics, which count it as an
                // operation.
                (!matches!(chosen, Slot::Value(_))).then(|| chosen.clone())
            }
            Slot::Vector(conditions) => {
                let (mut result, y) = (self.vector(args[1])?, self.vector(args[2])?);
                for i in (0..conditions.count()).filter(|i| conditions.lane(*i) == 0) {
                    result.set(i, y.lane(i));
                }
                Some(Slot::Vector(result))
            }
            Slot::Value(_) => None,
        }
    }

    pub(super) fn shuffle(&self, mask: &[Option<u32>], args: &[Operand; 2]) -> Option<Slot> {
        let (x, y) = (self.vector(args[0])?, self.vector(args[1]));
        let mut result = Packed::new(x.bits(), mask.len())?;
        for (i, lane) in mask.iter().enumerate() {
            let lane = (*lane)? as usize;
            result.set(
                i,
                match lane.checked_sub(x.count()) {
                    None => x.lane(lane),
                    Some(lane) => y?.lane(lane),
                },
            );
        }
        Some(Slot::Vector(result))
    }

    pub(super) fn bitcast(&self, to: TypeId, arg: Operand) -> Option<Slot> {
        let all = match self.slot(arg) {
            Slot::Constant { value, .. } => u128::from(*value),
            Slot::Vector(lanes) => lanes.all(),
            Slot::Value(_) => return None,
        };
        match self.program.ty(to).shape {
            Shape::Scalar(scalar) if scalar.bits() <= 64 => Some(Slot::Constant {
                bits: scalar.bits(),
                value: all as u64,
            }),
            Shape::Vector { lane, count } => {
                Packed::from_bits(lane.bits(), count as usize, all).map(Slot::Vector)
            }
            _ => None,
        }
    }

    /// Executes a float operation or comparison, lane by lane.
    pub(super) fn float(
        &self,
        spec: Spec,
        format: Format,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Option<Slot> {
        let plain = self.plain_floats && fast.is_empty();
        let widths = [format.width(); 2];
        let apply = |x, y| term::apply(spec, &widths, &[u128::from(x), u128::from(y)]) as u64;
        self.map(args, spec.width, |x, y| plain.then(|| apply(x, y)))
    }
}
