//! Rewrite rules as data, and what is made from them: the term builder, the
//! equality search and the proofs of the rules themselves.

mod builder;
mod ops;
mod rules;

pub use builder::Builder;
pub use rules::RuleSet;
