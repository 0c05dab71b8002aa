//! Which bytes the work-items of a launch touch, and whether two of them meet (paper §7).
//!
//! Conservative: an access at an offset that depends on inputs touches every byte that it
//! may, and conditions are not looked at. So what is free of conflicts here is free of
//! races; a conflict need not be one. Atomic accesses conflict too, even with each other:
//! what they read depends on their order.
//!
//! Two accesses to one byte, a write among them, conflict unless one item makes both, or
//! both items are of one group and a barrier is between them that fences the byte's
//! memory.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::program::{Order, Program, SpanId};
use crate::symex::{Access, AccessRecord, ObjectId, Offset};

/// One of several, or no single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum One {
    This(u64),
    Many,
}

impl One {
    fn and(self, other: u64) -> One {
        match self == One::This(other) {
            true => self,
            false => One::Many,
        }
    }
}

/// Who accessed a byte: those since the last barrier that fenced it, and the groups
/// since the start of the launch.
#[derive(Clone, Copy, Debug)]
struct Seen {
    item: One,
    /// Barriers of the group before the access.
    epoch: u32,
    group: One,
    place: SpanId,
}

/// A byte's accesses.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    read: Option<Seen>,
    written: Option<Seen>,
}

/// A work-item, and where its group is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Who {
    /// The item among all of the launch.
    pub item: u64,
    /// Its group.
    pub group: u64,
    /// Barriers that its group has passed which fence global memory.
    pub global_epoch: u32,
    /// And local memory.
    pub local_epoch: u32,
}

/// Two accesses that may meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where the second one is, as far as debug info says: `file:line`.
    pub place: String,
    /// Where the first one is.
    pub earlier: String,
    /// Whether the second one is atomic.
    pub atomic: bool,
}

/// What was touched so far on a path. Cloning is cheap.
#[derive(Clone, Default)]
pub(super) struct Footprint {
    bytes: Rc<FxHashMap<(ObjectId, u64), Touched>>,
}

impl Footprint {
    /// A new group has local memory of its own.
    pub fn forget(&mut self, local: &[ObjectId]) {
        if !local.is_empty() {
            Rc::make_mut(&mut self.bytes).retain(|(object, _), _| !local.contains(object));
        }
    }

    /// Adds the accesses of an item; the first that may meet an earlier one.
    pub fn add(
        &mut self,
        program: &Program,
        (who, local): (Who, &[ObjectId]),
        accesses: &[&AccessRecord],
    ) -> Option<Conflict> {
        let bytes = Rc::make_mut(&mut self.bytes);
        let mut found = None;
        for access in accesses {
            let epoch = match local.contains(&access.object) {
                true => who.local_epoch,
                false => who.global_epoch,
            };
            let place = access.chain.first().copied().unwrap_or(SpanId::NONE);
            let atomic = access.qualifiers.order != Order::Plain;
            let writes = access.access == Access::Write || atomic;
            let (first, last) = match &access.offset {
                Offset::At(at) => (*at, *at),
                Offset::Among { first, last, .. } => (*first, *last),
            };
            for byte in first..last.saturating_add(access.size) {
                let touched = bytes.entry((access.object, byte)).or_default();
                let earlier = [touched.written, touched.read.filter(|_| writes)];
                let mut meeting = earlier.into_iter().flatten();
                let met = meeting.find(|seen| seen.meets(who, epoch));
                if let Some(seen) = met.filter(|_| found.is_none()) {
                    found = Some(Conflict {
                        place: shown(program, place),
                        earlier: shown(program, seen.place),
                        atomic,
                    });
                }
                let seen = match writes {
                    true => &mut touched.written,
                    false => &mut touched.read,
                };
                *seen = Some(Seen::after(*seen, who, epoch, place));
            }
        }
        found
    }
}

impl Seen {
    /// Whether an access by an item now may meet these.
    fn meets(&self, who: Who, epoch: u32) -> bool {
        self.group != One::This(who.group)
            || self.epoch == epoch && self.item != One::This(who.item)
    }

    /// These and one more.
    fn after(earlier: Option<Seen>, who: Who, epoch: u32, place: SpanId) -> Seen {
        let Some(earlier) = earlier else {
            let (item, group) = (One::This(who.item), One::This(who.group));
            return Seen {
                item,
                epoch,
                group,
                place,
            };
        };
        let group = earlier.group.and(who.group);
        let same = group != One::Many && earlier.epoch == epoch;
        Seen {
            // What other groups did stays in `group`.
            item: match same {
                true => earlier.item.and(who.item),
                false => One::This(who.item),
            },
            epoch,
            group,
            place,
        }
    }
}

/// A position in the source.
fn shown(program: &Program, place: SpanId) -> String {
    match program.location(place) {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => "an unknown place".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(item: u64, group: u64) -> Who {
        Who {
            item,
            group,
            global_epoch: 0,
            local_epoch: 0,
        }
    }

    fn seen(by: &[(u64, u64, u32)]) -> Seen {
        let add = |seen, (item, group, epoch): &(u64, u64, u32)| {
            Some(Seen::after(seen, who(*item, *group), *epoch, SpanId::NONE))
        };
        by.iter().fold(None, add).unwrap()
    }

    #[test]
    fn items_of_a_group_meet_unless_a_barrier_is_between() {
        let one = seen(&[(0, 0, 0)]);
        assert!(!one.meets(who(0, 0), 0));
        assert!(one.meets(who(1, 0), 0));
        assert!(!one.meets(who(1, 0), 1));
    }

    #[test]
    fn groups_meet_across_barriers() {
        assert!(seen(&[(0, 0, 0)]).meets(who(8, 1), 3));
        // The group's own access does not hide that of another one.
        assert!(seen(&[(0, 0, 0), (8, 1, 0)]).meets(who(8, 1), 0));
    }

    #[test]
    fn several_readers_meet_the_writer_among_them() {
        assert!(seen(&[(0, 0, 0), (1, 0, 0)]).meets(who(1, 0), 0));
        assert!(!seen(&[(0, 0, 0), (1, 0, 0)]).meets(who(1, 0), 1));
    }
}
