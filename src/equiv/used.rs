//! The input bits that a claim reads.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Op, TermId};

/// For each symbol of which only part is read, the bits that are. The claim does not depend on
/// the other bits.
pub(super) fn used_bits(arena: &Arena, cone: &Cone, roots: &[TermId]) -> FxHashMap<TermId, u128> {
    let mut used: FxHashMap<TermId, u128> = FxHashMap::default();
    let mut read = |term: TermId, bits: u128| {
        if arena.symbol_id(term).is_some() {
            *used.entry(term).or_insert(0) |= bits;
        }
    };
    for &root in roots {
        read(root, u128::MAX);
    }
    for &term in &cone.terms {
        let node = arena.node(term);
        let bits = match node.op() {
            Op::Extract => (u128::MAX >> (128 - node.width())) << node.spec().offset(),
            _ => u128::MAX,
        };
        for &child in node.children() {
            read(child, bits);
        }
    }
    used.retain(|&term, bits| *bits & whole(arena, term) != whole(arena, term));
    used
}

fn whole(arena: &Arena, term: TermId) -> u128 {
    u128::MAX >> (128 - arena.width(term))
}

/// Deposits the low bits of `number` at the set bits of `mask` (as PDEP does).
pub(super) fn deposit(mut number: u64, mut mask: u128) -> u128 {
    let mut value = 0;
    while mask != 0 {
        let bit = mask & mask.wrapping_neg();
        if number & 1 == 1 {
            value |= bit;
        }
        number >>= 1;
        mask ^= bit;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_where_the_mask_has_ones() {
        assert_eq!(deposit(0b1011, 0xf0), 0xb0);
        assert_eq!(deposit(0b101, 0b1001_0010), 0b1000_0010);
        let all: Vec<u128> = (0..4).map(|n| deposit(n, 0x8001)).collect();
        assert_eq!(all, [0, 1, 0x8000, 0x8001]);
    }
}
