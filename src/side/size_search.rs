//! Answers about sizes that need no solver: by evaluation, by conjuncts that fix sizes, and the
//! sizes nearest to others.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Assignment, Cone, Evaluator, Op, SymbolId, TermId};

use super::size_conditions::constant;
use super::size_solver::SizeSolver;
use crate::contract::Sizes;
use crate::frontend::sizes;

impl SizeSolver {
    /// The conjuncts of a condition that concern sizes, directly or by what they share with others
    /// that do: necessary for the condition, and often of sizes alone.
    pub fn about_sizes(&mut self, condition: TermId) -> TermId {
        let arena = self.builder.arena();
        let symbols = |of: &[TermId]| Cone::of(arena, of).symbols(arena);
        let sizes = symbols(&Vec::from_iter(self.sizes.values().copied()));
        let mut related: FxHashSet<SymbolId> = sizes.into_iter().collect();
        let conjuncts = arena.conjuncts(condition).into_iter();
        let mut open: Vec<(TermId, Vec<SymbolId>)> =
            conjuncts.map(|term| (term, symbols(&[term]))).collect();
        let mut kept = Vec::new();
        loop {
            let concern = |(_, of): &mut (TermId, Vec<SymbolId>)| {
                of.is_empty() || of.iter().any(|symbol| related.contains(symbol))
            };
            let more: Vec<_> = open.extract_if(.., concern).collect();
            if more.is_empty() {
                break;
            }
            related.extend(more.iter().flat_map(|(_, of)| of));
            kept.extend(more.into_iter().map(|(term, _)| term));
        }
        let mut all = self.builder.bool(true);
        for conjunct in kept {
            all = self.builder.and(all, conjunct);
        }
        all
    }

    /// The first of these sizes that may be tried and at which a condition holds, where everything
    /// else in it is zero.
    pub fn first(&mut self, condition: TermId, all: &[Sizes]) -> Option<Sizes> {
        let goal = self.builder.and(condition, self.admissible);
        self.evaluated(goal, all).cloned()
    }

    /// The first of these sizes at which a condition holds, where everything else in it is zero.
    pub(super) fn evaluated<'s>(&self, condition: TermId, all: &'s [Sizes]) -> Option<&'s Sizes> {
        let arena = self.builder.arena();
        let cone = Cone::of(arena, &[condition]);
        let mut evaluator = Evaluator::new(arena, &cone);
        let symbols = self.sizes.iter().flat_map(|(name, size)| {
            let symbols = Cone::of(arena, &[*size]).symbols(arena);
            symbols.into_iter().map(move |symbol| (symbol, name))
        });
        let symbols: FxHashMap<SymbolId, &String> = symbols.collect();
        all.iter().find(|sizes| {
            let values = symbols.iter().map(|(symbol, name)| {
                let value = sizes.get(*name).copied().unwrap_or_default();
                (*symbol, u128::from(value.cast_unsigned()))
            });
            evaluator.run(&At(values.collect()));
            evaluator.value(condition) == 1
        })
    }

    /// The sizes nearest to these that may be tried: each in turn, the largest first, is what is
    /// wanted, or the least above it, or the greatest below it. `None` if none are known.
    pub fn nearest(&mut self, wanted: &Sizes) -> Option<Sizes> {
        let mut goal = self.admissible;
        if self.can_hold(goal) != Some(true) {
            return None;
        }
        let mut order: Vec<(&String, i64)> = wanted.iter().map(|(n, v)| (n, *v)).collect();
        order.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let mut nearest = Sizes::new();
        for (name, value) in order {
            let size = *self.sizes.get(name)?;
            let value = value.clamp(0, sizes::MAX_SIZE);
            let least = constant(&mut self.builder, value);
            let above = self.builder.ule(least, size);
            let above = self.builder.and(goal, above);
            let found = match self.feasible(above) {
                Some(true) => self.halve(above, sizes::MAX_SIZE, &[size]),
                _ => self.greatest(goal, value, size),
            };
            let found_term = constant(&mut self.builder, found);
            let equal = self.builder.eq(size, found_term);
            goal = self.builder.and(goal, equal);
            nearest.insert(name.clone(), found);
        }
        Some(nearest)
    }

    /// The greatest value below `most` of a size for which a goal can hold.
    fn greatest(&mut self, goal: TermId, most: i64, size: TermId) -> i64 {
        let (mut low, mut high) = (0, most);
        while low + 1 < high {
            let middle = low.midpoint(high);
            let bound = constant(&mut self.builder, middle);
            let above = self.builder.ule(bound, size);
            let above = self.builder.and(goal, above);
            match self.feasible(above) {
                Some(true) => low = middle,
                _ => high = middle,
            }
        }
        low
    }

    /// Whether a goal can hold, where its conjuncts tell at once: those that fix symbols, and others
    /// of these symbols alone.
    pub(super) fn pinned(&self, goal: TermId) -> Option<bool> {
        let arena = self.builder.arena();
        let conjuncts = arena.conjuncts(goal);
        let mut pins = FxHashMap::default();
        for conjunct in &conjuncts {
            let node = arena.node(*conjunct);
            let [x, y] = *node.children() else {
                continue;
            };
            let pin = |of: TermId, value: TermId| {
                Some((arena.symbol_id(of)?, arena.constant_value(value)?))
            };
            if node.op() == Op::Eq
                && let Some((symbol, value)) = pin(x, y).or_else(|| pin(y, x))
            {
                pins.entry(symbol).or_insert(value);
            }
        }
        let pins = At(pins);
        let cone = Cone::of(arena, &[goal]);
        let mut evaluator = Evaluator::new(arena, &cone);
        evaluator.run(&pins);
        let mut is_known = true;
        for conjunct in conjuncts {
            let mut symbols = Cone::of(arena, &[conjunct]).symbols(arena).into_iter();
            match symbols.all(|symbol| pins.0.contains_key(&symbol)) {
                true if evaluator.value(conjunct) == 0 => return Some(false),
                true => {}
                false => is_known = false,
            }
        }
        is_known.then_some(true)
    }
}

/// An assignment of sizes; everything else is zero.
struct At(FxHashMap<SymbolId, u128>);

impl Assignment for At {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0.get(&id).copied().unwrap_or_default()
    }
}
