//! `simdiff rules prove`: checks rules and reports by which means each holds.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rewrite_rules::prove::{Effort, Outcome, Proof, SmallFloats};
use rewrite_rules::{Builder, Rule, RuleSet, instances};

use super::find;
use super::follows::follows;
use super::trust::{Standing, examine};
use crate::budgets::rules::{INSTANCE_RESOURCES, INSTANCE_TIME, PROVED_INSTANCES, PROVED_TRIALS};
use crate::deadline::Deadline;
use crate::problem::Problem;
use crate::solver::{Answer, Limits, Solver};

/// Limits for one instance: wide multiplications and divisions are given up. The resource limit
/// comes first, since it does not depend on the machine's load.
const LIMITS: Limits = Limits {
    resources: INSTANCE_RESOURCES,
    timeout: INSTANCE_TIME,
    rounds: 4,
    terms: 1_000,
};

/// The solver's answers to a rule's instances.
#[derive(Default)]
struct Solved {
    proved: usize,
    asked: usize,
    widest: u8,
    refuted: Option<String>,
}

/// The results of checking one rule.
struct Row {
    proof: Proof,
    solved: Option<Solved>,
    /// The standing; present if the rule is named or is the user's.
    standing: Option<Standing>,
    /// The other rules that it follows from, if it was shown to follow from some.
    premises: Option<Vec<String>>,
}

/// The overall outcome of a table of checked rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// Every rule holds as intended.
    Good,
    /// A rule of the user's is neither proved nor refuted.
    Unproved,
    /// A rule does not hold, or never applies.
    Bad,
    /// The deadline expired before every rule was checked.
    Interrupted,
}

/// Checks the named rules, or all when none is named, and returns a table of the results. Named
/// rules and the user's own are proved for everything that they can match. `known` receives the
/// table so far whenever a rule is done.
///
/// # Errors
/// An unknown name, with the most similar one.
pub fn prove(
    rules: &RuleSet,
    names: &[String],
    effort: Effort,
    deadline: &Deadline,
    known: &dyn Fn(String),
) -> Result<(String, Found), Problem> {
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
    let builtin = super::builtin()?;
    let is_own = |name: &str| !builtin.rules.iter().any(|rule| rule.name == name);
    let own = rules.rules.iter().map(|rule| rule.name.clone());
    let own: Vec<String> = own.filter(|name| is_own(name)).collect();
    if names.is_empty() && !own.is_empty() {
        let (text, found) = prove(rules, &own, effort, deadline, known)?;
        if found != Found::Good {
            return Ok((text + "the built-in rules were not checked\n", found));
        }
    }
    let row = |rule: &Rule| {
        if deadline.expired().is_some() {
            return None;
        }
        let own = is_own(&rule.name);
        // A built-in rule is proved without other built-in rules, which might depend on it.
        let lemmas = if own { builtin } else { &RuleSet::default() };
        let named = own || !names.is_empty();
        let derives = named || effort == Effort::FULL;
        let row = Row {
            proof: rule.prove(effort),
            solved: Some(solve(rule, deadline)),
            standing: named.then(|| examine(rule, lemmas, deadline)),
            premises: derives.then(|| follows(rule, rules, deadline)).flatten(),
        };
        // An unfinished solver query is not a result.
        deadline.expired().is_none().then_some(row)
    };
    let part = |rows: &[&Row]| {
        let (text, found) = table(rows, is_own);
        let (checked, all) = (rows.len(), chosen.rules.len());
        (
            text + &format!("interrupted: {checked} of {all} rules checked\n"),
            found,
        )
    };
    let rows = on_all_cores(&chosen.rules, row, |done: &BTreeMap<usize, Option<Row>>| {
        let rows: Vec<&Row> = done.values().flatten().collect();
        known(part(&rows).0);
    });
    if rows.iter().any(Option::is_none) {
        let rows: Vec<&Row> = rows.iter().flatten().collect();
        return Ok((part(&rows).0, Found::Interrupted));
    }
    let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
    rows.extend(chosen.rejected.iter().map(|rejected| Row {
        proof: rejected.prove(),
        solved: None,
        standing: None,
        premises: None,
    }));
    let all: Vec<&Row> = rows.iter().collect();
    let (mut text, found) = table(&all, is_own);
    if let [_] = names {
        return Ok((text, found));
    }
    text.push_str(&summary(&rows));
    Ok((text, found))
}

/// The table with a line for each rule, and the overall outcome.
fn table(rows: &[&Row], is_own: impl Fn(&str) -> bool) -> (String, Found) {
    let width = rows
        .iter()
        .map(|row| row.proof.rule.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let mut found = Found::Good;
    for row in rows {
        let (word, own) = row.word(is_own(&row.proof.rule));
        found = found.max(own);
        let (name, means) = (&row.proof.rule, row.means());
        let _ = writeln!(text, "{word:9} {name:width$}  {means}");
    }
    (text, found)
}

impl Row {
    /// The first word of the rule's line, and the outcome for the rule.
    fn word(&self, own: bool) -> (&'static str, Found) {
        let refuted = self.solved.as_ref().is_some_and(|s| s.refuted.is_some());
        match (&self.proof.outcome, &self.standing) {
            _ if refuted => ("FAILS", Found::Bad),
            // A rule that fails for 8-bit floats may hold for all formats that programs have.
            (_, Some(Standing::Proved { .. })) => ("proved", Found::Good),
            (Outcome::Fails(_), _) | (_, Some(Standing::Refuted(_))) => ("FAILS", Found::Bad),
            (Outcome::Refuted, _) => ("rejected", Found::Good),
            (Outcome::NotRefuted, _) => ("UNREFUTED", Found::Bad),
            (_, Some(Standing::NeverApplies)) | (Outcome::Vacuous, _) => ("VACUOUS", Found::Bad),
            (_, Some(Standing::Unproved(_))) if own => ("UNPROVED", Found::Unproved),
            (Outcome::Holds, _) => ("holds", Found::Good),
        }
    }

    /// The means by which the rule was checked, and the rules that it follows from.
    fn means(&self) -> String {
        let checked = means(&self.proof, self.solved.as_ref());
        let follows = match &self.premises {
            Some(premises) => format!("; follows from {}", premises.join(", ")),
            None => String::new(),
        };
        self.standing(checked) + &follows
    }

    fn standing(&self, checked: String) -> String {
        match &self.standing {
            Some(Standing::Proved { choices }) => {
                let s = if *choices == 1 { "" } else { "s" };
                format!(
                    "proved for every value at each of {choices} choice{s} of widths and formats; \
                     tests: {checked}"
                )
            }
            Some(Standing::Refuted(values)) => values.clone(),
            Some(Standing::NeverApplies) => {
                "it never applies: nothing satisfies its guards".to_owned()
            }
            Some(Standing::Unproved(why)) => format!("not proved: {why}; tests: {checked}"),
            None => checked,
        }
    }
}

/// Counts the rules by the means that checked them.
fn summary(rows: &[Row]) -> String {
    let count = |holds: fn(&Proof) -> bool| rows.iter().filter(|row| holds(&row.proof)).count();
    let rejected = count(|p| p.outcome == Outcome::Refuted);
    let solved: Vec<&Solved> = rows.iter().filter_map(|row| row.solved.as_ref()).collect();
    let by_solver = |holds: fn(&Solved) -> bool| solved.iter().filter(|s| holds(s)).count();
    let mut text = format!("{} rules checked:\n", solved.len());
    let redundant = rows.iter().filter(|row| row.premises.is_some()).count();
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
        (
            by_solver(|s| s.proved > 0),
            "by Z3 at real widths chosen at random",
        ),
        (
            by_solver(|s| s.proved < s.asked && s.refuted.is_none()),
            "with instances that Z3 did not answer in time",
        ),
    ];
    for (number, means) in rows {
        let _ = writeln!(text, "{number:5} {means}");
    }
    if redundant > 0 {
        let _ = writeln!(
            text,
            "{redundant:5} follow from others at widths chosen at random"
        );
    }
    let _ = writeln!(text, "{rejected} rejected rules refuted by their witnesses");
    text
}

/// Applies `work` to every rule on all cores; returns the results in the order of the rules.
/// `seen` receives the results so far, by index, whenever one is added.
pub(super) fn on_all_cores<R: Send>(
    rules: &[Rule],
    work: impl Fn(&Rule) -> R + Sync,
    seen: impl Fn(&BTreeMap<usize, R>),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let (say, hear) = mpsc::channel();
    let mut done = BTreeMap::new();
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let (say, next, work) = (say.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(i) else { return };
                    if say.send((i, work(rule))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(say);
        for (i, result) in hear {
            done.insert(i, result);
            seen(&done);
        }
    });
    done.into_values().collect()
}

fn means(proof: &Proof, solved: Option<&Solved>) -> String {
    if let Outcome::Fails(counterexample) = &proof.outcome {
        return counterexample.to_string();
    }
    if proof.outcome == Outcome::Refuted {
        return "its witness refutes it".to_owned();
    }
    let mut means = Vec::new();
    match (proof.exhaustive_width, proof.empty_width) {
        (0, 0) => {}
        (0, empty) => means.push(format!("no case to {empty} bits")),
        (width, _) => means.push(format!("every case to {width} bits")),
    }
    match proof.small_floats {
        SmallFloats::None => {}
        SmallFloats::ToNearest => means.push("every 8-bit float to nearest".to_owned()),
        SmallFloats::EveryRounding => means.push("every 8-bit float".to_owned()),
    }
    if proof.every_half {
        means.push("every half-precision value".to_owned());
    }
    if proof.sampled > 0 {
        means.push(format!("{} cases at random", proof.sampled));
    }
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
                "Z3 for all values of {proved} of {asked} instances at random, to {widest} bits"
            ));
        } else if *asked > 0 && solved.refuted.is_none() {
            means.push("Z3 not in time".to_owned());
        }
    }
    means.join(", ")
}

/// Queries the solver for instances over free variables. Only rules of tier *exact* are queried:
/// others hold under assumptions that the solver does not know.
fn solve(rule: &Rule, deadline: &Deadline) -> Solved {
    let mut solved = Solved::default();
    if !rule.tiers.is_empty() {
        return solved;
    }
    let mut builder = Builder::new(&RuleSet::default());
    let instances = instances(rule, builder.arena_mut(), PROVED_INSTANCES, PROVED_TRIALS);
    for instance in instances {
        let differ = builder.ne(instance.left, instance.right);
        solved.asked += 1;
        match Solver::until(deadline.clone()).check(builder.arena(), &[differ], LIMITS) {
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
