//! One round of executions, and what it takes.

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

/// What every execution of a side is given.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// What the parameters mean.
    pub contract: &'a Contract,
    /// Bounds and assumptions.
    pub settings: &'a Settings,
    /// What the code runs on.
    pub target: &'a Target,
}

impl<'a> Environment<'a> {
    /// The executor's bounds.
    pub fn limits(&self) -> Limits {
        self.settings.limits(self.target)
    }

    /// A machine for one execution on an input alone.
    pub fn machine(&self, program: &'a Program) -> Machine<'a> {
        Machine::new(program, self.settings.builder(), self.limits())
    }

    /// These inputs under the contract.
    pub fn given(&self, inputs: &'a Inputs) -> Given<'a> {
        Given {
            contract: self.contract,
            inputs,
        }
    }
}

/// The inputs of an execution, and what they mean.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// What the parameters mean.
    pub contract: &'a Contract,
    /// What they receive.
    pub inputs: &'a Inputs,
}

/// Executions of one version on the same inputs: what decides the questions that they
/// raise, and what remembers the answers.
pub struct Round<'a, 'm, 'c> {
    /// The version.
    pub side: &'a Side<'m, 'c>,
    /// The version that it is compared with, if it is.
    pub other: Option<&'a Side<'m, 'c>>,
    /// What holds for every execution.
    pub environment: Environment<'a>,
    /// The inputs.
    pub inputs: &'a Inputs,
    /// Their sizes.
    pub sizes: &'a Sizes,
    /// Decides.
    pub ladder: &'a mut Ladder,
    /// Remembers.
    pub tally: &'a mut Tally,
}

impl Round<'_, '_, '_> {
    /// Whether there is time left; says so in the tally when not.
    pub fn go_on(&mut self) -> bool {
        go_on(self.environment.settings, self.tally)
    }
}

/// Whether there is time left; says so in the tally when not.
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
