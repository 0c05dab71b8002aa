//! Launches: one kernel, run by every work-item of an index space (OpenCL 3.0, 3.2.1).
//!
//! [`Geometry`] describes the items and their groups by expressions over sizes;
//! [`Launch::run`] executes them. Groups run one after another, and the items of a group in
//! the order of their ids, each up to its next barrier. This one order stands for all
//! orders if no two items race: each path is checked for races, and [`Launch::notes`]
//! reports what is left open.

mod barrier;
mod conflicts;
mod copy;
mod copying;
mod footprint;
mod geometry;
mod group;
mod item;
mod meeting;
mod notes;
mod recorded;
mod rounds;
mod schedule;
mod sub_group;
mod touched;
mod unordered;

pub use copy::is_copy;
pub use footprint::access;
pub use geometry::{Geometry, ItemPlace, NdRange, RangeError, SubGroup};
pub use notes::{Conflict, Notes, Question, USUAL_GROUP, needs_group};
pub use recorded::Recorded;
pub use schedule::Work;
pub use touched::Touched;

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::contract::Sizes;

/// The parameters of a kernel's launch other than its arguments, and what is noted of it.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The index space.
    pub geometry: Geometry,
    /// The symbols of variables in local memory, which every group gets anew.
    pub local_variables: Vec<String>,
    /// The accesses that count as races.
    races: Races,
    /// Whether a host program enqueues it: items may access the host's memory, and the
    /// accesses of each path are reported to the host.
    by_host: bool,
    /// Whether paths carry all [accesses](Recorded) of items.
    recording: bool,
    notes: RefCell<Notes>,
    /// Sentences about objects that need a better alignment than their types ask for.
    alignments: RefCell<BTreeSet<String>>,
}

/// The accesses of work-items that count as races.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// Whether the user assumes that there are no races.
    pub excluded: bool,
    /// Whether the user assumes that atomic accesses happen in the order of the items' ids.
    pub atomics_in_order: bool,
    /// Whether writes of the same value to the same place count.
    pub same_value: bool,
    /// Whether races are not searched for, because only the reach of accesses is wanted.
    pub unasked: bool,
}

impl Launch {
    /// A launch without any execution yet.
    pub fn new(geometry: Geometry, local_variables: Vec<String>, races: Races) -> Launch {
        Launch {
            geometry,
            local_variables,
            races,
            by_host: false,
            recording: false,
            notes: RefCell::default(),
            alignments: RefCell::default(),
        }
    }

    /// Makes each path carry all [accesses](Recorded) of items, if `recording`.
    #[must_use]
    pub fn recording(self, recording: bool) -> Launch {
        Launch { recording, ..self }
    }

    /// A launch by a host: items may access the objects of its stack, and each path that
    /// returns carries the accesses that were made ([`Touched`]).
    pub fn by_host(local_variables: Vec<String>, races: Races) -> Launch {
        let geometry = Geometry {
            global: Vec::new(),
            local: None,
            offset: None,
            required: None,
            sub_group: None,
            uniform: true,
        };
        Launch {
            by_host: true,
            ..Launch::new(geometry, local_variables, races)
        }
    }

    /// Open questions on the order of work-items, and notes, from all paths executed so
    /// far. If no question is open and no check fails, every order of the items leads to
    /// the same results.
    pub fn notes(&self) -> Notes {
        self.notes.borrow().clone()
    }

    /// Notes the groups at these sizes, with the bytes of local memory that each takes.
    pub fn note_sizes(&self, sizes: &Sizes, local_memory: u64) {
        let notes = &mut self.notes.borrow_mut();
        notes.local_memory = notes.local_memory.max(local_memory);
        let chosen = self.geometry.local.is_some() || self.geometry.required.is_some();
        if let (true, Ok(range)) = (chosen, self.geometry.at(sizes)) {
            notes.largest_group = notes.largest_group.max(range.group_size());
        }
    }

    /// Adds a sentence about the alignment of an object, on which the verdict leans.
    pub fn note_alignment(&self, sentence: String) {
        self.alignments.borrow_mut().insert(sentence);
    }

    /// The sentences about alignment.
    pub fn alignments(&self) -> BTreeSet<String> {
        self.alignments.borrow().clone()
    }

    /// Whether a variable of the program belongs to the launch: the ids of the running
    /// item, or local memory.
    pub fn owns(&self, variable: &str) -> bool {
        schedule::is_of_library(variable) || self.local_variables.iter().any(|v| v == variable)
    }
}
