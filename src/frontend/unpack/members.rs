//! The members of structures and the elements of arrays inside an object, one by one.

use super::container::Container;
use super::part::Field;
use super::plan::{Planner, Refusal, Spot};
use crate::contract::Leaf;
use crate::frontend::debug_info::{NodeId, Record};
use crate::frontend::layout::members;
use crate::frontend::types::counts;

/// The elements of a longer array of numbers are no parameters of their own.
const MAX_NUMBERS: u64 = 8;

/// Elements of an array of pointers, or of structures with pointers.
const MAX_ELEMENTS: u64 = 64;

impl Planner<'_> {
    /// The members of a structure, in an object or in a part of one.
    pub(super) fn members(
        &mut self,
        record: &Record<'_>,
        spot: &Spot<'_>,
        into: (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        let container = Container::of(self.debug, record, spot.path);
        let is_container = container.is_some();
        self.containers.extend(container);
        let done = self.each_member(record, spot, into);
        if is_container {
            self.containers.pop();
        }
        done
    }

    fn each_member(
        &mut self,
        record: &Record<'_>,
        spot: &Spot<'_>,
        (fields, leaves): (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        for (member, name) in members(self.at(), record)? {
            let offset = spot.offset + member.number("offset").unwrap_or(0) / 8;
            let own = name.trim_start_matches('.');
            // What a base class or a structure without a name has is the outer one's.
            let path = format!("{}{own}", spot.path);
            let inside = match own.is_empty() {
                true => spot.inside.to_owned(),
                false => format!("{}.{own}", spot.inside),
            };
            let spot = Spot {
                path: &path,
                inside: &inside,
                offset,
            };
            self.value(member.node("baseType"), &spot, (fields, leaves))?;
        }
        Ok(())
    }

    /// A structure inside an object.
    pub(super) fn nested(
        &mut self,
        record: &Record<'_>,
        spot: &Spot<'_>,
        into: (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        // Members of what has no name of its own follow the outer name.
        let path = match spot.path.ends_with(['.', '>']) {
            true => spot.path.to_owned(),
            false => format!("{}.", spot.path),
        };
        let spot = Spot {
            path: &path,
            ..*spot
        };
        self.members(record, &spot, into)
    }

    /// An array inside an object: element by element where it is short, or has pointers.
    pub(super) fn array(
        &mut self,
        record: &Record<'_>,
        (ty, spot): (Option<NodeId>, &Spot<'_>),
        (fields, leaves): (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        let base = record.node("baseType");
        let counts = counts(self.at(), record);
        let total = counts.as_ref().map(|counts| counts.iter().product::<u64>());
        let leads_on = self.leads_on(base);
        let most = if leads_on { MAX_ELEMENTS } else { MAX_NUMBERS };
        let (Some(counts), Some(total)) = (counts, total.filter(|total| *total <= most)) else {
            return match leads_on {
                true => Err(format!("`{}` is a long array of pointers", spot.path)),
                false => self.whole(ty, spot, (fields, leaves)),
            };
        };
        let bytes = record.number("size").unwrap_or(0) / 8;
        for i in 0..total {
            let mut rest = i;
            let mut index = String::new();
            for count in counts.iter().rev() {
                index = format!("[{}]{index}", rest % count);
                rest /= count;
            }
            let element = Spot {
                path: &format!("{}{index}", spot.path),
                inside: &format!("{}{index}", spot.inside),
                offset: spot.offset + i * (bytes / total),
            };
            self.value(base, &element, (fields, leaves))?;
        }
        Ok(())
    }
}
