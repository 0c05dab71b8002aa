//! The magnitude of a difference: the largest error found, confirmed natively.

use super::Pair;
use super::run::Run;
use crate::contract::Scalar;
use crate::equiv::{Distance, Obligation, Witness, distance};
use crate::pipeline::{involvement, value};
use crate::side::{Output, input_values};
use crate::symex::Machine;
use crate::verdict::{Difference, ErrorFound, Replay, Value};

impl Pair<'_, '_> {
    /// Searches for the worst errors of a float output from a confirmed mismatch on, and
    /// adds them to the difference.
    pub(super) fn add_errors(
        &self,
        machine: &mut Machine<'_>,
        obligation: &Obligation,
        output: &Output,
        start: &Witness,
        difference: &mut Difference,
        run: &mut Run<'_>,
    ) {
        // Among errors of equally many ulps, the relatively largest.
        let ulps = |d: &Distance| d.ulps as f64 + d.relative.min(0.5);
        let worst = run
            .ladder
            .worst(&mut machine.builder, obligation, start, &ulps);
        let mut confirm = |witness| self.error(machine, obligation, output, &witness, run);
        let largest = worst.largest.and_then(&mut confirm);
        difference.largest_error = largest.filter(|e| e.ulps.is_some());
        let infinite = worst.infinite.and_then(&mut confirm);
        difference.infinite_error = infinite.filter(|e| e.ulps.is_none());
    }

    /// The error of an output on an input, measured by native execution.
    pub(super) fn error(
        &self,
        machine: &Machine<'_>,
        obligation: &Obligation,
        output: &Output,
        witness: &Witness,
        run: &Run<'_>,
    ) -> Option<ErrorFound> {
        let Scalar::Float { format } = output.scalar else {
            return None;
        };
        let arena = machine.builder.arena();
        let results = [obligation.left, obligation.right];
        let predicted = results.map(|term| value(arena, term, witness));
        let (replay, seen) =
            self.replay_difference(machine, output, predicted, witness, run.inputs);
        let [reference, port] = seen.filter(|_| replay == Replay::Confirmed)?;
        let apart = distance(format, reference, port);
        let involved = involvement(arena, &results);
        Some(ErrorFound {
            inputs: input_values(arena, self.given(run.inputs), witness, &results, involved),
            reference: Value::new(output.scalar, reference),
            port: Value::new(output.scalar, port),
            ulps: apart.map(|d| d.ulps),
            absolute: apart.map(|d| d.absolute),
            relative: apart.map(|d| d.relative).filter(|r| r.is_finite()),
        })
    }
}
