//! What kind of difference two results show, in the words of the field.
//!
//! The sets of assumptions that make the results equal name some kinds. Others
//! show when both results are idealised in the same way ([`super::ideals`]) and
//! then are equal. What is left is told apart by what samples show: that an
//! assumption excludes all that differ, or how large the difference is
//! ([`super::magnitude`]).
//! A kind is an explanation, never part of a verdict.

use rewrite_rules::Builder;
use term::{Assignment, Cone, Op, Outcomes, TermId};

use super::Assumptions;
use super::claim::{Claim, Compare, Obligation, Ranges};
use super::ideals::{IDEALS, INTEGER_IDEALS, Ideal, idealise};
use super::infinity::differ_at_infinity;
use super::ladder::Ladder;
use super::separation::{NEAR, apart, values};
use super::shape::Shape;
use crate::verdict::Kind;

impl Ladder {
    /// The kind of a refuted obligation's difference, where it has a name. `sets` are the minimal
    /// assumptions of [`Ladder::diagnose`].
    pub fn kind(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sets: &[Assumptions],
        witness: &dyn Assignment,
    ) -> Option<Kind> {
        let roots = [obligation.left, obligation.right];
        let [left, right] = roots.map(|root| Operations::of(builder, root));
        if left.approximate != right.approximate {
            return Some(Kind::Approximation);
        }
        match by_assumptions(sets, self.options.assumptions, &left, &right) {
            // A NaN that is made on the way, of an infinity.
            Some(Kind::NanOrder) if differ_at_infinity(builder, obligation, witness) => {
                return Some(Kind::Nonfinite);
            }
            Some(kind) => return Some(kind),
            None => {}
        }
        if of_other_elements(builder, obligation) {
            return Some(Kind::OtherElements);
        }
        let unlike = match (left.integer_products(), right.integer_products()) {
            (Some(left), Some(right)) => left != right,
            _ => false,
        };
        // The sign of a float is changed without any float operation.
        let neither = |side: &Operations| !side.float && !side.integer && !side.drops_bits;
        if unlike || left.float != right.float && !neither(&left) && !neither(&right) {
            return Some(Kind::IntegerAgainstFloat);
        }
        let floats = left.float || right.float;
        let ideals: &[(Kind, Ideal)] = if floats { &IDEALS } else { &INTEGER_IDEALS };
        for &(kind, ideal) in ideals {
            let idealised = idealise(builder, &roots, ideal);
            if self.agree(builder, obligation, [idealised[0], idealised[1]]) {
                return Some(kind);
            }
        }
        if floats {
            let excluding = self.excluding(builder, obligation, witness);
            let by_samples = excluding.as_slice();
            if let Some(kind) = by_assumptions(by_samples, self.options.assumptions, &left, &right)
            {
                return Some(kind);
            }
            for (kind, ideal) in IDEALS {
                let idealised = idealise(builder, &roots, ideal);
                if idealised != roots
                    && self.agrees_instead(
                        builder,
                        obligation,
                        [idealised[0], idealised[1]],
                        witness,
                    )
                {
                    return Some(kind);
                }
            }
        }
        match obligation.compare {
            Compare::Float(format) => Some(self.by_magnitude(builder, obligation, format, witness)),
            Compare::Bits => {
                let width = builder.width(roots[0]);
                let values = values(builder, &roots, witness);
                let near = apart(width, values) <= NEAR
                    && width > NEAR_BITS
                    && left.drops_bits | right.drops_bits;
                match near && self.stays_near(builder, obligation) {
                    true if floats => Some(Kind::RoundingError),
                    true => Some(Kind::FixedPoint),
                    false if floats => Some(Kind::Formula),
                    // To compute other integers is no kind of its own.
                    false => None,
                }
            }
        }
    }

    /// Whether two idealised results are the same, sums in any order.
    pub(super) fn agree(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        [left, right]: [TermId; 2],
    ) -> bool {
        let given = self.options.assumptions;
        let any_order = Assumptions {
            associative: true,
            ..given
        };
        let ranges = &self.options.ranges;
        [given, any_order].into_iter().any(|assumptions| {
            let path = obligation.path.clone();
            let mut claim = Claim::over(builder, ranges, path, left, right, obligation.compare);
            self.canonical
                .reduce(builder, &mut claim, ranges, assumptions, false)
                .equal
        })
    }
}

/// What a result is computed with.
#[derive(Default)]
struct Operations {
    float: bool,
    /// Whether integers are added, multiplied or divided.
    integer: bool,
    approximate: bool,
    extremum: bool,
    drops_bits: bool,
    /// Whether two numbers that both vary are multiplied as integers.
    integer_product: bool,
    /// The same for floats.
    float_product: bool,
}

impl Operations {
    /// Whether inputs are multiplied as integers, if only in one way.
    fn integer_products(&self) -> Option<bool> {
        (self.integer_product != self.float_product).then_some(self.integer_product)
    }

    fn of(builder: &Builder, root: TermId) -> Operations {
        let arena = builder.arena();
        let mut seen = Operations::default();
        let varies = |node: &term::Node| {
            let mut factors = node.children().iter();
            factors.all(|&factor| arena.constant_value(factor).is_none())
        };
        for &term in &Cone::of(arena, &[root]).terms {
            let node = arena.node(term);
            match node.op() {
                Op::Apply => {
                    let name = arena.function_name(term::FunctionId(node.spec().attr));
                    seen.approximate |= name.starts_with("simdiff.approx.");
                }
                Op::Select => {
                    let condition = arena.node(node.child(0));
                    let orders = Outcomes::LT.union(Outcomes::GT);
                    seen.extremum |= condition.op() == Op::FCmp
                        && condition.spec().outcomes().intersect(orders) != Outcomes::NONE;
                }
                Op::LShr | Op::AShr | Op::UDiv | Op::SDiv => seen.drops_bits = true,
                Op::Add | Op::Sub => seen.integer = true,
                // One bit alone is a test.
                Op::Extract if node.spec().offset() > 0 && node.width() > 1 => {
                    seen.drops_bits = true;
                }
                Op::Mul => {
                    seen.integer = true;
                    seen.integer_product |= varies(node);
                }
                Op::FMul => seen.float_product |= varies(node),
                Op::FToSi | Op::FToUi => seen.drops_bits = true,
                _ => {}
            }
            seen.float |= node.op().is_float();
        }
        seen
    }
}

fn by_assumptions(
    sets: &[Assumptions],
    given: Assumptions,
    left: &Operations,
    right: &Operations,
) -> Option<Kind> {
    let kind = |set: &Assumptions| {
        let new = |wanted: bool, had: bool| wanted && !had;
        let associative = new(set.associative, given.associative);
        let ordered = new(set.ordered, given.ordered);
        let finite = new(set.finite, given.finite);
        let zero = new(set.positive_zero, given.positive_zero);
        match (associative, ordered, finite, zero) {
            (true, ..) => Kind::Association,
            (_, true, _, true) if left.extremum || right.extremum => Kind::MinMaxOrder,
            (_, true, false, false) => Kind::NanOrder,
            (_, false, false, true) => Kind::SignedZero,
            (_, _, _, true) => Kind::ZerosAndNonfinite,
            _ => Kind::Nonfinite,
        }
    };
    sets.first().map(kind)
}

/// Whether both results are the same formula, of inputs some of which the other
/// does not read.
fn of_other_elements(builder: &mut Builder, obligation: &Obligation) -> bool {
    let shapes = [obligation.left, obligation.right].map(|root| {
        let ranges = Ranges::default();
        let claim = Claim::over(builder, &ranges, Vec::new(), root, root, obligation.compare);
        Shape::of(builder.arena(), &claim, SHAPE_TERMS)
    });
    match shapes {
        [Some(left), Some(right)] => {
            let mut places = left.symbols.iter();
            left.key == right.key && !places.all(|symbol| right.symbols.contains(symbol))
        }
        _ => false,
    }
}

/// Terms up to which results are compared as formulas.
const SHAPE_TERMS: usize = 4096;
/// Results of so few bits are always that near.
const NEAR_BITS: u8 = 2;
