//! Integer arithmetic, comparisons, selects and casts.
//!
//! Traps: a shift by the width or more is poison, not zero; division by zero and
//! overflowing division end the path; `nsw`, `nuw`, `exact` and similar flags are ignored
//! and the result wraps, while what the source leaves undefined is recorded as a hazard.

use term::{Op, Spec, TermId};

use super::end::DefectKind;
use super::executor::{Exec, Executor};
use super::hazard::{What, is_below_width};
use super::origin::Cause;
use super::value::{Lane, Value};
use crate::program::{Cast, FastMath, Operand, Predicate, Scalar, Shape, TypeId};
use crate::verdict::{Location, Undefined};

impl Executor<'_, '_> {
    /// Executes `op` on integers of `bits`. `checked` means that the source leaves some
    /// operands undefined.
    pub fn integer(&mut self, op: Op, bits: u8, checked: bool, args: &[Operand; 2]) -> Exec<Value> {
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let spec = Spec::int(op, bits);
        if checked {
            for (x, y) in x.lanes().iter().zip(y.lanes()) {
                match (op, *x, *y) {
                    (Op::Shl | Op::LShr | Op::AShr, _, Some(amount)) => {
                        self.check_shift(amount)?;
                    }
                    (_, Some(x), Some(y)) => {
                        let args = [x, y];
                        self.hazard(Undefined::Overflow, What::Arithmetic { op, args });
                    }
                    _ => {}
                }
            }
        }
        if let (Op::Shl, [Some(x)], [Some(amount)]) = (op, x.lanes(), y.lanes()) {
            self.left_shift(*x, *amount);
        }
        Ok(match op {
            Op::UDiv | Op::SDiv | Op::URem | Op::SRem => {
                self.check_divisors(op, bits, &x, &y)?;
                self.map([&x, &y], |this, args| Some(this.b().build(spec, &args)))
            }
            Op::Shl | Op::LShr | Op::AShr => {
                self.map([&x, &y], |this, [x, y]| this.shift(spec, x, y))
            }
            // The bits that a mask keeps of an undefined value all come from one value.
            Op::And | Op::Or => {
                let (x, y) = (self.masked(&x, &y, bits), self.masked(&y, &x, bits));
                self.map([&x, &y], |this, args| Some(this.b().build(spec, &args)))
            }
            _ => self.map([&x, &y], |this, args| Some(this.b().build(spec, &args))),
        })
    }

    /// Replaces undefined lanes of a value by symbols where the other operand's lane is a
    /// constant.
    fn masked(&mut self, value: &Value, other: &Value, bits: u8) -> Value {
        let lane = |this: &mut Self, (lane, mask): (&Lane, &Lane)| match (lane, mask) {
            (None, Some(mask)) if this.concrete(*mask).is_some() => Some(this.defined(None, bits)),
            _ => *lane,
        };
        if value.lanes().iter().all(Option::is_some) {
            return value.clone();
        }
        let lanes = value.lanes().iter().zip(other.lanes());
        match value {
            Value::Vector(_) => Value::Vector(lanes.map(|pair| lane(self, pair)).collect()),
            _ => Value::Scalar(lanes.map(|pair| lane(self, pair)).next().flatten()),
        }
    }

    fn check_divisors(&mut self, op: Op, bits: u8, x: &Value, y: &Value) -> Exec<()> {
        let always = self.b().constant(1, 1);
        self.guard_division(Some(always), op, bits, x, y)
    }

    /// Checks a division that happens where `condition` holds: no divisor may be zero
    /// there, or minus one with the least integer as dividend.
    pub fn guard_division(
        &mut self,
        condition: Lane,
        op: Op,
        bits: u8,
        x: &Value,
        y: &Value,
    ) -> Exec<()> {
        let Some(condition) = condition.filter(|c| self.concrete(*c) != Some(0)) else {
            return Ok(());
        };
        let never = self.b().not(condition);
        for (x, y) in x.lanes().iter().zip(y.lanes()) {
            let Some(y) = *y else {
                let kind = DefectKind::DivisionByZero;
                self.require(never, |this| this.plain_defect(kind))?;
                continue;
            };
            let zero = self.b().constant(bits, 0);
            let is_zero = self.b().eq(y, zero);
            let nonzero = self.b().not(is_zero);
            let fine = self.b().or(never, nonzero);
            self.require(fine, |this| this.plain_defect(DefectKind::DivisionByZero))?;
            if let (Op::SDiv | Op::SRem, Some(x)) = (op, *x) {
                let minus_one = self.b().constant(bits, u128::MAX);
                let smallest = self.b().constant(bits, 1 << (bits - 1));
                let by_minus_one = self.b().eq(y, minus_one);
                let of_smallest = self.b().eq(x, smallest);
                let overflow = self.b().and(by_minus_one, of_smallest);
                let fine = self.b().not(overflow);
                let fine = self.b().or(never, fine);
                self.require(fine, |this| this.plain_defect(DefectKind::DivisionOverflow))?;
            }
        }
        Ok(())
    }

    /// Checks the amount of a shift that the source performs.
    fn check_shift(&mut self, amount: TermId) -> Exec<()> {
        let system = |location: &Location| location.is_system();
        if !self.machine.limits.trap_shifts || self.program.location(self.span).is_some_and(system)
        {
            self.hazard(Undefined::Shift, What::Shift(amount));
            return Ok(());
        }
        let mut fine = is_below_width(self.b(), amount);
        for condition in self.state.within_arms().to_vec() {
            let outside = self.b().not(condition);
            fine = self.b().or(outside, fine);
        }
        self.require(fine, |this| this.plain_defect(DefectKind::OverShift))
    }

    /// Returns the result of a shift; undefined if the amount reaches the width.
    pub fn shift(&mut self, spec: Spec, x: TermId, y: TermId) -> Lane {
        let width = u64::from(spec.width);
        let result = self.b().build(spec, &[x, y]);
        if let Some(amount) = self.concrete(y) {
            return match amount < u128::from(width) {
                true => Some(result),
                false if self.machine.traces_undefined() => {
                    Some(self.undefined(spec.width, Cause::OverShift))
                }
                false => None,
            };
        }
        if self.b().interval(y).umax < u128::from(width) {
            return Some(result);
        }
        let in_range = is_below_width(self.b(), y);
        let undefined = self.undefined(spec.width, Cause::OverShift);
        Some(self.b().select(in_range, result, undefined))
    }

    /// Returns the one-bit result of a comparison of two terms.
    pub fn predicate(&mut self, predicate: Predicate, x: TermId, y: TermId) -> TermId {
        let args = if predicate.swap { [y, x] } else { [x, y] };
        let result = self.b().build(Spec::int(predicate.op, 1), &args);
        if predicate.negate {
            self.b().not(result)
        } else {
            result
        }
    }

    /// Executes a comparison.
    pub fn compare(&mut self, predicate: Predicate, args: &[Operand; 2]) -> Value {
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let result = self.map([&x, &y], |this, [x, y]| {
            Some(this.predicate(predicate, x, y))
        });
        self.choose_by(&result);
        result
    }

    /// Executes a select by a bit or by a vector of bits.
    pub fn select(&mut self, ty: TypeId, fast: FastMath, args: &[Operand; 3]) -> Exec<Value> {
        self.check_fast_math(fast, FastMath::VALUES)?;
        let [condition, x, y] = args.map(|arg| self.operand(arg));
        if self.takes_subnormals_as_zeros()
            && let Some((scalar, _)) = self.program.ty(ty).lanes()
        {
            let conditions = condition.lanes().iter().cycle();
            for ((c, x), y) in conditions.zip(x.lanes()).zip(y.lanes()) {
                self.check_choice(scalar, [*c, *x, *y])?;
            }
        }
        Ok(match &condition {
            Value::Vector(conditions) => {
                let bits = self
                    .program
                    .ty(ty)
                    .lanes()
                    .map_or(0, |(lane, _)| lane.bits());
                let lanes = conditions.iter().zip(x.lanes().iter().zip(y.lanes()));
                Value::Vector(
                    lanes
                        .map(|(c, (x, y))| self.choose((*c)?, *x, *y, bits))
                        .collect(),
                )
            }
            _ => match condition.lane() {
                Some(condition) => {
                    self.choose_by(&Value::from(condition));
                    self.merge(ty, condition, &x, &y)
                }
                None => self.undefined_value(ty),
            },
        })
    }

    /// Returns `condition ? x : y` of two values of one type.
    pub fn merge(&mut self, ty: TypeId, condition: TermId, x: &Value, y: &Value) -> Value {
        match self.concrete(condition) {
            Some(0) => return y.clone(),
            Some(_) => return x.clone(),
            None => {}
        }
        match &self.program.ty(ty).shape {
            Shape::Scalar(scalar) => {
                Value::Scalar(self.choose(condition, x.lane(), y.lane(), scalar.bits()))
            }
            Shape::Vector { lane, .. } => {
                let lanes = x.lanes().iter().zip(y.lanes());
                let bits = lane.bits();
                Value::Vector(
                    lanes
                        .map(|(x, y)| self.choose(condition, *x, *y, bits))
                        .collect(),
                )
            }
            _ => {
                let (Value::Aggregate(xs), Value::Aggregate(ys)) = (x, y) else {
                    return x.clone();
                };
                let types = self.member_types(ty);
                let members = types.iter().zip(xs.iter().zip(ys.iter()));
                Value::Aggregate(
                    members
                        .map(|(ty, (x, y))| self.merge(*ty, condition, x, y))
                        .collect(),
                )
            }
        }
    }

    /// Returns the types of an aggregate's members; none for other types.
    pub fn member_types(&self, ty: TypeId) -> Vec<TypeId> {
        match &self.program.ty(ty).shape {
            Shape::Struct(fields) => fields.iter().map(|(ty, _)| *ty).collect(),
            Shape::Array { element, count } => vec![*element; *count as usize],
            _ => Vec::new(),
        }
    }

    /// Returns the undefined value of a type.
    pub fn undefined_value(&self, ty: TypeId) -> Value {
        match &self.program.ty(ty).shape {
            Shape::Vector { count, .. } => Value::Vector(vec![None; *count as usize].into()),
            Shape::Struct(_) | Shape::Array { .. } => {
                let types = self.member_types(ty);
                Value::Aggregate(types.iter().map(|ty| self.undefined_value(*ty)).collect())
            }
            _ => Value::Scalar(None),
        }
    }

    /// Returns the value of a type that is zero in every lane.
    pub fn zero(&mut self, ty: TypeId) -> Value {
        match &self.program.ty(ty).shape {
            Shape::Scalar(scalar) => self.b().constant(scalar.bits(), 0).into(),
            Shape::Vector { lane, count } => {
                let zero = self.b().constant(lane.bits(), 0);
                Value::Vector(vec![Some(zero); *count as usize].into())
            }
            Shape::Struct(_) | Shape::Array { .. } => {
                let types = self.member_types(ty);
                Value::Aggregate(types.iter().map(|ty| self.zero(*ty)).collect())
            }
            Shape::Void | Shape::Unsupported(_) => Value::Scalar(None),
        }
    }

    /// Executes a `freeze`.
    pub fn freeze(&mut self, ty: TypeId, arg: Operand) -> Value {
        let value = self.operand(arg);
        self.freeze_value(ty, &value)
    }

    /// Replaces undefined lanes by fresh symbols.
    pub fn freeze_value(&mut self, ty: TypeId, value: &Value) -> Value {
        match value {
            Value::Aggregate(members) => {
                let types = self.member_types(ty);
                let members = types.iter().zip(members.iter());
                Value::Aggregate(members.map(|(ty, m)| self.freeze_value(*ty, m)).collect())
            }
            _ => {
                let bits = self
                    .program
                    .ty(ty)
                    .lanes()
                    .map_or(0, |(lane, _)| lane.bits());
                let lanes = value.lanes().iter().map(|l| Some(self.defined(*l, bits)));
                let lanes = lanes.collect();
                value.like(lanes)
            }
        }
    }

    /// Returns an operand that shares a register with members of a structure that are defined. If
    /// it is undefined, its bits are those of a fresh symbol, so that the others stay what they are.
    pub fn packed(&mut self, arg: Operand, scalar: Scalar) -> Value {
        match self.operand(arg) {
            Value::Scalar(None) => self.defined(None, scalar.bits()).into(),
            value => value,
        }
    }

    /// Executes a cast, lane by lane. `checked` means that values which the target cannot
    /// represent are undefined in the source.
    pub fn cast(
        &mut self,
        cast: Cast,
        (from, to): (Scalar, Scalar),
        checked: bool,
        value: Value,
    ) -> Exec<Value> {
        self.check_cast(cast, from, to)?;
        let bits = to.bits();
        if let (true, Scalar::Float(from)) = (checked, from) {
            for x in value.lanes().iter().flatten() {
                let what = What::Conversion {
                    from,
                    to: bits,
                    signed: cast == Cast::FloatToSigned,
                    x: *x,
                };
                self.hazard(Undefined::Conversion, what);
            }
        }
        if let Cast::Observe(low) = cast {
            for lane in value.lanes().iter().flatten() {
                self.observe(*lane, low);
            }
        }
        Ok(self.map([&value], |this, [x]| {
            Some(match cast {
                Cast::Truncate => this.b().trunc(x, bits),
                Cast::ZeroExtend => this.b().zext(x, bits),
                Cast::SignExtend => this.b().sext(x, bits),
                Cast::Pointer | Cast::Observe(_) if bits < from.bits() => this.b().trunc(x, bits),
                Cast::Pointer | Cast::Observe(_) => this.b().zext(x, bits),
                _ => this.float_cast(cast, from, to, x),
            })
        }))
    }
}
