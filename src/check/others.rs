//! Improves the diagnosis of a differing output by the outputs after it.

use term::TermId;

use super::Pair;
use super::compare::obligation;
use super::run::Run;
use crate::settings::flags;
use crate::side::Output;
use crate::symex::Machine;

impl Pair<'_, '_> {
    /// Joins the assumptions under which the reported output would agree with those that
    /// later outputs need, and reports the first later output whose difference says more.
    pub(super) fn consider_others(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        others: &[(&Output, &Output)],
        run: &mut Run<'_>,
    ) {
        let sets = std::mem::take(&mut run.equal_under);
        if sets.is_empty() {
            return;
        }
        let open = |&&(reference, port): &&(&Output, &Output)| {
            let terms = (reference.term, port.term);
            matches!(terms, (Some(left), Some(right)) if left != right)
        };
        let others: Vec<&(&Output, &Output)> = others.iter().filter(open).collect();
        let obligations: Vec<_> = others
            .iter()
            .filter_map(|(reference, port)| {
                let terms = (reference.term?, port.term?);
                Some(obligation(path, terms, reference.scalar))
            })
            .collect();
        let agreement = run
            .ladder
            .agreement(&mut machine.builder, sets, &obligations);
        if let Some((place, witness, step)) = agreement.worse
            && self.settings.tolerance.is_none()
        {
            let (other, outputs) = (obligations[place].clone(), *others[place]);
            self.mismatch(machine, other, outputs, witness, step.name(), run);
        }
        if let Some(difference) = &mut run.tally.difference {
            difference.equal_under = agreement.sets.into_iter().map(flags).collect();
        }
    }
}
