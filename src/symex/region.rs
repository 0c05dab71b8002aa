//! Merging: the arms of a symbolic branch run to their join, and their states become one,
//! with selects for values that differ.
//!
//! Invariant: a merged state stands for every arm that reached the join, under the path
//! condition before the branch; arms that ended or stopped are paths of their own. States
//! that cannot be merged (different allocations, an arm that split, a loop without end)
//! continue as separate paths.
//!
//! This file and `explore` call each other, because the loop runs the arms.

use term::TermId;

use super::executor::{Exec, Executor, Join, Way};
use super::explore::Ran;
use super::slot::Slot;
use super::state::State;
use super::value::{Lane, Value};
use crate::budgets::execution::{INNER_SPLITS, MERGED_NESTING};

/// An arm of a branch: the states that go on in it, of which there are several where they could
/// not be merged.
pub(super) struct Arm {
    /// The condition under which it is taken.
    pub condition: TermId,
    pub states: Vec<State>,
}

impl<'p> Executor<'_, 'p> {
    /// Continues along each way out of the branch just executed.
    pub fn diverge(&mut self, ways: Vec<Way<'p>>) -> Exec<()> {
        if let [only] = &*ways {
            self.state.assume(only.condition);
            self.follow(only.edge);
            return Ok(());
        }
        for _ in 1..ways.len() {
            self.count_path()?;
        }
        let function = self.program.function(self.state.thread.frame.function);
        // The branch is the last instruction executed.
        let block = function.block_of(self.state.thread.frame.pc.saturating_sub(1));
        let join = function.flow.join(block);
        let join = join.filter(|_| self.machine.limits.merge && self.nesting < MERGED_NESTING);
        let base = self.state.clone();
        let decision = function.flow.decision(block);
        let arms = match join.is_some() && !decision.is_empty() && self.machine.trace.is_none() {
            true => self.decide(function, decision, &base, ways),
            false => self.enter_each(&base, ways),
        };
        let conditions: Vec<TermId> = arms.iter().map(|arm| arm.condition).collect();
        let entered: Vec<Vec<State>> = arms.into_iter().map(|arm| arm.states).collect();
        let Some(join) = join.filter(|_| entered.len() > 1) else {
            self.end_dissolving();
            let mut states: Vec<State> = entered.into_iter().flatten().collect();
            states.extend(self.returned_escapes());
            self.go_on_with(states);
            return Ok(());
        };
        let join = Join {
            depth: base.thread.callers.len(),
            pc: function.blocks[join as usize],
        };
        let joined = self.run_arms(join, entered);
        let merged = match self.dissolving {
            false => self.merge_arms(&base, join, &conditions, &joined),
            true => None,
        };
        self.end_dissolving();
        let mut states = match merged {
            Some(merged) => {
                self.paths -= joined.iter().filter(|j| !j.is_empty()).count() - 1;
                self.machine.statistics.merges += 1;
                vec![merged]
            }
            None => joined.into_iter().flatten().collect(),
        };
        states.extend(self.returned_escapes());
        self.go_on_with(states);
        Ok(())
    }

    /// Lets branches be merged again once all regions have been left.
    fn end_dissolving(&mut self) {
        if self.nesting == 0 {
            (self.dissolving, self.inner_splits) = (false, 0);
        }
    }

    /// Takes each way in a state of its own.
    fn enter_each(&mut self, base: &State, ways: Vec<Way<'p>>) -> Vec<Arm> {
        let mut arms = Vec::new();
        for Way { condition, edge } in ways {
            self.state = base.clone();
            self.state.assume(condition);
            self.follow(edge);
            let states = vec![self.take_state()];
            arms.push(Arm { condition, states });
        }
        arms
    }

    /// Continues with one of these states or of the waiting ones.
    fn go_on_with(&mut self, mut states: Vec<State>) {
        if states.is_empty() {
            self.gone = true;
            return;
        }
        self.machine.statistics.splits += states.len() as u64 - 1;
        if states.len() > 1 {
            states.iter_mut().for_each(|state| state.splits += 1);
            if self.join.is_some() {
                self.inner_splits += 1;
                self.dissolving |= self.inner_splits > INNER_SPLITS;
            }
        }
        self.waiting.extend(states.into_iter().rev());
        if let Some(state) = self.next_waiting() {
            self.state = state;
        }
    }

    /// Runs the arms; returns the states of each that reach the join. The others are
    /// finished.
    pub(super) fn run_arms(&mut self, join: Join, arms: Vec<Vec<State>>) -> Vec<Vec<State>> {
        let outer_waiting = std::mem::take(&mut self.waiting);
        let outer_join = self.join.replace(join);
        self.nesting += 1;
        let mut result = Vec::new();
        for arm in arms {
            let mut joined = Vec::new();
            self.waiting = arm;
            let mut next = self.next_waiting();
            while let Some(state) = next {
                self.state = state;
                // Arms may be many and short.
                let ran = match self.check_limits() {
                    Ok(()) => self.run(),
                    Err(end) => Ran::Ended(end),
                };
                match ran {
                    Ran::Joined => {
                        joined.push(self.take_state());
                        if self.dissolving {
                            joined.append(&mut self.waiting);
                        }
                    }
                    Ran::Ended(end) => self.finish(*end),
                    Ran::Paused(at) => self.put_away(*at),
                    Ran::Gone => {}
                }
                next = self.next_waiting();
            }
            result.push(joined);
        }
        self.nesting -= 1;
        self.join = outer_join;
        self.waiting = outer_waiting;
        result
    }

    /// Returns one state for all arms, if each has at most one and these can be merged.
    fn merge_arms(
        &mut self,
        base: &State,
        join: Join,
        conditions: &[TermId],
        joined: &[Vec<State>],
    ) -> Option<State> {
        let reached: Vec<(TermId, &State)> = conditions
            .iter()
            .zip(joined)
            .filter_map(|(c, states)| Some((*c, states.first()?)))
            .collect();
        if joined.iter().any(|states| states.len() > 1) {
            return None;
        }
        // The merged path condition is that before the branch, without the arms that ended.
        let mut path = base.clone();
        for (condition, states) in conditions.iter().zip(joined) {
            if states.is_empty() {
                let never = self.b().not(*condition);
                path.assume(never);
            }
        }
        self.merge_reached(base, path, join, &reached)
    }

    /// Returns one state for states that have reached a block, each under a condition beyond the
    /// path of `base`; `path` has the condition for any of them. `None` if they cannot be merged.
    pub(super) fn merge_reached(
        &mut self,
        base: &State,
        mut path: State,
        join: Join,
        reached: &[(TermId, &State)],
    ) -> Option<State> {
        let ((_, last), others) = reached.split_last()?;
        let mut merged = (*last).clone();
        for (condition, state) in others.iter().rev() {
            self.merge_states(*condition, state, &mut merged, join)?;
        }
        for (condition, state) in reached {
            // The first condition after the branch is the arm's own.
            for learned in &state.path()[base.path().len() + 1..] {
                let not = self.b().not(*condition);
                let implied = self.b().or(not, *learned);
                path.assume(implied);
            }
        }
        let checks = reached
            .iter()
            .flat_map(|(_, s)| s.checks()[base.checks().len()..].to_vec());
        for check in checks {
            path.add_check(check);
        }
        merged.take_conditions(path);
        merged.join_observers(base, reached.iter().map(|(_, state)| *state));
        self.join_effects(base, reached, &mut merged);
        merged.join_volatile(reached.iter().map(|(_, state)| *state));
        merged.join_promises(reached.iter().map(|(_, state)| *state));
        Some(merged)
    }

    /// Merges `state` into `other`: the former holds where `condition` does. `None` if they
    /// cannot be merged.
    fn merge_states(
        &mut self,
        condition: TermId,
        state: &State,
        other: &mut State,
        join: Join,
    ) -> Option<()> {
        let alike = state.thread.mxcsr == other.thread.mxcsr
            && state.ends_like(other)
            && state.pinned_like(other)
            && state.aliased_like(other)
            && state.threads_like(other);
        if !alike || !state.memory.fits(&other.memory) {
            return None;
        }
        let function = self.program.function(state.thread.frame.function);
        let block = function.block_of(join.pc);
        let mut merged = Vec::new();
        let registers = state
            .thread
            .frame
            .registers
            .iter()
            .zip(&other.thread.frame.registers);
        for (i, (x, y)) in registers.enumerate() {
            let definition = function.definitions.get(i).copied().unwrap_or_default();
            if x != y && function.flow.dominates(definition, block) {
                let [x, y] = [x, y].map(|slot| slot.value(&mut self.machine.builder));
                let value = self.merge_values(condition, &x, &y)?;
                merged.push((i, Slot::new(&self.machine.builder, value)));
            }
        }
        for (i, slot) in merged {
            other.thread.frame.registers[i] = slot;
        }
        self.merge_memory(condition, state, other)?;
        other.thread.steps = other.thread.steps.max(state.thread.steps);
        other.activations = other.activations.max(state.activations);
        Some(())
    }

    /// Returns `condition ? x : y` of values of an unknown type; the width of a lane is
    /// that of the defined side.
    fn merge_values(&mut self, condition: TermId, x: &Value, y: &Value) -> Option<Value> {
        let mut lane = |x: Lane, y: Lane| {
            let width = x.or(y).map_or(1, |term| self.machine.builder.width(term));
            self.choose(condition, x, y, width)
        };
        Some(match (x, y) {
            (Value::Scalar(x), Value::Scalar(y)) => Value::Scalar(lane(*x, *y)),
            (Value::Vector(xs), Value::Vector(ys)) if xs.len() == ys.len() => Value::Vector(
                xs.iter()
                    .zip(ys.iter())
                    .map(|(x, y)| lane(*x, *y))
                    .collect(),
            ),
            (Value::Aggregate(xs), Value::Aggregate(ys)) if xs.len() == ys.len() => {
                let members = xs.iter().zip(ys.iter());
                let members = members.map(|(x, y)| self.merge_values(condition, x, y));
                Value::Aggregate(members.collect::<Option<_>>()?)
            }
            // A register not yet defined on one side holds an undefined scalar.
            (x, Value::Scalar(None)) => x.clone(),
            (Value::Scalar(None), y) => y.clone(),
            _ => return None,
        })
    }
}
