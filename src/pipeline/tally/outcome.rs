//! The outcome of a run: its verdict and everything that a report states.

use super::Tally;
use crate::accuracy::Tolerance;
use crate::contract::{Contract, Scalar};
use crate::frontend::state_of_library;
use crate::pipeline::clock::Clock;
use crate::program::demangled;
use crate::rulebook::UserRule;
use crate::settings::Settings;
use crate::verdict::{
    Difference, Outcome, SCHEMA, Undecided, UndecidedKind, UndefinedOpen, Verdict,
};

impl Tally {
    pub(super) fn verdict(&self, tolerant: bool) -> Verdict {
        let is_float = |d: &Difference| matches!(d.reference.scalar, Scalar::Float { .. });
        match () {
            () if matches!(&self.defect, Some(d) if d.replay.stands()) => Verdict::Defect,
            () if self.is_refuted() => match &self.difference {
                Some(d) if tolerant && is_float(d) => Verdict::Exceeded,
                _ => Verdict::Different,
            },
            () if !self.undecided.is_empty() => Verdict::Undecided,
            () if self.kernel.is_some() => Verdict::Clean,
            () if self.judged.any_within() => Verdict::Proved,
            () => Verdict::Equivalent,
        }
    }

    /// Returns the outcome of the run.
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
            let mut names: Vec<String> = Vec::new();
            for name in &self.globals_read {
                let told = state_of_library(name);
                let told = told.map_or_else(|| format!("`{}`", demangled(name)), str::to_owned);
                if !names.contains(&told) {
                    names.push(told);
                }
            }
            let sentence = format!(
                "global variables hold their initial values: {}",
                listed(&names)
            );
            self.lean_on(&sentence);
        }
        for sentence in rule_sentences(&settings.own_rules) {
            self.lean_on(&sentence);
        }
        // A difference is what native code showed, so it does not lean on this convention.
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
            // A finding stands, whatever was left unexplored because of it or for lack of
            // time.
            let left = [UndecidedKind::TimeLimit, UndecidedKind::PathsLeft];
            undecided.retain(|u| !left.contains(&u.kind));
        }
        undecided.sort_by_key(|u| std::cmp::Reverse(u.count));
        let relations = contract.iter().flat_map(|contract| &contract.relations);
        let relations =
            relations.map(|r| format!("{}: nothing is claimed for other inputs", r.quantified()));
        let mut assuming = settings.assumption_sentences();
        assuming.extend(relations);
        Outcome {
            schema: SCHEMA,
            command: match (&self.port, &self.kernel) {
                (Some(_), _) => "check",
                (None, Some(_)) => "kernel",
                (None, None) => "run",
            },
            verdict,
            reference: self.reference,
            port: self.port,
            program: self.program,
            kernel: self.kernel,
            kernels: Vec::new(),
            problems: Vec::new(),
            contract,
            sizes,
            assumptions: settings.assumption_flags(),
            given_rules: settings.given_rules(),
            assuming,
            tolerance,
            leaning_on: self.leaning_on,
            difference: self.difference,
            defect: self.defect,
            undefined: self.undefined,
            undefined_open,
            undefined_ignored: settings.undefined.ignored(),
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

/// Returns one sentence for each rule file of the user with proved rules.
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

/// The largest number of names in one sentence.
const MOST_NAMES: usize = 6;

fn listed(names: &[String]) -> String {
    let shown = &names[..names.len().min(MOST_NAMES)];
    let more = names.len().saturating_sub(MOST_NAMES);
    match more {
        0 => shown.join(", "),
        _ => format!("{} and {more} more", shown.join(", ")),
    }
}
