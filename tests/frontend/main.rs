//! The front end on small sources: contracts, flags, sizes, errors.

mod contracts;
mod errors;
mod flags;
mod lengths;
mod round_trip;
mod support;
