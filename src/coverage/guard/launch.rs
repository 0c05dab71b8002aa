//! Values that the launch of a kernel determines: the extents of its index space, and the ids of
//! the work-item that runs.
//!
//! Invariant: every condition added here holds for all items of every launch.

use term::{Op, Spec, TermId};

use super::super::write::Object;
use super::depends::Depends;
use super::loaded::Place;
use super::{Guards, Value};
use crate::contract::Length;

/// The variables of the device library that describe the launch and the running work-item
/// (`opencl-runtime/device/work_item.cl`), as words of 64 bits.
const LAUNCH: &str = "simdiff_launch";
const ITEM: &str = "simdiff_item";

/// A part of the description of a launch or of a work-item, in one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Extent,
    GroupSize,
    Offset,
    Groups,
    Local,
    Group,
}

impl Guards<'_, '_> {
    /// The value of `bits` bits at a place that the executor writes for each work-item; `None` for
    /// others, and if the launch is not known.
    pub(super) fn of_launch(&mut self, place: Place, bits: u8) -> Option<Value> {
        let (part, dimension) = self.part(place)?;
        let space = self.graph.space.clone()?;
        let unused = [Length::Const(1), Length::Const(1), Length::Const(0)];
        let all = space.dimensions.get(dimension).unwrap_or(&unused);
        let mut sizes = false;
        let lengths = all.iter();
        lengths.for_each(|length| length.variables(&mut |_| sizes = true));
        let [extent, size, offset] = all.each_ref().map(|length| self.length(length));
        let term = match part {
            Part::Extent => extent,
            Part::GroupSize => size,
            Part::Offset => offset,
            Part::Groups => {
                let one = self.builder.constant(64, 1);
                let last = self.builder.sub(size, one);
                let sum = self.builder.add(extent, last);
                self.builder.build(Spec::int(Op::UDiv, 64), &[sum, size])
            }
            Part::Local => self.ids(dimension, extent, size)[0],
            Part::Group => self.ids(dimension, extent, size)[1],
        };
        let depends = Depends {
            sizes,
            group: part == Part::Group,
            ..Depends::default()
        };
        Some(Value {
            term: self.builder.trunc(term, bits),
            depends,
        })
    }

    /// The part at a place, and its dimension.
    fn part(&self, place: Place) -> Option<(Part, usize)> {
        let Object::Global(address) = place.object else {
            return None;
        };
        let mut globals = self.graph.program.globals().iter();
        let global = globals.find(|global| global.address == address)?;
        let offset = place.offset.filter(|offset| offset % 8 == 0)?;
        let word = usize::try_from(offset / 8).ok()?;
        let (part, first) = match (&*global.name, word) {
            (LAUNCH, 1..4) => (Part::Extent, 1),
            (LAUNCH, 4..7) => (Part::GroupSize, 4),
            (LAUNCH, 7..10) => (Part::Offset, 7),
            (LAUNCH, 10..13) => (Part::Groups, 10),
            (ITEM, 0..3) => (Part::Local, 0),
            (ITEM, 3..6) => (Part::Group, 3),
            _ => return None,
        };
        Some((part, word - first))
    }

    /// The local id and the group of the running item in a dimension; the same at every use.
    fn ids(&mut self, dimension: usize, extent: TermId, size: TermId) -> [TermId; 2] {
        if let Some(ids) = self.ids[dimension] {
            return ids;
        }
        let [local, group] = [(); 2].map(|()| self.unknown(64, Depends::default()).term);
        let start = self.builder.mul(group, size);
        let id = self.builder.add(start, local);
        let bounds = [(local, size), (group, extent), (id, extent)];
        let bounds = bounds.map(|(id, limit)| self.builder.ult(id, limit));
        self.conditions.extend(bounds);
        self.ids[dimension] = Some([local, group]);
        [local, group]
    }
}
