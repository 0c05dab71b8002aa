//! Meetings of a group's items other than barriers of the whole group: sub-groups reach
//! barriers of their own (OpenCL C 3.0, 6.15.19), and functions require that all items pass
//! the same value.

use std::rc::Rc;

use super::group::{Progress, Schedule, calls_of, refused};
use super::rounds::Rounds;
use crate::program::FunctionId;
use crate::symex::{Check, Defect, DefectKind, End, Machine, State, ThreadId, Value};

/// The flags of barriers (`CLK_LOCAL_MEM_FENCE`, `CLK_GLOBAL_MEM_FENCE`).
const LOCAL_FENCE: u128 = 1;
const GLOBAL_FENCE: u128 = 2;

/// The memory that all of these flags fence: `[global, local]`; both false if a flag is not
/// constant.
pub(super) fn fenced<'v>(
    machine: &Machine<'_>,
    mut flags: impl Iterator<Item = Option<&'v Value>>,
) -> [bool; 2] {
    let all = flags.try_fold(u128::MAX, |all, flags| {
        let flags = machine.builder.constant_value(flags?.lane()?)?;
        Some(all & flags)
    });
    let all = all.unwrap_or(0);
    [all & GLOBAL_FENCE != 0, all & LOCAL_FENCE != 0]
}

impl Schedule<'_> {
    /// Lets the sub-groups continue whose items all wait at a meeting of their own. Returns
    /// whether there are any.
    pub(super) fn sub_groups_go_on(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
    ) -> Result<bool, Box<End>> {
        if !self.meeting.is_of_sub_groups() {
            return Ok(false);
        }
        let items = self.range.sub_group.max(1) as usize;
        let mut going = vec![false; at.threads.len().div_ceil(items)];
        for (number, goes) in going.iter_mut().enumerate() {
            *goes = self.sub_group_met(machine, at, number)?;
        }
        let any = going.contains(&true);
        at.going = any.then(|| Rc::from(going));
        Ok(any)
    }

    /// Whether a sub-group waits at a meeting of its own. It is a defect if only some of
    /// its items do.
    fn sub_group_met(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
        number: usize,
    ) -> Result<bool, Box<End>> {
        let items = self.range.sub_group.max(1) as usize;
        let first = number * items;
        let threads: Vec<ThreadId> = at.threads[first..].iter().take(items).copied().collect();
        let calls: Vec<(FunctionId, Vec<Value>)> = calls_of(&at.state, &threads)
            .filter(|(function, _)| self.meeting.is_one(*function))
            .map(|(function, arguments)| (function, arguments.to_vec()))
            .collect();
        let Some((function, _)) = calls.first() else {
            return Ok(false);
        };
        let rounds = at.rounds[first..].iter();
        if calls.len() < threads.len() || !self.is_one_place(machine, &at.state, &threads, rounds) {
            let of_active = |(_, arguments): &(FunctionId, Vec<Value>)| {
                let active = arguments.get(1).and_then(Value::lane);
                active.and_then(|term| machine.builder.constant_value(term)) == Some(1)
            };
            if calls.iter().any(of_active) {
                let what = "only some work-items of a sub-group";
                return Err(Box::new(refused("a sub-group function", what)));
            }
            let waits = |thread: &&ThreadId| {
                let mut own = calls_of(&at.state, std::slice::from_ref(thread));
                own.any(|(function, _)| self.meeting.is_one(function))
            };
            let thread = threads.iter().find(waits).unwrap_or(&threads[0]);
            let location = machine.call_chain(&at.state, *thread).into_iter().next();
            let defect = Defect::at(DefectKind::BarrierDivergence, location);
            return Err(Box::new(End::Defect(defect)));
        }
        if self.meeting.same_of_sub_group == Some(*function) {
            let given = calls.iter().map(|(_, arguments)| &arguments[..]);
            let kind = DefectKind::ArgumentDivergence;
            self.agreed(machine, &mut at.state, (kind, threads[0]), given)?;
            return Ok(true);
        }
        let flags = calls.iter().map(|(_, arguments)| arguments.first());
        let fenced = fenced(machine, flags);
        let notes = &mut self.notes.borrow_mut();
        let (footprint, state) = (&mut at.footprint, &mut at.state);
        footprint.end_of_sub_group(number, fenced, self.about(), machine, state, notes)?;
        Ok(true)
    }

    /// Whether items wait at the same instruction in the same rounds of its loops.
    pub(super) fn is_one_place<'r>(
        &self,
        machine: &Machine<'_>,
        state: &State,
        threads: &[ThreadId],
        rounds: impl Iterator<Item = &'r Rounds>,
    ) -> bool {
        let position = |(thread, rounds): (&ThreadId, &Rounds)| {
            let active = machine.activations(state, *thread);
            rounds.position(self.program, &self.loops, &active)
        };
        let mut positions = threads.iter().zip(rounds).map(position);
        let first = positions.next();
        positions.all(|position| Some(position) == first)
    }

    /// Requires that all items pass the same arguments. Adds a check if that depends on
    /// inputs; ends the path with a defect of this kind, at the place of `thread`, if it
    /// fails.
    pub(super) fn agreed<'v>(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        (kind, thread): (DefectKind, ThreadId),
        mut given: impl Iterator<Item = &'v [Value]>,
    ) -> Result<(), Box<End>> {
        let first = given.next().unwrap_or_default();
        let location = machine.call_chain(state, thread).into_iter().next();
        let defect = Defect::at(kind, location);
        let mut same = machine.builder.bool(true);
        for (x, y) in given.flat_map(|other| first.iter().zip(other)) {
            let (Some(x), Some(y)) = (x.lane(), y.lane()) else {
                let what = "arguments that are undefined";
                return Err(Box::new(refused("a function of a work-group", what)));
            };
            let equal = machine.builder.eq(x, y);
            same = machine.builder.and(same, equal);
        }
        match machine.builder.constant_value(same) {
            Some(0) => return Err(Box::new(End::Defect(defect))),
            Some(_) => {}
            None => {
                let path = state.kept_path();
                state.add_check(Check {
                    path,
                    condition: same,
                    defect,
                });
                state.assume(same);
            }
        }
        Ok(())
    }
}
