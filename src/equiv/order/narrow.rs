//! Narrow values, and where constants are among them.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Buffer, Node, Op, Outcomes, TermId};

use super::values::{Class, Kind};

/// What becomes of a class.
pub(super) struct Narrow {
    kind: Kind,
    bits: u8,
    /// The narrow value of every constant, by its key.
    places: BTreeMap<i128, u64>,
    /// Number of narrow values; a NaN is the last.
    size: u64,
}

impl Narrow {
    /// How a class is narrowed; `None` when it cannot be or nothing is gained.
    pub(super) fn of(class: &Class, width: u8) -> Option<Narrow> {
        let kind = class.kind?;
        let float = matches!(kind, Kind::Float(_));
        if class.tainted || class.inputs < 2 || float && class.by_bits {
            return None;
        }
        let keys = class.constants.iter().filter_map(|&c| kind.key(width, c));
        let mut places: BTreeMap<i128, u64> = keys.map(|key| (key, 0)).collect();
        let (low, high) = kind.bounds(width);
        // As many values between two constants as there are inputs, or as fit.
        let room = |below: i128, above: i128| (above - below - 1).min(class.inputs as i128) as u64;
        let (mut size, mut last) = (0, low - 1);
        for (&key, place) in &mut places {
            size += room(last, key);
            *place = size;
            size += 1;
            last = key;
        }
        size += room(last, high + 1) + u64::from(float);
        let bits = (u64::BITS - (size - 1).leading_zeros()).max(1) as u8;
        (bits < width).then_some(Narrow {
            kind,
            bits,
            places,
            size,
        })
    }

    /// The narrow value of a wide one.
    pub(super) fn value(
        &self,
        builder: &mut Builder,
        width: u8,
        term: TermId,
        map: &FxHashMap<TermId, TermId>,
    ) -> TermId {
        let Some(constant) = builder.constant_value(term) else {
            return map[&term];
        };
        let key = self.kind.key(width, constant);
        let place = key.map_or(self.size - 1, |key| self.places[&key]);
        builder.constant(self.bits, place.into())
    }

    /// A fresh narrow input, and the condition that it is one of the values.
    pub(super) fn input(
        &self,
        builder: &mut Builder,
        term: TermId,
        path: &mut Vec<TermId>,
    ) -> TermId {
        let arena = builder.arena_mut();
        let buffer = arena.add_buffer(Buffer {
            name: format!("place{}", term.index()),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        let narrow = arena.add_symbol(buffer, 0, self.bits);
        if self.size < 1 << self.bits {
            let top = builder.constant(self.bits, (self.size - 1).into());
            path.push(builder.ule(narrow, top));
        }
        narrow
    }

    pub(super) fn comparison(
        &self,
        builder: &mut Builder,
        node: &Node,
        x: TermId,
        y: TermId,
    ) -> TermId {
        match node.op() {
            Op::Eq => builder.eq(x, y),
            Op::FCmp => float_comparison(builder, node.spec().outcomes(), x, y, self.size - 1),
            _ => builder.ult(x, y),
        }
    }
}

/// A float comparison of narrow values.
fn float_comparison(
    builder: &mut Builder,
    outcomes: Outcomes,
    x: TermId,
    y: TermId,
    nan: u64,
) -> TermId {
    let width = builder.width(x);
    let nan = builder.constant(width, nan.into());
    let nans = [x, y].map(|operand| builder.eq(operand, nan));
    let unordered = builder.or(nans[0], nans[1]);
    let ordered = builder.not(unordered);
    let mut result = builder.bool(false);
    let comparisons = [
        (Outcomes::LT, builder.ult(x, y)),
        (Outcomes::EQ, builder.eq(x, y)),
        (Outcomes::GT, builder.ult(y, x)),
    ];
    for (outcome, holds) in comparisons {
        if outcomes.contains(outcome) {
            let holds = builder.and(holds, ordered);
            result = builder.or(result, holds);
        }
    }
    match outcomes.contains(Outcomes::UNO) {
        true => builder.or(result, unordered),
        false => result,
    }
}
