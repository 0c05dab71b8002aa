//! Something that others see of a path while it runs.

use std::rc::Rc;
use std::sync::Arc;

use term::TermId;

use super::value::Lane;
use crate::program::SpanId;

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A volatile write; where the offset is not constant, it is the first of the values.
    Write {
        /// The object's name.
        object: Arc<str>,
        /// The first byte written.
        offset: Option<u64>,
    },
    /// These bytes are printed, to a stream or to the standard output.
    Text {
        /// The stream.
        stream: Lane,
    },
    /// Values are printed in a format.
    Formatted {
        /// The stream.
        stream: Lane,
        /// The format.
        format: Rc<[u8]>,
    },
    /// Something is printed that is not followed.
    Unknown,
}

/// Something that others see.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What happens.
    pub shown: Shown,
    /// The values that are written or printed.
    pub values: Vec<Lane>,
    /// It happens where this holds; `None` is always.
    pub guard: Option<TermId>,
    /// The instruction.
    pub span: SpanId,
}
