//! The hunt for undefined behaviour in both versions. It is a defect of the port where the
//! reference has none of the same kind.

use rewrite_rules::Builder;
use term::TermId;

use super::Pair;
use super::run::Run;
use crate::pipeline::questions;
use crate::side::Assumed;
use crate::symex::{Converted, Hazard, Machine, Place};
use crate::verdict::Undefined;

/// The reference's operations that C leaves undefined for some operands.
pub(super) struct Met {
    /// The operations, by place.
    pub places: Vec<Place>,
    /// The reference's left shifts.
    pub shifts: Vec<Hazard>,
}

impl Pair<'_, '_> {
    /// Searches for inputs on which operations of either version are undefined, and records
    /// what is found.
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
        // The port is searched only on inputs where the reference is defined for the kind.
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

/// The conditions that every operation of a kind in the reference is defined; `None` if not
/// all operations are recorded.
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

/// The conditions that operations are defined wherever they are executed.
fn defined_where_met(builder: &mut Builder, hazards: &[Hazard]) -> Vec<TermId> {
    let questions = questions(builder, hazards);
    let implied = questions.iter().map(|question| question.implied(builder));
    implied.collect()
}
