//! The contract in the header: which outputs there are at a size, and which inputs are admitted.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::fault::{Checked, malformed};

/// Values of size variables.
pub(crate) type Sizes = BTreeMap<String, i64>;

/// The parts of a contract that determine what has to be proved.
#[derive(Default)]
pub(crate) struct Contract {
    params: Vec<Param>,
    result: Option<Element>,
    pub size_variables: Vec<String>,
    globals: Vec<Param>,
}

#[derive(Default, Deserialize)]
struct Parts {
    #[serde(default)]
    params: Vec<Param>,
    #[serde(default)]
    result: Option<Element>,
    #[serde(default)]
    size_variables: Vec<String>,
    #[serde(default)]
    globals: Vec<Param>,
}

#[derive(Deserialize)]
struct Param {
    name: String,
    #[serde(default)]
    direction: Option<String>,
    #[serde(default)]
    element: Option<Element>,
    #[serde(default)]
    length: Option<String>,
    #[serde(default)]
    alias: Option<String>,
    /// Whether only one version has the parameter.
    #[serde(default)]
    scratch: bool,
    /// Whether it is a string with a terminating zero.
    #[serde(default)]
    terminated: bool,
    #[serde(default)]
    range: Option<Range>,
    #[serde(default)]
    scalar: Option<Scalar>,
    #[serde(default)]
    enumeration: Option<Enumeration>,
}

/// A range; JSON has no infinities, so a missing end is unbounded.
#[derive(Clone, Copy, Deserialize)]
struct Range {
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Deserialize)]
struct Element {
    #[serde(default)]
    size: u64,
    leaves: Vec<Leaf>,
}

#[derive(Deserialize)]
struct Leaf {
    #[serde(default)]
    offset: u64,
    path: String,
    scalar: Scalar,
    #[serde(default)]
    values: Option<Enumeration>,
}

/// A float of a format, or an integer of a width.
#[derive(Deserialize)]
struct Scalar {
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    bits: Option<u8>,
    #[serde(default)]
    signed: bool,
}

#[derive(Deserialize)]
struct Enumeration {
    enumerators: Vec<Enumerator>,
    combined: bool,
}

#[derive(Deserialize)]
struct Enumerator {
    value: i128,
}

/// A symbol: its name, its position, and how it is read.
pub(crate) struct Symbol<'a> {
    pub name: &'a str,
    pub offset: u64,
    pub width: u8,
    pub format: Option<&'a str>,
    pub signed: bool,
}

impl Enumeration {
    /// The range from the least to the greatest value.
    fn range(&self) -> Option<(f64, f64)> {
        let values = self.enumerators.iter().map(|e| e.value);
        let (low, high) = match self.combined {
            true => (0, values.fold(0, |all, value| all | value)),
            false => (values.clone().min()?, values.max()?),
        };
        Some((low as f64, high as f64))
    }
}

impl Scalar {
    /// Whether a symbol is read as this type: a range is meaningful for one type only.
    fn is(&self, symbol: &Symbol<'_>) -> bool {
        match &self.format {
            Some(format) => symbol.format == Some(format),
            None => {
                symbol.format.is_none()
                    && self.bits == Some(symbol.width)
                    && self.signed == symbol.signed
            }
        }
    }
}

impl Range {
    fn ends(self) -> (f64, f64) {
        let (low, high) = (self.low, self.high);
        (
            low.unwrap_or(f64::NEG_INFINITY),
            high.unwrap_or(f64::INFINITY),
        )
    }
}

impl Param {
    /// The range of one of its symbols at a size; `None` if it may have any value.
    fn range(&self, symbol: &Symbol<'_>, sizes: &Sizes) -> Option<(f64, f64)> {
        let (scalar, values) = self.scalar_at(symbol.offset)?;
        if !scalar.is(symbol) {
            return None;
        }
        if self.terminated && self.is_last(symbol, sizes) {
            return Some((0.0, 0.0));
        }
        match self.range {
            Some(range) => Some(range.ends()),
            None => values?.range(),
        }
    }

    /// The type at an offset, with the enumeration of its values if there is one.
    fn scalar_at(&self, offset: u64) -> Option<(&Scalar, Option<&Enumeration>)> {
        let Some(element) = &self.element else {
            return Some((self.scalar.as_ref()?, self.enumeration.as_ref()));
        };
        let within = offset.checked_rem(element.size)?;
        let leaf = element.leaves.iter().find(|leaf| leaf.offset == within)?;
        Some((&leaf.scalar, leaf.values.as_ref()))
    }

    /// Whether a symbol is the last element, the terminating zero of a string.
    fn is_last(&self, symbol: &Symbol<'_>, sizes: &Sizes) -> bool {
        let (Some(element), Some(length)) = (&self.element, &self.length) else {
            return false;
        };
        let last = Length::of(length, sizes).and_then(|count| count.checked_sub(1));
        let last = last.and_then(|last| u64::try_from(last).ok());
        let offset = last.and_then(|last| last.checked_mul(element.size));
        offset == Some(symbol.offset)
    }
}

/// Number of outputs of one buffer, at most: a greater length cannot have been compared.
const MOST: i64 = 1 << 28;

impl Contract {
    pub(crate) fn new(value: &Value) -> Checked<Contract> {
        if value.is_null() {
            return Ok(Contract::default());
        }
        match Parts::deserialize(value) {
            Ok(parts) => Ok(Contract {
                params: parts.params,
                result: parts.result,
                size_variables: parts.size_variables,
                globals: parts.globals,
            }),
            Err(e) => malformed(format!("a contract that cannot be read: {e}")),
        }
    }

    /// The names of the outputs at a size, as obligations have them.
    pub(crate) fn outputs(&self, sizes: &Sizes) -> Checked<Vec<String>> {
        let mut names = Vec::new();
        for leaf in self.result.iter().flat_map(|element| &element.leaves) {
            names.push(format!("return value{}", leaf.path));
        }
        let written = |p: &&Param| {
            p.alias.is_none() && !p.scratch && p.direction.as_deref().is_some_and(|d| d != "in")
        };
        for param in self.params.iter().filter(written) {
            let (Some(element), Some(length)) = (&param.element, &param.length) else {
                return malformed(format!("the contract has no length of {}", param.name));
            };
            // A negative size gives no elements.
            let count = Length::of(length, sizes).filter(|count| *count <= MOST);
            let Some(count) = count else {
                return malformed(format!(
                    "the length {length} of {} has no value",
                    param.name
                ));
            };
            for index in 0..count {
                for leaf in &element.leaves {
                    names.push(format!("{}[{index}]{}", param.name, leaf.path));
                }
            }
        }
        Ok(names)
    }

    /// The range of a symbol at a size, both ends included; `None` if it may have any value. If
    /// several inputs have its name, their ranges are united.
    pub(crate) fn range(&self, symbol: &Symbol<'_>, sizes: &Sizes) -> Option<(f64, f64)> {
        let all = self.params.iter().chain(&self.globals);
        let mut ranges = all
            .filter(|input| input.name == symbol.name && input.alias.is_none())
            .map(|input| input.range(symbol, sizes));
        let first = ranges.next()??;
        ranges.try_fold(first, |(low, high), range| {
            let (a, b) = range?;
            Some((low.min(a), high.max(b)))
        })
    }
}

/// Parser of a length: numbers, size variables, `+ - * /` and parentheses.
struct Length<'a> {
    rest: &'a str,
    sizes: &'a Sizes,
}

impl<'a> Length<'a> {
    /// The value of a length; `None` if it has none.
    fn of(text: &'a str, sizes: &'a Sizes) -> Option<i64> {
        let mut length = Length { rest: text, sizes };
        let value = length.sum(0)?;
        length.rest.trim().is_empty().then_some(value)
    }

    fn sum(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.product(depth)?;
        loop {
            match self.next(&['+', '-']) {
                Some('+') => value = value.checked_add(self.product(depth)?)?,
                Some(_) => {
                    // A difference may be negative only if one of its operands is.
                    let (from, less) = (value, self.product(depth)?);
                    value = from.checked_sub(less)?;
                    if value < 0 && from >= 0 && less >= 0 {
                        return None;
                    }
                }
                None => return Some(value),
            }
        }
    }

    fn product(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.factor(depth)?;
        loop {
            match self.next(&['*', '/']) {
                Some('*') => value = value.checked_mul(self.factor(depth)?)?,
                Some(_) => value = value.checked_div(self.factor(depth)?)?,
                None => return Some(value),
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Option<i64> {
        if self.next(&['(']).is_some() {
            // Deeper nesting does not occur in practice.
            let value = (depth < 64).then(|| self.sum(depth + 1))??;
            return self.next(&[')']).map(|_| value);
        }
        let word = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let rest = self.rest.trim_start();
        // A size may be a field, `im->w` or `f->linesize[0]`: the longest matching name counts.
        let starts = |name: &&String| {
            let after = rest.strip_prefix(name.as_str());
            after.is_some_and(|after| !after.starts_with(word) && !after.starts_with("->"))
        };
        let known = self.sizes.keys().filter(starts).map(String::len).max();
        if let Some((name, after)) = known.and_then(|length| rest.split_at_checked(length)) {
            self.rest = after;
            return self.sizes.get(name).copied();
        }
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        self.rest = after;
        name.parse().ok().or_else(|| self.sizes.get(name).copied())
    }

    /// Consumes one of these characters, if it is next.
    fn next(&mut self, of: &[char]) -> Option<char> {
        let rest = self.rest.trim_start();
        let found = rest.chars().next().filter(|c| of.contains(c))?;
        self.rest = &rest[found.len_utf8()..];
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_values() {
        let sizes = [
            ("n", 17),
            ("w", 3),
            ("im", 2),
            ("im->w", 5),
            ("im->line[0]", 7),
            ("negative", -4),
        ];
        let sizes = Sizes::from(sizes.map(|(name, size)| (name.to_owned(), size)));
        let value = |text| Length::of(text, &sizes);
        assert_eq!(value("16*((n+15)/16)"), Some(32));
        assert_eq!(value("n*w-1"), Some(50));
        assert_eq!(value("n-w-4"), Some(10));
        assert_eq!(value("im->w*im->line[0]-im"), Some(33));
        assert_eq!(value("im->wide"), None);
        assert_eq!(value("w-n"), None);
        assert_eq!(value("2*negative+1"), Some(-7));
        assert_eq!(value("negative-w"), Some(-7));
        assert_eq!(value("n/0"), None);
        assert_eq!(value("m"), None);
        assert_eq!(value("n)"), None);
    }
}
