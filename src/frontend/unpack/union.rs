//! The member of a union that the user names, in place of the union.
//!
//! A union has the values of one member. Its bytes have the layout of the member of which the user
//! names a field, and a user who names none gets the layout of [`crate::frontend::layout`].

use std::ops::Range;

use super::plan::{Planner, Refusal};
use crate::contract::Leaf;
use crate::frontend::debug_info::{NodeId, Record};
use crate::frontend::layout::{Layout, flatten};
use crate::frontend::members::{Member, members};
use crate::frontend::types::strip;

impl Planner<'_> {
    /// The union that a type denotes, if the user names a field of `path`, a value of it.
    pub(super) fn named_union(&self, ty: Option<NodeId>, path: &str) -> Option<NodeId> {
        let id = strip(self.at(), ty).0?;
        let record = self.debug.record(id)?;
        if record.get("tag") != Some("DW_TAG_union_type") {
            return None;
        }
        let all = members(self.at(), &record).unwrap_or_default();
        let mut all = all.iter();
        let paths = ["->", "."].map(|access| format!("{path}{access}"));
        let named = |member: &Member| paths.iter().any(|path| self.is_named(member, path));
        all.any(named).then_some(id)
    }

    /// Whether the user names a member of a union inside an object. The path of an unnamed union
    /// ends with the operator that selects a member.
    pub(super) fn names_member(&self, record: &Record<'_>, path: &str) -> bool {
        let path = match path.ends_with(['.', '>']) {
            true => path.to_owned(),
            false => format!("{path}."),
        };
        let all = members(self.at(), record).unwrap_or_default();
        all.iter().any(|member| self.is_named(member, &path))
    }

    /// The member of a union of which the user names a field. `path` ends with the operator that
    /// selects a member.
    ///
    /// # Errors
    /// If fields of no or of several members are named, or if the member leaves out bytes of
    /// another.
    pub(super) fn view(&self, record: &Record<'_>, path: &str) -> Result<Member, Refusal> {
        let all = members(self.at(), record)?;
        let named: Vec<usize> = (0..all.len())
            .filter(|index| self.is_named(&all[*index], path))
            .collect();
        let [chosen] = named[..] else {
            let names = all.iter().map(|member| member.path.trim_start_matches('.'));
            let names: Vec<String> = names.map(|name| format!("`{path}{name}`")).collect();
            return Err(format!(
                "a union has one member at a time: name fields of one of {}",
                names.join(", ")
            ));
        };
        let covered: Vec<Range<u32>> = self.bytes(&all[chosen])?;
        for (_, other) in all.iter().enumerate().filter(|(index, _)| *index != chosen) {
            for part in self.bytes(other)? {
                let in_view = |byte: u32| covered.iter().any(|own| own.contains(&byte));
                if !part.into_iter().all(in_view) {
                    let [view, other] = [&all[chosen], other]
                        .map(|member| format!("{path}{}", member.path.trim_start_matches('.')));
                    return Err(format!(
                        "`{view}` leaves out bytes of the union that belong to `{other}`: name \
                         fields of `{other}`"
                    ));
                }
            }
        }
        all.into_iter()
            .nth(chosen)
            .ok_or_else(|| "it has no members".to_owned())
    }

    /// The greatest alignment in bytes of the unions in a type: members that are not named ask for
    /// theirs as well.
    pub(super) fn alignment_of_unions(&self, ty: Option<NodeId>) -> u32 {
        let id = strip(self.at(), ty).0;
        let Some((id, record)) = id.and_then(|id| Some((id, self.debug.record(id)?))) else {
            return 1;
        };
        match record.get("tag") {
            Some("DW_TAG_union_type") => flatten(self.at(), id).map_or(1, |union| union.align),
            Some("DW_TAG_array_type") => self.alignment_of_unions(record.node("baseType")),
            Some("DW_TAG_structure_type" | "DW_TAG_class_type") => {
                let all = members(self.at(), &record).unwrap_or_default();
                let of_members = all
                    .iter()
                    .map(|member| self.alignment_of_unions(member.ty()));
                of_members.max().unwrap_or(1)
            }
            _ => 1,
        }
    }

    /// Whether the user names a member, or a member of an unnamed structure.
    fn is_named(&self, member: &Member, path: &str) -> bool {
        let own = member.path.trim_start_matches('.');
        if !own.is_empty() {
            return self.unpack.names_member(&format!("{path}{own}"));
        }
        let inner = strip(self.at(), member.ty()).0;
        let inner = inner.and_then(|id| self.debug.record(id));
        let inner = inner.and_then(|record| members(self.at(), &record).ok());
        let mut inner = inner.into_iter().flatten();
        inner.any(|member| self.is_named(&member, path))
    }

    /// The bytes of the scalars of a member.
    fn bytes(&self, member: &Member) -> Result<Vec<Range<u32>>, Refusal> {
        let mut layout = Layout::default();
        layout.member(self.at(), member, 0)?;
        let leaves = layout.leaves().iter();
        let bytes = |leaf: &Leaf| {
            let size = u32::from(leaf.scalar.bits()).div_ceil(8);
            leaf.offset..leaf.offset + size
        };
        Ok(leaves.map(bytes).collect())
    }
}
