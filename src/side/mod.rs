//! Executes one version of a program under a contract: makes the inputs that the contract
//! describes, runs the version on them symbolically or natively, and reads its outputs.
//!
//! An [`Entry`] says which function or kernel is executed. Callers see inputs go in and
//! paths with outputs come out.

mod access_log;
mod address;
mod admitted;
mod bits;
mod bound;
mod case;
mod entry;
mod execution;
mod extremes;
mod hunt;
mod inputs;
mod kernel_call;
mod launches;
mod number;
mod ordinary;
mod pattern;
mod place;
mod promise;
mod replay;
mod round;
mod settle;
mod setup;
mod size_conditions;
mod size_search;
mod size_solver;
mod starts;
mod traced;
mod undefined;
mod unreached;
mod values;
mod variations;
mod version;

pub use access_log::{AccessLogFile, Launched};
pub use admitted::{Admitted, admitted, granted};
pub use entry::Entry;
pub use execution::{Ends, Execution, Ready};
pub use extremes::extremes;
pub use hunt::Assumed;
pub use inputs::{Cell, Input, InputError, Inputs};
pub use kernel_call::{Told, kernel_call};
pub use launches::{
    IndexSpace, note_images, note_options, note_order, range_problem, space, sub_group, uniform,
    without_inputs,
};
pub use ordinary::{candidates, ordinary};
pub use pattern::{CYCLE, Pattern};
pub use place::{Output, Place, class, is_address, name, parts, shown};
pub use round::{Environment, Given, Round, go_on};
pub use setup::start;
pub use size_solver::{Answer, SizeSolver};
pub use starts::{Observed, Starts};
pub use unreached::{parameter, reason, rows};
pub use values::{each_input_value, input_values};
pub use variations::variations;
pub use version::Side;
