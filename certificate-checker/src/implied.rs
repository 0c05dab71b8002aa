//! Ranges of inputs that conditions imply, for contexts of rewrites.

use term::{Arena, Format, Op, Outcomes, TermId};

use crate::conditions::Known;
use crate::facts::{Facts, whole};
use crate::integers::ones;
use crate::terms::Bounds;

/// Whether every range that `narrower` has beyond `wider` follows from `wider` and the facts of
/// conditions.
pub(crate) fn is_implied(arena: &Arena, wider: &Facts, narrower: &Facts, known: &Known) -> bool {
    narrower.beyond(wider).into_iter().all(|(id, range)| {
        let symbol = arena.symbol(id);
        let (term, buffer) = (symbol.term, arena.buffer(symbol.buffer));
        let width = arena.width(term);
        let before = wider.range(id);
        match buffer.format.filter(|format| format.width() == width) {
            Some(format) => {
                let implied = known.float(arena, format, term, before);
                implied
                    .is_some_and(|implied| range.low <= implied.low && implied.high <= range.high)
            }
            None => {
                let implied = known.integer(arena, term, buffer.signed, before);
                let stated = ends(width, buffer.signed, Some(range));
                stated.is_some_and(|stated| stated.0 <= implied.0 && implied.1 <= stated.1)
            }
        }
    })
}

/// The least and the greatest value of an integer type, within a range if there is one.
fn ends(width: u8, signed: bool, range: Option<Bounds>) -> Option<(i128, i128)> {
    let all = Bounds {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };
    let ends = whole(width, signed, range.unwrap_or(all)).filter(|_| width <= 64);
    ends.map(|(low, high)| (low as i128, high as i128))
}

impl Known {
    /// The least and the greatest value of an integer input of at most 64 bits, under the
    /// conditions and its former range.
    fn integer(
        &self,
        arena: &Arena,
        symbol: TermId,
        signed: bool,
        before: Option<Bounds>,
    ) -> (i128, i128) {
        let width = arena.width(symbol);
        let (mut low, mut high) = ends(width, signed, before).unwrap_or((i128::MIN, i128::MAX));
        for (&term, &(least, most)) in &self.spans {
            let Some((least, most)) = of_symbol(arena, term, (least, most), symbol) else {
                continue;
            };
            let half = 1u128 << (width - 1);
            // Patterns of both signs are no interval of signed integers.
            if signed && (least < half) != (most < half) {
                continue;
            }
            let read = |bits: u128| match signed && bits >= half {
                true => (bits | !ones(width)) as i128,
                false => bits as i128,
            };
            (low, high) = (low.max(read(least)), high.min(read(most)));
        }
        (low, high)
    }

    /// The least and the greatest number of a float input, under the conditions and its former
    /// range; `None` if it may be a NaN.
    fn float(
        &self,
        arena: &Arena,
        format: Format,
        symbol: TermId,
        before: Option<Bounds>,
    ) -> Option<Bounds> {
        if matches!(format, Format::X87 | Format::Quad) {
            return None;
        }
        let mut number = before.is_some();
        let mut bounds = before.unwrap_or(Bounds {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        });
        for (&(compared, x, y), &outcomes) in &self.outcomes {
            if compared != format {
                continue;
            }
            for (term, limit, outcomes) in [(x, y, outcomes), (y, x, outcomes.swap())] {
                let limit = arena.constant_value(limit).filter(|_| term == symbol);
                let limit = limit
                    .map(|bits| format.to_f64(bits))
                    .filter(|l| !l.is_nan());
                let Some(limit) = limit.filter(|_| !outcomes.contains(Outcomes::UNO)) else {
                    continue;
                };
                number = true;
                if !outcomes.contains(Outcomes::GT) {
                    bounds.high = bounds.high.min(limit);
                }
                if !outcomes.contains(Outcomes::LT) {
                    bounds.low = bounds.low.max(limit);
                }
            }
        }
        number.then_some(bounds)
    }
}

/// The bounds of a symbol, given unsigned bounds of a term: of itself, extended by zeros, or with
/// a constant added. `None` for other terms, and where a sum wraps around between the bounds.
fn of_symbol(
    arena: &Arena,
    term: TermId,
    (low, high): (u128, u128),
    symbol: TermId,
) -> Option<(u128, u128)> {
    let node = arena.node(term);
    let all = ones(node.width());
    let high = high.min(all);
    let constant = |i: usize| arena.constant_value(node.child(i));
    let (inner, low, high) = match node.op() {
        Op::Add => {
            let by = constant(1)?;
            let [low, high] = [low, high].map(|end| end.wrapping_sub(by) & all);
            (node.child(0), low, high)
        }
        Op::Concat if constant(0) == Some(0) => (node.child(1), low, high),
        Op::ZExt => (node.child(0), low, high),
        _ => (term, low, high),
    };
    let own = ones(arena.width(inner));
    (inner == symbol && low <= high && low <= own).then_some((low, high.min(own)))
}
