//! Budgets of proofs of rewrite rules and of the audit of certificates.
//!
//! Exhausted, `simdiff rules prove` calls a rule unproved, a verdict that uses one of the
//! user's names it under `assuming`, and `certificate check` calls the step not checked.

use std::time::Duration;

/// The wall time of one solver query of a certificate.
pub const AUDIT_TIME: Duration = Duration::from_secs(60);

/// The wall time for one rule. Most take a fraction of a second.
pub const RULE_TIME: Duration = Duration::from_secs(20);

/// The resource units of one solver call for a shape of a rule.
pub const SHAPE_RESOURCES: u32 = 2_000_000;

/// The wall time of such a call.
pub const SHAPE_TIME: Duration = Duration::from_secs(5);

/// The wall time of one query about a shape with floats as circuits.
pub const SHAPE_CIRCUIT_TIME: Duration = Duration::from_secs(4);

/// The wall time of all such queries about one shape.
pub const SHAPE_CIRCUITS_TIME: Duration = Duration::from_secs(12);

/// The number of bits of terms and constants up to which all values are enumerated.
pub const RULE_BITS: u32 = 18;

/// The number of bits of floats up to which circuits are tried.
pub const CIRCUIT_BITS: u32 = 64;

/// The number of random cases of a rule, for all its shapes together.
pub const RULE_SAMPLES: u32 = 60_000;

/// The least number of random cases for each shape of a rule.
pub const SHAPE_SAMPLES: u32 = 12;

/// The number of rewrites of one left side above which rewriting counts as endless.
pub const RULE_REWRITES: u32 = 4_000;

/// The number of instances of a rule that the solver is queried for.
pub const PROVED_INSTANCES: usize = 6;

/// The number of widths and attributes tried to find these instances.
pub const PROVED_TRIALS: usize = 3_000;

/// The resource units of one solver call for an instance.
pub const INSTANCE_RESOURCES: u32 = 400_000;

/// The wall time of such a call, as a backstop of its resources.
pub const INSTANCE_TIME: Duration = Duration::from_secs(5);

/// The number of instances of a rule that have to follow from other rules.
pub const FOLLOWING_INSTANCES: usize = 4;

/// The number of widths and attributes tried to find these instances.
pub const FOLLOWING_TRIALS: usize = 1_000;

/// The nodes of the e-graph for one of these instances.
pub const FOLLOWING_NODES: usize = 2_000;
