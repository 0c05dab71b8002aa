//! Checks as tables of a `simdiff.toml`.
//!
//! The file is parsed as a whole, and its tables are read one by one, so that a mistake in
//! one table does not affect the others.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

use super::case::Case;
use super::near;
use super::place::Place;
use super::resolve::resolve;
use super::table::Table;
use crate::problem::Problem;

/// The name of manifests.
pub const MANIFEST: &str = "simdiff.toml";

/// The greatest version of the format that this tool reads.
const SCHEMA: u32 = 1;

const KEYS: [&str; 4] = ["schema", "defaults", "groups", "check"];

/// A suite of checks for `simdiff test`.
#[derive(JsonSchema)]
#[schemars(rename = "simdiff.toml", deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "the schema is derived from it, the file read table by table"
)]
struct Manifest {
    /// The version of the format: 1.
    schema: Option<u32>,
    /// What all checks have.
    defaults: Option<Table>,
    /// What the checks of a group have besides, by its name.
    groups: Option<BTreeMap<String, Table>>,
    /// The checks.
    check: Option<Vec<Table>>,
}

/// The JSON schema of manifests, as text.
///
/// # Errors
/// Only errors of the serializer.
pub fn schema() -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Manifest))?;
    text.push('\n');
    Ok(text)
}

/// The checks of a manifest.
pub(super) fn cases(file: &Path, text: &Arc<str>) -> Vec<Result<Case, Problem>> {
    let place = Place {
        file: file.to_owned(),
        text: Arc::clone(text),
        span: 0..0,
    };
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let told = |error: &Error| Err(mistake(&place, error, 0..0));
        return errors.iter().map(told).collect();
    }
    let mut problems = Vec::new();
    let mut parts = BTreeMap::new();
    for (key, value) in root.into_inner() {
        match KEYS.iter().find(|known| **known == key.get_ref().as_ref()) {
            Some(known) => {
                parts.insert(*known, value);
            }
            None => problems.push(unknown_key(&place.at(key.span()), key.get_ref(), &KEYS)),
        }
    }
    if let Some(version) = parts.remove("schema") {
        match read::<u32>(&place, version.clone()) {
            Ok(version) if version <= SCHEMA => {}
            Ok(later) => {
                let what = format!("this is schema {later}, of a later simdiff");
                let problem = place.at(version.span()).problem(what);
                let help = format!("use that, or write schema {SCHEMA}");
                return vec![Err(problem.help(help))];
            }
            Err(problem) => return vec![Err(problem)],
        }
    }
    let defaults = parts.remove("defaults").map(|value| read(&place, value));
    let defaults: Table = match defaults.transpose() {
        Ok(defaults) => defaults.unwrap_or_default(),
        // Without the defaults, no check has its intended meaning.
        Err(problem) => return vec![Err(problem)],
    };
    let groups = parts.remove("groups").map(|value| groups(&place, value));
    let (groups, wrong) = groups.unwrap_or_default();
    problems.extend(wrong);
    let found = parts.remove("check").map(|value| checks(&place, value));
    let (checks, wrong) = found.unwrap_or_default();
    problems.extend(wrong);
    let base = Base { defaults, groups };
    let cases = checks
        .into_iter()
        .filter_map(|(table, span)| base.case(table, place.at(span)).transpose());
    problems
        .into_iter()
        .map(Err)
        .chain(cases.collect::<Vec<_>>())
        .collect()
}

/// The tables from which checks take further keys.
struct Base {
    defaults: Table,
    /// `None` for a group with a mistake.
    groups: BTreeMap<String, Option<Table>>,
}

impl Base {
    /// The check of a table; `None` if its group has a mistake, which is reported already.
    fn case(&self, table: Table, place: Place) -> Result<Option<Case>, Problem> {
        let base = match &table.group {
            None => self.defaults.clone(),
            Some(name) => match self.groups.get(name.get_ref()) {
                Some(Some(group)) => group.clone().over(self.defaults.clone()),
                Some(None) => return Ok(None),
                None => {
                    let what = format!("there is no group `{}`", name.get_ref());
                    let names: Vec<&str> = self.groups.keys().map(String::as_str).collect();
                    let help = match names.as_slice() {
                        [] => format!("write its keys below [groups.{}]", name.get_ref()),
                        names => near::help(name.get_ref(), names),
                    };
                    return Err(place.at(name.span()).problem(what).help(help));
                }
            },
        };
        resolve(table.over(base), place).map(Some)
    }
}

/// The groups by name, and the mistakes in some.
fn groups(
    place: &Place,
    value: Spanned<DeValue<'_>>,
) -> (BTreeMap<String, Option<Table>>, Vec<Problem>) {
    let (mut found, mut problems) = (BTreeMap::new(), Vec::new());
    let span = value.span();
    let DeValue::Table(groups) = value.into_inner() else {
        let problem = place.at(span).problem("groups are tables");
        return (
            found,
            vec![problem.help("write the keys of a group below [groups.NAME]")],
        );
    };
    for (name, table) in groups {
        let group = table_of(place, table).map_err(|problem| problems.push(problem));
        found.insert(name.into_inner().into_owned(), group.ok());
    }
    (found, problems)
}

type Checks = Vec<(Table, Range<usize>)>;

/// The tables of checks with their positions, and the mistakes in some.
fn checks(place: &Place, value: Spanned<DeValue<'_>>) -> (Checks, Vec<Problem>) {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    let span = value.span();
    let DeValue::Array(tables) = value.into_inner() else {
        let problem = place.at(span).problem("checks are tables of a list");
        return (found, vec![problem.help("begin each with [[check]]")]);
    };
    for table in tables {
        let span = table.span();
        match table_of(place, table) {
            Ok(table) => found.push((table, span)),
            Err(problem) => problems.push(problem),
        }
    }
    (found, problems)
}

/// The keys of a check or of a group, with their positions.
fn table_of(place: &Place, value: Spanned<DeValue<'_>>) -> Result<Table, Problem> {
    let keys = match value.get_ref() {
        DeValue::Table(keys) => keys.keys(),
        _ => return read(place, value),
    };
    let keys = keys.map(|key| (key.get_ref().to_string(), key.span()));
    let keys = keys.collect();
    Ok(Table {
        keys,
        ..read(place, value)?
    })
}

fn read<'de, T: Deserialize<'de>>(
    place: &Place,
    value: Spanned<DeValue<'de>>,
) -> Result<T, Problem> {
    let span = value.span();
    let deserializer: ValueDeserializer<'de> = value.into_deserializer();
    T::deserialize(deserializer).map_err(|error| mistake(place, &error, span))
}

/// The parser's message as a problem, at `otherwise` if it has no position.
fn mistake(place: &Place, error: &Error, otherwise: Range<usize>) -> Problem {
    let place = place.at(error.span().unwrap_or(otherwise));
    let message = error.message();
    if let Some((wrong, known)) = unknown(message) {
        return unknown_key(&place, wrong, &known);
    }
    place
        .problem(message.lines().next().unwrap_or("this is no TOML"))
        .help("the keys and their types: `simdiff test --schema`")
}

fn unknown_key(place: &Place, wrong: &str, known: &[&str]) -> Problem {
    let problem = place.problem(format!("there is no `{wrong}` here"));
    problem.help(near::help(wrong, known))
}

/// The unknown word and the known ones in a message of serde: "unknown field `x`, expected
/// one of `a`, `b`".
fn unknown(message: &str) -> Option<(&str, Vec<&str>)> {
    let is_known = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let mut quoted = message.split('`').skip(1).step_by(2);
    let wrong = quoted.next().filter(|_| is_known)?;
    Some((wrong, quoted.collect()))
}
