//! What a run has found so far, and the outcome it adds up to.

use std::collections::{BTreeMap, BTreeSet};

use super::clock::Clock;
use super::hunt::Hunt;
use super::judged::Judged;
use crate::accuracy::Tolerance;
use crate::contract::{Contract, Scalar};
use crate::equiv::Reason;
use crate::rulebook::UserRule;
use crate::settings::Settings;
use crate::symex::{self, Reached, Stop, StopReason};
use crate::verdict::{
    Coverage, DefectFound, DefectKind, Difference, Function, Location, Outcome, Replay, SCHEMA,
    Side, Undecided, UndefinedFound, UndefinedOpen, Verdict,
};

/// Findings, reasons and counts.
#[derive(Clone)]
pub struct Tally {
    reference: Option<Function>,
    port: Option<Function>,
    program: Option<String>,
    /// The mismatch that is kept.
    pub difference: Option<Difference>,
    defect: Option<DefectFound>,
    undecided: BTreeMap<(String, String, Option<Location>), Undecided>,
    expired: bool,
    leaning_on: Vec<String>,
    globals_read: BTreeSet<String>,
    /// How outputs stand to the tolerance asked for.
    pub judged: Judged,
    /// The hunt for undefined behaviour, over all sizes.
    pub hunt: Hunt,
    /// What it found that is no defect.
    pub undefined: Vec<UndefinedFound>,
    /// Counts of what was explored.
    pub coverage: Coverage,
    /// What the reference and the port have executed.
    pub reached: [Reached; 2],
}

impl Tally {
    /// Nothing found yet about two functions.
    pub fn new(reference: Function, port: Function) -> Tally {
        Tally {
            reference: Some(reference),
            port: Some(port),
            ..Tally::of_program(String::new())
        }
    }

    /// Nothing found yet about a program.
    pub fn of_program(name: String) -> Tally {
        Tally {
            reference: None,
            port: None,
            program: Some(name).filter(|n| !n.is_empty()),
            difference: None,
            defect: None,
            undecided: BTreeMap::new(),
            expired: false,
            leaning_on: Vec::new(),
            globals_read: BTreeSet::new(),
            judged: Judged::default(),
            hunt: Hunt::default(),
            undefined: Vec::new(),
            coverage: Coverage::default(),
            reached: Default::default(),
        }
    }

    /// Whether a confirmed finding ends the run.
    pub fn is_refuted(&self) -> bool {
        matches!(&self.difference, Some(d) if d.replay == Replay::Confirmed)
            || matches!(&self.defect, Some(d) if d.replay == Replay::Confirmed)
    }

    /// Whether a confirmed finding leaves nothing to look for: not while outputs
    /// that exceed a tolerance are counted.
    pub fn is_settled(&self) -> bool {
        self.is_refuted() && !(self.judged.is_exceeded() && self.verdict(true) == Verdict::Exceeded)
    }

    /// Whether a suspected finding is kept already; one is enough.
    pub fn has_suspicion(&self) -> bool {
        self.difference.is_some() || self.defect.is_some()
    }

    /// Adds a reason; equal ones are counted.
    pub fn undecided(&mut self, reason: Undecided) {
        let key = (
            reason.kind.clone(),
            reason.message.clone(),
            reason.location.clone(),
        );
        self.undecided
            .entry(key)
            .and_modify(|u| u.count += reason.count)
            .or_insert(reason);
    }

    /// Adds the reason why the run has to end; the first one says where it was.
    pub fn expired(&mut self, reason: Undecided) {
        if !std::mem::replace(&mut self.expired, true) {
            self.undecided(reason);
        }
    }

    /// Whether the run had to end before everything was decided.
    pub fn has_expired(&self) -> bool {
        self.expired
    }

    /// Adds the reason why execution stopped.
    pub fn stopped(&mut self, stop: &Stop, side: Side) {
        let refusal = match &stop.reason {
            StopReason::UnknownIntrinsic(name) => sse_lowering::refusal(name),
            _ => None,
        };
        let refusal = refusal.map(|r| format!(": {r}")).unwrap_or_default();
        let reason = Undecided {
            kind: stop.reason.kind().to_owned(),
            message: format!("{}: {}{refusal}", side.word(), stop.reason),
            help: stop.reason.help(),
            location: stop.location.clone(),
            count: 1,
        };
        match stop.reason {
            StopReason::TimeLimit | StopReason::Interrupted | StopReason::MemoryFull => {
                self.expired(reason)
            }
            _ => self.undecided(reason),
        }
    }

    /// Adds the ladder's reason for not deciding `what`.
    pub fn open(&mut self, what: &str, reason: Reason, location: Option<Location>) {
        let kind = reason.name().to_owned();
        let help = Some(reason.help().to_owned());
        if reason.ends_the_run() {
            self.expired(Undecided {
                kind,
                message: reason.message().to_owned(),
                help,
                location: None,
                count: 1,
            });
        } else {
            self.undecided(Undecided {
                kind,
                message: format!("{what}: {}", reason.message()),
                help,
                location,
                count: 1,
            });
        }
    }

    /// Keeps a mismatch; one that replay did not confirm also counts as undecided.
    pub fn difference(&mut self, difference: Difference) {
        if difference.replay != Replay::Confirmed {
            self.undecided(Undecided {
                kind: "suspected-difference".to_owned(),
                message:
                    "an output seems to differ, but running both versions natively did not show it"
                        .to_owned(),
                help: None,
                location: difference.port_location.clone(),
                count: 1,
            });
            if self.has_suspicion() {
                return;
            }
        }
        self.difference = Some(difference);
    }

    /// Keeps a defect; one that replay did not confirm also counts as undecided.
    pub fn defect(&mut self, defect: DefectFound) {
        if defect.replay != Replay::Confirmed {
            self.undecided(Undecided {
                kind: format!("suspected-{}", defect.kind),
                message: defect.message.clone(),
                help: matches!(
                    defect.kind,
                    DefectKind::UndefinedBranch | DefectKind::Uninitialised
                )
                .then(|| ZEROED.to_owned()),
                location: defect.location.clone(),
                count: 1,
            });
            if self.has_suspicion() {
                return;
            }
        }
        self.defect = Some(defect);
    }

    /// The defect that was found, which is another tally's from now on.
    pub fn take_defect(&mut self) -> Option<DefectFound> {
        self.defect.take()
    }

    /// The first of the reasons why something was left open.
    pub fn first_reason(&self) -> Option<&str> {
        self.undecided
            .values()
            .next()
            .map(|reason| &*reason.message)
    }

    /// Notes a model or convention that the verdict rests on.
    pub fn lean_on(&mut self, sentence: &str) {
        if !self.leaning_on.iter().any(|s| s == sentence) {
            self.leaning_on.push(sentence.to_owned());
        }
    }

    /// Notes the global variables that a version read.
    pub fn globals_read(&mut self, names: Vec<&str>) {
        // The processor's answers are no state of the program.
        let state = names.into_iter().filter(|name| !name.starts_with("__cpu_"));
        self.globals_read.extend(state.map(str::to_owned));
    }

    /// Adds what one machine executed.
    pub fn executed(&mut self, statistics: &symex::Statistics) {
        let coverage = &mut self.coverage;
        coverage.paths += statistics.paths;
        coverage.instructions += statistics.instructions;
        let branches = &mut coverage.branches;
        branches.on_inputs += statistics.symbolic_branches;
        branches.merged += statistics.merges;
        branches.splits += statistics.splits;
        branches.unknown += statistics.unknown_branches;
        branches.split_addresses += statistics.split_addresses;
        let (ended, more) = (&mut coverage.ended, statistics.ended);
        ended.returned += more.returned;
        ended.exited += more.exited;
        ended.infeasible += more.infeasible;
        ended.defects += more.defects;
        ended.stopped += more.stopped;
    }

    /// Counts an output decided by a step.
    pub fn decided_by(&mut self, step: &str) {
        match self.coverage.decided_by.get_mut(step) {
            Some(count) => *count += 1,
            None => {
                self.coverage.decided_by.insert(step.to_owned(), 1);
            }
        }
    }

    /// Has the run undecided where the reference declares every input impossible: there
    /// was nothing to compare.
    pub fn require_outputs(&mut self) {
        if self.coverage.outputs == 0 && !self.undefined.is_empty() && self.undecided.is_empty() {
            self.undecided(Undecided {
                kind: "nothing-compared".to_owned(),
                message: "the reference reaches what it declares unreachable on every input tried"
                    .to_owned(),
                help: Some("give sizes, or ranges with --arg, on which it returns".to_owned()),
                location: None,
                count: 1,
            });
        }
    }

    fn verdict(&self, tolerant: bool) -> Verdict {
        let is_float = |d: &Difference| matches!(d.reference.scalar, Scalar::Float { .. });
        match () {
            () if matches!(&self.defect, Some(d) if d.replay == Replay::Confirmed) => {
                Verdict::Defect
            }
            () if self.is_refuted() => match &self.difference {
                Some(d) if tolerant && is_float(d) => Verdict::Exceeded,
                _ => Verdict::Different,
            },
            () if !self.undecided.is_empty() => Verdict::Undecided,
            () if self.judged.any_within() => Verdict::Proved,
            () => Verdict::Equivalent,
        }
    }

    /// What it all adds up to.
    pub fn outcome(
        mut self,
        contract: Option<Contract>,
        sizes: String,
        settings: &Settings,
        clock: Clock,
    ) -> Outcome {
        let verdict = self.verdict(settings.tolerance.is_some());
        let tolerance = settings
            .tolerance
            .map(|asked: Tolerance| self.judged.report(asked));
        if !self.globals_read.is_empty() {
            let names: Vec<&str> = self.globals_read.iter().map(String::as_str).collect();
            let sentence = format!(
                "global variables hold their initial values: {}",
                listed(&names)
            );
            self.lean_on(&sentence);
        }
        for sentence in rule_sentences(&settings.own_rules) {
            self.lean_on(&sentence);
        }
        // A mismatch is what native code showed: it rests on no convention of ours.
        if verdict == Verdict::Different {
            self.leaning_on
                .retain(|s| s != certificate_checker::CONVERSIONS);
        }
        let open = self
            .hunt
            .undecided()
            .map(|(side, kind, location)| UndefinedOpen {
                kind: *kind,
                side: *side,
                location: location.clone(),
            });
        let undefined_open = open.collect();
        let mut undecided: Vec<Undecided> = self.undecided.into_values().collect();
        if matches!(verdict, Verdict::Defect | Verdict::Different) {
            // What was found stands, whatever there was no time for.
            undecided.retain(|u| u.kind != Reason::TimeLimit.name());
        }
        undecided.sort_by_key(|u| std::cmp::Reverse(u.count));
        Outcome {
            schema: SCHEMA,
            command: if self.port.is_some() { "check" } else { "run" },
            verdict,
            reference: self.reference,
            port: self.port,
            program: self.program,
            contract,
            sizes,
            assumptions: settings.assumption_flags(),
            given_rules: settings.given_rules(),
            assuming: settings.assumption_sentences(),
            tolerance,
            leaning_on: self.leaning_on,
            difference: self.difference,
            defect: self.defect,
            undefined: self.undefined,
            undefined_open,
            undecided,
            coverage: self.coverage,
            certificate: None,
            timings: if settings.timings {
                clock.stages
            } else {
                Vec::new()
            },
            steps: if settings.timings {
                clock.steps
            } else {
                Vec::new()
            },
        }
    }
}

/// The rule files of the user's.
fn rule_sentences(rules: &[UserRule]) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.is_proved) {
        let sentence = format!(
            "the rewrite rules of {}, proved for everything that they can match",
            rule.file
        );
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// What to do about a finding that rests on memory that nothing wrote.
const ZEROED: &str = "initialise the memory, or pass --assume-zeroed-memory if the program runs \
                      where memory starts as zeros";

/// Names shown in one sentence.
const MOST_NAMES: usize = 6;

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST_NAMES)
        .map(|n| format!("`{n}`"))
        .collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    match more {
        0 => shown.join(", "),
        _ => format!("{} and {more} more", shown.join(", ")),
    }
}
