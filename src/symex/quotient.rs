//! Integer divisions without a specified result that raise no exception, as OpenCL C has them.
//!
//! The result is an undefined value. It is no defect unless an output rests on it, which the
//! comparison of outputs finds, or a branch or an address does: then the division is one.

use term::{Cone, Op, Spec, TermId};

use super::end::DefectKind;
use super::executor::{Exec, Executor};
use super::oracle::Feasibility;
use super::origin::Cause;
use super::value::Lane;

impl Executor<'_, '_> {
    /// Returns the result of a division or remainder of integers.
    pub fn quotient(&mut self, op: Op, bits: u8, x: TermId, y: TermId) -> Exec<Lane> {
        let result = self.b().build(Spec::int(op, bits), &[x, y]);
        let zero = self.b().constant(bits, 0);
        let is_zero = self.b().eq(y, zero);
        let nonzero = self.b().not(is_zero);
        let by_zero = (DefectKind::DivisionByZero, Cause::DivisionByZero);
        let result = self.specified_where(nonzero, by_zero, bits, result)?;
        if !matches!(op, Op::SDiv | Op::SRem) {
            return Ok(Some(result));
        }
        let least = self.b().constant(bits, 1 << (bits - 1));
        let minus_one = self.b().constant(bits, u128::MAX);
        let (of_least, by_minus_one) = (self.b().eq(x, least), self.b().eq(y, minus_one));
        let overflow = self.b().and(of_least, by_minus_one);
        let fits = self.b().not(overflow);
        let overflow = (DefectKind::DivisionOverflow, Cause::DivisionOverflow);
        Ok(Some(self.specified_where(fits, overflow, bits, result)?))
    }

    /// Returns a result where `fine` holds, and an undefined value elsewhere.
    fn specified_where(
        &mut self,
        fine: TermId,
        (kind, cause): (DefectKind, Cause),
        bits: u8,
        result: TermId,
    ) -> Exec<TermId> {
        let builder = &mut self.machine.builder;
        let feasible = match builder.constant_value(fine) {
            Some(0) => Feasibility::AlwaysFalse,
            Some(_) => Feasibility::AlwaysTrue,
            None => self.oracle.decide(builder, self.state.path(), fine),
        };
        match feasible {
            Feasibility::AlwaysTrue => Ok(result),
            Feasibility::Unknown => {
                self.require(fine, |this| this.plain_defect(kind))?;
                Ok(result)
            }
            Feasibility::AlwaysFalse | Feasibility::Both => {
                // Where this path is merged with others, only inputs that take it divide.
                let mut fine = fine;
                let within = self.state.within_arms().iter().chain(self.state.path());
                for condition in within.copied().collect::<Vec<_>>() {
                    let outside = self.b().not(condition);
                    fine = self.b().or(outside, fine);
                }
                let undefined = self.undefined(bits, cause);
                let defect = self.plain_defect(kind);
                self.machine.quotients.insert(undefined, (fine, defect));
                Ok(self.b().select(fine, result, undefined))
            }
        }
    }

    /// Requires that a term which decides a branch or an address rests on no division without
    /// a specified result.
    pub(super) fn require_quotients(&mut self, term: TermId) -> Exec<()> {
        if self.machine.quotients.is_empty() {
            return Ok(());
        }
        let cone = Cone::of(self.machine.builder.arena(), &[term]);
        let quotients = &self.machine.quotients;
        let used = cone.terms.iter().filter_map(|term| quotients.get(term));
        for (fine, defect) in used.cloned().collect::<Vec<_>>() {
            self.require(fine, |_| defect)?;
        }
        Ok(())
    }
}
