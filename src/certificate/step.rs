//! Steps of proofs, in the terms of the run.

use rewrite_rules::Builder;
use rewrite_rules::search::Link;
use rewrite_rules::trace::{Exact, Request};
use term::{Format, Op, Spec, SymbolId, TermId};

/// An operation on constants: a term with the operation, and its operands.
pub type Point = (TermId, Vec<u128>);

/// What a claim is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An obligation.
    Obligation(u32),
    /// A part of a proof.
    Lemma(u32),
}

/// The values of an input that were tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The input.
    pub symbol: SymbolId,
    /// Runs of successive bit patterns: the least, and how many.
    pub runs: Vec<(u128, u64)>,
    /// Where they are numbers of the bits that are read, those.
    pub read: Option<u128>,
}

/// A piece of both results.
#[derive(Clone, Debug)]
pub struct Part {
    /// How the pieces were asked for, and the answers.
    pub asked: [(Request, TermId); 2],
    /// The lemma about them.
    pub lemma: u32,
}

/// How the negation of a condition is asked for.
pub fn negation(builder: &mut Builder, condition: TermId) -> Request {
    let one = builder.constant(1, 1);
    Request::new(Spec::int(Op::Xor, 1), &[condition, one])
}

/// A step of a proof: see `certificate_checker::format::Step`.
#[derive(Clone, Debug)]
pub enum Step {
    /// Both results are the same term.
    Identical,
    /// Both are constants that count as equal.
    Alike,
    /// The conditions contradict each other.
    Contradiction,
    /// The same numbers.
    Numbers(TermId, TermId),
    /// Terms replaced by what the conditions say of them.
    Facts(Vec<(TermId, TermId)>),
    /// Terms replaced by what rules make of them, in a context of the trace.
    Pass(u32, Vec<(TermId, TermId)>),
    /// Every input was tried.
    Exhaustive(Vec<Tried>),
    /// Both results are the same exclusive ors of bits.
    Parity,
    /// Both results are the same minima of maxima.
    ZeroOne,
    /// A lemma for each piece of both results, the lowest first.
    Pieces(Vec<Part>),
    /// Both results are equal by these instances of laws.
    Search(Vec<Link>),
    /// The solver excluded a difference, given values at these points.
    Unsat(Vec<Point>),
    /// The solver of floats excluded a difference.
    Circuits,
    /// An earlier claim with other inputs.
    Renamed(Number),
    /// What holds in the one case that is left of a choice, and both results
    /// there.
    Narrow {
        /// What holds.
        condition: TermId,
        /// How that was asked for, where it is a negation.
        negation: Option<Request>,
        /// Both results.
        to: (TermId, TermId),
    },
    /// Lemmas for a condition and its negation, and how that was asked for.
    Cases([(TermId, u32); 2], Request),
    /// Lemmas for cases of a term that cover its values: what holds in each.
    Split(TermId, Vec<(Vec<TermId>, u32)>),
    /// Terms replaced, and those that a lemma says equal what they were replaced
    /// by: the term as rebuilt, its replacement, the lemma.
    Merge(Vec<(TermId, TermId)>, Vec<(TermId, TermId, u32)>),
    /// Lemmas of terms whose differences make up the difference.
    Sum(Vec<u32>),
    /// Float operations that round nothing became integer operations.
    Integers {
        /// The context of the trace.
        context: u32,
        /// Operations and their values.
        values: Vec<Exact>,
        /// Floats and the converted integers that they became.
        settled: Vec<(TermId, TermId)>,
        /// Terms and their replacements, operands first.
        map: Vec<(TermId, TermId)>,
        /// Both results.
        to: (TermId, TermId),
    },
    /// A lemma over narrower values.
    Order(Narrowing, u32),
    /// Terms became variables: both, what that made of other terms, and the
    /// conditions that remain.
    Cut {
        /// Terms and their variables.
        variables: Vec<(TermId, TermId)>,
        /// Terms and what replaces them, operands first.
        map: Vec<(TermId, TermId)>,
        /// The conditions that remain.
        given: Vec<TermId>,
    },
    /// Bounds of terms, which follow from the ranges, are conditions too.
    Bounds(Vec<TermId>),
    /// Minima and maxima of the same operands became variables.
    Sets {
        /// Those that are alike.
        sets: Vec<Set>,
        /// Terms and what replaces them, operands first.
        map: Vec<(TermId, TermId)>,
        /// The conditions that remain.
        given: Vec<TermId>,
    },
    /// A lemma over variables that stand for sums.
    Sums(Summing, u32),
    /// Something that a certificate cannot say.
    Unwritten(&'static str),
}

/// Products of terms, each read as signed or not, and their coefficients.
pub type Sum = Vec<(Vec<(TermId, bool)>, i128)>;

/// Variables that stand for sums.
#[derive(Clone, Debug)]
pub struct Summing {
    /// Variables and their sums, each over terms of earlier variables.
    pub variables: Vec<(TermId, Sum)>,
    /// Terms and the pieces that they were taken in, the lowest first.
    pub splits: Vec<(TermId, Vec<TermId>)>,
    /// Terms and what became of them, operands first.
    pub map: Vec<(TermId, TermId)>,
    /// What the builder was asked for on the way, and its answers.
    pub asked: Vec<(Request, TermId)>,
}

/// Minima or maxima of the same operands, and the variables that stand for them.
#[derive(Clone, Debug)]
pub struct Set {
    /// The format in which they are the same number, if they are no integers.
    pub format: Option<Format>,
    /// The terms and their variables.
    pub members: Vec<(TermId, TermId)>,
}

/// Values that are only compared and moved, in fewer bits.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// Values that are compared with one another.
    pub classes: Vec<Class>,
    /// Terms and what became of them, operands first.
    pub map: Vec<(TermId, TermId)>,
    /// What the builder was asked for on the way, and its answers.
    pub asked: Vec<(Request, TermId)>,
    /// Both results.
    pub to: (TermId, TermId),
}

/// Values of one order.
#[derive(Clone, Debug)]
pub struct Class {
    /// `unsigned`, `signed`, or the name of a float format.
    pub order: &'static str,
    /// The number of narrow values.
    pub size: u64,
    /// Wide constants and the narrow values that stand for them.
    pub places: Vec<(u128, u64)>,
    /// Wide terms and their narrow counterparts.
    pub members: Vec<(TermId, TermId)>,
}

impl Step {
    /// Whether nothing remains to be shown after it.
    pub(super) fn ends(&self) -> bool {
        !matches!(
            self,
            Step::Numbers(..)
                | Step::Facts(_)
                | Step::Pass(..)
                | Step::Narrow { .. }
                | Step::Merge(..)
                | Step::Integers { .. }
                | Step::Cut { .. }
                | Step::Bounds(_)
                | Step::Sets { .. }
        )
    }
}
