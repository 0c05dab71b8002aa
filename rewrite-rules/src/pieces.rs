//! Cache of pieces of wider terms, so that adjacent pieces can be joined again.
//!
//! The directed rules move an extract into the operation that it reads: the low byte of a sum
//! becomes a sum of bytes. This proves integer promotions harmless, but hides that four such
//! bytes concatenated are the sum itself, which is needed for every byte shift or shuffle of a
//! vector of words. Invariant: a noted piece *equals* that part of the whole, in exact
//! semantics.

use rustc_hash::FxHashMap;
use term::{Arena, Op, Spec, TermId};

/// Number of pieces noted, after which the cache starts afresh.
const MAX_NOTED: usize = 1 << 16;

/// For each piece, the whole and the piece's offset in it.
#[derive(Default)]
pub(crate) struct Pieces {
    whole: FxHashMap<TermId, (TermId, u8)>,
}

impl Pieces {
    /// Notes that `piece` was made by the extract `spec` of `whole`.
    pub(crate) fn note(&mut self, arena: &Arena, spec: Spec, whole: TermId, piece: TermId) {
        let (mut whole, mut offset) = (whole, spec.offset());
        while arena.op(whole) == Op::Concat {
            let (high, low) = (arena.node(whole).child(0), arena.node(whole).child(1));
            let below = arena.width(low);
            if offset >= below {
                (whole, offset) = (high, offset - below);
            } else if offset + spec.width <= below {
                whole = low;
            } else {
                return;
            }
        }
        let rewritten = matches!(
            arena.op(whole),
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Select
        );
        let origin = (whole, offset);
        if !rewritten || arena.op(piece) == Op::Const || own(arena, piece) == Some(origin) {
            return;
        }
        if self.whole.len() >= MAX_NOTED {
            self.whole.clear();
        }
        self.whole.insert(piece, origin);
    }

    /// The whole, and the offset in it of `high` concatenated above `low`, if both are adjacent
    /// pieces of one term.
    pub(crate) fn join(&self, arena: &Arena, high: TermId, low: TermId) -> Option<(TermId, u8)> {
        let origins = |t| [own(arena, t), self.whole.get(&t).copied()];
        let width = arena.width(low);
        for (whole, offset) in origins(low).into_iter().flatten() {
            let next = offset.checked_add(width).map(|offset| (whole, offset));
            if next.is_some() && origins(high).contains(&next) {
                return Some((whole, offset));
            }
        }
        None
    }
}

/// The operand and offset of an extract.
fn own(arena: &Arena, term: TermId) -> Option<(TermId, u8)> {
    let node = arena.node(term);
    (node.op() == Op::Extract).then(|| (node.child(0), node.spec().offset()))
}
