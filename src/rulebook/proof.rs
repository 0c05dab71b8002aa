//! `simdiff rules prove`: what holds by what means.

use std::fmt::Write;

use rewrite_rules::prove::{Outcome, Proof};
use rewrite_rules::{Builder, Rule, RuleSet, instances};

use super::find;
use crate::problem::Problem;
use crate::solver::{Answer, Limits, Solver};

/// Cases of each exhaustive or sampled check.
const CASES: u64 = 20_000;
/// Instances of a rule that the solver is asked for.
const INSTANCES: usize = 6;
/// Choices tried to find them.
const TRIALS: usize = 3_000;
/// What one instance may cost: wide multiplications and divisions are given up.
const LIMITS: Limits = Limits {
    resources: 400_000,
    timeout: std::time::Duration::from_secs(5),
    rounds: 4,
    terms: 1_000,
};

/// What the solver said of a rule's instances.
#[derive(Default)]
struct Solved {
    proved: usize,
    asked: usize,
    widest: u8,
    refuted: Option<String>,
}

/// A table of how each of the named rules (of all, when none is named) was
/// checked, and whether all are good.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn prove(rules: &RuleSet, names: &[String]) -> Result<(String, bool), Problem> {
    let mut chosen = RuleSet::default();
    for name in names {
        let (rule, rejected) = find(rules, name)?;
        if rejected {
            let rejected = rules.rejected.iter().filter(|r| r.rule.name == rule.name);
            chosen.rejected.extend(rejected.cloned());
        } else {
            chosen.rules.push(rule.clone());
        }
    }
    let chosen = if names.is_empty() { rules } else { &chosen };
    let proofs = chosen.prove(CASES);
    let solved: Vec<Solved> = chosen.rules.iter().map(solve).collect();
    let width = proofs.iter().map(|p| p.rule.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut good = true;
    for (i, proof) in proofs.iter().enumerate() {
        let solved = solved.get(i);
        let refuted = solved.and_then(|s| s.refuted.as_ref());
        good &= proof.is_good() && refuted.is_none();
        let word = match (&proof.outcome, refuted) {
            (_, Some(_)) => "FAILS",
            (Outcome::Holds, _) => "holds",
            (Outcome::Refuted, _) => "rejected",
            (Outcome::Fails(_), _) => "FAILS",
            (Outcome::Vacuous, _) => "VACUOUS",
            (Outcome::NotRefuted, _) => "UNREFUTED",
        };
        let _ = writeln!(
            text,
            "{word:9} {:width$}  {}",
            proof.rule,
            means(proof, solved)
        );
    }
    if let [_] = names {
        return Ok((text, good));
    }
    let by_solver = solved.iter().filter(|s| s.proved > 0).count();
    let _ = writeln!(
        text,
        "{} rules checked, {} of them by the solver too; {} rejected rules refuted by their witnesses",
        chosen.rules.len(),
        by_solver,
        chosen.rejected.len(),
    );
    Ok((text, good))
}

fn means(proof: &Proof, solved: Option<&Solved>) -> String {
    if let Outcome::Fails(counterexample) = &proof.outcome {
        return counterexample.to_string();
    }
    if proof.outcome == Outcome::Refuted {
        return "its witness refutes it".to_owned();
    }
    let mut means = Vec::new();
    if proof.exhaustive_width > 0 {
        means.push(format!("every case to {} bits", proof.exhaustive_width));
    }
    if proof.every_half {
        means.push("every half-precision value".to_owned());
    }
    means.push(format!("{} cases in all", proof.cases));
    if let Some(solved) = solved {
        if let Some(refuted) = &solved.refuted {
            means.push(refuted.clone());
        }
        if solved.proved > 0 {
            let Solved {
                proved,
                asked,
                widest,
                ..
            } = solved;
            means.push(format!(
                "Z3 for all values of {proved} of {asked} instances, to {widest} bits"
            ));
        }
    }
    means.join(", ")
}

/// Asks the solver for instances over free variables. Rules of other tiers than
/// *exact* hold under assumptions that it does not know.
fn solve(rule: &Rule) -> Solved {
    let mut solved = Solved::default();
    if rule.tiers != [rewrite_rules::Tier::Exact] {
        return solved;
    }
    let mut builder = Builder::new(&RuleSet::default());
    let instances = instances(rule, builder.arena_mut(), INSTANCES, TRIALS);
    for instance in instances {
        let differ = builder.ne(instance.left, instance.right);
        solved.asked += 1;
        match Solver::new().check(builder.arena(), &[differ], LIMITS) {
            Answer::Unsat => {
                solved.proved += 1;
                solved.widest = solved.widest.max(builder.width(instance.left));
            }
            Answer::Sat(_) => {
                let printer = term::Printer::new(builder.arena());
                let roots = [instance.left, instance.right];
                let rendered = printer.render(&roots, &term::Style::default());
                let sides: Vec<&str> = rendered.roots.iter().map(|r| r.text.as_str()).collect();
                solved.refuted = Some(format!("Z3 refutes {}", sides.join(" = ")));
            }
            Answer::Unknown(_) => {}
        }
    }
    solved
}
