//! The hunt for undefined behaviour in both versions: what the port does where the
//! reference does nothing of the kind is a defect.

use rewrite_rules::Builder;
use term::TermId;

use super::Pair;
use super::run::Run;
use crate::side::questions;
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
        let defined = self.defined_conversions(builder, &reference);
        for place in reference {
            self.round(&self.reference, run).look(builder, place, &[]);
        }
        for place in port {
            if run.tally.is_settled() {
                return;
            }
            let conversion = place.kind == Undefined::Conversion;
            let assumed: &[TermId] = match &defined {
                Some(defined) if conversion => {
                    // What the reference has in range, too, needs no question.
                    defined
                }
                _ => &[],
            };
            self.round(&self.port, run).look(builder, place, assumed);
        }
        if !run.tally.is_settled() {
            let pairs = std::mem::take(&mut run.pairs);
            self.compare_natively(machine, (&pairs, &converted), run);
        }
    }

    /// That every conversion of the reference is in range; `None` where not all are known.
    fn defined_conversions(&self, builder: &mut Builder, places: &[Place]) -> Option<Vec<TermId>> {
        let mut all = Vec::new();
        for place in places.iter().filter(|p| p.kind == Undefined::Conversion) {
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
}
