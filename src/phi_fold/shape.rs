//! Recognition of foldable control flow.
//!
//! An arm is a chain of blocks, each with the previous one as its only predecessor, so that
//! a folded branch inside an arm is part of it without a merge of blocks.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMGetBasicBlockTerminator, LLVMGetCondition, LLVMGetNumSuccessors,
    LLVMGetSuccessor, LLVMGetUser, LLVMIsATerminatorInst, LLVMIsConditional,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

use crate::llvm;

/// One arm of a branch.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    /// Its blocks in order; none if the edge leads directly to the join.
    pub(super) blocks: Vec<LLVMBasicBlockRef>,
    /// The end of the last block.
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// A jump to a block with other predecessors.
    Join(LLVMBasicBlockRef),
    /// A return, with its value.
    Return(LLVMValueRef),
    /// A conditional branch: condition, target if it holds, target if not.
    Branch(LLVMValueRef, LLVMBasicBlockRef, LLVMBasicBlockRef),
    /// Any other terminator.
    Other,
}

/// A branch that can be folded if the cost of its arms permits.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Both arms join: a diamond, or a triangle with one empty arm.
    Diamond {
        then: Arm,
        otherwise: Arm,
        join: LLVMBasicBlockRef,
    },
    /// Both arms return.
    Returns {
        then: Arm,
        otherwise: Arm,
        values: [LLVMValueRef; 2],
    },
    /// A second branch in one arm has a target in common with the first: `a && b` or
    /// `a || b`.
    Chain {
        /// The arm that ends in the second branch.
        inner: Arm,
        /// Whether that arm is taken if the first condition holds, or if it fails.
        when: bool,
        /// The second condition.
        condition: LLVMValueRef,
        /// The value of the second condition that leads to the shared target.
        leads: bool,
        /// The target of both branches.
        shared: LLVMBasicBlockRef,
        /// The other target of the second branch.
        other: LLVMBasicBlockRef,
    },
}

impl Shape {
    /// Returns the arms whose instructions a fold moves, each with the value of the
    /// condition that leads to it.
    pub(super) fn arms(&self) -> impl Iterator<Item = (&Arm, bool)> {
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
///
/// # Safety
/// The block must be alive and have a terminator.
pub(super) unsafe fn recognise(head: LLVMBasicBlockRef) -> Option<Shape> {
    // SAFETY: as the caller promises; successors of live blocks are alive.
    unsafe {
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
}

/// Returns the shape of a chain with `inner` as the arm with the second branch, if that
/// branch also leads to `shared`.
fn chain(
    head: LLVMBasicBlockRef,
    inner: Arm,
    shared: LLVMBasicBlockRef,
    when: bool,
) -> Option<Shape> {
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
unsafe fn follow(head: LLVMBasicBlockRef, first: LLVMBasicBlockRef) -> Arm {
    let mut blocks = Vec::new();
    let mut at = first;
    // SAFETY: successors of live blocks are alive.
    unsafe {
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
}

/// Returns the end of a block; an unconditional branch is taken as a join.
unsafe fn end(block: LLVMBasicBlockRef) -> End {
    // SAFETY: the block is alive, and has a terminator in a valid module.
    unsafe {
        let terminator = LLVMGetBasicBlockTerminator(block);
        if terminator.is_null() {
            return End::Other;
        }
        match llvm::opcode(terminator) {
            LLVMOpcode::LLVMRet => {
                let value = llvm::operands(terminator).next();
                End::Return(value.unwrap_or(std::ptr::null_mut()))
            }
            LLVMOpcode::LLVMBr if LLVMIsConditional(terminator) != 0 => End::Branch(
                LLVMGetCondition(terminator),
                LLVMGetSuccessor(terminator, 0),
                LLVMGetSuccessor(terminator, 1),
            ),
            LLVMOpcode::LLVMBr if LLVMGetNumSuccessors(terminator) == 1 => {
                End::Join(LLVMGetSuccessor(terminator, 0))
            }
            _ => End::Other,
        }
    }
}

/// Whether a block has one incoming edge, of a terminator, and no other users.
unsafe fn entered_once(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: the block is alive.
    unsafe {
        let mut users = llvm::uses(LLVMBasicBlockAsValue(block)).map(|u| LLVMGetUser(u));
        let first = users.next();
        first.is_some_and(|user| !LLVMIsATerminatorInst(user).is_null()) && users.next().is_none()
    }
}
