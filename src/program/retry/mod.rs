//! Exchanges that may fail for no reason (`cmpxchg weak`), and whether that makes a difference.
//!
//! After such a failure memory is unchanged and the value found is the expected one. If the
//! code that follows leads back to a block that is passed before every exchange, without an
//! effect and with the same values of all variables, and if nothing between that block and the
//! exchange has an effect, then the round has changed nothing: the item is where it would be if
//! it had not begun the round yet. The exchange may be taken as a strong one.
//!
//! Invariant: [`may_fail`] is false only if that is so. Reads of the round are repeated, which
//! at the latest finds what another order of items finds. Whether the next round exchanges
//! anything is left to execution, as in the first round.

mod effects;
mod round;
mod variable;
mod walk;

use crate::llvm::Value;

use super::qualifiers::AddressSpace;
use round::Round;
use walk::Walk;

/// Most blocks between the exchange and the start of the next round.
const BLOCKS: usize = 32;

/// Whether an exchange may fail for no reason with a result that differs from trying again.
/// On this machine, for which host programs are compiled, none does.
pub(super) fn may_fail(exchange: Value<'_>) -> bool {
    let is_of_kernel = AddressSpace::of(exchange.operand(0)) != AddressSpace::PRIVATE;
    is_of_kernel && exchange.is_weak() && !is_repeated(exchange)
}

/// Whether a failure for no reason leads back to where the round began, as it was.
fn is_repeated(exchange: Value<'_>) -> bool {
    let Some(start) = exchange.block() else {
        return false;
    };
    let mut walk = Walk::new(exchange);
    let (mut block, mut next) = (start, exchange.next());
    let mut passed = Vec::new();
    for _ in 0..BLOCKS {
        while let Some(instruction) = next {
            let is_done = instruction.is_terminator() || walk.stores_what_is_there(instruction);
            passed.extend((!is_done).then_some(instruction));
            next = instruction.next();
        }
        let Some(target) = walk.target(block) else {
            return false;
        };
        let Some(is_unchanged) = walk.enter(target, block) else {
            return false;
        };
        if target.dominates(start) {
            let round = Round {
                head: target,
                exchange,
            };
            return is_unchanged
                && passed.into_iter().all(|i| round.is_repeatable(i))
                && round.is_without_effect();
        }
        next = target.instructions().nth(target.phis().count());
        block = target;
    }
    false
}
