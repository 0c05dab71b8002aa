//! Ends of the running path, and conditions required for it to continue.

use term::TermId;

use super::end::{Check, Defect, DefectKind, End, Stop, StopReason};
use super::executor::{Exec, Executor};
use super::oracle::Feasibility;
use crate::program::{FastMath, SpanId};
use crate::verdict::Location;

impl Executor<'_, '_> {
    /// Returns the position of the current instruction or, if that is in a library or
    /// system header, of the innermost call in a file of the user's.
    pub fn here(&self) -> SpanId {
        let calls = self.state.thread.callers.iter().rev().filter_map(|caller| {
            let code = &self.program.function(caller.function).code;
            let call = code.get((caller.pc as usize).checked_sub(1)?)?;
            Some(call.span)
        });
        let mut known = SpanId::NONE;
        for span in std::iter::once(self.span).chain(calls) {
            match self.program.location(span) {
                Some(at) if !at.is_system() => return span,
                Some(_) if known == SpanId::NONE => known = span,
                _ => {}
            }
        }
        known
    }

    /// Returns the end of a path that stops at the current instruction.
    pub fn stop(&self, reason: StopReason) -> Box<End> {
        let location = self.program.location(self.here()).cloned();
        Box::new(End::Stopped(Stop { reason, location }))
    }

    /// Returns a defect at the current instruction that concerns no object.
    pub fn plain_defect(&self, kind: DefectKind) -> Defect {
        let here = self.here();
        Defect {
            called_at: self.call_of(here).map(Box::new),
            ..Defect::at(kind, self.program.location(here).cloned())
        }
    }

    /// The call, in a file of the user's, of the function with the position `here`.
    fn call_of(&self, here: SpanId) -> Option<Location> {
        let callers = self.state.thread.callers.iter().rev();
        let calls = callers.filter_map(|caller| {
            let code = &self.program.function(caller.function).code;
            let call = code.get((caller.pc as usize).checked_sub(1)?)?;
            self.program.location(call.span)
        });
        let own = self.program.location(here)?;
        let mut calls = calls.filter(|at| !at.is_system());
        // A position in a system header is given as that of its call.
        let first = calls.next()?;
        match first == own {
            true => calls.next().cloned(),
            false => Some(first.clone()),
        }
    }

    /// Returns the end of a path by a defect at the current instruction that concerns no
    /// object.
    pub fn defect(&self, kind: DefectKind) -> Box<End> {
        Box::new(End::Defect(self.plain_defect(kind)))
    }

    /// Continues under `condition`. If it may be false, a check with the defect is left to
    /// the driver; if it is always false, the path ends with the defect.
    pub fn require(&mut self, condition: TermId, defect: impl FnOnce(&Self) -> Defect) -> Exec<()> {
        let builder = &mut self.machine.builder;
        let feasible = match builder.constant_value(condition) {
            Some(0) => Feasibility::AlwaysFalse,
            Some(_) => Feasibility::AlwaysTrue,
            None => self.oracle.decide(builder, self.state.path(), condition),
        };
        match feasible {
            Feasibility::AlwaysTrue => {}
            Feasibility::AlwaysFalse => return Err(Box::new(End::Defect(defect(self)))),
            Feasibility::Both | Feasibility::Unknown => {
                let check = Check {
                    path: self.state.kept_path(),
                    condition,
                    defect: defect(self),
                };
                let asserted = check.defect.kind == DefectKind::AssertionFailed;
                self.state.add_check(check);
                self.state.assume(condition);
                if asserted && !self.machine.limits.past_failures && self.has_failed_lately() {
                    return Err(self.stop(StopReason::Left));
                }
            }
        }
        Ok(())
    }

    /// Whether one of the latest assertions fails on a known input. It is checked only
    /// every few assertions, for loops that assert without end.
    fn has_failed_lately(&mut self) -> bool {
        /// Assertions between two checks.
        const OFTEN: usize = 32;
        let checks = self.state.checks();
        if !checks.len().is_multiple_of(OFTEN) {
            return false;
        }
        let mut latest = checks[checks.len() - OFTEN..].iter();
        let builder = &self.machine.builder;
        latest.any(|check| {
            check.defect.kind == DefectKind::AssertionFailed
                && self
                    .oracle
                    .has_refuted(builder, &check.path.to_vec(), check.condition)
        })
    }

    /// Ends the path if the fast-math flags of an operation allow other results, unless it
    /// is to be computed as written. Only the flags in `relevant` affect the operation.
    pub fn check_fast_math(&mut self, fast: FastMath, relevant: FastMath) -> Exec<()> {
        let beyond = fast
            .among(relevant)
            .beyond(self.machine.limits.permitted_fast_math);
        if beyond.is_empty() {
            return Ok(());
        }
        if self.machine.limits.as_written {
            self.machine.statistics.fast_operations += 1;
            return Ok(());
        }
        Err(self.stop(StopReason::FastMath(beyond)))
    }
}
