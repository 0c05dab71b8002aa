//! What a finding says of the contract: how it can state that no caller leads there.
//!
//! Invariant: advice changes no verdict.

mod asserted;
mod before;
mod contents;

use crate::contract::Contract;
use crate::verdict::Outcome;

/// Adds advice to a finding. `externals` are the symbols of variables that no file defines.
pub(super) fn advise(contract: &Contract, externals: &[String], outcome: &mut Outcome) {
    before::advise(contract, outcome);
    asserted::advise(contract, outcome);
    contents::advise(contract, externals, outcome);
}
