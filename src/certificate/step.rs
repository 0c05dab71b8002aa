//! Proof steps, over the terms of the run.

use rewrite_rules::Builder;
use rewrite_rules::search::Link;
use rewrite_rules::trace::{Exact, Request};
use term::{Format, Op, Spec, SymbolId, TermId};

use certificate_checker::Criterion;

/// An operation at concrete operands: its term, and the operands.
pub type Point = (TermId, Vec<u128>);

/// The number of a proved claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An obligation.
    Obligation(u32),
    /// A lemma: a subgoal of a proof.
    Lemma(u32),
}

/// The values of an input that were tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The input.
    pub symbol: SymbolId,
    /// Runs of successive bit patterns: the first pattern of each, and their number.
    pub runs: Vec<(u128, u64)>,
    /// If only part of the input is read, the bits that are; the runs then number their values.
    pub read: Option<u128>,
}

/// A bit field of both results.
#[derive(Clone, Debug)]
pub struct Part {
    /// The requests for the fields of both results, with the answers.
    pub asked: [(Request, TermId); 2],
    /// The lemma that proves them equal.
    pub lemma: u32,
}

/// The request for the negation of a condition.
pub fn negation(builder: &mut Builder, condition: TermId) -> Request {
    let one = builder.constant(1, 1);
    Request::new(Spec::int(Op::Xor, 1), &[condition, one])
}

/// A step of a proof: see `certificate_checker::format::Step`.
#[derive(Clone, Debug)]
pub enum Step {
    /// Both results are the same term.
    Identical,
    /// Both results are constants that compare as equal.
    Alike,
    /// The path conditions contradict each other.
    Contradiction,
    /// The results are replaced by these, which are equal as numbers: they forget which NaN a
    /// result is.
    Numbers(TermId, TermId),
    /// Terms are replaced by values that the conditions imply.
    Facts(Vec<(TermId, TermId)>),
    /// Terms are replaced by their rewritten forms, in a context of the trace.
    Pass(u32, Vec<(TermId, TermId)>),
    /// Inputs have these ranges, which the conditions imply: later rewrites may use them.
    Within(Vec<(TermId, (f64, f64))>),
    /// Every input was tried.
    Exhaustive(Vec<Tried>),
    /// A criterion holds for both results.
    Criterion(Criterion<TermId>),
    /// A lemma for each bit field of both results, lowest first.
    Pieces(Vec<Part>),
    /// Both results are connected by a chain of instances of laws.
    Search(Vec<Link>),
    /// The solver refuted a difference, given the values of operations at these points.
    Unsat(Vec<Point>),
    /// The solver refuted a difference, with floats as circuits.
    Circuits,
    /// An earlier claim with renamed inputs.
    Renamed(Number),
    /// An outermost select is removed: one case remains, with a further condition and new
    /// results.
    Narrow {
        /// The condition that holds in the remaining case.
        condition: TermId,
        /// The request for it, if it is a negation.
        negation: Option<Request>,
        /// Both results in the remaining case.
        to: (TermId, TermId),
    },
    /// Lemmas for a condition and for its negation, and the request for the negation.
    Cases([(TermId, u32); 2], Request),
    /// Lemmas for cases that cover all values of a term, with the conditions of each case.
    Split(TermId, Vec<(Vec<TermId>, u32)>),
    /// The map of replaced terms, and the merged ones: a rebuilt term, its replacement, and the
    /// lemma that proves them equal.
    Merge(Vec<(TermId, TermId)>, Vec<(TermId, TermId, u32)>),
    /// Lemmas that terms are equal whose differences add up to the difference of the results.
    Sum(Vec<u32>),
    /// Float operations that never round are replaced by integer operations.
    Integers {
        /// The context of the trace.
        context: u32,
        /// The operations, with their values as integers.
        values: Vec<Exact>,
        /// Floats, and the converted integers that they became.
        settled: Vec<(TermId, TermId)>,
        /// Terms and their replacements, operands first.
        map: Vec<(TermId, TermId)>,
        /// Both results.
        to: (TermId, TermId),
    },
    /// A lemma over narrower values.
    Order(Narrowing, u32),
    /// Terms are replaced by variables.
    Cut {
        /// The terms with their variables.
        variables: Vec<(TermId, TermId)>,
        /// Rewritten terms with their replacements, operands first.
        map: Vec<(TermId, TermId)>,
        /// The conditions that remain.
        given: Vec<TermId>,
    },
    /// Bounds of terms, implied by the input ranges, are added as conditions.
    Bounds(Vec<TermId>),
    /// The condition is added that the claim meets no float that the assumptions exclude.
    Admitted,
    /// Minima and maxima with equal operand sets are replaced by variables.
    Sets {
        /// The sets of equal minima or maxima.
        sets: Vec<Set>,
        /// Rewritten terms with their replacements, operands first.
        map: Vec<(TermId, TermId)>,
        /// The conditions that remain.
        given: Vec<TermId>,
    },
    /// A lemma over variables that stand for sums.
    Sums(Summing, u32),
    /// A proof that the certificate cannot express, by the name of its step.
    Unwritten(&'static str),
}

/// A polynomial: products of terms, each with whether it is read as signed, and their
/// coefficients.
pub type Sum = Vec<(Vec<(TermId, bool)>, i128)>;

/// The justification of a claim over variables that stand for sums.
#[derive(Clone, Debug)]
pub struct Summing {
    /// The variables with their sums, each over terms of earlier variables.
    pub variables: Vec<(TermId, Sum)>,
    /// The terms that were divided, with their pieces, lowest first.
    pub splits: Vec<(TermId, Vec<TermId>)>,
    /// Rewritten terms with their replacements, operands first.
    pub map: Vec<(TermId, TermId)>,
    /// The requests made of the builder, with the answers.
    pub asked: Vec<(Request, TermId)>,
}

/// Minima or maxima with equal operand sets, and the variables that stand for them.
#[derive(Clone, Debug)]
pub struct Set {
    /// The float format in which they are equal as numbers; `None` for integers.
    pub format: Option<Format>,
    /// The terms with their variables.
    pub members: Vec<(TermId, TermId)>,
}

/// The justification of a claim over narrower values.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// The classes of values that are compared with one another.
    pub classes: Vec<Class>,
    /// Rewritten terms with their replacements, operands first.
    pub map: Vec<(TermId, TermId)>,
    /// The requests made of the builder, with the answers.
    pub asked: Vec<(Request, TermId)>,
    /// Both results of the new claim.
    pub to: (TermId, TermId),
}

/// A class of values with one order.
#[derive(Clone, Debug)]
pub struct Class {
    /// `unsigned`, `signed`, or the name of a float format.
    pub order: &'static str,
    /// The number of narrow values.
    pub size: u64,
    /// Wide constants with their narrow values.
    pub places: Vec<(u128, u64)>,
    /// Wide terms with their narrow counterparts.
    pub members: Vec<(TermId, TermId)>,
}

impl Step {
    /// Whether the step completes the proof.
    pub(super) fn ends(&self) -> bool {
        !matches!(
            self,
            Step::Numbers(..)
                | Step::Facts(_)
                | Step::Pass(..)
                | Step::Within(_)
                | Step::Narrow { .. }
                | Step::Merge(..)
                | Step::Integers { .. }
                | Step::Cut { .. }
                | Step::Bounds(_)
                | Step::Sets { .. }
        )
    }
}
