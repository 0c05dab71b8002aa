//! Dominators and postdominators of a function's blocks.
//!
//! A branch's join is the immediate postdominator of its block. Blocks from which control
//! reaches only `unreachable` or an unsupported instruction are disregarded, because
//! control never leaves them. (Cooper, Harvey and Kennedy, "A simple, fast dominance
//! algorithm".)

use super::decisions::Blocks;
use super::instruction::{Edge, Instruction, Kind};

const NONE: u32 = u32::MAX;

/// The control-flow analysis of a function: dominators, joins and loop heads.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    dominators: Box<[u32]>,
    joins: Box<[u32]>,
    short: Box<[bool]>,
    heads: Box<[bool]>,
    decisions: Box<[Box<[u32]>]>,
}

/// Returns the edges that leave a block, by its last instruction.
pub fn edges(last: &Instruction) -> Vec<&Edge> {
    match &last.kind {
        Kind::Jump(edge) => vec![edge],
        Kind::Branch { edges, .. } => edges.iter().collect(),
        Kind::Switch { cases, default, .. } => cases
            .iter()
            .map(|(_, edge)| edge)
            .chain([&**default])
            .collect(),
        Kind::IndirectBranch { targets, .. } => targets.iter().map(|(_, edge)| edge).collect(),
        _ => Vec::new(),
    }
}

/// Returns the blocks of the landing pads of a block's calls.
fn landings(code: &[Instruction]) -> impl Iterator<Item = u32> {
    code.iter().filter_map(|i| match &i.kind {
        Kind::Call(call) => call.unwind.as_ref().map(|edge| edge.target),
        _ => None,
    })
}

impl Flow {
    /// Analyses the blocks that start at `blocks` in `code`.
    pub(super) fn of(blocks: &[u32], code: &[Instruction]) -> Flow {
        let count = blocks.len();
        let mut successors = vec![Vec::new(); count];
        let exit = count as u32;
        for (block, out) in successors.iter_mut().enumerate() {
            let end = blocks
                .get(block + 1)
                .map_or(code.len(), |next| *next as usize);
            let Some(last) = code[..end].last() else {
                continue;
            };
            out.extend(edges(last).iter().map(|edge| edge.target));
            out.extend(landings(&code[blocks[block] as usize..end]));
            if matches!(last.kind, Kind::Return(_)) {
                out.push(exit);
            }
        }
        successors.push(Vec::new());
        let predecessors = reversed(&successors);
        let joins = immediate(&predecessors, &successors, exit);
        let dominators = immediate(&successors, &predecessors, 0);
        let real = |join: &u32| if *join == exit { NONE } else { *join };
        let joins: Box<[u32]> = joins[..count].iter().map(real).collect();
        let calls: Vec<bool> = (0..count)
            .map(|block| {
                let end = blocks
                    .get(block + 1)
                    .map_or(code.len(), |next| *next as usize);
                let mut body = code[blocks[block] as usize..end].iter();
                body.any(|i| matches!(i.kind, Kind::Call(_)))
            })
            .collect();
        let short: Box<[bool]> = (0..count as u32)
            .map(|block| {
                joins[block as usize] != NONE && {
                    let join = joins[block as usize];
                    is_short(block, join, &successors, &calls)
                }
            })
            .collect();
        let blocks = Blocks {
            starts: blocks,
            code,
            successors: &successors,
            predecessors: &predecessors,
        };
        let decisions = (0..count as u32).map(|block| match short[block as usize] {
            true => Box::default(),
            false => blocks.decision(block, joins[block as usize]),
        });
        Flow {
            dominators: dominators.into(),
            decisions: decisions.collect(),
            joins,
            short,
            heads: heads(&successors)[..count].into(),
        }
    }

    /// Whether a block is the head of a loop: every cycle contains such a block.
    pub fn is_loop_head(&self, block: u32) -> bool {
        self.heads.get(block as usize).copied().unwrap_or(false)
    }

    /// Whether the region between `block` and its join is small and has no loops or calls,
    /// so that running both arms costs less than a feasibility query.
    pub fn is_short(&self, block: u32) -> bool {
        self.short.get(block as usize).copied().unwrap_or(false)
    }

    /// Returns the other blocks of the decision that starts with a block's branch, in topological
    /// order; none if no block but the join is reached by several of its edges.
    pub fn decision(&self, block: u32) -> &[u32] {
        self.decisions
            .get(block as usize)
            .map_or(&[], |blocks| blocks)
    }

    /// Returns the join of a block: its immediate postdominator.
    pub fn join(&self, block: u32) -> Option<u32> {
        self.joins
            .get(block as usize)
            .copied()
            .filter(|join| *join != NONE)
    }

    /// Returns the immediate dominator of `block`; `None` for the first block and for
    /// unreachable ones.
    pub fn dominator(&self, block: u32) -> Option<u32> {
        let above = self.dominators.get(block as usize).copied();
        above.filter(|above| *above != NONE && *above != block)
    }

    /// Whether `above` dominates `block`.
    pub fn dominates(&self, above: u32, block: u32) -> bool {
        let mut at = block;
        while at != above {
            match self.dominators.get(at as usize) {
                Some(&next) if next != at && next != NONE => at = next,
                _ => return false,
            }
        }
        true
    }
}

/// Most blocks of a short region.
const SHORT: usize = 8;

fn is_short(block: u32, join: u32, successors: &[Vec<u32>], calls: &[bool]) -> bool {
    let mut inside = Vec::new();
    let mut open = successors[block as usize].clone();
    while let Some(next) = open.pop() {
        if next == join || inside.contains(&next) {
            continue;
        }
        // An edge back to the branch itself is a loop, too.
        let is_call = calls.get(next as usize).copied().unwrap_or(true);
        if next == block || is_call || inside.len() == SHORT {
            return false;
        }
        inside.push(next);
        open.extend(&successors[next as usize]);
    }
    // Without a loop, repeatedly removing blocks without predecessors empties the region.
    let mut left = inside;
    while !left.is_empty() {
        let before = left.len();
        let sources = left.clone();
        left.retain(|node| {
            sources
                .iter()
                .any(|s| successors[*s as usize].contains(node))
        });
        if left.len() == before {
            return false;
        }
    }
    true
}

/// Marks the targets of back edges of a depth-first walk.
fn heads(successors: &[Vec<u32>]) -> Vec<bool> {
    let mut heads = vec![false; successors.len()];
    let mut seen = vec![false; successors.len()];
    let mut open = vec![false; successors.len()];
    let mut stack = vec![(0, 0)];
    (seen[0], open[0]) = (true, true);
    while let Some((node, child)) = stack.pop() {
        match successors[node].get(child) {
            Some(&to) => {
                let to = to as usize;
                stack.push((node, child + 1));
                heads[to] |= open[to];
                if !std::mem::replace(&mut seen[to], true) {
                    open[to] = true;
                    stack.push((to, 0));
                }
            }
            None => open[node] = false,
        }
    }
    heads
}

fn reversed(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut result = vec![Vec::new(); successors.len()];
    for (from, out) in successors.iter().enumerate() {
        for &to in out {
            if let Some(list) = result.get_mut(to as usize) {
                list.push(from as u32);
            }
        }
    }
    result
}

/// Computes immediate dominators from `root` in the graph `next`, whose reverse is
/// `previous`; `NONE` for nodes that are not reached, and the root itself for the root.
fn immediate(next: &[Vec<u32>], previous: &[Vec<u32>], root: u32) -> Vec<u32> {
    let order = postorder(next, root);
    let mut number = vec![0; next.len()];
    for (i, &node) in order.iter().enumerate() {
        number[node as usize] = i;
    }
    let mut result = vec![NONE; next.len()];
    let Some(slot) = result.get_mut(root as usize) else {
        return result;
    };
    *slot = root;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|n| **n != root) {
            let mut known = previous[node as usize]
                .iter()
                .copied()
                .filter(|p| result[*p as usize] != NONE);
            let Some(first) = known.next() else { continue };
            let new = known.fold(first, |mut x, mut y| {
                while x != y {
                    while number[x as usize] < number[y as usize] {
                        x = result[x as usize];
                    }
                    while number[y as usize] < number[x as usize] {
                        y = result[y as usize];
                    }
                }
                x
            });
            if result[node as usize] != new {
                result[node as usize] = new;
                changed = true;
            }
        }
    }
    result
}

fn postorder(next: &[Vec<u32>], root: u32) -> Vec<u32> {
    let mut order = Vec::new();
    let mut seen = vec![false; next.len()];
    let mut stack = vec![(root, 0)];
    if let Some(slot) = seen.get_mut(root as usize) {
        *slot = true;
    }
    while let Some((node, child)) = stack.pop() {
        match next.get(node as usize).and_then(|out| out.get(child)) {
            Some(&to) => {
                stack.push((node, child + 1));
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}
