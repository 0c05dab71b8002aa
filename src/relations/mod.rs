//! Reading `--assume`: relations between what a contract names.
//!
//! Invariant: every input that a relation names is there, with as many subscripts as it
//! takes, and what subscripts name has one value in every run, or is an index variable.

mod known;
mod literal;
mod reader;
mod scalar;

use crate::contract::{Contract, Relation};
use crate::problem::Problem;
use reader::Reader;

/// The relations that the user grants, one or more a text.
///
/// # Errors
/// When a text is no relation, or names what is not there.
pub fn parse(texts: &[String], contract: &Contract) -> Result<Vec<Relation>, Problem> {
    let all = texts.iter().map(|text| Reader::new(text, contract).all());
    let all: Vec<Vec<Relation>> = all.collect::<Result<_, _>>()?;
    Ok(all.into_iter().flatten().collect())
}
