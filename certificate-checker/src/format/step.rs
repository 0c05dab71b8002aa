//! Steps of proofs.

use serde::{Deserialize, Serialize};

use crate::criterion::Criterion;

/// A proof step. Steps change the two terms that remain to be compared, until one step ends the
/// proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// End: both are the same term.
    Identical,
    /// End: both are constants that compare as equal.
    Alike,
    /// End: the conditions contradict each other directly.
    Contradiction,
    /// The terms are replaced by ones that are the same numbers of the compared format.
    Numbers {
        /// Both terms.
        to: (u32, u32),
    },
    /// Terms are replaced, operands first, by values that the conditions imply, or are rebuilt
    /// over replaced operands.
    Facts {
        /// Terms with their replacements.
        map: Vec<(u32, u32)>,
    },
    /// Terms are rebuilt, operands first, over replaced operands and rewritten in a context.
    Pass {
        /// The context.
        context: u32,
        /// Terms with their replacements.
        map: Vec<(u32, u32)>,
    },
    /// Later rewrites may use the ranges of a context, which the conditions imply.
    Within {
        /// The context.
        context: u32,
    },
    /// Bounds of terms, which follow from the ranges, are added as conditions.
    Bounds {
        /// Conditions on one term each.
        given: Vec<u32>,
    },
    /// The condition is added that the claim, as it was stated, meets no float that the
    /// assumptions exclude.
    Admitted,
    /// Minima and maxima with equal operand sets are replaced by variables that are equal.
    Sets {
        /// The sets of equal minima or maxima.
        sets: Vec<Alike>,
        /// Rewritten terms with their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The conditions that remain: replaced ones, and equalities of variables as numbers.
        given: Vec<u32>,
    },
    /// End: every input was tried.
    Exhaustive {
        /// Symbols with the runs of their values: the first (hexadecimal) and the number.
        inputs: Vec<(u32, Vec<(String, u64)>)>,
        /// Symbols of which only these bits (hexadecimal) are read: their values are numbers of
        /// as many bits, deposited there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        read: Vec<(u32, String)>,
    },
    /// End: a criterion holds for both.
    Criterion(Criterion<u32>),
    /// End: a lemma for each bit field of both, lowest first.
    Pieces {
        /// The lemmas, whose results are the fields.
        lemmas: Vec<u32>,
    },
    /// End: the terms are equal by instances of laws and congruence.
    Search {
        /// The instances.
        links: Vec<Link>,
    },
    /// End: a solver finds no input that satisfies the conditions and makes the terms differ.
    Unsat {
        /// Operations at concrete operands whose values the query states.
        points: Vec<Point>,
        /// The query in SMT-LIB 2.
        query: String,
    },
    /// End: a solver with IEEE 754 floats finds no such input.
    Circuits {
        /// The query in SMT-LIB 2 with the theory of floats.
        query: String,
    },
    /// End: an earlier obligation with symbols renamed.
    Renamed {
        /// The number of the obligation.
        of: u32,
    },
    /// End: an earlier lemma with symbols renamed.
    Lemma {
        /// Its number.
        of: u32,
    },
    /// In one case of a condition both results are the same, so only the other case remains.
    Narrow {
        /// The condition of the remaining case.
        condition: u32,
        /// The results in the remaining case.
        to: (u32, u32),
    },
    /// End: a lemma for each case of a condition.
    Cases {
        /// The condition and its negation.
        conditions: (u32, u32),
        /// The lemmas, with these conditions as hypotheses.
        lemmas: (u32, u32),
    },
    /// End: a lemma for each of several cases that cover all values of a term.
    Split {
        /// The term.
        on: u32,
        /// The cases.
        cases: Vec<Case>,
    },
    /// Terms are replaced, operands first: rebuilt over replaced operands, or replaced by a term
    /// that a lemma proves equal.
    Merge {
        /// Terms with their replacements.
        map: Vec<(u32, u32)>,
        /// A term, its replacement, and the lemma that proves them equal.
        merged: Vec<(u32, u32, u32)>,
    },
    /// End: the difference is a sum of differences that lemmas prove to be zero.
    Sum {
        /// The lemmas, each of two equal terms.
        lemmas: Vec<u32>,
    },
    /// End: a lemma in which values that are only compared and moved have fewer bits.
    Order {
        /// The classes of values that are compared with one another.
        classes: Vec<Class>,
        /// Terms with their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The results of the lemma.
        to: (u32, u32),
        /// The lemma.
        lemma: u32,
    },
    /// Float operations that never round are replaced by integer operations.
    Integers {
        /// The context.
        context: u32,
        /// Float operations with their exact values.
        values: Vec<Value>,
        /// Floats, with the converted integers, times powers of two, that equal them.
        settled: Vec<(u32, u32)>,
        /// Terms with their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The results.
        to: (u32, u32),
    },
    /// Terms are replaced by fresh variables.
    Cut {
        /// Terms with the symbols that stand for them.
        variables: Vec<(u32, u32)>,
        /// Rewritten terms with their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The conditions that remain: replaced ones, and bounds of the replaced terms.
        given: Vec<u32>,
    },
    /// End: a lemma over variables that stand for sums.
    Sums {
        /// The variables, each over terms of earlier ones.
        variables: Vec<Variable>,
        /// Terms with the pieces that they are divided into, lowest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        splits: Vec<(u32, Vec<u32>)>,
        /// Terms with their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The lemma.
        lemma: u32,
    },
    /// End: a proof that this format cannot express.
    Unwritten {
        /// The step of the ladder that found it.
        step: String,
    },
}

/// An operation at concrete operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// A term with the operation.
    pub term: u32,
    /// Operands, hexadecimal.
    pub at: Vec<String>,
}

/// Minima or maxima with equal operand sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alike {
    /// The float format in which they are equal as numbers; absent for integers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The terms with their variables.
    pub members: Vec<(u32, u32)>,
}

/// A variable that stands for a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its symbol, a signed integer.
    pub symbol: u32,
    /// Coefficients (decimal) with products of terms, each with whether it is read as signed.
    pub of: Vec<(String, Vec<(u32, bool)>)>,
}

/// Two terms that a law makes equal, exactly as they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The first term.
    pub from: u32,
    /// The second term.
    pub to: u32,
    /// The law.
    pub by: Law,
}

/// The law that makes two terms equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// They are the sides of the rule with this name, in either order.
    Rule(String),
    /// They are an operation with its operands exchanged.
    Commutativity,
    /// They are an operation on constants and its value.
    Folding,
    /// They are float sums of the same summands, or products of the same factors.
    Order,
}

/// A float as an integer over a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The operation over replaced operands.
    pub of: u32,
    /// The term that it was rewritten to.
    pub term: u32,
    /// The integer.
    pub integer: u32,
    /// The exponent of the power of two.
    pub shift: i32,
}

/// Values that are compared with one another, with their narrow values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The order of the comparison: `unsigned`, `signed`, or the name of a float format.
    pub order: String,
    /// Number of narrow values.
    pub size: u64,
    /// Constants (hexadecimal) with their narrow values.
    pub places: Vec<(String, u64)>,
    /// Terms with their replacements.
    pub members: Vec<(u32, u32)>,
}

/// A case of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The conditions of the case, on the term alone.
    pub given: Vec<u32>,
    /// The lemma for it.
    pub lemma: u32,
}

impl Step {
    /// The lemmas that the step uses.
    pub fn lemmas(&self) -> Vec<u32> {
        match self {
            Step::Lemma { of } | Step::Order { lemma: of, .. } | Step::Sums { lemma: of, .. } => {
                vec![*of]
            }
            Step::Cases { lemmas, .. } => vec![lemmas.0, lemmas.1],
            Step::Split { cases, .. } => cases.iter().map(|case| case.lemma).collect(),
            Step::Merge { merged, .. } => merged.iter().map(|(.., lemma)| *lemma).collect(),
            Step::Sum { lemmas } | Step::Pieces { lemmas } => lemmas.clone(),
            _ => Vec::new(),
        }
    }
}
