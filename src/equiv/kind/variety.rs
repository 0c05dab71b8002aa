//! Idealisations that leave of a result what it tells: one that makes almost every result the same
//! makes any two results agree.

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::TermId;

use crate::equiv::claim::Obligation;
use crate::equiv::ladder::Ladder;
use crate::equiv::portfolio::Portfolio;

impl Ladder {
    /// Whether idealised results have at least half as many values on samples as the results
    /// themselves, on both sides.
    pub(super) fn stays_various(
        &self,
        builder: &Builder,
        obligation: &Obligation,
        idealised: [TermId; 2],
    ) -> bool {
        let mut seen = [(); 4].map(|()| FxHashSet::default());
        let all = [
            obligation.left,
            obligation.right,
            idealised[0],
            idealised[1],
        ];
        self.on_samples(
            builder,
            obligation,
            &idealised,
            Portfolio::draw,
            |_, value| {
                for (values, term) in seen.iter_mut().zip(all) {
                    values.insert(value(term));
                }
                true
            },
        );
        let [left, right, ideal_left, ideal_right] = seen.map(|values| values.len());
        ideal_left * 2 >= left && ideal_right * 2 >= right
    }
}
