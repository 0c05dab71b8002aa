//! Statistics of the executions, and the facts that the verdict leans on because of them.

use super::Pair;
use crate::pipeline::Tally;
use crate::side::Side;
use crate::symex::Machine;
use crate::verdict::{Undecided, UndecidedKind};

/// The default limit of the main thread's stack on Linux, in bytes.
const STACK: u64 = 8 << 20;

impl Pair<'_, '_> {
    pub(super) fn count(&self, machine: &mut Machine<'_>, side: &Side<'_, '_>, tally: &mut Tally) {
        let statistics = machine.statistics();
        tally.executed(&statistics);
        let index = side.index();
        tally.reached[index].extend(&machine.reached);
        tally.coverage.vector_operations[index] += statistics.vector_operations;
        let read = machine.take_globals_read();
        if statistics.processor_questions > 0 {
            self.note_processor(tally);
        }
        self.note_questions(&read, tally);
        if statistics.environment_changes > 0 {
            tally.lean_on(
                "no float operation moves across a change of MXCSR (-frounding-math sees to it)",
            );
        }
        if statistics.largest_local > STACK {
            self.note_stack(side, tally);
        }
        tally.globals_read(self.unexplained(side, read));
    }

    /// Records that the verdict leans on the processor if these variables, which were read,
    /// describe it.
    pub(super) fn note_questions(&self, read: &[&str], tally: &mut Tally) {
        if read.iter().any(|name| name.starts_with("__cpu_")) {
            self.note_processor(tally);
        }
    }

    fn note_processor(&self, tally: &mut Tally) {
        tally.lean_on(&format!(
            "the processor that the code asks about is {} (--cpu)",
            self.target.cpu.name
        ));
    }

    /// Records that a local array larger than the usual stack limit was used: the
    /// reference's is taken for granted, the port's is undecided.
    fn note_stack(&self, side: &Side<'_, '_>, tally: &mut Tally) {
        if side.index() == 0 {
            return tally.lean_on("the stack has room for a local array of more than 8 MiB");
        }
        let message = "whether the stack has room for a local array of more than 8 MiB, which \
                       is usual for all of it, is not known";
        tally.undecided(
            Undecided::new(UndecidedKind::MemoryLimit, message)
                .with_help("allocate it on the heap, or name smaller sizes: --size".to_owned())
                .at(side.location()),
        );
    }

    /// The variables among `names` whose initial values the verdict rests on: they are no
    /// inputs, and other code could change them.
    pub(super) fn unexplained<'n>(&self, side: &Side<'_, '_>, names: Vec<&'n str>) -> Vec<&'n str> {
        let input = |name: &str| {
            let mut globals = self.contract.globals.iter();
            globals.any(|global| global.symbols[side.index()] == name)
        };
        let settled = |name: &str| self.settled.iter().any(|settled| settled == name);
        let mut names = names;
        names.retain(|name| !input(name) && !settled(name) && !side.entry.owns(name));
        names
    }
}
