//! Compares the exceptions that leave both versions.

use rewrite_rules::Builder;
use term::TermId;

use super::Pair;
use super::run::Run;
use crate::symex::{Defect, DefectKind, End, Finished, Machine, Thrown};

/// Whether two exceptions are one to a caller that catches them.
enum Comparison {
    /// As far as is known, on all inputs.
    Alike,
    /// Where this condition holds they are not.
    UnlikeWhere(TermId),
    /// On no input.
    Unlike,
}

impl Pair<'_, '_> {
    /// Compares a path of the reference that ends in the exception `thrown` with a path of the
    /// port that some inputs share.
    pub(super) fn meet_thrown(
        &self,
        machine: &mut Machine<'_>,
        thrown: &Defect,
        path: &Finished,
        run: &mut Run<'_>,
    ) {
        let port = match &path.end {
            End::Infeasible => return,
            End::Stopped(stop) => return run.tally.stopped(stop, self.port.which),
            End::Defect(defect) => defect
                .thrown
                .as_ref()
                .filter(|_| defect.kind == DefectKind::UncaughtException)
                .map(|exception| (defect, exception)),
            End::Returned(_) | End::Exited(_) => None,
        };
        let mut conditions = path.state.path().to_vec();
        if let (Some((defect, port)), Some(reference)) = (port, &thrown.thrown) {
            let unlike = match compared(&mut machine.builder, reference, port) {
                Comparison::Alike => None,
                Comparison::UnlikeWhere(condition) => {
                    conditions.push(condition);
                    Some(false)
                }
                Comparison::Unlike => Some(true),
            };
            if let Some(always) = unlike {
                let found = (&*conditions, defect);
                self.round(&self.port, run)
                    .settle_other_throw(machine, found, &thrown.text);
                if always {
                    return;
                }
                conditions.pop();
            }
        }
        let found = (&*conditions, thrown);
        self.round(&self.reference, run)
            .settle_throw(machine, found, port.is_some());
    }
}

fn compared(builder: &mut Builder, reference: &Thrown, port: &Thrown) -> Comparison {
    if (&reference.ty, reference.escapes) != (&port.ty, port.escapes) {
        return Comparison::Unlike;
    }
    if let (Some(one), Some(other)) = (&reference.says, &port.says)
        && one != other
    {
        return Comparison::Unlike;
    }
    let (Some(one), Some(other)) = (reference.value, port.value) else {
        return Comparison::Alike;
    };
    let equal = builder.eq(one, other);
    match builder.constant_value(equal) {
        Some(1) => Comparison::Alike,
        Some(_) => Comparison::Unlike,
        None => Comparison::UnlikeWhere(builder.not(equal)),
    }
}
