//! Ranges of inputs within which differing results agree.

use rewrite_rules::{Builder, RuleSet};
use term::SymbolId;

use super::allowance::{Allowance, Effort};
use super::claim::Obligation;
use super::decision::Decision;
use super::ladder::Ladder;
use crate::contract::Range;

impl Ladder {
    /// Whether the results of a refuted obligation are soon proved equal for inputs in these
    /// ranges. A ladder of its own decides: what is proved within them must not be taken for
    /// proved without.
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
