//! How often the loops of an execution begin a round: work that another loop takes over shows in
//! that.

use rustc_hash::FxHashMap;

use crate::program::{FunctionId, Kind, Program};
use crate::symex::Trace;

/// The number of rounds of each loop of the user's functions, by function and head.
pub(super) struct Rounds(FxHashMap<(FunctionId, u32), usize>);

impl Rounds {
    /// Counts the rounds in a trace of a program.
    pub fn of(program: &Program, trace: &Trace) -> Rounds {
        let mut executed: FxHashMap<(FunctionId, u32), usize> = FxHashMap::default();
        for step in &trace.steps {
            *executed.entry(step.at).or_default() += 1;
        }
        let mut blocks: FxHashMap<(FunctionId, u32), usize> = FxHashMap::default();
        for ((id, pc), times) in executed {
            let block = program.function(id).block_of(pc);
            let most = blocks.entry((id, block)).or_default();
            *most = times.max(*most);
        }
        let mut rounds = FxHashMap::default();
        for (at, function) in program.functions().iter().enumerate() {
            let id = FunctionId(at as u32);
            for head in 0..function.blocks.len() as u32 {
                if function.flow.is_loop_head(head) {
                    let block = first_traced(program, (id, head));
                    let times = blocks.get(&(id, block)).copied().unwrap_or(0);
                    rounds.insert((id, head), times);
                }
            }
        }
        Rounds(rounds)
    }

    /// Whether some loop begins more rounds than in another execution; those may whose function
    /// and head are in `free`.
    pub fn exceed(&self, other: &Rounds, free: impl Fn((FunctionId, u32)) -> bool) -> bool {
        let before = |head| other.0.get(head).copied().unwrap_or(0);
        let mut all = self.0.iter();
        all.any(|(head, times)| *times > before(head) && !free(*head))
    }
}

/// The block, or the first one that it jumps to of which a trace has steps.
fn first_traced(program: &Program, (id, head): (FunctionId, u32)) -> u32 {
    let function = program.function(id);
    let mut block = head;
    for _ in 0..function.blocks.len() {
        match function.block(block) {
            [jump] => match &jump.kind {
                Kind::Jump(edge) => block = edge.target,
                _ => break,
            },
            _ => break,
        }
    }
    block
}
