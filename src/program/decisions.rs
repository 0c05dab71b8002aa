//! Decisions: a branch with further branches that lead to the same exits, as those of short-circuit
//! operators and of the cases of a switch do.
//!
//! Invariant: every way to a further block of a decision comes from the decision, and none leads
//! back to an earlier one.

use super::instruction::{Instruction, Kind};

/// The largest number of further blocks of a decision.
const BLOCKS: usize = 64;

/// The blocks of a function, with the edges between them.
pub(super) struct Blocks<'a> {
    pub(super) starts: &'a [u32],
    pub(super) code: &'a [Instruction],
    pub(super) successors: &'a [Vec<u32>],
    pub(super) predecessors: &'a [Vec<u32>],
}

impl Blocks<'_> {
    /// The further blocks of the decision that starts with the branch of `block`, in topological
    /// order; none if no block but `join` is reached by several of its edges.
    pub(super) fn decision(&self, block: u32, join: u32) -> Box<[u32]> {
        let mut further: Vec<u32> = Vec::new();
        if !self.branches(block) {
            return Box::default();
        }
        loop {
            let inside = |at: &u32| *at == block || further.contains(at);
            let ways = further.iter().chain([&block]).flat_map(|at| self.out(*at));
            let next = ways.copied().find(|next| {
                let mut before = self.predecessors[*next as usize].iter();
                !inside(next) && *next != join && self.branches(*next) && before.all(inside)
            });
            match next.filter(|_| further.len() < BLOCKS) {
                Some(next) => further.push(next),
                None => break,
            }
        }
        let ways = further.iter().chain([&block]).flat_map(|at| self.out(*at));
        let mut targets: Vec<u32> = ways.filter(|to| **to != join).copied().collect();
        targets.sort_unstable();
        match targets.windows(2).any(|pair| pair[0] == pair[1]) {
            true => further.into(),
            false => Box::default(),
        }
    }

    /// The blocks to which a block leads.
    fn out(&self, block: u32) -> &[u32] {
        &self.successors[block as usize]
    }

    /// Whether a block ends with a branch, and no exception leaves it.
    fn branches(&self, block: u32) -> bool {
        let Some(start) = self.starts.get(block as usize) else {
            return false;
        };
        let next = self.starts.get(block as usize + 1);
        let end = next.map_or(self.code.len(), |next| *next as usize);
        let code = &self.code[*start as usize..end];
        let last = code.last().map(|instruction| &instruction.kind);
        matches!(last, Some(Kind::Branch { .. })) && self.out(block).len() == 2
    }
}
