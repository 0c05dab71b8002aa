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
}

impl<'a, 'm, 'c> Written<'a, 'm, 'c> {
    /// The sources of a pair of optimised versions whose sizes are open.
    pub(in super::super) fn of(pair: &'a Pair<'m, 'c>) -> Option<Self> {
        let source = pair.source.as_deref()?;
        pair.has_open_sizes().then(|| Written {
            reach: Reach::new(source),
            reached: Default::default(),
            executed: HashSet::new(),
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
                if known || stops || !self.is_of_sizes(side, arm) {
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

    /// Whether an arm depends on sizes and constants only.
    fn is_of_sizes(&self, side: usize, arm: Arm) -> bool {
        let (pair, graph) = (self.reach.pair, &self.reach.graphs[side]);
        let mut solver = SizeSolver::new(pair.settings, pair.contract, pair.given_sizes.iter());
        let SizeSolver { builder, sizes, .. } = &mut solver;
        let builder: &mut Builder = builder;
        let is_open = graph.is_narrowing(arm) || graph.is_about_open_operands(arm);
        !is_open && graph.is_of_sizes(&self.reach.parameters[side], builder, sizes, arm)
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
            let left = |arm: &Arm| match self.reach.fates.get(&(side, *arm)) {
                Some(Fate::Left(because @ (Unmet::Sizes | Unmet::TooLarge), sizes)) => {
                    Some((*because, sizes.clone()))
                }
                _ => None,
            };
            let untaken = graph.untaken(&self.reached[side]).into_iter();
            let arms: Vec<Arm> = untaken.filter(|arm| left(arm).is_some()).collect();
            let which = [verdict::Side::Reference, verdict::Side::Port][side];
            let fate = |arm| left(&arm).unwrap_or((Unmet::Sizes, None));
            for row in rows(graph, (&self.reached[side], arms), which, fate) {
                let is_known = |known: &Unreached| {
                    (known.side, &known.file, known.first) == (row.side, &row.file, row.first)
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
