//! The rounds of loops that the items of a group are in at a barrier.
//!
//! A barrier in a loop has to be reached by all items in each round before any continues
//! (OpenCL C 3.0, 6.15.8): two items that wait at the same instruction in different rounds
//! are at different barriers.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Callee, Function, FunctionId, Instruction, Kind, Program, edges};
use crate::symex::Activation;

/// A loop that contains a barrier, directly or in a function that it calls.
struct Loop {
    head: u32,
    blocks: FxHashSet<u32>,
}

/// The loops of a program that contain a barrier.
pub(super) struct Loops(FxHashMap<FunctionId, Vec<Loop>>);

impl Loops {
    /// The loops that contain calls of these functions, directly or indirectly.
    pub fn around(program: &Program, barriers: &[FunctionId]) -> Loops {
        let mut reaching: FxHashSet<FunctionId> = barriers.iter().copied().collect();
        let calls_one = |code: &[Instruction], reaching: &FxHashSet<FunctionId>| {
            code.iter()
                .any(|i| callee(i).is_some_and(|f| reaching.contains(&f)))
        };
        let functions = || (0..).map(FunctionId).zip(program.functions());
        loop {
            let more = functions()
                .filter(|(id, f)| !reaching.contains(id) && calls_one(&f.code, &reaching));
            let more: Vec<FunctionId> = more.map(|(id, _)| id).collect();
            if more.is_empty() {
                break;
            }
            reaching.extend(more);
        }
        let loops = functions().filter(|(id, _)| reaching.contains(id));
        Loops(
            loops
                .map(|(id, function)| {
                    let has_barrier = |l: &Loop| {
                        l.blocks
                            .iter()
                            .any(|b| calls_one(body(function, *b), &reaching))
                    };
                    (id, all(function).into_iter().filter(has_barrier).collect())
                })
                .collect(),
        )
    }

    /// The heads of the loops.
    pub fn heads(&self) -> Vec<(FunctionId, u32)> {
        let heads = self
            .0
            .iter()
            .flat_map(|(f, all)| all.iter().map(|l| (*f, l.head)));
        let mut heads: Vec<_> = heads.collect();
        heads.sort_unstable_by_key(|(function, head)| (function.0, *head));
        heads
    }

    fn encloses(&self, function: FunctionId, head: u32, block: u32) -> bool {
        let loops = self.0.get(&function).into_iter().flatten();
        loops
            .filter(|l| l.head == head)
            .any(|l| l.blocks.contains(&block))
    }
}

/// The function that an instruction calls directly.
fn callee(instruction: &Instruction) -> Option<FunctionId> {
    match &instruction.kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(function) => Some(function),
            Callee::Pointer(_) => None,
        },
        _ => None,
    }
}

fn body(function: &Function, block: u32) -> &[Instruction] {
    let start = function.blocks[block as usize] as usize;
    let next = function.blocks.get(block as usize + 1);
    &function.code[start..next.map_or(function.code.len(), |next| *next as usize)]
}

/// The natural loops of a function, by their heads.
fn all(function: &Function) -> Vec<Loop> {
    let count = function.blocks.len() as u32;
    let mut predecessors = vec![Vec::new(); count as usize];
    for block in 0..count {
        for edge in body(function, block).last().map(edges).unwrap_or_default() {
            predecessors[edge.target as usize].push(block);
        }
    }
    let flow = &function.flow;
    let heads = (0..count).filter(|block| flow.is_loop_head(*block));
    heads
        .map(|head| {
            let mut blocks = FxHashSet::from_iter([head]);
            let mut open = vec![head];
            while let Some(block) = open.pop() {
                for before in &predecessors[block as usize] {
                    if flow.dominates(head, *before) && blocks.insert(*before) {
                        open.push(*before);
                    }
                }
            }
            Loop { head, blocks }
        })
        .collect()
}

/// How often an item has entered the heads of loops, outer loops first. The entries of
/// inner loops are dropped when an outer loop starts its next round.
#[derive(Clone, Default)]
pub(super) struct Rounds(Vec<Round>);

#[derive(Clone)]
struct Round {
    activation: u64,
    head: u32,
    count: u64,
}

/// The position of an item: for each active function, the next instruction, and the head
/// and round of each loop around it.
pub(super) type Position = Vec<(FunctionId, u32, Vec<(u32, u64)>)>;

impl Rounds {
    /// Records that control enters the head of a loop.
    pub fn enter(&mut self, activation: u64, head: u32) {
        let known = |r: &Round| r.activation == activation && r.head == head;
        match self.0.iter().position(known) {
            Some(at) => {
                self.0.truncate(at + 1);
                self.0[at].count += 1;
            }
            None => self.0.push(Round {
                activation,
                head,
                count: 1,
            }),
        }
    }

    /// The position of an item with these activations.
    pub fn position(&self, program: &Program, loops: &Loops, active: &[Activation]) -> Position {
        let place = |activation: &Activation| {
            let Activation {
                number,
                function,
                next,
            } = *activation;
            let starts = &program.function(function).blocks;
            let block = starts.partition_point(|start| *start < next) as u32 - 1;
            let own = self.0.iter().filter(|round| round.activation == number);
            let around = own.filter(|round| loops.encloses(function, round.head, block));
            (function, next, around.map(|r| (r.head, r.count)).collect())
        };
        active.iter().map(place).collect()
    }
}
