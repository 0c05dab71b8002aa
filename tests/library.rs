//! The library: a check from a Rust test.

use std::path::PathBuf;

use simdiff::equiv::Assumptions;
use simdiff::verdict::Verdict;
use simdiff::{Check, assert_equivalent};

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(name)
}

#[test]
fn a_port_is_equivalent() {
    assert_equivalent!(
        example("zlimit/zlimit.c"),
        "zlimit_scalar",
        "zlimit_sse",
        "n=1..8"
    );
}

#[test]
#[should_panic(expected = "`dot_sse` does not compute what `dot_scalar` computes")]
fn a_port_that_differs_panics_with_the_report() {
    assert_equivalent!(example("dot/dot.c"), "dot_scalar", "dot_sse", "n=5");
}

#[test]
fn everything_else_can_be_said() {
    let check = Check::new(example("dot/dot.c"), "dot_scalar", "dot_sse").size("n=5");
    let check = check.with(|request| request.settings.assumptions |= Assumptions::ASSOCIATIVE);
    assert_eq!(
        check.run().expect("an outcome").verdict,
        Verdict::Equivalent
    );
    let missing = Check::new("nothing.c", "f", "g")
        .run()
        .expect_err("there is no file");
    assert!(missing.message.contains("no such file"), "{missing:?}");
}
