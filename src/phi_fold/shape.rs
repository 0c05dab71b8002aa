//! Recognition of foldable control flow.
//!
//! An arm is a chain of blocks, each with the previous one as its only predecessor, so that
//! a folded branch inside an arm is part of it without a merge of blocks.

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::{Block, Value};

/// One arm of a branch.
#[derive(Clone, Debug)]
pub(super) struct Arm<'e> {
    /// Its blocks in order; none if the edge leads directly to the join.
    pub(super) blocks: Vec<Block<'e>>,
    /// The end of the last block.
    end: End<'e>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End<'e> {
    /// A jump to a block with other predecessors.
    Join(Block<'e>),
    /// A return, with its value.
    Return(Option<Value<'e>>),
    /// A conditional branch: condition, target if it holds, target if not.
    Branch(Value<'e>, Block<'e>, Block<'e>),
    /// Any other terminator.
    Other,
}

/// A branch that can be folded if the cost of its arms permits.
#[derive(Clone, Debug)]
pub(super) enum Shape<'e> {
    /// Both arms join: a diamond, or a triangle with one empty arm.
    Diamond {
        then: Arm<'e>,
        otherwise: Arm<'e>,
        join: Block<'e>,
    },
    /// Both arms return.
    Returns {
        then: Arm<'e>,
        otherwise: Arm<'e>,
        values: [Option<Value<'e>>; 2],
    },
    /// A second branch in one arm has a target in common with the first: `a && b` or
    /// `a || b`.
    Chain {
        /// The arm that ends in the second branch.
        inner: Arm<'e>,
        /// Whether that arm is taken if the first condition holds, or if it fails.
        when: bool,
        /// The second condition.
        condition: Value<'e>,
        /// The value of the second condition that leads to the shared target.
        leads: bool,
        /// The target of both branches.
        shared: Block<'e>,
        /// The other target of the second branch.
        other: Block<'e>,
    },
}

impl<'e> Shape<'e> {
    /// Returns the arms whose instructions a fold moves, each with the value of the
    /// condition that leads to it.
    pub(super) fn arms(&self) -> impl Iterator<Item = (&Arm<'e>, bool)> {
        let arms = match self {
            Shape::Diamond {
                then, otherwise, ..
            }
            | Shape::Returns {
                then, otherwise, ..
            } => [Some((then, true)), Some((otherwise, false))],
            Shape::Chain { inner, when, .. } => [Some((inner, *when)), None],
        };
        arms.into_iter().flatten()
    }
}

/// Returns the shape of the branch at the end of `head`, if it can be folded.
pub(super) fn recognise(head: Block<'_>) -> Option<Shape<'_>> {
    let End::Branch(_, first, second) = end(head) else {
        return None;
    };
    if first == second {
        return None;
    }
    let (then, otherwise) = (follow(head, first), follow(head, second));
    match (then.end, otherwise.end) {
        (End::Join(join), End::Join(other)) if join == other && join != head => {
            return Some(Shape::Diamond {
                then,
                otherwise,
                join,
            });
        }
        (End::Return(value), End::Return(other)) => {
            return Some(Shape::Returns {
                then,
                otherwise,
                values: [value, other],
            });
        }
        _ => {}
    }
    chain(head, then, second, true).or_else(|| chain(head, otherwise, first, false))
}

/// Returns the shape of a chain with `inner` as the arm with the second branch, if that
/// branch also leads to `shared`.
fn chain<'e>(head: Block<'e>, inner: Arm<'e>, shared: Block<'e>, when: bool) -> Option<Shape<'e>> {
    let End::Branch(condition, first, second) = inner.end else {
        return None;
    };
    let leads = first == shared;
    let other = if leads { second } else { first };
    let both = leads != (second == shared);
    let loops = [shared, other].contains(&head) || inner.blocks.contains(&other);
    (both && !loops && !inner.blocks.contains(&shared)).then_some(Shape::Chain {
        inner,
        when,
        condition,
        leads,
        shared,
        other,
    })
}

/// Returns the arm that starts at `first`.
fn follow<'e>(head: Block<'e>, first: Block<'e>) -> Arm<'e> {
    let mut blocks = Vec::new();
    let mut at = first;
    loop {
        // A block that is met twice belongs to a loop without an entry.
        if at == head || blocks.contains(&at) || !entered_once(at) {
            let end = End::Join(at);
            return Arm { blocks, end };
        }
        blocks.push(at);
        match end(at) {
            End::Join(next) => at = next,
            end => return Arm { blocks, end },
        }
    }
}

/// Returns the end of a block; an unconditional branch is taken as a join.
fn end(block: Block<'_>) -> End<'_> {
    let Some(terminator) = block.terminator() else {
        return End::Other;
    };
    match (terminator.opcode(), &terminator.successors()[..]) {
        (LLVMOpcode::LLVMRet, _) => End::Return(terminator.operands().next()),
        (LLVMOpcode::LLVMBr, [only]) => End::Join(*only),
        (LLVMOpcode::LLVMBr, [then, otherwise]) => match terminator.condition() {
            Some(condition) => End::Branch(condition, *then, *otherwise),
            None => End::Other,
        },
        _ => End::Other,
    }
}

/// Whether a block has one incoming edge, of a terminator, and no other users.
fn entered_once(block: Block<'_>) -> bool {
    matches!(block.users()[..], [user] if user.is_terminator())
}
