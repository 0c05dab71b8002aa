//! Native replay of witnesses on both versions.

use term::{Arena, TermId};

use super::pair::Pair;
use super::run::{Run, Sampled};
use crate::contract::{Contract, Direction, Element, Role, Scalar, Sizes};
use crate::equiv::Witness;
use crate::replay::{Outcome, Placement};
use crate::side::{self, Inputs, Output, Place, Side, shown};
use crate::symex::Machine;
use crate::verdict::Replay;

impl Pair<'_, '_> {
    /// Replays a witness. Returns whether it shows a difference, and both results if it
    /// does.
    pub(super) fn replay_difference(
        &self,
        machine: &Machine<'_>,
        output: &Output,
        predicted: [u128; 2],
        witness: &Witness,
        inputs: &Inputs,
    ) -> (Replay, Option<[u128; 2]>) {
        let arena = machine.builder.arena();
        if !inputs.admits(arena, witness) {
            let seen = "the input is not one of those that --assume leaves".to_owned();
            return (Replay::Refuted { seen }, None);
        }
        let place = (output.place, output.scalar);
        let mut seen = [0; 2];
        for (slot, side) in seen.iter_mut().zip([&self.reference, &self.port]) {
            let case = side.case(arena, inputs, witness, Placement::Aligned);
            let outcome = match side.native().run(case) {
                Ok(outcome) => outcome,
                Err(reason) => return (Replay::Unavailable { reason }, None),
            };
            match side.output(self.given(inputs), place, &outcome) {
                Some(bits) => *slot = bits,
                None => {
                    let seen = match outcome.open_builtin() {
                        Some(name) => format!(
                            "`{name}` has no value for these operands: OpenCL C leaves it open"
                        ),
                        None => format!("a version did not return: {outcome:?}"),
                    };
                    return (Replay::Refuted { seen }, None);
                }
            }
        }
        if alike(output.scalar, seen[0], seen[1]) {
            let both = shown(self.contract, place, seen[0]);
            let expected = predicted.map(|bits| shown(self.contract, place, bits).decimal);
            let seen = format!(
                "both gave {} ({}), where {} and {} were expected",
                both.decimal, both.hex, expected[0], expected[1]
            );
            return (Replay::Refuted { seen }, None);
        }
        let float = match output.scalar {
            Scalar::Float { format } => self.settings.tolerance.map(|t| (t, format)),
            Scalar::Int { .. } => None,
        };
        if let Some((tolerance, format)) = float
            && tolerance.admits(format, seen[0], seen[1])
        {
            let [x, y] = seen.map(|bits| shown(self.contract, place, bits).decimal);
            let seen = format!("they gave {x} and {y}, which is within {tolerance}");
            return (Replay::Refuted { seen }, None);
        }
        (Replay::Confirmed, Some(seen))
    }

    /// All outputs after native runs of both versions on a confirmed witness: names, and the
    /// bits that each version left.
    pub(super) fn results(
        &self,
        arena: &Arena,
        (replay, witness): (&Replay, &Witness),
        run: &Run<'_>,
    ) -> Vec<(String, [u128; 2])> {
        if *replay != Replay::Confirmed {
            return Vec::new();
        }
        let given = self.given(run.inputs);
        let sides = [&self.reference, &self.port];
        let outcomes = sides.map(|side| {
            let case = side.case(arena, run.inputs, witness, Placement::Aligned);
            side.native().run(case).ok()
        });
        let [Some(reference), Some(port)] = outcomes else {
            return Vec::new();
        };
        let outcomes = [reference, port];
        let places = places(self.contract, run.sizes).into_iter();
        let results = places.filter_map(|place| {
            let bits = |side: usize| sides[side].output(given, place, &outcomes[side]);
            let name = side::name(self.contract, place.0);
            Some((name, [bits(0)?, bits(1)?]))
        });
        results.collect()
    }

    /// Searches ordinary values for an input that takes `path` and whose native results
    /// differ and are `wanted`.
    pub(super) fn native_witness(
        &self,
        arena: &Arena,
        path: &[TermId],
        output: &Output,
        run: &mut Run<'_>,
        wanted: &dyn Fn(u128, u128) -> bool,
    ) -> Option<Witness> {
        let inputs = run.inputs;
        // All outputs of a path are results of the same runs.
        let sampled = match run.sampled.take().filter(|sampled| sampled.path == path) {
            Some(sampled) => sampled,
            None => self.sampled(arena, path, inputs),
        };
        let Sampled {
            witnesses,
            outcomes,
            ..
        } = run.sampled.insert(sampled);
        let [reference, port] = outcomes.as_ref()?;
        let place = (output.place, output.scalar);
        let differs = |i: &usize| {
            let bits = |side: &Side<'_, '_>, outcomes: &[Outcome]| {
                side.output(self.given(inputs), place, &outcomes[*i])
            };
            let results = (bits(&self.reference, reference), bits(&self.port, port));
            match results {
                (Some(x), Some(y)) => !alike(output.scalar, x, y) && wanted(x, y),
                _ => false,
            }
        };
        let found = (0..witnesses.len()).find(differs)?;
        Some(witnesses[found].clone())
    }

    /// Runs both versions natively on ordinary inputs that take a path.
    fn sampled(&self, arena: &Arena, path: &[TermId], inputs: &Inputs) -> Sampled {
        let witnesses = side::candidates(arena, inputs, path);
        let outcomes = |side: &Side<'_, '_>| {
            let case = |w: &Witness| side.case(arena, inputs, w, Placement::Aligned);
            let cases: Vec<_> = witnesses.iter().map(case).collect();
            side.native().run_all(&cases).ok()
        };
        let outcomes = outcomes(&self.reference).zip(outcomes(&self.port));
        Sampled {
            path: path.to_vec(),
            witnesses,
            outcomes: outcomes.map(|(reference, port)| [reference, port]),
        }
    }
}

/// The places of all outputs of a contract.
fn places(contract: &Contract, sizes: &Sizes) -> Vec<(Place, Scalar)> {
    let result = contract.result.iter().flat_map(|element| &element.leaves);
    let result = result.enumerate();
    let mut found: Vec<(Place, Scalar)> = result
        .map(|(leaf, of)| (Place::Result { leaf }, of.scalar))
        .collect();
    let mut add = |param: usize, count: u64, element: &Element| {
        for index in 0..count {
            for (leaf, of) in element.leaves.iter().enumerate() {
                let offset = index * u64::from(element.size) + u64::from(of.offset);
                let place = Place::Memory {
                    param,
                    offset,
                    index,
                    leaf,
                };
                found.push((place, of.scalar));
            }
        }
    };
    for (i, param) in contract.params.iter().enumerate() {
        if let Role::Buffer {
            direction,
            element,
            length,
            ..
        } = &param.role
            && *direction != Direction::In
            && param.alias.is_none()
        {
            add(i, length.evaluate(sizes).unwrap_or(0), element);
        }
    }
    for (i, global) in contract.globals.iter().enumerate() {
        if global.direction != Direction::In {
            let count = global.count.unwrap_or(1);
            add(contract.params.len() + i, count, &global.element);
        }
    }
    found
}

/// Whether two results are equal bit for bit, with all NaNs equal.
pub(super) fn alike(scalar: Scalar, x: u128, y: u128) -> bool {
    let nan = |bits: u128| match scalar {
        Scalar::Float { format } => bits & !format.sign_mask() > format.infinity(),
        Scalar::Int { .. } => false,
    };
    x == y || nan(x) && nan(y)
}
