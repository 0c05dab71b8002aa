//! The contract in the header: which outputs there are at a size, and which inputs are admitted.

use serde::Deserialize;
use serde_json::Value;
use term::{Arena, Format, SymbolId};

use crate::fault::{Checked, malformed};
use crate::length::{Length, Sizes};

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

impl<'a> Symbol<'a> {
    pub(crate) fn of(arena: &'a Arena, id: SymbolId) -> Symbol<'a> {
        let symbol = arena.symbol(id);
        let buffer = arena.buffer(symbol.buffer);
        Symbol {
            name: &buffer.name,
            offset: u64::from(symbol.offset),
            width: arena.width(symbol.term),
            format: buffer.format.map(Format::name),
            signed: buffer.signed,
        }
    }
}

impl Enumeration {
    /// One of the values, chosen by a number.
    fn value(&self, number: u128) -> Option<i128> {
        let values = self.enumerators.iter().map(|e| e.value);
        if self.combined {
            let chosen = values
                .enumerate()
                .filter(|(at, _)| number >> (at % 128) & 1 == 1);
            return Some(chosen.fold(0, |all, (_, value)| all | value));
        }
        let count = u128::try_from(values.len()).ok()?;
        let at = usize::try_from(number.checked_rem(count)?).ok()?;
        values.clone().nth(at)
    }

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

impl Element {
    /// The type of the leaf with this path.
    fn scalar(&self, path: &str) -> Option<&Scalar> {
        let leaf = self.leaves.iter().find(|leaf| leaf.path == path);
        leaf.map(|leaf| &leaf.scalar)
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

    /// One of the values that the enumeration of a symbol leaves, chosen by a number.
    fn enumerator(&self, symbol: &Symbol<'_>, number: u128) -> Option<i128> {
        let (scalar, values) = self.scalar_at(symbol.offset)?;
        values.filter(|_| scalar.is(symbol))?.value(number)
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
            Ok(parts) => {
                let contract = Contract {
                    params: parts.params,
                    result: parts.result,
                    size_variables: parts.size_variables,
                    globals: parts.globals,
                };
                contract.checked()
            }
            Err(e) => malformed(format!("a contract that cannot be read: {e}")),
        }
    }

    /// The contract, if it says of every buffer what has to be proved of it.
    fn checked(self) -> Checked<Contract> {
        let elements = self
            .params
            .iter()
            .filter_map(|param| param.element.as_ref());
        if elements.chain(&self.result).any(|of| of.leaves.is_empty()) {
            return malformed("an element without scalars");
        }
        for param in &self.params {
            let direction = param.direction.as_deref();
            if !direction.is_none_or(|d| ["in", "out", "inout"].contains(&d))
                || param.length.is_some() && direction.is_none()
            {
                return malformed(format!("{} is neither read nor written", param.name));
            }
            let Some(alias) = &param.alias else { continue };
            let shared = |other: &&Param| other.name == *alias && other.alias.is_none();
            if self.params.iter().filter(shared).count() != 1 {
                return malformed(format!("{} is the memory of no parameter", param.name));
            }
        }
        Ok(self)
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
            // A negative length is no element.
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

    /// Whether an output may be compared as numbers of a format, or bit for bit where there is none:
    /// integers have no NaNs that are alike. Outputs that the contract does not list, such as
    /// global variables, may be either.
    pub(crate) fn admits(&self, output: &str, format: Option<&str>) -> bool {
        let own = self
            .scalar_of(output)
            .map(|scalar| scalar.format.as_deref());
        format.is_none() || own.is_none_or(|own| own == format)
    }

    /// Whether an output is known to be a float.
    pub(crate) fn is_float(&self, output: &str) -> bool {
        let scalar = self.scalar_of(output);
        scalar.is_some_and(|scalar| scalar.format.is_some())
    }

    /// The type of an output that the contract lists.
    fn scalar_of(&self, output: &str) -> Option<&Scalar> {
        if let (Some(path), Some(result)) = (output.strip_prefix("return value"), &self.result) {
            return result.scalar(path);
        }
        self.params.iter().find_map(|param| {
            let element = param.element.as_ref()?;
            let index = output
                .strip_prefix(param.name.as_str())?
                .strip_prefix('[')?;
            let (number, path) = index.split_once(']')?;
            number.parse::<u64>().ok()?;
            element.scalar(path)
        })
    }

    /// One of the values to which an enumeration restricts a symbol, chosen by a number; `None` if
    /// none does.
    pub(crate) fn enumerator(&self, symbol: &Symbol<'_>, number: u128) -> Option<i128> {
        let mut all = self.params.iter().chain(&self.globals);
        let input = all.find(|input| input.name == symbol.name && input.alias.is_none())?;
        input.enumerator(symbol, number)
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
