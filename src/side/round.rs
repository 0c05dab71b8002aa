//! One round of executions, and its context.

use super::inputs::Inputs;
use super::version::Side;
use crate::contract::{Contract, Sizes};
use crate::cpu::Target;
use crate::equiv::Ladder;
use crate::pipeline::Tally;
use crate::program::Program;
use crate::settings::Settings;
use crate::symex::{Limits, Machine};
use crate::verdict::Undecided;

/// Data that all executions of a version share.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The meaning of the parameters.
    pub contract: &'a Contract,
    /// Bounds and assumptions.
    pub settings: &'a Settings,
    /// The processor that the code runs on.
    pub target: &'a Target,
}

impl<'a> Environment<'a> {
    /// The executor's limits.
    pub fn limits(&self) -> Limits {
        self.settings.limits(self.target)
    }

    /// A fresh machine, for an execution on a single input.
    pub fn machine(&self, program: &'a Program) -> Machine<'a> {
        Machine::new(program, self.settings.builder(), self.limits())
    }

    /// Combines inputs with the contract.
    pub fn given(&self, inputs: &'a Inputs) -> Given<'a> {
        Given {
            contract: self.contract,
            inputs,
        }
    }
}

/// The inputs of an execution, and their meaning.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The meaning of the parameters.
    pub contract: &'a Contract,
    /// The values of the parameters and global variables.
    pub inputs: &'a Inputs,
}

/// Executions of one version on the same inputs, with the ladder that decides their
/// obligations and the tally that records the results.
pub struct Round<'a, 'm, 'c> {
    /// The version.
    pub side: &'a Side<'m, 'c>,
    /// The version that it is compared with, if any.
    pub other: Option<&'a Side<'m, 'c>>,
    /// Data that all executions share.
    pub environment: Environment<'a>,
    /// The inputs.
    pub inputs: &'a Inputs,
    /// The sizes of the inputs.
    pub sizes: &'a Sizes,
    /// Decides obligations.
    pub ladder: &'a mut Ladder,
    /// Records findings and open questions.
    pub tally: &'a mut Tally,
}

impl Round<'_, '_, '_> {
    /// Whether there is time left; records in the tally if not.
    pub fn go_on(&mut self) -> bool {
        go_on(self.environment.settings, self.tally)
    }
}

/// Whether there is time left; records in the tally if not.
pub fn go_on(settings: &Settings, tally: &mut Tally) -> bool {
    let stop: Option<Undecided> = settings.stop();
    match stop {
        Some(reason) => {
            tally.expired(reason);
            false
        }
        None => true,
    }
}
