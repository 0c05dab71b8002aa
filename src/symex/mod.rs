//! The symbolic executor: runs a decoded program on terms.
//!
//! Drivers make a [`Machine`], place objects in a [`State`], run functions with
//! [`Machine::call`] and read the memory of each [`Finished`] path. With several threads,
//! they [`Machine::advance`] one thread at a time, to a barrier or to another stop that
//! they name. Invariant: execution builds exact terms and never guesses. An operation
//! without semantics ends the path with a [`StopReason`]; undefined behaviour ends it with
//! a [`Defect`] or, if it depends on the inputs, leaves a [`Check`] that the driver
//! decides.

mod access;
mod activation;
mod address;
mod atomic;
mod bits;
mod calls;
mod changing;
mod choice;
mod chosen;
mod chunk;
mod concrete;
mod control;
mod counted;
mod decision;
mod difference;
mod door;
mod effect;
mod effects;
mod end;
mod environment;
mod errno;
mod executor;
mod explore;
mod extents;
mod extras;
mod fast_math_advice;
mod files;
mod float;
mod follow;
mod frame;
mod hazard;
mod integer;
mod leak;
mod limits;
mod log;
mod machine;
mod marked;
mod memory;
mod models;
mod mxcsr;
mod nesting;
mod notice;
mod object;
mod object_spec;
mod observed;
mod observer;
mod oracle;
mod order;
mod origin;
mod packed;
mod path;
mod pause;
mod pin;
mod place;
mod place_value;
mod process;
mod promises;
mod quotient;
mod raise;
mod reached;
mod refused;
mod region;
mod restrict;
mod search;
mod several;
mod shelf;
mod shown;
mod slot;
mod spare;
mod stacks;
mod state;
mod step;
mod strided;
mod table;
mod thread;
mod threads;
mod trace;
mod undefined;
mod unwind;
mod value;
mod vector;
mod volatile;

pub use effect::{Effect, Shown};
pub use end::{
    Access, Around, Check, Defect, DefectKind, End, Meeting, ObjectInfo, Stop, StopReason, Thrown,
    Touch,
};
pub use extents::Extents;
pub use files::Files;
pub use hazard::{Converted, Hazard, Place};
pub use limits::{Ended, Limits, Statistics};
pub use log::AccessLog;
pub use machine::{Machine, Watch};
pub use memory::Memory;
pub use models::{UNSUPPORTED, may_set_errno};
pub use object_spec::{ObjectId, ObjectSpec, Protection, Storage};
pub use observer::{AccessRecord, Observer, Offset};
pub use oracle::{BranchOracle, Feasibility, Ignorant};
pub use path::KeptPath;
pub use pause::{Pause, Stops};
pub use reached::{NARROW, Reached, is_narrow};
pub use refused::Refused;
pub use search::Search;
pub use shown::STATUS;
pub use state::{Finished, Paused, State};
pub use thread::{Activation, ThreadId};
pub use trace::{Step, Trace};
pub use undefined::{depends_on_undefined, has_undefined, with_other_undefined};
pub use value::{Lane, Value};
