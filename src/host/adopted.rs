//! Memory of the program that a buffer uses (`CL_MEM_USE_HOST_PTR`), and mapped memory:
//! which side sees what the other has written (OpenCL 3.0, 5.2.1 and 5.4.3).
//!
//! A device may cache the contents of such a buffer. The host sees what a command wrote
//! only after it has mapped the region; commands see what the host wrote only if the region
//! was mapped for writing, and was unmapped.

use super::Host;
use super::bytes::Bytes;
use super::commands::{Command, Commands};
use super::given::fails;
use super::meet::{Fault, Party};
use crate::race::{self, Access};
use crate::symex::{self, Defect, DefectKind, End, Machine, Offset, State};

impl Host<'_> {
    /// Checks the host's accesses to memory that a buffer uses or that is mapped.
    pub(super) fn host_touches(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &mut Commands,
        accesses: &[Access],
    ) -> Result<(), Box<End>> {
        if commands.watched().is_empty() {
            return Ok(());
        }
        let mapped = commands.mapped.clone();
        let holds = |access: &Access, writes: bool| {
            let mut all = mapped.iter().filter(|m| m.writes == writes);
            all.find(|m| m.bytes.holds(Bytes::of(access)))
        };
        for access in accesses.iter().filter(|a| a.writes && a.value.is_some()) {
            if let (Some(region), None) = (holds(access, false), holds(access, true)) {
                let defect = Defect {
                    object: state.describe(self.program, access.object),
                    offset: match access.offset {
                        Offset::At(at) => Some(at as i64),
                        Offset::Among { .. } => None,
                    },
                    size: access.size,
                    text: format!("mapped by {}", self.named(commands, region.command)),
                    ..Defect::at(DefectKind::MappedWritten, self.location(&access.chain))
                };
                let builder = &mut machine.builder;
                let mut happens = builder.bool(true);
                for condition in &*access.conditions {
                    happens = builder.and(happens, *condition);
                }
                fails(machine, state, happens, defect)?;
            }
        }
        for number in 0..commands.adopted.len() {
            let own = &commands.adopted[number];
            let touches = accesses.iter().filter(|a| own.bytes.meets(Bytes::of(a)));
            let touched = race::summary(&touches.cloned().collect::<Vec<_>>());
            let reads: Vec<Access> = touched.iter().filter(|a| !a.writes).cloned().collect();
            for (party, written) in self.written(commands, number) {
                let parties = [party, Party::host()];
                let fault = Fault::Unmapped(symex::Access::Read);
                let about = (&*commands, &parties, fault);
                self.meet(machine, state, [&written, &reads], about)?;
            }
            let own = &mut commands.adopted[number];
            for access in touched.into_iter().filter(|a| a.writes) {
                match holds(&access, true) {
                    None => own.unseen.push(access),
                    // Earlier contents no longer matter.
                    Some(_) if access.is_certain() => own.store(Bytes::of(&access)),
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// The writes of commands to the memory of adopted buffer `number` that the host has
    /// not seen, by command.
    fn written(&self, commands: &Commands, number: usize) -> Vec<(Party, Vec<Access>)> {
        let mut found: Vec<(u32, Vec<Access>)> = Vec::new();
        for (command, access) in &commands.adopted[number].written {
            match found.iter_mut().find(|(known, _)| known == command) {
                Some((_, all)) => all.push(access.clone()),
                None => found.push((*command, vec![access.clone()])),
            }
        }
        let party = |(number, all)| {
            let command: Option<&Command> = commands.get(number);
            Some((self.party(number, command?), all))
        };
        found.into_iter().filter_map(party).collect()
    }

    /// Checks a command's accesses to memory that a buffer uses, within what the command
    /// was given.
    pub(super) fn command_touches(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &mut Commands,
        (number, touched): (u32, &[Access]),
    ) -> Result<(), Box<End>> {
        let given: Vec<Bytes> = commands.given().iter().filter_map(|g| g.usable()).collect();
        let own = touched.iter().filter(|access| {
            let bytes = Bytes::of(access);
            given.iter().any(|one| one.meets(bytes))
        });
        let own: Vec<Access> = own.cloned().collect();
        let reads: Vec<Access> = own.iter().filter(|a| !a.writes).cloned().collect();
        for at in 0..commands.adopted.len() {
            let Some(command) = commands.get(number) else {
                continue;
            };
            let parties = [Party::host(), self.party(number, command)];
            let unseen = commands.adopted[at].unseen.clone();
            let fault = Fault::Unmapped(symex::Access::Write);
            let about = (&*commands, &parties, fault);
            self.meet(machine, state, [&unseen, &reads], about)?;
            let adopted = &mut commands.adopted[at];
            let bytes = adopted.bytes;
            let writes = own.iter().filter(|a| a.writes);
            for access in writes.filter(|a| bytes.meets(Bytes::of(a))) {
                if access.is_certain() {
                    adopted.store(Bytes::of(access));
                }
                adopted.written.push((number, access.clone()));
            }
        }
        Ok(())
    }
}
