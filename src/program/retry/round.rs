//! One round of a loop that tries an exchange: what is executed before the exchange.

use inkwell::llvm_sys::LLVMOpcode::*;
use rustc_hash::FxHashSet;

use super::effects::{is_lifetime, is_without_effect, object};
use super::variable::is_live;
use crate::llvm::{Block, Value};

/// A round that failed for no reason.
pub(super) struct Round<'m> {
    /// The block that starts the round: it dominates the exchange.
    pub head: Block<'m>,
    /// The exchange, which ends the round.
    pub exchange: Value<'m>,
}

impl<'m> Round<'m> {
    /// Whether nothing has an effect on any way from the head to the exchange that passes neither
    /// twice.
    pub fn is_without_effect(&self) -> bool {
        let Some(end) = self.exchange.block() else {
            return false;
        };
        let before = end.instructions().take_while(|i| *i != self.exchange);
        if !before.into_iter().all(|i| self.is_repeatable(i)) {
            return false;
        }
        // Backwards from the exchange; its own block again only as part of an inner loop.
        let mut open = vec![end];
        let mut seen = FxHashSet::default();
        while let Some(block) = open.pop() {
            if block == self.head {
                continue;
            }
            for user in block.users() {
                let Some(from) = user.block().filter(|_| user.is_terminator()) else {
                    return false;
                };
                if !seen.insert(from) {
                    continue;
                }
                if !from.instructions().all(|i| self.is_repeatable(i)) {
                    return false;
                }
                open.push(from);
            }
        }
        true
    }

    /// Whether repeating an instruction changes nothing that the next round reads.
    pub fn is_repeatable(&self, instruction: Value<'m>) -> bool {
        match instruction.opcode() {
            LLVMStore => !is_live(object(instruction.operand(1)), self.head),
            _ if is_lifetime(instruction) => !is_live(instruction.operand(1), self.head),
            _ => is_without_effect(instruction),
        }
    }
}
