//! The way that is taken after an exchange has failed for no reason.

use inkwell::llvm_sys::LLVMOpcode::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{is_without_effect, object};
use crate::llvm::{Block, Value};

/// Most operations of a condition that are looked through.
const DEPTH: usize = 4;

/// The values on the way from the failure.
pub(super) struct Walk<'m> {
    exchange: Value<'m>,
    /// The phis that were passed, each with the value that it took.
    taken: FxHashMap<Value<'m>, Value<'m>>,
    /// The blocks that were entered. None is entered twice, so that a value is the same wherever
    /// on the way it is used.
    entered: FxHashSet<Block<'m>>,
}

impl<'m> Walk<'m> {
    pub fn new(exchange: Value<'m>) -> Walk<'m> {
        Walk {
            exchange,
            taken: FxHashMap::default(),
            entered: FxHashSet::default(),
        }
    }

    /// Enters a block from another. Returns whether all phis of the block keep their values;
    /// `None` if one has no value, or the block was entered before.
    pub fn enter(&mut self, block: Block<'m>, from: Block<'m>) -> Option<bool> {
        if !self.entered.insert(block) {
            return None;
        }
        // The phis of a block take their values simultaneously.
        let taken: Option<Vec<_>> = block
            .phis()
            .map(|phi| Some((phi, self.resolved(phi.incoming_from(from)?))))
            .collect();
        let taken = taken?;
        let is_unchanged = taken.iter().all(|(phi, value)| phi == value);
        self.taken.extend(taken);
        Some(is_unchanged)
    }

    /// What a value is after the failure: the value found is the expected one, and phis are what
    /// they took.
    pub fn resolved(&self, value: Value<'m>) -> Value<'m> {
        match self.is_result(value, 0) {
            true => self.resolved(self.exchange.operand(1)),
            false => self.taken.get(&value).copied().unwrap_or(value),
        }
    }

    /// Whether a value is a member of the exchange's result: 0 is the value found, 1 says
    /// whether it was exchanged.
    fn is_result(&self, value: Value<'m>, member: u32) -> bool {
        value.opcode() == LLVMExtractValue
            && value.operand(0) == self.exchange
            && value.path() == [member]
    }

    /// Whether a store writes the expected value to where it was read just before the exchange.
    pub fn stores_what_is_there(&self, store: Value<'m>) -> bool {
        if store.opcode() != LLVMStore {
            return false;
        }
        let expected = self.exchange.operand(1);
        let is_expected = self.resolved(store.operand(0)) == expected;
        let is_read = expected.opcode() == LLVMLoad
            && object(expected.operand(0)) == object(store.operand(1))
            && object(store.operand(1)).opcode() == LLVMAlloca;
        let mut before = std::iter::successors(self.exchange.previous(), |i| i.previous());
        let is_last = before
            .by_ref()
            .take_while(|i| *i != expected)
            .all(is_without_effect);
        is_expected && is_read && is_last && expected.block() == self.exchange.block()
    }

    /// The block that follows a block after the failure, if it is known.
    pub fn target(&self, block: Block<'m>) -> Option<Block<'m>> {
        let last = block.terminator()?;
        match last.opcode() {
            LLVMBr => {
                let successors = last.successors();
                match last.condition() {
                    None => successors.first().copied(),
                    Some(condition) => {
                        let holds = self.constant(condition, DEPTH)? & 1 == 1;
                        successors.get(usize::from(!holds)).copied()
                    }
                }
            }
            LLVMSwitch => {
                // The operands are the value, the default, and pairs of case and block.
                let value = self.constant(last.operand(0), DEPTH)?;
                let mut cases = (2..last.operand_count()).step_by(2);
                let case = cases.find(|at| last.operand(*at).unsigned() == Some(value));
                last.operand(case.map_or(1, |at| at + 1)).as_block()
            }
            _ => None,
        }
    }

    /// The constant that a value is after the failure, if it is known to be one.
    fn constant(&self, value: Value<'m>, depth: usize) -> Option<u64> {
        let value = self.resolved(value);
        if self.is_result(value, 1) {
            return Some(0);
        }
        if value.is_integer() {
            return value.unsigned();
        }
        let depth = depth.checked_sub(1)?;
        let operand = |at: u32| self.constant(value.operand(at), depth);
        match value.opcode() {
            LLVMXor => Some(operand(0)? ^ operand(1)?),
            LLVMSelect => operand(if operand(0)? & 1 == 1 { 1 } else { 2 }),
            _ => None,
        }
    }
}
