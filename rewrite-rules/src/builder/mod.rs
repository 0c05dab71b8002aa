//! The term builder: constant folding, canonical operand order and the
//! directed rules, applied to every term while it is made.
//!
//! Invariant: the term returned has the same value as `spec(args)` for every
//! assignment, as far as the tiers of the rules promise it. No input makes it
//! recurse or run away: right sides are built on explicit stacks, and the
//! rewrites of one request are bounded.

mod preparing;
mod rewriting;

use std::sync::Arc;

use term::{Arena, Cone, Node, Op, Spec, TermId};

use crate::category::{Analysis, FloatFacts, Interval, Ranges, Unbounded, View};
use crate::matching::Bindings;
use crate::number::Numbers;
use crate::pieces::Pieces;
use crate::rules::{Assumptions, DirectedRules, RuleSet};
use crate::trace::{By, Origins, Request, Trace};
use rewriting::Frame;

/// Entries of the cache of finished right sides; a power of two.
const CACHE: usize = 1 << 11;

/// Makes simplified terms; owns the [`Arena`] they live in.
pub struct Builder {
    arena: Arena,
    rules: Arc<DirectedRules>,
    analysis: Analysis,
    frames: Vec<Frame>,
    /// What the match of each frame has bound; one more than there are frames.
    bindings: Vec<Bindings>,
    operands: Vec<TermId>,
    /// Finished right sides, and the generation of the rules that made them.
    cache: Vec<(u32, Request, TermId)>,
    generation: u32,
    pieces: Pieces,
    numbers: Numbers,
    /// What was done and why, when somebody wants to check it.
    trace: Option<Box<Trace>>,
    /// Most rewrites that one request took so far; tests watch it.
    longest: u32,
}

impl Builder {
    /// A builder with an empty arena that applies the exact directed rules.
    pub fn new(rules: &RuleSet) -> Builder {
        let rules = DirectedRules::new(rules, Assumptions::default());
        let nothing = Request::new(Spec::int(Op::Const, 1), &[]);
        Builder {
            arena: Arena::new(),
            analysis: Analysis::new(rules.assumptions()),
            rules: Arc::new(rules),
            frames: Vec::new(),
            bindings: Vec::new(),
            operands: Vec::new(),
            cache: vec![(0, nothing, TermId::from_index(0)); CACHE],
            generation: 1,
            pieces: Pieces::default(),
            numbers: Numbers::default(),
            trace: None,
            longest: 0,
        }
    }

    /// The terms made so far.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }
    /// The arena, to declare inputs and functions.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }
    /// Bounds of a term read as an integer, whatever the inputs are.
    pub fn interval(&mut self, term: TermId) -> Interval {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.interval(view, term)
    }
    /// What is known of a term read as a float, whatever the inputs are.
    pub fn float_facts(&mut self, format: term::Format, term: TermId) -> FloatFacts {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.float(view, format, term)
    }

    /// Starts to keep a trace.
    pub fn record(&mut self) {
        self.trace = Some(Box::default());
    }
    /// What was done since [`Builder::record`].
    pub fn trace(&mut self) -> Option<&mut Trace> {
        self.trace.as_deref_mut()
    }

    /// The terms made so far, and what was done to make them.
    pub fn arena_and_trace(&self) -> (&Arena, Option<&Trace>) {
        (&self.arena, self.trace.as_deref())
    }

    /// The simplified term `spec(args)`. Constants and symbols are made by the
    /// arena itself.
    pub fn build(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let made = self.build_exact(spec, args);
        if let Some(trace) = &mut self.trace {
            trace.asked(&self.arena, Request::new(spec, args), made);
        }
        made
    }

    fn build_exact(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        if let (Op::Concat, [high, low]) = (spec.op, args)
            && let Some(joined) = self.join(spec, *high, *low)
        {
            return joined;
        }
        let made = self.build_once(spec, args, &Unbounded);
        if spec.op == Op::Extract && self.rules.assumptions() == Assumptions::default() {
            self.pieces.note(&self.arena, spec, args[0], made);
        }
        made
    }

    /// `high` above `low`, where `high` and what is on top of `low` are
    /// neighbouring pieces of one term.
    fn join(&mut self, spec: Spec, high: TermId, low: TermId) -> Option<TermId> {
        if let Some((whole, offset)) = self.pieces.join(&self.arena, high, low) {
            let joined = self.build_exact(Spec::extract(offset, spec.width), &[whole]);
            let widths = [high, low].map(|t| self.arena.width(t));
            let by = By::Join {
                whole,
                offset,
                widths,
            };
            self.note(spec, &[high, low], joined, by);
            return Some(joined);
        }
        let node = *self.arena.node(low);
        if node.op() != Op::Concat {
            return None;
        }
        let (top, rest) = (node.child(0), node.child(1));
        let (whole, offset) = self.pieces.join(&self.arena, high, top)?;
        let width = self.arena.width(high) + self.arena.width(top);
        let joined = self.build_exact(Spec::extract(offset, width), &[whole]);
        let made = self.build_exact(spec, &[joined, rest]);
        let by = By::JoinTop {
            whole,
            offset,
            joined,
            top,
            rest,
            widths: [high, top].map(|t| self.arena.width(t)),
        };
        self.note(spec, &[high, low], made, by);
        Some(made)
    }

    /// Records how a request was answered.
    fn note(&mut self, spec: Spec, args: &[TermId], made: TermId, by: By) {
        if let Some(trace) = &mut self.trace {
            trace.rewrite(&self.arena, Request::new(spec, args), made, by);
        }
    }

    /// A term that is the same number of `format`: where it has other bits, both
    /// are NaNs. For operands that are read as floats, and for results that are
    /// compared with all NaNs alike.
    pub fn as_number(&mut self, format: term::Format, term: TermId) -> TermId {
        self.numbers.simplify(&mut self.arena, format, term)
    }

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
        let own_rules = std::mem::replace(&mut self.rules, rules.clone());
        let own_analysis = std::mem::replace(&mut self.analysis, analysis);
        self.generation += 1;
        if let Some(trace) = &mut self.trace {
            trace.enter();
        }
        let result = work(self);
        self.rules = own_rules;
        self.analysis = own_analysis;
        self.generation += 1;
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

    /// Like [`Builder::interval`] with what `ranges` says of the inputs.
    pub(crate) fn interval_under(&mut self, term: TermId, ranges: &dyn Ranges) -> Interval {
        let arena = &self.arena;
        self.analysis.interval(View { arena, ranges }, term)
    }
    /// Like [`Builder::float_facts`] with what `ranges` says of the inputs.
    pub(crate) fn float_under(
        &mut self,
        format: term::Format,
        term: TermId,
        ranges: &dyn Ranges,
    ) -> FloatFacts {
        let arena = &self.arena;
        self.analysis.float(View { arena, ranges }, format, term)
    }

    /// [`Builder::build`] with the current rules and what `ranges` says.
    pub(crate) fn build_under(
        &mut self,
        spec: Spec,
        args: &[TermId],
        ranges: &dyn Ranges,
    ) -> TermId {
        let made = self.build_once(spec, args, ranges);
        if let Some(trace) = &mut self.trace {
            trace.asked(&self.arena, Request::new(spec, args), made);
        }
        made
    }
}

#[cfg(test)]
mod tests;
