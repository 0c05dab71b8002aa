//! The kind of a difference between two results, in the terms of the field.
//!
//! The assumption sets that make the results equal determine some kinds. Others show if both
//! results become equal under the same idealisation ([`ideals`]). Samples determine the rest: an
//! assumption excludes all samples that differ, or the size of the difference is telling
//! ([`magnitude`]).
//!
//! A kind is an explanation, never part of a verdict: it is named only if the results agree once
//! its cause is removed from both, or does not occur.

mod approximation;
mod cancellation;
mod clamps;
mod elements;
mod ideals;
mod magnitude;
mod narrowing;
mod operations;
mod rounding;
mod unclamped;
mod variety;

use rewrite_rules::Builder;
use term::{Assignment, Cone, Evaluator, TermId};

use self::elements::of_other_elements;
use self::ideals::{IDEALS, INTEGER_IDEALS, idealise};
use self::magnitude::NEAR_BITS;
use self::narrowing::Whole;
use self::operations::Operations;
use super::Assumptions;
use super::claim::{Claim, Compare, Obligation};
use super::conversions;
use super::infinity::differ_at_infinity;
use super::judge::{Judge, Judgement};
use super::ladder::Ladder;
use super::separation::{NEAR, apart, values};
use crate::verdict::{Explanation, Kind};

impl Ladder {
    /// Returns the kind of a refuted obligation's difference, if it has a name. `sets` are the
    /// minimal assumption sets of [`Ladder::diagnose`].
    pub fn kind(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sets: &[Assumptions],
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let roots = [obligation.left, obligation.right];
        if conversions::out_of_range(builder, obligation.left, witness).is_some() {
            return Some(Kind::Conversion.into());
        }
        if let Some(found) = self.unclamped(builder, obligation, witness) {
            return Some(found);
        }
        let sides = roots.map(|root| Operations::of(builder, root));
        if let Some(found) = self.approximation(builder, obligation, &sides) {
            return Some(found);
        }
        let [left, right] = &sides;
        match by_assumptions(sets, self.options.assumptions, left, right) {
            // The NaN is the result of an operation on an infinity.
            Some(Kind::NanOrder) if differ_at_infinity(builder, obligation, witness) => {
                return Some(Kind::Nonfinite.into());
            }
            Some(Kind::Association) if self.cancels(builder, obligation) => {
                return Some(Kind::Cancellation.into());
            }
            Some(kind) => return Some(kind.into()),
            None => {}
        }
        if of_other_elements(builder, obligation) {
            return Some(Kind::OtherElements.into());
        }
        let unlike = match (left.integer_products(), right.integer_products()) {
            (Some(left), Some(right)) => left != right,
            _ => false,
        };
        // Sign changes of floats use no float operation.
        let neither = |side: &Operations| !side.float && !side.integer && !side.drops_bits;
        let floats = left.float || right.float;
        if (unlike || left.float != right.float && !neither(left) && !neither(right))
            && self.stays_close(builder, obligation)
        {
            return Some(Kind::IntegerAgainstFloat.into());
        }
        match floats {
            true => self.kind_of_floats(builder, obligation, &sides, witness),
            false => self.kind_of_integers(builder, obligation, &sides, witness),
        }
    }

    fn kind_of_floats(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sides: &[Operations; 2],
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let roots = [obligation.left, obligation.right];
        for (kind, ideal) in IDEALS {
            let idealised = idealise(builder, &roots, ideal);
            if idealised != roots && self.agree(builder, obligation, [idealised[0], idealised[1]]) {
                return Some(explained(builder, kind, roots));
            }
        }
        let excluding = self.excluding(builder, obligation, witness);
        let [left, right] = sides;
        let given = self.options.assumptions;
        if let Some(kind) = by_assumptions(excluding.as_slice(), given, left, right) {
            return Some(kind.into());
        }
        for (kind, ideal) in IDEALS {
            let idealised = idealise(builder, &roots, ideal);
            let idealised = [idealised[0], idealised[1]];
            if idealised != roots
                && (self.agrees_instead(builder, obligation, idealised, witness)
                    || self.agrees_in_range(builder, obligation, idealised))
            {
                return Some(explained(builder, kind, roots));
            }
        }
        let integers = self.narrowing(builder, obligation, witness);
        if let Some(found) = integers.or_else(|| self.saturation(builder, obligation, witness)) {
            return Some(found);
        }
        let Compare::Float(format) = obligation.compare else {
            let near = sides.iter().any(|side| side.drops_bits);
            let near = near && self.is_near(builder, obligation, witness);
            return Some(
                if near {
                    Kind::RoundingError
                } else {
                    Kind::Formula
                }
                .into(),
            );
        };
        Some(
            self.by_magnitude(builder, obligation, format, witness)
                .into(),
        )
    }

    fn kind_of_integers(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sides: &[Operations; 2],
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let roots = [obligation.left, obligation.right];
        for (kind, ideal) in INTEGER_IDEALS {
            let idealised = idealise(builder, &roots, ideal);
            let idealised = [idealised[0], idealised[1]];
            if idealised != roots
                && (self.agree(builder, obligation, idealised)
                    || self.agrees_instead(builder, obligation, idealised, witness))
                && (kind != Kind::Signedness || self.stays_various(builder, obligation, idealised))
            {
                return Some(kind.into());
            }
        }
        let integers = self.narrowing(builder, obligation, witness);
        if let Some(found) = integers.or_else(|| self.saturation(builder, obligation, witness)) {
            return Some(found);
        }
        let near = sides.iter().any(|side| side.drops_bits);
        // Integer results that are far apart have no named kind.
        (near && self.is_near(builder, obligation, witness)).then(|| Kind::FixedPoint.into())
    }

    /// Whether integer results are at most [`NEAR`] units apart, on the witness and on all
    /// samples.
    fn is_near(
        &self,
        builder: &Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> bool {
        let roots = [obligation.left, obligation.right];
        let width = builder.width(roots[0]);
        width > NEAR_BITS
            && apart(width, values(builder, &roots, witness)) <= NEAR
            && self.stays_near(builder, obligation)
    }

    /// Whether the results agree after cancellation in exact arithmetic.
    fn cancels(&mut self, builder: &mut Builder, obligation: &Obligation) -> bool {
        let roots = [obligation.left, obligation.right];
        let idealised = idealise(builder, &roots, cancellation::cancelled);
        idealised != roots && self.agree(builder, obligation, [idealised[0], idealised[1]])
    }

    /// Explains a difference by narrowing if the results agree with integers that never lose
    /// upper bits; names the number lost if one side alone loses one.
    fn narrowing(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let roots = [obligation.left, obligation.right];
        let mut whole = Whole::default();
        let wide = whole.of(builder, roots)?;
        let agrees = wide != roots
            && (self.agree(builder, obligation, wide)
                || self.agrees_instead(builder, obligation, wide, witness));
        if !agrees {
            return None;
        }
        let [x, y, whole_x, whole_y] =
            values(builder, &[roots[0], roots[1], wide[0], wide[1]], witness);
        let narrow = [("the reference", x != whole_x), ("the port", y != whole_y)];
        let pairs = [roots, [roots[1], roots[0]]];
        let mut narrow = narrow
            .into_iter()
            .zip(pairs)
            .filter(|((_, changes), _)| *changes);
        let detail = match (narrow.next(), narrow.next()) {
            (Some(((side, _), roots)), None) => whole
                .lost(builder, roots, witness)
                .map(|(number, bits)| format!("{side} keeps {number} in {bits} bits")),
            _ => None,
        };
        Some(Explanation {
            kind: Kind::Narrowing,
            detail,
        })
    }

    /// Explains a difference by saturation if the results agree where no clamp is active; names
    /// the bounds of both sides.
    fn saturation(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let roots = [obligation.left, obligation.right];
        let inactive = clamps::inactive(builder, &roots);
        if inactive.is_empty() || holds(builder, &inactive, witness) {
            return None;
        }
        let mut within = obligation.clone();
        within.path.extend(inactive);
        within.path.extend(conversions::conditions(builder, &roots));
        // With the same clamps on both sides, what they clamp differs.
        if clamps::alike(builder, roots) || !self.agrees_often(builder, &within) {
            return None;
        }
        Some(Explanation {
            kind: Kind::Saturation,
            detail: clamps::bounds(builder, roots),
        })
    }

    /// Whether the given results agree on inputs with no clamp active and no conversion out of
    /// range, while samples show that the obligation's own results do not.
    fn agrees_in_range(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        [left, right]: [TermId; 2],
    ) -> bool {
        let mut conditions = clamps::inactive(builder, &[left, right]);
        conditions.extend(conversions::conditions(builder, &[left, right]));
        if conditions.is_empty() {
            return false;
        }
        let mut differing = obligation.clone();
        differing.path.extend(conditions);
        let agreeing = Obligation {
            left,
            right,
            ..differing.clone()
        };
        self.differs_somewhere(builder, &differing) && self.agrees_often(builder, &agreeing)
    }

    /// Whether two idealised results have equal canonical forms, with or without reordering of
    /// sums.
    fn agree(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        [left, right]: [TermId; 2],
    ) -> bool {
        let given = self.options.assumptions;
        let any_order = given | Assumptions::ASSOCIATIVE;
        let ranges = &self.options.ranges;
        [given, any_order].into_iter().any(|assumptions| {
            let path = obligation.path.clone();
            let mut claim = Claim::over(builder, ranges, path, left, right, obligation.compare);
            self.canonical
                .reduce(builder, &mut claim, ranges, assumptions)
                .equal
        })
    }

    /// Whether the assumptions in force admit a witness and the obligation's results agree on
    /// it.
    pub(super) fn agrees_on(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> bool {
        let given = self.options.assumptions;
        let claim = self.claim(builder, obligation);
        Judge::new(builder.arena(), &claim, given).judge(witness) == Judgement::Agrees
    }
}

fn by_assumptions(
    sets: &[Assumptions],
    given: Assumptions,
    left: &Operations,
    right: &Operations,
) -> Option<Kind> {
    let kind = |set: &Assumptions| {
        let new = *set - given;
        let ordered = new.contains(Assumptions::ORDERED);
        let finite = new.contains(Assumptions::FINITE);
        let zero = new.contains(Assumptions::POSITIVE_ZERO);
        match (ordered, finite, zero) {
            _ if new.contains(Assumptions::ASSOCIATIVE) => Kind::Association,
            (true, _, true) if left.extremum || right.extremum => Kind::MinMaxOrder,
            (true, false, false) => Kind::NanOrder,
            (false, false, true) => Kind::SignedZero,
            (_, _, true) => Kind::ZerosAndNonfinite,
            _ => Kind::Nonfinite,
        }
    };
    // Other signs tell contraction and distributivity apart.
    let other_laws = Assumptions::ALGEBRAIC - Assumptions::ASSOCIATIVE;
    let mut sets = sets.iter();
    sets.find(|set| !(**set - given).intersects(other_laws))
        .map(kind)
}

/// A kind with the detail that these results give it.
fn explained(builder: &Builder, kind: Kind, roots: [TermId; 2]) -> Explanation {
    let detail = match kind {
        Kind::RoundingDirection => rounding::directions(builder.arena(), roots),
        _ => None,
    };
    Explanation { kind, detail }
}

/// Whether one-bit terms all hold on a witness.
fn holds(builder: &Builder, conditions: &[TermId], witness: &dyn Assignment) -> bool {
    let cone = Cone::of(builder.arena(), conditions);
    let mut evaluator = Evaluator::new(builder.arena(), &cone);
    evaluator.run(witness);
    conditions
        .iter()
        .all(|&condition| evaluator.value(condition) == 1)
}
