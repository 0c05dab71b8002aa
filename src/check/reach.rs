//! Which sizes lead to code that has not run: the sweep goes on with them, and what is
//! left at its end is said in the verdict.
//!
//! Invariant: a way of which it is said that no size leads there was proved impossible,
//! or depends on nothing but what is fixed. What was only not found counts against the
//! verdict.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use term::TermId;

use super::pair::Pair;
use super::size_solver::{Answer, SizeSolver};
use crate::contract::{Role, Sizes};
use crate::coverage::{Arm, Graph, Parameter};
use crate::frontend::{AbiArg, sizes};
use crate::pipeline::{Tally, runs};
use crate::side::Side;
use crate::symex::Reached;
use crate::verdict::{self, Undecided, Unmet, Unreached};

/// Elements of all buffers together in a size that nobody asked for.
const MOST_ELEMENTS: u64 = 1 << 16;

/// Sizes tried for one way, each ruled out before the next is sought.
const MOST_TRIES: usize = 8;

/// What became of a way that was not taken.
#[derive(Clone, Debug)]
enum Fate {
    /// A size for it is in the sweep.
    Planned,
    /// It stays so for this reason; perhaps a size is known that would do.
    Left(Unmet, Option<Sizes>),
}

/// What is known of the sizes for a way, once its questions are asked.
#[derive(Default)]
struct Answers {
    /// Whether some size may lead there that was not ruled out.
    open: bool,
    /// Whether the reference fails at a size that leads there.
    failing: bool,
    /// A size that may lead there.
    candidate: Option<Sizes>,
}

/// The ways of both versions, and what is known of them.
pub(super) struct Reach<'a, 'm, 'c> {
    pair: &'a Pair<'m, 'c>,
    graphs: [Graph<'m>; 2],
    parameters: [Vec<Parameter>; 2],
    fates: FxHashMap<(usize, Arm), Fate>,
    /// Whether the sweep may go on; else sizes are only named.
    extends: bool,
}

impl<'a, 'm, 'c> Reach<'a, 'm, 'c> {
    /// Nothing known yet of a pair. Sizes are tried if the sweep may be extended.
    pub(super) fn new(pair: &'a Pair<'m, 'c>) -> Self {
        let graph = |side: &Side<'m, 'c>| {
            Graph::of(side.program, side.entry.function(), &|function| {
                let location = side.program.location(function.span);
                side.own.contains(&*function.name) && !location.is_some_and(|l| l.is_system())
            })
        };
        let parameters = |side: &Side<'m, 'c>| {
            let args = side.entry.args().iter();
            args.map(|arg| parameter(pair, arg)).collect()
        };
        Reach {
            pair,
            graphs: [graph(&pair.reference), graph(&pair.port)],
            parameters: [parameters(&pair.reference), parameters(&pair.port)],
            fates: FxHashMap::default(),
            extends: pair.has_open_sizes(),
        }
    }

    /// Sizes at which code runs that has not run yet; empty if none are found.
    pub(super) fn more(&mut self, tally: &Tally, done: &[Sizes]) -> Vec<Sizes> {
        let mut found: Vec<Sizes> = Vec::new();
        for side in 0..2 {
            for arm in self.graphs[side].untaken(&tally.reached[side]) {
                let graph = &self.graphs[side];
                let matters = self.extends || graph.changes_something(arm, &tally.reached[side]);
                let known = self.fates.contains_key(&(side, arm));
                if known || !matters || self.pair.settings.stop().is_some() {
                    continue;
                }
                let fate = self.sought(side, arm, tally, done, &mut found);
                self.fates.insert((side, arm), fate);
            }
        }
        found
    }

    /// What becomes of a way that was not taken; sizes for it are added to `found`.
    fn sought(
        &mut self,
        side: usize,
        arm: Arm,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) -> Fate {
        let mut solver = SizeSolver::new(self.pair);
        let questions = self.graphs[side].questions(
            &self.parameters[side],
            &mut solver.builder,
            &solver.sizes,
            arm,
        );
        let Some(mut questions) = questions else {
            return self.searched(side, arm, done, found, None);
        };
        questions.retain(|question| question.depends.on_sizes());
        if questions.is_empty() || solver.sizes.is_empty() {
            return Fate::Left(Unmet::NoSize, None);
        }
        let mut answers = Answers::default();
        for question in &questions {
            let condition = question.condition;
            let way = (side, arm);
            if self.tried(&mut solver, condition, way, (done, found), &mut answers) {
                return Fate::Planned;
            }
        }
        if !answers.open {
            let because = match answers.failing {
                true => Unmet::ReferenceFails,
                false if self.pair.given_sizes.is_empty() => Unmet::Impossible,
                false => Unmet::Given,
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

    /// Tries the sizes for which a condition can hold, the smallest first; whether one of
    /// them leads along the way, which is planned then.
    fn tried(
        &self,
        solver: &mut SizeSolver,
        mut condition: TermId,
        (side, arm): (usize, Arm),
        (done, found): (&[Sizes], &mut Vec<Sizes>),
        answers: &mut Answers,
    ) -> bool {
        for attempt in 0..MOST_TRIES {
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
                continue;
            }
            answers.open = true;
            if !self.extends || !affordable {
                answers.candidate.get_or_insert(sizes);
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
                // Only some inputs come near.
                None if attempt == 0 => {
                    self.plan(sizes.clone(), done, found);
                    answers.candidate.get_or_insert(sizes);
                }
                _ => {}
            }
        }
        answers.open = true;
        false
    }

    /// Looks for a size by trying larger and larger ones.
    fn searched(
        &mut self,
        side: usize,
        arm: Arm,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
        candidate: Option<Sizes>,
    ) -> Fate {
        if !self.extends {
            return Fate::Left(Unmet::Sizes, candidate);
        }
        let mut below = done.last().cloned().unwrap_or_default();
        for sizes in self.larger() {
            if self.pair.settings.stop().is_some() {
                break;
            }
            if self.leads(side, arm, &sizes) != Some(true) {
                below = sizes;
                continue;
            }
            let sizes = self.between(side, arm, &below, sizes);
            self.plan(sizes, done, found);
            return Fate::Planned;
        }
        Fate::Left(Unmet::Sizes, candidate)
    }

    /// Sizes that double from one to the next, together and one at a time.
    fn larger(&self) -> Vec<Sizes> {
        const SMALL: u64 = 5;
        let names = &self.pair.contract.size_variables;
        let mut all = Vec::new();
        for power in 6..=16 {
            let large = 1u64 << power;
            let mut shapes: Vec<Option<&String>> = vec![None];
            shapes.extend(names.iter().filter(|_| names.len() > 1).map(Some));
            for alone in shapes {
                let size = |name: &String| match alone {
                    Some(only) if only != name && !sizes::is_stride(names, name) => SMALL,
                    _ => large,
                };
                let size = |name: &String| match self.pair.given_size(name) {
                    Some(range) => range.nearest(size(name)),
                    None => size(name),
                };
                let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
                if self.is_affordable(&sizes) {
                    all.push(sizes);
                }
            }
        }
        all
    }

    /// The smallest size between one that does not lead there and one that does, as far
    /// as halving tells.
    fn between(&self, side: usize, arm: Arm, below: &Sizes, mut above: Sizes) -> Sizes {
        let names: Vec<String> = above.keys().cloned().collect();
        let open = |name: &String| self.pair.given_size(name).is_none();
        for name in names.into_iter().filter(open) {
            let (mut low, mut high) = (below.get(&name).copied().unwrap_or(0), above[&name]);
            while low + 1 < high {
                let middle = low.midpoint(high);
                let mut sizes = above.clone();
                sizes.insert(name.clone(), middle);
                match self.leads(side, arm, &sizes) {
                    Some(true) => high = middle,
                    _ => low = middle,
                }
            }
            above.insert(name, high);
        }
        above
    }

    /// Adds a size to the sweep, and those at which the code goes round once more, or has
    /// something left over.
    fn plan(&self, sizes: Sizes, done: &[Sizes], found: &mut Vec<Sizes>) {
        const FEW: u64 = 1 << 10;
        let scaled = |factor: u64, more: i64| -> Sizes {
            let names = &self.pair.contract.size_variables;
            let size = |(name, value): (&String, &u64)| {
                let changed = match sizes::is_stride(names, name) {
                    true => value.saturating_mul(factor).saturating_add(1),
                    false => value.saturating_mul(factor).saturating_add_signed(more),
                };
                (name.clone(), changed)
            };
            sizes.iter().map(size).collect()
        };
        let mut around = vec![sizes.clone(), scaled(1, 1)];
        if sizes.values().all(|size| *size <= FEW) && sizes.len() == 1 {
            around.extend([scaled(2, -1), scaled(2, 1)]);
        }
        for sizes in around {
            if !done.contains(&sizes)
                && !found.contains(&sizes)
                && self.is_affordable(&sizes)
                && self.is_sound(&sizes)
            {
                found.push(sizes);
            }
        }
    }

    /// Whether a size nobody asked for may be tried.
    fn is_affordable(&self, sizes: &Sizes) -> bool {
        let contract = self.pair.contract;
        let elements = contract.params.iter().map(|param| match &param.role {
            Role::Buffer { length, .. } => length.evaluate(sizes).unwrap_or(u64::MAX),
            Role::Size { value, .. } => value.evaluate(sizes).unwrap_or(u64::MAX),
            _ => 0,
        });
        sizes::is_admissible(contract, sizes)
            && (!self.extends || self.pair.allows(sizes))
            && elements.fold(0, u64::saturating_add) <= MOST_ELEMENTS
    }

    /// Whether the reference is free of defects at a size, on an ordinary input.
    fn is_sound(&self, sizes: &Sizes) -> bool {
        let probe = self.pair.probe(&self.pair.reference, sizes);
        probe.is_some_and(|probe| probe.defect.is_none())
    }

    /// Whether a size leads an ordinary input along a way; `None` if it does not come
    /// near.
    fn leads(&self, side: usize, arm: Arm, sizes: &Sizes) -> Option<bool> {
        if !self.is_sound(sizes) {
            return Some(false);
        }
        let version = [&self.pair.reference, &self.pair.port][side];
        let probe = self.pair.probe(version, sizes)?;
        let graph = &self.graphs[side];
        match graph.is_taken(arm, &probe.reached) {
            true => Some(true),
            false => graph.is_met(arm, &probe.reached).then_some(false),
        }
    }

    /// Says what ran at no size: in the outcome, and as a reason where nobody accepts it.
    pub(super) fn conclude(&mut self, tally: &mut Tally, done: &[Sizes], accepted: bool) {
        // Where execution stopped, what comes after it did not run for that reason.
        if tally.coverage.ended.stopped > 0 {
            return;
        }
        // What is planned now can no more be tried.
        self.more(tally, done);
        for side in 0..2 {
            let reached = tally.reached[side].clone();
            let rows = self.rows(side, &reached);
            tally.coverage.unreached.extend(rows);
        }
        if accepted {
            return;
        }
        let counted = tally.coverage.unreached.iter();
        let counted = counted.filter(|u| u.because == Unmet::Sizes).cloned();
        let counted: Vec<Unreached> = counted.collect();
        let port_is_partial = counted.iter().any(|u| u.side == verdict::Side::Port);
        for unreached in counted {
            tally.undecided(reason(&unreached));
        }
        let idle = tally.coverage.vector_operations[1] == 0 && self.graphs[1].has_vectors();
        if idle && !port_is_partial {
            tally.undecided(Undecided {
                kind: "unreached".to_owned(),
                message: "the port executed no vector operation, though it contains some"
                    .to_owned(),
                help: Some(
                    "lead it there with --arg, --size or --cpu, or accept it: --allow-unreached"
                        .to_owned(),
                ),
                location: self.pair.port.location(),
                count: 1,
            });
        }
    }

    /// What a version did not execute, by reason and size.
    fn rows(&self, side: usize, reached: &Reached) -> Vec<Unreached> {
        let graph = &self.graphs[side];
        let mut rows: Vec<Unreached> = Vec::new();
        for arm in graph.untaken(reached) {
            let (because, sizes) = match self.fates.get(&(side, arm)) {
                Some(Fate::Left(because, sizes)) => (*because, sizes.clone()),
                Some(Fate::Planned) | None => (Unmet::Sizes, None),
            };
            if !graph.changes_something(arm, reached) {
                continue;
            }
            for (file, lines) in graph.lines_behind(&[arm], reached) {
                let row = Unreached {
                    side: [verdict::Side::Reference, verdict::Side::Port][side],
                    first: lines.first().copied().unwrap_or_default(),
                    lines: ranges(&lines),
                    file,
                    because,
                    sizes: sizes.clone(),
                };
                let known = rows
                    .iter_mut()
                    .find(|r| r.file == row.file && r.lines == row.lines);
                match known {
                    // The gravest reason counts.
                    Some(known) if known.because > row.because => *known = row,
                    Some(_) => {}
                    None => rows.push(row),
                }
            }
        }
        rows
    }
}

fn reason(unreached: &Unreached) -> Undecided {
    let Unreached {
        side,
        file,
        lines,
        first,
        sizes,
        ..
    } = unreached;
    let plural = if lines.contains([',', '.']) { "s" } else { "" };
    let accept = "accept it: --allow-unreached";
    Undecided {
        kind: "unreached".to_owned(),
        message: format!("{}: line{plural} {lines} ran at no size tried", side.word()),
        help: Some(match sizes {
            Some(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(|(n, v)| format!("{n}={v}")).collect();
                format!("try --size {}, or {accept}", sizes.join(","))
            }
            None => format!("give sizes that lead there with --size, or {accept}"),
        }),
        location: Some(verdict::Location {
            file: file.clone(),
            line: *first,
            column: 0,
        }),
        count: 1,
    }
}

/// `8..9, 12`.
fn ranges(lines: &BTreeSet<u32>) -> String {
    runs(lines.iter().map(|line| u64::from(*line)))
}

/// What an argument is to guards.
fn parameter(pair: &Pair<'_, '_>, arg: &AbiArg) -> Parameter {
    let (param, offset) = match arg {
        AbiArg::Value { param, offset, .. } => (*param, *offset),
        AbiArg::Buffer { param } => (*param, 0),
        AbiArg::Copy { .. } | AbiArg::Local { .. } | AbiArg::Result { .. } => {
            return Parameter::Address;
        }
    };
    match &pair.contract.params[param].role {
        Role::Size { value, .. } if offset == 0 => Parameter::Size(value.clone()),
        Role::Const { scalar, bits } if offset == 0 => {
            let signed = matches!(scalar, crate::contract::Scalar::Int { signed: true, .. });
            Parameter::Constant(match signed {
                true => term::signed(*bits, scalar.bits()) as u128,
                false => *bits,
            })
        }
        Role::Buffer { .. } => Parameter::Address,
        _ => Parameter::Input,
    }
}
