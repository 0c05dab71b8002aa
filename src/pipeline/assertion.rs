//! Diagnosis of failed assertions of equality: which two values differ, by what kind of
//! difference, and under which assumptions they would be equal.

use rewrite_rules::Builder;
use term::{Arena, Format, Op, Outcomes, TermId};

use super::finding::{expressions, value};
use crate::contract::Scalar;
use crate::equiv::{Compare, Ladder, Obligation, Witness, distance};
use crate::settings::flags;
use crate::verdict::{Comparison, Value};

/// Returns the comparison that `condition` makes, for a witness under which it fails on
/// `path`; `None` if it is not an equality of two values that both depend on inputs.
pub fn compared(
    builder: &mut Builder,
    ladder: &mut Ladder,
    path: &[TermId],
    condition: TermId,
    witness: &Witness,
) -> Option<Comparison> {
    let Equality {
        sides: [left, right],
        format,
        by_value,
    } = equality(builder.arena(), condition)?;
    // A comparison with an expected constant is not one between two versions.
    let constant = |side| builder.constant_value(side).is_some();
    if constant(left) || constant(right) {
        return None;
    }
    let compare = format.map_or(Compare::Bits, Compare::Float);
    let values = Obligation {
        path: path.to_vec(),
        left,
        right,
        compare,
    };
    // Equal numbers satisfy a comparison of numbers, even if their bits differ.
    let sets = match by_value {
        true => {
            let asserted = Obligation {
                left: builder.bool(true),
                right: condition,
                compare: Compare::Bits,
                ..values.clone()
            };
            ladder.diagnose(builder, &asserted, witness)
        }
        false => ladder.diagnose(builder, &values, witness),
    };
    let explanation = ladder.kind(builder, &values, &sets, witness);
    let kind = explanation.map(|explanation| explanation.kind);
    let arena = builder.arena();
    let scalar = match format {
        Some(format) => Scalar::Float { format },
        None => Scalar::Int {
            bits: arena.width(left),
            signed: false,
        },
    };
    let bits = [left, right].map(|side| value(arena, side, witness));
    let formulas = expressions(builder, (left, right), scalar, Vec::new(), witness);
    Some(Comparison {
        values: bits.map(|bits| Value::new(scalar, bits)),
        ulps: format.and_then(|format| Some(distance(format, bits[0], bits[1])?.ulps)),
        expressions: formulas.sides,
        definitions: formulas.definitions,
        kind,
        equal_under: sets.into_iter().map(flags).collect(),
    })
}

/// An equality stated by a condition.
struct Equality {
    sides: [TermId; 2],
    /// The format of the operands if they are floats.
    format: Option<Format>,
    /// Whether zeros of different signs are equal.
    by_value: bool,
}

fn equality(arena: &Arena, condition: TermId) -> Option<Equality> {
    let node = arena.node(condition);
    let negates = |term: TermId| {
        let node = arena.node(term);
        let negated = node.op() == Op::Xor && arena.constant_value(node.child(1)) == Some(1);
        negated.then(|| node.child(0))
    };
    match node.op() {
        Op::Eq => {
            let sides = [node.child(0), node.child(1)];
            Some(Equality {
                sides,
                format: sides.iter().find_map(|&side| read_as(arena, side)),
                by_value: false,
            })
        }
        Op::FCmp => compared_as_numbers(arena, condition, node.spec().outcomes()),
        Op::Xor => {
            let inner = negates(condition)?;
            let node = arena.node(inner);
            let holds = (node.op() == Op::FCmp).then(|| node.spec().outcomes().complement())?;
            compared_as_numbers(arena, inner, holds)
        }
        _ => None,
    }
}

/// Returns the equality that a float comparison with these outcomes states, if any.
fn compared_as_numbers(arena: &Arena, comparison: TermId, holds: Outcomes) -> Option<Equality> {
    let node = arena.node(comparison);
    let equal = [Outcomes::EQ, Outcomes::EQ.union(Outcomes::UNO)].contains(&holds);
    equal.then(|| Equality {
        sides: [node.child(0), node.child(1)],
        format: Some(node.spec().format()),
        by_value: true,
    })
}

/// Returns the float format in which a term is computed, looking through selects and
/// changes of sign.
fn read_as(arena: &Arena, mut term: TermId) -> Option<Format> {
    loop {
        let node = arena.node(term);
        let spec = node.spec();
        if spec.op.yields_float() {
            return Some(spec.format());
        }
        match spec.op {
            Op::Select => {
                let condition = arena.node(node.child(0));
                let arms = [node.child(1), node.child(2)];
                let compares = condition.op() == Op::FCmp
                    && arms.iter().any(|arm| condition.children().contains(arm));
                if compares {
                    return Some(condition.spec().format());
                }
                let constant = arena.constant_value(arms[0]).is_some();
                term = arms[usize::from(constant)];
            }
            Op::Xor | Op::And => term = node.child(0),
            _ => {
                let id = arena.symbol_id(term)?;
                let format = arena.buffer(arena.symbol(id).buffer).format?;
                return (format.width() == node.width()).then_some(format);
            }
        }
    }
}
