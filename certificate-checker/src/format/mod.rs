//! The certificate format: one JSON object per line, in the following order.
//!
//! `certificate`, then `input`s, `term`s (operands before the terms that use them, numbered from
//! 0), `context`s, `rewrite`s, `executed` terms, and for each size its `obligation`s, with
//! `lemma`s before the lines that use them; `end` last. `docs/certificates.md` describes what
//! each line claims and how it is checked.

mod step;

use serde::{Deserialize, Serialize};

pub use step::{Alike, Case, Class, Law, Link, Point, Step, Value, Variable};

/// The version of the format.
pub const VERSION: u32 = 6;

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

/// The claim and its assumptions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`VERSION`].
    pub version: u32,
    /// The program whose assertions hold, with its arguments, for a claim about a single
    /// program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The reference, which is right by definition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// The port, which was checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub port: String,
    /// The sizes, in words.
    pub sizes: String,
    /// Number of states of the static variables, if there are several: each size is proved in
    /// each state.
    #[serde(default, skip_serializing_if = "is_first")]
    pub states: u32,
    /// The contract, as in the machine-readable report.
    pub contract: serde_json::Value,
    /// The assumptions in force: `associative`, `distributive`, `contraction`, `ordered`, `finite`, `positive-zero`.
    pub assumptions: Vec<String>,
    /// The models and conventions that the claim depends on, one sentence each.
    pub leaning_on: Vec<String>,
    /// The inputs of the contract for which nothing is claimed, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The user's rules that proofs may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<UserRule>,
    /// The source files.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// The [`crate::seal()`] of all other fields.
    #[serde(default)]
    pub seal: String,
}

/// A rule of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserRule {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Whether it was proved; otherwise the user accepted it unproved.
    pub proved: bool,
}

/// A source file.
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

/// A setting in which rewrites hold. Contexts 0 (any input, exact rules) and 1 (inputs within
/// their ranges, the assumptions of the header) need no line. Every other context is like 1 with
/// more ranges, which a case of a proof, or the conditions of a claim, imply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// Its number, from 2.
    pub number: u32,
    /// Symbols with their ranges.
    pub ranges: Vec<(u32, Range)>,
}

/// The claim that two terms are equal in a context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewrite {
    /// The context.
    pub context: u32,
    /// The requested term.
    pub from: u32,
    /// The requested term with operands in another order, operands read as floats replaced by
    /// equal numbers, or an extract moved inside; if that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepared: Option<u32>,
    /// The answer.
    pub to: u32,
    /// The justification.
    pub by: By,
}

/// The justification of a rewrite.
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
        /// The terms that the operations of its right side became, operands first; each by a
        /// rewrite above, or unchanged.
        parts: Vec<u32>,
    },
    /// Two adjacent extracts of one term are joined.
    Join {
        /// The term.
        whole: u32,
        /// Offset of the lower extract.
        offset: u8,
    },
    /// An extract is joined with an adjacent one at the top of a concatenation.
    JoinTop {
        /// The term.
        whole: u32,
        /// Offset of the lower extract.
        offset: u8,
        /// The term that the joined extract became.
        joined: u32,
    },
    /// An equal sum, product or set of operands, in another order.
    Normal {
        /// The normal form in raw form.
        raw: u32,
        /// Parts of the raw form, with the terms that they became.
        built: Vec<(u32, u32)>,
    },
}

/// A raw term as the executor requested it, with the term that it became. Operands of `raw` are
/// raw terms themselves, or plain terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Executed {
    /// The raw term.
    pub raw: u32,
    /// The answer.
    pub value: u32,
}

/// One set of sizes, with what has to be proved at it.
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
    /// Number of pairs of paths of the two versions.
    pub paths: u32,
    /// The outputs, each to be proved on each pair of paths.
    pub outputs: Vec<String>,
    /// Number of other obligations: conditions that must hold, infeasible branches.
    pub conditions: u32,
}

/// The claim that two terms are equal wherever a path condition holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// Its number, from 0.
    pub number: u32,
    /// The size it belongs to.
    pub size: u32,
    /// The pair of paths and the output; absent for other obligations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<(u32, String)>,
    /// The event that the obligation excludes, in words, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excludes: Option<String>,
    /// The path conditions, as raw terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// The reference's result, as a raw term.
    pub left: u32,
    /// The port's result, as a raw term.
    pub right: u32,
    /// The format whose NaNs compare as equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// The conditions that the proof uses: path conditions, and conditions that ranges or
    /// assumptions imply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// The proof.
    pub proof: Vec<Step>,
}

/// The claim that two terms are equal wherever hypotheses hold: a subgoal of another proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lemma {
    /// Its number; numbers ascend, with gaps.
    pub number: u32,
    /// The context that it holds in, if not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<u32>,
    /// The hypotheses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<u32>,
    /// The left side.
    pub left: u32,
    /// The right side.
    pub right: u32,
    /// The format whose NaNs compare as equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// Further conditions that its proof uses, which ranges or assumptions imply.
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
    /// Its raw form, if it is not a path condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<u32>,
    /// Parts of `raw`, with the terms that they became.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built: Vec<(u32, u32)>,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Number of obligations.
    pub obligations: u32,
    /// Number of sizes.
    pub sizes: u32,
    /// The [`crate::Digest`] of all lines above, ends of lines included.
    pub digest: String,
}
