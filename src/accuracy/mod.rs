//! Rounding-error analysis: whether two float results stay within a tolerance.
//!
//! Both results are bounded against their ideal values, the real numbers that they would be
//! without rounding. Where these are the same polynomial, only the rounding errors of both
//! results remain (decision 20). Invariant: *within* is a proof for all inputs in the ranges,
//! including overflow, NaNs, subnormal results and conversions; anything that the analysis does
//! not handle is an [`Obstacle`].

mod criterion;
mod errors;
mod evaluation;
mod expression;
mod ideal;
mod interval;
mod operation;
mod polynomial;
mod rounding;
mod tolerance;

pub use ideal::{Ideals, ideals};
pub use tolerance::Tolerance;

use rewrite_rules::Assumptions;
use rewrite_rules::category::{Analysis, Range, View};
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, SymbolId, TermId};

use crate::budgets::accuracy::{BOXES, RANGE_COMPUTATIONS};
use crate::deadline::Deadline;
use criterion::Results;
use evaluation::Evaluation;
use expression::{Expression, Planned, Positive, plan};
use interval::Interval;
use operation::Operation;

/// Two results that should be close for all inputs in their ranges.
pub struct Question<'a> {
    /// The arena of the terms.
    pub arena: &'a Arena,
    /// The format of the results: half, bfloat16, single or double.
    pub format: Format,
    /// The results of the reference and the port.
    pub results: [TermId; 2],
    /// The ranges of the inputs; an input without a range may have any value.
    pub ranges: &'a FxHashMap<SymbolId, Range>,
}

/// The outcome of the analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The results are proved to be at most this far apart.
    Within(Bound),
    /// Not proved: the smallest bound that was proved, if any, and the obstacle with its term,
    /// if any.
    Open(Option<Bound>, Option<(Obstacle, TermId)>),
}

/// A proved bound in the unit of the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Units in the last place.
    Ulps(f64),
    /// A multiple of the tolerance.
    Share(f64),
}

/// What keeps the analysis from a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// An input, or a value that is not analysed, is unbounded.
    Unbounded,
    /// A result may overflow.
    Overflow,
    /// A divisor may be zero.
    Division,
    /// The square root of a negative number may be taken.
    Root,
    /// A float may be converted to an integer that does not hold it.
    Conversion,
    /// An approximate instruction may have an operand that its error bound does not cover.
    Approximation,
    /// The format is not analysed.
    Format(Format),
    /// There are too many operations.
    Size,
}

impl Obstacle {
    /// The obstacle as a clause for reports.
    pub fn message(self) -> String {
        let text = match self {
            Obstacle::Unbounded => "no range is known of a value that it depends on",
            Obstacle::Overflow => "a result on the way may overflow",
            Obstacle::Division => "a divisor on the way may be zero",
            Obstacle::Root => "the square root of a negative number may be taken",
            Obstacle::Conversion => "a float may not fit the integer that it is converted to",
            Obstacle::Approximation => {
                "an approximate instruction may meet an operand that its error bound does not cover"
            }
            Obstacle::Format(format) => return format!("{format} is not analysed"),
            Obstacle::Size => "the expressions are too large for error analysis",
        };
        text.to_owned()
    }
}

/// Analyses whether the results stay within the tolerance.
pub fn within(question: &Question<'_>, tolerance: Tolerance, deadline: &Deadline) -> Answer {
    let Some((planned, roots)) = plan(question.arena, question.format, question.results) else {
        return Answer::Open(None, Some((Obstacle::Size, question.results[0])));
    };
    let leaves = leaves(question, &planned);
    let mut best = Answer::Open(None, None);
    // The first attempt cuts at shared steps, the second expands them.
    for cut in [true, false] {
        if !cut && !planned.iter().any(|p| p.shared && !p.operands.is_empty()) {
            break;
        }
        let answer = attempt(question, &planned, roots, &leaves, cut, tolerance, deadline);
        match (&answer, &best) {
            (Answer::Within(_), _) => return answer,
            (Answer::Open(Some(new), _), Answer::Open(Some(old), _))
                if new.size() >= old.size() => {}
            (Answer::Open(None, _), Answer::Open(Some(_), _)) => {}
            _ => best = answer,
        }
    }
    best
}

impl Bound {
    fn new(tolerance: Tolerance, bound: f64) -> Bound {
        match tolerance {
            Tolerance::Ulps(_) => Bound::Ulps(bound),
            Tolerance::Sum { .. } => Bound::Share(bound),
        }
    }

    /// The larger of two bounds.
    pub fn max(self, other: Bound) -> Bound {
        if other.size() > self.size() {
            other
        } else {
            self
        }
    }

    /// The size in units in the last place, or in multiples of the tolerance.
    pub fn size(self) -> f64 {
        match self {
            Bound::Ulps(n) | Bound::Share(n) => n,
        }
    }

    /// The bound as a fraction of the tolerance.
    pub fn share(self, tolerance: Tolerance) -> f64 {
        match (self, tolerance) {
            (Bound::Ulps(0.0), _) => 0.0,
            (Bound::Ulps(n), Tolerance::Ulps(most)) => n / most as f64,
            (bound, _) => bound.size(),
        }
    }

    /// The bound for reports: `1 ulp`, `6.1e-7 × |reference|`.
    pub fn describe(self, tolerance: Tolerance) -> String {
        // Two digits, rounded up.
        let above = |x: f64| {
            let text = format!("{x:.1e}");
            match text.parse::<f64>() {
                Ok(shown) if shown < x => format!("{:.1e}", x * 1.05),
                _ => text,
            }
        };
        match (self, tolerance) {
            (Bound::Ulps(1.0), _) => "1 ulp".to_owned(),
            (Bound::Ulps(n), _) => format!("{n} ulps"),
            (Bound::Share(share), Tolerance::Sum { relative, absolute }) => {
                let scaled = [(relative, " × |reference|"), (absolute, "")];
                let parts: Vec<String> = scaled
                    .iter()
                    .filter(|(part, _)| *part > 0.0)
                    .map(|(part, unit)| format!("{}{unit}", above(share * part)))
                    .collect();
                parts.join(" + ")
            }
            (Bound::Share(share), Tolerance::Ulps(_)) => above(share),
        }
    }

    fn is_within(self, tolerance: Tolerance) -> bool {
        match (self, tolerance) {
            (Bound::Ulps(n), Tolerance::Ulps(most)) => n <= most as f64,
            (Bound::Share(share), _) => share <= 1.0,
            _ => false,
        }
    }
}

fn attempt(
    question: &Question<'_>,
    planned: &[Planned],
    roots: [usize; 2],
    leaves: &[Interval],
    cut: bool,
    tolerance: Tolerance,
    deadline: &Deadline,
) -> Answer {
    let mut expression = Expression::default();
    let mut whole = Evaluation::default();
    for (planned, leaf) in planned.iter().zip(leaves) {
        expression.add(question.arena, planned, cut, |positive| {
            let range = match positive {
                Positive::Atom(atom) => whole.atoms.get(atom as usize).copied(),
                Positive::Step(step) => whole.numbers.get(step).map(|n| n.operand.ideal),
            };
            range.is_some_and(|range| range.lo >= 0.0)
        });
        whole.push(&expression, *leaf);
    }
    let place = |(obstacle, step): (Obstacle, usize)| (obstacle, planned[step].reading.0);
    let Some(results) = Results::of(&expression, roots) else {
        return Answer::Open(None, whole.obstacle.map(place));
    };
    let outright = match whole.obstacle {
        None => Some(Bound::new(tolerance, results.bound(&whole, tolerance))),
        Some(_) => None,
    };
    let outright = outright.filter(|bound| bound.size().is_finite());
    match outright {
        Some(bound) if bound.is_within(tolerance) => return Answer::Within(bound),
        _ => {}
    }
    let inputs = splittable(question, planned);
    let cost: usize = expression.cost();
    let boxes = (RANGE_COMPUTATIONS / cost.max(1)).min(BOXES);
    let mut search = Search {
        expression: &expression,
        results: &results,
        tolerance,
        inputs: &inputs,
        whole: leaves,
        boxes,
        worst: 0.0,
    };
    match search.run(deadline) {
        true => Answer::Within(Bound::new(tolerance, search.worst)),
        false => Answer::Open(outright, whole.obstacle.map(place)),
    }
}

/// The range of every leaf and integer, by step; all reals for other steps.
fn leaves(question: &Question<'_>, planned: &[Planned]) -> Vec<Interval> {
    let (arena, ranges) = (question.arena, question.ranges);
    let view = View { arena, ranges };
    let mut analysis = Analysis::new(Assumptions::default());
    let range = |planned: &Planned| match planned.operation {
        Operation::Leaf => {
            let (term, format) = planned.reading;
            let facts = analysis.float(view, format, term);
            match facts.may_be_nan() || facts.may_be_infinite() {
                true => Interval::ALL,
                false => Interval::new(facts.lo, facts.hi),
            }
        }
        Operation::Integer { term, signed } => {
            let range = analysis.interval(view, term);
            let (lo, hi) = match signed {
                true => (range.smin as f64, range.smax as f64),
                false => (range.umin as f64, range.umax as f64),
            };
            // The conversion to double may have rounded.
            let exact = lo.abs().max(hi.abs()) < 2f64.powi(53);
            match exact {
                true => Interval::new(lo, hi),
                false => Interval::new(lo.next_down(), hi.next_up()),
            }
        }
        _ => Interval::ALL,
    };
    planned.iter().map(range).collect()
}

/// The steps that are inputs, whose ranges can be bisected.
fn splittable(question: &Question<'_>, planned: &[Planned]) -> Vec<usize> {
    let arena = question.arena;
    let is_input = |p: &&(usize, &Planned)| {
        p.1.operation == Operation::Leaf && arena.op(p.1.reading.0) == Op::Symbol
    };
    let steps: Vec<(usize, &Planned)> = planned.iter().enumerate().collect();
    steps.iter().filter(is_input).map(|(i, _)| *i).collect()
}

/// Branch and bound over boxes of inputs.
struct Search<'a> {
    expression: &'a Expression,
    results: &'a Results,
    tolerance: Tolerance,
    inputs: &'a [usize],
    whole: &'a [Interval],
    boxes: usize,
    worst: f64,
}

impl Search<'_> {
    /// Whether the results are proved within the tolerance on every part of the box.
    fn run(&mut self, deadline: &Deadline) -> bool {
        let mut open = vec![self.whole.to_vec()];
        while let Some(leaves) = open.pop() {
            if self.boxes == 0 || deadline.expired().is_some() {
                return false;
            }
            self.boxes -= 1;
            let evaluation = Evaluation::of(self.expression, &leaves);
            if evaluation.obstacle.is_none() {
                let bound = self.results.bound(&evaluation, self.tolerance);
                if Bound::new(self.tolerance, bound).is_within(self.tolerance) {
                    self.worst = self.worst.max(bound);
                    continue;
                }
            }
            let Some((input, middle)) = self.widest(&leaves) else {
                return false;
            };
            let Interval { lo, hi } = leaves[input];
            for half in [Interval::new(middle, hi), Interval::new(lo, middle)] {
                let mut part = leaves.clone();
                part[input] = half;
                open.push(part);
            }
        }
        true
    }

    /// The input to bisect, and the point where.
    fn widest(&self, leaves: &[Interval]) -> Option<(usize, f64)> {
        // Widths are relative to the magnitude, with this fraction of the whole range as a lower
        // limit.
        const FINEST: f64 = 1.0 / (1 << 16) as f64;
        let width = |input: usize| {
            let range = leaves[input];
            let size = range.mig().max(self.whole[input].mag() * FINEST);
            (range.hi / size) - (range.lo / size)
        };
        let input = self
            .inputs
            .iter()
            .copied()
            .filter(|&input| leaves[input].is_bounded())
            .max_by(|&a, &b| width(a).total_cmp(&width(b)))?;
        let Interval { lo, hi } = leaves[input];
        let middle = match lo > 0.0 && hi > 4.0 * lo || hi < 0.0 && lo < 4.0 * hi {
            true => lo.signum() * (lo.abs().sqrt() * hi.abs().sqrt()),
            false if lo < 0.0 && hi > 0.0 => 0.0,
            false => lo / 2.0 + hi / 2.0,
        };
        (lo < middle && middle < hi).then_some((input, middle))
    }
}
