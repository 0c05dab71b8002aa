//! The outputs of one execution in trials.

use crate::contract::Scalar;
use crate::side::Place;

/// The outputs of a version: the bits of each, or `None` where it is undefined.
pub(super) type Results = Vec<(Place, Scalar, Option<u128>)>;
