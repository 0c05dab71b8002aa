//! Sizes for choices that the source makes and optimised code hides.
//!
//! Where clang has made values of nested conditions, executions show the outcome of each, and not
//! that code behind both never ran. The sources are executed concretely at the sizes of the sweep,
//! and choices between sizes are looked at there. Those on inputs are left to the symbolic
//! execution: a concrete one takes one way only.

use std::collections::HashSet;

use rewrite_rules::Builder;

use super::super::pair::Pair;
use super::{Fate, Reach};
use crate::contract::Sizes;
use crate::coverage::Arm;
use crate::pipeline::Tally;
use crate::side::{SizeSolver, reason, rows};
use crate::symex::Reached;
use crate::verdict::{self, Unmet, Unreached};

/// The sources of a pair, the searches for their arms, and what ran of them.
pub(in super::super) struct Written<'a, 'm, 'c> {
    reach: Reach<'a, 'm, 'c>,
    reached: [Reached; 2],
    executed: HashSet<Sizes>,
    /// What inputs decide at small sizes, by side.
    decided: [Option<Reached>; 2],
}

impl<'a, 'm, 'c> Written<'a, 'm, 'c> {
    /// The sources of a pair of optimised versions whose sizes are open.
    pub(in super::super) fn of(pair: &'a Pair<'m, 'c>) -> Option<Self> {
        let source = pair.source.as_deref()?;
        pair.has_open_sizes().then(|| Written {
            reach: Reach::new(source),
            reached: Default::default(),
            executed: HashSet::new(),
            decided: [None, None],
        })
    }

    /// Returns sizes that execute code of the sources that has not run yet; empty if none are
    /// found.
    pub(in super::super) fn more(&mut self, tally: &Tally, done: &[Sizes]) -> Vec<Sizes> {
        let mut found = Vec::new();
        for sizes in done {
            if self.executed.insert(sizes.clone()) {
                self.execute(sizes);
            }
        }
        for side in 0..2 {
            let graph = &self.reach.graphs[side];
            for arm in graph.untaken(&self.reached[side]) {
                let known = self.reach.fates.contains_key(&(side, arm));
                let stops = self.reach.pair.settings.stop().is_some();
                if known || stops || !self.is_left_to_sizes(side, arm, done) {
                    continue;
                }
                let fate = self.reach.sought(side, arm, tally, done, &mut found);
                self.reach.fates.insert((side, arm), fate);
            }
        }
        found
    }

    fn execute(&mut self, sizes: &Sizes) {
        let pair = self.reach.pair;
        for (side, reached) in [&pair.reference, &pair.port]
            .into_iter()
            .zip(&mut self.reached)
        {
            if let Some(probe) = pair.probe(side, sizes) {
                reached.extend(&probe.reached);
            }
        }
    }

    /// Whether sizes alone decide an arm: as its conditions show, or as executions at small sizes
    /// do, in which they rest on memory that the program computes for itself.
    fn is_left_to_sizes(&mut self, side: usize, arm: Arm, done: &[Sizes]) -> bool {
        if self.reach.graphs[side].is_narrowing(arm) {
            return false;
        }
        if self.is_of_sizes(side, arm) {
            return true;
        }
        let (pair, graph) = (self.reach.pair, &self.reach.graphs[side]);
        let version = [&pair.reference, &pair.port][side];
        let decided = self.decided[side].get_or_insert_with(|| pair.decided(version, done));
        graph.is_fixed(arm, decided)
    }

    /// Whether an arm depends on sizes and constants only.
    fn is_of_sizes(&self, side: usize, arm: Arm) -> bool {
        let (pair, graph) = (self.reach.pair, &self.reach.graphs[side]);
        let mut solver = SizeSolver::new(pair.settings, pair.contract, pair.given_sizes.iter());
        let SizeSolver { builder, sizes, .. } = &mut solver;
        let builder: &mut Builder = builder;
        !graph.is_about_open_operands(arm)
            && graph.is_of_sizes(&self.reach.parameters[side], builder, sizes, arm)
    }

    /// Records what ran of the sources at no size: in the coverage, and as undecided unless that is
    /// accepted. Lines that are named already are left out.
    pub(in super::super) fn conclude(&mut self, tally: &mut Tally, done: &[Sizes], accepted: bool) {
        if tally.coverage.ended.stopped > 0 {
            return;
        }
        self.more(tally, done);
        for side in 0..2 {
            let graph = &self.reach.graphs[side];
            let counts = |because| matches!(because, Unmet::Sizes | Unmet::TooLarge);
            let left = |counted: bool| {
                let is_left = |arm: &Arm| match self.reach.fates.get(&(side, *arm)) {
                    Some(Fate::Left(because, _)) => counts(*because) == counted,
                    _ => false,
                };
                let arms = graph.untaken(&self.reached[side]).into_iter();
                let arms: Vec<Arm> = arms.filter(is_left).collect();
                let fate = |arm| match self.reach.fates.get(&(side, arm)) {
                    Some(Fate::Left(because, sizes)) => (*because, sizes.clone()),
                    _ => (Unmet::Sizes, None),
                };
                let which = [verdict::Side::Reference, verdict::Side::Port][side];
                rows(graph, (&self.reached[side], arms), which, fate)
            };
            // Rows that no size leads to explain rows of the optimised code in the same lines.
            let others = left(false);
            for row in left(true) {
                let is_here = |other: &Unreached| {
                    (other.side, &other.file, other.first) == (row.side, &row.file, row.first)
                };
                let is_explained = others.iter().any(is_here);
                let is_known = |known: &Unreached| {
                    let is_other = matches!(known.because, Unmet::NoSize | Unmet::Impossible);
                    is_here(known) && !(is_other && is_explained)
                };
                if tally.coverage.unreached.iter().any(is_known) {
                    continue;
                }
                if !accepted {
                    tally.undecided(reason(&row));
                }
                tally.coverage.unreached.push(row);
            }
        }
    }
}
