//! Which assumptions would make two differing results equal.

use rewrite_rules::Builder;

use super::Assumptions;
use super::claim::{Claim, Obligation};
use super::ladder::Ladder;

impl Ladder {
    /// The minimal sets of the paper's four assumptions (§6.1) under which the
    /// obligation is proved by canonical forms, smallest first; those already in
    /// force are part of every set. Empty when no set suffices.
    pub fn diagnose(&mut self, builder: &mut Builder, obligation: &Obligation) -> Vec<Assumptions> {
        let given = self.options.assumptions;
        let mut minimal: Vec<u8> = Vec::new();
        let mut sets: Vec<u8> = (1..16).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        for set in sets {
            if minimal.iter().any(|&smaller| set | smaller == set) || bits(given) & set != 0 {
                continue;
            }
            let mut claim = Claim {
                path: obligation.path.clone(),
                left: obligation.left,
                right: obligation.right,
                compare: obligation.compare,
                rest: Vec::new(),
            };
            let assumptions = with(given, set);
            let Ladder {
                options, canonical, ..
            } = self;
            if canonical.reduce(builder, &mut claim, &options.ranges, assumptions) {
                minimal.push(set);
            }
        }
        minimal.into_iter().map(|set| with(given, set)).collect()
    }
}

fn bits(a: Assumptions) -> u8 {
    let flags = [a.associative, a.ordered, a.finite, a.positive_zero];
    (0..4).filter(|&i| flags[i]).map(|i| 1 << i).sum()
}

fn with(given: Assumptions, set: u8) -> Assumptions {
    Assumptions {
        associative: given.associative || set & 1 != 0,
        ordered: given.ordered || set & 2 != 0,
        finite: given.finite || set & 4 != 0,
        positive_zero: given.positive_zero || set & 8 != 0,
        ..given
    }
}
