//! The canonical order of execution: group by group, each item to its next barrier.

use std::iter::repeat_n;

use super::copy::{Copies, Primitives};
use super::footprint::{Ends, Footprint};
use super::geometry::place;
use super::group::{Progress, Schedule, each, refused, stopped};
use super::meeting::Meeting;
use super::rounds::{Loops, Rounds};
use super::touched::Touched;
use super::unordered::is_undefined;
use super::{Launch, NdRange};
use crate::program::{FunctionId, Program};
use crate::race::Item;
use crate::symex::{
    AccessLog, BranchOracle, DefectKind, End, Finished, Machine, ObjectId, ObjectSpec, Pause,
    State, StopReason, Stops, Storage, ThreadId, Value,
};

/// The variables of the device library that hold the ids of the running item
/// (`opencl-runtime/device/work_item.cl`).
const LAUNCH: &str = "simdiff_launch";
const ITEM: &str = "simdiff_item";

/// The primitive that barriers call.
const BARRIER: &str = "simdiff.barrier";

/// The variables through which work-group and sub-group functions exchange values
/// (`work_group.cl` and `sub_group.h` in `opencl-runtime/device`). The functions order
/// these accesses.
const EXCHANGE: [&str; 2] = ["simdiff_exchange", "simdiff_sub_group_exchange"];

/// Whether several items can access an object. Variables of the library do not count: the
/// library orders its accesses to them.
fn is_shared(_: ObjectId, spec: &ObjectSpec) -> bool {
    spec.storage != Storage::Stack && !is_library_variable(spec)
}

/// Whether several items, or a host, can access an object.
fn is_shared_with_host(id: ObjectId, spec: &ObjectSpec) -> bool {
    Touched::is_shared(id, spec) && !is_library_variable(spec)
}

/// Whether an object is a variable of the library. A buffer may have the same name.
fn is_library_variable(spec: &ObjectSpec) -> bool {
    spec.storage == Storage::Global && is_of_library(&spec.name)
}

/// Whether a global variable of this name belongs to the device library.
pub(super) fn is_of_library(variable: &str) -> bool {
    [LAUNCH, ITEM].contains(&variable) || EXCHANGE.contains(&variable)
}

/// The kernel, its arguments and its index space.
#[derive(Clone, Copy)]
pub struct Work<'w> {
    /// The kernel.
    pub kernel: FunctionId,
    /// The kernel's arguments.
    pub args: &'w [Value],
    /// The index space.
    pub range: NdRange,
    /// The objects in local memory that arguments point to.
    pub local: &'w [ObjectId],
    /// The arguments that point to a value passed by copy, of which each item has its own:
    /// position and original.
    pub copies: &'w [(usize, ObjectId)],
}

impl Launch {
    /// Runs a kernel in the whole index space, each path to its end.
    pub fn run(
        &self,
        machine: &mut Machine<'_>,
        program: &Program,
        work: Work<'_>,
        mut state: State,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        let Work {
            kernel,
            args,
            range,
            local,
            copies,
        } = work;
        let variable = |name: &str| {
            let found = program.globals().iter().find(|g| *g.name == *name);
            found.map(|global| ObjectId(global.address))
        };
        let variables = self.local_variables.iter();
        let copying = Primitives::of(program);
        let barrier = program.find_function(BARRIER);
        let meeting = Meeting::of(program);
        let barriers = barrier.into_iter().chain(copying.all());
        let barriers: Vec<FunctionId> = barriers.chain(meeting.all()).collect();
        let loops = Loops::around(program, &barriers);
        let schedule = Schedule {
            range,
            kernel,
            args,
            copies,
            stops: Stops {
                calls: barriers,
                blocks: loops.heads(),
                ..Stops::default()
            },
            loops,
            copying,
            meeting,
            launch: variable(LAUNCH),
            item: variable(ITEM),
            local: variables
                .filter_map(|name| variable(name))
                .chain(local.iter().copied())
                .collect(),
            program,
            notes: &self.notes,
            races: self.races,
            by_host: self.by_host,
        };
        machine.local = schedule.local.iter().copied().collect();
        let words = [
            &[range.dimensions][..],
            &range.global,
            &range.local,
            &range.offset,
            &range.groups(),
            &[range.sub_group],
        ];
        write(machine, &mut state, schedule.launch, &words.concat());
        // Each item gets a log of its own.
        state.take_observer();
        let start = Progress {
            state,
            group: 0,
            done: 0,
            going: None,
            threads: Vec::new(),
            rounds: Vec::new(),
            copies: Copies::default(),
            footprint: Footprint::new(schedule.about(), self.recording),
        };
        let (mut waiting, mut finished) = (vec![start], Vec::new());
        while let Some(progress) = waiting.pop() {
            let known = finished.len();
            schedule.step(machine, progress, oracle, &mut waiting, &mut finished);
            if finished[known..].iter().any(is_defective) {
                // After such a defect, whether other paths fail too does not matter.
                let left = |progress: Progress| Finished {
                    state: progress.state,
                    end: stopped(StopReason::Left),
                };
                finished.extend(waiting.drain(..).map(left));
            }
        }
        let mut notes = self.notes.borrow_mut();
        for (object, align) in machine.take_insisted() {
            let known = notes.insisted.entry(object).or_default();
            *known = align.max(*known);
        }
        drop(notes);
        for path in &mut finished {
            if path.state.observer::<AccessLog>().is_some() {
                path.state.take_observer();
            }
        }
        finished
    }
}

impl Schedule<'_> {
    /// Runs the next item of a path to its next stop.
    fn step(
        &self,
        machine: &mut Machine<'_>,
        mut at: Progress,
        oracle: &mut dyn BranchOracle,
        waiting: &mut Vec<Progress>,
        finished: &mut Vec<Finished>,
    ) {
        if at.group == self.range.group_count() {
            let touched = self.by_host.then(|| at.footprint.touched());
            let end = match self.end(Ends::Launch, machine, &mut at) {
                Ok(()) => End::Returned(None),
                Err(end) => *end,
            };
            let mut state = at.state;
            if let Some(touched) = touched {
                state.set_observer(Touched::of(touched));
            }
            finished.push(Finished { state, end });
            return;
        }
        if !self.next_item(&mut at) {
            match self.round_ended(machine, &mut at) {
                Ok(()) => waiting.push(at),
                Err(end) => {
                    let (state, end) = (at.state, *end);
                    finished.push(Finished { state, end });
                }
            }
            return;
        }
        if at.done == 0 && at.threads.is_empty() {
            // A new group begins.
            for object in &self.local {
                machine.forget(&mut at.state, *object);
            }
        }
        let thread = match self.ready(machine, &mut at) {
            Some(Some(thread)) => thread,
            Some(None) => {
                self.call(machine, at, oracle, waiting, finished);
                return;
            }
            None => {
                let end = refused("kernel", "more work-items in a group than there can be");
                let state = at.state;
                finished.push(Finished { state, end });
                return;
            }
        };
        at.state.select(thread);
        at.done += 1;
        let Progress {
            state,
            group,
            done,
            going,
            threads,
            mut rounds,
            copies: under_way,
            footprint,
        } = at;
        let local = done as usize - 1;
        let own = std::mem::take(&mut rounds[local]);
        let paths = self.advance(machine, (state, own), thread, oracle);
        // Paths are a stack: the first is to be taken next.
        let mut next = Vec::with_capacity(1);
        let of_group = repeat_n((threads, rounds, under_way), paths.len());
        for (((mut path, own), mut footprint), of_group) in each(paths, footprint).zip(of_group) {
            let (threads, mut rounds, under_way) = of_group;
            rounds[local] = own;
            let item = Item {
                group: group as u32,
                local: local as u32,
            };
            self.touch(&mut footprint, under_way.acting(item), &mut path.state);
            let at = Progress {
                state: path.state,
                group,
                done,
                going: going.clone(),
                threads,
                rounds,
                copies: under_way,
                footprint,
            };
            match path.at {
                Pause::Ended(End::Returned(_)) | Pause::Call { .. } | Pause::Block { .. } => {
                    next.push(at);
                }
                Pause::Ended(end) => {
                    let state = at.state.clone();
                    if is_undefined(&end) {
                        finished.extend(self.race_behind(machine, at, &end, oracle));
                    }
                    finished.push(Finished { state, end });
                }
            }
        }
        waiting.extend(next.into_iter().rev());
    }

    /// Goes on to the next item of the group that runs in this round; false if there is none.
    pub(super) fn next_item(&self, at: &mut Progress) -> bool {
        let items = self.range.items_of(at.group);
        if let Some(going) = &at.going {
            // The items of other sub-groups wait for the group.
            let rests = |item: u64| !going[(item / self.range.sub_group.max(1)) as usize];
            while at.done < items && rests(at.done) {
                at.done += 1;
            }
        }
        at.done < items
    }

    /// Prepares a state for the next item: the ids that it sees, an empty log of its accesses,
    /// and its thread, which a launch without barriers does without. `None` if it cannot have
    /// one.
    pub(super) fn ready(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
    ) -> Option<Option<ThreadId>> {
        let extents = self.range.local_of(at.group);
        let local = place(at.done, extents);
        let group = place(at.group, self.range.groups());
        let words = [local, group, extents].concat();
        write(machine, &mut at.state, self.item, &words);
        match at.state.observer::<AccessLog>().map(AccessLog::emptied) {
            Some(log) => at.state.renew_observer(log),
            None => at.state.set_observer(AccessLog::of(match self.by_host {
                true => is_shared_with_host,
                false => is_shared,
            })),
        }
        if self.stops.calls.is_empty() {
            return Some(None);
        }
        if let Some(thread) = at.threads.get(at.done as usize) {
            return Some(Some(*thread));
        }
        let thread = self.start(machine, &mut at.state)?;
        at.threads.push(thread);
        at.rounds.push(Rounds::default());
        Some(Some(thread))
    }
}

/// Whether a path ends in a race, or at a barrier that not all items reach.
fn is_defective(path: &Finished) -> bool {
    let End::Defect(defect) = &path.end else {
        return false;
    };
    matches!(
        defect.kind,
        DefectKind::Race | DefectKind::BarrierDivergence
    )
}

/// Writes 64-bit words to the start of a variable.
fn write(machine: &mut Machine<'_>, state: &mut State, object: Option<ObjectId>, words: &[u64]) {
    let Some(object) = object else {
        return;
    };
    for (at, word) in words.iter().enumerate() {
        let term = machine.builder.constant(64, u128::from(*word));
        machine.write_scalar(state, object, 8 * at as u64, term);
    }
}
