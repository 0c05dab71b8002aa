//! The contract of a check: the meaning of each parameter of the two functions.
//!
//! This module is vocabulary only. The front end infers a contract from debug info and
//! merges the user's overrides; the check driver makes symbolic inputs from it; replay
//! makes native ones; the report prints it. Invariant: every size variable in a length is
//! in [`Contract::size_variables`].

mod address;
mod element;
mod image;
mod length;
mod relation;
mod role;
mod scalar;
mod values;

use std::fmt;

use serde::Serialize;

pub use address::Address;
pub use element::{Element, Leaf};
pub use image::{ChannelOrder, ChannelType, IMAGE_HEADER_BYTES, Image, ImageKind};
pub use length::{Length, Sizes};
pub use relation::{Comparison, Indices, Part, Relation, Term, apply};
pub use role::{Direction, Role};
pub use scalar::Scalar;
pub use values::{Enumeration, Enumerator, Range};

/// One parameter of the functions under check, in source order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Param {
    /// The name in the source (`arg2` if debug info has none).
    pub name: String,
    /// Its meaning.
    #[serde(flatten)]
    pub role: Role,
    /// Whether the user gave the meaning (`--arg`), so that it was not inferred.
    pub given: bool,
    /// Whether the length is only assumed: the port accesses that many elements, and the
    /// number that the reference accesses is unknown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// The length of a row, if the buffer has rows (`w=in:f32[n][m]`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<Length>,
    /// The parameter whose buffer this one shares (`--alias dst=src`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// Whether its final contents are not compared: only one version has it, or it is scratch
    /// memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scratch: bool,
    /// The version that alone has the parameter, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
}

/// The version that a parameter belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// The reference.
    Reference,
    /// The port.
    Port,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Owner::Reference => "reference",
            Owner::Port => "port",
        })
    }
}

/// A global variable whose contents are an input, an output or both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Global {
    /// Its name in the source, or its symbol if that name is not unique.
    pub name: String,
    /// Its symbols in the reference's program and in the port's.
    pub symbols: [String; 2],
    /// How the functions use it.
    pub direction: Direction,
    /// Its type, or that of an element.
    pub element: Element,
    /// Number of elements, if it is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Byte offsets of addresses in it.
    #[serde(skip)]
    pub pointers: Vec<u32>,
    /// Range of every leaf, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Whether the user gave the meaning (`--global`).
    pub given: bool,
    /// The version that keeps state in it between calls, if it is `static` and only one
    /// version accesses it.
    #[serde(skip)]
    pub kept: Option<Keeper>,
    /// Whether both versions have it, with different initial values.
    #[serde(skip)]
    pub initialised_apart: bool,
}

impl Global {
    /// Whether an address is at this byte offset.
    pub fn has_pointer_at(&self, offset: u64) -> bool {
        self.pointers.iter().any(|at| u64::from(*at) == offset)
    }
}

/// The version that keeps state in a static variable between calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeper {
    /// Whether it is the port instead of the reference.
    pub port: bool,
    /// Whether other functions may change the variable.
    pub shared: bool,
}

/// Formats as in a flag: `table=in:u8[256]`.
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

/// The contract of a check.
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
    /// The index space of a version that is a kernel, as in the flags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
    /// The type of the result; `None` for `void`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Element>,
    /// Whether the result is a pointer, which is compared by its target ([`Address`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub returns_address: bool,
    /// Relations between inputs (`--assume`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// All size variables, in order of first use.
    pub size_variables: Vec<String>,
}

impl Contract {
    /// Gives buffers, by the indices of their parameters, other numbers of elements.
    pub fn shorten(&mut self, lengths: &[(usize, Length)]) {
        for (buffer, shorter) in lengths {
            if let Role::Buffer { length, .. } = &mut self.params[*buffer].role {
                *length = shorter.clone();
            }
        }
    }
}
