//! Properties of source types that decide whether and how values are split.

use super::plan::Planner;
use crate::frontend::debug_info::{DebugInfo, NodeId};
use crate::frontend::layout::is_pointer;
use crate::frontend::members::members;
use crate::frontend::types::{At, strip};

/// The structure that a type denotes, if its members are known.
pub(super) fn structure(debug: &DebugInfo, ty: Option<NodeId>) -> Option<NodeId> {
    let id = strip(At::of(debug), ty).0?;
    let record = debug.record(id)?;
    let is_structure = matches!(
        record.get("tag")?,
        "DW_TAG_structure_type" | "DW_TAG_class_type"
    );
    (is_structure && !record.flag("DIFlagFwdDecl")).then_some(id)
}

impl Planner<'_> {
    /// Whether a value of the type may change by itself, and so is not an input with one
    /// value.
    pub(super) fn is_volatile(&self, mut ty: Option<NodeId>) -> bool {
        /// Malformed debug info may be cyclic.
        const MOST_NAMES: usize = 64;
        for _ in 0..MOST_NAMES {
            let Some(record) = ty.and_then(|id| self.debug.record(id)) else {
                return false;
            };
            match record.get("tag") {
                Some("DW_TAG_volatile_type" | "DW_TAG_atomic_type") => return true,
                Some("DW_TAG_const_type" | "DW_TAG_typedef" | "DW_TAG_restrict_type") => {
                    ty = record.node("baseType");
                }
                _ => return false,
            }
        }
        false
    }

    /// See [`structure`].
    pub(super) fn structure(&self, ty: Option<NodeId>) -> Option<NodeId> {
        structure(self.debug, ty)
    }

    /// Whether a value of the type contains a pointer.
    pub(super) fn leads_on(&self, ty: Option<NodeId>) -> bool {
        if is_pointer(self.at(), ty) {
            return true;
        }
        let Some(record) = strip(self.at(), ty).0.and_then(|id| self.debug.record(id)) else {
            return false;
        };
        match record.get("tag") {
            Some("DW_TAG_array_type") => self.leads_on(record.node("baseType")),
            Some("DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type") => {
                let members = members(self.at(), &record).unwrap_or_default();
                let mut members = members.iter();
                members.any(|member| self.leads_on(member.ty()))
            }
            _ => false,
        }
    }
}
