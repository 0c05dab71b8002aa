//! The contract of a check: what each parameter of the two functions means.
//!
//! Vocabulary only. The front end infers a contract from debug info and merges
//! the user's overrides; the check driver turns it into symbolic inputs; replay
//! turns it into native ones; the report prints it. Invariant: every size
//! variable named by a length occurs in [`Contract::size_variables`].

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use term::Format;

/// A machine scalar: what one leaf of a buffer element or argument holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Scalar {
    /// An integer of 1 to 128 bits (`bool` is 8 bits wide in memory).
    Int {
        /// Width in bits.
        bits: u8,
        /// Whether it is shown and compared as signed.
        signed: bool,
    },
    /// A float.
    Float {
        /// Its format.
        #[serde(serialize_with = "format_name")]
        format: Format,
    },
}

fn format_name<S: serde::Serializer>(format: &Format, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(format.name())
}

impl Scalar {
    /// Width in bits.
    pub const fn bits(self) -> u8 {
        match self {
            Scalar::Int { bits, .. } => bits,
            Scalar::Float { format } => format.width(),
        }
    }

    /// Its alignment in bytes on x86-64, where it is its size in whole powers of two.
    pub const fn align(self) -> u32 {
        (self.bits() as u32).div_ceil(8).next_power_of_two()
    }

    /// Whether a count is one of its values.
    pub fn holds(self, count: u64) -> bool {
        match self {
            Scalar::Int { bits, signed } => {
                let usable = u32::from(bits) - u32::from(signed);
                usable >= 64 || count >> usable == 0
            }
            Scalar::Float { .. } => false,
        }
    }

    /// The scalar with this name: `u8 i16 u32 i64 … f16 bf16 f32 f64`.
    pub fn from_name(name: &str) -> Option<Scalar> {
        if let Some(format) = Format::from_name(name) {
            return Some(Scalar::Float { format });
        }
        let signed = name.starts_with('i');
        let bits = name.strip_prefix(['i', 'u'])?.parse().ok()?;
        matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(Scalar::Int { bits, signed })
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int { bits, signed: true } => write!(f, "i{bits}"),
            Scalar::Int {
                bits,
                signed: false,
            } => write!(f, "u{bits}"),
            Scalar::Float { format } => write!(f, "{format}"),
        }
    }
}

/// One scalar inside a buffer element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaf {
    /// Offset in bytes from the start of the element.
    pub offset: u32,
    /// What is stored there.
    pub scalar: Scalar,
    /// Its name inside the element (`.re`, `.m[3]`), empty for a plain scalar.
    pub path: String,
}

/// The type of one element of a buffer, flattened to its scalars. Padding
/// bytes belong to no leaf and are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// The name shown (`f32`, `struct complex`).
    pub name: String,
    /// Distance between two elements in bytes.
    pub size: u32,
    /// The alignment in bytes that its type has: what every caller keeps to.
    #[serde(skip)]
    pub align: u32,
    /// Its scalars by ascending offset.
    pub leaves: Vec<Leaf>,
}

impl Element {
    /// The element that is a single scalar.
    pub fn scalar(scalar: Scalar) -> Element {
        let leaf = Leaf {
            offset: 0,
            scalar,
            path: String::new(),
        };
        Element {
            name: scalar.to_string(),
            size: u32::from(scalar.bits()).div_ceil(8),
            align: scalar.align(),
            leaves: vec![leaf],
        }
    }
}

impl Element {
    /// The scalar that a range of all its values is written for: a float, if one of
    /// them is.
    fn widest(&self) -> Option<Scalar> {
        let scalars = self.leaves.iter().map(|leaf| leaf.scalar);
        let float = scalars.clone().find(|s| matches!(s, Scalar::Float { .. }));
        float.or(scalars.max_by_key(|s| s.bits()))
    }
}

/// A number of elements: an arithmetic expression over size variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// A fixed number.
    Const(u64),
    /// The value of a size variable.
    Var(String),
    /// A binary operation; division truncates.
    Op(char, Box<Length>, Box<Length>),
}

/// Concrete values of the size variables of one run.
pub type Sizes = BTreeMap<String, u64>;

impl Length {
    /// Whether it is the constant zero.
    pub fn is_zero(&self) -> bool {
        *self == Length::Const(0)
    }

    /// The number of elements under `sizes`; `None` on an unknown variable,
    /// overflow, a negative result or division by zero.
    pub fn evaluate(&self, sizes: &Sizes) -> Option<u64> {
        match self {
            Length::Const(n) => Some(*n),
            Length::Var(name) => sizes.get(name).copied(),
            Length::Op(op, a, b) => {
                let (a, b) = (a.evaluate(sizes)?, b.evaluate(sizes)?);
                match op {
                    '+' => a.checked_add(b),
                    '-' => a.checked_sub(b),
                    '*' => a.checked_mul(b),
                    '/' => a.checked_div(b),
                    _ => None,
                }
            }
        }
    }

    /// Calls `f` with every variable, left to right.
    pub fn variables<'a>(&'a self, f: &mut impl FnMut(&'a str)) {
        match self {
            Length::Const(_) => {}
            Length::Var(name) => f(name),
            Length::Op(_, a, b) => {
                a.variables(f);
                b.variables(f);
            }
        }
    }
}

/// How tightly an expression holds together as an operand.
const fn rank(length: &Length) -> u8 {
    match length {
        Length::Op('+' | '-', ..) => 1,
        Length::Op(..) => 2,
        Length::Const(_) | Length::Var(_) => 3,
    }
}

/// With the parentheses that it needs to be read back as it is.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |f: &mut fmt::Formatter<'_>, x: &Length, least: u8| match rank(x) < least {
            true => write!(f, "({x})"),
            false => write!(f, "{x}"),
        };
        match self {
            Length::Const(n) => write!(f, "{n}"),
            Length::Var(name) => f.write_str(name),
            Length::Op(op, a, b) => {
                operand(f, a, rank(self))?;
                write!(f, "{op}")?;
                operand(f, b, rank(self) + 1)
            }
        }
    }
}

impl Serialize for Length {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// Whether a buffer is read, written or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Symbolic before the call; a write to it is a finding.
    In,
    /// Uninitialised before the call, compared after it.
    Out,
    /// Symbolic before the call and compared after it.
    InOut,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::In => "in",
            Direction::Out => "out",
            Direction::InOut => "inout",
        })
    }
}

/// An inclusive range of input values, in the scalar's own order. Ends of integers
/// are exact, or beyond the type's last value where a float cannot tell them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
}

impl Range {
    /// The range as a flag has it, ` in 0..255`.
    pub fn show(self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Float { .. } => format!(" in {:?}..{:?}", self.low, self.high),
            Scalar::Int { bits, signed } => {
                let unused = (127 + u32::from(signed)).saturating_sub(u32::from(bits));
                let greatest = i128::MAX >> unused;
                let end = |x: f64| (x as i128).min(greatest);
                format!(" in {}..{}", end(self.low), end(self.high))
            }
        }
    }
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumerator {
    /// Its name, or its digits where it has none.
    pub name: String,
    /// Its value.
    pub value: i128,
}

/// The values of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumeration {
    /// Those with names.
    pub enumerators: Vec<Enumerator>,
    /// Whether they are bits, any of which may be set together.
    pub combined: bool,
}

impl Enumeration {
    /// Smallest and largest value; `None` without any.
    pub fn bounds(&self) -> Option<(i128, i128)> {
        let values = || self.enumerators.iter().map(|e| e.value);
        match self.combined {
            true => Some((0, self.mask())),
            false => Some((values().min()?, values().max()?)),
        }
    }

    /// Every bit that some enumerator has.
    pub fn mask(&self) -> i128 {
        self.enumerators.iter().fold(0, |all, e| all | e.value)
    }

    /// Whether every number between the bounds is one of the values.
    pub fn is_interval(&self) -> bool {
        let Some((low, high)) = self.bounds() else {
            return false;
        };
        if self.combined {
            return high.count_ones() == (high + 1).ilog2();
        }
        let mut values: Vec<i128> = self.enumerators.iter().map(|e| e.value).collect();
        values.sort_unstable();
        values.dedup();
        high.checked_sub(low)
            .is_some_and(|span| span + 1 == values.len() as i128)
    }
}

impl fmt::Display for Enumeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.enumerators.iter().map(|e| e.name.as_str()).collect();
        let word = if self.combined { "flags" } else { "enum" };
        write!(f, "{word}:{}", names.join("|"))
    }
}

/// What a parameter means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Role {
    /// A pointer to `length` elements; the object is exactly that long.
    Buffer {
        /// How the functions may use it.
        direction: Direction,
        /// Type of one element.
        element: Element,
        /// Number of elements.
        length: Length,
        /// Number of elements that are there, where it is not the length: those beyond
        /// the length may be read and written, hold anything, and are not compared.
        #[serde(skip_serializing_if = "Option::is_none")]
        capacity: Option<Length>,
        /// The element that the pointer points to: elements before it are reached
        /// with negative indices.
        #[serde(skip_serializing_if = "Length::is_zero")]
        origin: Length,
        /// The alignment in bytes that callers promise, where the user gave one
        /// instead of the element's own.
        #[serde(skip_serializing_if = "Option::is_none")]
        align: Option<u32>,
        /// Range of every leaf, where the user gave one (floats: NaN excluded).
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A symbolic scalar passed by value.
    Scalar {
        /// Its type.
        scalar: Scalar,
        /// Its range, where the user gave one.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
        /// The values of its enumeration, if it is restricted to them.
        #[serde(skip_serializing_if = "Option::is_none")]
        enumeration: Option<Enumeration>,
    },
    /// A symbolic structure, vector or complex number passed by value.
    Value {
        /// Its type.
        element: Element,
        /// Range of every leaf, where the user gave one.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A fixed value, given by the user (`const:16`): the bits as passed. A pointer
    /// that is fixed (to null, say) has the scalar of its address.
    Const {
        /// Its type.
        scalar: Scalar,
        /// The argument's bits.
        bits: u128,
    },
    /// An integer whose value is a size expression, concrete in every run.
    Size {
        /// Its type.
        scalar: Scalar,
        /// Its value.
        value: Length,
        /// The only values it takes, where its type is an enumeration; else empty.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        listed: Vec<u64>,
    },
}

/// As a flag has it: `in:f32[n] align:16 in 0..1`. A fixed value is its bits.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &Option<Range>, scalar: Option<Scalar>| match (range, scalar) {
            (Some(range), Some(scalar)) => range.show(scalar),
            _ => String::new(),
        };
        match self {
            Role::Buffer {
                direction,
                element,
                length,
                capacity,
                origin,
                align,
                range: r,
            } => {
                write!(f, "{direction}:{}[{length}]", element.name)?;
                if !origin.is_zero() {
                    write!(f, "@{origin}")?;
                }
                if let Some(capacity) = capacity {
                    write!(f, " of {capacity}")?;
                }
                if let Some(bytes) = align {
                    write!(f, " align:{bytes}")?;
                }
                f.write_str(&range(r, element.widest()))
            }
            Role::Scalar {
                enumeration: Some(enumeration),
                ..
            } => write!(f, "{enumeration}"),
            Role::Scalar {
                scalar, range: r, ..
            } => write!(f, "{scalar}{}", range(r, Some(*scalar))),
            Role::Value { element, range: r } => {
                write!(f, "{}{}", element.name, range(r, element.widest()))
            }
            Role::Const { bits, .. } => write!(f, "const:{bits:#x}"),
            Role::Size { value, .. } => write!(f, "size:{value}"),
        }
    }
}

/// One parameter of the functions under check, in source order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Param {
    /// The source name (`arg2` where debug info has none).
    pub name: String,
    /// Its meaning.
    #[serde(flatten)]
    pub role: Role,
    /// Whether the user gave the meaning (`--arg`) instead of inference.
    pub given: bool,
    /// Whether the length is only assumed: the port reaches so far, and how far the
    /// reference reaches cannot be told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// The parameter whose buffer this one shares (`--alias dst=src`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
}

/// A global variable whose contents are an input, an output or both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Global {
    /// Its name in the source, or its symbol where that is not the only one.
    pub name: String,
    /// Its symbol in the reference's program and in the port's.
    pub symbols: [String; 2],
    /// How the functions use it.
    pub direction: Direction,
    /// Its type, or that of an element.
    pub element: Element,
    /// Number of elements of an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Offsets in bytes of what it holds that are addresses.
    #[serde(skip)]
    pub pointers: Vec<u32>,
    /// Range of every leaf, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Whether the user gave the meaning (`--global`).
    pub given: bool,
}

/// As a flag has it: `table=in:u8[256]`.
impl fmt::Display for Global {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = match (self.range, self.element.widest()) {
            (Some(range), Some(scalar)) => range.show(scalar),
            _ => String::new(),
        };
        let (name, direction, element) = (&self.name, self.direction, &self.element.name);
        match self.count {
            Some(count) => write!(f, "{name}={direction}:{element}[{count}]{range}"),
            None => write!(f, "{name}={direction}:{element}{range}"),
        }
    }
}

/// The whole contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contract {
    /// Parameters in source order (LLVM argument order up to ABI lowering).
    pub params: Vec<Param>,
    /// Global variables that are inputs or outputs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<Global>,
    /// Functions that run before both versions (`--setup`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<String>,
    /// The work-items of a version that is a kernel, as the flags have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
    /// What is returned by value; `None` for `void`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Element>,
    /// Every size variable in order of first use.
    pub size_variables: Vec<String>,
}
