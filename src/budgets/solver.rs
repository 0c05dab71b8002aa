//! Budgets of solver queries, and of what the solver remembers.
//!
//! Exhausted, a query is unanswered: the claim goes to the next step of the ladder. `--budget
//! solver=20s,floats=60s` raises the first ones.

use std::time::Duration;

/// The Z3 resource units of one solver call: deterministic, roughly a microsecond each.
pub const CALL_RESOURCES: u32 = 3_000_000;

/// The wall time of one solver call, as a backstop of its resources.
pub const CALL_TIME: Duration = Duration::from_secs(5);

/// The refinement rounds of one query.
pub const QUERY_ROUNDS: u32 = 24;

/// The number of terms up to which a query is asked.
pub const QUERY_TERMS: usize = 20_000;

/// The resource units of one call of a small query: the first attempt, and those of sweeping.
pub const SMALL_RESOURCES: u32 = 150_000;

/// The refinement rounds of a small query.
pub const SMALL_ROUNDS: u32 = 6;

/// The wall time of one query with floats as circuits.
pub const FLOATS_TIME: Duration = Duration::from_secs(15);

/// The wall time of the first query with floats as circuits.
pub const SMALL_FLOATS_TIME: Duration = Duration::from_secs(2);

/// The wall time of all such queries of a solver together.
pub const ALL_FLOATS_TIME: Duration = Duration::from_secs(60);

/// The number of terms up to which a query has floats as circuits.
pub const FLOATS_TERMS: usize = 400;

/// The number of translated terms after which the solver starts afresh, to bound its memory.
pub const TRANSLATED_TERMS: usize = 200_000;

/// The number of answers after which the cache of queries starts afresh.
pub const CACHED_ANSWERS: usize = 10_000;

/// The number of terms after which the memory of their symbols starts afresh.
pub const REMEMBERED_TIES: usize = 50_000;
