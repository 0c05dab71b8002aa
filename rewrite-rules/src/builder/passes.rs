//! Rebuilding of whole cones: with other rules, in normal form, or by a given function.
//!
//! Invariant: while other rules are in force, the analysis is theirs and nothing is cached;
//! afterwards the exact rules, their analysis and their cache are restored.

use std::sync::Arc;

use term::{Cone, Node, TermId};

use super::Builder;
use crate::category::{Analysis, Ranges};
use crate::rules::DirectedRules;
use crate::trace::{By, Origins};

impl Builder {
    /// Rebuilds `roots`, simplified by `rules`, which may include assumption tiers, under the
    /// input ranges. Returns one result for each root.
    ///
    /// The results hold only under the assumptions of `rules`: do not mix them with exact terms.
    pub fn rebuild(
        &mut self,
        roots: &[TermId],
        rules: &Arc<DirectedRules>,
        ranges: &dyn Ranges,
    ) -> Vec<TermId> {
        self.with_rules(rules, |builder| {
            builder.map(roots, |builder, _, node, args| {
                builder.build_under(node.spec(), args, ranges)
            })
        })
    }

    /// Runs `work` with other rules and their analysis in force.
    pub(crate) fn with_rules<R>(
        &mut self,
        rules: &Arc<DirectedRules>,
        work: impl FnOnce(&mut Builder) -> R,
    ) -> R {
        let analysis = Analysis::new(rules.assumptions());
        let own_rules = self.rewriter.replace_rules(rules.clone());
        let own_analysis = std::mem::replace(&mut self.analysis, analysis);
        let recall = self.recall.take();
        if let Some(trace) = &mut self.trace {
            trace.enter();
        }
        let result = work(self);
        self.rewriter.replace_rules(own_rules);
        self.analysis = own_analysis;
        self.recall = recall;
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
        result
    }

    /// Records `work`, which computes the normal form of a term, as one rewrite.
    pub(crate) fn normal_form(
        &mut self,
        term: TermId,
        work: impl FnOnce(&mut Builder) -> TermId,
    ) -> TermId {
        let Some(trace) = &mut self.trace else {
            return work(self);
        };
        let outer = trace.origins.replace(Origins::default());
        let normal = work(self);
        let node = *self.arena.node(term);
        if let Some(trace) = &mut self.trace {
            let built = std::mem::replace(&mut trace.origins, outer).unwrap_or_default();
            if normal != term {
                let by = By::Normal { term, built };
                self.note(node.spec(), node.children(), normal, by);
            }
        }
        normal
    }

    /// Replaces every inner node below `roots`, operands first, by the result of `build`, which
    /// gets the term, its node and the replaced operands.
    pub(crate) fn map(
        &mut self,
        roots: &[TermId],
        mut build: impl FnMut(&mut Builder, TermId, &Node, &[TermId]) -> TermId,
    ) -> Vec<TermId> {
        let cone = Cone::of(&self.arena, roots);
        let mut mapped: Vec<TermId> = Vec::with_capacity(cone.len());
        for i in 0..cone.len() {
            let node = *self.arena.node(cone.terms[i]);
            let mut args = [TermId::from_index(0); 3];
            let count = node.children().len();
            for (arg, child) in args.iter_mut().zip(node.children()) {
                *arg = cone.position(*child).map_or(*child, |p| mapped[p]);
            }
            mapped.push(match count {
                0 => cone.terms[i],
                _ => build(self, cone.terms[i], &node, &args[..count]),
            });
        }
        if let Some(trace) = &mut self.trace {
            trace.pass(&cone.terms, &mapped);
        }
        let at = |root: &TermId| cone.position(*root).map_or(*root, |p| mapped[p]);
        roots.iter().map(at).collect()
    }
}
