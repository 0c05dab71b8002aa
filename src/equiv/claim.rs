//! Claims: obligations reduced to the conditions that their truth depends on.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Outcomes, SymbolId, TermId};

use rewrite_rules::Builder;

use crate::contract::Range;
use crate::solver::Independence;

/// How two results are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Bit for bit.
    Bits,
    /// Bit for bit, except that all NaNs of the format are equal.
    Float(Format),
}

/// Two results that must be equal whenever the path condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// One-bit terms, all true on the path.
    pub path: Vec<TermId>,
    /// The reference's result.
    pub left: TermId,
    /// The port's result.
    pub right: TermId,
    /// How the results are compared.
    pub compare: Compare,
}

impl Obligation {
    /// The obligation that no input satisfies these conditions.
    pub fn no_input(builder: &mut Builder, conditions: Vec<TermId>) -> Obligation {
        Obligation {
            path: conditions,
            left: builder.bool(false),
            right: builder.bool(true),
            compare: Compare::Bits,
        }
    }
}

/// Input ranges by symbol. Bounds are read as the type of the symbol's buffer orders them.
pub type Ranges = FxHashMap<SymbolId, Range>;

/// An obligation whose path is reduced to the conditions that share symbols with the results,
/// directly or through other conditions, with the input ranges as further conditions. A proof of
/// the claim proves the obligation; a refutation refutes it if `rest` is satisfiable too.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) path: Vec<TermId>,
    pub(super) left: TermId,
    pub(super) right: TermId,
    pub(super) compare: Compare,
    /// The path conditions over other symbols.
    pub(super) rest: Vec<TermId>,
}

impl Claim {
    pub(super) fn of(
        builder: &mut Builder,
        independence: &mut Independence,
        obligation: &Obligation,
        ranges: &Ranges,
    ) -> Claim {
        let &Obligation {
            left,
            right,
            compare,
            ..
        } = obligation;
        let goal = [left, right];
        let (path, mut rest) = independence.split(builder.arena(), &obligation.path, &goal);
        if !rest.is_empty() {
            let others = range_conditions(builder, &rest, ranges);
            rest.extend(others);
        }
        Claim {
            rest,
            ..Claim::over(builder, ranges, path, left, right, compare)
        }
    }

    /// A claim with exactly these path conditions and the ranges of its inputs.
    pub(super) fn over(
        builder: &mut Builder,
        ranges: &Ranges,
        mut path: Vec<TermId>,
        left: TermId,
        right: TermId,
        compare: Compare,
    ) -> Claim {
        if !ranges.is_empty() {
            let mut roots = path.clone();
            roots.extend([left, right]);
            path.extend(range_conditions(builder, &roots, ranges));
        }
        Claim {
            path,
            left,
            right,
            compare,
            rest: Vec::new(),
        }
    }

    /// The claim as an obligation, without `rest`.
    pub(super) fn obligation(&self) -> Obligation {
        Obligation {
            path: self.path.clone(),
            left: self.left,
            right: self.right,
            compare: self.compare,
        }
    }

    /// Removes an outermost select one of whose cases makes the results identical, so that only
    /// the other case remains to be proved; the path gains that case's condition. Returns the
    /// select's condition and its value in the remaining case.
    pub(super) fn narrow(&mut self, builder: &mut Builder) -> Option<(TermId, bool)> {
        let choice = |root: TermId| {
            let node = builder.arena().node(root);
            (node.op() == Op::Select).then(|| (node.child(0), node.child(1), node.child(2)))
        };
        // The select's condition, its value in the remaining case, and the results there.
        let open = match (choice(self.left), choice(self.right)) {
            (Some((c, x, y)), _) if x == self.right => (c, false, y, self.right),
            (Some((c, x, y)), _) if y == self.right => (c, true, x, self.right),
            (_, Some((c, x, y))) if x == self.left => (c, false, self.left, y),
            (_, Some((c, x, y))) if y == self.left => (c, true, self.left, x),
            (Some((c, x, y)), Some((d, v, w))) if c == d && x == v => (c, false, y, w),
            (Some((c, x, y)), Some((d, v, w))) if c == d && y == w => (c, true, x, v),
            _ => return None,
        };
        let (of, holds, left, right) = open;
        let condition = if holds { of } else { builder.not(of) };
        self.path.push(condition);
        (self.left, self.right) = (left, right);
        Some((of, holds))
    }

    /// The terms that the claim depends on: both results, then the path.
    pub(super) fn roots(&self) -> Vec<TermId> {
        let mut roots = vec![self.left, self.right];
        roots.extend(&self.path);
        roots
    }

    /// A one-bit term that holds where the results differ.
    pub(super) fn mismatch(&self, builder: &mut Builder, zeros_alike: bool) -> TermId {
        let (left, right) = (self.left, self.right);
        let differ = builder.ne(left, right);
        let Compare::Float(format) = self.compare else {
            return differ;
        };
        let nans = [builder.is_nan(format, left), builder.is_nan(format, right)];
        let both = builder.and(nans[0], nans[1]);
        let mut alike = both;
        if zeros_alike {
            let magnitude = builder.constant(format.width(), !format.sign_mask());
            let zero = builder.constant(format.width(), 0);
            let any = builder.or(left, right);
            let bits = builder.and(any, magnitude);
            let zeros = builder.eq(bits, zero);
            alike = builder.or(alike, zeros);
        }
        let unlike = builder.not(alike);
        builder.and(differ, unlike)
    }
}

impl Compare {
    /// The format whose NaNs are equal, for a float comparison.
    pub(super) fn format(self) -> Option<Format> {
        match self {
            Compare::Bits => None,
            Compare::Float(format) => Some(format),
        }
    }

    /// Replaces results by values that forget what the comparison ignores: which NaN they are.
    pub(super) fn as_compared(
        self,
        builder: &mut Builder,
        mut results: Vec<TermId>,
    ) -> Vec<TermId> {
        if let Compare::Float(format) = self {
            for result in &mut results {
                *result = builder.as_number(format, *result);
            }
        }
        results
    }

    /// Whether two result values compare as equal.
    pub(super) fn equal(self, left: u128, right: u128, zeros_alike: bool) -> bool {
        if left == right {
            return true;
        }
        let Compare::Float(format) = self else {
            return false;
        };
        let magnitude = |x: u128| x & !format.sign_mask();
        format.is_nan(left) && format.is_nan(right)
            || zeros_alike && magnitude(left) == 0 && magnitude(right) == 0
    }
}

/// One-bit terms stating that the symbols below `roots` are within their ranges.
fn range_conditions(builder: &mut Builder, roots: &[TermId], ranges: &Ranges) -> Vec<TermId> {
    let symbols = Cone::of(builder.arena(), roots).symbols(builder.arena());
    let ranged = symbols
        .into_iter()
        .filter_map(|id| Some((id, *ranges.get(&id)?)));
    ranged
        .flat_map(|(id, range)| range_condition(builder, id, range))
        .collect()
}

fn range_condition(builder: &mut Builder, id: SymbolId, range: Range) -> Vec<TermId> {
    let symbol = builder.arena().symbol(id);
    let (format, signed) = symbol_type(builder.arena(), id);
    let (x, width) = (symbol.term, builder.width(symbol.term));
    if let Some(format) = format {
        let low = builder.constant(width, float_bits(format, range.low, Round::Up));
        let high = builder.constant(width, float_bits(format, range.high, Round::Down));
        let at_least = Outcomes::GT.union(Outcomes::EQ);
        let at_most = Outcomes::LT.union(Outcomes::EQ);
        return vec![
            builder.fcmp(format, at_least, x, low),
            builder.fcmp(format, at_most, x, high),
        ];
    }
    let Some((low, high)) = integer_bounds(width, signed, range) else {
        return vec![builder.bool(false)];
    };
    let low = builder.constant(width, low);
    let high = builder.constant(width, high);
    if signed {
        vec![builder.sle(low, x), builder.sle(x, high)]
    } else {
        vec![builder.ule(low, x), builder.ule(x, high)]
    }
}

/// The float format, if the symbol is exactly one float, and whether its buffer is signed.
pub(super) fn symbol_type(arena: &Arena, id: SymbolId) -> (Option<Format>, bool) {
    let symbol = arena.symbol(id);
    let buffer = arena.buffer(symbol.buffer);
    let width = arena.width(symbol.term);
    (buffer.format.filter(|f| f.width() == width), buffer.signed)
}

/// The bit patterns of the least and greatest integers of the type within the range; `None` if
/// there are none.
pub(super) fn integer_bounds(width: u8, signed: bool, range: Range) -> Option<(u128, u128)> {
    // `as` saturates, which is right for a bound beyond the type.
    let (low, high) = (range.low.ceil(), range.high.floor());
    if signed {
        let greatest = i128::MAX >> (128 - width);
        let (low, high) = ((low as i128).max(!greatest), (high as i128).min(greatest));
        (low <= high).then_some((low as u128, high as u128))
    } else {
        let greatest = u128::MAX >> (128 - width);
        let (low, high) = (low as u128, (high as u128).min(greatest));
        (low <= high && range.high >= 0.0).then_some((low, high))
    }
}

/// The direction in which a number is rounded to a float.
#[derive(Clone, Copy)]
pub(super) enum Round {
    Up,
    Down,
}

/// The float nearest to `x` on the given side of it.
pub(super) fn float_bits(format: Format, x: f64, side: Round) -> u128 {
    let rounding = match side {
        Round::Up => term::Rounding::TowardPositive,
        Round::Down => term::Rounding::TowardNegative,
    };
    format.from_f64(x, rounding)
}
