//! What the ladder proves of random claims has certificates that check.

use certificate_checker::format::{Header, VERSION};
use certificate_checker::{Answer, Fault, Solver, check};
use rewrite_rules::RuleSet;
use simdiff::certificate::{About, Recorder};
use simdiff::equiv::{Decision, Ladder, Options};

use crate::random::Random;
use crate::{Case, budget, claims, integer_case};

struct Z3;

impl Solver for Z3 {
    fn check(&mut self, query: &str) -> Answer {
        match simdiff::solver::satisfiable(query, std::time::Duration::from_secs(20)) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Unknown,
        }
    }
}

impl Case {
    /// The certificate of the claim, where it is proved, and the step that
    /// decided.
    fn certificate(&mut self, random: &mut Random) -> Option<(String, String)> {
        let options = Options {
            assumptions: self.assumptions,
            budget: budget(random),
            ..Options::default()
        };
        let mut ladder = Ladder::new(RuleSet::builtin(), options);
        let mut recorder = Recorder::new(&mut self.builder, self.assumptions);
        recorder.size(String::new(), 0);
        ladder.record(recorder);
        let Decision::Equal { step } = ladder.decide(&mut self.builder, &self.claim) else {
            return None;
        };
        let about = About {
            header: Header {
                version: VERSION,
                program: Some("a random claim".to_owned()),
                assumptions: self.assumptions.names().map(str::to_owned).collect(),
                ..Header::default()
            },
            ranges: Default::default(),
        };
        let recorder = ladder.recorder().take().expect("a recorder");
        let text = recorder.finish(&mut self.builder, &about);
        Some((text.expect("text"), step.to_string()))
    }
}

/// Bounds that the checker does not find are not confirmed now and then; nothing
/// that is written is refused.
#[test]
fn proofs_about_integers_check() {
    let mut steps = std::collections::BTreeMap::new();
    let (mut confirmed, mut open) = (0, 0);
    for seed in 0..claims(60) {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let mut case = integer_case(&mut random, seed);
        let Some((text, step)) = case.certificate(&mut random) else {
            continue;
        };
        match check(text.as_bytes(), RuleSet::builtin(), &mut Z3) {
            Ok(_) => {
                confirmed += 1;
                *steps.entry(step).or_insert(0) += 1;
            }
            Err(failure) if matches!(failure.fault, Fault::NotChecked(_)) => {
                println!("seed {seed}, {step}: {failure}");
                open += 1;
            }
            Err(failure) => panic!("seed {seed}, {step}: {failure}\n{}", case.text()),
        }
    }
    println!("{confirmed} confirmed, {open} not: {steps:?}");
    assert!(steps.len() >= 4 && confirmed > 20 * open, "{steps:?}");
}
