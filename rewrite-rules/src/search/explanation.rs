//! Translation of egg's explanations into equalities that can be checked one by one.

use std::rc::Rc;

use egg::{Symbol, TreeTerm};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, Spec, TermId};

use super::language::{Expr as Node, FOLDING, Head};
use super::saturation::COMMUTATIVITY;
use super::{Law, Link};

/// Adds the equalities that a proof consists of, each once, and returns its last term.
pub(super) fn links(
    arena: &mut Arena,
    proof: &[Rc<TreeTerm<Node>>],
    links: &mut Vec<Link>,
) -> Option<TermId> {
    let mut reader = Reader {
        arena,
        ends: FxHashMap::default(),
        links,
        known: FxHashSet::default(),
    };
    reader.chain(proof).map(|(_, last)| last)
}

struct Reader<'a> {
    arena: &'a mut Arena,
    /// The first and last terms of the proofs of each operation.
    ends: FxHashMap<*const TreeTerm<Node>, (TermId, TermId)>,
    links: &'a mut Vec<Link>,
    known: FxHashSet<(TermId, TermId, Law)>,
}

impl Reader<'_> {
    /// The first and last terms of a proof; records its equalities.
    fn chain(&mut self, proof: &[Rc<TreeTerm<Node>>]) -> Option<(TermId, TermId)> {
        let mut ends: Option<(TermId, TermId)> = None;
        for step in proof {
            let (from, to) = self.step(step)?;
            if let (Some((_, before)), Some(law)) = (ends, law(step)) {
                self.link(before, from, law);
            }
            ends = Some((ends.map_or(from, |(first, _)| first), to));
        }
        ends
    }

    fn link(&mut self, from: TermId, to: TermId, by: Law) {
        if from != to && self.known.insert((from, to, by.clone())) {
            self.links.push(Link { from, to, by });
        }
    }

    fn step(&mut self, step: &Rc<TreeTerm<Node>>) -> Option<(TermId, TermId)> {
        let key = Rc::as_ptr(step);
        if let Some(&ends) = self.ends.get(&key) {
            return Some(ends);
        }
        let children = step.child_proofs.iter().map(|proof| self.chain(proof));
        let children: Vec<(TermId, TermId)> = children.collect::<Option<_>>()?;
        let (from, to): (Vec<TermId>, Vec<TermId>) = children.into_iter().unzip();
        let ends = (self.term(&step.node, &from), self.term(&step.node, &to));
        self.ends.insert(key, ends);
        Some(ends)
    }

    fn term(&mut self, node: &Node, children: &[TermId]) -> TermId {
        match node.head {
            Head::Const(width, value) => self.arena.constant(width, value),
            Head::Leaf(term) => term,
            Head::Node(op, width, attr) => {
                let op = Op::ALL[usize::from(op)];
                self.arena.term(Spec { op, width, attr }, children)
            }
        }
    }
}

/// The law that leads to a step, forwards or backwards.
fn law(step: &TreeTerm<Node>) -> Option<Law> {
    let name: Symbol = step.forward_rule.or(step.backward_rule)?;
    Some(match name.as_str() {
        COMMUTATIVITY => Law::Commutativity,
        FOLDING => Law::Folding,
        rule => Law::Rule(rule.to_owned()),
    })
}
