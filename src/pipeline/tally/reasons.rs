//! The reasons why something could not be decided.

use super::Tally;
use crate::budgets::questions::UNCONFIRMED_DIFFERENCES;
use crate::equiv::Reason;
use crate::symex::{Stop, StopReason};
use crate::verdict::{Location, Side, Undecided, UndecidedKind};

/// Returns the verdict's kind of reason for a reason of the ladder.
const fn kind(reason: Reason) -> UndecidedKind {
    match reason {
        Reason::SolverLimit => UndecidedKind::SolverLimit,
        Reason::FloatReasoning => UndecidedKind::FloatReasoning,
        Reason::TooLarge => UndecidedKind::ExpressionTooLarge,
        Reason::OnlyExcluded => UndecidedKind::OutsideAssumptions,
        Reason::OnlyRounded => UndecidedKind::WithinRounding,
        Reason::PathUnknown => UndecidedKind::PathUnknown,
        Reason::TimeLimit => UndecidedKind::TimeLimit,
        Reason::Interrupted => UndecidedKind::Interrupted,
        Reason::MemoryLimit => UndecidedKind::MemoryLimit,
    }
}

impl Tally {
    /// Adds a reason; equal ones are merged and counted.
    pub fn undecided(&mut self, reason: Undecided) {
        let key = (
            reason.kind.to_string(),
            reason.message.clone(),
            reason.location.clone(),
        );
        self.undecided
            .entry(key)
            .and_modify(|u| u.count += reason.count)
            .or_insert(reason);
    }

    /// Records that the reference overruns a buffer under the length that is assumed for it.
    pub fn overruns(&mut self, buffer: &str) {
        self.overrun.insert(buffer.to_owned());
    }

    /// Takes over which buffers the reference overruns.
    pub fn add_overruns(&mut self, other: &Tally) {
        self.overrun.extend(other.overrun.iter().cloned());
    }

    /// Whether the reference overruns a buffer under the length that is assumed for it.
    pub fn is_overrun(&self, buffer: &str) -> bool {
        self.overrun.contains(buffer)
    }

    /// Notes a difference that native runs on ordinary inputs do not show, and returns true, if
    /// many before it were not shown by their own inputs. These then are not tried.
    pub fn notes_suspicion(&mut self) -> bool {
        let of_kind = |u: &&Undecided| u.kind == UndecidedKind::SuspectedDifference;
        let runs: usize = self
            .undecided
            .values()
            .filter(of_kind)
            .map(|u| u.count)
            .sum();
        if runs < UNCONFIRMED_DIFFERENCES {
            return false;
        }
        self.undecided(Undecided::new(
            UndecidedKind::SuspectedDifference,
            "more outputs seem to differ; native runs on ordinary inputs showed no difference \
                 of these",
        ));
        true
    }

    /// Whether something could not be decided.
    pub fn is_undecided(&self) -> bool {
        !self.undecided.is_empty()
    }

    /// Whether nothing was found, and something could not be decided for reasons of these
    /// kinds only.
    pub fn is_undecided_only_by(&self, kinds: &[UndecidedKind]) -> bool {
        let mut reasons = self.undecided.values();
        self.is_undecided()
            && !self.expired
            && !self.has_suspicion()
            && reasons.all(|reason| kinds.contains(&reason.kind))
    }

    /// Adds the reason why the run has to end; only the first one is kept.
    pub fn expired(&mut self, reason: Undecided) {
        if !std::mem::replace(&mut self.expired, true) {
            self.undecided(reason);
        }
    }

    /// Whether the run ended before everything was decided.
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
        let reason = Undecided::new(
            stop.reason.kind(),
            format!("{}: {}{refusal}", side.word(), stop.reason),
        )
        .with_help(stop.reason.help(self.is_tolerant))
        .at(stop.location.clone());
        match stop.reason {
            StopReason::TimeLimit | StopReason::Interrupted | StopReason::MemoryFull => {
                self.expired(reason)
            }
            _ => self.undecided(reason),
        }
    }

    /// Adds the ladder's reason for leaving `what` undecided.
    pub fn open(&mut self, what: &str, reason: Reason, location: Option<Location>) {
        let kind = kind(reason);
        let help = Some(reason.help().to_owned());
        if reason.ends_the_run() {
            self.expired(Undecided::new(kind, reason.message()).with_help(help));
        } else {
            self.undecided(
                Undecided::new(kind, format!("{what}: {}", reason.message()))
                    .with_help(help)
                    .at(location),
            );
        }
    }

    /// Makes the run undecided if the reference is undefined on every input tried: nothing
    /// was compared.
    pub fn require_outputs(&mut self) {
        let nothing = self.coverage.outputs == 0 && !self.undefined.is_empty();
        if nothing && self.undecided.is_empty() && !self.has_suspicion() {
            self.undecided(
                Undecided::new(
                    UndecidedKind::NothingCompared,
                    "the reference fails, or reaches what it declares unreachable, on every input tried",
                )
                .with_help("give sizes, or ranges with --arg, on which it returns".to_owned()),
            );
        }
    }

    /// Records that an output was proved equal, and whether the assumptions admit any input on
    /// which that says something.
    pub fn admits(&mut self, output: &str, some: bool) {
        match self.admitted.get_mut(output) {
            Some(known) => *known |= some,
            None => drop(self.admitted.insert(output.to_owned(), some)),
        }
    }

    /// Whether an output was proved equal on an input that the assumptions admit.
    pub fn is_admitted(&self, output: &str) -> bool {
        self.admitted.get(output).copied().unwrap_or(false)
    }

    /// Makes the run undecided if the assumptions exclude every input of an output.
    pub fn require_admitted(&mut self) {
        let Some((output, _)) = self.admitted.iter().find(|(_, some)| !**some) else {
            return;
        };
        if self.undecided.is_empty() && !self.has_suspicion() {
            let message = format!(
                "the assumptions about floats exclude every input that was tried: {output} meets \
                 an excluded value on all of them"
            );
            self.undecided(
                Undecided::new(UndecidedKind::NothingCompared, message).with_help(
                    "leave out the assumption that excludes them, such as --assume-finite"
                        .to_owned(),
                ),
            );
        }
    }

    /// Makes the run undecided if buffers that are compared had no element at any size tried.
    pub fn require_elements(&mut self) {
        let none = self.coverage.outputs == 0 && self.coverage.ended.returned > 0;
        if none && self.undecided.is_empty() && !self.has_suspicion() {
            self.undecided(
                Undecided::new(
                    UndecidedKind::NothingCompared,
                    "no output was compared: at the sizes tried, every one of them is empty",
                )
                .with_help("give sizes at which the buffers have elements".to_owned()),
            );
        }
    }

    /// Makes the run undecided if assumptions exclude every path to the end of the program:
    /// all assertions then hold vacuously.
    pub fn require_an_end(&mut self) {
        let ended = &self.coverage.ended;
        let none = ended.returned + ended.exited + ended.defects + ended.stopped == 0;
        if none && ended.infeasible > 0 && self.undecided.is_empty() {
            self.undecided(
                Undecided::new(
                    UndecidedKind::NothingCompared,
                    "no input meets the assumptions of the program: no path comes to its end",
                )
                .with_help("look for calls of klee_assume that contradict each other".to_owned()),
            );
        }
    }

    /// Makes the run undecided because the program gives up on every path, as the message
    /// says, after a failed call at a location.
    pub fn require_a_result(&mut self, message: &str, location: Location) {
        if self.undecided.is_empty() && !self.has_suspicion() {
            let help = "nothing that the program computes was checked: mend the call, or end with \
                        status 0 where it has to fail";
            self.undecided(
                Undecided::new(UndecidedKind::NothingCompared, message)
                    .with_help(help.to_owned())
                    .at(Some(location)),
            );
        }
    }

    /// Makes the run undecided because it executed no assertion; `ends` describes the
    /// program's exit status if it is not 0.
    pub fn require_checks(&mut self, ends: Option<&str>) {
        let status = ends.map(|ends| format!("; it {ends}, which is no failure here"));
        let message = format!(
            "no assertion was executed: the program checks nothing{}",
            status.unwrap_or_default()
        );
        let help = "assert what has to hold: assert(...) without -DNDEBUG, klee_assert(...) or \
                    if (...) abort(); --leaks looks for lost heap blocks alone";
        if self.undecided.is_empty() && !self.has_suspicion() {
            self.undecided(
                Undecided::new(UndecidedKind::NothingCompared, message).with_help(help.to_owned()),
            );
        }
    }
}
