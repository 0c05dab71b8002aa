//! An observable effect of a path: a volatile write or output.

use std::rc::Rc;
use std::sync::Arc;

use term::TermId;

use super::value::Lane;
use crate::program::SpanId;

/// The kind of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A volatile write. If the offset is not constant, it is the first of the effect's
    /// values.
    Write {
        /// The object's name.
        object: Arc<str>,
        /// The first byte written, if constant.
        offset: Option<u64>,
    },
    /// Bytes printed to a stream, or to the standard output.
    Text {
        /// The stream.
        stream: Lane,
    },
    /// Values printed in a format.
    Formatted {
        /// The stream.
        stream: Lane,
        /// The format.
        format: Rc<[u8]>,
    },
    /// Output whose contents are not followed.
    Unknown,
}

/// One observable effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What kind of effect it is.
    pub shown: Shown,
    /// The values written or printed.
    pub values: Vec<Lane>,
    /// The condition under which it happens; `None` means always.
    pub guard: Option<TermId>,
    /// The instruction that causes it.
    pub span: SpanId,
}
