//! Sizes that lead to code of a kernel that has not run, and the report on code that ran at
//! no size.
//!
//! Invariant: a branch that is reported as reached by no size was proved unreachable, or
//! depends on fixed values only. A branch for which no size was found counts against the
//! verdict.

use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use super::subject::Subject;
use crate::budgets::sizes::{ARM_TRIES, KERNEL_SIZE, LAUNCH_ROUNDS, QUESTIONS_SHARE};
use crate::contract::{Contract, Length, Role, Scalar, Sizes};
use crate::coverage::{Arm, Graph, Parameter};
use crate::frontend::sizes::{self, SizeRange};
use crate::pipeline::Tally;
use crate::program::{FunctionId, Program};
use crate::settings::Settings;
use crate::side::{Answer, SizeSolver, parameter, reason, rows};
use crate::symex::Reached;
use crate::verdict::{Side, Unmet};

/// Sizes tried if no condition suggests one. The largest that is affordable is tried too
/// when nothing is left to search for.
const LARGE: [i64; 3] = [65, 257, 1025];

/// The value of the other sizes when a single one is large or negative.
const SMALL: i64 = 5;

/// The search for a size at which a branch is taken.
#[derive(Clone, Debug)]
enum Fate {
    /// This many sizes were tried.
    Tried(usize),
    /// The branch stays untaken for this reason; perhaps with a size that would take it.
    Left(Unmet, Option<Sizes>),
}

/// The branches of one kernel, and the searches for them.
pub(super) struct Reach<'a> {
    settings: &'a Settings,
    contract: &'a Contract,
    given: &'a [SizeRange],
    graph: Graph<'a>,
    parameters: Vec<Parameter>,
    fates: FxHashMap<Arm, Fate>,
    /// Whether the number of items depends on sizes.
    has_open_launch: bool,
    /// Whether large sizes were tried.
    tried: bool,
    /// The time left for questions about sizes.
    time: Duration,
}

impl<'a> Reach<'a> {
    /// The branches of a kernel in a program. `own` are the functions that the user wrote.
    pub fn new(
        (program, function): (&'a Program, FunctionId),
        own: &FxHashSet<String>,
        subject: &'a Subject,
        (settings, given): (&'a Settings, &'a [SizeRange]),
    ) -> Reach<'a> {
        let graph = Graph::of(program, function, &|function| {
            let location = program.location(function.span);
            own.contains(&*function.name) && !location.is_some_and(|l| l.is_system())
        });
        let args = subject.abi.args.iter();
        Reach {
            settings,
            contract: &subject.contract,
            given,
            graph,
            parameters: args.map(|arg| parameter(&subject.contract, arg)).collect(),
            fates: FxHashMap::default(),
            has_open_launch: subject.geometry.is_open(),
            tried: false,
            time: settings.timeout / QUESTIONS_SHARE,
        }
    }

    /// Whether the user leaves some size open.
    pub fn is_open(&self) -> bool {
        let mut names = self.contract.size_variables.iter();
        names.any(|name| self.given(name).is_none())
    }

    /// Sizes that may lead to code that has not run yet; empty if none are found.
    pub fn more(&mut self, reached: &Reached, done: &[Sizes]) -> Vec<Sizes> {
        let mut found = Vec::new();
        if !self.is_open() {
            return found;
        }
        for arm in self.graph.untaken(reached) {
            if self.settings.stop().is_some() {
                break;
            }
            let tries = match self.fates.get(&arm) {
                Some(Fate::Left(..)) => continue,
                Some(Fate::Tried(tries)) => *tries,
                None => 0,
            };
            let start = Instant::now();
            let sought = self.sought(arm, tries, (done, &found));
            self.time = self.time.saturating_sub(start.elapsed());
            let fate = match sought {
                Ok(sizes) => {
                    found.extend(sizes);
                    Fate::Tried(tries + 1)
                }
                Err((because, sizes)) => Fate::Left(because, sizes),
            };
            self.fates.insert(arm, fate);
        }
        found
    }

    /// Large sizes, once: they reveal defects that no branch suggests, such as a loop that
    /// leaves a table. `items` returns the number of work-items at some sizes.
    pub fn larger(&mut self, done: &[Sizes], items: impl Fn(&Sizes) -> Option<u64>) -> Vec<Sizes> {
        if !self.is_open() || std::mem::replace(&mut self.tried, true) {
            return Vec::new();
        }
        let is_affordable = |sizes: &Sizes| {
            let sizes_of = sizes.values().map(|size| size.unsigned_abs());
            let rounds = sizes_of.chain(items(sizes)).fold(1, u64::saturating_mul);
            rounds <= LAUNCH_ROUNDS && !done.contains(sizes)
        };
        let names = &self.contract.size_variables;
        let alone = names.iter().filter(|_| names.len() > 1).map(Some);
        let shapes = std::iter::once(None).chain(alone);
        let largest = |alone| self.large(alone).into_iter().rev().find(is_affordable);
        shapes.filter_map(largest).collect()
    }

    /// Sizes to try for a branch, or the reason why there are none.
    fn sought(
        &self,
        arm: Arm,
        tries: usize,
        (done, found): (&[Sizes], &[Sizes]),
    ) -> Result<Vec<Sizes>, (Unmet, Option<Sizes>)> {
        if self.graph.is_about_open_operands(arm) {
            return Err((Unmet::OpenOperands, None));
        }
        let is_new = |sizes: &Sizes| !done.contains(sizes) && !found.contains(sizes);
        let (time, given) = (self.time / QUESTIONS_SHARE, self.given.iter());
        let mut solver = SizeSolver::within(time, self.settings, self.contract, given);
        let (builder, symbols) = (&mut solver.builder, &solver.sizes);
        let questions = self
            .graph
            .questions(&self.parameters, builder, symbols, arm);
        let mut questions = questions.unwrap_or_default();
        let is_known = !questions.is_empty();
        let is_narrow = self.has_open_launch && self.graph.is_narrowing(arm);
        if is_narrow && questions.iter().any(|q| solver.may_lose_group(q)) {
            return Err((Unmet::Sizes, None));
        }
        questions.retain(|question| question.depends.on_sizes());
        if is_known && (questions.is_empty() || solver.sizes.is_empty()) {
            return Err((Unmet::NoSize, None));
        }
        let (mut open, mut named) = (!is_known, None);
        for question in &questions {
            let mut condition = question.condition;
            for sizes in done {
                condition = solver.without(condition, sizes);
            }
            match solver.least(condition) {
                Answer::Never => {}
                Answer::Unknown => open = true,
                Answer::Size(sizes) if tries < ARM_TRIES && is_affordable(&sizes) => {
                    // A size planned for another branch may take this one too.
                    return Ok(Vec::from_iter(Some(sizes).filter(is_new)));
                }
                Answer::Size(sizes) => {
                    open = true;
                    named = Some(sizes);
                }
            }
        }
        if open {
            let large: Vec<Sizes> = self.large(None).into_iter().filter(is_new).collect();
            return match large.is_empty() {
                true => Err((Unmet::Sizes, named)),
                false => Ok(large),
            };
        }
        // A branch that only negative sizes take handles these.
        let negative: Vec<Sizes> = self.negative().into_iter().filter(is_new).collect();
        match negative.is_empty() {
            true if self.given.is_empty() => Err((Unmet::Impossible, None)),
            true => Err((Unmet::Given, None)),
            false => Ok(negative),
        }
    }

    /// Large values for all sizes, or for a single one.
    fn large(&self, alone: Option<&String>) -> Vec<Sizes> {
        let at = |size: i64| -> Sizes {
            let names = self.contract.size_variables.iter();
            let size = |name: &String| {
                let size = match alone {
                    Some(only) if only != name => SMALL,
                    _ => size,
                };
                self.given(name).map_or(size, |range| range.nearest(size))
            };
            names.map(|name| (name.clone(), size(name))).collect()
        };
        let all = LARGE.map(at).into_iter();
        all.filter(|s| sizes::is_admissible(self.contract, s))
            .collect()
    }

    /// Sizes of which one is negative, if its type is signed and the user leaves it open.
    fn negative(&self) -> Vec<Sizes> {
        let names = &self.contract.size_variables;
        let signed = self.signed();
        let at = |alone: &String| -> Sizes {
            let size = |name: &String| match name == alone {
                true => -1,
                false => self.given(name).map_or(SMALL, |range| range.nearest(SMALL)),
            };
            names.iter().map(|n| (n.clone(), size(n))).collect()
        };
        let all = signed.iter().map(at);
        all.filter(|s| sizes::is_admissible(self.contract, s))
            .collect()
    }

    /// The sizes of a signed type that the user leaves open.
    fn signed(&self) -> Vec<String> {
        let roles = self.contract.params.iter().map(|param| &param.role);
        let signed = roles.filter_map(|role| match role {
            Role::Size {
                scalar: Scalar::Int { signed: true, .. },
                value: Length::Var(name),
                listed,
            } if listed.is_empty() && self.given(name).is_none() => Some(name.clone()),
            _ => None,
        });
        signed.collect()
    }

    fn given(&self, name: &str) -> Option<&SizeRange> {
        self.given.iter().find(|range| range.name.part() == name)
    }

    /// Reports code that ran at no size: in the coverage and, unless the user accepts it,
    /// as a reason. Also notes which sizes are assumed to be non-negative.
    pub fn conclude(&self, reached: &Reached, done: &[Sizes], accepted: bool, tally: &mut Tally) {
        for name in self.signed() {
            if !done.iter().any(|sizes| sizes.get(&name) < Some(&0)) {
                tally.lean_on(&format!(
                    "{name} is never negative, though its type allows it"
                ));
            }
        }
        // After a stopped execution, further code did not run for that reason.
        if tally.coverage.ended.stopped > 0 {
            return;
        }
        let fate = |arm| match self.fates.get(&arm) {
            Some(Fate::Left(because, sizes)) => (*because, sizes.clone()),
            // If every size is given, the user decides what is examined.
            _ if !self.is_open() => (Unmet::Given, None),
            Some(Fate::Tried(_)) | None => (Unmet::Sizes, None),
        };
        let rows = rows(
            &self.graph,
            (reached, self.graph.untaken(reached)),
            Side::Kernel,
            fate,
        );
        if !accepted {
            let counts = |because| matches!(because, Unmet::Sizes | Unmet::Narrowed);
            let counted = rows.iter().filter(|row| counts(row.because));
            counted.for_each(|row| tally.undecided(reason(row)));
        }
        tally.coverage.unreached.extend(rows);
    }
}

/// Whether sizes that the user did not ask for may be tried.
fn is_affordable(sizes: &Sizes) -> bool {
    sizes.values().all(|size| *size <= KERNEL_SIZE)
}
