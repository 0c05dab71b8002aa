//! Simpler values than a given one, for witnesses that people read.

use term::{Arena, SymbolId};

use super::claim::symbol_type;
use super::pool::{Kind, decode, encode};

/// How a symbol's bits are read, and its width.
pub(super) fn kind(arena: &Arena, id: SymbolId) -> (Kind, u8) {
    let (format, signed) = symbol_type(arena, id);
    let width = arena.width(arena.symbol(id).term);
    (format.map_or(Kind::Int { signed }, Kind::Float), width)
}

/// Returns values to try in place of `bits`, simplest first.
pub(super) fn rounder(kind: Kind, width: u8, bits: u128) -> Vec<u128> {
    let number = decode(kind, width, bits);
    let mut numbers = vec![1.0, -1.0, 2.0, -2.0, 3.0, 4.0, 10.0, 100.0];
    match kind {
        Kind::Float(_) => {
            if number.is_nan() {
                // The usual quiet NaN comes before other NaNs.
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
        // The leading bits alone, then more of them; then smaller values.
        let length = 128 - bits.leading_zeros();
        all.extend((1..length).map(|kept| bits >> (length - kept) << (length - kept)));
        all.extend((1..length).rev().map(|shift| bits >> shift));
    }
    all
}
