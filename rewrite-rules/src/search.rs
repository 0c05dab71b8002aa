//! Equality search on an e-graph, with the rules of the same table: for what
//! neither the directed rules nor the normal forms decide.
//!
//! Invariant: an explanation is returned only for terms that are equal under
//! the assumptions. Results depend on the terms and the limits alone, not on
//! time or the machine.

use std::collections::BTreeMap;

use egg::{EGraph, Id, Language};
use rustc_hash::FxHashSet;
use term::{Arena, Cone, Format, Spec, TermId};

use crate::bits::ones;
use crate::category::{Analysis, FloatFacts, Interval, Unbounded, View};
use crate::compile::{Make, evaluating, here};
use crate::expr::{Operands, eval};
use crate::function::Kind;
use crate::language::{Expr as Node, Facts, Folding};
use crate::parse::MAX_SLOTS;
use crate::pattern::{Direction, Expr, Pattern, ROOT_WIDTH, Rule, fields, make_spec};
use crate::rules::{Assumptions, RuleSet};

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most e-nodes.
    pub nodes: usize,
    /// Most rounds of applying every rule.
    pub rounds: usize,
    /// Most matches of one rule taken in a round.
    pub matches: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: 10_000,
            rounds: 6,
            matches: 300,
        }
    }
}

/// A certificate of equality: the terms from one to the other, each step with
/// the rule that justifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// S-expressions; `t12` is the term 12 of the arena, taken as it is.
    pub steps: Vec<String>,
}

/// Whether a proof was found that two terms are equal under the assumptions.
/// Subterms that both share are taken as they are at first, then looked into.
pub fn equal(
    arena: &Arena,
    a: TermId,
    b: TermId,
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> bool {
    proof(arena, (a, b), rules, assumptions, limits).is_some()
}

/// The proof that [`equal`] finds, written out. Its length is quadratic in the
/// number of its steps.
pub fn explain(
    arena: &Arena,
    a: TermId,
    b: TermId,
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> Option<Explanation> {
    let cut = proof(arena, (a, b), rules, assumptions, limits)?;
    // Once more, with the bookkeeping that explanations need.
    let mut search = Search::new(arena, rules, assumptions, limits, true);
    let (a, b) = search.run(a, b, &cut)?;
    let steps = search
        .egraph
        .explain_id_equivalence(a, b)
        .get_flat_strings();
    Some(Explanation { steps })
}

/// The subterms to take as they are for a proof to be found.
fn proof(
    arena: &Arena,
    (a, b): (TermId, TermId),
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> Option<FxHashSet<TermId>> {
    if arena.width(a) != arena.width(b) {
        return None;
    }
    let (left, right) = (Cone::of(arena, &[a]), Cone::of(arena, &[b]));
    let size = left.len() + right.len();
    let left: FxHashSet<TermId> = left.terms.into_iter().collect();
    let shared = right.terms.iter().filter(|t| left.contains(t));
    let shared: FxHashSet<TermId> = shared.copied().collect();
    let cuts = [
        (shared, size <= limits.nodes / 2),
        (FxHashSet::default(), size <= limits.nodes / 8),
    ];
    let affordable = cuts.into_iter().filter(|(_, affordable)| *affordable);
    affordable.map(|(cut, _)| cut).find(|cut| {
        let mut search = Search::new(arena, rules, assumptions, limits, false);
        search.run(a, b, cut).is_some()
    })
}

/// A rule in one direction.
struct Rewrite<'a> {
    rule: &'a Rule,
    from: &'a Pattern,
    to: &'a Pattern,
}

struct Search<'a> {
    arena: &'a Arena,
    egraph: EGraph<Node, Folding>,
    analysis: Analysis,
    rewrites: Vec<Rewrite<'a>>,
    limits: Limits,
}

/// A piece of a matched left side, operands first: enough to build it again.
#[derive(Clone, Debug)]
enum Piece {
    Class(Id),
    Const(u8, u128),
    Node(Spec, usize),
}

#[derive(Clone)]
struct Match {
    terms: [Option<Id>; MAX_SLOTS],
    numbers: [u128; MAX_SLOTS],
    bound: u32,
    pieces: Vec<Piece>,
}

impl<'a> Search<'a> {
    fn new(
        arena: &'a Arena,
        rules: &'a RuleSet,
        assumptions: Assumptions,
        limits: Limits,
        explain: bool,
    ) -> Search<'a> {
        let egraph = EGraph::new(Folding::default());
        let egraph = match explain {
            true => egraph.with_explanations_enabled(),
            false => egraph,
        };
        let mut rewrites = Vec::new();
        for rule in rules.rules.iter().filter(|r| assumptions.allow_rule(r)) {
            let mut push = |from, to| rewrites.push(Rewrite { rule, from, to });
            push(&rule.lhs, &rule.rhs);
            if rule.direction == Direction::Search && binds_all(rule, &rule.rhs) {
                push(&rule.rhs, &rule.lhs);
            }
        }
        Search {
            arena,
            egraph,
            analysis: Analysis::new(assumptions),
            rewrites,
            limits,
        }
    }

    /// The ids of both terms once they are equal; `None` when they do not
    /// become so within the limits.
    fn run(&mut self, a: TermId, b: TermId, cut: &FxHashSet<TermId>) -> Option<(Id, Id)> {
        let (a, b) = (self.add(a, cut), self.add(b, cut));
        self.egraph.rebuild();
        for _ in 0..self.limits.rounds {
            if self.egraph.analysis.contradiction {
                return None;
            }
            if self.egraph.find(a) == self.egraph.find(b) {
                return Some((a, b));
            }
            let before = (self.egraph.total_size(), self.egraph.number_of_classes());
            self.round();
            let after = (self.egraph.total_size(), self.egraph.number_of_classes());
            if before == after || self.egraph.total_size() > self.limits.nodes {
                break;
            }
        }
        let proved = self.egraph.find(a) == self.egraph.find(b);
        (proved && !self.egraph.analysis.contradiction).then_some((a, b))
    }

    /// Adds a term; terms in `cut` become leaves.
    fn add(&mut self, root: TermId, cut: &FxHashSet<TermId>) -> Id {
        let cone = Cone::of(self.arena, &[root]);
        let mut ids: BTreeMap<TermId, Id> = BTreeMap::new();
        for &term in &cone.terms {
            let node = self.arena.node(term);
            let children = node.children();
            let enode = match self.arena.constant_value(term) {
                Some(value) => Node::constant(node.width(), value),
                None if children.is_empty() || cut.contains(&term) => {
                    self.egraph.analysis.leaf_widths.insert(term, node.width());
                    Node::leaf(term)
                }
                None => Node::node(node.spec(), children.iter().map(|c| ids[c]).collect()),
            };
            let id = self.egraph.add_uncanonical(enode);
            let class = self.egraph.find(id);
            let facts = &mut self.egraph[class].data;
            facts.term = facts.term.or(Some(term));
            ids.insert(term, id);
        }
        ids[&root]
    }

    /// Applies every rule once, to matches found before any was applied.
    fn round(&mut self) {
        let mut classes: Vec<Id> = self.egraph.classes().map(|c| c.id).collect();
        classes.sort_unstable();
        let mut found: Vec<(usize, Match)> = Vec::new();
        for rule in 0..self.rewrites.len() {
            let mut left = self.limits.matches;
            for &class in &classes {
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
            self.egraph.union_trusted(one, other, "commutativity");
        }
    }

    /// The matches of a rewrite's left side in a class whose guards hold.
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

    /// Makes both sides of a match equal.
    fn apply(&mut self, rule: usize, m: Match) {
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
                Piece::Class(id) => *id,
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
                    let mut attrs = [0; 3];
                    for (attr, expr) in attrs.iter_mut().zip(attributes) {
                        *attr = self.eval(expr, m)?;
                    }
                    let children = stack.split_off(stack.len() - arity);
                    let widths: Vec<u8> = children.iter().map(|c| self.facts(*c).width).collect();
                    let spec = make_spec(*op, &attrs, &widths)?;
                    self.egraph.add_uncanonical(Node::node(spec, children))
                }
            };
            stack.push(id);
        }
        stack.pop()
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

/// Finds instances of patterns in classes.
struct Matcher<'a> {
    arena: &'a Arena,
    egraph: &'a EGraph<Node, Folding>,
    analysis: &'a mut Analysis,
    limit: usize,
}

impl Matcher<'_> {
    fn eval(&mut self, expr: &Expr, m: &Match) -> Option<u128> {
        let mut operands = Classes {
            arena: self.arena,
            egraph: self.egraph,
            analysis: self.analysis,
            terms: &m.terms,
        };
        eval(expr, &m.numbers, &mut operands)
    }

    /// Extends matches by a pattern that stands for a class.
    fn pattern(&mut self, pattern: &Pattern, class: Id, matches: Vec<Match>) -> Vec<Match> {
        let class = self.egraph.find(class);
        match pattern {
            Pattern::Var(slot) => {
                let slot = *slot as usize;
                let same = |m: &Match| m.terms[slot].is_none_or(|id| id == class);
                let bind = |mut m: Match| {
                    m.terms[slot] = Some(class);
                    m.pieces.push(Piece::Class(class));
                    m
                };
                matches.into_iter().filter(same).map(bind).collect()
            }
            Pattern::Const(value, width) => {
                let facts = self.egraph[class].data;
                let Some(found) = facts.constant else {
                    return Vec::new();
                };
                let value = here(value, &Expr::Num(facts.width as u128));
                let mut kept = Vec::new();
                for mut m in matches {
                    let right_width = width
                        .as_ref()
                        .is_none_or(|w| self.field(&mut m, w, facts.width as u128));
                    if right_width && self.field(&mut m, &value, found) {
                        m.pieces.push(Piece::Const(facts.width, found));
                        kept.push(m);
                    }
                }
                kept
            }
            Pattern::Node(op, attributes, args) => {
                let egraph = self.egraph;
                let mut all = Vec::new();
                for node in &egraph[class].nodes {
                    let Some(spec) = node.spec().filter(|s| s.op == *op) else {
                        continue;
                    };
                    let mut some = matches.clone();
                    some.retain_mut(|m| {
                        let mut values = fields(*op).iter().zip(attributes);
                        values.all(|(field, value)| self.field(m, value, field.get(spec)))
                    });
                    for (arg, child) in args.iter().zip(node.children()) {
                        if some.is_empty() {
                            break;
                        }
                        some = self.pattern(arg, *child, some);
                    }
                    for m in &mut some {
                        m.pieces.push(Piece::Node(spec, args.len()));
                    }
                    all.extend(some);
                    all.truncate(self.limit);
                }
                all
            }
        }
    }

    /// Binds or checks a number.
    fn field(&mut self, m: &mut Match, expr: &Expr, found: u128) -> bool {
        match expr {
            Expr::Var(slot) if m.bound & 1 << slot == 0 => {
                m.numbers[*slot as usize] = found;
                m.bound |= 1 << slot;
                true
            }
            expr => self.eval(expr, m) == Some(found),
        }
    }
}

/// Matched classes as guards see them.
struct Classes<'a> {
    arena: &'a Arena,
    egraph: &'a EGraph<Node, Folding>,
    analysis: &'a mut Analysis,
    terms: &'a [Option<Id>; MAX_SLOTS],
}

impl Classes<'_> {
    fn facts(&self, slot: u8) -> Option<Facts> {
        let id = self.terms[slot as usize]?;
        Some(self.egraph[self.egraph.find(id)].data)
    }
}

impl Operands for Classes<'_> {
    fn width(&self, slot: u8) -> u8 {
        self.facts(slot).map_or(1, |f| f.width)
    }
    fn constant(&self, slot: u8) -> Option<u128> {
        self.facts(slot)?.constant
    }
    fn interval(&mut self, slot: u8) -> Interval {
        let (arena, ranges) = (self.arena, &Unbounded);
        match self.facts(slot) {
            Some(Facts {
                constant: Some(c),
                width,
                ..
            }) => Interval::constant(width, c),
            Some(Facts { term: Some(t), .. }) => self.analysis.interval(View { arena, ranges }, t),
            other => Interval::full(other.map_or(128, |f| f.width)),
        }
    }
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts {
        let (arena, ranges) = (self.arena, &Unbounded);
        match self.facts(slot) {
            Some(Facts {
                constant: Some(c), ..
            }) => FloatFacts::constant(format, c),
            Some(Facts { term: Some(t), .. }) => {
                self.analysis.float(View { arena, ranges }, format, t)
            }
            _ => FloatFacts::UNKNOWN,
        }
    }
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool {
        let arena = self.arena;
        let view = View {
            arena,
            ranges: &Unbounded,
        };
        let term = self.facts(slot).and_then(|facts| facts.term);
        term.is_some_and(|t| self.analysis.canonical_nan(view, format, t))
    }
    fn select_interval(&mut self, _: u8, x: u8, y: u8) -> Interval {
        self.interval(x).hull(self.interval(y))
    }
    fn same(&self, x: u8, y: u8) -> bool {
        self.terms[x as usize] == self.terms[y as usize]
    }
    fn misordered(&self, _: u8, _: u8) -> bool {
        // Both orders are in the graph anyway.
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;
    use term::Buffer;

    fn inputs<const N: usize>(b: &mut Builder, width: u8) -> [TermId; N] {
        let buffer = b.arena_mut().add_buffer(Buffer {
            name: "in".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        std::array::from_fn(|i| b.arena_mut().add_symbol(buffer, 4 * i as u32, width))
    }

    fn search(b: &Builder, x: TermId, y: TermId, assumptions: Assumptions) -> Option<Explanation> {
        let rules = RuleSet::builtin();
        explain(b.arena(), x, y, rules, assumptions, Limits::default())
    }

    #[test]
    fn selects_are_lifted_over_sums() {
        let mut b = Builder::new(RuleSet::builtin());
        let [x, y, z, u, v] = inputs(&mut b, 32);
        let p = b.slt(u, v);
        let inner = b.select(p, x, y);
        let left = b.fadd(Format::Single, inner, z);
        let (xz, yz) = (b.fadd(Format::Single, x, z), b.fadd(Format::Single, y, z));
        let right = b.select(p, xz, yz);
        assert_ne!(left, right);
        let explanation = search(&b, left, right, Assumptions::default());
        let explanation = explanation.expect("equal");
        assert!(
            explanation
                .steps
                .iter()
                .any(|s| s.contains("fadd-lifts-select"))
        );
    }

    #[test]
    fn float_sums_need_their_assumption() {
        let mut b = Builder::new(RuleSet::builtin());
        let [x, y, z] = inputs(&mut b, 32);
        let f = Format::Single;
        let yz = b.fadd(f, y, z);
        let left = b.fadd(f, x, yz);
        let xy = b.fadd(f, x, y);
        let right = b.fadd(f, xy, z);
        assert_eq!(search(&b, left, right, Assumptions::default()), None);
        let associative = Assumptions {
            associative: true,
            ..Assumptions::default()
        };
        assert!(search(&b, left, right, associative).is_some());
    }

    #[test]
    fn unequal_terms_are_not_proved() {
        let mut b = Builder::new(RuleSet::builtin());
        let [x, y, z] = inputs(&mut b, 32);
        let (left, right) = (b.sub(x, y), b.sub(x, z));
        assert_eq!(search(&b, left, right, Assumptions::default()), None);
    }
}
