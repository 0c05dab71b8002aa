//! Executes both versions on several inputs and aligns them by value, to find the port's
//! first operation whose value does not occur in the reference.

mod call;
mod carried;
mod matching;
mod shown;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::pair::Pair;
use super::innocent::innocent;
use super::intrinsic;
use super::numbers::numbers;
use super::traced::is_same_path;
use super::trials::Trials;
use super::values;
use crate::budgets::cause::{COMPARED_INPUTS, COMPARED_WRONG, TABLE_NUMBERS};
use crate::check::differing::Differing;
use crate::contract::Scalar;
use crate::program::{Function, FunctionId, Kind, Program, spoken};
use crate::side::Place;
use crate::symex::{Step, Trace};
use crate::verdict::Evidence;

/// An operation of the port, by its index in the trace, and the evidence against it.
pub(super) struct Suspect {
    pub step: usize,
    pub evidence: Evidence,
}

/// The executions of both versions on the inputs of trials.
pub(super) struct Alignment<'a> {
    pub(super) program: &'a Program,
    /// The port's traces: on the first trial's input, and on inputs that take the same
    /// path.
    pub(super) port: Vec<Trace>,
    /// For each of these inputs, the port's value of the differing output.
    pub(super) outputs: Vec<Option<u128>>,
    /// For each of these inputs, the numbers that occur in the reference, by width in bits.
    known: Vec<FxHashMap<u8, FxHashSet<u128>>>,
    /// The step that produces the differing output.
    pub(super) output: Option<usize>,
    place: Place,
    /// The output's type.
    pub(super) scalar: Option<Scalar>,
    /// The steps that move the differing output, and the one that computes it.
    way: FxHashSet<usize>,
    /// The steps that only inputs reach on which the difference does not depend.
    innocent: FxHashSet<usize>,
    /// For each step, whether its value is only read, not computed.
    pub(super) read: Vec<bool>,
}

impl<'a> Alignment<'a> {
    /// Executes both versions on the trials' inputs; `None` if no input has a trace of
    /// each.
    pub fn of(
        pair: &Pair<'a, '_>,
        trials: &mut Trials,
        differing: &Differing,
    ) -> Option<Alignment<'a>> {
        let program = pair.port.program;
        let mut alignment = Alignment {
            program,
            port: Vec::new(),
            outputs: Vec::new(),
            known: Vec::new(),
            output: None,
            place: differing.place,
            scalar: None,
            way: FxHashSet::default(),
            innocent: FxHashSet::default(),
            read: Vec::new(),
        };
        let all = std::mem::take(&mut trials.all);
        let mut wrong = 0;
        for trial in &all {
            if alignment.port.len() >= COMPARED_INPUTS {
                break;
            }
            // Inputs on which the port is right tell values apart that all wrong ones share.
            if !trial.agrees && wrong >= COMPARED_WRONG {
                continue;
            }
            let reference = trials.trace(
                pair,
                (&pair.reference, pair.reference.program),
                &trial.inputs,
                differing.place,
            );
            let port = trials.trace(
                pair,
                (&pair.port, pair.port.program),
                &trial.inputs,
                differing.place,
            );
            let (Some(reference), Some(port)) = (reference, port) else {
                continue;
            };
            match alignment.port.first() {
                None => {
                    alignment.output = port.output;
                    alignment.read = values::read(program, &port.trace);
                    let own = trial.expected.iter().find(|r| r.0 == differing.place);
                    alignment.scalar = own.map(|(_, scalar, _)| *scalar);
                }
                Some(first) if !is_same_path(first, &port.trace) => continue,
                Some(_) => {}
            }
            let actual = trial.actual.as_ref().and_then(|actual| {
                let own = actual.iter().find(|r| r.0 == differing.place);
                own.and_then(|(.., value)| *value)
            });
            wrong += usize::from(!trial.agrees);
            alignment.outputs.push(actual);
            alignment.known.push(numbers(&reference));
            alignment.port.push(port.trace);
        }
        trials.all = all;
        if alignment.port.is_empty() {
            return None;
        }
        alignment.way = alignment.way_from_origin().into_iter().collect();
        Some(alignment)
    }

    /// Finds the steps that only inputs reach on which the difference does not depend.
    pub fn acquit(&mut self, pair: &Pair<'_, '_>, trials: &mut Trials, differing: &Differing) {
        let found = innocent(pair, trials, (differing, &self.port[0]));
        self.innocent = found.unwrap_or_default();
    }

    /// The port's trace on the first input.
    pub fn first_trace(&self) -> &Trace {
        &self.port[0]
    }

    /// The port's operations on the first input.
    pub fn steps(&self) -> &[Step] {
        &self.port[0].steps
    }

    /// The numbers of a width that occur in the reference on the first input, in order.
    pub fn known_numbers(&self, bits: u8) -> Vec<u128> {
        let known = self.known[0].get(&bits);
        let mut all: Vec<u128> = known.into_iter().flatten().copied().collect();
        all.sort_unstable();
        all.truncate(TABLE_NUMBERS);
        all
    }

    /// The instruction that writes the differing output.
    pub fn writer(&self) -> Option<(FunctionId, u32)> {
        Some(self.steps()[self.output?].at)
    }

    /// Whether the port writes the differing output.
    pub fn is_written(&self) -> bool {
        self.output.is_some() || matches!(self.place, Place::Result { .. })
    }

    /// The port's last comparison, if it does not write the output: presumably the exit
    /// condition of a loop that ends too early.
    pub fn last_comparison(&self) -> Option<Suspect> {
        let comparison = |step: &Step| {
            let code = &self.program.function(step.at.0).code;
            matches!(code[step.at.1 as usize].kind, Kind::Compare { .. })
        };
        let step = self.steps().iter().rposition(comparison)?;
        Some(Suspect {
            step,
            evidence: Evidence::Unwritten,
        })
    }

    /// The earliest unmatched operation on the data flow to the output: its operands occur
    /// in the reference, its value does not. If all values occur there, the output's last
    /// operation.
    pub fn first_unmatched(&self) -> Option<Suspect> {
        let output = self.output?;
        let widths = self.widths(output);
        let unmatched = self.unmatched(output, &widths);
        let all: FxHashSet<usize> = unmatched.iter().copied().collect();
        let first = unmatched.into_iter().find_map(|step| {
            if let Some(call) = self.given_by_library(step) {
                return Some((call, step));
            }
            let from = &self.steps()[step].from;
            let called = values::called(self.program, &self.steps()[step]);
            let is_cast = called.is_some_and(intrinsic::is_cast);
            let suspect = from.is_empty() || self.is_operation(step) && !is_cast;
            let is_first = suspect && !from.iter().any(|from| all.contains(from));
            is_first.then(|| (self.call_at_fault(step, &widths), step))
        });
        // What only moves the output's value is not where it goes wrong.
        match first.filter(|(_, step)| !self.way.contains(step) || self.is_origin(*step)) {
            Some((at, step)) => {
                let value = self.shown(self.told(step, &all), &widths);
                let kept = self.carried(step, &widths).filter(|_| at == step);
                Some(match kept {
                    Some(step) => Suspect {
                        step,
                        evidence: Evidence::Carried { value },
                    },
                    None => Suspect {
                        step: at,
                        evidence: Evidence::Unmatched { value },
                    },
                })
            }
            None => self.last_operation(output),
        }
    }

    /// The instructions on the data flow to the output whose values do not occur in the
    /// reference, the instructions that their operands come from, and the calls around
    /// them.
    pub fn suspicious(&self) -> FxHashSet<(FunctionId, u32)> {
        let unmatched = match self.output {
            Some(output) => self.unmatched(output, &self.widths(output)),
            None => Vec::new(),
        };
        let mut sites = FxHashSet::default();
        for step in unmatched {
            self.add(step, &mut sites);
            let mut open = self.steps()[step].from.clone();
            while let Some(from) = open.pop() {
                self.add(from, &mut sites);
                if !self.is_operation(from) {
                    open.extend(self.steps()[from].from.iter().filter(|at| **at < from));
                }
            }
        }
        sites
    }

    /// The instructions on the data flow to the output, the latest first, and the calls around
    /// them.
    pub fn way_to_output(&self) -> Vec<(FunctionId, u32)> {
        let mut sites = Vec::new();
        for step in self.steps_to_output() {
            let mut around = FxHashSet::default();
            self.add(step, &mut around);
            sites.push(self.steps()[step].at);
            around.remove(&self.steps()[step].at);
            sites.extend(around);
        }
        sites
    }

    /// The operations on vectors on the data flow to the output.
    pub fn vectors_to_output(&self) -> Vec<(FunctionId, u32)> {
        let is_vector = |step: &usize| {
            let value = self.steps()[*step].value.as_ref();
            value.is_some_and(|(_, lanes)| lanes.len() > 1)
        };
        let steps = self.steps_to_output().into_iter().filter(is_vector);
        steps.map(|step| self.steps()[step].at).collect()
    }

    /// The steps on the data flow to the output, the latest first.
    fn steps_to_output(&self) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<usize> = self.output.into_iter().collect();
        while let Some(step) = open.pop() {
            if seen.insert(step) {
                open.extend(&self.steps()[step].from);
            }
        }
        let mut steps: Vec<usize> = seen.into_iter().collect();
        steps.sort_unstable_by(|l, r| r.cmp(l));
        steps
    }

    /// Adds the instruction of a step and its call sites.
    fn add(&self, step: usize, sites: &mut FxHashSet<(FunctionId, u32)>) {
        let mut at = Some(step);
        while let Some(step) = at {
            sites.insert(self.steps()[step].at);
            at = self.steps()[step].caller;
        }
    }

    /// The steps, in order, on the data flow to an output whose values do not occur in the
    /// reference. The search does not go past a value that does.
    fn unmatched(&self, output: usize, widths: &FxHashMap<usize, Vec<u8>>) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        let mut open = vec![output];
        let mut unmatched = Vec::new();
        while let Some(step) = open.pop() {
            if !seen.insert(step) {
                continue;
            }
            let matched = self.innocent.contains(&step) || self.is_matched(step, widths);
            // The output's own value is wrong there, wherever else it occurs.
            if matched && !self.way.contains(&step) {
                continue;
            }
            open.extend(&self.steps()[step].from);
            if !matched && self.steps()[step].value.is_some() {
                unmatched.push(step);
            }
        }
        unmatched.sort_unstable();
        unmatched
    }

    /// Whether a step computes the output, which later ones only move.
    fn is_origin(&self, step: usize) -> bool {
        self.way.iter().min() == Some(&step)
    }

    /// The operation that computes the output, or else the last one before it; the suspect when
    /// every value occurs in the reference.
    fn last_operation(&self, output: usize) -> Option<Suspect> {
        let mut step = self.way.iter().copied().min().unwrap_or(output);
        // What a library's function computes with, the user's function that it has called computed.
        let called = self.steps()[step].from.iter().copied();
        step = called.filter(|from| *from > step).max().unwrap_or(step);
        loop {
            if self.is_operation(step) && self.steps()[step].value.is_some() {
                return Some(Suspect {
                    step,
                    evidence: Evidence::Last,
                });
            }
            let from = self.steps()[step].from.iter().copied();
            step = from.filter(|from| *from < step).max()?;
        }
    }

    /// Whether a step computes a value, and does not just move it.
    pub(super) fn is_operation(&self, step: usize) -> bool {
        let (function, pc) = self.steps()[step].at;
        let kind = &self.program.function(function).code[pc as usize].kind;
        !matches!(
            kind,
            Kind::Load { .. } | Kind::Store { .. } | Kind::Bitcast { .. } | Kind::Freeze { .. }
        )
    }

    /// The functions that are active at a step, innermost first, each with its call site.
    pub fn chain(&self, step: usize) -> Vec<(String, Option<(FunctionId, u32)>)> {
        let mut chain = Vec::new();
        let mut at = Some(step);
        while let Some(step) = at {
            let Step {
                at: (function, _),
                caller,
                ..
            } = &self.steps()[step];
            let function: &Function = self.program.function(*function);
            let call = caller.map(|caller| self.steps()[caller].at);
            chain.push((spoken(&function.name), call));
            at = *caller;
        }
        chain
    }
}
