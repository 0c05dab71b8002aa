//! Debug-info types as the contract sees them.
//!
//! Every type of known layout is flattened to its scalars; a type that has no
//! such form keeps the reason, so that an error can say it.

use term::Format;

use super::debug_info::{DebugInfo, NodeId, Record};
use crate::contract::{Element, Leaf, Scalar};

/// The type of a `bool`.
pub const BOOL: Scalar = Scalar::Int {
    bits: 1,
    signed: false,
};

/// What holds a `bool` in memory, and in contracts: zero or one.
pub const BOOL_IN_MEMORY: Scalar = Scalar::Int {
    bits: 8,
    signed: false,
};

/// An element with more scalars than this is not flattened.
const MAX_LEAVES: usize = 1 << 16;

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
    /// A type without a symbolic form.
    Opaque {
        /// Why it has none.
        reason: String,
    },
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// The type it points to; never a pointer itself (those are opaque).
    pub pointee: Box<Type>,
    /// Whether that is `const`.
    pub constant: bool,
    /// Whether it is a C++ reference, hence to one element.
    pub reference: bool,
}

impl Type {
    /// The type as one buffer element.
    pub fn element(&self) -> Option<Element> {
        match self {
            Type::Scalar(scalar) if *scalar == BOOL => Some(Element::scalar(BOOL_IN_MEMORY)),
            Type::Scalar(scalar) => Some(Element::scalar(*scalar)),
            Type::Aggregate(element) => Some(element.clone()),
            _ => None,
        }
    }
}

/// Types nested deeper than this are cycles in damaged debug info.
const MAX_DEPTH: u32 = 64;

/// Debug info and the depth reached in it.
#[derive(Clone, Copy)]
struct At<'a> {
    info: &'a DebugInfo,
    depth: u32,
}

impl<'a> At<'a> {
    fn deeper(self) -> Self {
        let depth = self.depth + 1;
        At { depth, ..self }
    }

    fn record(self, id: NodeId) -> Option<Record<'a>> {
        self.info.record(id).filter(|_| self.depth < MAX_DEPTH)
    }

    fn tuple(self, id: NodeId) -> Vec<Option<NodeId>> {
        self.info.tuple(id)
    }
}

/// The type of a node; `None` stands for `void`.
pub fn resolve(info: &DebugInfo, id: Option<NodeId>) -> Type {
    resolve_at(At { info, depth: 0 }, id)
}

fn resolve_at(info: At<'_>, id: Option<NodeId>) -> Type {
    let info = info.deeper();
    let (id, _) = strip(info, id);
    let Some(id) = id else { return Type::Void };
    let Some(record) = info.record(id) else {
        return opaque("its debug info is damaged");
    };
    if let Some(scalar) = scalar(info, &record) {
        return scalar;
    }
    match record.get("tag") {
        Some("DW_TAG_pointer_type") => pointer(info, &record, false),
        Some("DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type") => {
            pointer(info, &record, true)
        }
        _ if record.class == "DISubroutineType" => opaque("it is a function"),
        _ => match flatten(info, id) {
            Ok(element) => Type::Aggregate(element),
            Err(reason) => Type::Opaque { reason },
        },
    }
}

/// The type as it is written in C.
pub fn spelled(info: &DebugInfo, id: Option<NodeId>) -> String {
    spelled_at(At { info, depth: 0 }, id)
}

fn spelled_at(info: At<'_>, id: Option<NodeId>) -> String {
    let info = info.deeper();
    let Some(id) = id else { return "void".into() };
    let Some(record) = info.record(id) else {
        return "?".into();
    };
    let base = || spelled_at(info, record.node("baseType"));
    let suffix = |text: &str| {
        let base = base();
        let space = if base.ends_with(['*', '&']) { "" } else { " " };
        format!("{base}{space}{text}")
    };
    match record.get("tag") {
        Some("DW_TAG_pointer_type") => {
            let target = record.node("baseType").and_then(|id| info.record(id));
            match target {
                Some(t) if t.class == "DISubroutineType" => base().replacen("()", "(*)", 1),
                _ => suffix("*"),
            }
        }
        Some("DW_TAG_reference_type") => suffix("&"),
        Some("DW_TAG_rvalue_reference_type") => suffix("&&"),
        Some("DW_TAG_const_type") => match base() {
            b if b.ends_with('*') => format!("{b}const"),
            b => format!("const {b}"),
        },
        Some("DW_TAG_volatile_type") => format!("volatile {}", base()),
        Some("DW_TAG_restrict_type") => format!("{}restrict", base()),
        Some("DW_TAG_array_type") if !record.flag("DIFlagVector") => {
            let counts: Vec<_> = counts(info, &record).unwrap_or_default();
            let dims: String = counts.iter().map(|n| format!("[{n}]")).collect();
            format!("{}{dims}", base())
        }
        tag => match record.text("name") {
            Some(name) => {
                let complex = record.get("encoding") == Some("DW_ATE_complex_float");
                match (tag, complex, record.number("size")) {
                    (_, true, Some(64)) => "float _Complex".into(),
                    (_, true, _) => "double _Complex".into(),
                    (Some("DW_TAG_structure_type"), ..) => format!("struct {name}"),
                    (Some("DW_TAG_union_type"), ..) => format!("union {name}"),
                    (Some("DW_TAG_enumeration_type"), ..) => format!("enum {name}"),
                    _ => name,
                }
            }
            None if record.class == "DISubroutineType" => {
                let types = record
                    .node("types")
                    .map(|t| info.tuple(t))
                    .unwrap_or_default();
                let mut types = types.into_iter().map(|t| spelled_at(info, t));
                let result = types.next().unwrap_or("void".into());
                format!("{result} ()({})", types.collect::<Vec<_>>().join(", "))
            }
            None if record.flag("DIFlagVector") => format!("vector of {}", base()),
            None => "unnamed type".into(),
        },
    }
}

/// Looks through typedefs and qualifiers; also says whether one of them was `const`.
fn strip(mut info: At<'_>, mut id: Option<NodeId>) -> (Option<NodeId>, bool) {
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

fn opaque(reason: &str) -> Type {
    let reason = reason.to_owned();
    Type::Opaque { reason }
}

fn pointer(info: At<'_>, record: &Record<'_>, reference: bool) -> Type {
    let (target, constant) = strip(info, record.node("baseType"));
    let tag = target.and_then(|id| info.record(id)?.get("tag").map(str::to_owned));
    let pointee = match tag.as_deref() {
        Some("DW_TAG_pointer_type" | "DW_TAG_reference_type") => {
            return opaque("it is a pointer to pointers");
        }
        _ => resolve_at(info, target),
    };
    // `const T (*)[4]` carries its const on the array's element.
    let inner = target
        .and_then(|id| info.record(id))
        .filter(|r| r.get("tag") == Some("DW_TAG_array_type"))
        .is_some_and(|array| strip(info, array.node("baseType")).1);
    match pointee {
        Type::Opaque { reason } if reason == "it is a function" => {
            opaque("it is a pointer to a function")
        }
        Type::Opaque { reason } => Type::Opaque { reason },
        pointee => Type::Pointer(Pointer {
            pointee: Box::new(pointee),
            constant: constant || inner,
            reference,
        }),
    }
}

/// A basic type or an enumeration.
fn scalar(info: At<'_>, record: &Record<'_>) -> Option<Type> {
    if record.get("tag") == Some("DW_TAG_enumeration_type") {
        let bits = u8::try_from(record.number("size")?).ok()?;
        let signed = match resolve_at(info, record.node("baseType")) {
            Type::Scalar(Scalar::Int { signed, .. }) => signed,
            _ => false,
        };
        return Some(Type::Scalar(Scalar::Int { bits, signed }));
    }
    if record.class != "DIBasicType" {
        return None;
    }
    let name = record.text("name").unwrap_or_default();
    let Some(bits) = record.number("size").and_then(|b| u8::try_from(b).ok()) else {
        // `_Complex long double` is the one that is wider.
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

fn complex(format: Format, size: u32) -> Element {
    let part = |offset, path: &str| Leaf {
        offset,
        scalar: Scalar::Float { format },
        path: path.into(),
    };
    Element {
        name: format!("complex {format}"),
        size: 2 * size,
        leaves: vec![part(0, ".re"), part(size, ".im")],
    }
}

/// Lays out a structure, union, vector or array.
fn flatten(info: At<'_>, id: NodeId) -> Result<Element, String> {
    let record = info.record(id).ok_or("its debug info is damaged")?;
    let size = record.number("size").filter(|s| s % 8 == 0);
    let bytes = size.and_then(|s| u32::try_from(s / 8).ok());
    let leaves = match record.get("tag") {
        Some("DW_TAG_array_type") => array(info, &record)?,
        Some("DW_TAG_structure_type" | "DW_TAG_class_type") => structure(info, &record)?,
        Some("DW_TAG_union_type") => union(info, &record, bytes.unwrap_or(0))?,
        Some("DW_TAG_unspecified_type") => return Err("it has no values".into()),
        Some("DW_TAG_ptr_to_member_type") => return Err("it is a pointer to a member".into()),
        _ => return Err("its kind of type is not supported".into()),
    };
    if record.flag("DIFlagFwdDecl") {
        return Err("its definition is not visible".into());
    }
    let size = bytes.ok_or("its size is not fixed")?;
    if leaves.is_empty() && size > 1 {
        return Err("it has no members".into());
    }
    let name = spelled_at(info, Some(id));
    Ok(Element { name, size, leaves })
}

/// Whether the type is a pointer; what it points to is not looked at, since
/// structures may lead back to themselves through one.
fn is_pointer(info: At<'_>, ty: Option<NodeId>) -> bool {
    let record = strip(info, ty).0.and_then(|id| info.record(id));
    record.is_some_and(|r| {
        let tag = r.get("tag").unwrap_or_default();
        tag.ends_with("pointer_type") || tag.ends_with("reference_type")
    })
}

/// The leaves of one member, moved to `offset` and named after it.
fn place(
    info: At<'_>,
    ty: Option<NodeId>,
    offset: u64,
    path: &str,
    into: &mut Vec<Leaf>,
) -> Result<(), String> {
    if is_pointer(info, ty) {
        return Err(format!("`{path}` is a pointer"));
    }
    let element = match resolve_at(info, ty) {
        Type::Opaque { reason } => return Err(format!("of `{path}`: {reason}")),
        other => other.element().ok_or(format!("`{path}` has no value"))?,
    };
    if into.len() + element.leaves.len() > MAX_LEAVES {
        return Err("it has too many members".into());
    }
    for leaf in element.leaves {
        let offset = offset + u64::from(leaf.offset);
        into.push(Leaf {
            offset: u32::try_from(offset).map_err(|_| "it is too large")?,
            scalar: leaf.scalar,
            path: format!("{path}{}", leaf.path),
        });
    }
    Ok(())
}

fn structure(info: At<'_>, record: &Record<'_>) -> Result<Vec<Leaf>, String> {
    let mut leaves = Vec::new();
    for (member, path) in members(info, record)? {
        let offset = member.number("offset").unwrap_or(0) / 8;
        place(info, member.node("baseType"), offset, &path, &mut leaves)?;
    }
    leaves.sort_by_key(|leaf| leaf.offset);
    Ok(leaves)
}

/// The data members and base classes of a structure, with the path of each.
fn members<'a>(info: At<'a>, record: &Record<'_>) -> Result<Vec<(Record<'a>, String)>, String> {
    let elements = record
        .node("elements")
        .map(|id| info.tuple(id))
        .unwrap_or_default();
    let mut found = Vec::new();
    for member in elements
        .into_iter()
        .flatten()
        .filter_map(|id| info.record(id))
    {
        let name = member.text("name").unwrap_or_default();
        let path = match member.get("tag") {
            Some("DW_TAG_inheritance") if member.flag("DIFlagVirtual") => {
                return Err("it has a virtual base class".into());
            }
            Some("DW_TAG_inheritance") => String::new(),
            Some("DW_TAG_member") if member.flag("DIFlagStaticMember") => continue,
            Some("DW_TAG_member") if member.flag("DIFlagBitField") => {
                return Err(format!("`.{name}` is a bit-field"));
            }
            Some("DW_TAG_member") if name.is_empty() => String::new(),
            Some("DW_TAG_member") => format!(".{name}"),
            _ => continue,
        };
        found.push((member, path));
    }
    Ok(found)
}

/// A union whose members agree on the layout of the whole reads as the first of
/// them; any other reads as raw words, so that its bits are compared.
fn union(info: At<'_>, record: &Record<'_>, size: u32) -> Result<Vec<Leaf>, String> {
    let mut views: Vec<Vec<Leaf>> = Vec::new();
    for (member, path) in members(info, record)? {
        let mut leaves = Vec::new();
        place(info, member.node("baseType"), 0, &path, &mut leaves)?;
        views.push(leaves);
    }
    let layout = |view: &[Leaf]| -> Vec<(u32, Scalar)> {
        view.iter().map(|leaf| (leaf.offset, leaf.scalar)).collect()
    };
    if let Some(first) = views.first()
        && views.iter().all(|view| layout(view) == layout(first))
    {
        return Ok(views.swap_remove(0));
    }
    let word: u32 = [8, 4, 2, 1]
        .into_iter()
        .find(|w| size.is_multiple_of(*w))
        .unwrap_or(1);
    let scalar = Scalar::Int {
        bits: 8 * word as u8,
        signed: false,
    };
    Ok((0..size / word)
        .map(|i| Leaf {
            offset: i * word,
            scalar,
            path: format!(".bits[{i}]"),
        })
        .collect())
}

/// The number of elements of each dimension.
fn counts(info: At<'_>, record: &Record<'_>) -> Option<Vec<u64>> {
    let ranges = info.tuple(record.node("elements")?);
    ranges
        .into_iter()
        .map(|id| info.record(id?)?.number("count"))
        .collect()
}

fn array(info: At<'_>, record: &Record<'_>) -> Result<Vec<Leaf>, String> {
    let counts = counts(info, record).ok_or("its length is not fixed")?;
    let total = counts.iter().try_fold(1u64, |n, c| n.checked_mul(*c));
    let total = total
        .filter(|n| *n <= MAX_LEAVES as u64)
        .ok_or("it is too large")?;
    let element = record.node("baseType");
    if is_pointer(info, element) {
        return Err("it is an array of pointers".into());
    }
    let size = match resolve_at(info, element) {
        Type::Opaque { reason } => return Err(reason),
        other => other.element().ok_or("its elements have no value")?.size,
    };
    let mut leaves = Vec::new();
    for i in 0..total {
        // Row-major indices, the last dimension fastest.
        let mut rest = i;
        let mut path = String::new();
        for count in counts.iter().rev() {
            path = format!("[{}]{path}", rest % count);
            rest /= count;
        }
        place(info, element, i * u64::from(size), &path, &mut leaves)?;
    }
    Ok(leaves)
}
