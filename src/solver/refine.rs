//! Refinement of unknown values where a model contradicts exact semantics.
//!
//! Every lemma is true in exact semantics: congruence (equal operands give equal results), the
//! definition of a comparison on its operands' bits, propagation of NaNs, and the value of an
//! operation at the operands of the model. Only violated lemmas are added.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, FunctionId, Op, Spec, TermId, apply};
use z3::ast::{BV, Bool};

use super::Point;
use super::is_abstract;
use super::model::Model;
use super::translate::{Comparison, Translation, constant, is_nan};

/// The values, in a Z3 model, of every symbol and of every unknown value and its operands.
pub(super) struct Values(FxHashMap<TermId, u128>);

impl Values {
    pub(super) fn read(
        arena: &Arena,
        cone: &Cone,
        translation: &Translation,
        model: &z3::Model,
    ) -> Values {
        let mut values = FxHashMap::default();
        for &term in &cone.terms {
            let op = arena.op(term);
            if op == Op::Symbol {
                values.insert(term, evaluate(model, &translation.bits(term)));
            } else if is_abstract(op) {
                for &t in arena.node(term).children().iter().chain([&term]) {
                    values
                        .entry(t)
                        .or_insert_with(|| evaluate(model, &translation.bits(t)));
                }
            }
        }
        Values(values)
    }

    /// The assignment that the values describe.
    pub(super) fn model(&self, arena: &Arena, cone: &Cone) -> Model {
        let mut model = Model::default();
        for &term in &cone.terms {
            if let Some(id) = arena.symbol_id(term) {
                model.values.insert(id, self.0[&term]);
            } else if arena.op(term) == Op::Apply {
                let point = (function_name(arena, term), self.operands(arena, term));
                model.functions.insert(point, self.0[&term]);
            }
        }
        model
    }

    fn operands(&self, arena: &Arena, term: TermId) -> Vec<u128> {
        let children = arena.node(term).children();
        children.iter().map(|t| self.0[t]).collect()
    }
}

fn function_name(arena: &Arena, term: TermId) -> String {
    let id = FunctionId(arena.node(term).spec().attr);
    arena.function_name(id).to_owned()
}

/// The value of a bit vector under a model.
pub(super) fn evaluate(model: &z3::Model, bits: &BV) -> u128 {
    let width = bits.get_size();
    let word = |high, low| {
        let part = bits.extract(high, low);
        let value = model.eval(&part, true).and_then(|v| v.as_u64());
        // A completed model always yields a numeral.
        u128::from(value.unwrap_or(0))
    };
    if width <= 64 {
        word(width - 1, 0)
    } else {
        word(width - 1, 64) << 64 | word(63, 0)
    }
}

/// Operation and operand widths, which congruent operations have in common.
type Shape = (Spec, Vec<u8>);

/// Returns the lemmas about the operations of a cone that the values violate. The operations
/// evaluated at concrete operands are added to `points`.
pub(super) fn lemmas(
    arena: &Arena,
    cone: &Cone,
    translation: &Translation,
    values: &Values,
    points: &mut Vec<Point>,
) -> Vec<Bool> {
    let mut lemmas = Vec::new();
    let mut seen: FxHashMap<(Shape, Vec<u128>), TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = arena.node(term);
        let spec = node.spec();
        if !is_abstract(spec.op) {
            continue;
        }
        let widths: Vec<u8> = node.children().iter().map(|&t| arena.width(t)).collect();
        let mut operands = values.operands(arena, term);
        let value = values.0[&term];
        let exact = (spec.op != Op::Apply).then(|| apply(spec, &widths, &operands));
        if exact.is_some_and(|exact| exact != value) {
            if spec.op == Op::FCmp {
                define(
                    translation,
                    translation.comparison(arena, term),
                    &mut lemmas,
                );
            } else if let Some(lemma) = nan_in_nan_out(arena, term, translation, values) {
                lemmas.push(lemma);
            }
            lemmas.push(point(arena, term, translation, &operands, exact));
            points.push((term, operands.clone()));
        }
        if swappable(spec.op) && operands[0] > operands[1] {
            operands.swap(0, 1);
        }
        match seen.entry(((spec, widths), operands)) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(term);
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                if values.0[entry.get()] != value {
                    lemmas.push(congruence(arena, *entry.get(), term, translation));
                }
            }
        }
    }
    lemmas
}

fn swappable(op: Op) -> bool {
    matches!(op, Op::FAdd | Op::FMul | Op::Fma)
}

fn congruence(arena: &Arena, a: TermId, b: TermId, translation: &Translation) -> Bool {
    let (x, y) = (arena.node(a), arena.node(b));
    let equal = |i: usize, j: usize| {
        translation
            .bits(x.child(i))
            .eq(translation.bits(y.child(j)))
    };
    let count = x.children().len();
    let mut same = Bool::and(&(0..count).map(|i| equal(i, i)).collect::<Vec<_>>());
    if swappable(x.op()) {
        let mut crossed = vec![equal(0, 1), equal(1, 0)];
        crossed.extend((2..count).map(|i| equal(i, i)));
        same = Bool::or(&[same, Bool::and(&crossed)]);
    }
    same.implies(translation.bits(a).eq(translation.bits(b)))
}

/// The lemma that the operation has its exact value at these operands.
fn point(
    arena: &Arena,
    term: TermId,
    translation: &Translation,
    operands: &[u128],
    exact: Option<u128>,
) -> Bool {
    let node = arena.node(term);
    let here = node.children().iter().zip(operands).map(|(&t, &value)| {
        let value = constant(arena.width(t), value);
        translation.bits(t).eq(value)
    });
    let here = Bool::and(&here.collect::<Vec<_>>());
    let value = constant(node.width(), exact.unwrap_or(0));
    here.implies(translation.bits(term).eq(value))
}

/// The lemma that a NaN operand of an arithmetic operation gives the canonical NaN.
fn nan_in_nan_out(
    arena: &Arena,
    term: TermId,
    translation: &Translation,
    values: &Values,
) -> Option<Bool> {
    let node = arena.node(term);
    let spec = node.spec();
    let source = match spec.op {
        Op::FConvert => spec.source_format(),
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => spec.format(),
        Op::FSqrt | Op::Fma | Op::FRound => spec.format(),
        _ => return None,
    };
    let result = translation.bits(term);
    let canonical = constant(node.width(), spec.format().canonical_nan());
    let is_canonical = result.eq(canonical);
    let magnitude = values.0[&term] & !spec.format().sign_mask();
    if magnitude > spec.format().infinity() && magnitude != spec.format().canonical_nan() {
        return Some(is_nan(spec.format(), &result)?.implies(is_canonical));
    }
    let operand = node
        .children()
        .iter()
        .find(|t| values.0[t] & !source.sign_mask() > source.infinity())?;
    Some(is_nan(source, &translation.bits(*operand))?.implies(is_canonical))
}

/// Lemmas that define a comparison exactly on its operands' bits.
fn define(translation: &Translation, c: &Comparison, lemmas: &mut Vec<Bool>) {
    if is_nan(c.format, &translation.bits(c.x)).is_none() {
        return;
    }
    let (x, y) = (translation.bits(c.x), translation.bits(c.y));
    let width = c.format.width();
    let zero = constant(width, 0);
    let magnitude = constant(width, !c.format.sign_mask());
    let both_zero = x.bvor(&y).bvand(magnitude).eq(&zero);
    let both_negative = x.bvand(&y).bvslt(&zero);
    let incomparable = Bool::or(&[&both_zero, &c.unordered]).not();
    let below = |a: &BV, b: &BV| both_negative.ite(&b.bvult(a), &a.bvslt(b));
    lemmas.push(c.less.iff(Bool::and(&[&incomparable, &below(&x, &y)])));
    lemmas.push(c.greater.iff(Bool::and(&[&incomparable, &below(&y, &x)])));
}
