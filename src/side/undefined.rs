//! Outputs that depend on undefined values.

use term::TermId;

use super::place::{Output, name};
use super::round::Round;
use super::values::input_values;
use crate::equiv::{Compare, Decision, Obligation, Witness};
use crate::pipeline::found;
use crate::symex::{Machine, has_undefined, with_other_undefined};
use crate::verdict::{self, DefectFound, Replay, Undecided, UndecidedKind};

impl Round<'_, '_, '_> {
    /// Records that an output of a version depends on an undefined value under a witness,
    /// if it does. Returns whether it was recorded: unless `suspected` findings are wanted
    /// too, a native run has to confirm it.
    pub fn undefined_output(
        &mut self,
        machine: &Machine<'_>,
        (output, witness): (&Output, &Witness),
        suspected: bool,
    ) -> bool {
        let (arena, side) = (machine.builder.arena(), self.side);
        let (environment, inputs) = (self.environment, self.inputs);
        let traced = environment.traced(arena, side, witness, Some(output), inputs);
        let Some(mut defect) = traced else {
            return false;
        };
        let given = self.environment.given(self.inputs);
        defect.text = name(given.contract, output.place);
        let place = (output.place, output.scalar);
        let replayed = side.replay(arena, &defect, (witness, Some(place)), given);
        if replayed.0 != Replay::Confirmed && !suspected {
            return false;
        }
        let inputs = input_values(arena, given, witness, &[], |s| {
            witness.values.contains_key(&s)
        });
        self.tally.defect(DefectFound {
            release: None,
            ..found(&defect, (side.which, self.sizes), inputs, replayed)
        });
        true
    }

    /// Records that it is open whether an output depends on an undefined value.
    fn open_output(&mut self, output: &Output) {
        let name = name(self.environment.contract, output.place);
        self.tally.undecided(
            Undecided::new(
                UndecidedKind::UninitialisedOutput,
                format!("{name} may rest on memory that nothing wrote"),
            )
            .at(self.side.location()),
        );
    }

    /// Records outputs that depend on undefined values. For two versions only outputs that
    /// a native run confirms, since the comparison of outputs finds the others.
    pub fn look_for_undefined(
        &mut self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        outputs: &[Output],
    ) {
        let alone = self.side.which == verdict::Side::Kernel;
        if !has_undefined(machine.builder.arena()) && outputs.iter().all(|o| o.term.is_some()) {
            return;
        }
        for output in outputs {
            if self.tally.has_suspicion() || !self.go_on() {
                return;
            }
            let builder = &mut machine.builder;
            let (left, right) = match output.term {
                // The output is undefined on every input that takes the path.
                None => (builder.bool(false), builder.bool(true)),
                Some(term) => match with_other_undefined(builder, term) {
                    Some(other) => (term, other),
                    None => continue,
                },
            };
            let obligation = Obligation {
                path: path.to_vec(),
                left,
                right,
                compare: Compare::Bits,
            };
            match self.ladder.decide(builder, &obligation) {
                Decision::Different { witness, .. } | Decision::Suspected { witness, .. } => {
                    let recorded = self.undefined_output(machine, (output, &witness), alone);
                    if alone && !recorded {
                        self.open_output(output);
                    }
                }
                Decision::Undecided { .. } if alone => self.open_output(output),
                Decision::Undecided { .. } | Decision::Equal { .. } => {}
            }
        }
    }
}
