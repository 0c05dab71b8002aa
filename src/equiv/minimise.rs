//! Makes a witness readable: few non-zero inputs, round numbers.

use term::{Arena, Cone, SymbolId};

use super::Assumptions;
use super::Witness;
use super::claim::{Claim, symbol_type};
use super::judge::{Judge, Judgement};
use super::pool::{Kind, decode, encode};

/// Term evaluations one witness may cost.
const MAX_WORK: usize = 4_000_000;

struct Minimiser<'a> {
    judge: Judge<'a>,
    wanted: Judgement,
    witness: Witness,
    trials: usize,
}

/// Simplifies a witness while it stays what it was judged to be.
pub(super) fn minimise(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    witness: Witness,
) -> Witness {
    let cone = Cone::of(arena, &claim.roots());
    let mut judge = Judge::new(arena, claim, assumptions);
    let wanted = judge.judge(&witness);
    let mut minimiser = Minimiser {
        judge,
        wanted,
        witness,
        trials: (MAX_WORK / cone.len().max(1)).clamp(50, 5_000),
    };
    let symbols = cone.symbols(arena);
    minimiser.clear(&symbols);
    for &id in &symbols {
        minimiser.round(arena, id);
    }
    minimiser.witness
}

impl Minimiser<'_> {
    /// Keeps the change if the witness stays one.
    fn attempt(&mut self, change: impl FnOnce(&mut Witness)) -> bool {
        if self.trials == 0 {
            return false;
        }
        self.trials -= 1;
        let mut candidate = self.witness.clone();
        change(&mut candidate);
        let kept = self.judge.judge(&candidate) == self.wanted;
        if kept {
            self.witness = candidate;
        }
        kept
    }

    fn bits(&self, id: SymbolId) -> u128 {
        self.witness.values.get(&id).copied().unwrap_or(0)
    }

    /// Zeroes as many inputs as it can, large groups first.
    fn clear(&mut self, symbols: &[SymbolId]) {
        let mut size = symbols.len();
        while size > 0 {
            for group in symbols.chunks(size) {
                if group.iter().any(|&id| self.bits(id) != 0) {
                    self.attempt(|w| {
                        for &id in group {
                            w.values.insert(id, 0);
                        }
                    });
                }
            }
            size /= 2;
        }
    }

    /// Replaces one value by the first rounder one that will do.
    fn round(&mut self, arena: &Arena, id: SymbolId) {
        let bits = self.bits(id);
        if bits == 0 {
            return;
        }
        let width = arena.width(arena.symbol(id).term);
        let (format, signed) = symbol_type(arena, id);
        let kind = format.map_or(Kind::Int { signed }, Kind::Float);
        for candidate in rounder(kind, width, bits) {
            if candidate == bits
                || self.attempt(|w| {
                    w.values.insert(id, candidate);
                })
            {
                break;
            }
        }
    }
}

/// Values to try instead of `bits`, roundest first.
fn rounder(kind: Kind, width: u8, bits: u128) -> Vec<u128> {
    let number = decode(kind, width, bits);
    let mut numbers = vec![1.0, -1.0, 2.0, -2.0, 3.0, 4.0, 10.0, 100.0];
    match kind {
        Kind::Float(_) => {
            if number.is_nan() {
                // The quiet NaN everybody makes, before any other.
                numbers.insert(8, f64::NAN);
            }
            numbers.extend([0.5, -0.5, 0.25, 1.5, 2.5, 1e10, -1e10]);
            if number.is_finite() {
                numbers.push(number.trunc());
                numbers.extend((0..16).filter_map(|digits| {
                    let text = format!("{number:.digits$e}");
                    text.parse::<f64>().ok()
                }));
            }
        }
        Kind::Int { .. } => {
            numbers.extend([5.0, 8.0, 16.0, 127.0, 128.0, 255.0, 256.0]);
        }
    }
    let mut all: Vec<u128> = numbers.iter().map(|&n| encode(kind, width, n)).collect();
    if let Kind::Int { .. } = kind {
        // The leading bits alone, then more of them; then plainly smaller values.
        let length = 128 - bits.leading_zeros();
        all.extend((1..length).map(|kept| bits >> (length - kept) << (length - kept)));
        all.extend((1..length).rev().map(|shift| bits >> shift));
    }
    all
}
