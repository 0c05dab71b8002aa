//! Reads `--assume`: relations between the inputs and sizes of a contract.
//!
//! Invariant: every input that a relation names exists, with as many subscripts as it
//! takes; a name in a subscript has one value in every run, or is an index variable.

mod existing;
mod known;
mod literal;
mod reader;
mod scalar;

use crate::contract::{Contract, Relation};
use crate::problem::Problem;
pub use existing::require_elements;
use reader::Reader;

/// The relations that the user grants; a text may hold several.
///
/// # Errors
/// If a text is not a relation, or names something that does not exist.
pub fn parse(texts: &[String], contract: &Contract) -> Result<Vec<Relation>, Problem> {
    let all = texts.iter().map(|text| Reader::new(text, contract).all());
    let all: Vec<Vec<Relation>> = all.collect::<Result<_, _>>()?;
    Ok(all.into_iter().flatten().collect())
}
