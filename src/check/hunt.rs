//! The hunt for undefined behaviour in both versions: what the port does where the
//! reference does nothing of the kind is a defect.

use rewrite_rules::Builder;
use term::TermId;

use super::Pair;
use super::run::Run;
use crate::pipeline::questions;
use crate::symex::{Converted, Hazard, Machine, Place};
use crate::verdict::Undefined;

impl Pair<'_, '_> {
    /// Looks for inputs that make the operations met by both versions undefined, and
    /// records what is found.
    pub(super) fn hunt(&self, machine: &mut Machine<'_>, reference: Vec<Place>, run: &mut Run<'_>) {
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
        for place in reference {
            self.round(&self.reference, run).look(builder, place, &[]);
        }
        for place in port {
            if run.tally.is_settled() {
                return;
            }
            let known = defined.iter().find(|(kind, _)| *kind == place.kind);
            let assumed = known.map_or(&[][..], |(_, defined)| defined);
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
        for question in questions(builder, place) {
            let mut met = builder.bool(true);
            for condition in question.path {
                met = builder.and(met, condition);
            }
            let not = builder.not(met);
            all.push(builder.or(not, question.defined));
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}
