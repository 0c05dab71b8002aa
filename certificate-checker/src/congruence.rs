//! Congruence closure over instances of laws.
//!
//! Invariant: terms in one class are equal for every input that the context admits, by an
//! instance of a law or because their operands are equal.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Op, TermId};

use crate::argument::Argument;
use crate::fault::{Checked, require};
use crate::format::Law;
use crate::instance::folded;
use crate::ledger::Ledger;
use crate::normal;

/// Checks that the remaining claim follows from instances of laws by congruence.
pub(crate) fn closes(argument: &mut Argument, links: &[(TermId, TermId, &Law)]) -> Checked {
    let mut roots = vec![argument.now.left, argument.now.right];
    for &(from, to, law) in links {
        let arena = &argument.ledger.terms.arena;
        let sorted = arena.width(from) == arena.width(to);
        require(sorted, || "a law changes the width".into())?;
        holds(argument.ledger, argument.context, (from, to), law)?;
        roots.extend([from, to]);
    }
    let arena = &argument.ledger.terms.arena;
    let cone = Cone::of(arena, &roots);
    let mut classes = Classes::default();
    for &(from, to, _) in links {
        classes.unite(from, to);
    }
    while classes.congruent(arena, &cone) {}
    let equal = classes.find(roots[0]) == classes.find(roots[1]);
    require(equal, || "the laws do not make both terms equal".into())
}

/// Checks that two terms are an instance of a law.
fn holds(ledger: &mut Ledger, context: u32, (a, b): (TermId, TermId), law: &Law) -> Checked {
    let arena = &ledger.terms.arena;
    match law {
        Law::Rule(name) => {
            let forwards = ledger.instance(context, name, (a, b), None);
            forwards.or_else(|fault| {
                let backwards = ledger.instance(context, name, (b, a), None);
                backwards.or(Err(fault))
            })
        }
        Law::Commutativity => {
            let (x, y) = (arena.node(a), arena.node(b));
            let exchanged = x.spec() == y.spec()
                && x.op().is_commutative()
                && x.child(0) == y.child(1)
                && x.child(1) == y.child(0)
                && x.children()[2..] == y.children()[2..];
            require(exchanged, || "these are no operands exchanged".into())
        }
        Law::Order => {
            let facts = &mut ledger.contexts[context as usize];
            normal::same(arena, facts, a, b)
        }
        Law::Folding => {
            let gives = |x, y| {
                let value = folded(arena, x);
                value.is_some() && value == arena.constant_value(y)
            };
            require(gives(a, b) || gives(b, a), || {
                "the operation gives another constant".into()
            })
        }
    }
}

/// Classes of equal terms, each represented by one of them.
#[derive(Default)]
struct Classes(FxHashMap<TermId, TermId>);

impl Classes {
    fn find(&mut self, mut term: TermId) -> TermId {
        while let Some(&next) = self.0.get(&term) {
            if let Some(&further) = self.0.get(&next) {
                self.0.insert(term, further);
            }
            term = next;
        }
        term
    }

    /// Merges two classes; whether they were distinct.
    fn unite(&mut self, a: TermId, b: TermId) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
        a != b
    }

    /// Merges operations with equal operands; whether any were distinct.
    fn congruent(&mut self, arena: &Arena, cone: &Cone) -> bool {
        let mut known = FxHashMap::default();
        let mut news = false;
        for &term in &cone.terms {
            let node = arena.node(term);
            if matches!(node.op(), Op::Const | Op::Symbol) {
                continue;
            }
            let spec = node.spec();
            let operands: Vec<TermId> = node.children().iter().map(|&c| self.find(c)).collect();
            let key = (spec.op as u8, spec.width, spec.attr, operands);
            let same = *known.entry(key).or_insert(term);
            news |= self.unite(same, term);
        }
        news
    }
}
