//! The members of structures and unions, with bit-fields as the integers that hold them.

use super::debug_info::{NodeId, Record};
use super::types::{At, strip};
use crate::contract::Scalar;

/// A member or base class of a structure, or the bytes of adjacent bit-fields.
pub(super) struct Member {
    /// Its path in the structure: `.re`, or empty for a base class or an unnamed member.
    pub path: String,
    /// Its offset in bytes.
    pub offset: u64,
    /// The alignment in bytes that it declares besides that of its type; else 1.
    pub align: u32,
    /// Its contents.
    pub holds: Contents,
}

/// The contents of a member.
#[derive(Clone, Copy)]
pub(super) enum Contents {
    /// A value of a type.
    Value(Option<NodeId>),
    /// An unsigned integer whose bits are bit-fields and the bits between them, and the alignment
    /// in bytes that the types of the fields ask for.
    Bits(Scalar, u32),
}

impl Member {
    /// The type of its value, if it is not made of bit-fields.
    pub fn ty(&self) -> Option<NodeId> {
        match self.holds {
            Contents::Value(ty) => ty,
            Contents::Bits(..) => None,
        }
    }

    /// The alignment in bytes that it asks for, by a declaration of its own or for its bit-fields;
    /// else 1.
    pub fn alignment(&self) -> u32 {
        match self.holds {
            Contents::Value(_) => self.align,
            Contents::Bits(_, align) => align,
        }
    }
}

/// The data members and base classes of a structure or union, each with its path.
///
/// # Errors
/// The reason why the structure has no layout.
pub(super) fn members(info: At<'_>, record: &Record<'_>) -> Result<Vec<Member>, String> {
    let elements = record
        .node("elements")
        .map(|id| info.tuple(id))
        .unwrap_or_default();
    let mut found = Vec::new();
    let mut fields: Vec<Field> = Vec::new();
    for member in elements
        .into_iter()
        .flatten()
        .filter_map(|id| info.record(id))
    {
        let name = member.text("name").unwrap_or_default();
        let bits = member.number("offset").unwrap_or(0);
        let path = match member.get("tag") {
            Some("DW_TAG_inheritance") if member.flag("DIFlagVirtual") => {
                return Err("it has a virtual base class".into());
            }
            Some("DW_TAG_inheritance") => String::new(),
            Some("DW_TAG_member") if member.flag("DIFlagStaticMember") => continue,
            Some("DW_TAG_member") if member.flag("DIFlagBitField") => {
                let width = member.number("size").unwrap_or(0);
                let ty = strip(info, member.node("baseType")).0;
                let size = ty.and_then(|id| info.record(id)?.number("size"));
                fields.push(Field {
                    name,
                    bits: bits..bits + width,
                    align: size
                        .and_then(|bits| u32::try_from(bits / 8).ok())
                        .unwrap_or(1),
                });
                continue;
            }
            Some("DW_TAG_member") if name.is_empty() => String::new(),
            Some("DW_TAG_member") => format!(".{name}"),
            _ => continue,
        };
        found.push(Member {
            path,
            offset: bits / 8,
            align: alignment_of(&member),
            holds: Contents::Value(member.node("baseType")),
        });
    }
    found.extend(words(fields));
    found.sort_by_key(|member| member.offset);
    Ok(found)
}

/// The alignment in bytes that the declaration of a member gives (`alignas(16) float m[4]`); else 1.
fn alignment_of(member: &Record<'_>) -> u32 {
    let bytes = member
        .number("align")
        .and_then(|bits| u32::try_from(bits / 8).ok());
    bytes.filter(|bytes| bytes.is_power_of_two()).unwrap_or(1)
}

/// A bit-field.
struct Field {
    name: String,
    /// Its bits, counted from the start of the structure.
    bits: std::ops::Range<u64>,
    /// The alignment in bytes that its type asks for.
    align: u32,
}

/// The integers that hold bit-fields: the bytes in which these lie, in aligned powers of two of
/// at most eight bytes.
fn words(mut fields: Vec<Field>) -> Vec<Member> {
    fields.sort_by_key(|field| field.bits.start);
    let mut runs: Vec<std::ops::Range<u64>> = Vec::new();
    for field in fields.iter().filter(|field| !field.bits.is_empty()) {
        let bytes = field.bits.start / 8..field.bits.end.div_ceil(8);
        match runs.last_mut() {
            Some(run) if bytes.start <= run.end => run.end = run.end.max(bytes.end),
            _ => runs.push(bytes),
        }
    }
    let mut found = Vec::new();
    for run in runs {
        let mut offset = run.start;
        while offset < run.end {
            let fits = |size: &u64| offset.is_multiple_of(*size) && offset + size <= run.end;
            let size = [8, 4, 2].into_iter().find(fits).unwrap_or(1);
            let inside = |field: &&Field| {
                field.bits.start < 8 * (offset + size) && 8 * offset < field.bits.end
            };
            let held: Vec<&Field> = fields.iter().filter(inside).collect();
            let names: Vec<&str> = held.iter().map(|field| field.name.as_str()).collect();
            let align = held.iter().map(|field| field.align).max().unwrap_or(1);
            found.push(Member {
                path: format!(".bits_{}", names.join("_")),
                offset,
                align: 1,
                holds: Contents::Bits(
                    Scalar::Int {
                        bits: 8 * size as u8,
                        signed: false,
                    },
                    align,
                ),
            });
            offset += size;
        }
    }
    found
}
