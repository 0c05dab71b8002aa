//! The index of rules misses no rule: a builder without it makes exactly the same terms.

use super::*;

#[test]
fn a_builder_without_the_index_makes_the_same_terms() {
    for assumptions in [
        Assumptions::default(),
        Assumptions::ORDERED | Assumptions::POSITIVE_ZERO,
    ] {
        let directed = Arc::new(DirectedRules::new(RuleSet::builtin(), assumptions));
        let plain = Arc::new(DirectedRules::unindexed(RuleSet::builtin(), assumptions));
        for seed in 0..60 {
            let (mut indexed, mut unindexed) = (builder(), builder());
            indexed.rewriter.replace_rules(directed.clone());
            unindexed.rewriter.replace_rules(plain.clone());
            let mut pairs = variables(&mut indexed, &mut unindexed);
            let mut s = Stream(seed);
            for _ in 0..100 {
                grow(&mut s, &mut pairs, &mut indexed, &mut unindexed);
                grow_floats(&mut s, &mut pairs, &mut indexed, &mut unindexed);
            }
            let (x, y) = (indexed.arena(), unindexed.arena());
            assert_eq!(x.len(), y.len(), "seed {seed}");
            for term in (0..x.len()).map(TermId::from_index) {
                assert_eq!(x.node(term), y.node(term), "seed {seed}");
            }
        }
    }
}
