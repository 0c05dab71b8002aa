//! Reads from tables at a symbolic index, as the function that the table represents.
//!
//! Saturation tables, clamps and ramps consist of a few pieces with constant or linear
//! values. A read becomes a choice between pieces, so that `table[x + 256]` becomes a clamp
//! instead of thousands of selects. Invariant: the result equals the table's entry at every
//! candidate.

use term::TermId;

use super::executor::Executor;
use crate::program::Scalar;

/// Least number of candidates per piece on average; tables with smaller pieces are read
/// entry by entry.
const WORTHWHILE: usize = 4;

/// Consecutive entries of the form `value + slope × (index in the piece)`.
struct Piece {
    /// The offset of the first entry.
    first: u64,
    value: Entry,
    slope: u128,
}

/// The value of an entry.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    Constant(u128),
    /// One term in all of the piece.
    Term(TermId),
}

/// Returns the distance between candidates if it is a power of two and there are enough of
/// them.
pub(super) fn step(candidates: &[u64]) -> Option<u64> {
    let [first, second, ..] = *candidates else {
        return None;
    };
    let step = second - first;
    (step.is_power_of_two() && candidates.len() >= 2 * WORTHWHILE).then_some(step)
}

impl Executor<'_, '_> {
    /// Returns the entry at `offset`, one of the ascending `candidates`, which are `step`
    /// bytes apart and have these entries; `None` if the table has too many pieces for a
    /// read by pieces.
    pub fn read_table(
        &mut self,
        offset: TermId,
        step: u64,
        candidates: &[u64],
        entries: &[TermId],
        scalar: Scalar,
    ) -> Option<TermId> {
        let entry = |term: &TermId| match self.concrete(*term) {
            Some(value) => Entry::Constant(value),
            None => Entry::Term(*term),
        };
        let entries: Vec<Entry> = entries.iter().map(entry).collect();
        let pieces = pieces(&entries, candidates, scalar.bits());
        if pieces.len() * WORTHWHILE > candidates.len() {
            return None;
        }
        Some(self.choose_piece(offset, step.trailing_zeros(), &pieces, scalar.bits()))
    }

    fn choose_piece(&mut self, offset: TermId, step: u32, pieces: &[Piece], bits: u8) -> TermId {
        if let [piece] = pieces {
            return self.piece(offset, step, piece, bits);
        }
        let (low, high) = pieces.split_at(pieces.len() / 2);
        let x = self.choose_piece(offset, step, low, bits);
        let y = self.choose_piece(offset, step, high, bits);
        let b = self.b();
        let bound = b.constant(64, u128::from(high[0].first));
        let below = b.ult(offset, bound);
        b.select(below, x, y)
    }

    fn piece(&mut self, offset: TermId, step: u32, piece: &Piece, bits: u8) -> TermId {
        let start = match piece.value {
            Entry::Term(term) => return term,
            Entry::Constant(value) if piece.slope == 0 => return self.b().constant(bits, value),
            Entry::Constant(value) => value,
        };
        // start + slope × (offset − first) / step, modulo the entry's width.
        let b = self.b();
        let step = b.constant(64, u128::from(step));
        let position = b.lshr(offset, step);
        let position = if bits <= 64 {
            b.trunc(position, bits)
        } else {
            b.zext(position, bits)
        };
        let slope = b.constant(bits, piece.slope);
        let grown = b.mul(position, slope);
        let skipped = u128::from(piece.first >> self.concrete(step).unwrap_or(0) as u32);
        let base = start.wrapping_sub(piece.slope.wrapping_mul(skipped));
        let b = self.b();
        let base = b.constant(bits, base & (u128::MAX >> (128 - u32::from(bits))));
        b.add(grown, base)
    }
}

/// Divides a table greedily into few pieces.
fn pieces(entries: &[Entry], candidates: &[u64], bits: u8) -> Vec<Piece> {
    let mask = u128::MAX >> (128 - u32::from(bits));
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let slope = match (entries[at], entries.get(at + 1)) {
            (Entry::Constant(x), Some(Entry::Constant(y))) => y.wrapping_sub(x) & mask,
            _ => 0,
        };
        let continues = |pair: &[Entry]| match (pair[0], pair[1]) {
            (Entry::Constant(x), Entry::Constant(y)) => y.wrapping_sub(x) & mask == slope,
            (x, y) => slope == 0 && x == y,
        };
        let run = entries[at..]
            .windows(2)
            .take_while(|pair| continues(pair))
            .count();
        // A single step between two constant pieces is not a ramp.
        let length = if run == 1 && slope != 0 { 1 } else { run + 1 };
        pieces.push(Piece {
            first: candidates[at],
            value: entries[at],
            slope: if length == 1 { 0 } else { slope },
        });
        at += length;
    }
    pieces
}
