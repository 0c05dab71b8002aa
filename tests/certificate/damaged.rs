//! Certificates with words changed, whose seal and digest were made anew: the checker
//! comes to an end with a finding.

use certificate_checker::format::Line;
use certificate_checker::{Answer, Claimed, Digest, Solver, check, seal};
use rewrite_rules::RuleSet;

use crate::fuzz::{each, rounds};
use crate::samples;

/// Agrees to everything, so that what comes after a query is reached.
struct Agreeing;

impl Solver for Agreeing {
    fn check(&mut self, _: &str) -> Answer {
        Answer::Unsat
    }
}

#[test]
fn damaged_certificates_are_told_of() {
    let seeds: Vec<&String> = samples::WRITTEN.iter().map(|(_, text)| text).collect();
    each("certificates", rounds() / 4, &seeds, |mutant| {
        let sealed = anew(&String::from_utf8_lossy(mutant));
        drop(check(sealed.as_bytes(), RuleSet::builtin(), &mut Agreeing));
        drop(Claimed::read(sealed.as_bytes()));
    });
}

/// The text with a seal that its header has, and the digest that its lines have.
fn anew(text: &str) -> String {
    let mut digest = Digest::default();
    let mut whole = String::new();
    for line in text.lines() {
        let line = match serde_json::from_str(line) {
            Ok(Line::Certificate(mut header)) => {
                header.seal = seal(&header);
                serde_json::to_string(&Line::Certificate(header)).expect("JSON")
            }
            Ok(Line::End(mut end)) => {
                end.digest = digest.text();
                serde_json::to_string(&Line::End(end)).expect("JSON")
            }
            _ => line.to_owned(),
        };
        digest.add(line.as_bytes());
        digest.add(b"\n");
        whole += &line;
        whole.push('\n');
    }
    whole
}
