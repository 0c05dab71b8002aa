//! The hunt for undefined behaviour in both versions: what the port does where the
//! reference does nothing of the kind is a defect.

use rewrite_rules::Builder;
use term::TermId;

use super::Pair;
use super::run::Run;
use crate::pipeline::questions;
use crate::side::Assumed;
use crate::symex::{Converted, Hazard, Machine, Place};
use crate::verdict::Undefined;

/// What the reference did that C leaves undefined for some operands.
pub(super) struct Met {
    /// The operations, by place.
    pub places: Vec<Place>,
    /// Its left shifts.
    pub shifts: Vec<Hazard>,
}

impl Pair<'_, '_> {
    /// Looks for inputs that make the operations met by both versions undefined, and
    /// records what is found.
    pub(super) fn hunt(&self, machine: &mut Machine<'_>, reference: Met, run: &mut Run<'_>) {
        let Met {
            places: reference,
            shifts,
        } = reference;
        let port = machine.take_hazards();
        let all = reference
            .iter()
            .chain(&port)
            .flat_map(|place| &place.hazards);
        let converted: Vec<Converted> = all.filter_map(Hazard::converted).collect();
        let builder = &mut machine.builder;
        // What the reference has defined for a kind, too, needs no question.
        let mut kinds: Vec<Undefined> = port.iter().map(|place| place.kind).collect();
        kinds.dedup();
        let defined: Vec<(Undefined, Vec<TermId>)> = kinds
            .into_iter()
            .filter_map(|kind| Some((kind, defined(builder, &reference, kind)?)))
            .collect();
        let kept: Vec<TermId> = defined_where_met(builder, &shifts);
        for place in reference {
            self.round(&self.reference, run)
                .look(builder, place, Assumed::default());
        }
        for place in port {
            if run.tally.is_settled() {
                return;
            }
            let known = defined.iter().find(|(kind, _)| *kind == place.kind);
            let assumed = Assumed {
                defined: known.map_or(&[][..], |(_, defined)| defined),
                shifts: match place.kind {
                    Undefined::Overflow => &kept,
                    _ => &[],
                },
            };
            self.round(&self.port, run).look(builder, place, assumed);
        }
        if !run.tally.is_settled() {
            let pairs = std::mem::take(&mut run.pairs);
            self.compare_natively(machine, (&pairs, &converted), run);
        }
    }
}

/// That every operation of a kind that the reference executes is defined; `None` where not
/// all are known.
fn defined(builder: &mut Builder, places: &[Place], kind: Undefined) -> Option<Vec<TermId>> {
    let mut all = Vec::new();
    for place in places.iter().filter(|place| place.kind == kind) {
        if place.truncated {
            return None;
        }
        all.extend(defined_where_met(builder, &place.hazards));
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// That operations are defined wherever they are executed.
fn defined_where_met(builder: &mut Builder, hazards: &[Hazard]) -> Vec<TermId> {
    let questions = questions(builder, hazards);
    let implied = questions.into_iter().map(|question| {
        let mut met = builder.bool(true);
        for condition in question.path {
            met = builder.and(met, condition);
        }
        let not = builder.not(met);
        builder.or(not, question.defined)
    });
    implied.collect()
}
