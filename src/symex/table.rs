//! Reads from tables at a symbolic index, as the function that the table represents.
//!
//! Saturation tables, clamps and ramps consist of a few pieces with constant or linear
//! values. A read becomes a choice between pieces, so that `table[x + 256]` becomes a clamp
//! instead of thousands of selects. Tables of cyclic redundancy checks, of reversed bits and of
//! products of polynomials over GF(2) are affine over GF(2): a read becomes the exclusive or of
//! one mask for each bit of the index. Invariant: the result equals the table's entry at every
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

/// Returns the distance between candidates if it is the same power of two between all of them
/// and there are enough.
pub(super) fn step(candidates: &[u64]) -> Option<u64> {
    let [first, second, ..] = *candidates else {
        return None;
    };
    let step = second - first;
    let is_regular = candidates.windows(2).all(|pair| pair[1] - pair[0] == step);
    (step.is_power_of_two() && is_regular && candidates.len() >= 2 * WORTHWHILE).then_some(step)
}

impl Executor<'_, '_> {
    /// Returns the entry at `offset`, one of the ascending `candidates`, which are `step`
    /// bytes apart and have these entries; `None` if the table has too many pieces for a
    /// read by pieces, and is not affine over GF(2).
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
        let step = step.trailing_zeros();
        if pieces.len() * WORTHWHILE > candidates.len() {
            let (base, masks) = masks(&entries)?;
            return Some(self.exclusive_or(
                offset,
                (candidates[0], step),
                base,
                &masks,
                scalar.bits(),
            ));
        }
        Some(self.choose_piece(offset, step, &pieces, scalar.bits()))
    }

    /// The exclusive or of `base` and the masks whose bits are set in the index, which is
    /// `(offset − first) >> step`.
    fn exclusive_or(
        &mut self,
        offset: TermId,
        (first, step): (u64, u32),
        base: u128,
        masks: &[u128],
        bits: u8,
    ) -> TermId {
        let b = self.b();
        let first = b.constant(64, u128::from(first));
        let position = b.sub(offset, first);
        let (mut sum, zero) = (b.constant(bits, base), b.constant(bits, 0));
        for (&mask, place) in masks.iter().zip(step as u8..) {
            let bit = b.extract(position, place, 1);
            let mask = b.constant(bits, mask);
            let mask = b.select(bit, mask, zero);
            sum = b.xor(sum, mask);
        }
        sum
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

/// The first entry, and for each bit of the index the mask by which it changes the entry, if
/// this describes all entries.
fn masks(entries: &[Entry]) -> Option<(u128, Vec<u128>)> {
    let constant = |entry: &Entry| match entry {
        Entry::Constant(value) => Some(*value),
        Entry::Term(_) => None,
    };
    let entries: Vec<u128> = entries.iter().map(constant).collect::<Option<_>>()?;
    let base = *entries.first()?;
    let powers = (0..usize::BITS).map_while(|bit| entries.get(1 << bit));
    let masks: Vec<u128> = powers.map(|entry| entry ^ base).collect();
    // Without the lowest bit that is set, an index has a smaller one, whose entry is checked.
    let affine = |i: usize| {
        let below = entries[i & (i - 1)];
        entries[i] == below ^ masks[i.trailing_zeros() as usize]
    };
    (1..entries.len()).all(affine).then_some((base, masks))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_with_gaps_have_no_step() {
        let mut candidates: Vec<u64> = (0..16).map(|i| 4 * i).collect();
        assert_eq!(step(&candidates), Some(4));
        candidates.remove(7);
        assert_eq!(step(&candidates), None);
    }

    /// Random affine tables, and tables that differ from these in one entry.
    #[test]
    fn masks_describe_every_entry_or_none() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let count = random.usize(3..40);
            let bits: Vec<u128> = (0..6).map(|_| random.u128(0..1 << 32)).collect();
            let base = random.u128(0..1 << 32);
            let entry = |masks: &[u128], base: u128, i: usize| {
                let chosen = masks
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| i >> bit & 1 == 1);
                chosen.fold(base, |sum, (_, mask)| sum ^ mask)
            };
            let values: Vec<u128> = (0..count).map(|i| entry(&bits, base, i)).collect();
            let table = |values: &[u128]| -> Vec<Entry> {
                values.iter().map(|value| Entry::Constant(*value)).collect()
            };
            let (found, masks_of) = masks(&table(&values)).expect("an affine table");
            for (i, value) in values.iter().enumerate() {
                assert_eq!(entry(&masks_of, found, i), *value);
            }
            // An entry that no other entry depends on, and that depends on others.
            let wrong = count - 1;
            if wrong.is_power_of_two() {
                continue;
            }
            let mut changed = values.clone();
            changed[wrong] ^= 1 << random.u8(0..32);
            assert!(masks(&table(&changed)).is_none());
        }
    }
}
