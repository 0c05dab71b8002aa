//! Steps of proofs.

use serde::{Deserialize, Serialize};

/// A step of a proof. Steps change the two terms that remain to be compared,
/// until one ends the proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// End: both are the same term.
    Identical,
    /// End: both are constants that the comparison takes for equal.
    Alike,
    /// End: no input satisfies the conditions, as they say themselves.
    Contradiction,
    /// The same as numbers of the format compared.
    Numbers {
        /// Both terms.
        to: (u32, u32),
    },
    /// Terms are replaced, operands first, by what the conditions say of them,
    /// or by themselves over replaced operands.
    Facts {
        /// Terms and their replacements.
        map: Vec<(u32, u32)>,
    },
    /// Terms are replaced, operands first, by themselves over replaced
    /// operands, as rewritten in a context.
    Pass {
        /// The context.
        context: u32,
        /// Terms and their replacements.
        map: Vec<(u32, u32)>,
    },
    /// Bounds of terms that follow from the ranges are conditions too.
    Bounds {
        /// Conditions on one term each.
        given: Vec<u32>,
    },
    /// Minima and maxima of the same operands become variables that are the same.
    Sets {
        /// Those that are alike.
        sets: Vec<Alike>,
        /// Terms and what replaces them, operands first.
        map: Vec<(u32, u32)>,
        /// The conditions that remain: replaced ones, and that variables are the
        /// same number.
        given: Vec<u32>,
    },
    /// End: every input was tried.
    Exhaustive {
        /// Symbols with the runs of their values: the least (hexadecimal) and
        /// how many.
        inputs: Vec<(u32, Vec<(String, u64)>)>,
        /// Symbols of which something reads these bits only (hexadecimal):
        /// their values are numbers of as many bits, put there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        read: Vec<(u32, String)>,
    },
    /// End: every bit of both is the exclusive or of the same bits.
    Parity,
    /// End: both are minima and maxima that are the same where every leaf is one
    /// of two values.
    ZeroOne,
    /// End: a lemma for each piece of both, the lowest first.
    Pieces {
        /// The lemmas, which have the pieces for results.
        lemmas: Vec<u32>,
    },
    /// End: equal by laws that make equal what they are instances of, and since
    /// equal operands give equal results.
    Search {
        /// The instances.
        links: Vec<Link>,
    },
    /// End: a solver finds no input that satisfies the conditions and for
    /// which the terms differ.
    Unsat {
        /// Values of float operations on constants that the query uses:
        /// operation, operands.
        points: Vec<Point>,
        /// The query in SMT-LIB 2.
        query: String,
    },
    /// End: a solver of floats finds no such input.
    Circuits {
        /// The query in SMT-LIB 2, theory of floats.
        query: String,
    },
    /// End: an earlier proof with its symbols renamed.
    Renamed {
        /// The number of the obligation.
        of: u32,
    },
    /// End: a lemma above with its symbols renamed.
    Lemma {
        /// Its number.
        of: u32,
    },
    /// In one case of a condition both results are the same: only the other one
    /// is left.
    Narrow {
        /// What holds in the case that is left.
        condition: u32,
        /// The results there.
        to: (u32, u32),
    },
    /// End: a lemma for each case of a condition.
    Cases {
        /// The condition and its negation.
        conditions: (u32, u32),
        /// The lemmas with these as hypotheses.
        lemmas: (u32, u32),
    },
    /// End: a lemma for each of several cases of a term, which cover all its
    /// values.
    Split {
        /// The term.
        on: u32,
        /// Its cases.
        cases: Vec<Case>,
    },
    /// Terms are replaced, operands first, by themselves over replaced operands
    /// or by what lemmas say equals that.
    Merge {
        /// Terms and their replacements.
        map: Vec<(u32, u32)>,
        /// A term, what replaces it, and the lemma that says so.
        merged: Vec<(u32, u32, u32)>,
    },
    /// End: the difference is a sum of differences that lemmas say are zero.
    Sum {
        /// The lemmas, each of two equal terms.
        lemmas: Vec<u32>,
    },
    /// End: a lemma in which values that are only compared and moved have fewer
    /// bits.
    Order {
        /// Values that are compared with one another.
        classes: Vec<Class>,
        /// Terms and their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The results of the lemma.
        to: (u32, u32),
        /// The lemma.
        lemma: u32,
    },
    /// Float operations that round nothing become integer operations.
    Integers {
        /// The context.
        context: u32,
        /// Float operations and their values.
        values: Vec<Value>,
        /// Floats and the converted integers, times powers of two, that they are.
        settled: Vec<(u32, u32)>,
        /// Terms and their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The results.
        to: (u32, u32),
    },
    /// Terms become variables of their own.
    Cut {
        /// Terms and the symbols that stand for them.
        variables: Vec<(u32, u32)>,
        /// Terms and what replaces them, operands first.
        map: Vec<(u32, u32)>,
        /// The conditions that remain: replaced ones, and bounds of terms that
        /// became variables.
        given: Vec<u32>,
    },
    /// End: a lemma over variables that stand for sums.
    Sums {
        /// The variables, each over terms of earlier ones.
        variables: Vec<Variable>,
        /// Terms and the pieces that they are taken in, the lowest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        splits: Vec<(u32, Vec<u32>)>,
        /// Terms and their replacements, operands first.
        map: Vec<(u32, u32)>,
        /// The lemma.
        lemma: u32,
    },
    /// End: something that this format has no words for.
    Unwritten {
        /// The step of the ladder.
        step: String,
    },
}

/// An operation on constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// A term with the operation.
    pub term: u32,
    /// Operands, hexadecimal.
    pub at: Vec<String>,
}

/// Minima or maxima of the same operands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alike {
    /// The format in which they are the same number, if they are no integers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The terms and the variables that stand for them.
    pub members: Vec<(u32, u32)>,
}

/// A variable that stands for a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its symbol, a signed integer.
    pub symbol: u32,
    /// Coefficients (decimal) of products of terms, each of them read as a signed
    /// number or not.
    pub of: Vec<(String, Vec<(u32, bool)>)>,
}

/// Two terms that a law makes equal, as they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// One of them.
    pub from: u32,
    /// The other.
    pub to: u32,
    /// The law.
    pub by: Law,
}

/// Why two terms are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// They are the sides of the rule of this name, in either order.
    Rule(String),
    /// Operands exchanged.
    Commutativity,
    /// An operation on constants and its value.
    Folding,
}

/// A float that is an integer over a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The operation on replaced operands.
    pub of: u32,
    /// What rewrites made of it.
    pub term: u32,
    /// The integer.
    pub integer: u32,
    /// The exponent of the power.
    pub shift: i32,
}

/// Values that are compared with one another, and the narrow values that stand
/// for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// How they are compared: `unsigned`, `signed`, or the name of a float
    /// format.
    pub order: String,
    /// The number of narrow values.
    pub size: u64,
    /// Constants (hexadecimal) and their places.
    pub places: Vec<(String, u64)>,
    /// Terms and their replacements.
    pub members: Vec<(u32, u32)>,
}

/// A case of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What holds in it, of the term alone.
    pub given: Vec<u32>,
    /// The lemma for it.
    pub lemma: u32,
}

impl Step {
    /// The lemmas that it uses.
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
