//! Runs one work-item to its next barrier, or to its end.

use std::iter::repeat_n;

use super::copy::Copies;
use super::footprint::Ends;
use super::group::{Progress, Schedule, each, refused};
use super::rounds::Rounds;
use super::unordered::is_undefined;
use crate::race::Item;
use crate::symex::{BranchOracle, End, Finished, Machine, Pause, Paused, State, ThreadId, Value};

impl Schedule<'_> {
    /// Runs an item's thread to its next stop other than a loop head, counting the rounds
    /// of loops on the way.
    pub(super) fn advance(
        &self,
        machine: &mut Machine<'_>,
        start: (State, Rounds),
        thread: ThreadId,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<(Paused, Rounds)> {
        let (mut open, mut stopped) = (vec![start], Vec::with_capacity(1));
        while let Some((state, rounds)) = open.pop() {
            let paths = machine.advance(state, &self.stops, oracle);
            let all_rounds = repeat_n(rounds, paths.len());
            for (path, mut rounds) in paths.into_iter().zip(all_rounds) {
                let Pause::Block { block, .. } = path.at else {
                    stopped.push((path, rounds));
                    continue;
                };
                if let Some(active) = machine.activations(&path.state, thread).first() {
                    rounds.enter(active.number, block);
                }
                open.push((path.state, rounds));
            }
        }
        stopped
    }

    /// Runs the next item of a path to its end, in a launch without barriers.
    pub(super) fn call(
        &self,
        machine: &mut Machine<'_>,
        at: Progress,
        oracle: &mut dyn BranchOracle,
        waiting: &mut Vec<Progress>,
        finished: &mut Vec<Finished>,
    ) {
        let last = at.done + 1 == self.range.items_of(at.group);
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
            let item = Item {
                group: group as u32,
                local: done as u32,
            };
            self.touch(&mut footprint, item, &mut path.state);
            match path.end {
                End::Returned(_) => next.push(Progress {
                    state: path.state,
                    group: group + u64::from(last),
                    done: if last { 0 } else { done + 1 },
                    going: None,
                    threads: Vec::new(),
                    rounds: Vec::new(),
                    copies: Copies::default(),
                    footprint,
                }),
                _ => {
                    if is_undefined(&path.end) {
                        let at = Progress {
                            state: path.state.clone(),
                            group,
                            done: done + 1,
                            going: None,
                            threads: Vec::new(),
                            rounds: Vec::new(),
                            copies: Copies::default(),
                            footprint,
                        };
                        finished.extend(self.race_behind(machine, at, &path.end, oracle));
                    }
                    finished.push(path);
                }
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

    /// The arguments of one item, with copies of its own; `None` if memory does not
    /// suffice.
    pub(super) fn arguments(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
    ) -> Option<Vec<Value>> {
        let mut args = self.args.to_vec();
        for (position, original) in self.copies {
            let copy = machine.duplicate(state, *original)?;
            args[*position] = machine.pointer(copy);
        }
        Some(args)
    }

    /// Starts a thread for one item; `None` if it cannot be.
    pub(super) fn start(&self, machine: &mut Machine<'_>, state: &mut State) -> Option<ThreadId> {
        let args = self.arguments(machine, state)?;
        machine.add_thread(state, self.kernel, &args)
    }
}
