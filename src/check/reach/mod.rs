//! Searches for sizes that reach code that has not run: the sweep includes them, and the
//! verdict says what stays unreached.
//!
//! Invariant: an arm that is reported as taken by no size was proved impossible, or depends
//! on nothing that varies. An arm for which the search merely failed counts against the
//! verdict.

mod candidates;
mod cases;
mod decided;
mod elsewhere;
mod written;

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

pub(super) use written::Written;

use super::pair::Pair;
use crate::budgets::sizes::{ADVISED_ELEMENTS, ARM_TRIES};
use crate::contract::Sizes;
use crate::coverage::{Arm, Graph, Parameter, SizeData};
use crate::frontend::sizes;
use crate::pipeline::Tally;
use crate::program::FunctionId;
use crate::side::{Answer, Entry, Side, SizeSolver, parameter, reason, rows, space};
use crate::symex::Reached;
use crate::verdict::{self, Undecided, UndecidedKind, Unmet, Unreached};

/// The outcome of the search for an arm that was not taken.
#[derive(Clone, Debug)]
enum Fate {
    /// A size for it is in the sweep.
    Planned,
    /// It stays untaken for this reason; perhaps a size that would take it is known.
    Left(Unmet, Option<Sizes>),
}

/// The answers to an arm's questions.
#[derive(Default)]
struct Answers {
    /// Whether a size that was not excluded may take the arm.
    open: bool,
    /// Whether the reference fails at a size that may take it.
    failing: bool,
    /// A size that may take it.
    candidate: Option<Sizes>,
}

/// The arms of both versions, and the searches for them.
pub(super) struct Reach<'a, 'm, 'c> {
    pair: &'a Pair<'m, 'c>,
    graphs: [Graph<'m>; 2],
    /// Whether the port is written with vector operations.
    has_vectors: bool,
    parameters: [Vec<Parameter>; 2],
    fates: FxHashMap<(usize, Arm), Fate>,
    /// The combinations of conditions for which sizes have been sought.
    combined: FxHashSet<(usize, (FunctionId, u32))>,
    /// The tables for whose rows sizes have been sought.
    tabled: FxHashSet<(usize, (FunctionId, u64))>,
    /// The cases that only sizes too large to be tried unasked may lead to.
    unaffordable: Vec<cases::Case>,
    /// What executes at consecutive sizes, by side.
    one_by_one: [Option<Vec<(Sizes, Reached)>>; 2],
    /// Whether the sweep may be extended; else sizes are only named in the report.
    extends: bool,
}

impl<'a, 'm, 'c> Reach<'a, 'm, 'c> {
    /// Builds the graphs of a pair. Sizes are tried if the sweep may be extended.
    pub(super) fn new(pair: &'a Pair<'m, 'c>) -> Self {
        let graph = |side: &Side<'m, 'c>| {
            Graph::of(side.program, side.entry.function(), &|function| {
                let location = side.program.location(function.span);
                side.own.contains(&*function.name) && !location.is_some_and(|l| l.is_system())
            })
            .launched_in(match side.entry {
                Entry::Launch { launch, .. } => Some(space(&launch.geometry)),
                Entry::Call { .. } => None,
            })
        };
        let parameters = |side: &Side<'m, 'c>| {
            let args = side.entry.args().iter();
            args.map(|arg| parameter(pair.contract, arg)).collect()
        };
        // Vector operations of the compiler's own are code like any other, and those that the
        // compiler made scalar have run where this code has.
        let source = pair.source.as_ref();
        let is_written = source.is_none_or(|source| graph(&source.port).has_vectors());
        let port = graph(&pair.port);
        Reach {
            pair,
            has_vectors: is_written && port.has_vectors(),
            graphs: [graph(&pair.reference), port],
            parameters: [parameters(&pair.reference), parameters(&pair.port)],
            fates: FxHashMap::default(),
            combined: FxHashSet::default(),
            tabled: FxHashSet::default(),
            unaffordable: Vec::new(),
            one_by_one: [None, None],
            extends: pair.has_open_sizes(),
        }
    }

    /// The uses of sizes as data in both versions. Conditions that meet are such a use: where one
    /// asks for the state that a loop leaves, no formula tells at which sizes it holds.
    pub(super) fn size_data(&self, tally: &Tally) -> SizeData {
        let of = |side: usize| self.graphs[side].size_data(&self.parameters[side]);
        let mut data = of(0).or(of(1));
        data.meets = (0..2).any(|side| self.meets(side, tally));
        data
    }

    /// Returns sizes that execute code that has not run yet; empty if none are found.
    pub(super) fn more(&mut self, tally: &Tally, done: &[Sizes]) -> Vec<Sizes> {
        let mut found: Vec<Sizes> = Vec::new();
        for side in 0..2 {
            for arm in self.graphs[side].untaken(&tally.reached[side]) {
                let graph = &self.graphs[side];
                // With given sizes, narrow integers are assumed to be wide enough for them.
                let matters = match graph.is_narrowing(arm) {
                    true => self.extends,
                    false => self.extends || graph.changes_something(arm, &tally.reached[side]),
                };
                let known = self.fates.contains_key(&(side, arm));
                if known || !matters || self.pair.settings.stop().is_some() {
                    continue;
                }
                let fate = self.sought(side, arm, tally, done, &mut found);
                self.fates.insert((side, arm), fate);
            }
            if self.extends {
                self.possible_elsewhere(side, tally, done, &mut found);
                self.combined(side, tally, done, &mut found);
                self.rows_of_tables(side, tally, done, &mut found);
            }
        }
        found
    }

    /// Searches for sizes that take an arm, and adds them to `found`.
    fn sought(
        &mut self,
        side: usize,
        arm: Arm,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) -> Fate {
        let Pair {
            settings, contract, ..
        } = self.pair;
        if self.graphs[side].is_about_open_operands(arm) {
            return Fate::Left(Unmet::OpenOperands, None);
        }
        // If every size is given, the solver is not restricted to them: a size is only
        // named.
        let given = self.pair.given_sizes.iter().filter(|_| self.extends);
        let mut solver = SizeSolver::new(settings, contract, given);
        let questions = self.graphs[side].questions(
            &self.parameters[side],
            &mut solver.builder,
            &solver.sizes,
            arm,
        );
        let Some(mut questions) = questions else {
            return self.searched(side, arm, done, found, None);
        };
        if self.extends && self.graphs[side].is_narrowing(arm) && self.is_launch_open(side) {
            let mut questions = questions.iter();
            if questions.any(|question| solver.may_lose_group(question)) {
                return Fate::Left(Unmet::Sizes, None);
            }
        }
        let mut all = questions.iter();
        let because = match all.any(|question| question.depends.allocation) {
            true => Unmet::Allocation,
            false if questions.iter().any(|q| q.depends.on_addresses()) => Unmet::Addresses,
            false => Unmet::NoSize,
        };
        // A choice on a count of iterations depends on sizes where they bound the count.
        questions.retain(|question| {
            let condition = question.condition;
            question.depends.on_sizes()
                || self.extends && solver.concerns(condition) && solver.excludes(condition, done)
        });
        if questions.is_empty() || solver.sizes.is_empty() {
            return Fate::Left(because, None);
        }
        let mut answers = Answers::default();
        for question in &questions {
            let condition = question.condition;
            let way = (side, arm);
            if self.tried(&mut solver, condition, way, (done, found), &mut answers) {
                return Fate::Planned;
            }
        }
        if !answers.open && self.extends {
            let mut negative = self.pair.negative_together().into_iter();
            if let Some(sizes) = negative.find(|s| self.leads(side, arm, s) == Some(true)) {
                self.plan(sizes, done, found);
                return Fate::Planned;
            }
        }
        if !answers.open {
            let because = match answers.failing {
                true => Unmet::ReferenceFails,
                false if self.needs_negative(side, arm) => Unmet::Negative,
                false if !self.pair.given_sizes.is_empty() => Unmet::Given,
                false if self.is_met_beyond(side, arm) => Unmet::TooLarge,
                false => Unmet::Impossible,
            };
            return Fate::Left(because, None);
        }
        if questions
            .iter()
            .all(|question| question.depends.on_addresses())
        {
            return Fate::Left(Unmet::Addresses, None);
        }
        if tally.has_expired() {
            return Fate::Left(Unmet::Sizes, answers.candidate);
        }
        self.searched(side, arm, done, found, answers.candidate)
    }

    /// Whether a version is a kernel whose number of items depends on sizes.
    fn is_launch_open(&self, side: usize) -> bool {
        let side = [&self.pair.reference, &self.pair.port][side];
        matches!(side.entry, Entry::Launch { launch, .. } if launch.geometry.is_open())
    }

    /// Whether sizes that are too large to be executed may take an arm.
    fn is_met_beyond(&self, side: usize, arm: Arm) -> bool {
        let Pair {
            settings, contract, ..
        } = self.pair;
        let conditions = |builder: &mut Builder, sizes: &BTreeMap<String, TermId>| {
            let parameters = &self.parameters[side];
            let questions = self.graphs[side].questions(parameters, builder, sizes, arm)?;
            let on_sizes = questions.into_iter().filter(|q| q.depends.on_sizes());
            Some(on_sizes.map(|question| question.condition).collect())
        };
        SizeSolver::is_met_beyond(settings, contract, conditions)
            || SizeSolver::is_met_by_sentinel(settings, contract, conditions)
    }

    /// Tries the sizes under which a condition can hold, the smallest first. Returns
    /// whether one of them takes the arm; it is then planned.
    fn tried(
        &self,
        solver: &mut SizeSolver,
        mut condition: TermId,
        (side, arm): (usize, Arm),
        (done, found): (&[Sizes], &mut Vec<Sizes>),
        answers: &mut Answers,
    ) -> bool {
        let names = &self.pair.contract.size_variables;
        let mut only_overlaps = true;
        for attempt in 0..ARM_TRIES {
            let sizes = match solver.least(condition) {
                Answer::Never => return false,
                Answer::Unknown => {
                    answers.open = true;
                    return false;
                }
                Answer::Size(sizes) => sizes,
            };
            condition = solver.without(condition, &sizes);
            let affordable = self.is_affordable(&sizes);
            if affordable && !self.is_sound(&sizes) {
                answers.failing = true;
                only_overlaps &= sizes::has_overlapping_rows(names, &sizes);
                continue;
            }
            only_overlaps = false;
            answers.open = true;
            if !self.extends || !affordable {
                // A size that nobody can try is no advice.
                if self.pair.elements(&sizes) <= ADVISED_ELEMENTS {
                    answers.candidate.get_or_insert(sizes);
                }
                return false;
            }
            if done.contains(&sizes) {
                continue;
            }
            match self.leads(side, arm, &sizes) {
                Some(true) => {
                    self.plan(sizes, done, found);
                    return true;
                }
                // Only some inputs of this size reach the choice.
                None if attempt == 0 => {
                    self.plan(sizes.clone(), done, found);
                    answers.candidate.get_or_insert(sizes);
                }
                _ => {}
            }
        }
        // The solver prefers rows that do not overlap: where the reference fails if they do, they
        // are left out.
        answers.open |= !only_overlaps;
        false
    }

    /// Records what ran at no size: in the coverage, and as undecided unless that is
    /// accepted; and unless it is `allowed`, where no size leads because of addresses.
    pub(super) fn conclude(
        &mut self,
        tally: &mut Tally,
        done: &[Sizes],
        (accepted, allowed): (bool, bool),
    ) {
        // Code after the point where execution stopped did not run for that reason.
        if tally.coverage.ended.stopped > 0 {
            return;
        }
        // The sizes that this call plans can no longer be tried.
        self.more(tally, done);
        for side in 0..2 {
            let reached = tally.reached[side].clone();
            let which = [verdict::Side::Reference, verdict::Side::Port][side];
            let fate = |arm| match self.fates.get(&(side, arm)) {
                Some(Fate::Left(because, sizes)) => (*because, sizes.clone()),
                // With given sizes, narrowing instructions were not searched.
                None if self.graphs[side].is_narrowing(arm) => (Unmet::Given, None),
                Some(Fate::Planned) | None => (Unmet::Sizes, None),
            };
            let graph = &self.graphs[side];
            let impossible = graph.impossible(&reached).into_iter();
            let elsewhere = impossible.filter(|arm| self.fates.contains_key(&(side, *arm)));
            let mut arms = graph.untaken(&reached);
            arms.extend(elsewhere);
            let rows = rows(graph, (&reached, arms), which, fate);
            tally.coverage.unreached.extend(rows);
        }
        let cases = self.unaffordable_cases(tally);
        tally.coverage.unreached.extend(cases);
        let counted = tally.coverage.unreached.iter();
        let counts = |u: &&Unreached| match u.because {
            Unmet::Sizes | Unmet::Case | Unmet::Narrowed | Unmet::TooLarge | Unmet::Negative => {
                !accepted
            }
            // No sizes lead there.
            Unmet::Addresses => tally.leaves_places && !allowed,
            _ => false,
        };
        let counted = counted.filter(counts).cloned();
        let counted: Vec<Unreached> = counted.collect();
        let partial = |u: &Unreached| {
            u.side == verdict::Side::Port && matches!(u.because, Unmet::Sizes | Unmet::TooLarge)
        };
        let port_is_partial = counted.iter().any(partial);
        for unreached in counted {
            tally.undecided(reason(&unreached));
        }
        let idle = tally.coverage.vector_operations[1] == 0 && self.has_vectors;
        if idle && !port_is_partial && !accepted {
            tally.undecided(
                Undecided::new(
                    UndecidedKind::Unreached,
                    "the port executed no vector operation, though it contains some",
                )
                .with_help(
                    "lead it there with --arg, --size or --cpu, or accept it: --allow-unreached"
                        .to_owned(),
                )
                .at(self.pair.port.location()),
            );
        }
    }
}
