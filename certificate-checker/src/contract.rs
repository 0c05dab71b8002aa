//! The contract as the header has it: which outputs there are at a size, and which
//! inputs are admitted.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::fault::{Checked, malformed};

/// Values of size variables.
pub(crate) type Sizes = BTreeMap<String, u64>;

/// What of a contract decides what has to be proved.
#[derive(Default)]
pub(crate) struct Contract {
    params: Vec<Param>,
    result: Option<Element>,
    pub size_variables: Vec<String>,
    /// The whole, for what has a name and a range.
    value: Value,
}

#[derive(Default, Deserialize)]
struct Parts {
    #[serde(default)]
    params: Vec<Param>,
    #[serde(default)]
    result: Option<Element>,
    #[serde(default)]
    size_variables: Vec<String>,
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
}

#[derive(Deserialize)]
struct Element {
    leaves: Vec<Leaf>,
}

#[derive(Deserialize)]
struct Leaf {
    path: String,
}

/// Outputs of one buffer at most: a length beyond this is none that was compared.
const MOST: u64 = 1 << 28;

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
                value: value.clone(),
            }),
            Err(e) => malformed(format!("a contract that cannot be read: {e}")),
        }
    }

    /// The outputs at a size, by the names that obligations have.
    pub(crate) fn outputs(&self, sizes: &Sizes) -> Checked<Vec<String>> {
        let mut names = Vec::new();
        for leaf in self.result.iter().flat_map(|element| &element.leaves) {
            names.push(format!("return value{}", leaf.path));
        }
        let written =
            |p: &&Param| p.alias.is_none() && p.direction.as_deref().is_some_and(|d| d != "in");
        for param in self.params.iter().filter(written) {
            let (Some(element), Some(length)) = (&param.element, &param.length) else {
                return malformed(format!("the contract has no length of {}", param.name));
            };
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

    /// The range of what has this name, both ends included; `None` where it may have
    /// any value.
    pub(crate) fn range(&self, name: &str) -> Option<(f64, f64)> {
        let mut open = vec![&self.value];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(values) => open.extend(values),
                Value::Object(fields) => {
                    let is_it = fields.get("name").and_then(Value::as_str) == Some(name);
                    if let (true, Some(range)) = (is_it, fields.get("range")) {
                        let end = |end: &str| range.get(end).and_then(Value::as_f64);
                        // JSON has no infinities: an end without a number is open.
                        let (low, high) = (end("low"), end("high"));
                        return Some((
                            low.unwrap_or(f64::NEG_INFINITY),
                            high.unwrap_or(f64::INFINITY),
                        ));
                    }
                    open.extend(fields.values());
                }
                _ => {}
            }
        }
        None
    }
}

/// Reads a length: numbers, size variables, `+ - * /` and parentheses.
struct Length<'a> {
    rest: &'a str,
    sizes: &'a Sizes,
}

impl<'a> Length<'a> {
    /// Its value; `None` where it has none.
    fn of(text: &'a str, sizes: &'a Sizes) -> Option<u64> {
        let mut length = Length { rest: text, sizes };
        let value = length.sum(0)?;
        length.rest.trim().is_empty().then_some(value)
    }

    fn sum(&mut self, depth: u32) -> Option<u64> {
        let mut value = self.product(depth)?;
        loop {
            match self.next(&['+', '-']) {
                Some('+') => value = value.checked_add(self.product(depth)?)?,
                Some(_) => value = value.checked_sub(self.product(depth)?)?,
                None => return Some(value),
            }
        }
    }

    fn product(&mut self, depth: u32) -> Option<u64> {
        let mut value = self.factor(depth)?;
        loop {
            match self.next(&['*', '/']) {
                Some('*') => value = value.checked_mul(self.factor(depth)?)?,
                Some(_) => value = value.checked_div(self.factor(depth)?)?,
                None => return Some(value),
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Option<u64> {
        if self.next(&['(']).is_some() {
            // Deeper ones are none that anybody writes.
            let value = (depth < 64).then(|| self.sum(depth + 1))??;
            return self.next(&[')']).map(|_| value);
        }
        let word = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let rest = self.rest.trim_start();
        // A size may be a field, `im->w` or `f->linesize[0]`: the longest name counts.
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

    /// Takes one of these characters.
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
        ];
        let sizes = Sizes::from(sizes.map(|(name, size)| (name.to_owned(), size)));
        let value = |text| Length::of(text, &sizes);
        assert_eq!(value("16*((n+15)/16)"), Some(32));
        assert_eq!(value("n*w-1"), Some(50));
        assert_eq!(value("n-w-4"), Some(10));
        assert_eq!(value("im->w*im->line[0]-im"), Some(33));
        assert_eq!(value("im->wide"), None);
        assert_eq!(value("w-n"), None);
        assert_eq!(value("n/0"), None);
        assert_eq!(value("m"), None);
        assert_eq!(value("n)"), None);
    }
}
