//! Application of rules to an e-graph until two terms are in one class.
//!
//! Invariant: the terms of a class are equal under the assumptions, unless the analysis met a
//! contradiction: then nothing is concluded.

use egg::{EGraph, Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Op, TermId};

use super::Limits;
use super::language::{Expr as Node, Facts, Folding};
use super::matcher::{Match, Matcher, Piece};
use crate::assumptions::Assumptions;
use crate::bits::ones;
use crate::category::Analysis;
use crate::function::Kind;
use crate::make::{Make, evaluating};
use crate::pattern::{Direction, Expr, MAX_SLOTS, Pattern, ROOT_WIDTH, Rule, evaluated_spec};
use crate::rules::RuleSet;

/// A rule in one direction.
struct Rewrite<'a> {
    rule: &'a Rule,
    from: &'a Pattern,
    to: &'a Pattern,
}

pub(super) struct Search<'a> {
    arena: &'a Arena,
    pub egraph: EGraph<Node, Folding>,
    analysis: Analysis,
    rewrites: Vec<Rewrite<'a>>,
    limits: Limits,
    /// The e-node of each added term.
    ids: FxHashMap<TermId, Id>,
}

/// Egg's name for the equality of an operation and the operation with its operands exchanged.
pub(super) const COMMUTATIVITY: &str = "commutativity";

impl<'a> Search<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        rules: &'a RuleSet,
        assumptions: Assumptions,
        limits: Limits,
        explain: bool,
    ) -> Search<'a> {
        let egraph = EGraph::new(Folding {
            exact_only: assumptions.is_algebraic(),
            ..Folding::default()
        });
        let egraph = match explain {
            // Shorter explanations take longer to find than to check.
            true => egraph
                .with_explanations_enabled()
                .without_explanation_length_optimization(),
            false => egraph,
        };
        Search {
            arena,
            egraph,
            analysis: Analysis::new(assumptions),
            rewrites: rewrites(rules, assumptions),
            limits,
            ids: FxHashMap::default(),
        }
    }

    /// Keeps the rewrites that `wanted` accepts.
    pub(super) fn retain(&mut self, wanted: impl Fn(&Rule, &Pattern) -> bool) {
        self.rewrites
            .retain(|rewrite| wanted(rewrite.rule, rewrite.from));
    }

    /// Returns the ids of both terms once they are in one class; `None` when this does not
    /// happen within the limits.
    pub(super) fn run(
        &mut self,
        a: TermId,
        b: TermId,
        cut: &FxHashSet<TermId>,
    ) -> Option<(Id, Id)> {
        let [a, b] = self.saturate([a, b], cut, &|| false)?;
        (self.egraph.find(a) == self.egraph.find(b)).then_some((a, b))
    }

    /// Applies the rules until both terms are in one class, nothing changes, a limit is reached
    /// or `stop` holds. Returns the ids of both terms; `None` on a contradiction.
    pub(super) fn saturate(
        &mut self,
        [a, b]: [TermId; 2],
        cut: &FxHashSet<TermId>,
        stop: &dyn Fn() -> bool,
    ) -> Option<[Id; 2]> {
        let (a, b) = (self.add(a, cut), self.add(b, cut));
        self.egraph.rebuild();
        for _ in 0..self.limits.rounds {
            let equal = self.egraph.find(a) == self.egraph.find(b);
            if equal || self.egraph.analysis.contradiction || stop() {
                break;
            }
            let before = (self.egraph.total_size(), self.egraph.number_of_classes());
            self.round();
            let after = (self.egraph.total_size(), self.egraph.number_of_classes());
            if before == after || self.egraph.total_size() > self.limits.nodes {
                break;
            }
        }
        (!self.egraph.analysis.contradiction).then_some([a, b])
    }

    /// Adds a term; terms in `cut` become leaves.
    fn add(&mut self, root: TermId, cut: &FxHashSet<TermId>) -> Id {
        let cone = Cone::of(self.arena, &[root]);
        for &term in &cone.terms {
            let node = self.arena.node(term);
            let children = node.children();
            let enode = match self.arena.constant_value(term) {
                Some(value) => Node::constant(node.width(), value),
                None if children.is_empty() || cut.contains(&term) => {
                    self.egraph.analysis.leaf_widths.insert(term, node.width());
                    Node::leaf(term)
                }
                None => Node::node(node.spec(), children.iter().map(|c| self.ids[c]).collect()),
            };
            let id = self.egraph.add_uncanonical(enode);
            let class = self.egraph.find(id);
            let facts = &mut self.egraph[class].data;
            facts.term = facts.term.or(Some(term));
            self.ids.insert(term, id);
        }
        self.ids[&root]
    }

    /// Applies every rule once, to matches found before any rule was applied.
    fn round(&mut self) {
        let mut classes: Vec<Id> = self.egraph.classes().map(|c| c.id).collect();
        classes.sort_unstable();
        let by_operation = self.by_operation(&classes);
        let mut found: Vec<(usize, Match)> = Vec::new();
        for rule in 0..self.rewrites.len() {
            let mut left = self.limits.matches;
            let candidates = match self.rewrites[rule].from {
                Pattern::Node(op, ..) => by_operation[*op as usize].as_slice(),
                _ => classes.as_slice(),
            };
            for &class in candidates {
                for m in self.matches(rule, class) {
                    if left == 0 {
                        break;
                    }
                    left -= 1;
                    found.push((rule, m));
                }
            }
        }
        self.commute(&classes);
        for (rule, m) in found {
            if self.egraph.total_size() > self.limits.nodes {
                break;
            }
            self.apply(rule, m);
        }
        self.egraph.rebuild();
    }

    /// The classes that have a node with each operation.
    fn by_operation(&self, classes: &[Id]) -> Vec<Vec<Id>> {
        let mut found = vec![Vec::new(); Op::ALL.len()];
        for &class in classes {
            for spec in self.egraph[class].nodes.iter().filter_map(Node::spec) {
                let with: &mut Vec<Id> = &mut found[spec.op as usize];
                if with.last() != Some(&class) {
                    with.push(class);
                }
            }
        }
        found
    }

    /// Adds commutative nodes with their operands exchanged.
    fn commute(&mut self, classes: &[Id]) {
        let mut swapped = Vec::new();
        for &class in classes {
            for node in &self.egraph[class].nodes {
                if let Some(spec) = node.spec().filter(|s| s.op.is_commutative()) {
                    let (x, y) = (node.children()[0], node.children()[1]);
                    swapped.push((spec, x, y));
                }
            }
        }
        for (spec, x, y) in swapped {
            let one = self.egraph.add_uncanonical(Node::node(spec, vec![x, y]));
            let other = self.egraph.add_uncanonical(Node::node(spec, vec![y, x]));
            self.egraph.union_trusted(one, other, COMMUTATIVITY);
        }
    }

    /// The matches of a rewrite's left side in a class, with guards that hold.
    fn matches(&mut self, rule: usize, class: Id) -> Vec<Match> {
        let rewrite = &self.rewrites[rule];
        let mut empty = Match {
            terms: [None; MAX_SLOTS],
            numbers: [0; MAX_SLOTS],
            bound: 1 << ROOT_WIDTH,
            pieces: Vec::new(),
        };
        empty.numbers[ROOT_WIDTH as usize] = self.egraph[class].data.width as u128;
        let mut matcher = Matcher {
            arena: self.arena,
            egraph: &self.egraph,
            analysis: &mut self.analysis,
            limit: self.limits.matches,
        };
        let mut found = matcher.pattern(rewrite.from, class, vec![empty]);
        found.retain(|m| {
            let holds = |g: &Expr| matcher.eval(g, m) == Some(1);
            rewrite.rule.guards.iter().all(holds)
        });
        found
    }

    /// Merges both sides of a match.
    fn apply(&mut self, rule: usize, mut m: Match) {
        for class in m.terms.iter_mut().flatten() {
            *class = self.representative(*class);
        }
        let (name, to) = (
            self.rewrites[rule].rule.name.as_str(),
            self.rewrites[rule].to,
        );
        let width = m.numbers[ROOT_WIDTH as usize] as u8;
        let Some(right) = self.build(to, &m, Some(width)) else {
            return;
        };
        if self.egraph[self.egraph.find(right)].data.width != width {
            return;
        }
        let mut stack: Vec<Id> = Vec::new();
        for piece in &m.pieces {
            let id = match piece {
                Piece::Class(class) => self.representative(*class),
                Piece::Const(width, value) => {
                    self.egraph.add_uncanonical(Node::constant(*width, *value))
                }
                Piece::Node(spec, arity) => {
                    let children = stack.split_off(stack.len() - arity);
                    self.egraph.add_uncanonical(Node::node(*spec, children))
                }
            };
            stack.push(id);
        }
        if let Some(left) = stack.pop() {
            self.egraph.union_trusted(left, right, name);
        }
    }

    /// Adds an instance of a right side; `None` when it would be ill-sorted.
    fn build(&mut self, pattern: &Pattern, m: &Match, width: Option<u8>) -> Option<Id> {
        let makes = evaluating(pattern, width.map(|w| Expr::Num(w as u128)));
        let mut stack: Vec<Id> = Vec::new();
        for make in &makes {
            let id = match make {
                Make::Var(slot) => m.terms[*slot as usize]?,
                Make::Const { width, value } => {
                    let (width, value) = (self.eval(width, m)?, self.eval(value, m)?);
                    if !(1..=128).contains(&width) {
                        return None;
                    }
                    let value = value & ones(width);
                    self.egraph
                        .add_uncanonical(Node::constant(width as u8, value))
                }
                Make::Node {
                    op,
                    attributes,
                    arity,
                } => {
                    let children = stack.split_off(stack.len() - arity);
                    let widths: Vec<u8> = children.iter().map(|c| self.facts(*c).width).collect();
                    let value = |expr: &Expr| self.eval(expr, m);
                    let spec = evaluated_spec(*op, attributes, &widths, value)?;
                    self.egraph.add_uncanonical(Node::node(spec, children))
                }
            };
            stack.push(id);
        }
        stack.pop()
    }

    /// The node that stands for a class in a proof: its constant or its term, of which alone the
    /// guards were evaluated.
    fn representative(&mut self, class: Id) -> Id {
        let facts = self.facts(class);
        match (facts.constant, facts.term) {
            (Some(value), _) => {
                let constant = Node::constant(facts.width, value);
                self.egraph.add_uncanonical(constant)
            }
            (None, Some(term)) => *self.ids.get(&term).unwrap_or(&class),
            (None, None) => class,
        }
    }

    fn facts(&self, id: Id) -> Facts {
        self.egraph[self.egraph.find(id)].data
    }

    fn eval(&mut self, expr: &Expr, m: &Match) -> Option<u128> {
        let mut matcher = Matcher {
            arena: self.arena,
            egraph: &self.egraph,
            analysis: &mut self.analysis,
            limit: 0,
        };
        matcher.eval(expr, m)
    }
}

/// The rules that the assumptions allow, those for the search in both directions.
fn rewrites(rules: &RuleSet, assumptions: Assumptions) -> Vec<Rewrite<'_>> {
    let mut rewrites = Vec::new();
    for rule in rules.rules.iter().filter(|r| assumptions.allow(r.tiers)) {
        let mut push = |from, to| rewrites.push(Rewrite { rule, from, to });
        push(&rule.lhs, &rule.rhs);
        if rule.direction == Direction::Search && binds_all(rule, &rule.rhs) {
            push(&rule.rhs, &rule.lhs);
        }
    }
    rewrites
}

/// Whether a side binds every variable of its rule.
fn binds_all(rule: &Rule, side: &Pattern) -> bool {
    fn collect(p: &Pattern, terms: &mut FxHashSet<u8>, numbers: &mut FxHashSet<u8>) {
        match p {
            Pattern::Var(slot) => {
                terms.insert(*slot);
            }
            Pattern::Const(Expr::Var(slot), _) => {
                numbers.insert(*slot);
            }
            Pattern::Const(..) => {}
            Pattern::Node(_, attributes, args) => {
                for attribute in attributes {
                    if let Expr::Var(slot) = attribute {
                        numbers.insert(*slot);
                    }
                }
                args.iter().for_each(|a| collect(a, terms, numbers));
            }
        }
    }
    let (mut terms, mut numbers) = Default::default();
    collect(side, &mut terms, &mut numbers);
    matches!(side, Pattern::Node(..))
        && rule.variables.iter().all(|v| match v.kind {
            Kind::Term => terms.contains(&v.slot),
            _ => numbers.contains(&v.slot),
        })
}
