//! The canonical order: group by group, each item to its next barrier.

use std::cell::RefCell;

use super::geometry::place;
use super::races::{About, Ends, Footprint, Notes};
use super::{Launch, NdRange};
use crate::program::{FunctionId, Program};
use crate::race::Item;
use crate::symex::{
    AccessLog, BranchOracle, Defect, DefectKind, End, Finished, Machine, ObjectId, ObjectSpec,
    Pause, State, Stop, StopReason, Stops, Storage, ThreadId, Value,
};

/// The variables of the device library that say which item runs
/// (`opencl-runtime/device/work_item.cl`).
const LAUNCH: &str = "simdiff_launch";
const ITEM: &str = "simdiff_item";

/// The primitive that barriers are calls of.
const BARRIER: &str = "simdiff.barrier";

/// The flags of barriers (`CLK_LOCAL_MEM_FENCE`, `CLK_GLOBAL_MEM_FENCE`).
const LOCAL_FENCE: u128 = 1;
const GLOBAL_FENCE: u128 = 2;

/// Whether several items can access an object.
fn is_shared(_: ObjectId, spec: &ObjectSpec) -> bool {
    spec.storage != Storage::Stack
}

/// Whether a variable is one of the device library's.
pub(super) fn is_of_library(variable: &str) -> bool {
    [LAUNCH, ITEM].contains(&variable)
}

/// What every work-item does, and how many there are.
#[derive(Clone, Copy)]
pub struct Work<'w> {
    /// What they run.
    pub kernel: FunctionId,
    /// Its arguments.
    pub args: &'w [Value],
    /// The index space.
    pub range: NdRange,
    /// The objects in local memory that arguments point to.
    pub local: &'w [ObjectId],
    /// The arguments that point to what is passed by value, of which each item has its
    /// own: position and original.
    pub copies: &'w [(usize, ObjectId)],
}

/// A path in the middle of a group.
struct Progress {
    state: State,
    group: u64,
    /// Items of the group that have run in this round.
    done: u64,
    /// The threads of the group's items, as far as they have started.
    threads: Vec<ThreadId>,
    footprint: Footprint,
}

/// What does not change while a launch runs.
struct Schedule<'s> {
    range: NdRange,
    kernel: FunctionId,
    args: &'s [Value],
    copies: &'s [(usize, ObjectId)],
    stops: Stops,
    launch: Option<ObjectId>,
    item: Option<ObjectId>,
    /// What every group has anew.
    local: Vec<ObjectId>,
    program: &'s Program,
    notes: &'s RefCell<Notes>,
    race_free: bool,
}

impl Launch {
    /// Runs a kernel in the whole index space, on every path to its end.
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
        let schedule = Schedule {
            range,
            kernel,
            args,
            copies,
            stops: Stops {
                calls: program.find_function(BARRIER).into_iter().collect(),
                ..Stops::default()
            },
            launch: variable(LAUNCH),
            item: variable(ITEM),
            local: variables
                .filter_map(|name| variable(name))
                .chain(local.iter().copied())
                .collect(),
            program,
            notes: &self.notes,
            race_free: self.race_free,
        };
        let words = [
            &[range.dimensions][..],
            &range.global,
            &range.local,
            &range.offset,
            &range.groups(),
        ];
        write(machine, &mut state, schedule.launch, &words.concat());
        let start = Progress {
            state,
            group: 0,
            done: 0,
            threads: Vec::new(),
            footprint: Footprint::new(),
        };
        let (mut waiting, mut finished) = (vec![start], Vec::new());
        while let Some(progress) = waiting.pop() {
            schedule.step(machine, progress, oracle, &mut waiting, &mut finished);
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
            let end = match self.end(Ends::Launch, machine, &mut at) {
                Ok(()) => End::Returned(None),
                Err(end) => *end,
            };
            let state = at.state;
            finished.push(Finished { state, end });
            return;
        }
        if at.done == self.range.group_size() {
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
            // A new group.
            for object in &self.local {
                machine.forget(&mut at.state, *object);
            }
        }
        let local = place(at.done, self.range.local);
        let group = place(at.group, self.range.groups());
        let words = [local, group, self.range.local].concat();
        write(machine, &mut at.state, self.item, &words);
        at.state.set_observer(AccessLog::of(is_shared));
        if self.stops.calls.is_empty() {
            self.call(machine, at, oracle, waiting, finished);
            return;
        }
        let thread = match at.threads.get(at.done as usize) {
            Some(thread) => *thread,
            None => match self.start(machine, &mut at.state) {
                Some(thread) => {
                    at.threads.push(thread);
                    thread
                }
                None => {
                    let end = refused("kernel", "more work-items in a group than there can be");
                    let state = at.state;
                    finished.push(Finished { state, end });
                    return;
                }
            },
        };
        at.state.select(thread);
        at.done += 1;
        let Progress {
            state,
            group,
            done,
            threads,
            footprint,
        } = at;
        let paths = machine.advance(state, &self.stops, oracle);
        // The first path is to be the next.
        let mut next = Vec::new();
        for (mut path, mut footprint) in each(paths, footprint) {
            self.touch(&mut footprint, (group, done - 1), &mut path.state);
            match path.at {
                Pause::Ended(End::Returned(_)) | Pause::Call { .. } | Pause::Block { .. } => {
                    next.push(Progress {
                        state: path.state,
                        group,
                        done,
                        threads: threads.clone(),
                        footprint,
                    });
                }
                Pause::Ended(end) => finished.push(Finished {
                    state: path.state,
                    end,
                }),
            }
        }
        waiting.extend(next.into_iter().rev());
    }

    /// Runs the next item of a path to its end.
    fn call(
        &self,
        machine: &mut Machine<'_>,
        at: Progress,
        oracle: &mut dyn BranchOracle,
        waiting: &mut Vec<Progress>,
        finished: &mut Vec<Finished>,
    ) {
        let last = at.done + 1 == self.range.group_size();
        let mut next = Vec::new();
        let Progress {
            mut state,
            group,
            done,
            footprint,
            ..
        } = at;
        let Some(args) = self.arguments(machine, &mut state) else {
            let end = refused("kernel", "arguments that do not fit into memory");
            finished.push(Finished { state, end });
            return;
        };
        let paths = machine.call(state, self.kernel, &args, oracle);
        for (mut path, mut footprint) in each(paths, footprint) {
            self.touch(&mut footprint, (group, done), &mut path.state);
            match path.end {
                End::Returned(_) => next.push(Progress {
                    state: path.state,
                    group: group + u64::from(last),
                    done: if last { 0 } else { done + 1 },
                    threads: Vec::new(),
                    footprint,
                }),
                _ => finished.push(path),
            }
        }
        if last {
            next.retain_mut(|progress| match self.end(Ends::Group, machine, progress) {
                Ok(()) => true,
                Err(end) => {
                    let state = progress.state.clone();
                    finished.push(Finished { state, end: *end });
                    false
                }
            });
        }
        waiting.extend(next.into_iter().rev());
    }

    /// The arguments of one item.
    fn arguments(&self, machine: &mut Machine<'_>, state: &mut State) -> Option<Vec<Value>> {
        let mut args = self.args.to_vec();
        for (position, original) in self.copies {
            let copy = machine.duplicate(state, *original)?;
            args[*position] = machine.pointer(copy);
        }
        Some(args)
    }

    /// A thread for one item.
    fn start(&self, machine: &mut Machine<'_>, state: &mut State) -> Option<ThreadId> {
        let args = self.arguments(machine, state)?;
        machine.add_thread(state, self.kernel, &args)
    }

    fn about(&self) -> About<'_> {
        About {
            program: self.program,
            range: self.range,
            race_free: self.race_free,
            local: &self.local,
        }
    }

    /// Adds what an item of a group has touched.
    fn touch(&self, footprint: &mut Footprint, (group, item): (u64, u64), state: &mut State) {
        let item = Item {
            group: group as u32,
            local: item as u32,
        };
        footprint.add(self.about(), item, state);
    }

    /// Looks for races in what was touched up to here.
    fn end(
        &self,
        ends: Ends,
        machine: &mut Machine<'_>,
        at: &mut Progress,
    ) -> Result<(), Box<End>> {
        let notes = &mut self.notes.borrow_mut();
        let (footprint, state) = (&mut at.footprint, &mut at.state);
        footprint.end(ends, self.about(), machine, state, notes)
    }

    /// Which memory the barrier fences that the group has reached: global, and local.
    /// Neither where that is not known.
    fn fences(&self, machine: &Machine<'_>, state: &State) -> [bool; 2] {
        let mut flags = state.threads().filter_map(|(_, pause)| match pause {
            Some(Pause::Call { arguments, .. }) => {
                let flags = arguments.first().and_then(Value::lane);
                Some(flags.and_then(|term| machine.builder.constant_value(term)))
            }
            _ => None,
        });
        let all = flags.try_fold(u128::MAX, |all, flags| Some(all & flags?));
        let all = all.unwrap_or(0);
        [all & GLOBAL_FENCE != 0, all & LOCAL_FENCE != 0]
    }

    /// Every item of the group has run: to a barrier that is the same for all, and the
    /// next round starts, or to its end, and the next group does.
    fn round_ended(&self, machine: &mut Machine<'_>, at: &mut Progress) -> Result<(), Box<End>> {
        let state = &at.state;
        let returned = |thread: &ThreadId| {
            let mut threads = state.threads();
            let found = threads.find(|(id, _)| id == thread);
            found.is_some_and(|(_, pause)| pause.is_some_and(Pause::is_return))
        };
        let ended = at.threads.iter().filter(|thread| returned(thread)).count();
        if ended == at.threads.len() {
            at.state.remove_threads();
            at.threads.clear();
            at.group += 1;
        } else {
            let position = |thread: &ThreadId| machine.position(state, *thread);
            let first = at.threads.first().map(position);
            let same = at.threads.iter().all(|t| Some(position(t)) == first);
            if ended > 0 || !same {
                let mut waiting = at.threads.iter().filter(|thread| !returned(thread));
                let chain = waiting.next().map(|t| machine.call_chain(state, *t));
                let location = chain.and_then(|chain| chain.into_iter().next());
                let defect = Defect::at(DefectKind::BarrierDivergence, location);
                return Err(Box::new(End::Defect(defect)));
            }
        }
        at.done = 0;
        let ends = match at.threads.is_empty() {
            true => Ends::Group,
            false => {
                let [global, local] = self.fences(machine, &at.state);
                Ends::Barrier { global, local }
            }
        };
        self.end(ends, machine, at)
    }
}

/// Each path with a footprint of its own; that of the last is shared with nobody.
fn each<P>(paths: Vec<P>, footprint: Footprint) -> impl Iterator<Item = (P, Footprint)> {
    let footprints = vec![footprint; paths.len()];
    paths.into_iter().zip(footprints)
}

/// The end of a path in what is not modelled.
fn refused(function: &str, what: &str) -> End {
    let (function, what) = (function.to_owned(), what.to_owned());
    End::Stopped(Stop {
        reason: StopReason::UnsupportedUse { function, what },
        location: None,
    })
}

/// Writes 64-bit words from the start of a variable.
fn write(machine: &mut Machine<'_>, state: &mut State, object: Option<ObjectId>, words: &[u64]) {
    let Some(object) = object else {
        return;
    };
    for (at, word) in words.iter().enumerate() {
        let term = machine.builder.constant(64, u128::from(*word));
        machine.write_scalar(state, object, 8 * at as u64, term);
    }
}
