//! Runs one version natively to confirm a defect.

use term::{Arena, Assignment, Cone, Evaluator, TermId};

use super::ordinary::candidates;
use super::place::Place;
use super::round::Given;
use super::version::Side;
use crate::budgets::trials::RACE_TRIALS;
use crate::contract::Scalar;
use crate::equiv::Witness;
use crate::pipeline::{Replayed, confirm};
use crate::replay::{Case, Placement};
use crate::symex::Defect;
use crate::verdict::Replay;

impl Side<'_, '_> {
    /// Whether this version shows a defect natively on a witness, and what a sanitizer
    /// calls it. `output` is the output that depends on an undefined value, for such a
    /// defect.
    pub fn replay(
        &self,
        arena: &Arena,
        defect: &Defect,
        (witness, output): (&dyn Assignment, Option<(Place, Scalar)>),
        given: Given<'_>,
    ) -> Replayed {
        let probe = output.and_then(|output| self.probe(given, output));
        // Buffers lie aligned, then flush against a guard page at either end.
        let placements = [
            Placement::Aligned,
            Placement::FlushEnd,
            Placement::FlushStart,
        ];
        let cases = placements.map(|placement| Case {
            probe,
            ..self.case(arena, given.inputs, witness, placement)
        });
        confirm(&mut self.native(), defect, &cases)
    }

    /// An ordinary input on which a race shows natively, and its replay: on another one, such
    /// as zeros, all orders may give one result. The race occurs where all of `roots` but the last
    /// two hold, and these differ.
    pub fn replay_race(
        &self,
        arena: &Arena,
        (defect, roots): (&Defect, &[TermId]),
        given: Given<'_>,
    ) -> Option<(Witness, Replayed)> {
        let [path @ .., left, right] = roots else {
            return None;
        };
        let cone = Cone::of(arena, roots);
        let mut evaluator = Evaluator::new(arena, &cone);
        let mut occurs = |witness: &Witness| {
            evaluator.run(witness as &dyn Assignment);
            let met = path
                .iter()
                .all(|condition| evaluator.value(*condition) == 1);
            met && evaluator.value(*left) != evaluator.value(*right)
        };
        let all = candidates(arena, given.inputs, &given.inputs.conditions);
        let all = all.into_iter().filter(|witness| occurs(witness));
        all.take(RACE_TRIALS).find_map(|witness| {
            let replayed = self.replay(arena, defect, (&witness, None), given);
            (replayed.0 == Replay::Confirmed).then_some((witness, replayed))
        })
    }
}
