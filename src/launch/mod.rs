//! A launch: one kernel, run by every work-item of an index space (OpenCL 3.0, 3.2.1).
//!
//! [`Geometry`] says how many items there are and how they are grouped, as expressions
//! over sizes; [`Launch::run`] executes them. Groups run one after the other, the items
//! of a group in the order of their ids, each to the next barrier. That one order stands
//! for all where no two items race: each path is checked for races, and
//! [`Launch::notes`] says what is left open.

mod barrier;
mod copy;
mod copying;
mod geometry;
mod group;
mod item;
mod meeting;
mod races;
mod recorded;
mod rounds;
mod schedule;
mod sub_group;
mod touched;

pub use copy::is_copy;
pub use geometry::{Geometry, ItemPlace, NdRange, RangeError, SubGroup};
pub use races::{Conflict, Notes, access};
pub use recorded::Recorded;
pub use schedule::Work;
pub use touched::Touched;

use std::cell::RefCell;
use std::collections::BTreeSet;

/// What is needed to run a kernel besides its arguments.
#[derive(Clone, Debug)]
pub struct Launch {
    /// How many items there are.
    pub geometry: Geometry,
    /// The symbols of the variables in local memory, which every group has anew.
    pub local_variables: Vec<String>,
    /// What counts as a race.
    races: Races,
    /// Whether a host program has it run, which has memory of its own and is told what
    /// was touched.
    by_host: bool,
    /// Whether paths carry all [accesses](Recorded) of items.
    recording: bool,
    notes: RefCell<Notes>,
    /// Sentences about objects that have to be better aligned than their types ask for.
    alignments: RefCell<BTreeSet<String>>,
}

/// What counts as a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// None: they are assumed away.
    pub excluded: bool,
    /// Writes of one value to one place too.
    pub same_value: bool,
    /// Nobody asks: only how far items reach is wanted.
    pub unasked: bool,
}

impl Launch {
    /// Nothing executed yet.
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

    /// The same with each path carrying all [accesses](Recorded) of items, if wanted.
    #[must_use]
    pub fn recording(self, recording: bool) -> Launch {
        Launch { recording, ..self }
    }

    /// The same by a host: items may touch what is on its stack, and each path that
    /// returns carries what they [touched](Touched).
    pub fn by_host(local_variables: Vec<String>) -> Launch {
        let geometry = Geometry {
            global: Vec::new(),
            local: None,
            offset: None,
            required: None,
            sub_group: None,
        };
        Launch {
            by_host: true,
            ..Launch::new(geometry, local_variables, Races::default())
        }
    }

    /// What is left open of the order of work-items, and what is to be noted, on all
    /// paths executed so far. Where nothing is open and no check fails, every order of
    /// the items leads to the same results.
    pub fn notes(&self) -> Notes {
        self.notes.borrow().clone()
    }

    /// Says that a verdict rests on how an object is aligned.
    pub fn note_alignment(&self, sentence: String) {
        self.alignments.borrow_mut().insert(sentence);
    }

    /// What was said so.
    pub fn alignments(&self) -> BTreeSet<String> {
        self.alignments.borrow().clone()
    }

    /// Whether a variable of the program is of the launch: what says which item runs, or
    /// local memory.
    pub fn owns(&self, variable: &str) -> bool {
        schedule::is_of_library(variable) || self.local_variables.iter().any(|v| v == variable)
    }
}
