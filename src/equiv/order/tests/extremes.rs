//! Indices of minima and maxima, against all their inputs.

use term::{Format, Outcomes};

use super::super::equal_by_extremes;
use super::*;
use crate::deadline::Deadline;
use crate::equiv::Assumptions;

fn is_shown(terms: &Terms, claim: &Claim) -> bool {
    let arena = terms.builder.arena();
    equal_by_extremes(arena, claim, Assumptions::default(), &Deadline::default()).is_some()
}

/// What holds by the extremes of any claim holds for every input.
#[test]
fn claims_that_extremes_show_hold() {
    let mut shown = 0;
    for seed in 0..3_000 {
        let mut terms = Terms::new(seed);
        let claim = terms.claim();
        let equal = claim.left == claim.right;
        if !equal && is_shown(&terms, &claim) {
            shown += 1;
            assert!(terms.holds(&claim.obligation()), "seed {seed}");
        }
    }
    assert!(shown > 10, "{shown}");
}

impl Terms {
    /// The index of an extreme value, searched for in a random order, with a random rule for
    /// ties, which is often the first index of all.
    fn search(&mut self, least: bool) -> TermId {
        let mut open: Vec<(TermId, TermId)> = (0..INPUTS)
            .map(|i| (self.inputs[i], self.builder.constant(8, i as u128)))
            .collect();
        let by_index = self.random.u8(0..4) != 0;
        while open.len() > 1 {
            // Merges two candidates, the later one into the former.
            let later = self.random.usize(1..open.len());
            let former = self.random.usize(0..later);
            let (value, index) = open.remove(later);
            let (best, at) = open[former];
            let (low, high) = if least { (value, best) } else { (best, value) };
            let better = match self.signed {
                true => self.builder.slt(low, high),
                false => self.builder.ult(low, high),
            };
            let tie = self.builder.eq(value, best);
            let before = self.builder.ult(index, at);
            let wins = self.builder.and(tie, before);
            let wins = match by_index {
                true => self.builder.or(better, wins),
                false => better,
            };
            let value = self.builder.select(wins, value, best);
            open[former] = (value, self.builder.select(wins, index, at));
        }
        open[0].1
    }
}

#[test]
fn indices_of_extremes_are_equal_by_extremes() {
    let (mut equal, mut unequal) = (0, 0);
    for seed in 0..600 {
        let mut terms = Terms::new(seed);
        let least = terms.random.bool();
        let claim = Claim {
            path: Vec::new(),
            left: terms.search(least),
            right: terms.search(least),
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        if claim.left == claim.right {
            continue;
        }
        let shown = is_shown(&terms, &claim);
        assert_eq!(shown, terms.holds(&claim.obligation()), "seed {seed}");
        equal += usize::from(shown);
        unequal += usize::from(!shown);
    }
    assert!(equal > 50 && unequal > 50, "{equal}, {unequal}");
}

/// The index of an extreme float, searched for with a random comparison.
fn float_search(builder: &mut Builder, random: &mut fastrand::Rng, inputs: &[TermId]) -> TermId {
    let outcomes = [
        Outcomes::LT,
        Outcomes::LT.union(Outcomes::UNO),
        Outcomes::LT.union(Outcomes::EQ),
        Outcomes::GT,
    ];
    let outcomes = random.choice(outcomes).unwrap_or(Outcomes::LT);
    let reversed = random.bool();
    let mut order: Vec<usize> = (0..inputs.len()).collect();
    if random.bool() {
        random.shuffle(&mut order);
    }
    let mut best = inputs[order[0]];
    let mut at = builder.constant(8, order[0] as u128);
    for &i in &order[1..] {
        let (x, y) = if reversed {
            (inputs[i], best)
        } else {
            (best, inputs[i])
        };
        let wins = builder.fcmp(Format::Half, outcomes, x, y);
        best = builder.select(wins, inputs[i], best);
        let index = builder.constant(8, i as u128);
        at = builder.select(wins, index, at);
    }
    at
}

/// Zeros of either sign, NaNs, infinities and some numbers.
#[test]
fn indices_of_extreme_floats_are_equal_where_extremes_show_it() {
    let values = [0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfe01];
    let (mut equal, mut unequal) = (0, 0);
    for seed in 0..1_500 {
        let mut builder = Builder::new(RuleSet::builtin());
        let mut random = fastrand::Rng::with_seed(seed);
        let inputs: Vec<TermId> = (0..3)
            .map(|i| {
                let arena = builder.arena_mut();
                arena.add_variable(format!("x{i}"), 16, Some(Format::Half))
            })
            .collect();
        let claim = Claim {
            path: Vec::new(),
            left: float_search(&mut builder, &mut random, &inputs),
            right: float_search(&mut builder, &mut random, &inputs),
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        if claim.left == claim.right {
            continue;
        }
        let arena = builder.arena();
        let ordered = random.bool();
        let assumptions = match ordered {
            true => Assumptions::ORDERED,
            false => Assumptions::default(),
        };
        if equal_by_extremes(arena, &claim, assumptions, &Deadline::default()).is_none() {
            unequal += 1;
            continue;
        }
        equal += 1;
        let cone = Cone::of(arena, &claim.roots());
        let mut evaluator = Evaluator::new(arena, &cone);
        for number in 0..512 {
            let nan = |place: usize| number >> (3 * place) & 7 >= 6;
            if ordered && (0..3).any(nan) {
                continue;
            }
            let mut witness = Witness::default();
            for (place, id) in cone.symbols(arena).into_iter().enumerate() {
                witness.values.insert(id, values[number >> (3 * place) & 7]);
            }
            evaluator.run(&witness);
            let [x, y] = [claim.left, claim.right].map(|root| evaluator.value(root));
            assert_eq!(x, y, "seed {seed}");
        }
    }
    assert!(equal > 20 && unequal > 100, "{equal}, {unequal}");
}
