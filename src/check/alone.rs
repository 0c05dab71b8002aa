//! Float results that differ because the port alone meets a value that the assumptions exclude.
//!
//! Of the inputs and the reference a user can know that no NaN arises; whether the port computes
//! one is part of the question. Results on such inputs are equal by the definition of *ordered*
//! and *finite* (`docs/assumptions.md`), so the inputs are searched for by execution. They are
//! ordinary numbers, of which no sum or product of a few overflows.

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Format};

use super::Pair;
use super::compare::obligation;
use super::trials::{Made, are_far_apart};
use crate::budgets::trials::{ALONE_INPUTS, ALONE_WORK};
use crate::contract::{Scalar, Sizes};
use crate::equiv::{Alone, Assumptions, Obligation, Witness};
use crate::pipeline::{Tally, involvement, show, value};
use crate::settings::flags;
use crate::side::{Inputs, Output, Pattern, Starts, candidates, input_values, name, shown};
use crate::symex::Machine;
use crate::verdict::{Replay, Undecided, UndecidedKind};

/// The largest number of inputs that a message names.
const MOST_NAMED: usize = 4;

/// The largest magnitude of an ordinary number.
const ORDINARY: f64 = 512.0;

/// An input at one size, whose scalars are symbols.
struct At<'p> {
    inputs: &'p Inputs,
    witness: Witness,
}

impl Pair<'_, '_> {
    /// Records as undecided that at one of these sizes the port alone meets a value that the
    /// assumptions exclude, and its result is another.
    pub(super) fn doubt_values_of_port(&self, sweep: &[Sizes], tally: &mut Tally) {
        let assumed = self.settings.assumptions.exclude_nans();
        if !assumed || tally.first_reason().is_some() || tally.has_suspicion() {
            return;
        }
        self.drawings.restart();
        if let Some(undecided) = sweep.iter().find_map(|sizes| self.alone_at(sizes)) {
            tally.undecided(undecided);
        }
    }

    /// The sets of assumptions under which results agree, without those that leave out an ordinary
    /// witness because the port alone meets an excluded value on it.
    pub(super) fn offered(
        &self,
        builder: &mut Builder,
        obligation: &Obligation,
        (witness, sets): (&Witness, Vec<Assumptions>),
        inputs: &Inputs,
    ) -> Vec<Assumptions> {
        if !is_ordinary(builder.arena(), obligation, witness) {
            return sets;
        }
        let mut is_met = |&assumptions: &Assumptions| {
            let alone = Alone {
                obligation,
                reference: &obligation.path,
                ranges: &inputs.ranges,
                assumptions,
            };
            assumptions.exclude_nans() && alone.is_met(builder, witness)
        };
        let mut sets = sets;
        sets.retain(|set| !is_met(set));
        sets
    }

    fn alone_at(&self, sizes: &Sizes) -> Option<Undecided> {
        let mut builder = self.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).ok()?;
        for witness in drawn(builder.arena(), &inputs) {
            if self.settings.stop().is_some() || self.drawings.exceed(ALONE_WORK) {
                return None;
            }
            let at = At {
                inputs: &inputs,
                witness,
            };
            if !self.gives_unlike_values(builder.arena(), &at) {
                continue;
            }
            let found;
            (builder, found) = self.met_alone(builder, &at);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the versions return, and floats of their results are unlike.
    fn gives_unlike_values(&self, arena: &Arena, at: &At<'_>) -> bool {
        let mut fresh = self.builder();
        let inputs = at.inputs.concrete(arena, &at.witness, &mut fresh);
        let (fresh, reference) = self.made(fresh, &self.reference, &inputs);
        let (fresh, port) = self.made(fresh, &self.port, &inputs);
        let (Made::Outputs(reference), Made::Outputs(port)) = (reference, port) else {
            return false;
        };
        let mut both = reference.iter().zip(&port);
        both.any(|(left, right)| {
            let terms = left.term.zip(right.term);
            let value = |term| fresh.arena().constant_value(term);
            let values = terms.and_then(|(left, right)| value(left).zip(value(right)));
            let algebraic = self.settings.assumptions.is_algebraic();
            match (left.scalar, values) {
                (Scalar::Float { format }, Some(values)) => unlike(format, values, algebraic),
                _ => false,
            }
        })
    }

    /// Follows the path of an input in both versions, and looks for an output of which the port
    /// alone meets an excluded value.
    fn met_alone(&self, builder: Builder, at: &At<'_>) -> (Builder, Option<Undecided>) {
        let mut taken = Vec::new();
        let (builder, reference) =
            self.along(builder, &self.reference, &at.witness, &mut taken, at.inputs);
        let of_reference = taken.clone();
        let (builder, port) = self.along(builder, &self.port, &at.witness, &mut taken, at.inputs);
        let mut machine = Machine::new(self.port.program, builder, self.environment().limits());
        taken.extend(&at.inputs.conditions);
        let both = reference
            .into_iter()
            .flatten()
            .zip(port.into_iter().flatten());
        for outputs in both {
            let (Some(left), Some(right), Scalar::Float { .. }) =
                (outputs.0.term, outputs.1.term, outputs.0.scalar)
            else {
                continue;
            };
            let claim = obligation(&taken, (left, right), outputs.0.scalar);
            let alone = Alone {
                obligation: &claim,
                reference: &of_reference,
                ranges: &at.inputs.ranges,
                assumptions: self.settings.assumptions,
            };
            let builder = &mut machine.builder;
            let deadline = self.settings.deadline();
            if let Some(witness) = alone.simplest(builder, &at.witness, &deadline) {
                let found = self.told(&machine, &outputs, &witness, at.inputs);
                if found.is_some() {
                    return (machine.into_builder(), found);
                }
            }
        }
        (machine.into_builder(), None)
    }

    /// The message about an input on which the port alone meets an excluded value; `None` if
    /// native execution shows no difference.
    fn told(
        &self,
        machine: &Machine<'_>,
        (reference, port): &(Output, Output),
        witness: &Witness,
        inputs: &Inputs,
    ) -> Option<Undecided> {
        let arena = machine.builder.arena();
        let roots = [reference.term?, port.term?];
        let predicted = roots.map(|term| value(arena, term, witness));
        let (replay, seen) = self.replay_difference(machine, reference, predicted, witness, inputs);
        if matches!(replay, Replay::Refuted { .. }) {
            return None;
        }
        let place = (reference.place, reference.scalar);
        let results = seen
            .unwrap_or(predicted)
            .map(|bits| shown(self.contract, place, bits).decimal);
        let involved = involvement(arena, &roots);
        let values = input_values(arena, self.given(inputs), witness, &roots, involved);
        let values: Vec<String> = values
            .iter()
            .filter(|input| input.involved)
            .take(MOST_NAMED)
            .map(|input| format!("{} = {}", input.name, input.value.decimal))
            .collect();
        let output = name(self.contract, reference.place);
        let at = match &*show(&inputs.sizes) {
            "" => String::new(),
            sizes => format!(" at {sizes}"),
        };
        let flags = flags(self.settings.assumptions).join(" ");
        let message = format!(
            "{output}{at} is equal only because the port computes a float that {flags} leaves \
             out, where the reference computes none: with {} they give {} and {}",
            values.join(", "),
            results[0],
            results[1]
        );
        let location =
            self.environment()
                .origin(arena, &self.port, witness, reference.place, inputs);
        let help = "an assumption about floats holds for what the port computes as far as the \
                    reference computes such floats too: correct the port, or leave these inputs \
                    out by ranges (--arg)";
        Some(
            Undecided::new(UndecidedKind::ExcludedIntermediate, message)
                .with_help(help.to_owned())
                .at(location),
        )
    }
}

/// Ordinary inputs that are admitted, and one of zeros.
fn drawn(arena: &Arena, inputs: &Inputs) -> Vec<Witness> {
    let zeros = [Format::Half, Format::Single, Format::Double];
    let zeros = zeros.map(|format| Pattern::Compared {
        value: 0,
        format: Some(format),
    });
    let zeros = zeros.iter().filter_map(|zero| zero.input(arena, inputs));
    let mut drawn = candidates(arena, inputs, &inputs.conditions);
    drawn.truncate(ALONE_INPUTS);
    drawn.extend(zeros);
    drawn
}

/// Whether the floats that an obligation reads are ordinary numbers in a witness.
fn is_ordinary(arena: &Arena, obligation: &Obligation, witness: &Witness) -> bool {
    let roots = [&obligation.path[..], &[obligation.left, obligation.right]].concat();
    let symbols = Cone::of(arena, &roots).symbols(arena);
    symbols.into_iter().all(|id| {
        let format = arena.buffer(arena.symbol(id).buffer).format;
        format.is_none_or(|format| format.to_f64(witness.symbol(id)).abs() <= ORDINARY)
    })
}

/// Whether two floats are unlike; under algebraic laws by more than roundings explain.
fn unlike(format: Format, (left, right): (u128, u128), algebraic: bool) -> bool {
    let numbers = [left, right].map(|bits| format.to_f64(bits));
    match numbers {
        [x, y] if x.is_nan() && y.is_nan() => false,
        [x, y] if x.is_finite() && y.is_finite() && algebraic => are_far_apart(x, y),
        [x, y] => x != y,
    }
}
