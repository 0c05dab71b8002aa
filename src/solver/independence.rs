//! Constraint independence (as in KLEE): constraints without a common symbol do not influence
//! each other.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, FunctionId, Op, SymbolId, TermId};

use crate::budgets::solver::REMEMBERED_TIES;

/// A dependency that connects two constraints: a shared symbol, or a shared uninterpreted
/// function, since one interpretation serves all constraints.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tie {
    Symbol(SymbolId),
    Function(FunctionId),
}

/// Finds which constraints influence each other. Caches the dependencies of each constraint, for
/// the terms of *one* arena.
#[derive(Default)]
pub struct Independence {
    ties: FxHashMap<TermId, Rc<[Tie]>>,
}

impl Independence {
    fn ties(&mut self, arena: &Arena, term: TermId) -> Rc<[Tie]> {
        if let Some(ties) = self.ties.get(&term) {
            return ties.clone();
        }
        let cone = Cone::of(arena, &[term]);
        let tie = |&t: &TermId| match arena.op(t) {
            Op::Symbol => arena.symbol_id(t).map(Tie::Symbol),
            Op::Apply => Some(Tie::Function(FunctionId(arena.node(t).spec().attr))),
            _ => None,
        };
        let ties: Rc<[Tie]> = cone.terms.iter().filter_map(tie).collect();
        if self.ties.len() >= REMEMBERED_TIES {
            self.ties.clear();
        }
        self.ties.insert(term, ties.clone());
        ties
    }

    /// Splits constraints into groups without common dependencies, each ascending and without
    /// duplicates; groups are in the order of their smallest constraint.
    pub fn components(&mut self, arena: &Arena, constraints: &[TermId]) -> Vec<Vec<TermId>> {
        let mut sorted = constraints.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut parent: Vec<usize> = (0..sorted.len()).collect();
        let mut owner: FxHashMap<Tie, usize> = FxHashMap::default();
        for (i, &constraint) in sorted.iter().enumerate() {
            for &tie in self.ties(arena, constraint).iter() {
                let j = *owner.entry(tie).or_insert(i);
                let (a, b) = (find(&mut parent, i), find(&mut parent, j));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut groups: Vec<Vec<TermId>> = vec![Vec::new(); sorted.len()];
        for (i, &constraint) in sorted.iter().enumerate() {
            groups[find(&mut parent, i)].push(constraint);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Splits `constraints` into those connected with `goal` by shared symbols or functions,
    /// directly or through each other, and the rest; both in the given order. Constraints
    /// without symbols count as connected.
    pub fn split(
        &mut self,
        arena: &Arena,
        constraints: &[TermId],
        goal: &[TermId],
    ) -> (Vec<TermId>, Vec<TermId>) {
        if constraints.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let mut reached: FxHashSet<Tie> = FxHashSet::default();
        for &term in goal {
            reached.extend(self.ties(arena, term).iter().copied());
        }
        let ties: Vec<Rc<[Tie]>> = constraints.iter().map(|&t| self.ties(arena, t)).collect();
        let mut taken = vec![false; constraints.len()];
        loop {
            let mut grown = false;
            for (ties, taken) in ties.iter().zip(&mut taken) {
                if !*taken && (ties.is_empty() || ties.iter().any(|tie| reached.contains(tie))) {
                    *taken = true;
                    grown = true;
                    reached.extend(ties.iter().copied());
                }
            }
            if !grown {
                break;
            }
        }
        let side = |wanted: bool| {
            let of_side = constraints
                .iter()
                .zip(&taken)
                .filter(|(_, t)| **t == wanted);
            of_side.map(|(&c, _)| c).collect()
        };
        (side(true), side(false))
    }
}

fn find(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
