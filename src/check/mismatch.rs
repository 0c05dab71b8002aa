//! Turns a differing output into a finding: diagnosed, located and replayed.

use rustc_hash::FxHashMap;
use term::{Arena, SymbolId, TermId};

use super::Pair;
use super::addresses::{quoted, returned_text, with_addresses};
use super::differing::{Differing, Named};
use super::run::Run;
use super::unread::unread;
use crate::contract::Scalar;
use crate::equiv::{Obligation, Witness, distance};
use crate::pipeline::{expressions, involvement, value};
use crate::settings::flags;
use crate::side::{Output, Place, Side, each_input_value, input_values, is_address, name, shown};
use crate::symex::Machine;
use crate::verdict::{self, Difference, Explanation, Expression, InputValue, Kind, Replay};

/// The name of the step that finds differences by execution on constants.
pub(super) const TRIAL: &str = "trials";

/// The largest number of symbols that are reported as rare values of an input.
const MOST_SHOWN: usize = 8;

/// Two outputs that differ under a witness.
struct Mismatch<'a> {
    reference: &'a Output,
    port: &'a Output,
    left: TermId,
    right: TermId,
    /// The conditions of the path on which they differ.
    path: Vec<TermId>,
    witness: Witness,
    step: &'static str,
}

/// The explanation of a difference.
struct Diagnosis {
    explanation: Option<Explanation>,
    /// The `--arg`s under which the outputs agree.
    agrees_with: Vec<String>,
    /// The flags of each minimal set of assumptions under which they agree.
    equal_under: Vec<Vec<String>>,
}

/// The symbols whose value is not the most common one; `None` if they are many.
fn standing_out(witness: &Witness) -> Option<Vec<SymbolId>> {
    let mut counts: FxHashMap<u128, usize> = FxHashMap::default();
    for value in witness.values.values() {
        *counts.entry(*value).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    let rare = witness.values.iter();
    let rare = rare.filter(|(_, value)| most.is_some_and(|(common, _)| **value != common));
    let rare: Vec<SymbolId> = rare.map(|(symbol, _)| *symbol).collect();
    (1..=MOST_SHOWN).contains(&rare.len()).then_some(rare)
}

impl Pair<'_, '_> {
    /// Records a mismatch: diagnosed, located and replayed.
    pub(super) fn mismatch(
        &self,
        machine: &mut Machine<'_>,
        obligation: Obligation,
        (reference, port): (&Output, &Output),
        witness: Witness,
        step: &'static str,
        run: &mut Run<'_>,
    ) {
        let (witness, overflow) = self.without_overflow(machine, &obligation, witness, run);
        let builder = &mut machine.builder;
        let sets = run.ladder.diagnose(builder, &obligation, &witness);
        let explanation = run.ladder.kind(builder, &obligation, &sets, &witness);
        let is_open = sets.is_empty();
        let sets = self.offered(builder, &obligation, (&witness, sets), run.inputs);
        let agrees_with = match sets.is_empty() {
            true => self.agreeing_ranges(machine, &obligation, &witness, run),
            false => Vec::new(),
        };
        let diagnosis = Diagnosis {
            explanation,
            agrees_with,
            equal_under: sets.iter().copied().map(flags).collect(),
        };
        run.equal_under = sets;
        let origins = [&self.reference, &self.port].map(|side| {
            let arena = machine.builder.arena();
            self.environment()
                .origin(arena, side, &witness, reference.place, run.inputs)
        });
        let (left, right) = (obligation.left, obligation.right);
        let found = Mismatch {
            reference,
            port,
            left,
            right,
            path: obligation.path.clone(),
            witness,
            step,
        };
        let start = found.witness.clone();
        let arena = machine.builder.arena();
        let mut differing = Differing::new(
            (arena, &start),
            run.inputs,
            run.starts,
            (reference.place, is_open),
        );
        let (mut difference, named) = self.difference(machine, found, diagnosis, origins, run);
        let arena = machine.builder.arena();
        differing.named = Named::all(arena, run.inputs, &start, &named);
        difference.overflow = overflow;
        if difference.replay == Replay::Confirmed {
            self.add_errors(
                machine,
                &obligation,
                reference,
                &start,
                &mut difference,
                run,
            );
        }
        run.tally.difference(difference);
        self.differing.replace(Some(differing));
    }

    fn difference(
        &self,
        machine: &Machine<'_>,
        found: Mismatch<'_>,
        diagnosis: Diagnosis,
        origins: [Option<verdict::Location>; 2],
        run: &Run<'_>,
    ) -> (Difference, Vec<(String, TermId)>) {
        let Mismatch {
            reference,
            port,
            left,
            right,
            path,
            witness,
            step,
        } = found;
        let builder = &machine.builder;
        let arena = builder.arena();
        let scalar = reference.scalar;
        let predicted = [value(arena, left, &witness), value(arena, right, &witness)];
        let (replay, seen) =
            self.replay_difference(machine, reference, predicted, &witness, run.inputs);
        let values = seen.unwrap_or(predicted);
        let ulps = match scalar {
            Scalar::Float { format } => distance(format, values[0], values[1]).map(|d| d.ulps),
            Scalar::Int { .. } => None,
        };
        let results = [left, right];
        let inputs = self.inputs_of(arena, (&results, &path), &witness, step, run);
        let formulas = expressions(builder, (left, right), scalar, self.tables(), &witness);
        let [reference_expression, port_expression] = formulas.sides;
        let formula = |formula: &Expression| match is_address(self.contract, reference.place) {
            true => {
                let programs = [self.reference.program, self.port.program];
                with_addresses((self.contract, programs), formula)
            }
            false => formula.clone(),
        };
        let (kind, detail) = match diagnosis.explanation {
            // Near modulo a power of two alone.
            Some(Explanation {
                kind: Kind::FixedPoint,
                ..
            }) if wraps(scalar, values) => (None, None),
            Some(Explanation { kind, detail }) => (Some(kind), detail),
            None => (None, None),
        };
        let shown = |side: &Side<'_, '_>, output: &Output, index: usize| {
            let place = (output.place, output.scalar);
            let mut shown = shown(self.contract, place, values[index]);
            if is_address(self.contract, output.place)
                && matches!(output.place, Place::Result { .. })
                && let Some(text) = returned_text(side.program, predicted[index] as u64)
            {
                shown.decimal = quoted(&text);
            }
            shown
        };
        let difference = Difference {
            sizes: run.sizes.clone(),
            output: name(self.contract, reference.place),
            inputs,
            reference: shown(&self.reference, reference, 0),
            port: shown(&self.port, port, 1),
            ulps,
            largest_error: None,
            infinite_error: None,
            overflow: None,
            within: None,
            agrees_with: diagnosis.agrees_with,
            reference_expression: formula(&reference_expression),
            port_expression: formula(&port_expression),
            definitions: formulas.definitions.iter().map(formula).collect(),
            reference_location: origins[0].clone(),
            port_location: origins[1].clone(),
            spread: Vec::new(),
            at_sizes: None,
            cause: None,
            places: run.starts.told(self.contract, &run.observed),
            unread: unread(
                arena,
                self.given(run.inputs),
                &witness,
                ([left, right], &path),
                || self.settings.stop().is_some(),
            ),
            results: self.results(arena, (&replay, &witness), run),
            replay,
            kind,
            detail,
            help: None,
            equal_under: diagnosis.equal_under,
            found_by: step.to_owned(),
        };
        (difference, formulas.named)
    }

    /// The input values of a witness: those on which two results depend, and those that choose
    /// the path. If the results are constants, the values that led there are the former.
    fn inputs_of(
        &self,
        arena: &Arena,
        (results, path): (&[TermId], &[TermId]),
        witness: &Witness,
        step: &str,
        run: &Run<'_>,
    ) -> Vec<InputValue> {
        let known = |term: &TermId| arena.constant_value(*term).is_some();
        let given = self.given(run.inputs);
        let on_path = involvement(arena, path);
        if results.iter().all(known) {
            // A trial leaves no formulas: its rare values are shown, or all.
            let rare = match step == TRIAL && path.is_empty() {
                true => standing_out(witness),
                false => Some(Vec::new()),
            };
            return input_values(arena, given, witness, results, |symbol| {
                on_path(symbol) || rare.as_ref().is_none_or(|rare| rare.contains(&symbol))
            });
        }
        let involved = involvement(arena, results);
        let mut inputs = each_input_value(arena, given, witness, results, involved);
        let choosing = each_input_value(arena, given, witness, results, on_path);
        for (input, choosing) in inputs.iter_mut().zip(choosing) {
            input.chooses_path = choosing.involved && !input.involved;
        }
        InputValue::in_runs(inputs)
    }
}

/// Whether integers lie near each other only because they wrap around at the ends of their type.
fn wraps(scalar: Scalar, values: [u128; 2]) -> bool {
    let Scalar::Int { bits, signed } = scalar else {
        return false;
    };
    let [x, y] = values.map(|value| match signed {
        true => term::signed(value, bits) as i128,
        false => value as i128,
    });
    x.abs_diff(y) > u128::MAX >> (129 - u32::from(bits))
}
