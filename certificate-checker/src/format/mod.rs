//! The certificate format: one JSON object a line, in the order below.
//!
//! `certificate`, then `input`s, `term`s (operands before the terms that use
//! them, numbered from 0), `context`s, `rewrite`s, `executed` terms, and for
//! each size its `obligation`s, `lemma`s before what uses them; `end` last. `docs/certificates.md` says what
//! each line claims and what checking it takes.

mod step;

use serde::{Deserialize, Serialize};

pub use step::{Alike, Case, Class, Law, Link, Point, Step, Value, Variable};

/// The version of the format.
pub const VERSION: u32 = 4;

/// One line of a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each variant holds the line it is named after")]
pub enum Line {
    Certificate(Header),
    Input(Input),
    Term(Term),
    Context(Context),
    Rewrite(Rewrite),
    Executed(Executed),
    Size(Size),
    Lemma(Lemma),
    Obligation(Obligation),
    End(End),
}

/// What is claimed, and under which assumptions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`VERSION`].
    pub version: u32,
    /// The program whose assertions hold, with its arguments; then there are no
    /// two versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The version that is right by definition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// The version that was checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub port: String,
    /// The sizes, in words.
    pub sizes: String,
    /// States of the static variables, where there are several: each size is proved in each.
    #[serde(default, skip_serializing_if = "is_first")]
    pub states: u32,
    /// The contract, as in the machine-readable report.
    pub contract: serde_json::Value,
    /// Assumptions in force: `associative`, `ordered`, `finite`, `positive-zero`.
    pub assumptions: Vec<String>,
    /// Models that the claim leans on, in words.
    pub leaning_on: Vec<String>,
    /// The rules of the user's that proofs may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<UserRule>,
    /// The files that were read as code.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// [`crate::seal()`] of all this.
    #[serde(default)]
    pub seal: String,
}

/// A rule that does not come with simdiff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserRule {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// How it is written.
    pub text: String,
    /// Whether it was proved, or taken as given.
    pub proved: bool,
}

/// A file of code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name.
    pub file: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// A program input, or a source of undetermined values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its number, from 0.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The format of its elements, if they are floats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether its integers are signed.
    pub signed: bool,
    /// Whether it is uninitialised memory or poison.
    pub undefined: bool,
}

/// A term: `op` of `width` bits over the terms `of`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Its number, from 0.
    pub number: u32,
    /// The operator's name in rule files.
    pub op: String,
    /// Result width in bits.
    pub width: u8,
    /// Packed attributes as in `term::Spec`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attr: u16,
    /// Operands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<u32>,
    /// The value of a constant, hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The input of a symbol and its byte in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<(u32, u32)>,
    /// The range of a symbol, both ends included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The name of an uninterpreted function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

fn is_first(state: &u32) -> bool {
    *state == 0
}

fn is_zero(attr: &u16) -> bool {
    *attr == 0
}

/// Two doubles in decimal, `inf` and `-inf` included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range(pub String, pub String);

/// A setting in which rewrites hold. 0 (any input, exact rules) and 1 (inputs
/// within their ranges, the assumptions of the header) need no line; others
/// are like 1 with more ranges, and belong to one case of one proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// Its number, from 2.
    pub number: u32,
    /// Symbols and their ranges.
    pub ranges: Vec<(u32, Range)>,
}

/// Two terms are equal in a context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewrite {
    /// The context.
    pub context: u32,
    /// What was asked for.
    pub from: u32,
    /// The same with operands in another order, or as numbers, or an extract
    /// moved inside; when it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepared: Option<u32>,
    /// The answer.
    pub to: u32,
    /// Why they are equal.
    pub by: By,
}

/// Why a rewrite holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The prepared term is the answer.
    Preparation,
    /// All operands are constants.
    Folding,
    /// The named rule's left side matches the prepared term.
    Rule {
        /// The rule.
        name: String,
        /// What the operations of its right side became, operands first; each
        /// by a rewrite above, or by itself.
        parts: Vec<u32>,
    },
    /// Two neighbouring extracts of one term make a wider one.
    Join {
        /// The term.
        whole: u32,
        /// Where the lower extract starts.
        offset: u8,
    },
    /// The same with the upper part of a concatenation.
    JoinTop {
        /// The term.
        whole: u32,
        /// Where the lower extract starts.
        offset: u8,
        /// The wider extract, as it was answered.
        joined: u32,
    },
    /// The same sum, product or set of operands in another order.
    Normal {
        /// The normal form as it was put together.
        raw: u32,
        /// Its parts and what they were answered with.
        built: Vec<(u32, u32)>,
    },
}

/// A term as the executor asked for it, and the term it was answered with.
/// Operands of `raw` are executed terms themselves, or plain terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Executed {
    /// The term as executed.
    pub raw: u32,
    /// The answer.
    pub value: u32,
}

/// One size: what has to be proved at it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Its number, from 0.
    pub number: u32,
    /// The sizes by name, in words.
    pub sizes: String,
    /// The state of the static variables in which both versions start, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub state: u32,
    /// Pairs of paths of the two versions.
    pub paths: u32,
    /// The outputs, each to be proved on each pair of paths.
    pub outputs: Vec<String>,
    /// Other obligations: conditions that must hold, ways that nothing takes.
    pub conditions: u32,
}

/// Two terms that are equal wherever a path condition holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// Its number, from 0.
    pub number: u32,
    /// The size it belongs to.
    pub size: u32,
    /// The output and the pair of paths; nothing for other obligations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<(u32, String)>,
    /// What cannot happen, in words, where it is such an obligation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excludes: Option<String>,
    /// The conditions of the path as executed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// The reference's result as executed.
    pub left: u32,
    /// The port's result as executed.
    pub right: u32,
    /// The format whose NaNs count as alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// Conditions that the proof uses: some of the path's, what the ranges
    /// say, what the assumptions say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// The proof.
    pub proof: Vec<Step>,
}

/// Two terms that are equal wherever hypotheses hold: part of another proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lemma {
    /// Its number; they ascend, and some are missing.
    pub number: u32,
    /// The context that it holds in, if that is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<u32>,
    /// Conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<u32>,
    /// One side.
    pub left: u32,
    /// The other.
    pub right: u32,
    /// The format whose NaNs count as alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// Further conditions that its proof uses: what ranges and assumptions say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// Its proof.
    pub proof: Vec<Step>,
}

/// A condition that a proof uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The condition as it is used.
    pub condition: u32,
    /// Where it is none of the path's: as it was put together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<u32>,
    /// Parts of `raw` and what they were answered with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built: Vec<(u32, u32)>,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The number of obligations.
    pub obligations: u32,
    /// The number of sizes.
    pub sizes: u32,
    /// The [`crate::Digest`] of all lines above, ends of lines included.
    pub digest: String,
}
