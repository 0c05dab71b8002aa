//! How reports spell operators, variables and intrinsics.

use term::{Op, Outcomes};

use crate::frontend::shortened;
use crate::program::{Predicate, demangled};
use crate::verdict::Change;

pub(super) fn replace(from: impl Into<String>, to: impl Into<String>) -> Change {
    Change::Replace {
        from: from.into(),
        to: to.into(),
    }
}

/// A local variable's name in the source; the `.addr` of a parameter's copy is dropped.
pub(super) fn variable_name(name: &str) -> &str {
    name.trim_end_matches(".addr")
}

/// A local variable's name as reports print it.
pub(super) fn variable(name: &str) -> String {
    format!("`{}`", variable_name(name))
}

/// A function's name as reports print it.
pub(super) fn called(name: &str) -> String {
    match name.starts_with("llvm.") {
        true => short(name),
        false => shortened(&demangled(name)),
    }
}

/// An intrinsic's name without the types.
pub(super) fn short(name: &str) -> String {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    let words = name
        .split('.')
        .filter(|word| !word.starts_with('v') || word.len() > 7);
    format!("`{}`", words.collect::<Vec<_>>().join("."))
}

/// An operator as it is written in source.
pub(super) const fn symbol(op: Op) -> &'static str {
    match op {
        Op::Add | Op::FAdd => "`+`",
        Op::Sub | Op::FSub => "`-`",
        Op::Mul | Op::FMul => "`*`",
        Op::UDiv | Op::SDiv | Op::FDiv => "`/`",
        Op::URem | Op::SRem => "`%`",
        Op::And => "`&`",
        Op::Or => "`|`",
        Op::Xor => "`^`",
        Op::Shl => "`<<`",
        _ => "`>>`",
    }
}

/// The relation of a predicate, with its signedness if the other one has another.
pub(super) fn relation(predicate: Predicate, other: Predicate) -> String {
    let symbol = match (predicate.op, predicate.swap, predicate.negate) {
        (Op::Eq, _, false) => "`==`",
        (Op::Eq, _, true) => "`!=`",
        (_, false, false) => "`<`",
        (_, true, false) => "`>`",
        (_, false, true) => "`>=`",
        (_, true, true) => "`<=`",
    };
    match (predicate.op, other.op) {
        (Op::Slt, Op::Ult) => format!("signed {symbol}"),
        (Op::Ult, Op::Slt) => format!("unsigned {symbol}"),
        _ => symbol.to_owned(),
    }
}

/// A relation of floats, with whether it holds of a NaN where its symbol does not say that.
pub(super) fn outcome(outcomes: Outcomes) -> String {
    let (lt, gt) = (Outcomes::LT, Outcomes::GT);
    let sign = match (outcomes.contains(lt), outcomes.contains(gt)) {
        (true, true) => "<>",
        (true, false) => "<",
        (false, true) => ">",
        (false, false) => "=",
    };
    let equal = outcomes.contains(Outcomes::EQ);
    let unordered = match outcomes.contains(Outcomes::UNO) {
        true if sign != "<>" => " or a NaN",
        _ => "",
    };
    match sign {
        "=" => format!("`==`{unordered}"),
        "<>" => "`!=`".to_owned(),
        _ => format!("`{sign}{}`{unordered}", if equal { "=" } else { "" }),
    }
}
