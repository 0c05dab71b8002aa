//! A memory access in a verdict: the thread, the position, and the object.

use serde::Serialize;

use super::defect_kind::Access;
use super::source::Location;
use super::value::Value;

/// One of several accesses that together are a defect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AccessFound {
    /// Whether it reads or writes.
    pub access: Access,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether it is atomic to accesses of its work-group only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub within_group: bool,
    /// The thread that performs it.
    pub thread: Thread,
    /// Number of barriers that its group had passed.
    pub barriers: u32,
    /// Which access of the thread from this position it is since the last barrier, from 1: in a
    /// loop, the round.
    #[serde(skip)]
    pub round: u32,
    /// The position of the last of these barriers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barrier: Option<Location>,
    /// Its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The active functions, innermost first.
    pub calls: Vec<CallSite>,
    /// The name of the object in reports.
    pub object: String,
    /// The offset of the first byte in the object, in bytes.
    pub offset: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// The value read or stored, if it is one scalar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// A thread of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// Its index among all threads, from 0.
    pub index: u64,
    /// Its name: `work-item (3, 0, 0) of group (1, 0, 0)`.
    pub name: String,
}

/// An active function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallSite {
    /// The function.
    pub function: String,
    /// The position of its call; none for a thread's first function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<Location>,
}
