//! Rule tables.

/// A set of rewrite rules.
#[derive(Default)]
pub struct RuleSet {}

impl RuleSet {
    /// The rules that come with simdiff.
    pub fn builtin() -> &'static RuleSet {
        static RULES: RuleSet = RuleSet {};
        &RULES
    }
}
