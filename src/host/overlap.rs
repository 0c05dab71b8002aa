//! Buffers that share bytes: a sub-buffer with its buffer, or two sub-buffers. Their concurrent
//! use is undefined if one is written, even where no byte is in conflict (clCreateSubBuffer).

use super::Host;
use super::bytes::Bytes;
use super::commands::{Command, Commands};

impl Host<'_> {
    /// Notes that a command that has run, alone or with an unordered one, uses buffers that
    /// share bytes, and writes one of them.
    pub(super) fn note_overlaps(&self, commands: &Commands, number: u32) {
        let Some(command) = commands.get(number) else {
            return;
        };
        let named = self.named(commands, number);
        if share([command, command]) {
            self.overlaps.borrow_mut().insert(format!(
                "{named}, uses buffers that share bytes, one of them written: the specification \
                 leaves that undefined, although no byte is in conflict (clCreateSubBuffer)"
            ));
        }
        let before = commands.before(number);
        for (other, earlier) in commands.active() {
            if other != number && !before.contains(&other) && share([earlier, command]) {
                let other = self.named(commands, other);
                self.overlaps.borrow_mut().insert(format!(
                    "{other}, and {named}, which are not ordered, use buffers that share bytes, \
                     one of them written: the specification leaves that undefined, although no \
                     byte is in conflict (clCreateSubBuffer)"
                ));
            }
        }
    }
}

/// Whether two commands use different buffers that share bytes, and one writes to its own.
fn share([command, other]: [&Command; 2]) -> bool {
    let writes = |command: &Command, range: Bytes| {
        let mut writes = command.touched.iter().filter(|access| access.writes);
        writes.any(|access| range.meets(Bytes::of(access)))
    };
    command.ranges.iter().any(|own| {
        let mut theirs = other.ranges.iter();
        theirs.any(|range| {
            own != range && own.meets(*range) && (writes(command, *own) || writes(other, *range))
        })
    })
}
