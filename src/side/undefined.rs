//! Outputs that rest on undefined values.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, TermId};

use super::place::{Output, name};
use super::round::Round;
use super::values::input_values;
use crate::equiv::{Compare, Decision, Obligation, Witness, depends_on_undefined, replace};
use crate::pipeline::found;
use crate::symex::Machine;
use crate::verdict::{DefectFound, Replay};

impl Round<'_, '_, '_> {
    /// Records that an output of a version rests on an undefined value under a
    /// witness, if it does; whether it was recorded. Unless `suspected` ones are
    /// wanted too, native code has to show it.
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

    /// Records an output that rests on an undefined value, if native code shows one.
    pub fn look_for_undefined(
        &mut self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        outputs: &[Output],
    ) {
        for output in outputs {
            if self.tally.has_suspicion() || !self.go_on() {
                return;
            }
            let builder = &mut machine.builder;
            let (left, right) = match output.term {
                // It is undefined on every input that takes the path.
                None => (builder.bool(false), builder.bool(true)),
                Some(term) => match other_undefined(builder, term) {
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
            if let Decision::Different { witness, .. } | Decision::Suspected { witness, .. } =
                self.ladder.decide(builder, &obligation)
            {
                self.undefined_output(machine, (output, &witness), false);
            }
        }
    }
}

/// A term with other undefined values in it; `None` if there are none.
fn other_undefined(builder: &mut Builder, term: TermId) -> Option<TermId> {
    depends_on_undefined(builder.arena(), term)?;
    let cone = Cone::of(builder.arena(), &[term]);
    let mut others = FxHashMap::default();
    for term in cone.terms {
        let arena = builder.arena_mut();
        let Some(symbol) = arena.symbol_id(term) else {
            continue;
        };
        let (buffer, offset) = (arena.symbol(symbol).buffer, arena.symbol(symbol).offset);
        if arena.buffer(buffer).undefined {
            let width = arena.width(term);
            others.insert(term, arena.add_symbol(buffer, offset, width));
        }
    }
    let (replaced, _) = replace(builder, &[term], others);
    replaced.first().copied()
}
