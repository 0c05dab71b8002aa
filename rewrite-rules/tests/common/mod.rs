//! A builder with free variables.

use simdiff_rewrite_rules::{Builder, RuleSet};
use term::{Buffer, TermId};

/// A builder with these rules, and a variable of each width.
pub fn inputs(rules: &RuleSet, widths: &[u8]) -> (Builder, Vec<TermId>) {
    let mut b = Builder::new(rules);
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: "in".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let variable =
        |(i, width): (usize, &u8)| b.arena_mut().add_symbol(buffer, 16 * i as u32, *width);
    let variables = widths.iter().enumerate().map(variable).collect();
    (b, variables)
}
