//! Reports differences by the input that a concrete trial used, where there are too many paths:
//! at large sizes, and where code appends to a vector.
//!
//! If a search loop ends at one of 33,000 elements, both versions have as many paths, and
//! symbolic execution runs out of time before the last ones. The input on which concrete
//! executions differed is enough then, once native replay confirms it.

use rewrite_rules::Builder;

use super::compare::obligation;
use super::mismatch::TRIAL;
use super::pair::Pair;
use super::run::Run;
use super::trials::Made;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::side::Output;
use crate::symex::Machine;
use crate::verdict::Replay;

/// Sizes up to this one are executed symbolically, which explains more.
const SMALL: i64 = 1_024;

impl Pair<'_, '_> {
    /// Records the difference that an input shows where there are many paths, if native replay
    /// confirms it.
    pub(super) fn shown(
        &self,
        mut builder: Builder,
        witness: Witness,
        run: &mut Run<'_>,
    ) -> Builder {
        let has_many_paths = is_large(run.sizes) || self.has_growing_container();
        if !has_many_paths || run.ladder.recorder().is_some() {
            return builder;
        }
        let Some(outputs) = self.differing_outputs(&mut builder, &witness, run) else {
            return builder;
        };
        let [reference, port] = &outputs;
        let (Some(left), Some(right)) = (reference.term, port.term) else {
            return builder;
        };
        let limits = self.environment().limits();
        let machine = Machine::new(self.reference.program, builder, limits);
        let arena = machine.builder.arena();
        let predicted = [left, right].map(|term| arena.constant_value(term).unwrap_or_default());
        let (replay, _) =
            self.replay_difference(&machine, reference, predicted, &witness, run.inputs);
        let builder = machine.into_builder();
        if replay != Replay::Confirmed {
            return builder;
        }
        let (builder, followed) = match is_large(run.sizes) {
            true => (builder, None),
            false => self.followed(builder, (&witness, &outputs), run),
        };
        let limits = self.environment().limits();
        let mut machine = Machine::new(self.reference.program, builder, limits);
        let (claim, outputs, witness) = match followed {
            Some((claim, outputs)) => {
                let simpler = self.simpler(&mut machine, &claim, &outputs[0], run);
                (claim, outputs, simpler.unwrap_or(witness))
            }
            None => {
                let claim = obligation(&[], (left, right), reference.scalar);
                (claim, outputs, witness)
            }
        };
        let outputs = (&outputs[0], &outputs[1]);
        self.mismatch(&mut machine, claim, outputs, witness, TRIAL, run);
        machine.into_builder()
    }

    /// The first output that differs when both versions are executed on an input, with both
    /// values as constants of the builder.
    fn differing_outputs(
        &self,
        builder: &mut Builder,
        witness: &Witness,
        run: &Run<'_>,
    ) -> Option<[Output; 2]> {
        let mut fresh = self.builder();
        let inputs = run.inputs.concrete(builder.arena(), witness, &mut fresh);
        let (fresh, reference) = self.made(fresh, &self.reference, &inputs);
        let (fresh, port) = self.made(fresh, &self.port, &inputs);
        let (Made::Outputs(reference), Made::Outputs(port)) = (reference, port) else {
            return None;
        };
        let mut both = reference.iter().zip(&port);
        let (left, right) = both.find(|(left, right)| self.unlike(fresh.arena(), left, right))?;
        let mut constant = |output: &Output| {
            let value = fresh.arena().constant_value(output.term?)?;
            let width = fresh.arena().width(output.term?);
            Some(Output {
                term: Some(builder.constant(width, value)),
                ..*output
            })
        };
        Some([constant(left)?, constant(right)?])
    }
}

fn is_large(sizes: &Sizes) -> bool {
    sizes.values().any(|size| *size > SMALL)
}
