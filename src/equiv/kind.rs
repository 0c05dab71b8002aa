//! What kind of difference two results show, in the words of the field.
//!
//! The sets of assumptions that make the results equal name some kinds. Others
//! show when both results are *idealised* in the same way (contractions undone,
//! one rounding direction, one precision) and then are equal. What is left is
//! told apart by what samples show: that an assumption excludes all that differ,
//! or how large the difference is ([`super::magnitude`]).
//! A kind is an explanation, never part of a verdict.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Assignment, Cone, Evaluator, Op, Outcomes, Rounding, Spec, TermId};

use super::Assumptions;
use super::claim::{Claim, Compare, Obligation};
use super::ladder::Ladder;
use super::magnitude::apart;
use crate::verdict::Kind;

impl Ladder {
    /// The kind of a refuted obligation's difference. `sets` are the minimal
    /// assumptions of [`Ladder::diagnose`].
    pub fn kind(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sets: &[Assumptions],
        witness: &dyn Assignment,
    ) -> Kind {
        let roots = [obligation.left, obligation.right];
        let [left, right] = roots.map(|root| Operations::of(builder, root));
        if left.approximate != right.approximate {
            return Kind::Approximation;
        }
        if let Some(kind) = by_assumptions(sets, self.options.assumptions, &left, &right) {
            return kind;
        }
        let unlike = match (left.integer_products(), right.integer_products()) {
            (Some(left), Some(right)) => left != right,
            _ => false,
        };
        if unlike || left.float != right.float {
            return Kind::IntegerAgainstFloat;
        }
        if left.float {
            for (kind, ideal) in IDEALS {
                let idealised = idealise(builder, &roots, ideal);
                if self.agree(builder, obligation, [idealised[0], idealised[1]]) {
                    return kind;
                }
            }
            let excluding = self.excluding(builder, obligation, witness);
            let by_samples = excluding.as_slice();
            if let Some(kind) = by_assumptions(by_samples, self.options.assumptions, &left, &right)
            {
                return kind;
            }
        }
        match obligation.compare {
            Compare::Float(format) => self.by_magnitude(builder, obligation, format, witness),
            Compare::Bits => {
                let width = builder.width(roots[0]);
                let values = values(builder, &roots, witness);
                let near =
                    apart(width, values) == 1 && width > 1 && left.drops_bits | right.drops_bits;
                match near && self.stays_near(builder, obligation) {
                    true if left.float => Kind::RoundingError,
                    true => Kind::FixedPoint,
                    false if left.float => Kind::Formula,
                    false => Kind::Integer,
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
                .reduce(builder, &mut claim, ranges, assumptions, None)
        })
    }
}

/// What a result is computed with.
#[derive(Default)]
struct Operations {
    float: bool,
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
                // One bit alone is a test.
                Op::Extract if node.spec().offset() > 0 && node.width() > 1 => {
                    seen.drops_bits = true;
                }
                Op::Mul => seen.integer_product |= varies(node),
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
            _ => Kind::Nonfinite,
        }
    };
    sets.first().map(kind)
}

/// A change that removes one kind of difference.
type Ideal = fn(Spec) -> Change;

enum Change {
    Keep,
    /// Another operation on the same operands.
    To(Spec),
    /// A rounded product, then a sum.
    Split,
}

const IDEALS: [(Kind, Ideal); 3] = [
    (Kind::Contraction, |spec| match spec.op {
        Op::Fma => Change::Split,
        _ => Change::Keep,
    }),
    (Kind::RoundingDirection, |spec| {
        let rounds = spec.op.is_float() && spec.op != Op::FCmp;
        if !rounds || spec.rounding() == Rounding::NearestEven {
            return Change::Keep;
        }
        let nearest = Rounding::NearestEven;
        Change::To(match spec.op {
            Op::FConvert => Spec::fconvert(spec.source_format(), spec.format(), nearest),
            Op::FToSi | Op::FToUi => Spec::to_int(spec.op, spec.format(), nearest, spec.width),
            op => Spec::float(op, spec.format(), nearest),
        })
    }),
    // Equal numbers take the way that NaNs take.
    (Kind::Tie, |spec| {
        let outcomes = spec.outcomes();
        let order = outcomes.intersect(Outcomes::LT.union(Outcomes::GT));
        if spec.op != Op::FCmp || ![Outcomes::LT, Outcomes::GT].contains(&order) {
            return Change::Keep;
        }
        let tie = match outcomes.intersect(Outcomes::UNO) {
            Outcomes::NONE => Outcomes::NONE,
            _ => Outcomes::UNO.union(Outcomes::EQ),
        };
        Change::To(Spec::fcmp(spec.format(), order.union(tie)))
    }),
];

fn idealise(builder: &mut Builder, roots: &[TermId], ideal: Ideal) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = *builder.arena().node(term);
        let spec = node.spec();
        let args: Vec<TermId> = node.children().iter().map(|child| map[child]).collect();
        let new = match ideal(spec) {
            Change::Split => {
                let product = Spec::float(Op::FMul, spec.format(), spec.rounding());
                let product = builder.build(product, &args[..2]);
                let sum = Spec::float(Op::FAdd, spec.format(), spec.rounding());
                builder.build(sum, &[product, args[2]])
            }
            Change::To(spec) => builder.build(spec, &args),
            Change::Keep if args == node.children() => term,
            Change::Keep => builder.build(spec, &args),
        };
        map.insert(term, new);
    }
    roots.iter().map(|root| map[root]).collect()
}

/// The values of results under a witness.
pub(super) fn values<const N: usize>(
    builder: &Builder,
    roots: &[TermId; N],
    witness: &dyn Assignment,
) -> [u128; N] {
    let cone = Cone::of(builder.arena(), roots);
    let mut evaluator = Evaluator::new(builder.arena(), &cone);
    evaluator.run(witness);
    roots.map(|root| evaluator.value(root))
}
