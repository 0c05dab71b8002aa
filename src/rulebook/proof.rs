//! `simdiff rules prove`: what holds by what means.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rewrite_rules::pattern::Rejected;
use rewrite_rules::prove::{Effort, Outcome, Proof, SmallFloats};
use rewrite_rules::{Builder, Rule, RuleSet, instances};

use super::find;
use crate::problem::Problem;
use crate::solver::{Answer, Limits, Solver};

/// Instances of a rule that the solver is asked for.
const INSTANCES: usize = 6;
/// Choices tried to find them.
const TRIALS: usize = 3_000;
/// What one instance may cost: wide multiplications and divisions are given up.
/// The resources come first, and do not depend on how busy the machine is.
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
pub fn prove(rules: &RuleSet, names: &[String], effort: Effort) -> Result<(String, bool), Problem> {
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
    let (mut proofs, solved): (Vec<Proof>, Vec<Solved>) =
        on_all_cores(&chosen.rules, |rule| (rule.prove(effort), solve(rule)))
            .into_iter()
            .unzip();
    proofs.extend(chosen.rejected.iter().map(Rejected::prove));
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
    text.push_str(&summary(&proofs, &solved));
    Ok((text, good))
}

/// How many rules were checked by which means.
fn summary(proofs: &[Proof], solved: &[Solved]) -> String {
    let count = |holds: fn(&Proof) -> bool| proofs.iter().filter(|p| holds(p)).count();
    let rejected = count(|p| p.outcome == Outcome::Refuted);
    let by_solver = |holds: fn(&Solved) -> bool| solved.iter().filter(|s| holds(s)).count();
    let mut text = format!("{} rules checked:\n", solved.len());
    let rows = [
        (
            count(|p| p.exhaustive_width > 0),
            "for every case to some width",
        ),
        (
            count(|p| p.small_floats != SmallFloats::None),
            "for every 8-bit float",
        ),
        (count(|p| p.every_half), "for every half-precision value"),
        (
            count(|p| p.on_processor > 0),
            "with the processor's own instructions on both sides",
        ),
        (by_solver(|s| s.proved > 0), "by Z3 at real widths"),
        (
            by_solver(|s| s.proved < s.asked && s.refuted.is_none()),
            "with instances that Z3 did not answer in time",
        ),
    ];
    for (number, means) in rows {
        let _ = writeln!(text, "{number:5} {means}");
    }
    let _ = writeln!(text, "{rejected} rejected rules refuted by their witnesses");
    text
}

/// `work` on every rule by all cores; the results in the order of the rules.
fn on_all_cores<R: Send>(rules: &[Rule], work: impl Fn(&Rule) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(rules.len()));
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(i) else { return };
                    let result = work(rule);
                    // A poisoned lock means that another worker panicked, which
                    // the scope passes on.
                    if let Ok(mut done) = done.lock() {
                        done.push((i, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
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
    match proof.small_floats {
        SmallFloats::None => {}
        SmallFloats::ToNearest => means.push("every 8-bit float to nearest".to_owned()),
        SmallFloats::EveryRounding => means.push("every 8-bit float".to_owned()),
    }
    if proof.every_half {
        means.push("every half-precision value".to_owned());
    }
    means.push(format!("{} cases in all", proof.cases));
    if proof.on_processor > 0 {
        means.push(format!(
            "{} of them on the processor too",
            proof.on_processor
        ));
    }
    if let Some(solved) = solved {
        means.extend(solved.refuted.clone());
        let Solved {
            proved,
            asked,
            widest,
            ..
        } = solved;
        if *proved > 0 {
            means.push(format!(
                "Z3 for all values of {proved} of {asked} instances, to {widest} bits"
            ));
        } else if *asked > 0 && solved.refuted.is_none() {
            means.push("Z3 not in time".to_owned());
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
