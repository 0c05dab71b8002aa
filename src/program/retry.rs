//! Exchanges that may fail for no reason (`cmpxchg weak`), and whether that makes a difference.
//!
//! After such a failure memory is unchanged and the value found is the expected one. If the
//! code that follows leads back to the exchange without an effect, and with the same values
//! of all variables, then a failure only repeats what has been done: the exchange may be
//! taken as a strong one.
//!
//! Invariant: [`may_fail`] is false only if that is so. Loads on the way are repeated, which
//! at the latest finds what another order of items finds.

use inkwell::llvm_sys::LLVMOpcode::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::qualifiers::AddressSpace;
use crate::llvm::{Block, Value};

/// Most blocks between the exchange and its repetition.
const BLOCKS: usize = 32;

/// Most calls inside of one another that are looked into.
const DEPTH: usize = 4;

/// Functions that guard other instructions and have no effect on a path that continues.
const GUARDS: [&str; 7] = [
    "simdiff.undefined.",
    "simdiff.checked",
    "simdiff.assume",
    "simdiff.opaque.",
    "simdiff.aligned",
    "simdiff.bit.scan",
    "simdiff.array.",
];

/// Whether an exchange may fail for no reason with a result that differs from trying again.
/// On this machine, for which host programs are compiled, none does.
pub(super) fn may_fail(exchange: Value<'_>) -> bool {
    let is_of_kernel = AddressSpace::of(exchange.operand(0)) != AddressSpace::PRIVATE;
    is_of_kernel && exchange.is_weak() && !is_repeated(exchange)
}

/// Whether the code behind a failure for no reason leads back to the exchange as it was.
fn is_repeated(exchange: Value<'_>) -> bool {
    let Some(start) = exchange.block() else {
        return false;
    };
    let mut walk = Walk {
        exchange,
        known: FxHashMap::default(),
        begun: FxHashSet::default(),
    };
    let (mut block, mut next) = (start, exchange.next());
    let mut changed: Vec<Value<'_>> = Vec::new();
    for _ in 0..BLOCKS {
        while let Some(instruction) = next {
            if instruction == exchange {
                return changed.into_iter().all(|phi| is_passed_by(phi, start));
            }
            let is_harmless = || {
                is_without_effect(instruction, DEPTH)
                    || walk.stores_what_is_there(instruction)
                    || walk.stores_anew(instruction)
            };
            if !instruction.is_terminator() && !is_harmless() {
                return false;
            }
            if instruction.callee_name().starts_with("llvm.lifetime.start") {
                walk.begun
                    .extend(instruction.arguments().last().map(object));
            }
            next = instruction.next();
        }
        let Some(target) = walk.target(block) else {
            return false;
        };
        // The phis of a block take their values simultaneously.
        let mut taken = Vec::new();
        for phi in target.phis() {
            let Some(value) = phi.incoming_from(block) else {
                return false;
            };
            taken.push((phi, walk.resolved(value)));
        }
        for (phi, value) in taken {
            if value != phi {
                changed.push(phi);
            }
            walk.known.insert(phi, value);
        }
        let mut rest = target.instructions();
        next = rest.find(|i| i.opcode() != LLVMPHI);
        block = target;
    }
    false
}

/// The values on the way from the failure.
struct Walk<'m> {
    exchange: Value<'m>,
    /// The phis that were passed, each with the value that it took.
    known: FxHashMap<Value<'m>, Value<'m>>,
    /// Variables whose lifetimes began.
    begun: FxHashSet<Value<'m>>,
}

impl<'m> Walk<'m> {
    /// What a value is after the failure: the value found is the expected one, and phis are what
    /// they took.
    fn resolved(&self, value: Value<'m>) -> Value<'m> {
        let is_found = value.opcode() == LLVMExtractValue
            && value.operand(0) == self.exchange
            && value.path() == [0];
        match is_found {
            true => self.resolved(self.exchange.operand(1)),
            false => self.known.get(&value).copied().unwrap_or(value),
        }
    }

    /// Whether a store is to a variable that the way back declares, so that nothing of it is left
    /// from before.
    fn stores_anew(&self, store: Value<'m>) -> bool {
        let object = |store: Value<'m>| object(store.operand(1));
        store.opcode() == LLVMStore && self.begun.contains(&object(store))
    }

    /// Whether a store writes the expected value to where it was read just before the exchange.
    fn stores_what_is_there(&self, store: Value<'m>) -> bool {
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
            .all(|i| is_without_effect(i, DEPTH));
        is_expected && is_read && is_last && expected.block() == self.exchange.block()
    }

    /// The constant that a value is after the failure, if it is known to be one.
    fn constant(&self, value: Value<'m>, depth: usize) -> Option<u64> {
        let value = self.resolved(value);
        if value.opcode() == LLVMExtractValue
            && value.operand(0) == self.exchange
            && value.path() == [1]
        {
            return Some(0);
        }
        if depth > 0 && value.opcode() == LLVMXor {
            let [x, y] = [0, 1].map(|at| self.constant(value.operand(at), depth - 1));
            return Some(x? ^ y?);
        }
        value.is_integer().then(|| value.unsigned())?
    }

    /// The block that follows a block after the failure, if it is known.
    fn target(&self, block: Block<'m>) -> Option<Block<'m>> {
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
}

/// A pointer without casts of its address space.
fn object(pointer: Value<'_>) -> Value<'_> {
    match pointer.opcode() {
        LLVMAddrSpaceCast | LLVMBitCast => object(pointer.operand(0)),
        _ => pointer,
    }
}

/// Whether repeating an instruction changes nothing but the values that depend on it.
fn is_without_effect(instruction: Value<'_>, depth: usize) -> bool {
    match instruction.opcode() {
        LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMAlloca | LLVMInvoke | LLVMCallBr
        | LLVMVAArg | LLVMUnreachable => false,
        LLVMCall => is_call_without_effect(instruction, depth),
        _ => true,
    }
}

/// Whether a call returns, and only reads.
fn is_call_without_effect(call: Value<'_>, depth: usize) -> bool {
    let name = call.callee_name();
    if GUARDS.iter().any(|guard| name.starts_with(guard)) {
        return true;
    }
    if name.starts_with("llvm.") {
        return ![
            "llvm.mem",
            "llvm.masked",
            "llvm.stack",
            "llvm.trap",
            "llvm.va",
        ]
        .iter()
        .any(|effect| name.starts_with(effect));
    }
    let Some(callee) = call.callee().filter(|f| f.is_function() && depth > 0) else {
        return false;
    };
    let has_body = !callee.is_declaration();
    has_body
        && callee
            .instructions()
            .all(|i| is_without_effect(i, depth - 1))
}

/// Whether a block can be reached from the start of the function without passing a phi's, so that
/// nothing in it rests on the phi's earlier value.
fn is_passed_by(phi: Value<'_>, block: Block<'_>) -> bool {
    let Some(avoided) = phi.block() else {
        return false;
    };
    let entry = phi.function().and_then(|function| function.blocks().next());
    let mut open: Vec<Block<'_>> = entry.into_iter().collect();
    let mut seen: FxHashSet<Block<'_>> = FxHashSet::default();
    while let Some(next) = open.pop() {
        if next == avoided || !seen.insert(next) {
            continue;
        }
        if next == block {
            return true;
        }
        open.extend(next.successors());
    }
    false
}
