//! Inputs on which a changed port is compared with the reference.

use rewrite_rules::Builder;
use term::Arena;

use super::super::pair::Pair;
use crate::check::differing::Differing;
use crate::contract::{Scalar, Sizes};
use crate::equiv::Witness;
use crate::program::Program;
use crate::side::{Inputs, Output, Place, Side, Starts, candidates};
use crate::symex::{End, Ignorant, Machine, Reached, Trace, Watch};

/// Inputs besides the one on which the versions were found to differ.
const INPUTS: usize = 24;

/// Instructions of one execution, as a multiple of what the longest one takes.
const LONGER: u64 = 4;

/// Instructions of an execution of a version as it is.
const MOST_STEPS: u64 = 1_000_000;

/// The results of a version: the bits of every output, where they are defined.
pub(super) type Results = Vec<(Place, Scalar, Option<u128>)>;

/// One input, and what is right for it.
pub(super) struct Trial {
    pub inputs: Inputs,
    pub expected: Results,
    /// The port's results as it is; `None` where it does not return.
    pub actual: Option<Results>,
}

/// Inputs, the one on which the versions differ first.
pub(super) struct Trials {
    builder: Option<Builder>,
    pub all: Vec<Trial>,
    /// Instructions that an execution may take.
    steps: u64,
    /// Instructions executed so far.
    pub spent: u64,
}

impl Trials {
    /// Executes both versions on inputs of the sizes where they differ; `None` where that
    /// shows nothing.
    pub fn of(pair: &Pair<'_, '_>, differing: &Differing) -> Option<Trials> {
        let mut symbols = pair.settings.builder();
        let (sizes, starts) = (&differing.sizes, &differing.starts);
        let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, starts).ok()?;
        let arena = symbols.arena();
        let mut witnesses = vec![differing.witness(arena, &symbolic)];
        let more = candidates(arena, &symbolic, &symbolic.conditions);
        witnesses.extend(more.into_iter().take(INPUTS));
        let mut trials = Trials {
            builder: Some(pair.settings.builder()),
            all: Vec::new(),
            steps: MOST_STEPS,
            spent: 0,
        };
        let mut longest = 0;
        for witness in &witnesses {
            let inputs = trials.inputs(&symbolic, arena, witness)?;
            let first = trials.all.is_empty();
            trials.spent = 0;
            let expected = trials.results(pair, &pair.reference, &inputs);
            let actual = trials.results(pair, &pair.port, &inputs);
            longest = longest.max(trials.spent);
            match expected {
                Some(expected) => trials.all.push(Trial {
                    inputs,
                    expected,
                    actual,
                }),
                None if first => return None,
                None => {}
            }
        }
        trials.steps = longest * LONGER;
        trials.spent = 0;
        let first = trials.all.first()?;
        let differs = first
            .actual
            .as_ref()
            .is_none_or(|actual| !alike(&first.expected, actual));
        differs.then_some(trials)
    }

    /// Whether the versions differ on one of some inputs of these sizes; `None` where the
    /// reference cannot be executed on any.
    pub fn differ_at(pair: &Pair<'_, '_>, sizes: &Sizes, inputs: usize) -> Option<bool> {
        let mut symbols = pair.settings.builder();
        let starts = Starts::least(pair.contract);
        let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, &starts).ok()?;
        let arena = symbols.arena();
        let mut trials = Trials {
            builder: Some(pair.settings.builder()),
            all: Vec::new(),
            steps: MOST_STEPS,
            spent: 0,
        };
        let mut any = None;
        let witnesses = candidates(arena, &symbolic, &symbolic.conditions);
        for witness in witnesses.iter().take(inputs) {
            let inputs = trials.inputs(&symbolic, arena, witness)?;
            let Some(expected) = trials.results(pair, &pair.reference, &inputs) else {
                continue;
            };
            let actual = trials.results(pair, &pair.port, &inputs);
            if actual.is_none_or(|actual| !alike(&expected, &actual)) {
                return Some(true);
            }
            any = Some(false);
        }
        any
    }

    fn inputs(&mut self, symbolic: &Inputs, arena: &Arena, witness: &Witness) -> Option<Inputs> {
        Some(symbolic.concrete(arena, witness, self.builder.as_mut()?))
    }

    fn results(
        &mut self,
        pair: &Pair<'_, '_>,
        side: &Side<'_, '_>,
        inputs: &Inputs,
    ) -> Option<Results> {
        self.execute(pair, (side, side.program), inputs)?.0
    }

    /// What a program, which takes its inputs as a side does, makes of them.
    pub fn execute(
        &mut self,
        pair: &Pair<'_, '_>,
        (side, program): (&Side<'_, '_>, &Program),
        inputs: &Inputs,
    ) -> Option<(Option<Results>, Reached)> {
        let mut limits = pair.environment().limits();
        limits.max_steps = limits.max_steps.min(self.steps);
        limits.as_written = true;
        let mut machine = Machine::new(program, self.builder.take()?, limits);
        let mut results = None;
        if let Ok(ready) = side.prepare(&mut machine, pair.given(inputs)) {
            let execution = ready.execute(&mut machine, &mut Ignorant);
            if let [path] = execution.paths.as_slice()
                && matches!(path.end, End::Returned(_))
            {
                let outputs = execution.outputs(&mut machine, path);
                results = outputs.map(|outputs| bits(machine.builder.arena(), &outputs));
            }
        }
        self.spent += machine.statistics().instructions;
        let reached = std::mem::take(&mut machine.reached);
        self.builder = Some(machine.into_builder());
        Some((results, reached))
    }

    /// What a version computes of an input, and what an output comes from.
    pub fn trace(
        &mut self,
        pair: &Pair<'_, '_>,
        side: &Side<'_, '_>,
        inputs: &Inputs,
        place: Place,
    ) -> Option<Traced> {
        let mut limits = pair.environment().limits();
        limits.max_steps = limits.max_steps.min(self.steps.saturating_mul(2));
        limits.as_written = true;
        let mut machine = Machine::new(side.program, self.builder.take()?, limits);
        let mut traced = None;
        if let Ok(ready) = side.prepare(&mut machine, pair.given(inputs)) {
            ready.watch(&mut machine, place);
            let own = own(side.program);
            machine.trace = Some(Trace::of(own));
            let execution = ready.execute(&mut machine, &mut Ignorant);
            let [path] = execution.paths.as_slice() else {
                self.builder = Some(machine.into_builder());
                return None;
            };
            let returned = matches!(path.end, End::Returned(_));
            let trace = machine.trace.take().filter(|_| returned);
            traced = trace.map(|trace| Traced {
                output: match machine.watch {
                    Some(Watch::Memory(object, offset)) => trace.writer(object.0 + offset),
                    _ => trace.returned,
                },
                inputs: constants(machine.builder.arena(), inputs),
                trace,
            });
        }
        self.builder = Some(machine.into_builder());
        traced
    }

    /// What a program executes of the first input, if it gives what is right for every
    /// input.
    pub fn repaired(&mut self, pair: &Pair<'_, '_>, program: &Program) -> Option<Reached> {
        let all = std::mem::take(&mut self.all);
        let mut first = None;
        let right = all.iter().all(|trial| {
            let made = self.execute(pair, (&pair.port, program), &trial.inputs);
            let Some((Some(results), reached)) = made else {
                return false;
            };
            first.get_or_insert(reached);
            alike(&trial.expected, &results)
        });
        self.all = all;
        first.filter(|_| right)
    }
}

/// An execution, followed.
pub(super) struct Traced {
    pub trace: Trace,
    /// The step that an output comes from.
    pub output: Option<usize>,
    /// What the inputs are: width and value.
    pub inputs: Vec<(u8, u128)>,
}

/// For each function whether it is the user's own.
fn own(program: &Program) -> Vec<bool> {
    let functions = program.functions().iter();
    let of_user = functions.map(|function| {
        let location = program.location(function.span);
        location.is_some_and(|location| !location.is_system())
    });
    of_user.collect()
}

fn constants(arena: &Arena, inputs: &Inputs) -> Vec<(u8, u128)> {
    let known = inputs
        .scalars()
        .filter_map(|(term, scalar)| Some((scalar.bits(), arena.constant_value(term)?)));
    known.collect()
}

fn bits(arena: &Arena, outputs: &[Output]) -> Results {
    let value = |output: &Output| arena.constant_value(output.term?);
    outputs
        .iter()
        .map(|output| (output.place, output.scalar, value(output)))
        .collect()
}

/// Whether all results are alike, NaNs among themselves.
pub(super) fn alike(left: &Results, right: &Results) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l.1, l.2, r.2))
}

/// Whether two results of one output are alike; an undefined one is like none.
pub(super) fn same(scalar: Scalar, left: Option<u128>, right: Option<u128>) -> bool {
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    let nan = match scalar {
        Scalar::Float { format } => format.is_nan(left) && format.is_nan(right),
        Scalar::Int { .. } => false,
    };
    nan || left == right
}
