//! Replacement of a recognised branch by straight-line code.
//!
//! The arms' instructions move, in order and with their debug locations, before the branch;
//! then every phi that distinguished the arms becomes a `select`.

use inkwell::llvm_sys::LLVMOpcode;

use super::shape::{Arm, Shape};
use super::{ARM, SPECULATIVE, cost};
use crate::guard;
use crate::llvm::{Block, Builder, Edit, Value};

/// Folds the branch at the end of `head`; returns the blocks that it deletes.
pub(super) fn fold<'e>(edit: &Edit<'e>, head: Block<'e>, shape: Shape<'e>) -> Vec<Block<'e>> {
    let branch = head
        .terminator()
        .filter(|branch| branch.condition().is_some());
    let (Some(branch), Some(condition)) = (branch, branch.and_then(Value::condition)) else {
        return Vec::new();
    };
    let editor = Editor {
        head,
        branch,
        condition,
        edit,
    };
    let arms: Vec<(Arm<'e>, bool)> = shape.arms().map(|(a, when)| (a.clone(), when)).collect();
    // A single-entry phi that moves may be a value that the shape refers to.
    let shape = arms
        .iter()
        .fold(shape, |shape, (arm, when)| editor.hoist(arm, *when, shape));
    match shape {
        Shape::Diamond {
            then,
            otherwise,
            join,
        } => editor.diamond(&then, &otherwise, join),
        Shape::Returns { values, .. } => editor.returns(values),
        Shape::Chain {
            inner,
            when,
            condition,
            leads,
            shared,
            other,
        } => {
            editor.chain(&inner, when, condition, leads, shared, other);
        }
    }
    let gone: Vec<Block<'e>> = arms.into_iter().flat_map(|(arm, _)| arm.blocks).collect();
    // Their terminators refer to each other.
    for terminator in gone.iter().filter_map(|block| block.terminator()) {
        edit.erase(terminator);
    }
    for block in &gone {
        edit.erase_block(*block);
    }
    gone
}

struct Editor<'b, 'e> {
    head: Block<'e>,
    branch: Value<'e>,
    condition: Value<'e>,
    edit: &'b Edit<'e>,
}

impl<'b, 'e> Editor<'b, 'e> {
    /// Moves an arm's instructions before the branch; the arm is taken if the condition is
    /// `when`.
    fn hoist(&self, arm: &Arm<'e>, when: bool, mut shape: Shape<'e>) -> Shape<'e> {
        let mut taken = None;
        let mut taken = || *taken.get_or_insert_with(|| self.taken(when));
        let mut all = arm.blocks.iter().flat_map(|b| b.instructions());
        let marked = all.find(|i| cost::is_hazardous(*i) || cost::chooses(*i));
        if let Some(first) = marked {
            self.mark(ARM[0], first, Some(taken()));
        }
        for block in &arm.blocks {
            for instruction in block.instructions().collect::<Vec<_>>() {
                match instruction.opcode() {
                    LLVMOpcode::LLVMBr | LLVMOpcode::LLVMRet => {}
                    LLVMOpcode::LLVMPHI => {
                        if let Some((value, _)) = instruction.incoming().next() {
                            let value = self.substitute(instruction, value);
                            rename(&mut shape, instruction, value);
                        }
                    }
                    LLVMOpcode::LLVMCall if cost::is_note(&instruction.callee_name()) => {
                        self.edit.erase(instruction);
                    }
                    LLVMOpcode::LLVMCall if guard::is_guard(instruction) => {
                        self.tighten(instruction, taken());
                        self.move_up(instruction);
                    }
                    LLVMOpcode::LLVMLoad => {
                        if !self.is_marked(instruction) {
                            self.guard(instruction, taken());
                        }
                        self.move_up(instruction);
                    }
                    _ => self.move_up(instruction),
                }
            }
        }
        if let Some(first) = marked {
            self.mark(ARM[1], first, None);
        }
        shape
    }

    /// Inserts a call of one of [`ARM`] before the branch.
    fn mark(&self, name: &str, like: Value<'e>, taken: Option<Value<'e>>) {
        let arguments: Vec<_> = taken.into_iter().collect();
        let types: Vec<_> = arguments.iter().map(|a| a.ty()).collect();
        let ty = self.edit.void().function(&types);
        let function = self.edit.declare(name, ty, &[]);
        self.place(self.located(like))
            .call(ty, function, &arguments);
    }

    /// An instruction near another one that has a debug location, which LLVM demands of calls: a
    /// select that was a phi has none.
    fn located(&self, like: Value<'e>) -> Value<'e> {
        let function = self.head.function().into_iter();
        let all = function.flat_map(|f| f.blocks().collect::<Vec<_>>());
        let all = all.flat_map(|block| block.instructions().collect::<Vec<_>>());
        let near = [like, self.branch].into_iter();
        let mut near = near.chain(self.head.instructions()).chain(all);
        near.find(|i| i.location().is_some()).unwrap_or(like)
    }

    /// Returns whether the arm is taken, as a value available before the branch.
    fn taken(&self, when: bool) -> Value<'e> {
        match when {
            true => self.condition,
            false => self.place(self.branch).not(self.condition),
        }
    }

    /// Inserts a guard before the branch, which states that the load is performed where the
    /// arm is taken.
    fn guard(&self, load: Value<'e>, taken: Value<'e>) {
        let long = self.edit.integer(64);
        let size = long.constant(self.edit.layout().store_size(load.ty()));
        let align = long.constant(load.alignment().into());
        let arguments = [taken, load.operand(0), size, align];
        guard::call(self.place(load), guard::READ, load, &arguments);
    }

    /// Restricts a guard's condition to an outer arm's.
    fn tighten(&self, guard: Value<'e>, taken: Value<'e>) {
        let inner = guard.operand(0);
        let both = self.select(guard, taken, inner, inner.ty().zero());
        self.edit.set_operand(guard, 0, both);
    }

    fn move_up(&self, instruction: Value<'e>) {
        self.edit.move_before(instruction, self.branch);
        // These attributes hold only inside the branch.
        for promise in ["range", "nonnull", "noundef", "align", "dereferenceable"] {
            self.edit.unmark(instruction, promise);
        }
        if instruction.opcode() == LLVMOpcode::LLVMLoad {
            self.edit.mark(instruction, SPECULATIVE);
        }
    }

    /// Builds a `select` before the branch, with the debug location of `like`.
    fn select(
        &self,
        like: Value<'e>,
        condition: Value<'e>,
        then: Value<'e>,
        otherwise: Value<'e>,
    ) -> Value<'e> {
        match then == otherwise {
            true => then,
            false => self.place(like).select(condition, then, otherwise),
        }
    }

    /// A builder before the branch, with the location of `like` or else of the branch.
    fn place(&self, like: Value<'e>) -> Builder<'b, 'e> {
        self.edit.before(self.branch).near(like)
    }

    fn diamond(&self, then: &Arm<'e>, otherwise: &Arm<'e>, join: Block<'e>) {
        let last = |arm: &Arm<'e>| arm.blocks.last().copied().unwrap_or(self.head);
        let (then, otherwise) = (last(then), last(otherwise));
        for phi in join.phis().collect::<Vec<_>>() {
            let (Some(x), Some(y)) = (phi.incoming_from(then), phi.incoming_from(otherwise)) else {
                continue;
            };
            let value = self.select(phi, self.condition, x, y);
            self.replace(phi, &[then, otherwise], Some(value));
        }
        self.place(self.branch).jump(join);
        self.edit.erase(self.branch);
    }

    fn returns(&self, [then, otherwise]: [Option<Value<'e>>; 2]) {
        let both = then.zip(otherwise);
        let select = |(x, y)| self.select(self.branch, self.condition, x, y);
        self.place(self.branch).ret(both.map(select));
        self.edit.erase(self.branch);
    }

    fn chain(
        &self,
        inner: &Arm<'e>,
        when: bool,
        condition: Value<'e>,
        leads: bool,
        shared: Block<'e>,
        other: Block<'e>,
    ) {
        let Some(&last) = inner.blocks.last() else {
            return;
        };
        for phi in shared.phis().collect::<Vec<_>>() {
            let (Some(outer), Some(inner)) =
                (phi.incoming_from(self.head), phi.incoming_from(last))
            else {
                continue;
            };
            let (x, y) = if when { (inner, outer) } else { (outer, inner) };
            let value = self.select(phi, self.condition, x, y);
            self.replace(phi, &[self.head, last], Some(value));
        }
        for phi in other.phis().collect::<Vec<_>>() {
            let value = phi.incoming_from(last);
            self.replace(phi, &[last], value);
        }
        // Where the inner branch is not reached, the shared target is: `leads` is the
        // value of the inner condition that leads there, too.
        let skipped = condition.ty().constant(leads.into());
        let (x, y) = if when {
            (condition, skipped)
        } else {
            (skipped, condition)
        };
        let joint = self.select(self.branch, self.condition, x, y);
        let (first, second) = if leads {
            (shared, other)
        } else {
            (other, shared)
        };
        self.place(self.branch).branch(joint, first, second);
        self.edit.erase(self.branch);
    }

    /// Replaces a phi by one without the blocks `gone`, and with `value` from the head
    /// instead; by `value` itself if there is no other predecessor.
    fn replace(&self, phi: Value<'e>, gone: &[Block<'e>], value: Option<Value<'e>>) {
        let entries = phi.incoming().filter(|(_, block)| !gone.contains(block));
        let mut entries: Vec<(Value<'e>, Block<'e>)> = entries.collect();
        let merged = match (entries.is_empty(), value) {
            (true, Some(value)) => value,
            (_, value) => {
                entries.extend(value.map(|v| (v, self.head)));
                self.edit.before(phi).phi(phi.ty(), &phi.name(), &entries)
            }
        };
        self.substitute(phi, merged);
    }

    /// Replaces a phi by a value and returns that. A phi that only refers to itself is in
    /// unreachable code, where any value is correct.
    fn substitute(&self, phi: Value<'e>, value: Value<'e>) -> Value<'e> {
        let value = match value == phi {
            true => phi.ty().poison(),
            false => value,
        };
        self.edit.replace_uses(phi, value);
        self.edit.erase(phi);
        value
    }
    /// Whether a load has been moved out of a branch before.
    fn is_marked(&self, load: Value<'e>) -> bool {
        load.metadata(self.edit.metadata_kind(SPECULATIVE))
            .is_some()
    }
}

/// Replaces `old` by `new` in a shape.
fn rename<'e>(shape: &mut Shape<'e>, old: Value<'e>, new: Value<'e>) {
    let swap = |value: &mut Value<'e>| {
        if *value == old {
            *value = new;
        }
    };
    match shape {
        Shape::Diamond { .. } => {}
        Shape::Returns { values, .. } => values.iter_mut().flatten().for_each(swap),
        Shape::Chain { condition, .. } => swap(condition),
    }
}
