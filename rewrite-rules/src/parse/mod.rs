//! Parser from s-expressions to rules; checks names, kinds and arities.
//!
//! The grammar is in the crate's README.

mod reader;
mod witness;
mod words;

use crate::assumptions::{Assumptions, EXACT};
use crate::error::Problem;
use crate::function::Kind;
use crate::pattern::{Direction, MAX_SLOTS, Pattern, Rejected, Rule};
use crate::sexp::{self, Bracket, Sexp};

use reader::Reader;

/// An entry of a rule file.
pub(crate) enum Entry {
    Rule(Rule),
    Rejected(Rejected),
}

/// Parses every entry of a rule file.
pub(crate) fn parse(text: &str) -> Result<Vec<Entry>, Problem> {
    sexp::parse(text)?.iter().map(entry).collect()
}

fn entry(sexp: &Sexp) -> Result<Entry, Problem> {
    let expected = "expected `(rule NAME …)` or `(rejected NAME …)`";
    let items = sexp
        .list(Bracket::Round)
        .ok_or_else(|| Problem::new(sexp.span.clone(), expected))?;
    let (head, name) = match items {
        [head, name, ..] => (head, name),
        _ => return Err(Problem::new(sexp.span.clone(), expected)),
    };
    let rejected = match head.atom() {
        Some("rule") => false,
        Some("rejected") => true,
        _ => return Err(Problem::new(head.span.clone(), expected)),
    };
    let Some(name) = name.atom() else {
        return Err(Problem::new(name.span.clone(), "expected the rule's name"));
    };
    let mut reader = Reader::default();
    let mut tiers = None;
    let mut source = String::new();
    let mut sides = None;
    let mut wheres = Vec::new();
    let mut witnesses = Vec::new();
    for item in &items[2..] {
        let Some([key, rest @ ..]) = item.list(Bracket::Round) else {
            return Err(Problem::new(
                item.span.clone(),
                "expected a clause in parentheses",
            ));
        };
        match key.atom() {
            Some("tier") => tiers = tiers_of(rest)?,
            Some("source") => match rest {
                [
                    Sexp {
                        kind: sexp::Kind::Text(text),
                        ..
                    },
                ] => source = text.clone(),
                _ => return Err(Problem::new(item.span.clone(), "expected one string")),
            },
            Some("where") => wheres.extend(rest),
            Some("witness") if rejected => witnesses.extend(rest),
            Some(arrow @ ("=>" | "<=>")) => {
                let [lhs, rhs] = rest else {
                    return Err(Problem::new(item.span.clone(), "expected two sides"));
                };
                let direction = match arrow {
                    "=>" => Direction::Directed,
                    _ => Direction::Search,
                };
                sides = Some((direction, lhs, rhs));
            }
            _ => {
                let written = key.atom().unwrap_or_default();
                let names = ["tier", "source", "where", "witness", "=>", "<=>"];
                return Err(
                    Problem::new(key.span.clone(), "unknown clause").nearest(written, names)
                );
            }
        }
    }
    let Some((direction, lhs, rhs)) = sides else {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `=>` or `<=>`",
        ));
    };
    if tiers.is_none() && !rejected {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `(tier …)`",
        ));
    }
    if source.is_empty() {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `(source \"…\")`",
        ));
    }
    let left = reader.pattern(lhs, None)?;
    if !matches!(left, Pattern::Node(..)) {
        return Err(Problem::new(
            lhs.span.clone(),
            "the left side must be an operation",
        ));
    }
    reader.closed = true;
    let format = reader.result_format(&left);
    let right = reader.pattern(rhs, format)?;
    let guards = wheres
        .iter()
        .map(|guard| reader.expr(guard, Kind::Truth))
        .collect::<Result<_, _>>()?;
    let rule = Rule {
        name: name.to_owned(),
        tiers: tiers.unwrap_or_default(),
        source,
        direction,
        variables: reader.variables.clone(),
        guards,
        lhs: left,
        rhs: right,
        file: String::new(),
        span: sexp.span.clone(),
        text: String::new(),
    };
    if rule.term_slots() > MAX_SLOTS || rule.number_slots() > MAX_SLOTS {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has too many variables",
        ));
    }
    if !rejected {
        return Ok(Entry::Rule(rule));
    }
    let witness = witness::witness(&rule, &witnesses, &sexp.span)?;
    Ok(Entry::Rejected(Rejected { rule, witness }))
}

/// The union of the named tiers; `None` if none is named.
fn tiers_of(names: &[Sexp]) -> Result<Option<Assumptions>, Problem> {
    let mut tiers = None;
    for name in names {
        *tiers.get_or_insert_default() |= tier(name)?;
    }
    Ok(tiers)
}

fn tier(sexp: &Sexp) -> Result<Assumptions, Problem> {
    let written = sexp.atom().unwrap_or_default();
    if written == EXACT {
        return Ok(Assumptions::empty());
    }
    Assumptions::named(written).ok_or_else(|| {
        let known = Assumptions::all().names().chain([EXACT]);
        Problem::new(sexp.span.clone(), "unknown tier").nearest(written, known)
    })
}
