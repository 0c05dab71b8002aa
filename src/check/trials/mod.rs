//! Concrete trials at sizes beyond the sweep.
//!
//! An 8-bit counter, a 16-bit index or a sum in narrow lanes fails only when there is
//! enough to count, and no branch shows it: all code has run long before. Both versions are
//! therefore executed concretely at some large sizes. If they differ, the sweep includes
//! that size. Nothing is proved from these executions.

mod accumulated;
mod compared;
pub(super) mod drawings;
mod drawn;
mod large;

use rewrite_rules::Builder;
use term::Arena;

use super::pair::Pair;
use crate::budgets::sizes::NAMED_SIZE;
use crate::budgets::trials::{ENDLESS, TRIAL_STEPS};
use crate::contract::{Scalar, Sizes};
use crate::coverage::SizeData;
use crate::equiv::Assumptions;
use crate::side::{Inputs, Output, Pattern, Side};
use crate::symex::{End, Ignorant, Machine, StopReason};
use crate::verdict::Location;
pub(super) use compared::integers;
use drawings::Endless;
pub(super) use large::OTHERS;

/// The cost of an instruction of a work-item, whose accesses are recorded, in instructions of
/// plain code.
const OF_WORK_ITEM: u64 = 4;

/// The result of executing a version on an input.
pub(super) enum Made {
    /// It returned with these outputs.
    Outputs(Vec<Output>),
    /// It ended in a defect.
    Defect,
    /// It did not return within [`TRIAL_STEPS`].
    Unfinished(Option<Location>),
    /// None of these, or it could not be executed.
    Unknown,
}

/// The result of comparing both versions on an input.
pub(super) enum Trial {
    /// The versions differ, or the port alone has a defect.
    Differs,
    /// No difference is known; the magnitude of the reference's results.
    Alike(Magnitude),
}

/// The magnitude of results, as absolute values.
#[derive(Clone, Copy, Default)]
pub(super) struct Magnitude {
    /// The sum of all.
    pub sum: f64,
    /// The largest.
    peak: f64,
}

impl Magnitude {
    /// The magnitude of results. Memory that holds what it held before is none.
    fn of(arena: &Arena, outputs: &[Output], inputs: &Inputs) -> Magnitude {
        let size = |output: &Output| match output.scalar {
            Scalar::Int { bits, .. } => {
                let value = arena.constant_value(output.term?)?;
                let unused = 128 - u32::from(bits);
                let signed = (value << unused) as i128 >> unused;
                Some(signed.unsigned_abs() as f64)
            }
            Scalar::Float { format } => {
                let value = arena.constant_value(output.term?)?;
                Some(format.to_f64(value).abs()).filter(|x| x.is_finite())
            }
        };
        let is_new = |output: &&Output| output.term != inputs.before(output.place);
        let sizes = outputs.iter().filter(is_new).filter_map(size);
        sizes.fold(Magnitude::default(), |all, size| Magnitude {
            sum: all.sum + size,
            peak: all.peak.max(size),
        })
    }

    fn raise(&mut self, other: Magnitude) {
        self.sum = self.sum.max(other.sum);
        self.peak = self.peak.max(other.peak);
    }
}

impl Pair<'_, '_> {
    /// The first of these sizes at which both versions differ on an ordinary input. It is
    /// moved ahead of sizes whose proofs take time.
    pub(super) fn differing_among(&self, sizes: &[Sizes]) -> Option<Sizes> {
        let mut open = sizes.iter().filter(|sizes| self.has_room(sizes));
        let found = open.find(|sizes| self.differs(sizes, Pattern::Any))?;
        self.tried.set(Some((found.clone(), Pattern::Any)));
        Some(found.clone())
    }

    /// Searches for sizes at which both versions differ on a concrete input: negative ones,
    /// those that constants of the code name, each one if results are computed from sizes,
    /// then large ones, reduced by bisection.
    pub(super) fn differing(&self, done: &[Sizes], data: &SizeData) -> Option<Sizes> {
        let mut named = compared::integers(&self.reference);
        named.extend(compared::integers(&self.port));
        named.retain(|value| *value <= NAMED_SIZE);
        let open = self.negative().into_iter().chain(self.named(&named));
        let open = open.chain(self.each(data, &named));
        let mut open = open.filter(|sizes| !done.contains(sizes));
        if let Some(sizes) = open.find(|s| self.differs(s, Pattern::Any)) {
            return Some(sizes);
        }
        let (found, pattern) = self.differing_at_large(&named)?;
        self.drawings.restart();
        let most = |name: &String| done.iter().filter_map(|sizes| sizes.get(name)).max();
        let mut least = found.clone();
        // Bring both ends of a distance down together, so that it stays the same.
        if let Some(lowest) = found.values().min().filter(|_| found.len() > 1) {
            let least_end = found.keys().filter_map(most).max();
            let down = |end: i64| -> Sizes {
                let moved = found.iter();
                moved.map(|(n, v)| (n.clone(), v - lowest + end)).collect()
            };
            let start = least_end.copied().unwrap_or(0);
            least = down(self.halved(start, *lowest, (&found, pattern), down));
        }
        for (name, value) in least.clone() {
            let start = most(&name).copied().unwrap_or(0);
            let with = |size: i64| {
                let mut sizes = least.clone();
                sizes.insert(name.clone(), size);
                sizes
            };
            let size = self.halved(start, value, (&least, pattern), with);
            least.insert(name, size);
        }
        self.tried.set(Some((least.clone(), pattern)));
        Some(least)
    }

    /// Large sizes and an input pattern on which both versions differ; `named` are numbers that the
    /// code names.
    fn differing_at_large(&self, named: &[i64]) -> Option<(Sizes, Pattern)> {
        let mut seen: Vec<Sizes> = Vec::new();
        let patterns = large::FIRST.into_iter().chain(compared::patterns(self));
        let mut ranked: Vec<(Magnitude, Pattern)> = patterns
            .map(|pattern| (Magnitude::default(), pattern))
            .collect();
        for (at, large) in self.larges().into_iter().enumerate() {
            let always = large.always;
            if at == 1 {
                // Drop patterns whose results do not grow with the number of elements.
                let any = ranked.iter().find(|(_, p)| *p == Pattern::Any);
                let any = any.map_or(f64::NAN, |(found, _)| found.sum);
                // Equal sums mean one input: for example, all patterns with ordinary
                // floats. Some patterns have no ordinary values.
                let is_new = |found: &Magnitude, p: &Pattern| {
                    *p == Pattern::Any || p.has_no_ordinary_values() || found.sum != any
                };
                ranked.retain(|(found, p)| is_new(found, p) && self.grows(found, *p));
                ranked.sort_by(|(a, _), (b, _)| b.sum.total_cmp(&a.sum));
                ranked.dedup_by(|(other, p), (found, q)| {
                    ![*p, *q].contains(&Pattern::Any) && other.sum == found.sum
                });
            }
            let is_open = |p: &Pattern| *p != Pattern::Any && !always.contains(p);
            let open = ranked.iter().filter(|(_, p)| is_open(p));
            let is_lone = |(_, p): &&(Magnitude, Pattern)| matches!(p, Pattern::Lone { .. });
            let (mut lone, counted): (Vec<_>, Vec<_>) = open.partition(is_lone);
            lone.truncate(large.lone);
            let others = counted.into_iter().take(large.others).chain(lone);
            let others = others.map(|ranked: &(Magnitude, Pattern)| ranked.1);
            let chosen: Vec<Pattern> = always.iter().copied().chain(others).collect();
            let mut all = self.large(large.size, large.room);
            if at == 0 {
                all.extend(self.limits(named));
            }
            for sizes in all {
                // Several large numbers may stand for the greatest that the contract admits.
                if seen.contains(&sizes) {
                    continue;
                }
                seen.push(sizes.clone());
                for pattern in &chosen {
                    match self.trial(&sizes, *pattern) {
                        Some(Trial::Differs) => return Some((sizes, *pattern)),
                        Some(Trial::Alike(magnitude)) => {
                            let known = ranked.iter_mut().find(|(_, known)| known == pattern);
                            known
                                .into_iter()
                                .for_each(|(known, _)| known.raise(magnitude));
                        }
                        // An input that cannot be executed here cannot be at larger sizes.
                        None if always.contains(pattern) => return None,
                        // This parameter leads to too long an execution.
                        None => break,
                    }
                }
            }
        }
        None
    }

    /// Whether some result of the reference is larger, on inputs of a pattern, than every
    /// result on a few elements.
    fn grows(&self, large: &Magnitude, pattern: Pattern) -> bool {
        let few = self.few().and_then(|few| self.magnitude(&few, pattern));
        few.is_none_or(|few| large.peak > few.peak)
    }

    /// Whether a trial shows that the versions differ.
    pub(super) fn differs(&self, sizes: &Sizes, pattern: Pattern) -> bool {
        matches!(self.trial(sizes, pattern), Some(Trial::Differs))
    }

    /// The magnitude of the reference's results at a size on an input; `None` if it cannot
    /// be executed.
    pub(super) fn magnitude(&self, sizes: &Sizes, pattern: Pattern) -> Option<Magnitude> {
        let (fresh, inputs) = self.concrete(sizes, pattern)?;
        match self.made(fresh, &self.reference, &inputs) {
            (fresh, Made::Outputs(outputs)) => {
                Some(Magnitude::of(fresh.arena(), &outputs, &inputs))
            }
            (_, Made::Defect) => Some(Magnitude::default()),
            (_, Made::Unfinished(_) | Made::Unknown) => None,
        }
    }

    /// Executes both versions at a size on an input; `None` if the reference cannot be.
    fn trial(&self, sizes: &Sizes, pattern: Pattern) -> Option<Trial> {
        let Some((fresh, inputs)) = self.drawn(sizes, pattern)? else {
            return Some(Trial::Alike(Magnitude::default()));
        };
        let (fresh, reference) = self.made(fresh, &self.reference, &inputs);
        self.compared(fresh, reference, &inputs)
    }

    /// Executes the port on an input, and compares its results with the reference's; `None`
    /// if these are not known.
    pub(super) fn compared(
        &self,
        fresh: Builder,
        reference: Made,
        inputs: &Inputs,
    ) -> Option<Trial> {
        let reference = match reference {
            Made::Outputs(outputs) => outputs,
            Made::Defect => return Some(Trial::Alike(Magnitude::default())),
            Made::Unfinished(_) | Made::Unknown => return None,
        };
        let spent = self.drawings.spent();
        let (fresh, port) = self.made(fresh, &self.port, inputs);
        let magnitude = Magnitude::of(fresh.arena(), &reference, inputs);
        let port = match port {
            Made::Outputs(outputs) => outputs,
            Made::Defect => return Some(Trial::Differs),
            Made::Unfinished(location) => {
                if spent.saturating_mul(ENDLESS) < TRIAL_STEPS {
                    let mut endless = self.drawings.endless.borrow_mut();
                    endless.get_or_insert_with(|| Endless {
                        sizes: inputs.sizes.clone(),
                        spent,
                        location,
                    });
                }
                return Some(Trial::Alike(magnitude));
            }
            Made::Unknown => return Some(Trial::Alike(magnitude)),
        };
        let mut both = reference.iter().zip(&port);
        let differ = both.any(|(left, right)| self.unlike(fresh.arena(), left, right));
        Some(match differ {
            true => Trial::Differs,
            false => Trial::Alike(magnitude),
        })
    }

    /// Executes a version on constant inputs.
    pub(super) fn made(
        &self,
        builder: Builder,
        side: &Side<'_, '_>,
        inputs: &Inputs,
    ) -> (Builder, Made) {
        let mut limits = self.environment().limits();
        limits.max_steps = limits.max_steps.min(TRIAL_STEPS);
        let mut machine = Machine::new(side.program, builder, limits);
        let Ok(ready) = side.prepare(&mut machine, self.given(inputs)) else {
            return (machine.into_builder(), Made::Unknown);
        };
        let execution = ready.execute(&mut machine, &mut Ignorant);
        let cost = match self.contract.launch {
            Some(_) => OF_WORK_ITEM,
            None => 1,
        };
        let instructions = machine.statistics().instructions;
        self.drawings.count(instructions.saturating_mul(cost));
        let made = match execution.paths.as_slice() {
            [path] => match (&path.end, execution.outputs(&mut machine, path)) {
                (End::Defect(_), _) => Made::Defect,
                (End::Stopped(stop), _) if matches!(stop.reason, StopReason::StepLimit(_)) => {
                    Made::Unfinished(stop.location.clone())
                }
                (_, Some(outputs)) => Made::Outputs(outputs),
                _ => Made::Unknown,
            },
            _ => Made::Unknown,
        };
        (machine.into_builder(), made)
    }

    /// Whether two results are known and differ. Under assumptions or a tolerance, floats count as
    /// different only if they are further apart than roundings make them.
    pub(super) fn unlike(&self, arena: &Arena, left: &Output, right: &Output) -> bool {
        let value = |output: &Output| arena.constant_value(output.term?);
        let (Some(left_value), Some(right_value)) = (value(left), value(right)) else {
            return false;
        };
        let exact = self.settings.assumptions == Assumptions::default()
            && self.settings.tolerance.is_none();
        match left.scalar {
            Scalar::Float { format } => {
                let nan = format.is_nan(left_value) && format.is_nan(right_value);
                match exact {
                    true => !nan && left_value != right_value,
                    false => are_far_apart(format.to_f64(left_value), format.to_f64(right_value)),
                }
            }
            Scalar::Int { .. } => left_value != right_value,
        }
    }
}

/// Whether two finite results differ by more than a part of the larger that no order of
/// operations on ordinary values explains.
pub(super) fn are_far_apart(left: f64, right: f64) -> bool {
    const PART: f64 = 0.125;
    let distance = (left - right).abs();
    distance.is_finite() && distance > PART * left.abs().max(right.abs()).max(1.0)
}
