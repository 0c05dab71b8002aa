//! Unordered conflicts between two commands, or between a command and the host.

use std::collections::BTreeSet;
use std::rc::Rc;

use rewrite_rules::Builder;
use term::TermId;

use super::Host;
use super::commands::{Command, Commands};
use super::given::fails;
use crate::budgets::execution::QUERIED_PAIRS;
use crate::program::SpanId;
use crate::race::{self, Access, Conflict, Interval, Item};
use crate::symex::{
    self, Around, Defect, DefectKind, End, Machine, Meeting, Offset, State, Stop, StopReason,
    Touch, Value,
};
use crate::verdict::Location;

/// The most commands shown around a fault.
const SHOWN: usize = 12;

/// Why a conflict between accesses of two parties is a defect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The accesses are unordered.
    Unordered,
    /// The accesses are ordered, but the second does not see the first without a map.
    Unmapped(symex::Access),
}

/// A party that makes accesses: a command, or the host.
#[derive(Clone)]
pub(super) struct Party {
    /// The command's number; 0 for the host.
    pub number: u32,
    /// The party's name in reports.
    pub name: String,
    /// The place where the command was enqueued.
    pub chain: Rc<[SpanId]>,
}

impl Party {
    /// The host as a party.
    pub fn host() -> Party {
        Party {
            number: 0,
            name: "the host".to_owned(),
            chain: Rc::new([]),
        }
    }
}

/// The end of a path on which a party's conflicts with another are undecided.
fn undecided(party: &Party, what: String) -> Box<End> {
    Box::new(End::Stopped(Stop {
        reason: StopReason::UnsupportedUse {
            function: party.name.clone(),
            what,
        },
        location: None,
    }))
}

/// The recent access by which the host released an object that a command uses.
fn released<'a>(state: &State, used: &Access, accesses: &'a [Access]) -> Option<&'a Access> {
    if state.is_live(used.object) {
        return None;
    }
    let mut latest = accesses.iter().rev();
    latest.find(|a| a.object == used.object && is_release(a))
}

/// Whether an access is the end of an object's lifetime, if the object is no longer live.
fn is_release(access: &Access) -> bool {
    access.writes && access.value.is_none()
}

impl Host<'_> {
    /// A command as a party.
    pub(super) fn party(&self, number: u32, command: &Command) -> Party {
        let place = self.location(&command.chain);
        let at = place.map_or(String::new(), |at| format!(" of line {}", at.line));
        Party {
            number,
            name: format!("command {number}, {}{at}", command.name),
            chain: Rc::clone(&command.chain),
        }
    }

    /// Looks for conflicts between a command that has just run and the commands that are
    /// unordered with it.
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
            let about = (commands, &parties, Fault::Unordered);
            self.meet(machine, state, accesses, about)?;
        }
        Ok(())
    }

    /// Looks for conflicts between the host's recent accesses and the commands that it has
    /// not waited for, and for objects that these commands use and the host has released.
    /// Locals that end do not count unless the host `goes_on`.
    pub(super) fn meet_host(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &Commands,
        accesses: &[Access],
        goes_on: bool,
    ) -> Result<(), Box<End>> {
        // An access to what a command uses comes before any release: it is the nearer cause.
        let own: Vec<Access> = accesses
            .iter()
            .filter(|access| state.is_live(access.object) || !is_release(access))
            .cloned()
            .collect();
        for (number, command) in commands.pending() {
            let parties = [self.party(number, command), Party::host()];
            let both = [&command.touched[..], &own];
            let about = (commands, &parties, Fault::Unordered);
            self.meet(machine, state, both, about)?;
        }
        for (number, command) in commands.pending() {
            let parties = [self.party(number, command), Party::host()];
            for access in &*command.touched {
                let released = released(state, access, accesses);
                let left = access.object.is_local() && !state.is_live(access.object);
                if released.is_some() || left && goes_on {
                    let defect = Defect {
                        commands: self.graph(commands, [number, 0]),
                        ..self.gone(state, access, &parties[0], released)
                    };
                    return Err(Box::new(End::Defect(defect)));
                }
            }
        }
        Ok(())
    }

    /// A line for each of two commands (0 is the host) and their predecessors, with what
    /// each immediately follows.
    fn graph(&self, commands: &Commands, about: [u32; 2]) -> Rc<Around> {
        let mut shown: BTreeSet<u32> = about.iter().flat_map(|n| commands.before(*n)).collect();
        if about.contains(&0) {
            shown.extend(commands.directly_before(0));
        }
        shown.extend(about.iter().filter(|n| **n != 0));
        let left_out = shown.len().saturating_sub(SHOWN);
        let shown = shown.into_iter().skip(left_out);
        let row = |number: u32| {
            let name = match number {
                0 => "the host".to_owned(),
                _ => self.named(commands, number),
            };
            let before = commands.directly_before(number);
            let before: Vec<String> = before.iter().map(u32::to_string).collect();
            let after = match before.is_empty() {
                true => "after none".to_owned(),
                false => format!("after {}", before.join(", ")),
            };
            let mark = if about.contains(&number) { '*' } else { ' ' };
            (format!("{mark} {name}"), after)
        };
        let host = about.contains(&0).then_some(0);
        let rows: Vec<(String, String)> = shown.chain(host).map(row).collect();
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines = rows
            .iter()
            .map(|(name, after)| format!("{name:width$}  {after}"));
        let more = (left_out > 0).then(|| format!("  {left_out} earlier ones"));
        Rc::new(Around {
            order: more.into_iter().chain(lines).collect(),
            running: String::new(),
        })
    }

    /// The defect of the host releasing an object that a pending command uses.
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

    /// Looks for conflicts between the accesses of two parties, and settles them.
    pub(super) fn meet(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        [first, second]: [&[Access]; 2],
        (commands, parties, fault): (&Commands, &[Party; 2], Fault),
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
            let graph = match fault {
                Fault::Unordered => self.graph(commands, parties.each_ref().map(|p| p.number)),
                Fault::Unmapped(_) => Rc::default(),
            };
            self.settle(machine, state, &conflict, (parties, fault, &graph))?;
        }
        Ok(())
    }

    /// Ends the path if a conflict is certain, and adds a check if it depends on inputs.
    fn settle(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        conflict: &Conflict,
        (parties, fault, graph): (&[Party; 2], Fault, &Rc<Around>),
    ) -> Result<(), Box<End>> {
        for pairs in conflict.pairs.chunks(QUERIED_PAIRS) {
            let builder = &mut machine.builder;
            let mut meets = builder.bool(false);
            for (_, condition) in pairs {
                meets = builder.or(meets, *condition);
            }
            let defect = Defect {
                commands: Rc::clone(graph),
                ..self.unordered(builder, state, pairs, (parties, fault))
            };
            fails(machine, state, meets, defect)?;
        }
        Ok(())
    }

    /// The defect of a conflict between these pairs of accesses.
    fn unordered(
        &self,
        builder: &mut Builder,
        state: &State,
        pairs: &[([Access; 2], TermId)],
        (parties, fault): (&[Party; 2], Fault),
    ) -> Defect {
        let [first, _] = &pairs[0].0;
        let chain = self.chain(first, &parties[0]);
        let location = self.location(&chain);
        let [earlier, later] = parties;
        let missing = match later.number {
            _ if fault != Fault::Unordered => "a device may keep such memory (CL_MEM_USE_HOST_PTR, shared virtual memory) for itself: a map and an unmap pass it on".to_owned(),
            0 => "the host goes on without waiting for it: with clFinish, clWaitForEvents or a blocking call".to_owned(),
            _ => format!(
                "no queue, event or barrier orders commands {} and {}",
                earlier.number, later.number
            ),
        };
        let kind = match fault {
            Fault::Unordered => DefectKind::Unordered,
            Fault::Unmapped(access) => DefectKind::Unmapped(access),
        };
        let mut touch = |access: &Access, party: &Party| Touch {
            thread: u64::from(party.number),
            name: party.name.clone(),
            access: match access.writes {
                true => symex::Access::Write,
                false => symex::Access::Read,
            },
            atomic: access.is_atomic(),
            within_group: access.within_group,
            chain: self.chain(access, party),
            offset: match access.offset {
                Offset::At(at) => builder.constant(64, u128::from(at)),
                Offset::Among { term, .. } => term,
            },
            size: access.size,
            passed: 0,
            round: 1,
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
            ..Defect::at(kind, location)
        }
    }

    /// The innermost location in a chain that debug info knows.
    pub(super) fn location(&self, chain: &[SpanId]) -> Option<Location> {
        let mut known = chain.iter().filter_map(|span| self.program.location(*span));
        known.next().cloned()
    }

    /// The source positions of an access in the user's files, and those where its command
    /// was enqueued.
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
