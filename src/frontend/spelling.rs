//! The spelling of types in C.

use super::debug_info::{DebugInfo, NodeId};
use super::library_names::{is_standard, shortened};
use super::types::{At, counts};

/// The spelling of an unnamed type.
pub const UNNAMED: &str = "unnamed type";

/// The spelling of a type in C.
pub fn spelled(info: &DebugInfo, id: Option<NodeId>) -> String {
    spelled_at(At { info, depth: 0 }, id)
}

pub(super) fn spelled_at(info: At<'_>, id: Option<NodeId>) -> String {
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
                let name = match is_standard(info.info, &record) {
                    true => format!("std::{}", shortened(&name)),
                    false => shortened(&name),
                };
                let complex = record.get("encoding") == Some("DW_ATE_complex_float");
                match (tag, complex, record.number("size")) {
                    (_, true, Some(64)) => "float _Complex".into(),
                    (_, true, _) => "double _Complex".into(),
                    _ if name.starts_with("std::") => name,
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
            None => UNNAMED.into(),
        },
    }
}
