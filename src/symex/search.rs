//! Which of the waiting paths to go on with.
//!
//! Invariant: the choice depends on the program and the paths alone, so that two
//! runs explore the same paths in the same order.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::state::State;
use crate::program::{Function, FunctionId, Kind, Program};

/// In which order paths are explored. It matters where a bound ends the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// The newest path first; where a path split, the way on which the condition
    /// holds. In turns with it, once there are many, the path that split least: a
    /// loop that may go on for ever must not hide what comes after it.
    #[default]
    DepthFirst,
    /// Drawn by tossing a coin at each split behind a path (KLEE's random path
    /// selection): paths that split seldom are not drowned by those that split often.
    RandomPath,
    /// The path closest to a block that no path has executed yet.
    Coverage,
}

/// Choices after which depth-first search takes turns, of which each is this long.
const LATE: u32 = 512;
const TURN: u32 = 64;

/// The seed of every run.
const SEED: u64 = 0x5eed;

/// Chooses among waiting paths.
pub(super) struct Searcher {
    search: Search,
    random: fastrand::Rng,
    /// Paths chosen among others so far.
    choices: u32,
    /// The blocks executed so far; kept for [`Search::Coverage`] only.
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

    /// Whether [`Searcher::reach`] wants to know.
    pub fn watches(&self) -> bool {
        self.search == Search::Coverage
    }

    /// Notes that a block is executed.
    pub fn reach(&mut self, function: FunctionId, block: u32) {
        self.reached.insert((function, block));
    }

    /// Takes out the path to go on with; the newest is the last.
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

    /// A position, with probability 2^-splits up to a common factor.
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

    /// How far a path is from a block not yet reached: the number of activations it
    /// has to leave first, and of blocks from there.
    fn distance(&self, program: &Program, state: &State) -> (usize, usize) {
        let callers = state.thread.callers.iter().rev().map(|frame| &**frame);
        let frames = std::iter::once(&state.thread.frame).chain(callers);
        // The outermost caller is no function.
        let frames = frames.take(state.thread.callers.len());
        let distances = frames.enumerate().filter_map(|(left, frame)| {
            let function = program.function(frame.function);
            let from = function.block_of(frame.pc);
            Some((left, self.ahead(frame.function, function, from)?))
        });
        distances.min().unwrap_or((usize::MAX, 0))
    }

    /// Blocks between `from` and the nearest one not yet reached.
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

/// Where a block can go.
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
