//! Rewrite rules as data, and everything derived from them: the term builder, equality
//! saturation, and the proofs of the rules themselves.
//!
//! The rule language is described in this crate's README. A rule's right side equals its left
//! side as far as its tiers promise ([`Assumptions`]). A rule with a guard whose value is not known
//! does not apply.

#![forbid(unsafe_code)]

mod alike;
mod assumptions;
mod at_a_glance;
mod bits;
mod builder;
mod case;
pub mod category;
mod choose;
mod compile;
mod constants;
pub mod difference;
pub mod dyadic;
mod error;
pub mod expr;
mod extremum;
mod float_bounds;
mod floats;
mod function;
mod generate;
mod index;
mod instance;
mod integer_bounds;
mod interval;
mod intervals;
mod landmark;
mod look;
mod low_bits;
mod make;
mod matching;
pub mod meaning;
mod memo;
pub mod normal;
mod number;
mod ops;
mod parse;
pub mod pattern;
mod pieces;
mod polynomial;
mod proof;
pub mod prove;
mod recall;
mod rewriting;
mod rules;
mod sample;
#[cfg(feature = "search")]
pub mod search;
mod sexp;
mod shape;
mod shared;
mod shift_depth;
mod sides;
mod stop;
mod symbolic;
mod tape;
mod template;
pub mod trace;

pub use alike::{Alike, alike_extrema};
pub use assumptions::{Assumptions, EXACT};
pub use builder::Builder;
pub use error::RuleError;
pub use instance::{Instance, instances};
pub use pattern::{Direction, Rule};
pub use rules::{DirectedRules, RuleSet};
pub use shape::{Sampler, Shape, Uncovered, every_shape};
pub use shared::SharedRules;
pub use symbolic::{Claim, Variables};
