//! Rearranges random inputs to satisfy relations: few of them satisfy `a[i] <= a[i+1]` or
//! `index[i] < n` as they are, and all do when they are sorted, or brought between bounds.
//!
//! Invariant: an arranged input need not be admitted; only the conditions decide that.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use term::{Arena, Rounding, SymbolId};

use super::Inputs;
use super::chains::{Chain, Classes, chains};
use crate::contract::{Comparison, Scalar};
use crate::equiv::Witness;
use crate::side::number::Number;

/// The constraints of conditions on single symbols and pairs of symbols.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// Pairs of symbols with equal values.
    equal: Vec<(SymbolId, SymbolId)>,
    /// Pairs of which the first symbol is at most the second; the flag says that it is
    /// less.
    ascending: Vec<(SymbolId, SymbolId, bool)>,
    /// The least and the greatest value of a symbol.
    limits: FxHashMap<SymbolId, (f64, f64)>,
    /// The type by which each symbol is compared.
    scalars: FxHashMap<SymbolId, Scalar>,
}

impl Orders {
    /// Records a comparison of symbols with each other or with numbers; ignores others.
    pub fn note(&mut self, arena: &Arena, comparison: Comparison, sides: [Number; 2]) {
        let [left, right] = sides.map(|side| symbol(arena, side));
        let strict = comparison == Comparison::Less;
        match (left, right, sides) {
            (Some((left, scalar)), Some((right, other)), _) if scalar == other => {
                self.scalars.extend([(left, scalar), (right, scalar)]);
                match comparison {
                    Comparison::Equal => self.equal.push((left, right)),
                    Comparison::Unequal => {}
                    _ => self.ascending.push((left, right, strict)),
                }
            }
            (Some((symbol, scalar)), None, [_, Number::Literal(_, bound)]) => {
                let less = f64::from(u8::from(strict && is_integer(scalar)));
                let low = match comparison {
                    Comparison::Equal => bound,
                    _ => f64::NEG_INFINITY,
                };
                self.limit((symbol, scalar), comparison, (low, bound - less));
            }
            (None, Some((symbol, scalar)), [Number::Literal(_, bound), _]) => {
                let more = f64::from(u8::from(strict && is_integer(scalar)));
                let high = match comparison {
                    Comparison::Equal => bound,
                    _ => f64::INFINITY,
                };
                self.limit((symbol, scalar), comparison, (bound + more, high));
            }
            _ => {}
        }
    }

    fn limit(
        &mut self,
        (symbol, scalar): (SymbolId, Scalar),
        comparison: Comparison,
        (low, high): (f64, f64),
    ) {
        if comparison == Comparison::Unequal {
            return;
        }
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        let own = self.limits.entry(symbol).or_insert(all);
        *own = (own.0.max(low), own.1.min(high));
        self.scalars.insert(symbol, scalar);
    }

    fn is_empty(&self) -> bool {
        self.scalars.is_empty()
    }
}

impl Inputs {
    /// Rearranges the values of a witness to satisfy the recorded comparisons. Leaves it as
    /// it is if a symbol would lose its range or leave its list of values.
    pub(crate) fn arrange(&self, witness: &mut Witness) {
        let orders = &self.orders;
        if orders.is_empty() {
            return;
        }
        let mut arranged = witness.clone();
        for (symbol, scalar) in &orders.scalars {
            let bits = arranged.values.get(symbol).copied().unwrap_or(0);
            let limits = orders.limits.get(symbol);
            let bits = limits.map_or(bits, |limits| within(*scalar, bits, *limits));
            // A NaN satisfies no comparison.
            let bits = if is_nan(*scalar, bits) { 0 } else { bits };
            arranged.values.insert(*symbol, bits);
        }
        let alike = Classes::of(orders.equal.iter().copied());
        let pairs = orders.ascending.iter();
        let pairs = pairs.map(|(low, high, strict)| (alike.root(*low), alike.root(*high), *strict));
        let pairs: Vec<(SymbolId, SymbolId, bool)> = pairs.collect();
        for chain in chains(&pairs) {
            sort(&chain, &orders.scalars, &mut arranged);
        }
        for symbol in orders.equal.iter().flat_map(|(x, y)| [x, y]) {
            let value = arranged.values.get(&alike.root(*symbol)).copied();
            arranged.values.insert(*symbol, value.unwrap_or(0));
        }
        let keeps = |(symbol, scalar): (&SymbolId, &Scalar)| {
            let value = arranged.values.get(symbol).copied().unwrap_or(0);
            let (range, listed) = (self.ranges.get(symbol), self.listed.get(symbol));
            range.is_none_or(|r| (r.low..=r.high).contains(&number(*scalar, value)))
                && listed.is_none_or(|values| values.contains(&value))
        };
        if orders.scalars.iter().all(keeps) {
            *witness = arranged;
        }
    }
}

/// Assigns the values of a chain's symbols in ascending order; integers of a strict chain
/// also get different values, as far as their type has room.
fn sort(chain: &Chain, scalars: &FxHashMap<SymbolId, Scalar>, witness: &mut Witness) {
    let scalar = chain.symbols.first().and_then(|first| scalars.get(first));
    let Some(scalar) = scalar.copied() else {
        return;
    };
    let known = |symbol| witness.values.get(symbol).copied().unwrap_or(0);
    let mut values: Vec<u128> = chain.symbols.iter().map(known).collect();
    values.sort_by(|x, y| compare(scalar, *x, *y));
    if let (Scalar::Int { bits, signed }, true) = (scalar, chain.strict) {
        let all = u128::MAX >> (128 - u32::from(bits));
        let mut whole: Vec<i128> = values.iter().map(|bits| integer(scalar, *bits)).collect();
        for at in 1..whole.len() {
            whole[at] = whole[at].max(whole[at - 1].saturating_add(1));
        }
        let mut most = i128::try_from(if signed { all >> 1 } else { all }).unwrap_or(i128::MAX);
        for value in whole.iter_mut().rev() {
            *value = most.min(*value);
            most = value.saturating_sub(1);
        }
        values = whole.iter().map(|value| *value as u128 & all).collect();
    }
    for (symbol, value) in chain.symbols.iter().zip(values) {
        witness.values.insert(*symbol, value);
    }
}

/// The symbol of a number and the type by which it is read; `None` for other terms.
fn symbol(arena: &Arena, side: Number) -> Option<(SymbolId, Scalar)> {
    match side {
        Number::Integer(term, signed) => {
            let bits = arena.width(term);
            Some((arena.symbol_id(term)?, Scalar::Int { bits, signed }))
        }
        Number::Float(format, term) => Some((arena.symbol_id(term)?, Scalar::Float { format })),
        Number::Literal(..) => None,
    }
}

/// A value between the limits: the given one, if it is, else one derived from its bits.
fn within(scalar: Scalar, bits: u128, (low, high): (f64, f64)) -> u128 {
    let value = number(scalar, bits);
    if low <= value && value <= high || low > high {
        return bits;
    }
    match scalar {
        Scalar::Int { bits: width, .. } => {
            let all = u128::MAX >> (128 - u32::from(width));
            let (least, most) = match scalar {
                Scalar::Int { signed: true, .. } => (-((all >> 1) as i128) - 1, all >> 1),
                _ => (0, all),
            };
            let most = i128::try_from(most).unwrap_or(i128::MAX);
            let (low, high) = ((low as i128).max(least), (high as i128).min(most));
            let span = high.saturating_sub(low).max(0) as u128 + 1;
            low.wrapping_add((bits % span) as i128) as u128 & all
        }
        Scalar::Float { format } => {
            let part = (bits % 1009) as f64 / 1008.0;
            let value = match (low.is_finite(), high.is_finite()) {
                (true, true) => low + part * (high - low),
                (true, false) => low + part,
                _ => high - part,
            };
            format.from_f64(value, Rounding::NearestEven)
        }
    }
}

fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int { .. })
}

fn is_nan(scalar: Scalar, bits: u128) -> bool {
    matches!(scalar, Scalar::Float { format } if format.is_nan(bits))
}

fn compare(scalar: Scalar, x: u128, y: u128) -> Ordering {
    match scalar {
        Scalar::Float { format } => format.to_f64(x).total_cmp(&format.to_f64(y)),
        Scalar::Int { .. } => integer(scalar, x).cmp(&integer(scalar, y)),
    }
}

/// The value of a scalar's bits, rounded to a double.
fn number(scalar: Scalar, bits: u128) -> f64 {
    match scalar {
        Scalar::Float { format } => format.to_f64(bits),
        Scalar::Int { .. } => integer(scalar, bits) as f64,
    }
}

fn integer(scalar: Scalar, bits: u128) -> i128 {
    match scalar {
        Scalar::Int {
            signed: true,
            bits: width,
        } => term::signed(bits, width),
        _ => bits as i128,
    }
}
