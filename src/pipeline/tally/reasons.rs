//! Why something could not be decided.

use super::Tally;
use crate::equiv::Reason;
use crate::symex::{Stop, StopReason};
use crate::verdict::{Location, Side, Undecided};

impl Tally {
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
}
