//! Decisions: the blocks in which short-circuit operators or the cases of a switch choose between
//! the same few exits.
//!
//! In `while (s[i] == ' ' || s[i] == '\t') i++;` both comparisons lead on into the loop, and the
//! join of the first is behind it: if each way were an arm of its own, every iteration would double
//! the number of arms. So the states that leave a decision by one exit become one state first.
//!
//! Invariant: the conditions of the arms exclude one another, and one of them holds wherever the
//! path condition before the decision does, unless the path ended inside.
//!
//! This file and `region` call each other, because arms run the blocks of a decision.

use term::TermId;

use super::end::StopReason;
use super::executor::{Executor, Join, Request, Way};
use super::region::Arm;
use super::state::State;
use crate::program::Function;

/// A state that has reached a block, under this condition beyond the path before the decision.
struct Arrival {
    block: u32,
    condition: TermId,
    state: State,
}

impl<'p> Executor<'_, 'p> {
    /// Runs the blocks of a decision, to which these ways lead from its first branch, in
    /// topological order; returns the arms that leave them.
    pub(super) fn decide(
        &mut self,
        function: &'p Function,
        blocks: &[u32],
        base: &State,
        ways: Vec<Way<'p>>,
    ) -> Vec<Arm> {
        let mut arrivals = Vec::new();
        for way in ways {
            self.state = base.clone();
            arrivals.extend(self.arrive(function, base, None, &way));
        }
        let mut arms = Vec::new();
        for &block in blocks {
            for arrival in self.gathered(function, base, block, &mut arrivals) {
                let branch = Join {
                    depth: base.thread.callers.len(),
                    pc: function.blocks[block as usize] + function.block(block).len() as u32 - 1,
                };
                let condition = arrival.condition;
                let mut ran = self.run_arms(branch, vec![vec![arrival.state]]);
                let mut states = ran.pop().unwrap_or_default();
                match states.pop() {
                    Some(state) if states.is_empty() && !self.dissolving => {
                        self.state = state;
                        arrivals.extend(self.choose_way(function, base, condition));
                    }
                    Some(last) => {
                        states.push(last);
                        arms.push(Arm { condition, states });
                    }
                    None => {}
                }
            }
        }
        while let Some(exit) = arrivals.first().map(|arrival| arrival.block) {
            let gathered = self.gathered(function, base, exit, &mut arrivals);
            arms.extend(gathered.into_iter().map(|arrival| Arm {
                condition: arrival.condition,
                states: vec![arrival.state],
            }));
        }
        arms
    }

    /// Executes the branch at the end of a block of the decision, in the current state.
    fn choose_way(&mut self, function: &'p Function, base: &State, before: TermId) -> Vec<Arrival> {
        let branch = &function.code[self.state.thread.frame.pc as usize];
        self.begin(branch);
        let ways = match self.step(branch) {
            Ok(Some(request)) => match *request {
                Request::Ways(ways) => {
                    let counted = ways.iter().skip(1).try_for_each(|_| self.count_path());
                    counted.map(|()| Some(ways))
                }
                Request::Resolver(..) => Err(self.stop(StopReason::SymbolicCall)),
            },
            Ok(None) => Ok(None),
            Err(end) => Err(end),
        };
        match ways {
            Ok(None) => {
                let block = function.block_of(self.state.thread.frame.pc);
                let state = self.take_state();
                vec![Arrival {
                    block,
                    condition: before,
                    state,
                }]
            }
            Ok(Some(ways)) => {
                let state = self.take_state();
                let mut arrivals = Vec::new();
                for way in &ways {
                    self.state = state.clone();
                    arrivals.extend(self.arrive(function, base, Some(before), way));
                }
                arrivals
            }
            Err(end) => {
                self.finish(*end);
                Vec::new()
            }
        }
    }

    /// Takes a way in the current state, which is at a branch of the decision, under the
    /// condition `before`; `None` if the way is not possible.
    fn arrive(
        &mut self,
        function: &Function,
        base: &State,
        before: Option<TermId>,
        way: &Way<'p>,
    ) -> Option<Arrival> {
        let condition = match before {
            None => way.condition,
            Some(before) => self.b().and(before, way.condition),
        };
        if self.concrete(condition) == Some(0) {
            self.paths -= 1;
            return None;
        }
        // The first condition beyond those of `base` is that of the arm.
        let mut path = base.clone();
        path.assume(condition);
        let own = base.path().len() + usize::from(before.is_some());
        let learned = &self.state.path()[own..];
        learned.iter().for_each(|learned| path.assume(*learned));
        let checks = &self.state.checks()[base.checks().len()..];
        checks
            .iter()
            .for_each(|check| path.add_check(check.clone()));
        self.state.take_conditions(path);
        self.follow(way.edge);
        Some(Arrival {
            block: function.block_of(self.state.thread.frame.pc),
            condition,
            state: self.take_state(),
        })
    }

    /// Removes the arrivals at a block; returns them as one, or as they are if they cannot be
    /// merged.
    fn gathered(
        &mut self,
        function: &Function,
        base: &State,
        block: u32,
        arrivals: &mut Vec<Arrival>,
    ) -> Vec<Arrival> {
        let all = std::mem::take(arrivals).into_iter();
        let (here, others): (Vec<_>, Vec<_>) = all.partition(|arrival| arrival.block == block);
        *arrivals = others;
        if here.len() < 2 {
            return here;
        }
        let reached: Vec<(TermId, &State)> = here.iter().map(|a| (a.condition, &a.state)).collect();
        let mut any = self.b().bool(false);
        for (condition, _) in &reached {
            any = self.b().or(any, *condition);
        }
        let mut path = base.clone();
        path.assume(any);
        let join = Join {
            depth: base.thread.callers.len(),
            pc: function.blocks[block as usize],
        };
        let merged = self.merge_reached(base, path, join, &reached);
        let Some(state) = merged.filter(|_| !self.dissolving) else {
            return here;
        };
        self.paths -= here.len() - 1;
        self.machine.statistics.merges += 1;
        vec![Arrival {
            block,
            condition: any,
            state,
        }]
    }
}
