//! The types of debug info in the form that contracts use.
//!
//! Every type of known layout is flattened to its scalars; a type without such a form keeps
//! the reason, so that an error can give it.

use term::Format;

use super::debug_info::{DebugInfo, NodeId, Record};
use super::images::ImageType;
use crate::contract::{Element, Enumerator, Leaf, Length, Scalar};

/// The type of a `bool`.
pub const BOOL: Scalar = Scalar::Int {
    bits: 1,
    signed: false,
};

/// The reason why a pointer to pointers has no symbolic form by itself.
pub const POINTERS: &str = "it is a pointer to pointers";

/// The reason why a pointer to a function has no symbolic form by itself.
pub const FUNCTION: &str = "it is a pointer to a function";

/// The type of a `bool` in memory and in contracts, with the values zero and one.
pub const BOOL_IN_MEMORY: Scalar = Scalar::Int {
    bits: 8,
    signed: false,
};

/// A source type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`.
    Void,
    /// A number, `char` or an enumeration; `bool` is the unsigned integer of 1 bit.
    Scalar(Scalar),
    /// A structure, union, vector, array or complex number.
    Aggregate(Element),
    /// A pointer or reference.
    Pointer(Pointer),
    /// An image of OpenCL C.
    Image(ImageType),
    /// A pointer to a function that the user names.
    Function {
        /// The function, by the user's name for it.
        name: String,
    },
    /// A pointer to an element of another parameter's buffer.
    Place {
        /// The other parameter.
        of: String,
        /// The index of the element.
        index: Length,
    },
    /// A type without a symbolic form.
    Opaque {
        /// The reason.
        reason: String,
    },
}

/// A pointer's target and properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// The type of the pointee; never a pointer itself (pointers to pointers are opaque).
    pub pointee: Box<Type>,
    /// Whether the pointee is `const`.
    pub constant: bool,
    /// Whether it is a C++ reference, and so points to one element.
    pub reference: bool,
    /// The alignment in bytes that a `typedef` of the pointee's type gives.
    pub align: Option<u32>,
}

impl Type {
    /// The type as a buffer element; `None` if it has no such form.
    pub fn element(&self) -> Option<Element> {
        match self {
            Type::Scalar(scalar) if *scalar == BOOL => Some(Element::scalar(BOOL_IN_MEMORY)),
            Type::Scalar(scalar) => Some(Element::scalar(*scalar)),
            Type::Aggregate(element) => Some(element.clone()),
            _ => None,
        }
    }
}

/// The largest nesting depth of types; deeper ones are cycles in malformed debug info.
const MAX_DEPTH: u32 = 64;

/// Debug info and the depth reached in it.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) info: &'a DebugInfo,
    pub(super) depth: u32,
}

impl<'a> At<'a> {
    pub(super) fn of(info: &'a DebugInfo) -> Self {
        At { info, depth: 0 }
    }

    pub(super) fn deeper(self) -> Self {
        let depth = self.depth + 1;
        At { depth, ..self }
    }

    pub(super) fn record(self, id: NodeId) -> Option<Record<'a>> {
        self.info.record(id).filter(|_| self.depth < MAX_DEPTH)
    }

    pub(super) fn tuple(self, id: NodeId) -> Vec<Option<NodeId>> {
        self.info.tuple(id)
    }
}

/// Removes typedefs and qualifiers; also returns whether one of them was `const`.
pub(super) fn strip(mut info: At<'_>, mut id: Option<NodeId>) -> (Option<NodeId>, bool) {
    let mut constant = false;
    while let Some(record) = id.and_then(|id| info.record(id)) {
        info = info.deeper();
        match record.get("tag") {
            Some("DW_TAG_const_type") => constant = true,
            Some(
                "DW_TAG_typedef"
                | "DW_TAG_volatile_type"
                | "DW_TAG_restrict_type"
                | "DW_TAG_atomic_type"
                | "DW_TAG_immutable_type",
            ) => {}
            _ => break,
        }
        id = record.node("baseType");
    }
    (id, constant)
}

/// The alignment in bytes that the outermost `typedef` with an alignment gives a type.
pub(super) fn declared_alignment(mut info: At<'_>, mut id: Option<NodeId>) -> Option<u32> {
    while let Some(record) = id.and_then(|id| info.record(id)) {
        info = info.deeper();
        if let Some(bits) = record.number("align") {
            return u32::try_from(bits / 8).ok().filter(|a| a.is_power_of_two());
        }
        match record.get("tag") {
            Some("DW_TAG_typedef" | "DW_TAG_const_type" | "DW_TAG_volatile_type") => {}
            _ => return None,
        }
        id = record.node("baseType");
    }
    None
}

/// The number of elements in each dimension of an array.
pub(super) fn counts(info: At<'_>, record: &Record<'_>) -> Option<Vec<u64>> {
    let ranges = info.tuple(record.node("elements")?);
    ranges
        .into_iter()
        .map(|id| info.record(id?)?.number("count"))
        .collect()
}

pub(super) fn opaque(reason: &str) -> Type {
    let reason = reason.to_owned();
    Type::Opaque { reason }
}

/// The type of a basic type or an enumeration; `None` for other records.
pub(super) fn scalar(info: At<'_>, record: &Record<'_>) -> Option<Type> {
    if record.get("tag") == Some("DW_TAG_enumeration_type") {
        let bits = u8::try_from(record.number("size")?).ok()?;
        let base = strip(info, record.node("baseType")).0;
        let signed = match base.and_then(|id| scalar(info, &info.record(id)?)) {
            Some(Type::Scalar(Scalar::Int { signed, .. })) => signed,
            _ => false,
        };
        return Some(Type::Scalar(Scalar::Int { bits, signed }));
    }
    if record.class != "DIBasicType" {
        return None;
    }
    let name = record.text("name").unwrap_or_default();
    let Some(bits) = record.number("size").and_then(|b| u8::try_from(b).ok()) else {
        // Only `_Complex long double` is wider.
        return (record.get("encoding") == Some("DW_ATE_complex_float"))
            .then(|| Type::Aggregate(complex(Format::X87, 16)));
    };
    let int = |signed| match bits {
        8 | 16 | 32 | 64 | 128 => Type::Scalar(Scalar::Int { bits, signed }),
        _ => opaque("integers of that width are not supported"),
    };
    let float = |bits| match (bits, name.as_str()) {
        (16, "__bf16" | "__bfloat16") => Some(Format::BFloat),
        (16, _) => Some(Format::Half),
        (32, _) => Some(Format::Single),
        (64, _) => Some(Format::Double),
        (80 | 96 | 128, "long double") => Some(Format::X87),
        (128, _) => Some(Format::Quad),
        _ => None,
    };
    Some(match record.get("encoding") {
        Some("DW_ATE_signed" | "DW_ATE_signed_char") => int(true),
        Some("DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_UTF") => int(false),
        Some("DW_ATE_boolean") => Type::Scalar(BOOL),
        Some("DW_ATE_float") => match float(bits) {
            Some(Format::X87) => Type::Aggregate(Element {
                size: u32::from(bits) / 8,
                ..Element::scalar(Scalar::Float {
                    format: Format::X87,
                })
            }),
            Some(format) => Type::Scalar(Scalar::Float { format }),
            None => opaque("floats of that width are not supported"),
        },
        Some("DW_ATE_complex_float") => match bits {
            32 => Type::Aggregate(complex(Format::Half, 2)),
            64 => Type::Aggregate(complex(Format::Single, 4)),
            128 => Type::Aggregate(complex(Format::Double, 8)),
            _ => opaque("complex numbers of that width are not supported"),
        },
        _ => opaque("it has no known representation"),
    })
}

/// The enumerators of a type, in the order of declaration; empty for other types.
pub fn enumerators(info: &DebugInfo, id: Option<NodeId>) -> Vec<Enumerator> {
    let at = At { info, depth: 0 };
    let record = strip(at, id).0.and_then(|id| at.record(id));
    let Some(list) = record
        .filter(|r| r.get("tag") == Some("DW_TAG_enumeration_type"))
        .and_then(|r| r.node("elements"))
    else {
        return Vec::new();
    };
    let enumerator = |id: Option<NodeId>| {
        let record = at.record(id?)?;
        Some(Enumerator {
            name: record.text("name")?,
            value: record.get("value")?.parse().ok()?,
        })
    };
    at.tuple(list).into_iter().filter_map(enumerator).collect()
}

/// A complex number whose real and imaginary parts have `size` bytes each.
fn complex(format: Format, size: u32) -> Element {
    let part = |offset, path: &str| Leaf {
        offset,
        scalar: Scalar::Float { format },
        path: path.into(),
        values: None,
    };
    Element {
        name: format!("complex {format}"),
        size: 2 * size,
        align: size,
        leaves: vec![part(0, ".re"), part(size, ".im")],
    }
}
