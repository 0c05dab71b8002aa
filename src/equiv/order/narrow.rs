//! Narrow values of a class, and the narrow values of its constants.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rewrite_rules::trace::Request;
use rustc_hash::FxHashMap;
use term::{Node, Op, Outcomes, Spec, TermId};

use super::values::{self, Kind};
use crate::certificate::Class;

/// The narrowing of one class of values.
pub(super) struct Narrow {
    kind: Kind,
    width: u8,
    bits: u8,
    /// The narrow value of every constant, by the constant's key.
    places: BTreeMap<i128, u64>,
    /// Number of narrow values; the last one is the NaN if the class is one of floats.
    size: u64,
}

impl Narrow {
    /// The narrowing of a class; `None` when it cannot be narrowed or no bits are saved.
    pub(super) fn of(class: &values::Class, width: u8) -> Option<Narrow> {
        let kind = class.kind?;
        let float = matches!(kind, Kind::Float(_));
        if class.tainted || class.inputs < 2 || float && class.by_bits {
            return None;
        }
        let keys = class.constants.iter().filter_map(|&c| kind.key(width, c));
        let mut places: BTreeMap<i128, u64> = keys.map(|key| (key, 0)).collect();
        let (low, high) = kind.bounds(width);
        // Between two constants there are as many values as inputs, or as exist.
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
            width,
            bits,
            places,
            size,
        })
    }

    /// The narrow value of a term of the class.
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

    /// A fresh narrow input; pushes to `path` the condition that it is less than `size`.
    pub(super) fn input(
        &self,
        builder: &mut Builder,
        term: TermId,
        path: &mut Vec<TermId>,
        asked: &mut Asked,
    ) -> TermId {
        let name = format!("place{}", term.index());
        let narrow = builder.arena_mut().add_variable(name, self.bits, None);
        if self.size < 1 << self.bits {
            let top = builder.constant(self.bits, (self.size - 1).into());
            let above = asked.build(builder, Spec::int(Op::Ult, 1), &[top, narrow]);
            path.push(asked.not(builder, above));
        }
        narrow
    }

    pub(super) fn comparison(
        &self,
        builder: &mut Builder,
        node: &Node,
        x: TermId,
        y: TermId,
        asked: &mut Asked,
    ) -> TermId {
        match node.op() {
            Op::Eq => asked.build(builder, Spec::int(Op::Eq, 1), &[x, y]),
            Op::FCmp => {
                let nan = builder.constant(self.bits, (self.size - 1).into());
                float_comparison(builder, node.spec().outcomes(), [x, y], nan, asked)
            }
            _ => asked.build(builder, Spec::int(Op::Ult, 1), &[x, y]),
        }
    }

    /// The class in the form that certificates use.
    pub(super) fn written(&self, members: Vec<(TermId, TermId)>, constants: &[u128]) -> Class {
        let place = |&constant: &u128| {
            let key = self.kind.key(self.width, constant);
            (constant, key.map_or(self.size - 1, |key| self.places[&key]))
        };
        let mut places: Vec<(u128, u64)> = constants.iter().map(place).collect();
        places.sort_unstable();
        places.dedup();
        Class {
            order: self.kind.name(),
            size: self.size,
            places,
            members,
        }
    }
}

/// The requests made of the builder, with its answers, for the certificate.
#[derive(Default)]
pub(super) struct Asked(pub(super) Vec<(Request, TermId)>);

impl Asked {
    pub(super) fn build(&mut self, builder: &mut Builder, spec: Spec, args: &[TermId]) -> TermId {
        let answer = builder.build(spec, args);
        self.0.push((Request::new(spec, args), answer));
        answer
    }

    fn not(&mut self, builder: &mut Builder, condition: TermId) -> TermId {
        let one = builder.constant(1, 1);
        self.build(builder, Spec::int(Op::Xor, 1), &[condition, one])
    }
}

/// A float comparison of narrow values, where `nan` stands for every NaN.
fn float_comparison(
    builder: &mut Builder,
    outcomes: Outcomes,
    [x, y]: [TermId; 2],
    nan: TermId,
    asked: &mut Asked,
) -> TermId {
    let [eq, ult, and, or] = [Op::Eq, Op::Ult, Op::And, Op::Or].map(|op| Spec::int(op, 1));
    let nans = [x, y].map(|operand| asked.build(builder, eq, &[operand, nan]));
    let unordered = asked.build(builder, or, &nans);
    let ordered = asked.not(builder, unordered);
    let mut result = builder.bool(false);
    for (outcome, spec, operands) in [
        (Outcomes::LT, ult, [x, y]),
        (Outcomes::EQ, eq, [x, y]),
        (Outcomes::GT, ult, [y, x]),
    ] {
        if outcomes.contains(outcome) {
            let holds = asked.build(builder, spec, &operands);
            let holds = asked.build(builder, and, &[holds, ordered]);
            result = asked.build(builder, or, &[result, holds]);
        }
    }
    match outcomes.contains(Outcomes::UNO) {
        true => asked.build(builder, or, &[result, unordered]),
        false => result,
    }
}
