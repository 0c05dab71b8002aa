//! Rules of the user's.

use std::path::Path;
use std::time::Duration;

use rewrite_rules::RuleSet;
use simdiff::deadline::Deadline;
use simdiff::report::{self, Decoration};
use simdiff::rulebook;

use crate::fuzz::{each, each_file, rounds};

const PROVED: &str = "\
(rule sum-of-and-or (tier exact) (source \"every bit is counted once\")
  (=> (add (and ?x ?y) (or ?x ?y)) (add ?x ?y)))
(rule bounded (tier finite) (source \"a bound\")
  (where (< (umax ?x) 256) (= (& ?c 3) 0))
  (=> (and ?x (const ?c)) (and (add ?x 0) (const ?c))))
(rule halves (tier exact) (source \"powers of two\")
  (where (< (width ?x) 9))
  (=> (fdiv [f32 rne] ?x 2.0) (fmul ?x 0.5)))
";

#[test]
fn damaged_rules_are_told_of() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("rewrite-rules/rules");
    let files = std::fs::read_dir(place).expect("rules");
    // Each entry by itself: a mistake in one hides the others.
    let mut entries = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("rules");
        entries.extend(text.split("\n(rule").map(|rest| format!("(rule{rest}")));
    }
    each("rules", rounds() / 2, &entries, |mutant| {
        drop(RuleSet::parse(
            "mutant.rules",
            &String::from_utf8_lossy(mutant),
        ));
    });
}

/// Rules, and what is to show that they hold.
#[test]
fn damaged_rules_are_proved_or_told_of() {
    each_file("mutant.rules", rounds() / 100, &[PROVED], |path| {
        let soon = Deadline::default().within(Duration::from_millis(20));
        if let Err(problem) = rulebook::load(&[path.to_owned()], false, &soon) {
            report::problem(&problem, Decoration::default());
        }
    });
}
