//! Concolic execution: the path that one input takes, on symbolic inputs.
//!
//! A trial on constants tells that two versions differ, and on which input, but not by which
//! formulas nor which inputs matter. Along the path of that input, symbolic execution forks
//! nowhere, and tells both.

use rewrite_rules::Builder;
use term::{Cone, Evaluator, TermId};

use super::compare::obligation;
use super::pair::Pair;
use super::run::Run;
use crate::budgets::trials::TRIAL_STEPS;
use crate::equiv::{Decision, Obligation, Witness};
use crate::side::{Inputs, Output, Side};
use crate::symex::{BranchOracle, End, Feasibility, Machine};

/// Decides branches as an input does, and records the conditions that hold.
struct Follower<'w> {
    witness: &'w Witness,
    taken: Vec<TermId>,
}

impl BranchOracle for Follower<'_> {
    fn decide(&mut self, builder: &mut Builder, _: &[TermId], condition: TermId) -> Feasibility {
        let (met, feasibility) = match value(builder, self.witness, condition) {
            0 => (builder.not(condition), Feasibility::AlwaysFalse),
            _ => (condition, Feasibility::AlwaysTrue),
        };
        self.taken.push(met);
        feasibility
    }
}

fn value(builder: &Builder, witness: &Witness, term: TermId) -> u128 {
    let arena = builder.arena();
    let mut evaluator = Evaluator::new(arena, &Cone::of(arena, &[term]));
    evaluator.run(witness);
    evaluator.value(term)
}

impl Pair<'_, '_> {
    /// The obligation that an output is equal on the path that a witness takes, and the output of
    /// both versions there. `None` if the path cannot be followed, or does not lead to the
    /// constants that `known` has.
    pub(super) fn followed(
        &self,
        builder: Builder,
        (witness, known): (&Witness, &[Output; 2]),
        run: &Run<'_>,
    ) -> (Builder, Option<(Obligation, [Output; 2])>) {
        let mut taken = Vec::new();
        let (builder, reference) =
            self.along(builder, &self.reference, witness, &mut taken, run.inputs);
        let (builder, port) = self.along(builder, &self.port, witness, &mut taken, run.inputs);
        let at = |outputs: Option<Vec<Output>>, known: &Output| {
            let mut outputs = outputs?.into_iter();
            let output = outputs.find(|output| output.place == known.place)?;
            let constant = builder.constant_value(known.term?)?;
            let term = output.term?;
            (value(&builder, witness, term) == constant).then_some((output, term))
        };
        let both = at(reference, &known[0]).zip(at(port, &known[1]));
        let found = both.map(|((reference, left), (port, right))| {
            taken.sort_unstable();
            taken.dedup();
            let claim = obligation(&taken, (left, right), reference.scalar);
            (claim, [reference, port])
        });
        (builder, found)
    }

    /// Executes a version along the path of a witness, and adds the conditions of the branches
    /// taken to `taken`. Returns the outputs if the version returns.
    pub(super) fn along(
        &self,
        builder: Builder,
        side: &Side<'_, '_>,
        witness: &Witness,
        taken: &mut Vec<TermId>,
        inputs: &Inputs,
    ) -> (Builder, Option<Vec<Output>>) {
        let mut limits = self.environment().limits();
        limits.merge = false;
        limits.max_steps = limits.max_steps.min(TRIAL_STEPS);
        let mut machine = Machine::new(side.program, builder, limits);
        let Ok(ready) = side.prepare(&mut machine, self.given(inputs)) else {
            return (machine.into_builder(), None);
        };
        let mut follower = Follower {
            witness,
            taken: Vec::new(),
        };
        let execution = ready.execute(&mut machine, &mut follower);
        taken.append(&mut follower.taken);
        let outputs = match execution.paths.as_slice() {
            [path] if matches!(path.end, End::Returned(_)) => {
                taken.extend(path.state.path());
                execution.outputs(&mut machine, path)
            }
            _ => None,
        };
        (machine.into_builder(), outputs)
    }

    /// A witness of an obligation with few and small values, if native runs of both versions
    /// confirm it.
    pub(super) fn simpler(
        &self,
        machine: &mut Machine<'_>,
        claim: &Obligation,
        reference: &Output,
        run: &mut Run<'_>,
    ) -> Option<Witness> {
        let decision = run.ladder.decide(&mut machine.builder, claim);
        let Decision::Different { witness, .. } = decision else {
            return None;
        };
        let terms = [claim.left, claim.right];
        let predicted = terms.map(|term| value(&machine.builder, &witness, term));
        let (replay, _) =
            self.replay_difference(machine, reference, predicted, &witness, run.inputs);
        (replay == crate::verdict::Replay::Confirmed).then_some(witness)
    }
}
