//! Splits structures and arrays inside an object into members and elements.

use super::container::Container;
use super::part::Field;
use super::plan::{Planner, Refusal, Spot};
use crate::contract::Leaf;
use crate::frontend::debug_info::{NodeId, Record};
use crate::frontend::members::{Contents, members};
use crate::frontend::types::{Type, counts};

/// The largest number of elements of an array of numbers that are parameters of their own.
const MAX_NUMBERS: u64 = 8;

/// The largest number of elements of an array of pointers, or of structures with pointers.
const MAX_ELEMENTS: u64 = 64;

impl Planner<'_> {
    /// Adds the members of a structure: an object, or a structure nested in one.
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
        let each = match record.get("tag") {
            Some("DW_TAG_union_type") => vec![self.view(record, spot.path)?],
            _ => members(self.at(), record)?,
        };
        for member in each {
            let offset = spot.offset + member.offset;
            let own = member.path.trim_start_matches('.');
            // The members of a base class or an unnamed structure belong to the enclosing
            // one.
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
            match member.holds {
                Contents::Value(ty) => self.value(ty, &spot, (fields, leaves))?,
                Contents::Bits(scalar, _) => {
                    let ty = Type::Scalar(scalar);
                    self.number((None, ty), &spot, (fields, leaves))?;
                }
            }
        }
        Ok(())
    }

    /// Adds the members of a structure inside an object.
    pub(super) fn nested(
        &mut self,
        record: &Record<'_>,
        spot: &Spot<'_>,
        into: (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        // An unnamed structure's members follow the enclosing path directly.
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

    /// Adds an array inside an object: its elements if it is short or has pointers, else as
    /// a whole.
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
