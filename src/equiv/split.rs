//! Case split on one float that both results compare with constants: below, between, at and
//! above the constants, and NaN. In each case every comparison is decided and the float has a
//! range, which lets saturating conversions become the same term.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Format, Op, Outcomes, Rounding, Spec, SymbolId, TermId};

use super::Assumptions;
use super::canonical::Canonicaliser;
use super::claim::{Claim, Compare, Ranges};
use super::cut::{Cut, replace};
use crate::budgets::proof::{SPLIT_CONSTANTS, SPLIT_PASSES};
use crate::certificate::{Evidence, Recorder, Step, Subgoal};
use crate::contract::Range;
use crate::solver::{Answer, Limits, Solver};

/// The resources that the proofs of the cases use.
pub(super) struct Means<'a> {
    /// Records the proofs, if present.
    pub(super) recorder: Option<&'a mut Recorder>,
    pub(super) canonical: &'a mut Canonicaliser,
    pub(super) solver: &'a mut Solver,
    pub(super) ranges: &'a Ranges,
    pub(super) assumptions: Assumptions,
    pub(super) limits: Limits,
}

/// The float to split on, and the constants that it is compared with.
struct Subject {
    variable: TermId,
    symbol: SymbolId,
    format: Format,
    /// Ascending, without duplicates; −0 and 0 are one constant.
    constants: Vec<f64>,
}

/// Proves the claim in every case of a split. `None` if a case is not proved or there is no
/// float to split on.
pub(super) fn split(builder: &mut Builder, cut: &Cut, means: &mut Means) -> Option<Evidence> {
    let subject = Subject::of(builder, cut)?;
    let mut cases = Vec::new();
    for point in subject.points() {
        cases.push(at(builder, &cut.claim, &subject, point, means)?);
    }
    for gap in subject.gaps() {
        if let Some(range) = subject.range(gap, means.ranges) {
            cases.push(between(builder, &cut.claim, &subject, (gap, range), means)?);
        }
    }
    let lemmas = means.record(builder, &cut.claim, cases);
    let evidence = cut.evidence(builder.arena());
    Some(evidence.then(Step::Split(subject.variable, lemmas)))
}

/// A proved case.
struct Case {
    /// Its conditions.
    given: Vec<TermId>,
    /// The range of the float, if it is restricted to one.
    within: Option<(TermId, (f64, f64))>,
    proof: Evidence,
}

impl Means<'_> {
    /// Records cases, if proofs are recorded; returns their conditions and lemmas.
    fn record(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        cases: Vec<Case>,
    ) -> Vec<(Vec<TermId>, u32)> {
        let Some(recorder) = &mut self.recorder else {
            return Vec::new();
        };
        let record = |case: Case| {
            let path = [&claim.path[..], &case.given].concat();
            let subgoal = Subgoal {
                path: &path,
                results: (claim.left, claim.right),
                compare: claim.compare.format(),
                within: case.within,
            };
            let lemma = recorder.lemma(builder, &subgoal, case.proof);
            (case.given, lemma)
        };
        cases.into_iter().map(record).collect()
    }
}

impl Subject {
    fn of(builder: &Builder, cut: &Cut) -> Option<Subject> {
        let arena = builder.arena();
        let roots = [cut.claim.left, cut.claim.right];
        let cone = Cone::of(arena, &roots);
        let mut subject: Option<(TermId, Format)> = None;
        let mut compared: Vec<(Format, u128)> = Vec::new();
        for &term in &cone.terms {
            let node = arena.node(term);
            if node.op() != Op::FCmp {
                continue;
            }
            let format = node.spec().format();
            let [x, y] = [node.child(0), node.child(1)];
            for (operand, other) in [(x, y), (y, x)] {
                // Constants of other comparisons count too: in a case their operands may reduce
                // to the variable.
                let constant = arena.constant_value(other);
                compared.extend(constant.map(|bits| (format, bits)));
                let tested = constant.is_some() || operand == other;
                if tested && arena.symbol_id(operand).is_some() {
                    subject.get_or_insert((operand, format));
                }
            }
        }
        let (variable, format) = subject?;
        let same = compared.into_iter().filter(|(f, _)| *f == format);
        let mut constants: Vec<f64> = same
            .map(|(_, bits)| in_double(format, bits))
            .collect::<Option<_>>()?;
        constants.retain(|constant| !constant.is_nan());
        // Normalises −0 to 0; `points` contains both zeros.
        constants.iter_mut().for_each(|constant| *constant += 0.0);
        let known = cut.computed.get(&variable) == Some(&format);
        if !known && !only_as_number(builder, &cut.claim, variable, format) {
            return None;
        }
        constants.sort_by(f64::total_cmp);
        constants.dedup();
        (constants.len() <= SPLIT_CONSTANTS).then_some(Subject {
            variable,
            symbol: arena.symbol_id(variable)?,
            format,
            constants,
        })
    }

    /// The constants (both zeros for a zero) and NaN.
    fn points(&self) -> Vec<u128> {
        let mut points = vec![self.format.canonical_nan()];
        for &constant in &self.constants {
            let bits = self.format.from_f64(constant, Rounding::NearestEven);
            points.push(bits);
            if constant == 0.0 {
                points.push(bits | self.format.sign_mask());
            }
        }
        points
    }

    /// The open intervals between the constants.
    fn gaps(&self) -> Vec<(f64, f64)> {
        let mut ends = vec![f64::NEG_INFINITY];
        ends.extend(&self.constants);
        ends.push(f64::INFINITY);
        ends.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// The range of the float in a gap; `None` if its own range leaves no value there.
    fn range(&self, (low, high): (f64, f64), ranges: &Ranges) -> Option<Range> {
        let own = ranges.get(&self.symbol).copied();
        let range = Range {
            low: own.map_or(low, |own| own.low.max(low)),
            high: own.map_or(high, |own| own.high.min(high)),
        };
        (range.low <= range.high).then_some(range)
    }
}

/// Whether the claim does not depend on which NaN the variable is.
fn only_as_number(builder: &Builder, claim: &Claim, variable: TermId, format: Format) -> bool {
    let arena = builder.arena();
    let is_result = [claim.left, claim.right].contains(&variable);
    if is_result && claim.compare != Compare::Float(format) {
        return false;
    }
    let cone = Cone::of(arena, &claim.roots());
    cone.terms.iter().all(|&term| {
        let node = arena.node(term);
        !node.children().contains(&variable) || node.spec().operand_format() == Some(format)
    })
}

/// Proves the claim where the subject has one value.
fn at(
    builder: &mut Builder,
    claim: &Claim,
    subject: &Subject,
    bits: u128,
    means: &mut Means,
) -> Option<Case> {
    let value = builder.constant(subject.format.width(), bits);
    // Built as written, without rules: the certificate refers to this form.
    let operands = [subject.variable, value];
    let is_value = builder.arena_mut().term(Spec::int(Op::Eq, 1), &operands);
    let mut roots = vec![claim.left, claim.right];
    roots.extend(&claim.path);
    let map = FxHashMap::from_iter([(subject.variable, value)]);
    let (roots, replaced) = replace(builder, &roots, map);
    let case = Claim {
        path: roots[2..].to_vec(),
        left: roots[0],
        right: roots[1],
        ..claim.clone()
    };
    let proof = prove(builder, case, means.ranges.clone(), means)?;
    Some(Case {
        given: vec![is_value],
        within: None,
        proof: Evidence::all([Evidence::of([Step::Facts(replaced)]), proof]),
    })
}

/// Proves the claim where the subject is a number in a gap between constants.
fn between(
    builder: &mut Builder,
    claim: &Claim,
    subject: &Subject,
    ((low, _), range): ((f64, f64), Range),
    means: &mut Means,
) -> Option<Case> {
    let (variable, format) = (subject.variable, subject.format);
    let mut given = Vec::new();
    for &constant in &subject.constants {
        let outcome = match constant <= low {
            true => Outcomes::GT,
            false => Outcomes::LT,
        };
        let bits = format.from_f64(constant, Rounding::NearestEven);
        let bound = builder.constant(format.width(), bits);
        given.push(builder.fcmp(format, outcome, variable, bound));
    }
    given.push(builder.fcmp(format, Outcomes::UNO.complement(), variable, variable));
    let mut ranges = means.ranges.clone();
    ranges.insert(subject.symbol, range);
    let case = Claim {
        path: [&claim.path[..], &given].concat(),
        ..claim.clone()
    };
    Some(Case {
        given,
        within: Some((variable, (range.low, range.high))),
        proof: prove(builder, case, ranges, means)?,
    })
}

/// The proof of a case, if there is one.
fn prove(
    builder: &mut Builder,
    mut case: Claim,
    ranges: Ranges,
    means: &mut Means,
) -> Option<Evidence> {
    let mut stages = Vec::new();
    let assumptions = means.assumptions;
    // Terms simplified by one pass may match path conditions in the next.
    for _ in 0..SPLIT_PASSES {
        let before = (case.left, case.right);
        let canonical = &mut means.canonical;
        let reduction = canonical.reduce(builder, &mut case, &ranges, assumptions);
        stages.push(reduction.evidence);
        if reduction.equal {
            return Some(Evidence::all(stages));
        }
        if before == (case.left, case.right) {
            break;
        }
    }
    let mut query = case.path.clone();
    query.push(case.mismatch(builder, assumptions.contains(Assumptions::POSITIVE_ZERO)));
    let answer = means.solver.check(builder.arena(), &query, means.limits);
    let unsat = Step::Unsat(means.solver.points().to_vec());
    stages.push(Evidence::of([unsat]));
    matches!(answer, Answer::Unsat).then(|| Evidence::all(stages))
}

/// The value as a double; `None` for formats wider than double.
fn in_double(format: Format, bits: u128) -> Option<f64> {
    let exact = format.precision() <= Format::Double.precision();
    exact.then(|| format.to_f64(bits))
}
