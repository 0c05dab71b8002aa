//! Races behind undefined values: memory that an item finds unwritten since another one, which
//! would write it, has not run yet.
//!
//! An item that branches on such memory ends its path, and with it the search for races. Here
//! the other items run all the same, so that the race is found: it is the cause.

use super::footprint::Ends;
use super::group::{Progress, Schedule};
use super::rounds::Rounds;
use crate::race::Item;
use crate::symex::{BranchOracle, DefectKind, End, Finished, Machine, Pause, State};

/// Whether a path ends at a value that nothing has written.
pub(super) fn is_undefined(end: &End) -> bool {
    let End::Defect(defect) = end else {
        return false;
    };
    matches!(
        defect.kind,
        DefectKind::UndefinedBranch | DefectKind::UndefinedAddress(_) | DefectKind::Uninitialised
    )
}

impl Schedule<'_> {
    /// The race of an item that ends at an undefined value with an item that has yet to run
    /// since the last barrier, as a path that ends in it or that has it among its checks. `at`
    /// is the path behind the item, with its accesses. Follows one path of each item.
    pub(super) fn race_behind(
        &self,
        machine: &mut Machine<'_>,
        mut at: Progress,
        end: &End,
        oracle: &mut dyn BranchOracle,
    ) -> Option<Finished> {
        // What else is open on these paths is none of the launch's.
        let notes = self.notes.borrow().clone();
        while self.next_item(&mut at) {
            let kept = at.state.clone();
            if self.run_item(machine, &mut at, oracle).is_none() {
                at.state = kept;
            }
            at.done += 1;
        }
        let checked = at.state.checks().len();
        let met = self.end(Ends::Group, machine, &mut at);
        *self.notes.borrow_mut() = notes;
        let is_race =
            |end: &End| matches!(end, End::Defect(defect) if defect.kind == DefectKind::Race);
        let end = match met {
            Err(race) if is_race(&race) => *race,
            Ok(()) if at.state.checks().len() > checked => end.clone(),
            _ => return None,
        };
        let state = at.state;
        Some(Finished { state, end })
    }

    /// Runs the next item to its next stop, and adds its accesses. Leaves the state behind it if
    /// it got there.
    fn run_item(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
        oracle: &mut dyn BranchOracle,
    ) -> Option<()> {
        let local = at.done as usize;
        let thread = self.ready(machine, at)?;
        let state = at.state.clone();
        let (mut state, is_stopped): (State, bool) = match thread {
            None => {
                let mut state = state;
                let args = self.arguments(machine, &mut state)?;
                let path = machine.call(state, self.kernel, &args, oracle);
                let path = path.into_iter().next()?;
                (path.state, matches!(path.end, End::Returned(_)))
            }
            Some(thread) => {
                let mut state = state;
                state.select(thread);
                let rounds: Rounds = std::mem::take(&mut at.rounds[local]);
                let paths = self.advance(machine, (state, rounds), thread, oracle);
                let (path, rounds) = paths.into_iter().next()?;
                at.rounds[local] = rounds;
                let is_stopped = matches!(
                    path.at,
                    Pause::Ended(End::Returned(_)) | Pause::Call { .. } | Pause::Block { .. }
                );
                (path.state, is_stopped)
            }
        };
        let item = Item {
            group: at.group as u32,
            local: local as u32,
        };
        let item = at.copies.acting(item);
        self.touch(&mut at.footprint, item, &mut state);
        at.state = state;
        is_stopped.then_some(())
    }
}
