//! Defects that rest on undefined values: what made them, told by running the
//! version once more, on the witness itself.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Cone, TermId};

use super::Pair;
use super::pair::Run;
use crate::equiv::{Compare, Decision, Obligation, Witness, depends_on_undefined, replace};
use crate::side::{Call, Output, input_values, name};
use crate::symex::{Defect, DefectKind, End, Ignorant, Machine};
use crate::verdict::{self, DefectFound, Replay};

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

impl Pair<'_, '_> {
    /// Records that an output of a version rests on an undefined value under a
    /// witness, if it does; whether it was recorded. Unless `suspected` ones are
    /// wanted too, native code has to show it.
    pub(super) fn undefined_output(
        &self,
        machine: &Machine<'_>,
        which: verdict::Side,
        (output, witness): (&Output, &Witness),
        suspected: bool,
        run: &mut Run<'_>,
    ) -> bool {
        let arena = machine.builder.arena();
        let Some(mut defect) = self.traced(arena, which, witness, Some(output), run) else {
            return false;
        };
        defect.text = name(self.contract, output.place);
        let place = (output.place, output.scalar);
        let (replay, sanitizer) =
            self.replay_defect(arena, which, &defect, (witness, Some(place)), run.inputs);
        if replay != Replay::Confirmed && !suspected {
            return false;
        }
        run.tally.defect(DefectFound {
            sizes: run.sizes.clone(),
            side: which,
            kind: defect.kind.name().to_owned(),
            message: defect.message(),
            location: defect.location.clone(),
            allocation: defect.object.as_ref().and_then(|o| o.allocation.clone()),
            release: None,
            inputs: input_values(arena, self.contract, run.inputs, witness, &[], |s| {
                witness.values.contains_key(&s)
            }),
            comparison: None,
            help: None,
            replay,
            sanitizer,
        });
        true
    }

    /// Records an output that rests on an undefined value, if native code shows one.
    pub(super) fn look_for_undefined(
        &self,
        machine: &mut Machine<'_>,
        which: verdict::Side,
        path: &[TermId],
        outputs: &[Output],
        run: &mut Run<'_>,
    ) {
        for output in outputs {
            if run.tally.has_suspicion() || !self.go_on(run.tally) {
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
                run.ladder.decide(builder, &obligation)
            {
                self.undefined_output(machine, which, (output, &witness), false, run);
            }
        }
    }

    /// What a version does under a witness that rests on an undefined value: a defect
    /// that ends its path or, where it returns, what this output rests on.
    pub(super) fn traced(
        &self,
        arena: &Arena,
        which: verdict::Side,
        witness: &Witness,
        output: Option<&Output>,
        run: &Run<'_>,
    ) -> Option<Defect> {
        let side = self.side(which);
        let (program, function) = (side.program, side.function);
        let mut machine = Machine::new(
            program,
            self.settings.builder(),
            self.settings.limits(&self.target),
        );
        machine.trace_undefined();
        let inputs = run.inputs.concrete(arena, witness, &mut machine.builder);
        let call = Call::prepare(&mut machine, side, self.contract, &inputs);
        let call = call.ok()?;
        machine.watch = output.and_then(|o| call.watch(o.place));
        let paths = machine.call(call.state.clone(), function, &call.args, &mut Ignorant);
        let path = paths.into_iter().next()?;
        match (path.end, output) {
            (End::Defect(defect), _) => Some(defect),
            (End::Returned(value), Some(output)) => {
                let state = &path.state;
                let outputs = call.outputs(
                    &mut machine,
                    state,
                    value.as_ref(),
                    side.abi,
                    self.contract,
                    &inputs,
                );
                let found = outputs.into_iter().find(|o| o.place == output.place)?;
                match found.term {
                    Some(term) => machine.origin(term),
                    // A local that never had a place in memory.
                    None => Some(Defect {
                        kind: DefectKind::Uninitialised,
                        location: program
                            .location(state.output_at())
                            .cloned()
                            .or_else(|| side.location()),
                        object: None,
                        offset: None,
                        size: 0,
                        text: String::new(),
                    }),
                }
            }
            _ => None,
        }
    }
}
