//! The contract of a check: what each parameter of the two functions means.
//!
//! Vocabulary only. The front end infers a contract from debug info and merges
//! the user's overrides; the check driver turns it into symbolic inputs; replay
//! turns it into native ones; the report prints it. Invariant: every size
//! variable named by a length occurs in [`Contract::size_variables`].

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
    /// The length of a row, where rows are told apart (`w=in:f32[n][m]`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<Length>,
    /// The parameter whose buffer this one shares (`--alias dst=src`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// Whether one version alone has it: what is left in it is not compared.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scratch: bool,
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
    /// Who keeps something in it from call to call, where it is `static` and one version
    /// alone reaches it.
    #[serde(skip)]
    pub kept: Option<Keeper>,
}

/// Who keeps something in a static variable from call to call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeper {
    /// It is the port, not the reference.
    pub port: bool,
    /// Whether functions beside it may change the variable.
    pub shared: bool,
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
    /// Whether the result is a pointer, of which is compared where it points to
    /// ([`Address`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub returns_address: bool,
    /// What else holds of the inputs (`--assume`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// Every size variable in order of first use.
    pub size_variables: Vec<String>,
}
