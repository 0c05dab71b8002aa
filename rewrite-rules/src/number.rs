//! Terms as numbers: simplification of terms whose NaNs need not be distinguished.
//!
//! A float operation gives the canonical NaN whichever NaN its operand is, so an operand may be
//! replaced by any term that is the same number. Operands of integer operations may not: an
//! integer operation sees the bits of a NaN.
//!
//! Invariant: the replacement has the bits of the original for every assignment, or both are
//! NaNs of the format.

use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Spec, TermId};

/// Depth of selects and sign operations that are looked through.
const DEPTH: u8 = 32;

/// Cache of replacements.
#[derive(Default)]
pub(crate) struct Numbers {
    simpler: FxHashMap<(TermId, Format), TermId>,
}

/// Whether the operation only makes a NaN canonical: a conversion of a format to itself.
pub(crate) fn is_canonical(spec: Spec) -> bool {
    spec.op == Op::FConvert && spec.source_format() == spec.format()
}

/// Whether terms with this operator may have a simpler replacement.
pub(crate) fn may_be_replaced(op: Op) -> bool {
    matches!(op, Op::FConvert | Op::Select | Op::Xor | Op::And)
}

impl Numbers {
    /// A term that is the same number of `format`, without the conversions that only make NaNs
    /// canonical.
    pub(crate) fn simplify(&mut self, arena: &mut Arena, format: Format, term: TermId) -> TermId {
        self.below(arena, format, term, DEPTH)
    }

    fn below(&mut self, arena: &mut Arena, format: Format, term: TermId, depth: u8) -> TermId {
        let node = *arena.node(term);
        let spec = node.spec();
        if !may_be_replaced(spec.op) || depth == 0 {
            return term;
        }
        let masked = |mask: u128| arena.constant_value(node.child(1)) == Some(mask);
        let transparent = match spec.op {
            Op::FConvert => is_canonical(spec) && spec.format() == format,
            Op::Select => true,
            Op::Xor => masked(format.sign_mask()),
            Op::And => masked(format.sign_mask() - 1),
            _ => false,
        };
        if !transparent {
            return term;
        }
        if let Some(&known) = self.simpler.get(&(term, format)) {
            return known;
        }
        let of = |numbers: &mut Numbers, arena: &mut Arena, i: usize| {
            numbers.below(arena, format, node.child(i), depth - 1)
        };
        let simpler = match spec.op {
            Op::FConvert => of(self, arena, 0),
            Op::Select => {
                let (x, y) = (of(self, arena, 1), of(self, arena, 2));
                if x == y {
                    x
                } else {
                    arena.term(spec, &[node.child(0), x, y])
                }
            }
            _ => {
                let x = of(self, arena, 0);
                arena.term(spec, &[x, node.child(1)])
            }
        };
        self.simpler.insert((term, format), simpler);
        simpler
    }
}
