//! Sizes for the cases that one choice has: conditions that meet, and rows of a table.
//!
//! Executions may have shown both outcomes of every condition without all cases that the code
//! distinguishes. Invariant: a case that the sizes executed exclude is tried, reported, or proved
//! to hold at no size.

use std::collections::{BTreeMap, BTreeSet};

use rewrite_rules::Builder;
use term::TermId;

use super::Reach;
use super::elsewhere::are_excluded;
use crate::budgets::sizes::{COMBINATIONS, COMBINED_INSTRUCTIONS, NEAR_ROW};
use crate::contract::Sizes;
use crate::coverage::{Question, Row};
use crate::frontend::sizes::MAX_SIZE;
use crate::pipeline::Tally;
use crate::program::FunctionId;
use crate::side::{Answer, SizeSolver};
use crate::verdict::{self, Unmet, Unreached};

/// Makes questions from the terms of the sizes.
type Ask<'a> =
    dyn Fn(&Reach<'_, '_, '_>, &mut Builder, &BTreeMap<String, TermId>) -> Vec<Question> + 'a;

/// A version, and an instruction in one of its functions.
type Place = (usize, (FunctionId, u32));

/// A case that only sizes too large to be tried unasked may lead to.
pub(super) struct Case {
    /// Where conditions meet.
    place: Place,
    /// The least of these sizes; `None` if they are too large to be executed at all.
    sizes: Option<Sizes>,
}

impl Reach<'_, '_, '_> {
    /// Adds sizes at which conditions that an instruction combines may have outcomes that the sizes
    /// executed exclude.
    pub(super) fn combined(
        &mut self,
        side: usize,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) {
        let combinations = self.graphs[side].combinations(&tally.reached[side]);
        let mut left = COMBINATIONS;
        for combination in combinations.into_iter().take(COMBINED_INSTRUCTIONS) {
            let place = (side, combination.place());
            let stops = self.pair.settings.stop().is_some();
            if stops || left == 0 || !self.combined.insert(place) {
                continue;
            }
            let mut solver = self.solver();
            let concerned = self.graphs[side].concerned(
                &combination,
                &self.parameters[side],
                &mut solver.builder,
                &solver.sizes,
            );
            for combination in concerned.iter().take(left) {
                left -= 1;
                for outcomes in combination.outcomes() {
                    self.seek(place, (done, found), None, &|reach, builder, sizes| {
                        let (graph, parameters) = (&reach.graphs[side], &reach.parameters[side]);
                        let case = (combination, &*outcomes);
                        let questions = graph.case(case, parameters, builder, sizes);
                        questions.unwrap_or_default()
                    });
                }
            }
        }
    }

    /// Whether an instruction that was executed combines several conditions that concern sizes.
    pub(super) fn meets(&self, side: usize, tally: &Tally) -> bool {
        let (graph, parameters) = (&self.graphs[side], &self.parameters[side]);
        let combinations = graph.combinations(&tally.reached[side]).into_iter();
        let mut looked_at = combinations.take(COMBINED_INSTRUCTIONS);
        looked_at.any(|combination| {
            let SizeSolver { builder, sizes, .. } = &mut self.solver();
            let concerned = graph.concerned(&combination, parameters, builder, sizes);
            !concerned.is_empty()
        })
    }

    /// Adds sizes at which a choice has an outcome for a row of a table that the sizes executed
    /// exclude.
    pub(super) fn rows_of_tables(
        &mut self,
        side: usize,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) {
        let reached = &tally.reached[side];
        for table in self.graphs[side].tables(reached) {
            if !self.tabled.insert((side, table.place())) {
                continue;
            }
            let rows = self.graphs[side].rows(&table);
            let near: Vec<Vec<Sizes>> = rows.iter().map(|row| self.near(row)).collect();
            for place in self.graphs[side].choices(&table, reached) {
                // A choice that one row does not matter to is made alike for all rows.
                let concerned = rows.first().is_some_and(|row| {
                    let SizeSolver { builder, sizes, .. } = &mut self.solver();
                    let parameters = &self.parameters[side];
                    let graph = &self.graphs[side];
                    let questions = graph.with_row(row, (place, 0), parameters, builder, sizes);
                    !questions.is_empty()
                });
                let cases = rows.iter().zip(&near).filter(|_| concerned);
                for ((row, near), way) in cases.flat_map(|case| [(case, 0), (case, 1)]) {
                    if self.pair.settings.stop().is_some() {
                        return;
                    }
                    self.seek(
                        (side, place),
                        (done, found),
                        Some(near),
                        &|reach, builder, sizes| {
                            let (graph, parameters) =
                                (&reach.graphs[side], &reach.parameters[side]);
                            graph.with_row(row, (place, way), parameters, builder, sizes)
                        },
                    );
                }
            }
        }
    }

    /// Sizes that are entries of a row of a table or next to them: likely to be those at which a
    /// choice that the row decides changes.
    fn near(&self, row: &Row) -> Vec<Sizes> {
        let names = &self.pair.contract.size_variables;
        let entries = row.values().filter_map(|value| i64::try_from(value).ok());
        let entries: BTreeSet<i64> = entries.filter(|entry| *entry <= MAX_SIZE).collect();
        let entries = Vec::from_iter(entries);
        let mut near = Vec::new();
        let count = entries.len().saturating_pow(names.len() as u32);
        for mut combination in 0..count.min(NEAR_ROW) {
            let mut values = Vec::new();
            for _ in names {
                values.push(entries[combination % entries.len()]);
                combination /= entries.len();
            }
            for by in [0, 1, -1] {
                let values = values.iter().map(|value| (value + by).max(0));
                near.push(names.iter().cloned().zip(values).collect());
            }
        }
        near
    }

    /// Adds the least sizes to the sweep at which the condition of one of these questions may hold,
    /// if the sizes executed exclude them all; notes the case if these are too large. Sizes `near`
    /// are tried before a solver is asked. Sizes above those that can be executed are considered
    /// for the rows of tables only: conditions that meet there do so by overflow, most often.
    fn seek(
        &mut self,
        place: Place,
        (done, found): (&[Sizes], &mut Vec<Sizes>),
        near: Option<&[Sizes]>,
        ask: &Ask<'_>,
    ) {
        let mut solver = self.solver();
        let questions = ask(self, &mut solver.builder, &solver.sizes);
        let conditions = questions.iter().map(|q| solver.about_sizes(q.condition));
        let mut conditions: Vec<TermId> = conditions.collect();
        // Comparisons with numbers that no size tried can be are decided as they are built.
        let never = solver.builder.bool(false);
        conditions.retain(|condition| *condition != never);
        if questions.is_empty()
            || !conditions.is_empty() && !are_excluded(&mut solver, &conditions, done)
        {
            return;
        }
        for condition in conditions {
            let answer = match solver.first(condition, near.unwrap_or_default()) {
                Some(sizes) => Answer::Size(sizes),
                None => solver.least(condition),
            };
            match answer {
                Answer::Size(sizes) if self.is_affordable(&sizes) => {
                    if self.is_sound(&sizes) {
                        self.plan(sizes, done, found);
                    }
                    return;
                }
                Answer::Size(sizes) => {
                    let sizes = Some(sizes);
                    self.unaffordable.push(Case { place, sizes });
                    return;
                }
                Answer::Unknown => return,
                Answer::Never => {}
            }
        }
        if near.is_none() {
            return;
        }
        let pair = self.pair;
        let beyond = |builder: &mut Builder, sizes: &BTreeMap<String, TermId>| {
            let questions = ask(self, builder, sizes).into_iter();
            let on_sizes = questions.filter(|question| question.depends.on_sizes());
            Some(on_sizes.map(|question| question.condition).collect())
        };
        if pair.given_sizes.is_empty()
            && SizeSolver::is_met_beyond(pair.settings, pair.contract, beyond)
        {
            let sizes = None;
            self.unaffordable.push(Case { place, sizes });
        }
    }

    /// The rows of the report for the cases that only large sizes lead to: one for a line, and none
    /// where code behind a branch is named for these sizes already.
    pub(super) fn unaffordable_cases(&self, tally: &Tally) -> Vec<Unreached> {
        let mut rows: Vec<Unreached> = Vec::new();
        for Case { place, sizes } in &self.unaffordable {
            let (side, (function, at)) = *place;
            let graph = &self.graphs[side];
            let location = graph.location_of((function, at));
            // Code that simdiff adds to take containers apart has no lines.
            if location.is_none() && graph.has_lines() {
                continue;
            }
            let function = location.is_none().then(|| graph.name(function));
            let (file, line) = location.map_or(("", 0), |at| (&*at.file, at.line));
            let which = [verdict::Side::Reference, verdict::Side::Port][side];
            let is_known = |row: &Unreached| {
                row.side == which
                    && (&*row.file, &row.function) == (file, &function)
                    && (row.first == line || row.sizes == *sizes)
            };
            let mut known = tally.coverage.unreached.iter().chain(&rows);
            if known.any(is_known) {
                continue;
            }
            rows.push(Unreached {
                side: which,
                file: file.to_owned(),
                lines: location.map_or(String::new(), |at| at.line.to_string()),
                function,
                first: line,
                choice: true,
                because: match sizes {
                    Some(_) => Unmet::Case,
                    None => Unmet::TooLarge,
                },
                sizes: sizes.clone(),
            });
        }
        rows
    }
}
