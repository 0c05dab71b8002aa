//! The sizes to check: those of the `--size` flags, or a default sweep.
//!
//! Invariant: every assignment gives every size variable of the contract a value of at most
//! [`MAX_SIZE`], which is negative only if the user asks for it. Every length has a value
//! under it, which is zero only if it depends on a size, and never for an image. All
//! buffers together fit in [`MAX_BYTES`]. The order is deterministic: as in nested loops
//! over the contract's variables, the last one fastest.

use super::cursor::Cursor;
use super::error::{FrontendError, nearest};
use super::names;
use super::quote::{Flag, Quote};
use super::size_values;
use crate::contract::{Contract, Length, Param, Role, Sizes};

/// The largest absolute value of a size variable.
pub const MAX_SIZE: i64 = 1 << 24;

/// The largest size of all buffers of one run together, in bytes.
pub const MAX_BYTES: u64 = 1 << 31;

const HELP: &str = "write NAME=COUNT or NAME=FIRST..LAST, as in 'n=1..64,h=3'";

/// The values of one size variable that the user requests.
#[derive(Clone, Debug)]
pub struct SizeRange {
    /// The variable.
    pub name: Quote,
    /// Smallest value.
    pub first: i64,
    /// Largest value, included.
    pub last: i64,
}

impl SizeRange {
    /// The value in the range nearest to this one.
    pub fn nearest(&self, value: i64) -> i64 {
        value.clamp(self.first, self.last)
    }
}

/// Parses the `--size` flags.
///
/// # Errors
/// [`FrontendError::Syntax`], [`FrontendError::SizeLimit`] or
/// [`FrontendError::EmptyRange`].
pub fn parse(flags: &[String]) -> Result<Vec<SizeRange>, FrontendError> {
    let mut ranges: Vec<SizeRange> = Vec::new();
    for text in flags {
        let mut cursor = Cursor::new(Flag::Size, HELP, text);
        loop {
            let range = one(&mut cursor)?;
            if ranges.iter().any(|r| r.name.part() == range.name.part()) {
                let name = range.name.part().to_owned();
                let reason = format!("`{name}` was given before");
                return Err(cursor.error(range.name.start, range.name.end, reason));
            }
            ranges.push(range);
            if cursor.finished() {
                break;
            }
            cursor.require(",")?;
        }
    }
    Ok(ranges)
}

fn one(cursor: &mut Cursor<'_>) -> Result<SizeRange, FrontendError> {
    let start = cursor.here();
    if cursor.path().is_none() {
        return Err(cursor.expected("a size variable"));
    }
    let name = cursor.quote(start, cursor.end());
    cursor.require("=")?;
    let (first, low) = limited(cursor)?;
    let (last, high) = match cursor.eat("..") {
        true => {
            // Both spellings of an inclusive range are accepted.
            cursor.eat("=");
            limited(cursor)?
        }
        false => (first, low.clone()),
    };
    if first > last {
        return Err(FrontendError::EmptyRange {
            quote: cursor.quote(low.start, high.end),
            reason: "its first size is above its last".into(),
        });
    }
    Ok(SizeRange { name, first, last })
}

fn limited(cursor: &mut Cursor<'_>) -> Result<(i64, Quote), FrontendError> {
    let (value, quote) = cursor.integer()?;
    match value.unsigned_abs() <= MAX_SIZE.unsigned_abs() {
        true => Ok((value, quote)),
        false => Err(FrontendError::SizeLimit { quote }),
    }
}

/// The assignments to check, in order. Default assignments are left out if the contract has
/// no meaning under them.
///
/// # Errors
/// A flag names an unknown variable, or an assignment violates this module's invariant.
pub fn sweep(contract: &Contract, flags: &[SizeRange]) -> Result<Vec<Sizes>, FrontendError> {
    let variables = &contract.size_variables;
    for range in flags {
        if !variables.iter().any(|v| v == range.name.part()) {
            let best = nearest(range.name.part(), variables.iter().map(String::as_str));
            return Err(FrontendError::SizeMissing {
                quote: range.name.clone(),
                nearest: best.first().map(|s| (*s).to_owned()),
                variables: variables.clone(),
            });
        }
    }
    let given = |name: &str| flags.iter().find(|r| r.name.part() == name);
    let free = variables
        .iter()
        .filter(|v| given(v).is_none() && !is_stride(variables, v));
    let free = free.count();
    let mut assignments = vec![Sizes::new()];
    for name in order(variables) {
        let mut next = Vec::new();
        for sizes in &assignments {
            let values = match given(name) {
                Some(range) => (range.first..=range.last).collect(),
                None => match listed_values(contract, name) {
                    Some(values) => values,
                    None => {
                        let stride = is_stride(variables, name);
                        size_values::open(contract, (name, stride), free, sizes)
                    }
                },
            };
            if next.len() + values.len() > MAX_RUNS {
                return Err(too_many(flags));
            }
            next.extend(values.into_iter().map(|value| {
                let mut sizes = sizes.clone();
                sizes.insert(name.to_owned(), value);
                sizes
            }));
        }
        assignments = next;
    }
    if variables.iter().any(|v| given(v).is_none()) {
        let all = assignments.clone();
        let few_zeros = |sizes: &Sizes| !flags.is_empty() || has_few_zeros(contract, sizes);
        assignments.retain(|sizes| few_zeros(sizes) && is_admissible(contract, sizes));
        // If none is left, report why.
        if assignments.is_empty() {
            assignments = all;
        }
    }
    assignments.retain(|sizes| contract.relations.iter().all(|r| r.admits(sizes)));
    if assignments.is_empty() && flags.is_empty() {
        assignments = first_related(contract);
    }
    for sizes in &assignments {
        validate(contract, sizes)?;
    }
    Ok(assignments)
}

/// The smallest sizes that satisfy relations which no default size satisfies, such as a multiple
/// of 128; none if there are several size variables.
fn first_related(contract: &Contract) -> Vec<Sizes> {
    /// The largest size that is tried.
    const LARGEST: i64 = 1 << 16;
    /// The number of sizes to check.
    const SIZES: usize = 3;
    let [variable] = &*contract.size_variables else {
        return Vec::new();
    };
    let candidates = (1..=LARGEST).map(|value| Sizes::from([(variable.clone(), value)]));
    candidates
        .filter(|sizes| is_admissible(contract, sizes))
        .take(SIZES)
        .collect()
}

/// Whether the contract has a meaning at these sizes and none exceeds [`MAX_SIZE`].
pub fn is_admissible(contract: &Contract, sizes: &Sizes) -> bool {
    sizes.values().all(|value| *value <= MAX_SIZE) && has_meaning(contract, sizes)
}

/// Whether the contract has a meaning at these sizes, however large they are.
pub fn has_meaning(contract: &Contract, sizes: &Sizes) -> bool {
    let listed = |(name, value): (&String, &i64)| {
        listed_values(contract, name).is_none_or(|values| values.contains(value))
    };
    let fits = |param: &Param| match &param.role {
        Role::Size { scalar, value, .. } => {
            value.value(sizes).is_some_and(|value| scalar.holds(value))
        }
        _ => true,
    };
    sizes.iter().all(listed)
        && contract.params.iter().all(fits)
        && contract.relations.iter().all(|r| r.admits(sizes))
        && validate(contract, sizes).is_ok()
}

/// The values of a size whose type is an enumeration; `None` for other sizes.
pub fn listed_values(contract: &Contract, name: &str) -> Option<Vec<i64>> {
    contract.params.iter().find_map(|param| match &param.role {
        Role::Size {
            value: Length::Var(own),
            listed,
            ..
        } if own == name => (!listed.is_empty()).then(|| listed.clone()),
        _ => None,
    })
}

/// Whether no size that empties a buffer is zero, or all sizes are below two: such a zero
/// behaves the same beside any other size. Where a rectangle starts is no such size.
fn has_few_zeros(contract: &Contract, sizes: &Sizes) -> bool {
    let plain = || sizes.iter().filter(|(name, _)| !names::is_stride(name));
    let small = plain().count() < 2 || plain().all(|(_, value)| *value < 2);
    let mut zeros = plain().filter(|(_, value)| **value == 0);
    small || !zeros.any(|(name, _)| empties(contract, sizes, name))
}

/// Whether a buffer is empty because this size is zero.
fn empties(contract: &Contract, sizes: &Sizes, name: &str) -> bool {
    let mut positive = sizes.clone();
    positive.insert(name.to_owned(), 1);
    let mut params = contract.params.iter();
    params.any(|param| match &param.role {
        Role::Buffer { length, .. } => {
            length.evaluate(sizes) == Some(0) && length.evaluate(&positive).is_some_and(|n| n > 0)
        }
        _ => false,
    })
}

/// The largest number of assignments in one sweep.
const MAX_RUNS: usize = 1 << 20;

fn too_many(flags: &[SizeRange]) -> FrontendError {
    match flags.last() {
        Some(range) => FrontendError::Syntax {
            quote: range.name.clone(),
            reason: format!("these are more than {MAX_RUNS} combinations"),
            help: HELP,
        },
        None => FrontendError::Memory {
            sizes: "the default sizes".into(),
            bytes: None,
            limit: MAX_BYTES,
        },
    }
}

/// The variables, each stride after all widths.
fn order(variables: &[String]) -> Vec<&str> {
    let (late, early): (Vec<&str>, Vec<&str>) = variables
        .iter()
        .map(String::as_str)
        .partition(|name| is_stride(variables, name));
    early.into_iter().chain(late).collect()
}

/// Whether a variable is a row length in elements, by its name.
pub fn is_width(name: &str) -> bool {
    names::is_width(name)
}

/// Whether a variable is a stride, and there is a width.
pub fn is_stride(variables: &[String], name: &str) -> bool {
    names::is_stride(name) && variables.iter().any(|v| names::is_width(v))
}

/// Whether a stride is less than a width.
pub fn has_overlapping_rows(variables: &[String], sizes: &Sizes) -> bool {
    let of = |is: &dyn Fn(&str) -> bool| {
        let found = sizes.iter().filter(|(name, _)| is(name));
        found.map(|(_, value)| *value).collect::<Vec<i64>>()
    };
    let strides = of(&|name| is_stride(variables, name));
    let widths = of(&|name| names::is_width(name));
    strides
        .iter()
        .any(|stride| widths.iter().any(|width| stride < width))
}

/// Checks one assignment against the contract.
fn validate(contract: &Contract, sizes: &Sizes) -> Result<(), FrontendError> {
    let shown = || {
        let all: Vec<_> = sizes
            .iter()
            .map(|(name, n)| format!("{name}={n}"))
            .collect();
        all.join(", ")
    };
    let mut total: u64 = 0;
    for param in &contract.params {
        let (length, room, size, buffer) = match &param.role {
            Role::Buffer {
                length,
                capacity,
                element,
                ..
            } => {
                let room = capacity.as_ref().unwrap_or(length);
                (length, room, u64::from(element.size), true)
            }
            Role::Size { value, .. } => (value, value, 0, false),
            _ => continue,
        };
        let bad = |reason| FrontendError::Length {
            param: param.name.clone(),
            length: length.to_string(),
            reason,
            sizes: shown(),
        };
        let count = length.evaluate(sizes).ok_or_else(|| bad("has no value"))?;
        if let Role::Buffer { image: Some(_), .. } = &param.role
            && count == 0
        {
            return Err(bad("is zero"));
        }
        let mut sized = false;
        length.variables(&mut |_| sized = true);
        if buffer && count == 0 && !sized {
            return Err(bad("is zero"));
        }
        let room = room.evaluate(sizes).filter(|room| *room >= count);
        let count = room.ok_or_else(|| bad("is more than its capacity"))?;
        let bytes = count.checked_mul(size).and_then(|b| total.checked_add(b));
        total = bytes
            .filter(|b| *b <= MAX_BYTES)
            .ok_or_else(|| FrontendError::Memory {
                sizes: shown(),
                bytes,
                limit: MAX_BYTES,
            })?;
    }
    Ok(())
}
