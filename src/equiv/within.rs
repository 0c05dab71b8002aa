//! Input ranges within which differing results agree.

use rewrite_rules::{Builder, RuleSet};
use term::SymbolId;

use super::allowance::{Allowance, Effort};
use super::claim::Obligation;
use super::decision::Decision;
use super::ladder::Ladder;
use crate::contract::Range;

impl Ladder {
    /// Whether the results of a refuted obligation are proved equal, by moderate effort, for
    /// inputs in the given ranges. A separate ladder decides, because proofs under these ranges
    /// must not be reused without them.
    pub fn agrees_within(
        &self,
        rules: &RuleSet,
        builder: &mut Builder,
        obligation: &Obligation,
        ranges: &[(SymbolId, Range)],
    ) -> bool {
        let mut options = self.options.clone();
        options.ranges.extend(ranges.iter().copied());
        let moderate = Allowance {
            effort: Effort::Moderate,
            ..Allowance::default()
        };
        let decision = Ladder::new(rules, options).decide_within(moderate, builder, obligation);
        matches!(decision, Decision::Equal { .. })
    }
}
