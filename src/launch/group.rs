//! The state of a path in a group of work-items, and what all groups of a launch share.

use std::cell::RefCell;
use std::rc::Rc;

use super::conflicts::About;
use super::copy::{Copies, Primitives};
use super::footprint::{Ends, Footprint};
use super::meeting::Meeting;
use super::notes::Notes;
use super::rounds::{Loops, Rounds};
use super::{NdRange, Races};
use crate::program::{FunctionId, Program};
use crate::race::Item;
use crate::symex::{
    End, Machine, ObjectId, Pause, State, Stop, StopReason, Stops, ThreadId, Value,
};

/// A path in the execution of a group.
pub(super) struct Progress {
    pub(super) state: State,
    pub(super) group: u64,
    /// Number of the group's items that have run in this round.
    pub(super) done: u64,
    /// The sub-groups whose items run in this round; `None` if all do.
    pub(super) going: Option<Rc<[bool]>>,
    /// The threads of the group's items that have started.
    pub(super) threads: Vec<ThreadId>,
    /// The rounds of barrier loops that each item is in.
    pub(super) rounds: Vec<Rounds>,
    /// The group's asynchronous copies.
    pub(super) copies: Copies,
    pub(super) footprint: Footprint,
}

/// The parts of a launch that stay the same while it runs.
pub(super) struct Schedule<'s> {
    pub(super) range: NdRange,
    pub(super) kernel: FunctionId,
    pub(super) args: &'s [Value],
    pub(super) copies: &'s [(usize, ObjectId)],
    pub(super) stops: Stops,
    pub(super) loops: Loops,
    pub(super) copying: Primitives,
    pub(super) meeting: Meeting,
    pub(super) launch: Option<ObjectId>,
    pub(super) item: Option<ObjectId>,
    /// The objects in local memory, which every group gets anew.
    pub(super) local: Vec<ObjectId>,
    pub(super) program: &'s Program,
    pub(super) notes: &'s RefCell<Notes>,
    pub(super) races: Races,
    pub(super) by_host: bool,
}

impl Schedule<'_> {
    pub(super) fn about(&self) -> About<'_> {
        About {
            program: self.program,
            range: self.range,
            races: self.races,
            local: &self.local,
            sub_groups: self.meeting.is_of_sub_groups(),
            by_host: self.by_host,
        }
    }

    /// Adds the accesses that an item of a group has made.
    pub(super) fn touch(&self, footprint: &mut Footprint, item: Item, state: &mut State) {
        footprint.add(self.about(), item, state, &mut self.notes.borrow_mut());
    }

    /// Looks for races in the intervals that end here.
    pub(super) fn end(
        &self,
        ends: Ends,
        machine: &mut Machine<'_>,
        at: &mut Progress,
    ) -> Result<(), Box<End>> {
        let notes = &mut self.notes.borrow_mut();
        let (footprint, state) = (&mut at.footprint, &mut at.state);
        footprint.end(ends, self.about(), machine, state, notes)
    }
}

/// The calls that some items are paused at, in the order of the items.
pub(super) fn calls_of<'s>(
    state: &'s State,
    threads: &'s [ThreadId],
) -> impl Iterator<Item = (FunctionId, &'s [Value])> {
    let first = threads.first().copied();
    let all = state
        .threads()
        .skip_while(move |(thread, _)| Some(*thread) != first);
    all.take(threads.len())
        .filter_map(|(_, pause)| match pause {
            Some(Pause::Call {
                function,
                arguments,
            }) => Some((*function, &arguments[..])),
            _ => None,
        })
}

/// The calls that the items are paused at, in order. The first thread is not an item: it
/// may be that of a host, which is paused at the launch.
pub(super) fn calls(state: &State) -> impl Iterator<Item = (FunctionId, &[Value])> {
    let items = state.threads().filter(|(thread, _)| *thread != ThreadId(0));
    items.filter_map(|(_, pause)| match pause {
        Some(Pause::Call {
            function,
            arguments,
        }) => Some((*function, &arguments[..])),
        _ => None,
    })
}

/// Pairs each path with a footprint; the last path gets the original, not a clone.
pub(super) fn each<P>(paths: Vec<P>, footprint: Footprint) -> impl Iterator<Item = (P, Footprint)> {
    let footprints = vec![footprint; paths.len()];
    paths.into_iter().zip(footprints)
}

/// The end of a path at something that is not modelled.
pub(super) fn refused(function: &str, what: &str) -> End {
    let (function, what) = (function.to_owned(), what.to_owned());
    stopped(StopReason::UnsupportedUse { function, what })
}

/// The end of a path whose execution is given up.
pub(super) fn stopped(reason: StopReason) -> End {
    End::Stopped(Stop {
        reason,
        location: None,
    })
}
