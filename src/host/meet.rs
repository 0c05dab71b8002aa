//! What meets that nothing orders: two commands, or a command and the host.

use std::rc::Rc;

use rewrite_rules::Builder;
use term::TermId;

use super::Host;
use super::commands::{Command, Commands};
use crate::program::SpanId;
use crate::race::{self, Access, Conflict, Interval, Item};
use crate::symex::{
    self, Check, Defect, DefectKind, End, Machine, Meeting, Offset, State, Stop, StopReason, Touch,
    Value,
};
use crate::verdict::Location;

/// Pairs of accesses that one check is about.
const PAIRS: usize = 256;

/// Who makes accesses.
#[derive(Clone)]
struct Party {
    /// A command's number; 0 for the host.
    pub number: u32,
    /// As reports have it.
    pub name: String,
    /// Where a command was enqueued.
    pub chain: Rc<[SpanId]>,
}

impl Party {
    /// The host itself.
    fn host() -> Party {
        Party {
            number: 0,
            name: "the host".to_owned(),
            chain: Rc::new([]),
        }
    }
}

/// The end of a path on which it is open how a party meets others.
fn undecided(party: &Party, what: String) -> Box<End> {
    Box::new(End::Stopped(Stop {
        reason: StopReason::UnsupportedUse {
            function: party.name.clone(),
            what,
        },
        location: None,
    }))
}

/// Where the host ended the life of what a command uses, if it did so lately.
fn released<'a>(state: &State, used: &Access, accesses: &'a [Access]) -> Option<&'a Access> {
    if state.is_live(used.object) {
        return None;
    }
    let mut latest = accesses.iter().rev();
    latest.find(|a| a.object == used.object && a.writes && a.value.is_none())
}

impl Host<'_> {
    /// The party that a command is.
    fn party(&self, number: u32, command: &Command) -> Party {
        let place = self.location(&command.chain);
        let at = place.map_or(String::new(), |at| format!(" of line {}", at.line));
        Party {
            number,
            name: format!("command {number}, {}{at}", command.name),
            chain: Rc::clone(&command.chain),
        }
    }

    /// Compares what a command that has just run has touched with what the commands did
    /// that nothing orders with it.
    pub(super) fn meet_commands(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &Commands,
        number: u32,
    ) -> Result<(), Box<End>> {
        let Some(command) = commands.get(number) else {
            return Ok(());
        };
        let before = commands.before(number);
        for (other, earlier) in commands.active() {
            if other == number || before.contains(&other) {
                continue;
            }
            let parties = [self.party(other, earlier), self.party(number, command)];
            let accesses = [&earlier.touched[..], &command.touched[..]];
            self.meet(machine, state, accesses, &parties)?;
        }
        Ok(())
    }

    /// Compares what the host has done lately with the commands that it has not waited
    /// for, and sees whether what these use is still there; that locals are not is of no
    /// matter unless the host goes on.
    pub(super) fn meet_host(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &Commands,
        accesses: &[Access],
        goes_on: bool,
    ) -> Result<(), Box<End>> {
        for (number, command) in commands.pending() {
            let parties = [self.party(number, command), Party::host()];
            for access in &*command.touched {
                let released = released(state, access, accesses);
                let left = access.object.is_local() && !state.is_live(access.object);
                if released.is_some() || left && goes_on {
                    let defect = self.gone(state, access, &parties[0], released);
                    return Err(Box::new(End::Defect(defect)));
                }
            }
            self.meet(machine, state, [&command.touched[..], accesses], &parties)?;
        }
        Ok(())
    }

    /// Why a command never runs.
    pub(super) fn stuck(&self, commands: &Commands, number: u32) -> String {
        let named = |number: u32| {
            let command = commands.get(number);
            command.map_or_else(String::new, |command| self.party(number, command).name)
        };
        let waits = commands.events_before(number);
        match waits.first() {
            Some(event) if *event != number => {
                format!(
                    "{} waits for {}, which is not set",
                    named(number),
                    named(*event)
                )
            }
            _ => format!("{} is not set", named(number)),
        }
    }

    /// A command uses what is mapped for writing.
    pub(super) fn mapped(&self, commands: &Commands, number: u32) -> Defect {
        let command = commands.get(number);
        let party = command.map(|command| self.party(number, command));
        let location = party.as_ref().and_then(|party| self.location(&party.chain));
        Defect {
            text: party.map_or_else(String::new, |party| party.name),
            ..Defect::at(DefectKind::MappedInUse, location)
        }
    }

    /// The end, by the host, of what a command uses that it has not waited for.
    fn gone(
        &self,
        state: &State,
        access: &Access,
        party: &Party,
        released: Option<&Access>,
    ) -> Defect {
        let chain = released.map_or(&party.chain, |released| &released.chain);
        Defect {
            object: state.describe(self.program, access.object),
            text: format!("{} may still use it", party.name),
            ..Defect::at(DefectKind::ReleasedInUse, self.location(chain))
        }
    }

    /// What of two parties' accesses meets.
    fn meet(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        [first, second]: [&[Access]; 2],
        parties: &[Party; 2],
    ) -> Result<(), Box<End>> {
        let mut interval = Interval::new(race::Party::Group);
        let common = |accesses: &[Access], access: &Access| {
            accesses.iter().any(|other| other.object == access.object)
        };
        for (group, (own, others)) in [(first, second), (second, first)].into_iter().enumerate() {
            for access in own.iter().filter(|access| common(others, access)) {
                let item = Item {
                    group: group as u32,
                    local: 0,
                };
                interval.add(Access {
                    item,
                    ..access.clone()
                });
            }
        }
        if interval.accesses().is_empty() {
            return Ok(());
        }
        let conflicts = interval.conflicts(&mut machine.builder, false);
        if conflicts.truncated {
            let what = format!(
                "it may meet {} in more ways than are looked at",
                parties[0].name
            );
            return Err(undecided(&parties[1], what));
        }
        for conflict in conflicts.found {
            let atomic = conflict.accesses.iter().all(Access::is_atomic);
            if atomic || conflict.may_be_ordered {
                let what = format!(
                    "its order with atomic accesses of {} is open",
                    parties[0].name
                );
                return Err(undecided(&parties[1], what));
            }
            self.settle(machine, state, &conflict, parties)?;
        }
        Ok(())
    }

    /// Ends the path where a conflict is certain, and leaves a check where it depends on
    /// inputs.
    fn settle(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        conflict: &Conflict,
        parties: &[Party; 2],
    ) -> Result<(), Box<End>> {
        for pairs in conflict.pairs.chunks(PAIRS) {
            let builder = &mut machine.builder;
            let mut meets = builder.bool(false);
            for (_, condition) in pairs {
                meets = builder.or(meets, *condition);
            }
            let apart = builder.not(meets);
            let defect = self.unordered(builder, state, pairs, parties);
            match builder.constant_value(apart) {
                Some(0) => return Err(Box::new(End::Defect(defect))),
                Some(_) => {}
                None => {
                    state.add_check(Check {
                        path: state.kept_path(),
                        condition: apart,
                        defect,
                    });
                    state.assume(apart);
                }
            }
        }
        Ok(())
    }

    /// The defect that these accesses are where they meet.
    fn unordered(
        &self,
        builder: &mut Builder,
        state: &State,
        pairs: &[([Access; 2], TermId)],
        parties: &[Party; 2],
    ) -> Defect {
        let [first, _] = &pairs[0].0;
        let chain = self.chain(first, &parties[0]);
        let location = self.location(&chain);
        let [earlier, later] = parties;
        let missing = match later.number {
            0 => "the host goes on without waiting for it: with clFinish, clWaitForEvents or a blocking call".to_owned(),
            _ => format!(
                "no queue, event or barrier orders commands {} and {}",
                earlier.number, later.number
            ),
        };
        let mut touch = |access: &Access, party: &Party| Touch {
            thread: u64::from(party.number),
            name: party.name.clone(),
            access: match access.writes {
                true => symex::Access::Write,
                false => symex::Access::Read,
            },
            atomic: access.is_atomic(),
            chain: self.chain(access, party),
            offset: match access.offset {
                Offset::At(at) => builder.constant(64, u128::from(at)),
                Offset::Among { term, .. } => term,
            },
            size: access.size,
            passed: 0,
            barrier: SpanId::NONE,
            value: match &access.value {
                Some(Value::Scalar(lane)) => *lane,
                _ => None,
            },
        };
        let mut meeting = |([first, second], condition): &([Access; 2], TermId)| Meeting {
            condition: *condition,
            accesses: [touch(first, earlier), touch(second, later)],
        };
        let meetings = pairs.iter().map(&mut meeting).collect();
        Defect {
            meetings: Rc::new(meetings),
            object: state.describe(self.program, first.object),
            text: missing,
            ..Defect::at(DefectKind::Unordered, location)
        }
    }

    /// The innermost place of a chain that is known.
    fn location(&self, chain: &[SpanId]) -> Option<Location> {
        let mut known = chain.iter().filter_map(|span| self.program.location(*span));
        known.next().cloned()
    }

    /// Where an access is made, as far as that is in the user's files, and where its
    /// command was enqueued.
    fn chain(&self, access: &Access, party: &Party) -> Rc<[SpanId]> {
        let known = |span: &&SpanId| {
            let location = self.program.location(**span);
            location.is_some_and(|at| !at.is_system())
        };
        let all = access.chain.iter().chain(party.chain.iter());
        let chain: Vec<SpanId> = all.filter(known).copied().collect();
        match chain.is_empty() {
            true => [SpanId::NONE].into(),
            false => chain.into(),
        }
    }
}
