//! Defects of commands that follow from their order or their memory objects, without a look at
//! their accesses.

use super::Host;
use super::commands::Commands;
use super::refused::Noticed;
use crate::symex::{Defect, DefectKind, Machine, State};

impl Host<'_> {
    /// Why a command never runs.
    pub(super) fn stuck(&self, commands: &Commands, number: u32) -> String {
        let named = |number: u32| self.named(commands, number);
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

    /// Why a command may never run although no event holds it back.
    pub(super) fn unflushed(&self, commands: &Commands, waiting: u32, earlier: u32) -> String {
        let [waiting, earlier] = [waiting, earlier].map(|n| self.named(commands, n));
        format!(
            "{waiting} comes after {earlier}, which need not start: clFlush of its queue is missing"
        )
    }

    /// The name of a command in reports.
    pub(super) fn named(&self, commands: &Commands, number: u32) -> String {
        let command = commands.get(number);
        command.map_or_else(String::new, |command| self.party(number, command).name)
    }

    /// The defect of a command that uses memory mapped for writing, or writes memory mapped
    /// for reading.
    pub(super) fn mapped(&self, commands: &Commands, number: u32, for_reading: bool) -> Defect {
        let command = commands.get(number);
        let location = command.and_then(|command| self.location(&command.chain));
        let kind = match for_reading {
            true => DefectKind::MappedWritten,
            false => DefectKind::MappedInUse,
        };
        Defect {
            text: self.named(commands, number),
            ..Defect::at(kind, location)
        }
    }

    /// The defect of a callback that makes a call which it must not make.
    pub(super) fn in_callback(&self, machine: &Machine<'_>, state: &State) -> Defect {
        let call = self.refused(machine, state, "", Noticed::Stored);
        let (location, text) = match call {
            Some(call) => (Some(call.location), call.function),
            None => (None, String::new()),
        };
        Defect {
            text,
            ..Defect::at(DefectKind::BlockedCallback, location)
        }
    }

    /// The defect of two commands that use memory objects over the same memory of the program.
    pub(super) fn overlapping(&self, commands: &Commands, number: u32, other: u32) -> Defect {
        let command = commands.get(number);
        let location = command.and_then(|command| self.location(&command.chain));
        let named = self.named(commands, number);
        Defect {
            text: match number == other {
                true => format!("{named} uses both"),
                false => format!("{named}, and {}", self.named(commands, other)),
            },
            ..Defect::at(DefectKind::SharedHostMemory, location)
        }
    }

    /// The defect of a program that ends while a command with an effect may still be
    /// pending.
    pub(super) fn pending_at_end(&self, commands: &Commands) -> Option<Defect> {
        let mut pending = commands.unknown();
        let (number, command) = pending.find(|(_, command)| !command.is_of_no_matter())?;
        Some(Defect {
            text: format!("nothing waits for {}", self.named(commands, number)),
            ..Defect::at(DefectKind::PendingAtEnd, self.location(&command.chain))
        })
    }
}
