//! Trials: inputs on which a changed port is compared with the reference.

use rewrite_rules::Builder;
use term::Arena;

use super::super::pair::Pair;
use super::closeness::{Closeness, same};
use super::constants::Constants;
use super::neighbours::{beside, between, neighbours};
use super::own_functions::own_functions;
use super::results::Results;
use crate::budgets::cause::{
    CHANGED_LONGER, CONFIRMING_INPUTS, CONFIRMING_STEPS, NEAR_INPUTS, SPREAD_SHIFTS,
    STEP_REWRITINGS, TRIAL_INPUTS, TRIAL_MEMORY, TRIAL_REWRITINGS, TRIAL_STEPS,
};
use crate::check::differing::Differing;
use crate::contract::{Scalar, Sizes};
use crate::equiv::Witness;
use crate::program::Program;
use crate::side::{Inputs, Output, Side, Starts, candidates, variations};
use crate::symex::{End, Ignorant, Machine, Reached};

/// One input, and the outputs of the reference on it.
pub(super) struct Trial {
    pub inputs: Inputs,
    pub expected: Results,
    /// The outputs of the unchanged port; `None` if it does not return.
    pub actual: Option<Results>,
    /// Whether these are the reference's.
    pub agrees: bool,
}

/// An execution of a version.
pub(super) struct Execution {
    /// The outputs, if it returns on one path.
    pub results: Option<Results>,
    /// The code that was executed.
    pub reached: Reached,
    /// The number of operations on vectors.
    pub vectors: u64,
}

/// The trials of one size on which the unchanged port agrees, and the code that it executes.
pub(super) struct Elsewhere {
    pub trials: Vec<Trial>,
    pub reached: Reached,
    /// The number of operations on vectors in all.
    pub vectors: u64,
}

/// The trials; the first is on the input where the versions were found to differ.
pub(super) struct Trials {
    pub(super) builder: Option<Builder>,
    /// How close outputs have to be.
    pub(super) closeness: Closeness,
    /// Whether the unchanged port does not return on the first input.
    pub failing: bool,
    pub all: Vec<Trial>,
    /// The bound on the instructions of one execution.
    pub(super) steps: u64,
    /// The number of instructions executed so far.
    pub spent: u64,
    /// More inputs, on which a change that repairs the port on all others is tried.
    confirming: Option<Vec<Trial>>,
    /// Trials of other sizes.
    pub(super) elsewhere: Option<Vec<Elsewhere>>,
}

impl Trials {
    /// Executes both versions on inputs of the sizes where they differ. `None` if the first
    /// input shows no difference or cannot be executed.
    pub fn of(pair: &Pair<'_, '_>, differing: &Differing) -> Option<Trials> {
        let mut symbols = pair.settings.builder();
        let (sizes, starts) = (&differing.sizes, &differing.starts);
        let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, starts).ok()?;
        let arena = symbols.arena();
        let closeness = Closeness::of(pair);
        let mut witnesses = vec![differing.witness(arena, &symbolic)];
        let mut more = candidates(arena, &symbolic, &symbolic.conditions);
        if !more.is_empty() {
            let near = neighbours((arena, &symbolic), differing, (&more, &[], &[]));
            let step = near.len().div_ceil(NEAR_INPUTS).max(1);
            let near = near.into_iter().step_by(step);
            witnesses.extend(near.filter(|near| admits(closeness, (arena, &symbolic), near)));
        }
        more.retain(|witness| admits(closeness, (arena, &symbolic), witness));
        more.truncate(TRIAL_INPUTS.saturating_sub(witnesses.len()));
        witnesses.extend(more);
        let mut trials = Trials {
            builder: Some(pair.settings.builder()),
            closeness: Closeness::of(pair),
            failing: false,
            all: Vec::new(),
            steps: TRIAL_STEPS,
            spent: 0,
            confirming: None,
            elsewhere: None,
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
                Some(expected) => {
                    let trial = trials.trial(inputs, expected, actual);
                    if first && trial.agrees {
                        trials.closeness = trials.closeness.without_errors();
                    }
                    trials.failing |= first && trial.actual.is_none();
                    trials.all.push(trial);
                }
                None if first => return None,
                None => {}
            }
        }
        // An input on which the port is wrong refutes most changes.
        trials.all[1..].sort_by_key(|trial| trial.agrees);
        trials.steps = longest * CHANGED_LONGER;
        trials.spent = 0;
        let first = trials.all.first()?;
        let differs = first
            .actual
            .as_ref()
            .is_none_or(|actual| !trials.closeness.alike(&first.expected, actual));
        differs.then_some(trials)
    }

    /// A trial of which both versions' outputs are known.
    pub fn trial(&self, inputs: Inputs, expected: Results, actual: Option<Results>) -> Trial {
        let of_port = actual.as_ref();
        Trial {
            agrees: of_port.is_some_and(|actual| self.alike(&expected, actual)),
            inputs,
            expected,
            actual,
        }
    }

    /// Whether all outputs are as the reference has them.
    pub fn alike(&self, expected: &Results, actual: &Results) -> bool {
        self.closeness.alike(expected, actual)
    }

    /// Whether the versions differ at these sizes on the input known to differ, repeated, or on
    /// one of `inputs` others; `None` if the reference cannot be executed on any.
    pub fn differ_at(
        pair: &Pair<'_, '_>,
        differing: &Differing,
        sizes: &Sizes,
        inputs: usize,
    ) -> Option<bool> {
        let mut symbols = pair.settings.builder();
        let starts = Starts::least(pair.contract);
        let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, &starts).ok()?;
        let own = (&differing.sizes, &differing.starts);
        let own = Inputs::new(&mut symbols, pair.contract, own.0, own.1).ok()?;
        let arena = symbols.arena();
        let mut trials = Trials {
            builder: Some(pair.settings.builder()),
            closeness: Closeness::of(pair),
            failing: false,
            all: Vec::new(),
            steps: TRIAL_STEPS,
            spent: 0,
            confirming: None,
            elsewhere: None,
        };
        let mut any = None;
        let repeated = (0..SPREAD_SHIFTS)
            .map(|from| differing.repeated(arena, &own, (&symbolic, from)))
            .filter(|witness| symbolic.admits(arena, witness));
        let others = candidates(arena, &symbolic, &symbolic.conditions);
        let witnesses = repeated.chain(others.into_iter().take(inputs));
        for witness in &witnesses.collect::<Vec<_>>() {
            let inputs = trials.inputs(&symbolic, arena, witness)?;
            let Some(expected) = trials.results(pair, &pair.reference, &inputs) else {
                continue;
            };
            let actual = trials.results(pair, &pair.port, &inputs);
            let unlike = |actual: Results| {
                let mut both = expected.iter().zip(&actual);
                both.any(|(l, r)| unlike(l.1, l.2, r.2))
            };
            if actual.is_none_or(unlike) {
                return Some(true);
            }
            any = Some(false);
        }
        any
    }

    /// The outputs of the reference and of the port on the input known to differ with the
    /// elements of every array moved, by one element, by two, and so on; `None` for those of the
    /// port if it does not return.
    pub fn moved(
        &mut self,
        pair: &Pair<'_, '_>,
        differing: &Differing,
    ) -> Vec<(Results, Option<Results>)> {
        let mut symbols = pair.settings.builder();
        let (sizes, starts) = (&differing.sizes, &differing.starts);
        let Ok(symbolic) = Inputs::new(&mut symbols, pair.contract, sizes, starts) else {
            return Vec::new();
        };
        let arena = symbols.arena();
        let mut found = Vec::new();
        for from in 1..SPREAD_SHIFTS {
            let witness = differing.repeated(arena, &symbolic, (&symbolic, from));
            if !symbolic.admits(arena, &witness) {
                continue;
            }
            let Some(inputs) = self.inputs(&symbolic, arena, &witness) else {
                break;
            };
            if let Some(expected) = self.results(pair, &pair.reference, &inputs) {
                found.push((expected, self.results(pair, &pair.port, &inputs)));
            }
        }
        found
    }

    pub fn inputs(
        &mut self,
        symbolic: &Inputs,
        arena: &Arena,
        witness: &Witness,
    ) -> Option<Inputs> {
        Some(symbolic.concrete(arena, witness, self.builder.as_mut()?))
    }

    pub fn results(
        &mut self,
        pair: &Pair<'_, '_>,
        side: &Side<'_, '_>,
        inputs: &Inputs,
    ) -> Option<Results> {
        self.execute(pair, (side, side.program), inputs)?.results
    }

    /// Executes a program that takes its inputs as `side` does; `None` if it cannot start.
    pub fn execute(
        &mut self,
        pair: &Pair<'_, '_>,
        (side, program): (&Side<'_, '_>, &Program),
        inputs: &Inputs,
    ) -> Option<Execution> {
        let mut limits = pair.environment().limits();
        limits.max_steps = limits.max_steps.min(self.steps);
        limits.max_memory = limits.max_memory.min(TRIAL_MEMORY);
        limits.max_rewritings = TRIAL_REWRITINGS.max(self.steps.saturating_mul(STEP_REWRITINGS));
        limits.as_written = true;
        let mut machine = Machine::new(program, self.builder.take()?, limits);
        let before = machine.builder.rewritings();
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
        let statistics = machine.statistics();
        let (instructions, vectors) = (statistics.instructions, statistics.vector_operations);
        let rewritings = machine.builder.rewritings() - before;
        let free = instructions.saturating_mul(STEP_REWRITINGS);
        self.spent += instructions + rewritings.saturating_sub(free);
        let reached = std::mem::take(&mut machine.reached);
        self.builder = Some(machine.into_builder());
        Some(Execution {
            results,
            reached,
            vectors,
        })
    }

    /// The code that the reference executes on the trials' inputs.
    pub fn reached_by_reference(&mut self, pair: &Pair<'_, '_>) -> Reached {
        let program = pair.reference.program;
        let mut reached = Reached::nothing(program);
        let all = std::mem::take(&mut self.all);
        for trial in &all {
            let made = self.execute(pair, (&pair.reference, program), &trial.inputs);
            if let Some(made) = made {
                reached.extend(&made.reached);
            }
        }
        self.all = all;
        reached
    }

    /// Whether a program that gives the reference's outputs on every input does so on more
    /// inputs, too: special values, values near those of `differing`, and ordinary ones.
    pub fn confirmed(
        &mut self,
        pair: &Pair<'_, '_>,
        (program, differing): (&Program, &Differing),
    ) -> bool {
        let all = match self.confirming.take() {
            Some(all) => all,
            None => self.confirming(pair, differing).unwrap_or_default(),
        };
        let right = all.iter().all(|trial| {
            let made = self.execute(pair, (&pair.port, program), &trial.inputs);
            let results = made.and_then(|made| made.results);
            results.is_some_and(|results| self.alike(&trial.expected, &results))
        });
        self.confirming = Some(all);
        right
    }

    /// The number of inputs that a repair agreed on.
    pub fn tried(&self) -> usize {
        self.all.len() + self.confirming.as_ref().map_or(0, Vec::len)
    }

    /// Makes the confirming trials, first those on which the unchanged port differs; inputs on
    /// which the reference has no defined result are left out.
    fn confirming(&mut self, pair: &Pair<'_, '_>, differing: &Differing) -> Option<Vec<Trial>> {
        let mut symbols = pair.settings.builder();
        let (sizes, starts) = (&differing.sizes, &differing.starts);
        let symbolic = Inputs::new(&mut symbols, pair.contract, sizes, starts).ok()?;
        let arena = symbols.arena();
        let first = differing.witness(arena, &symbolic);
        let ordinary = candidates(arena, &symbolic, &symbolic.conditions);
        let reference = pair.reference.program;
        let reached = self.reached_by_reference(pair);
        let constants = Constants::of(reference, &own_functions(reference, Some(&reached)));
        let limits = between(constants.values());
        let constants = beside(&first).chain(constants.values().iter().copied());
        let constants: Vec<u128> = constants.collect();
        let near = match ordinary.is_empty() {
            true => Vec::new(),
            false => {
                let numbers = (&ordinary[..], &constants[..], &limits[..]);
                neighbours((arena, &symbolic), differing, numbers)
            }
        };
        let varied = variations(arena, &symbolic, &first).filter(|w| symbolic.admits(arena, w));
        let ordinary = ordinary.iter().skip(TRIAL_INPUTS).take(CONFIRMING_INPUTS);
        let mut all = Vec::new();
        let most = self.spent + CONFIRMING_STEPS;
        let closeness = Closeness::of(pair);
        let admitted = |witness: &Witness| admits(closeness, (arena, &symbolic), witness);
        let witnesses = near.into_iter().chain(varied).chain(ordinary.cloned());
        for witness in witnesses.filter(admitted) {
            let inputs = self.inputs(&symbolic, arena, &witness)?;
            let expected = self.results(pair, &pair.reference, &inputs);
            let defined = |all: &Results| all.iter().all(|(.., value)| value.is_some());
            if let Some(expected) = expected.filter(defined) {
                let actual = self.results(pair, &pair.port, &inputs);
                all.push(self.trial(inputs, expected, actual));
            }
            if self.spent > most {
                break;
            }
        }
        all.sort_by_key(|trial| trial.agrees);
        Some(all)
    }

    /// Executes a program on the first input; `None` if it does not give the reference's outputs
    /// on every input.
    pub fn repaired(&mut self, pair: &Pair<'_, '_>, program: &Program) -> Option<Execution> {
        let all = std::mem::take(&mut self.all);
        let mut first = None;
        let right = all.iter().all(|trial| {
            let Some(made) = self.execute(pair, (&pair.port, program), &trial.inputs) else {
                return false;
            };
            let results = made.results.as_ref();
            let right = results.is_some_and(|results| self.alike(&trial.expected, results));
            first.get_or_insert(made);
            right
        });
        self.all = all;
        first.filter(|_| right)
    }
}

/// Whether assumptions admit the floats of an input.
pub(super) fn admits(
    closeness: Closeness,
    (arena, inputs): (&Arena, &Inputs),
    witness: &Witness,
) -> bool {
    inputs.scalars().all(|(term, scalar)| {
        let symbol = arena.symbol_id(term);
        let value = symbol.and_then(|symbol| witness.values.get(&symbol));
        value.is_none_or(|value| closeness.admits(scalar, *value))
    })
}

fn bits(arena: &Arena, outputs: &[Output]) -> Results {
    let value = |output: &Output| arena.constant_value(output.term?);
    outputs
        .iter()
        .map(|output| (output.place, output.scalar, value(output)))
        .collect()
}

/// Whether two values of one output are known and differ. A value is unknown that C leaves to the
/// implementation, such as the sign of `fmax(0.0, -0.0)`.
pub(super) fn unlike(scalar: Scalar, left: Option<u128>, right: Option<u128>) -> bool {
    left.is_some() && right.is_some() && !same(scalar, left, right)
}
