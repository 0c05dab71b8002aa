//! Atomic accesses. One thread runs at a time, so each is a load and a store.

use term::{Op, Rounding, Spec, TermId};

use super::end::{Access, StopReason};
use super::executor::{Exec, Executor};
use super::value::Value;
use crate::program::{Operand, Order, Qualifiers, TypeId, Update};

/// The exchange that may fail for no reason, as reports name it.
const WEAK: &str = "atomic_compare_exchange_weak";

impl Executor<'_, '_> {
    /// The qualifiers of an access, with the scope that the device library has stated for it.
    pub(super) fn scoped(&mut self, qualifiers: Qualifiers) -> Qualifiers {
        if qualifiers.order == Order::Plain {
            return qualifiers;
        }
        Qualifiers {
            within_group: std::mem::take(&mut self.state.thread.within_group),
            ..qualifiers
        }
    }

    /// Executes an atomic compare and exchange; returns the old value and the success bit.
    /// `may_fail` says whether a failure for no reason would make a difference, which stops
    /// the path where the exchange could succeed.
    pub fn compare_exchange(
        &mut self,
        ty: TypeId,
        qualifiers: Qualifiers,
        may_fail: bool,
        args: &[Operand; 3],
    ) -> Exec<Value> {
        let [address, expected, new] = args.map(|arg| self.operand(arg));
        let qualifiers = self.scoped(qualifiers);
        self.check_atomic(&address, ty)?;
        let old = self.load(address.lane(), ty, false, qualifiers)?;
        let (Some(x), Some(y)) = (old.lane(), expected.lane()) else {
            return Ok(Value::Aggregate([old, Value::Scalar(None)].into()));
        };
        let equal = self.b().eq(x, y);
        if may_fail && self.concrete(equal) != Some(0) {
            return Err(self.stop(StopReason::UnsupportedUse {
                function: WEAK.into(),
                what: "a failure for no reason that is not tried again in the same way".into(),
            }));
        }
        self.store(address.lane(), ty, &new, Some(equal), qualifiers)?;
        Ok(Value::Aggregate([old, equal.into()].into()))
    }

    /// Executes an atomic read-modify-write; returns the old value.
    pub fn read_modify_write(
        &mut self,
        update: Update,
        ty: TypeId,
        qualifiers: Qualifiers,
        args: &[Operand; 2],
    ) -> Exec<Value> {
        let [address, operand] = args.map(|arg| self.operand(arg));
        let qualifiers = self.scoped(qualifiers);
        self.check_atomic(&address, ty)?;
        let old = self.load(address.lane(), ty, false, qualifiers)?;
        if let Update::Float(op, format) = update {
            self.check_environment("an atomic update", op, format)?;
        }
        let new = match update {
            Update::Exchange => operand,
            _ => self.map([&old, &operand], |this, [x, y]| {
                Some(this.update(update, x, y))
            }),
        };
        self.store(address.lane(), ty, &new, None, qualifiers)?;
        Ok(old)
    }

    /// Requires an atomic access to be aligned to its whole size.
    fn check_atomic(&mut self, address: &Value, ty: TypeId) -> Exec<()> {
        let size = self.program.ty(ty).store_size;
        let align = u32::try_from(size).unwrap_or(1);
        self.check_alignment(address.lane(), align, Access::Write)
    }

    fn update(&mut self, update: Update, old: TermId, operand: TermId) -> TermId {
        let width = self.b().width(old);
        match update {
            Update::Exchange => operand,
            Update::Integer(op) => self.b().build(Spec::int(op, width), &[old, operand]),
            Update::Nand => {
                let and = self.b().build(Spec::int(Op::And, width), &[old, operand]);
                self.b().not(and)
            }
            Update::Extremum(predicate) => {
                let take = self.predicate(predicate, operand, old);
                self.b().select(take, operand, old)
            }
            Update::Float(op, format) => {
                let spec = Spec::float(op, format, Rounding::NearestEven);
                self.arithmetic(spec, &[old, operand])
            }
        }
    }
}
