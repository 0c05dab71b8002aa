//! Outputs that exceed the tolerance: all are counted, the worst is reported.

use super::Pair;
use super::run::{Exceeding, Run};
use crate::contract::Scalar;
use crate::equiv::{distance, excess};
use crate::pipeline::value;
use crate::side::Output;
use crate::symex::Machine;
use crate::verdict::Replay;

impl Pair<'_, '_> {
    /// Records an output whose witness natively exceeds the tolerance, if it exceeds it
    /// more than earlier ones. A witness that is not confirmed is a suspicion.
    pub(super) fn exceeding(
        &self,
        machine: &mut Machine<'_>,
        mut found: Exceeding,
        run: &mut Run<'_>,
    ) {
        let Exceeding {
            obligation,
            outputs: (reference, port),
            witness,
            ..
        } = &found;
        let arena = machine.builder.arena();
        let roots = [obligation.left, obligation.right];
        let predicted = roots.map(|root| value(arena, root, witness));
        let (replay, seen) =
            self.replay_difference(machine, reference, predicted, witness, run.inputs);
        let tolerance = self.settings.tolerance;
        let (Replay::Confirmed, Some([x, y]), Some(tolerance), Scalar::Float { format }) =
            (replay, seen, tolerance, reference.scalar)
        else {
            let (reference, port) = (*reference, *port);
            run.tally.judged.undecided();
            self.mismatch(
                machine,
                found.obligation,
                (&reference, &port),
                found.witness,
                found.step,
                run,
            );
            return;
        };
        found.excess = found.excess.max(excess(tolerance, distance(format, x, y)));
        if run.tally.judged.exceeds(found.excess, run.ladder.judged()) {
            run.worst = Some(found);
        }
    }

    /// Reports the worst output of a path, if it is worse than those reported before.
    pub(super) fn report_worst(
        &self,
        machine: &mut Machine<'_>,
        others: &[(&Output, &Output)],
        run: &mut Run<'_>,
    ) {
        let Some(worst) = run.worst.take() else {
            return;
        };
        let path = worst.obligation.path.clone();
        let (reference, port) = worst.outputs;
        self.mismatch(
            machine,
            worst.obligation,
            (&reference, &port),
            worst.witness,
            worst.step,
            run,
        );
        self.consider_others(machine, &path, others, run);
    }
}
