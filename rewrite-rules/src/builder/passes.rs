//! Whole cones built again: by other rules, in normal form, or by whatever a caller
//! makes of each term.
//!
//! Invariant: while other rules are in force, so is their analysis, and nothing
//! is remembered; the exact rules and what belongs to them come back afterwards.

use std::sync::Arc;

use term::{Cone, Node, TermId};

use super::Builder;
use crate::category::{Analysis, Ranges};
use crate::rules::DirectedRules;
use crate::trace::{By, Origins};

impl Builder {
    /// Equal terms of the same values, simplified by other rules: those of
    /// `rules`, which may include assumption tiers, and with what `ranges`
    /// says of the inputs. One result for each of `roots`.
    ///
    /// The results hold under the assumptions of `rules` only: do not mix them
    /// with exact terms.
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

    /// Runs `work` with other rules and their analysis in place.
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

    /// The normal form of a term that `work` makes.
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

    /// Replaces every inner node below `roots`, operands first, by what `build`
    /// makes of the term, its node and the replaced operands.
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
