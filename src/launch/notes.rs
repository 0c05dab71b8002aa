//! The questions that a launch leaves open, and what its result rests on.

use std::collections::BTreeMap;

use super::Races;
use crate::symex::ObjectId;

/// Two accesses that may conflict; whether they do is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Location of the second access by debug info: `file:line`.
    pub place: String,
    /// Location of the first access.
    pub earlier: String,
    /// The open question about them.
    pub question: Question,
}

/// An open question about two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether they race.
    Race,
    /// Whether atomic accesses order them in every execution.
    Ordered,
    /// In which order they happen: both are atomic.
    Order,
}

impl Question {
    /// The assumption under which a verdict on atomic accesses in one order holds.
    const ONE_ORDER: &str = "work-items access memory atomically in the order of their ids, \
                                 where a device may take another (--assume-atomic-order)";

    /// Advice for a result that depends on the order of atomic accesses.
    pub const OF_ORDER: &str = "what an atomic access returns depends on the order; to have the \
                                order of the ids decided alone: --assume-atomic-order";

    /// The question as the beginning of a sentence, which the two places continue.
    pub const fn text(self) -> &'static str {
        match self {
            Question::Race => "two work-items may race",
            Question::Ordered | Question::Order => {
                "in which order work-items access memory atomically is open"
            }
        }
    }
}

/// Open questions and notes of a launch, over all paths.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// A possible race, or an order on which a result may depend, that no assumption
    /// settles.
    pub open: Option<Conflict>,
    /// Whether a result rests on the assumption that there are no races.
    pub races_excluded: bool,
    /// Whether a result rests on the assumed order of atomic accesses.
    pub atomics_in_order: bool,
    /// A place where items write the same value to the same memory: `file:line`.
    pub one_value: Option<String>,
    /// The end of the farthest access of items to each object, in bytes from its start.
    pub reach: BTreeMap<ObjectId, u64>,
    /// The greatest alignment that accesses to each object rely on, in bytes, if it is more
    /// than four.
    pub insisted: BTreeMap<ObjectId, u32>,
    /// The items of the largest group that was asked for.
    pub largest_group: u64,
    /// The most bytes of local memory that a group takes.
    pub local_memory: u64,
}

/// The largest groups that kernels take for granted, as many devices have them; the standard
/// guarantees one item.
pub const USUAL_GROUP: u64 = 256;

/// Bytes of local memory that every device of the full profile has (OpenCL 3.0, 4.2).
const LOCAL_MEMORY: u64 = 32 << 10;

/// The sentence on a device that takes groups of so many items.
pub fn needs_group(items: u64) -> String {
    format!("the device takes work-groups of {items} work-items")
}

impl Notes {
    /// What the result rests on, a sentence each.
    pub fn rests_on(&self) -> Vec<String> {
        let one_value = self.one_value.as_ref();
        let one_value =
            one_value.map(|place| format!("work-items write one value to one place at {place}"));
        let excluded = self
            .races_excluded
            .then(|| "no two work-items race (--assume-race-free)".to_owned());
        let in_order = self
            .atomics_in_order
            .then(|| Question::ONE_ORDER.to_owned());
        let group = (self.largest_group > USUAL_GROUP).then(|| needs_group(self.largest_group));
        let bytes = self.local_memory;
        let local = (bytes > LOCAL_MEMORY).then(|| {
            format!(
                "the device has {bytes} bytes of local memory, where the standard guarantees \
                 {LOCAL_MEMORY}"
            )
        });
        [group, local, one_value, excluded, in_order]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Notes a question about accesses at two places, the earlier one first: settled by an
    /// assumption, or open.
    pub(super) fn ask(&mut self, [earlier, place]: [String; 2], question: Question, races: Races) {
        match question {
            Question::Order if races.atomics_in_order => self.atomics_in_order = true,
            Question::Race | Question::Ordered if races.excluded => self.races_excluded = true,
            _ => {
                self.open.get_or_insert(Conflict {
                    place,
                    earlier,
                    question,
                });
            }
        }
    }
}
