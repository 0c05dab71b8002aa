//! Lexical elements of rule files: numbers, formats, roundings, outcome sets.

use term::{Format, Outcomes, Rounding};

use crate::error::Problem;
use crate::function::Kind;
use crate::sexp::Sexp;

/// The short names of outcome sets, after LLVM's predicates.
const OUTCOMES: [&str; 16] = [
    "never", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult",
    "ule", "une", "always",
];

pub(super) fn outcome_set(items: &[Sexp]) -> Result<Outcomes, Problem> {
    let mut set = Outcomes::NONE;
    for item in items {
        set = set.union(match item.atom() {
            Some("<") => Outcomes::LT,
            Some("=") => Outcomes::EQ,
            Some(">") => Outcomes::GT,
            Some("uno") => Outcomes::UNO,
            _ => {
                return Err(Problem::new(
                    item.span.clone(),
                    "outcomes are `<`, `=`, `>` and `uno`",
                ));
            }
        });
    }
    Ok(set)
}

/// The value that a word names for a kind, as a number.
pub(super) fn named(atom: &str, kind: Kind) -> Option<u128> {
    match kind {
        Kind::Number => number(atom),
        Kind::Format => Format::from_name(atom).map(|f| f.code() as u128),
        Kind::Rounding => Rounding::ALL
            .into_iter()
            .find(|r| r.name() == atom)
            .map(|r| r.code() as u128),
        Kind::Outcomes => OUTCOMES.iter().position(|o| *o == atom).map(|i| i as u128),
        Kind::Truth | Kind::Term => None,
    }
}

pub(super) fn number(atom: &str) -> Option<u128> {
    match atom.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None if atom.starts_with(|c: char| c.is_ascii_digit()) => atom.parse().ok(),
        None => None,
    }
}

/// A float literal: a number with a point, or `inf`, `-inf`, `nan`.
pub(super) fn float(atom: &str) -> Option<f64> {
    let word = matches!(atom.trim_start_matches(['+', '-']), "inf" | "nan");
    (word || atom.contains('.')).then(|| atom.parse().ok())?
}

pub(super) fn in_format(x: f64, format: Format) -> u128 {
    let spec = term::Spec::fconvert(Format::Double, format, Rounding::NearestEven);
    match format {
        Format::Double => x.to_bits() as u128,
        _ => term::apply(spec, &[64], &[x.to_bits() as u128]),
    }
}
