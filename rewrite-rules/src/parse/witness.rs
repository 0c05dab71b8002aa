//! Reader of the witness of a rejected rule.

use term::Format;

use super::words::{float, in_format, named, number, outcome_set};
use crate::error::Problem;
use crate::function::Kind;
use crate::pattern::Rule;
use crate::sexp::{Bracket, Sexp, Span};

/// The values of a rejected rule's variables, in the order of the variables.
pub(super) fn witness(
    rule: &Rule,
    pairs: &[&Sexp],
    span: &Span,
) -> Result<Vec<(u8, u128)>, Problem> {
    let mut given: Vec<(String, Span, &Sexp)> = Vec::new();
    for pair in pairs {
        match pair.list(Bracket::Round) {
            Some([name, value]) if name.atom().is_some() => {
                given.push((
                    name.atom().unwrap_or_default().to_owned(),
                    pair.span.clone(),
                    value,
                ));
            }
            _ => return Err(Problem::new(pair.span.clone(), "expected `(?name value)`")),
        }
    }
    let format = given.iter().find(|(n, ..)| n == "?format");
    let format = format
        .and_then(|(_, _, v)| Format::from_name(v.atom()?))
        .unwrap_or(Format::Single);
    let mut witness = Vec::new();
    for variable in &rule.variables {
        let Some((_, at, value)) = given.iter().find(|(n, ..)| *n == variable.name) else {
            match variable.name.as_str() {
                "?format" => witness.push((0, format.code() as u128)),
                "?rounding" => witness.push((0, 0)),
                name => {
                    let message = format!("the witness gives no value to `{name}`");
                    return Err(Problem::new(span.clone(), message));
                }
            }
            continue;
        };
        let atom = value.atom().unwrap_or_default();
        let found = match variable.kind {
            Kind::Outcomes => match value.list(Bracket::Curly) {
                Some(items) => Some((0, outcome_set(items)?.bits() as u128)),
                None => named(atom, variable.kind).map(|v| (0, v)),
            },
            Kind::Term => match atom.split_once(':') {
                Some((width, bits)) => number(width).zip(number(bits)).map(|(w, b)| (w as u8, b)),
                None => float(atom).map(|x| (format.width(), in_format(x, format))),
            },
            kind => named(atom, kind).map(|v| (0, v)),
        };
        witness.push(found.ok_or_else(|| {
            Problem::new(at.clone(), "cannot read this value")
                .help("terms are float literals or `WIDTH:BITS`")
        })?);
    }
    Ok(witness)
}
