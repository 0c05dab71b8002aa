//! Matching of patterns in the classes of an e-graph.
//!
//! Invariant: a match records the nodes that it was found in, so that a proof can name them.

use egg::{EGraph, Id, Language};
use term::{Arena, Format, Spec};

use super::language::{Expr as Node, Facts, Folding};
use crate::bits::ones;
use crate::category::{Analysis, FloatFacts, Interval, Unbounded, View};
use crate::expr::{Operands, eval};
use crate::make::here;
use crate::pattern::{Expr, MAX_SLOTS, Pattern, fields};

/// A part of a matched left side, operands first: enough to build it again.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Class(Id),
    Const(u8, u128),
    Node(Spec, usize),
}

#[derive(Clone)]
pub(super) struct Match {
    pub terms: [Option<Id>; MAX_SLOTS],
    pub numbers: [u128; MAX_SLOTS],
    pub bound: u32,
    pub pieces: Vec<Piece>,
}

/// Finds instances of patterns in classes.
pub(super) struct Matcher<'a> {
    pub arena: &'a Arena,
    pub egraph: &'a EGraph<Node, Folding>,
    pub analysis: &'a mut Analysis,
    pub limit: usize,
}

impl Matcher<'_> {
    pub(super) fn eval(&mut self, expr: &Expr, m: &Match) -> Option<u128> {
        let mut operands = Classes {
            arena: self.arena,
            egraph: self.egraph,
            analysis: self.analysis,
            terms: &m.terms,
        };
        eval(expr, &m.numbers, &mut operands)
    }

    /// Extends matches by a pattern that matches a class.
    pub(super) fn pattern(
        &mut self,
        pattern: &Pattern,
        class: Id,
        matches: Vec<Match>,
    ) -> Vec<Match> {
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

    /// Binds a number slot, or checks the value of an expression.
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

/// Matched classes as guards query them.
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
    fn width(&mut self, slot: u8) -> u8 {
        self.facts(slot).map_or(1, |f| f.width)
    }
    fn constant(&mut self, slot: u8) -> Option<u128> {
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
    fn low_bits(&mut self, slot: u8, n: u32) -> (u128, u128) {
        let all = ones(n.into());
        match self.facts(slot).and_then(|facts| facts.constant) {
            Some(value) => (value & all, value & all),
            None => (0, all),
        }
    }
    fn shift_depth(&mut self, slot: u8) -> u8 {
        let term = self.facts(slot).and_then(|facts| facts.term);
        term.map_or(0, |t| self.analysis.shift_depth(self.arena, t))
    }
    fn is_xor(&mut self, _: [u8; 3], _: u32, _: u32, _: bool) -> bool {
        // Rules with this guard were applied when the terms were built.
        false
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
    fn same(&mut self, x: u8, y: u8) -> bool {
        self.terms[x as usize] == self.terms[y as usize]
    }
    fn misordered(&mut self, _: u8, _: u8) -> bool {
        // Both orders are in the graph anyway.
        true
    }
}
