//! The executor against native execution, and what it says on symbolic inputs.

mod accesses;
mod concrete;
mod defects;
mod mxcsr;
mod paths;
mod places;
mod support;
mod symbolic;
mod threads;
