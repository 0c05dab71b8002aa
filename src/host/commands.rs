//! The commands of a path, and the order between them.
//!
//! A command happens after all commands that it waits for, and after those that the host
//! knew to be complete when it enqueued it. Commands are numbered from 1.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::bytes::{Bytes, Given};
use super::refused::FailedCall;
use super::region::{Adopted, Mapped};
use crate::program::SpanId;
use crate::race::Access;

/// The name by which the host library enqueues user events.
const USER_EVENT: &str = "user event";

/// Commands without an effect that the program could miss: they call it back, map, unmap or migrate
/// memory, or only order other commands.
const OF_NO_MATTER: [&str; 16] = [
    USER_EVENT,
    "clEnqueueMapBuffer",
    "clEnqueueUnmapMemObject",
    "clEnqueueMigrateMemObjects",
    "clEnqueueSVMMap",
    "clEnqueueSVMUnmap",
    "clEnqueueSVMMigrateMem",
    "clSetEventCallback",
    "clBuildProgram",
    "clCompileProgram",
    "clLinkProgram",
    "clEnqueueMarker",
    "clEnqueueMarkerWithWaitList",
    "clEnqueueBarrier",
    "clEnqueueBarrierWithWaitList",
    "clEnqueueWaitForEvents",
];

/// A command, or a user event.
#[derive(Clone)]
pub(super) struct Command {
    /// The command's name in reports: its kernel, or the function that enqueued it.
    pub name: Rc<str>,
    /// The call that enqueued it, and the calls that led there, innermost first.
    pub chain: Rc<[SpanId]>,
    /// The commands that it waits for.
    waits_for: Vec<u32>,
    /// The commands that the host knew to be complete when it enqueued the command or set
    /// the event.
    known: Rc<BTreeSet<u32>>,
    /// For a user event, whether the host has set it.
    set: bool,
    /// The command's accesses; empty before it has run.
    pub touched: Rc<Vec<Access>>,
    /// The buffers that it used, and the parts of shared virtual memory.
    pub ranges: Rc<[Bytes]>,
}

impl Command {
    /// Whether nothing is lost if the command does not run before the program ends.
    pub fn is_of_no_matter(&self) -> bool {
        OF_NO_MATTER.contains(&&*self.name)
    }
}

/// The commands of a path.
#[derive(Clone, Default)]
pub(super) struct Commands {
    all: Vec<Command>,
    /// The commands that the host knows to be complete.
    known: Rc<BTreeSet<u32>>,
    /// The number of the running command, and its accesses so far.
    pub running: Option<(u32, Vec<Access>)>,
    /// The ranges that a command was given: its number, and the ranges.
    given: (u32, Vec<Given>),
    /// The last failed call, if no kernel was launched after it.
    pub failed: Option<Rc<FailedCall>>,
    /// Memory of the program that buffers use.
    pub adopted: Vec<Adopted>,
    /// Regions that are mapped.
    pub mapped: Vec<Mapped>,
}

impl Commands {
    /// Adds a command and returns its number.
    pub fn enqueue(&mut self, name: &str, chain: Rc<[SpanId]>) -> u32 {
        self.all.push(Command {
            name: name.into(),
            chain,
            waits_for: Vec::new(),
            known: Rc::clone(&self.known),
            set: false,
            touched: Rc::default(),
            ranges: Rc::new([]),
        });
        self.all.len() as u32
    }

    /// The command with a number.
    pub fn get(&self, number: u32) -> Option<&Command> {
        self.all.get((number as usize).checked_sub(1)?)
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut Command> {
        self.all.get_mut((number as usize).checked_sub(1)?)
    }

    /// Makes one command wait for another.
    pub fn order(&mut self, later: u32, earlier: u32) {
        if let Some(command) = self.get_mut(later) {
            command.waits_for.push(earlier);
        }
    }

    /// Sets a user event: it happens after what the host has done so far.
    pub fn signal(&mut self, number: u32) {
        let known = Rc::clone(&self.known);
        if let Some(command) = self.get_mut(number) {
            command.known = known;
            command.set = true;
        }
    }

    /// All commands that happen before a command.
    pub fn before(&self, number: u32) -> BTreeSet<u32> {
        let (mut found, mut open) = (BTreeSet::new(), vec![number]);
        while let Some(command) = open.pop().and_then(|n| self.get(n)) {
            let known = command.known.iter().filter(|n| !found.contains(*n));
            let known: Vec<u32> = known.copied().collect();
            // This set is transitively closed.
            found.extend(known);
            for &earlier in &command.waits_for {
                if found.insert(earlier) {
                    open.push(earlier);
                }
            }
        }
        found
    }

    /// The unset user events that a command waits for, or is.
    pub fn events_before(&self, number: u32) -> Vec<u32> {
        let before = self.before(number);
        let mut open: Vec<u32> = before.into_iter().chain([number]).collect();
        open.retain(|n| {
            self.get(*n)
                .is_some_and(|c| &*c.name == USER_EVENT && !c.set)
        });
        open
    }

    /// Records a range that a command is given before it runs.
    pub fn give(&mut self, number: u32, given: Given) {
        if self.given.0 != number {
            self.given = (number, Vec::new());
        }
        self.given.1.push(given);
    }

    /// The ranges that the running command was given.
    pub fn given(&self) -> &[Given] {
        match self.running_number() == self.given.0 {
            true => &self.given.1,
            false => &[],
        }
    }

    /// The number of the running command; 0 if none is running.
    pub fn running_number(&self) -> u32 {
        self.running.as_ref().map_or(0, |(number, _)| *number)
    }

    /// Memory that is watched even if no command is pending: memory that buffers use, and
    /// regions mapped for reading only.
    pub fn watched(&self) -> Vec<Bytes> {
        let read = self.mapped.iter().filter(|m| !m.writes);
        let adopted = self.adopted.iter().map(|a| a.bytes);
        adopted.chain(read.map(|m| m.bytes)).collect()
    }

    /// The commands that the host does not know to be complete, in the order of their
    /// numbers.
    pub fn unknown(&self) -> impl Iterator<Item = (u32, &Command)> {
        let numbered = (1..).zip(&self.all);
        numbered.filter(|(number, _)| !self.is_known(*number))
    }

    /// Records the accesses of a command that has run, and the ranges that it used.
    pub fn ran(&mut self, number: u32, touched: Vec<Access>, ranges: Rc<[Bytes]>) {
        if let Some(command) = self.get_mut(number) {
            command.touched = Rc::new(touched);
            command.ranges = ranges;
        }
    }

    /// Records that the host has waited for a command.
    pub fn wait(&mut self, number: u32) {
        let before = self.before(number);
        let known = Rc::make_mut(&mut self.known);
        known.extend(before);
        known.insert(number);
    }

    /// The immediate predecessors of a command; of 0, those of the host.
    pub fn directly_before(&self, number: u32) -> Vec<u32> {
        let all: BTreeSet<u32> = match self.get(number) {
            Some(command) => {
                let known = command.known.iter().copied();
                known.chain(command.waits_for.iter().copied()).collect()
            }
            None => (*self.known).clone(),
        };
        let implied: BTreeSet<u32> = all.iter().flat_map(|n| self.before(*n)).collect();
        all.into_iter().filter(|n| !implied.contains(n)).collect()
    }

    /// Whether the host knows that a command is complete.
    pub fn is_known(&self, number: u32) -> bool {
        self.known.contains(&number)
    }

    /// Whether a command is certain to be complete at this point of the host or, if a command
    /// is running, of the function that it calls.
    pub fn is_complete(&self, number: u32) -> bool {
        match self.running_number() {
            0 => self.is_known(number),
            running => self.before(running).contains(&number),
        }
    }

    /// The commands with accesses, in the order of their numbers.
    pub fn active(&self) -> impl Iterator<Item = (u32, &Command)> {
        let numbered = (1..).zip(&self.all);
        numbered.filter(|(_, command)| !command.touched.is_empty())
    }

    /// The commands with accesses that the host does not know to be complete.
    pub fn pending(&self) -> impl Iterator<Item = (u32, &Command)> {
        self.active().filter(|(number, _)| !self.is_known(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(count: u32) -> Commands {
        let mut commands = Commands::default();
        (0..count).for_each(|_| {
            commands.enqueue("command", Rc::new([]));
        });
        commands
    }

    #[test]
    fn what_a_command_waits_for_comes_before_it() {
        let mut commands = commands(3);
        commands.order(2, 1);
        commands.order(3, 2);
        assert_eq!(commands.before(3), BTreeSet::from([1, 2]));
        assert!(commands.before(1).is_empty());
    }

    #[test]
    fn what_the_host_has_waited_for_comes_before_what_it_enqueues() {
        let mut commands = commands(2);
        commands.wait(1);
        let third = commands.enqueue("command", Rc::new([]));
        assert_eq!(commands.before(third), BTreeSet::from([1]));
        assert!(commands.before(2).is_empty());
    }

    #[test]
    fn what_follows_from_other_orders_is_left_out() {
        let mut commands = commands(3);
        commands.order(2, 1);
        commands.order(3, 1);
        commands.order(3, 2);
        assert_eq!(commands.directly_before(3), [2]);
        commands.wait(3);
        assert_eq!(commands.directly_before(0), [3]);
    }

    #[test]
    fn a_callback_knows_what_comes_before_it() {
        let mut commands = commands(3);
        commands.order(2, 1);
        commands.wait(3);
        commands.running = Some((2, Vec::new()));
        assert!(commands.is_complete(1) && !commands.is_complete(3));
        commands.running = None;
        assert!(!commands.is_complete(1) && commands.is_complete(3));
    }

    #[test]
    fn an_event_carries_what_the_host_knew_when_it_was_set() {
        let mut commands = commands(3);
        commands.order(3, 2);
        commands.wait(1);
        commands.signal(2);
        assert_eq!(commands.before(3), BTreeSet::from([1, 2]));
    }
}
