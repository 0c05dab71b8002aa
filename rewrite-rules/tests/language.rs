//! Error messages for invalid rule files.

use simdiff_rewrite_rules::{RuleError, RuleSet};

fn error(text: &str) -> RuleError {
    RuleSet::parse("my.rules", text).expect_err("an error")
}

fn rule(body: &str) -> String {
    format!("(rule r (tier exact) (source \"test\")\n  {body})")
}

#[test]
fn a_misspelt_operator_gets_the_nearest_name() {
    let e = error(&rule("(=> (fad ?x ?y) ?x)"));
    assert_eq!(e.message, "unknown operator `fad`");
    assert_eq!(e.help.as_deref(), Some("did you mean `fadd`?"));
    assert_eq!((e.line, e.column), (2, 8));
}

#[test]
fn an_unbound_variable_is_named() {
    let e = error(&rule("(=> (add ?x 0) ?y)"));
    assert_eq!(e.message, "the left side does not bind `?y`");
}

#[test]
fn an_unclosed_list_points_at_its_start() {
    let text = "(rule r";
    let e = error(text);
    assert_eq!(&text[e.span], "(");
    assert_eq!(e.message, "no `)` closes this");
}

#[test]
fn operands_are_counted() {
    let e = error(&rule("(=> (add ?x) ?x)"));
    assert_eq!(e.message, "`add` takes 2 operands");
}

#[test]
fn kinds_are_checked() {
    let e = error(&rule("(=> (extract [?x 8] ?x) ?x)"));
    assert_eq!(e.message, "`?x` is a number, but a term is needed here");
}

#[test]
fn a_misspelt_guard_gets_the_nearest_name() {
    let e = error(&rule("(where (never-nam ?format ?x)) (=> (fadd ?x ?y) ?x)"));
    assert_eq!(e.help.as_deref(), Some("did you mean `never-nan`?"));
}

#[test]
fn an_unknown_tier_gets_the_nearest_name() {
    let e = error("(rule r (tier exakt) (source \"t\") (=> (add ?x ?y) ?x))");
    assert_eq!(e.help.as_deref(), Some("did you mean `exact`?"));
}

#[test]
fn a_constant_needs_a_width() {
    let e = error(&rule("(=> (extract [?o ?w] ?x) (ult 0 1))"));
    assert_eq!(e.message, "nothing determines the width of a constant");
}

#[test]
fn names_are_unique() {
    let one = rule("(=> (add ?x 0) ?x)");
    let e = error(&format!("{one}\n{one}"));
    assert_eq!(e.message, "a second rule `r`");
}

#[test]
fn deep_nesting_is_refused() {
    let e = error(&"(".repeat(100_000));
    assert_eq!(e.message, "nested too deeply");
}

#[test]
fn a_rejected_rule_needs_its_witness() {
    let e = error("(rejected r (source \"t\") (=> (add ?x ?y) ?x))");
    assert_eq!(e.message, "the witness gives no value to `?x`");
}

#[test]
fn a_user_rule_is_applied() {
    let mut set = RuleSet::builtin().clone();
    let text = "(rule mine (tier exact) (source \"test\") (=> (udiv ?x ?x) (udiv ?x ?x)))";
    let mine = RuleSet::parse("my.rules", text).expect("well-formed");
    set.merge("my.rules", text, mine).expect("a new name");
    assert_eq!(set.rules.len(), RuleSet::builtin().rules.len() + 1);
}
