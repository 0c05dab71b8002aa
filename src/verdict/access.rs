//! An access to memory: who makes it, where, and to what.

use serde::Serialize;

use super::defect_kind::Access;
use super::source::Location;
use super::value::Value;

/// One of the accesses that make a defect together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AccessFound {
    /// What it does.
    pub access: Access,
    /// Whether it is atomic.
    pub atomic: bool,
    /// The thread that makes it.
    pub thread: Thread,
    /// How many barriers its group had passed.
    pub barriers: u32,
    /// The last of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barrier: Option<Location>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The functions that are active, the one that makes the access first.
    pub calls: Vec<CallSite>,
    /// The object accessed, as reports call it.
    pub object: String,
    /// The first byte accessed, from the object's start.
    pub offset: u64,
    /// How many bytes.
    pub bytes: u64,
    /// What is read or written, where it is one scalar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// A thread of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// Its position among all, from 0.
    pub index: u64,
    /// What people call it: `work-item (3, 0, 0) of group (1, 0, 0)`.
    pub name: String,
}

/// An active function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallSite {
    /// The function.
    pub function: String,
    /// Where it is called from; none for a thread's first function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<Location>,
}
