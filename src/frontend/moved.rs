//! The function by which wrappers tell what a call did with a pointer.

/// The function that tells by how many bytes a pointer was moved: `i64 simdiff_moved(ptr
/// before, ptr after)`. Symbolic execution has a model of it, and native programs the
/// definition in `driver.c`.
pub(super) const MOVED: &str = "simdiff_moved";
