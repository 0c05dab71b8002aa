//! The contract as the tool's JSON states it, reduced to what native calls need.

use std::collections::BTreeMap;

use serde_json::Value;

/// Concrete values of the size variables.
pub type Sizes = BTreeMap<String, u64>;

/// A scalar's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer of so many bytes.
    Int(usize),
    /// A float of so many bytes.
    Float(usize),
}

impl Scalar {
    pub fn bytes(self) -> usize {
        match self {
            Scalar::Int(bytes) | Scalar::Float(bytes) => bytes,
        }
    }

    /// Whether two values are the same, every NaN being alike.
    pub fn same(self, a: &[u8], b: &[u8]) -> bool {
        a == b || self.is_nan(a) && self.is_nan(b)
    }

    fn is_nan(self, x: &[u8]) -> bool {
        match (self, x) {
            (Scalar::Float(4), &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]).is_nan(),
            (Scalar::Float(8), _) => x.try_into().is_ok_and(|x| f64::from_le_bytes(x).is_nan()),
            _ => false,
        }
    }

    fn read(json: &Value) -> Scalar {
        match json["kind"].as_str() {
            Some("int") => Scalar::Int(json["bits"].as_u64().expect("bits").div_ceil(8) as usize),
            Some("float") => match json["format"].as_str() {
                Some("f16" | "bf16") => Scalar::Float(2),
                Some("f32") => Scalar::Float(4),
                Some("f64") => Scalar::Float(8),
                other => panic!("format {other:?}"),
            },
            other => panic!("scalar kind {other:?}"),
        }
    }
}

/// A buffer element's scalars and its size in bytes.
#[derive(Clone, Debug)]
pub struct Element {
    pub size: usize,
    pub leaves: Vec<(usize, Scalar)>,
}

impl Element {
    fn read(json: &Value) -> Element {
        let leaves = json["leaves"].as_array().expect("leaves").iter();
        let leaf = |leaf: &Value| {
            let offset = leaf["offset"].as_u64().expect("offset") as usize;
            (offset, Scalar::read(&leaf["scalar"]))
        };
        Element {
            size: json["size"].as_u64().expect("size") as usize,
            leaves: leaves.map(leaf).collect(),
        }
    }

    /// The first scalar in which two arrays of this element differ.
    pub fn difference(&self, a: &[u8], b: &[u8]) -> Option<usize> {
        (0..a.len().min(b.len()))
            .step_by(self.size.max(1))
            .find_map(|base| {
                self.leaves.iter().find_map(|(offset, scalar)| {
                    let at = base + offset;
                    let range = at..at + scalar.bytes();
                    (!scalar.same(&a[range.clone()], &b[range])).then_some(at)
                })
            })
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub enum Role {
    Buffer {
        element: Element,
        length: String,
        writable: bool,
    },
    Scalar(Scalar),
    Fixed {
        scalar: Scalar,
        value: String,
    },
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub role: Role,
    pub alias: Option<usize>,
}

/// The whole contract.
#[derive(Clone, Debug)]
pub struct Contract {
    pub params: Vec<Param>,
    pub result: Option<Element>,
}

impl Contract {
    /// Reads the `contract` of a JSON answer.
    pub fn read(json: &Value) -> Contract {
        let list = json["params"].as_array().expect("params");
        let name = |param: &Value| param["name"].as_str().expect("name").to_owned();
        let names: Vec<String> = list.iter().map(name).collect();
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let params = list.iter().map(|param| Param {
            name: name(param),
            role: match param["role"].as_str() {
                Some("buffer") => Role::Buffer {
                    element: Element::read(&param["element"]),
                    length: text(&param["length"]),
                    writable: param["direction"] != "in",
                },
                Some("scalar") => Role::Scalar(Scalar::read(&param["scalar"])),
                Some("const") => Role::Fixed {
                    scalar: Scalar::read(&param["scalar"]),
                    value: text(&param["bits"]),
                },
                Some("size") => Role::Fixed {
                    scalar: Scalar::read(&param["scalar"]),
                    value: text(&param["value"]),
                },
                other => panic!("role {other:?}"),
            },
            alias: param["alias"]
                .as_str()
                .and_then(|alias| names.iter().position(|name| name == alias)),
        });
        Contract {
            params: params.collect(),
            result: json
                .get("result")
                .filter(|r| !r.is_null())
                .map(Element::read),
        }
    }
}

/// The value of a length such as `(w+2)*h`.
pub fn evaluate(length: &str, sizes: &Sizes) -> u64 {
    let mut rest = length;
    let value = sum(&mut rest, sizes);
    assert!(rest.trim().is_empty(), "cannot read the length {length}");
    value
}

fn take(rest: &mut &str, symbols: &[char]) -> Option<char> {
    *rest = rest.trim_start();
    let symbol = rest.chars().next().filter(|c| symbols.contains(c))?;
    *rest = &rest[1..];
    Some(symbol)
}

fn sum(rest: &mut &str, sizes: &Sizes) -> u64 {
    let mut value = product(rest, sizes);
    while let Some(op) = take(rest, &['+', '-']) {
        let right = product(rest, sizes);
        value = if op == '+' {
            value + right
        } else {
            value - right
        };
    }
    value
}

fn product(rest: &mut &str, sizes: &Sizes) -> u64 {
    let mut value = atom(rest, sizes);
    while let Some(op) = take(rest, &['*', '/']) {
        let right = atom(rest, sizes);
        value = if op == '*' {
            value * right
        } else {
            value / right
        };
    }
    value
}

fn atom(rest: &mut &str, sizes: &Sizes) -> u64 {
    if take(rest, &['(']).is_some() {
        let value = sum(rest, sizes);
        assert_eq!(take(rest, &[')']), Some(')'));
        return value;
    }
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let (word, tail) = rest.split_at(end);
    *rest = tail;
    word.parse().unwrap_or_else(|_| sizes[word])
}

/// The sizes that a `--size` option names (`n=1..64`, `w=1..18,h=2`), each
/// range cut to its first `most` values.
pub fn sizes(option: &str, most: u64) -> Vec<Sizes> {
    let mut all = vec![Sizes::new()];
    for part in option.split(',') {
        let (name, range) = part.split_once('=').expect("a size");
        let (low, high) = range.split_once("..").unwrap_or((range, range));
        let (low, high): (u64, u64) = (low.parse().unwrap(), high.parse().unwrap());
        let high = high.min(low + most - 1);
        let with = |sizes: Sizes| {
            (low..=high).map(move |value| {
                let mut sizes = sizes.clone();
                sizes.insert(name.to_owned(), value);
                sizes
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}
