//! Types from debug info: the scalars of structures, unions, vectors and arrays, and their
//! offsets.

use super::debug_info::{DebugInfo, NodeId, Record};
use super::images;
use super::members::{Contents, Member, members};
use super::spelling::{UNNAMED, spelled_at};
use super::types::{
    At, BOOL, FUNCTION, POINTERS, Pointer, Type, counts, declared_alignment, enumerators, opaque,
    scalar, strip,
};
use crate::contract::{Element, Enumeration, Enumerator, Leaf, Scalar};

/// The largest number of scalars in an element that is flattened.
const MAX_LEAVES: usize = 1 << 16;

/// The prefix of the reason why a type of OpenCL C has no symbolic form.
pub const UNMODELLED: &str = "OpenCL's ";

/// The reason why a sampler of OpenCL C has no symbolic form.
pub const SAMPLER: &str = "what a sampler does is fixed, and does not follow from the code";

/// The type of a node; `None` stands for `void`.
pub fn resolve(info: &DebugInfo, id: Option<NodeId>) -> Type {
    resolve_at(At { info, depth: 0 }, id)
}

pub(super) fn resolve_at(info: At<'_>, id: Option<NodeId>) -> Type {
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

/// The type of an enumeration in memory, restricted to its enumerators; `None` for other
/// types.
pub(super) fn enumerated(info: At<'_>, id: Option<NodeId>) -> Option<Type> {
    let enumerators = enumerators(info.info, id);
    let Type::Scalar(scalar) = resolve_at(info, id) else {
        return None;
    };
    if enumerators.is_empty() {
        return None;
    }
    let mut element = Element::scalar(scalar);
    element.name = match spelled_at(info, strip(info, id).0) {
        // The typedef is its only name.
        name if name == UNNAMED => bare(&spelled_at(info, id)).to_owned(),
        name => name,
    };
    element.leaves[0].values = Some(Enumeration::whole(enumerators));
    Some(Type::Aggregate(element))
}

fn pointer(info: At<'_>, record: &Record<'_>, reference: bool) -> Type {
    let (target, constant) = strip(info, variable_rows(info, record.node("baseType")));
    if let Some(image) = target.and_then(|id| images::of_record(&info.record(id)?)) {
        return Type::Image(image);
    }
    let tag = target.and_then(|id| info.record(id)?.get("tag").map(str::to_owned));
    let pointee = match tag.as_deref() {
        Some("DW_TAG_pointer_type" | "DW_TAG_reference_type") => {
            return opaque(POINTERS);
        }
        _ => enumerated(info, target).unwrap_or_else(|| resolve_at(info, target)),
    };
    // In `const T (*)[4]`, `const` is on the array's element.
    let inner = target
        .and_then(|id| info.record(id))
        .filter(|r| r.get("tag") == Some("DW_TAG_array_type"))
        .is_some_and(|array| strip(info, array.node("baseType")).1);
    match pointee {
        Type::Opaque { reason } if reason == "it is a function" => opaque(FUNCTION),
        Type::Opaque { reason } => Type::Opaque { reason },
        pointee => Type::Pointer(Pointer {
            pointee: Box::new(named(pointee, || spelled_at(info, record.node("baseType")))),
            constant: constant || inner,
            reference,
            align: declared_alignment(info, record.node("baseType")),
        }),
    }
}

/// The element type of an array whose rows have variable lengths, as in `int a[h][w]`; another
/// type is returned as it is. The elements of all rows follow each other in memory.
fn variable_rows(info: At<'_>, ty: Option<NodeId>) -> Option<NodeId> {
    let array = strip(info, ty).0.and_then(|id| info.record(id));
    match array.filter(|array| array.get("tag") == Some("DW_TAG_array_type")) {
        Some(array) if counts(info, &array).is_none() => array.node("baseType"),
        _ => ty,
    }
}

/// A type whose only name is a typedef, under this name.
fn named(pointee: Type, spelled: impl Fn() -> String) -> Type {
    match pointee {
        Type::Aggregate(element) if element.name == UNNAMED => Type::Aggregate(Element {
            name: bare(&spelled()).to_owned(),
            ..element
        }),
        pointee => pointee,
    }
}

/// The scalars of a type, and its alignment in bytes.
#[derive(Default)]
pub(super) struct Layout {
    leaves: Vec<Leaf>,
    align: u32,
}

/// Lays out a structure, union, vector or array.
pub(super) fn flatten(info: At<'_>, id: NodeId) -> Result<Element, String> {
    let record = info.record(id).ok_or("its debug info is damaged")?;
    let size = record.number("size").filter(|s| s % 8 == 0);
    let bytes = size.and_then(|s| u32::try_from(s / 8).ok());
    let Layout { leaves, align } = match record.get("tag") {
        Some("DW_TAG_array_type") => array(info, &record)?,
        Some("DW_TAG_structure_type" | "DW_TAG_class_type") => structure(info, &record)?,
        Some("DW_TAG_union_type") => union(info, &record, bytes.unwrap_or(0))?,
        Some("DW_TAG_unspecified_type") => return Err("it has no values".into()),
        Some("DW_TAG_ptr_to_member_type") => return Err("it is a pointer to a member".into()),
        _ => return Err("its kind of type is not supported".into()),
    };
    let name = record.text("name").unwrap_or_default();
    let opaque = name.strip_prefix("opencl_").or(name.strip_prefix("ocl_"));
    if let Some(what) = opaque.filter(|_| record.flag("DIFlagFwdDecl")) {
        return Err(match what {
            "sampler_t" => SAMPLER.into(),
            _ => format!("{UNMODELLED}{what} is not modelled"),
        });
    }
    if record.flag("DIFlagFwdDecl") {
        return Err("its definition is not visible".into());
    }
    let size = bytes.ok_or("its size is not fixed")?;
    if leaves.is_empty() && size > 1 {
        return Err("it has no members".into());
    }
    let name = spelled_at(info, Some(id));
    let align = match declared_alignment(info, Some(id)) {
        Some(align) => align,
        None if record.flag("DIFlagVector") => size.next_power_of_two(),
        None => kept(&leaves, size, align),
    };
    Ok(Element {
        name,
        size,
        align,
        leaves,
    })
}

/// The alignment that a layout satisfies: less than declared if it is packed.
fn kept(leaves: &[Leaf], size: u32, asked: u32) -> u32 {
    let packed = |leaf: &Leaf| !leaf.offset.is_multiple_of(leaf.scalar.align());
    match leaves.iter().any(packed) {
        true => 1,
        false => (1u32 << size.trailing_zeros().min(31)).min(asked.max(1)),
    }
}

/// Whether the type is a pointer. The pointee is not resolved, since a structure may
/// contain pointers to itself.
pub(super) fn is_pointer(info: At<'_>, ty: Option<NodeId>) -> bool {
    let record = strip(info, ty).0.and_then(|id| info.record(id));
    record.is_some_and(|r| {
        let tag = r.get("tag").unwrap_or_default();
        tag.ends_with("pointer_type") || tag.ends_with("reference_type")
    })
}

/// Whether a type is a pointer or reference to a pointer to data.
pub(super) fn is_double(debug: &DebugInfo, ty: Option<NodeId>) -> bool {
    let at = At::of(debug);
    let target = |ty| {
        let record = debug.record(strip(at, ty).0?)?;
        record.node("baseType")
    };
    let Some(inner) = target(ty).filter(|_| is_pointer(at, ty)) else {
        return false;
    };
    let code = |id| {
        debug
            .record(id)
            .is_some_and(|r| r.class == "DISubroutineType")
    };
    let Some(data) = target(Some(inner)).filter(|_| is_pointer(at, Some(inner))) else {
        return false;
    };
    !strip(at, Some(data)).0.is_some_and(code) && !is_pointer(at, Some(data))
}

/// Adds the leaves of one member, at `offset` bytes and with its path as prefix.
pub(super) fn place(
    info: At<'_>,
    ty: Option<NodeId>,
    offset: u64,
    path: &str,
    into: &mut Layout,
) -> Result<(), String> {
    if is_pointer(info, ty) {
        return Err(format!("`{path}` is a pointer"));
    }
    let ty = enumerated(info, ty).unwrap_or_else(|| resolve_at(info, ty));
    into.add(&ty, offset, path)
}

impl Layout {
    /// The leaves added so far.
    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Adds the leaves of a member at `offset` bytes.
    pub(super) fn member(
        &mut self,
        info: At<'_>,
        member: &Member,
        offset: u64,
    ) -> Result<(), String> {
        self.asks(member.alignment());
        match member.holds {
            Contents::Value(ty) => place(info, ty, offset, &member.path, self),
            Contents::Bits(scalar, _) => self.add(&Type::Scalar(scalar), offset, &member.path),
        }
    }

    /// Raises the alignment to this number of bytes.
    fn asks(&mut self, align: u32) {
        self.align = self.align.max(align);
    }

    /// Adds the leaves of a value at `offset` bytes, with its path as prefix.
    fn add(&mut self, ty: &Type, offset: u64, path: &str) -> Result<(), String> {
        let element = match ty {
            Type::Opaque { reason } => return Err(format!("of `{path}`: {reason}")),
            other => other.element().ok_or(format!("`{path}` has no value"))?,
        };
        let truth = (*ty == Type::Scalar(BOOL)).then(truth_values);
        self.align = self.align.max(element.align);
        if self.leaves.len() + element.leaves.len() > MAX_LEAVES {
            return Err("it has too many members".into());
        }
        for leaf in element.leaves {
            let offset = offset + u64::from(leaf.offset);
            self.leaves.push(Leaf {
                offset: u32::try_from(offset).map_err(|_| "it is too large")?,
                scalar: leaf.scalar,
                path: format!("{path}{}", leaf.path),
                values: truth.clone().or(leaf.values),
            });
        }
        Ok(())
    }
}

/// The values of a `bool` in memory.
fn truth_values() -> Enumeration {
    let names = ["false", "true"];
    let enumerators = names.into_iter().zip(0..).map(|(name, value)| Enumerator {
        name: name.to_owned(),
        value,
    });
    Enumeration::whole(enumerators.collect())
}

pub(super) fn structure(info: At<'_>, record: &Record<'_>) -> Result<Layout, String> {
    let mut layout = Layout::default();
    for member in members(info, record)? {
        layout.member(info, &member, member.offset)?;
    }
    layout.leaves.sort_by_key(|leaf| leaf.offset);
    Ok(layout)
}

/// Lays out a union. If all members have the same layout, it is that of the first;
/// otherwise the union consists of integers that cover its bytes, so that its bits are
/// compared.
pub(super) fn union(info: At<'_>, record: &Record<'_>, size: u32) -> Result<Layout, String> {
    let mut views: Vec<Layout> = Vec::new();
    for member in members(info, record)? {
        let mut view = Layout::default();
        view.member(info, &member, 0)?;
        views.push(view);
    }
    let align = views.iter().map(|view| view.align).max().unwrap_or(1);
    let layout = |view: &Layout| -> Vec<(u32, Scalar)> {
        let leaves = view.leaves.iter();
        leaves.map(|leaf| (leaf.offset, leaf.scalar)).collect()
    };
    if let Some(first) = views.first()
        && views.iter().all(|view| layout(view) == layout(first))
    {
        // Values that one member permits are not all that another one may leave.
        let differ = |at: usize| {
            views
                .iter()
                .any(|v| v.leaves[at].values != first.leaves[at].values)
        };
        let differing: Vec<usize> = (0..first.leaves.len()).filter(|at| differ(*at)).collect();
        let mut leaves = views.swap_remove(0).leaves;
        for at in differing {
            leaves[at].values = None;
        }
        return Ok(Layout { leaves, align });
    }
    let word: u32 = [8, 4, 2, 1]
        .into_iter()
        .find(|w| size.is_multiple_of(*w))
        .unwrap_or(1);
    let scalar = Scalar::Int {
        bits: 8 * word as u8,
        signed: false,
    };
    let leaves = (0..size / word)
        .map(|i| Leaf {
            offset: i * word,
            scalar,
            path: format!(".bits[{i}]"),
            values: None,
        })
        .collect();
    Ok(Layout { leaves, align })
}

pub(super) fn array(info: At<'_>, record: &Record<'_>) -> Result<Layout, String> {
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
    let mut layout = Layout::default();
    for i in 0..total {
        // Row-major indices, the last dimension fastest.
        let mut rest = i;
        let mut path = String::new();
        for count in counts.iter().rev() {
            path = format!("[{}]{path}", rest % count);
            rest /= count;
        }
        place(info, element, i * u64::from(size), &path, &mut layout)?;
    }
    Ok(layout)
}

/// A type's name without its qualifiers.
fn bare(mut name: &str) -> &str {
    while let Some(rest) = name
        .strip_prefix("const ")
        .or_else(|| name.strip_prefix("volatile "))
    {
        name = rest;
    }
    name
}
