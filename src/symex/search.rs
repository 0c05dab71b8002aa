//! Selection of the waiting path to continue with.
//!
//! Invariant: the selection depends only on the program and the paths, so that two runs
//! explore the same paths in the same order.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::state::State;
use crate::program::{Function, FunctionId, Kind, Program};

/// The order in which paths are explored. It matters if a limit ends the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// The newest path first; at a split, the edge on which the condition holds. After many
    /// selections it takes turns between the path with the most splits and the one with the
    /// fewest, because a loop without end must not hide the code after it.
    #[default]
    DepthFirst,
    /// A random path, weighted by a coin toss at each of its splits (KLEE's random path
    /// selection): paths with few splits are not outnumbered by those with many.
    RandomPath,
    /// The path closest to a block that no path has executed yet.
    Coverage,
}

/// Selections after which depth-first search takes turns, and the selections in a turn.
const LATE: u32 = 512;
const TURN: u32 = 64;

/// The random seed of every run.
const SEED: u64 = 0x5eed;

/// Selects among waiting paths.
pub(super) struct Searcher {
    search: Search,
    random: fastrand::Rng,
    /// Number of selections among several paths.
    choices: u32,
    /// The blocks executed so far; recorded for [`Search::Coverage`] only.
    reached: FxHashSet<(FunctionId, u32)>,
}

impl Searcher {
    pub fn new(search: Search) -> Searcher {
        Searcher {
            search,
            random: fastrand::Rng::with_seed(SEED),
            choices: 0,
            reached: FxHashSet::default(),
        }
    }

    /// Whether [`Searcher::reach`] has to be called.
    pub fn watches(&self) -> bool {
        self.search == Search::Coverage
    }

    /// Records that a block is executed.
    pub fn reach(&mut self, function: FunctionId, block: u32) {
        self.reached.insert((function, block));
    }

    /// Removes and returns the path to continue with; the newest path is the last.
    pub fn next(&mut self, program: &Program, waiting: &mut Vec<State>) -> Option<State> {
        if waiting.len() < 2 {
            return waiting.pop();
        }
        self.choices = self.choices.wrapping_add(1);
        let at = match self.search {
            Search::DepthFirst => match self.choices % (2 * TURN) {
                0 => {
                    let splits = waiting.iter().enumerate();
                    let deepest = splits.max_by_key(|(_, state)| state.splits);
                    deepest.map_or(0, |(at, _)| at)
                }
                TURN if self.choices > LATE => {
                    let splits = waiting.iter().enumerate();
                    let shallowest = splits.min_by_key(|(_, state)| state.splits);
                    shallowest.map_or(0, |(at, _)| at)
                }
                _ => return waiting.pop(),
            },
            Search::RandomPath => self.draw(waiting),
            Search::Coverage => {
                let newest = waiting.iter().enumerate().rev();
                let closest = newest.min_by_key(|(_, state)| self.distance(program, state));
                closest.map_or(0, |(at, _)| at)
            }
        };
        Some(waiting.remove(at))
    }

    /// Draws an index, with probability proportional to 2^-splits.
    fn draw(&mut self, waiting: &[State]) -> usize {
        const MOST: u32 = 63;
        let least = waiting.iter().map(|s| s.splits).min().unwrap_or(0);
        let weight = |state: &State| 1u128 << (MOST - (state.splits - least).min(MOST));
        let total: u128 = waiting.iter().map(weight).sum();
        let mut drawn = self.random.u128(..total);
        waiting
            .iter()
            .position(|state| match drawn.checked_sub(weight(state)) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            })
            .unwrap_or(0)
    }

    /// Returns the distance of a path from a block not yet reached: the number of
    /// activations to leave, then the number of blocks.
    fn distance(&self, program: &Program, state: &State) -> (usize, usize) {
        let callers = state.thread.callers.iter().rev().map(|frame| &**frame);
        let frames = std::iter::once(&state.thread.frame).chain(callers);
        // The outermost caller is not a function.
        let frames = frames.take(state.thread.callers.len());
        let distances = frames.enumerate().filter_map(|(left, frame)| {
            let function = program.function(frame.function);
            let from = function.block_of(frame.pc);
            Some((left, self.ahead(frame.function, function, from)?))
        });
        distances.min().unwrap_or((usize::MAX, 0))
    }

    /// Returns the number of blocks between `from` and the nearest one not yet reached.
    fn ahead(&self, id: FunctionId, function: &Function, from: u32) -> Option<usize> {
        let mut open = VecDeque::from([(from, 0)]);
        let mut seen = FxHashSet::from_iter([from]);
        while let Some((block, distance)) = open.pop_front() {
            if !self.reached.contains(&(id, block)) {
                return Some(distance);
            }
            for next in successors(function, block) {
                if seen.insert(next) {
                    open.push_back((next, distance + 1));
                }
            }
        }
        None
    }
}

/// Returns the successors of a block.
fn successors(function: &Function, block: u32) -> Vec<u32> {
    let next = function.blocks.get(block as usize + 1);
    let end = next.map_or(function.code.len(), |start| *start as usize);
    match function.code[..end].last().map(|i| &i.kind) {
        Some(Kind::Jump(edge)) => vec![edge.target],
        Some(Kind::Branch { edges, .. }) => edges.iter().map(|e| e.target).collect(),
        Some(Kind::Switch { cases, default, .. }) => {
            let cases = cases.iter().map(|(_, edge)| edge.target);
            cases.chain([default.target]).collect()
        }
        _ => Vec::new(),
    }
}
