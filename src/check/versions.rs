//! Both versions, ready to execute.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rewrite_rules::{Assumptions, DirectedRules};

use super::Request;
use super::cause::Written;
use super::globals::set_up;
use super::kept::Kept;
use super::measured::Measurements;
use super::modules::{Agreed, Lowered, Modules};
use super::observe::{Observation, Unset, Versions as Observed};
use super::pair::Pair;
use super::trials::drawings::Drawings;
use crate::contract::Contract;
use crate::cpu::Target;
use crate::frontend::sizes::SizeRange;
use crate::pipeline::{Module, Native, Preparation, Tally};
use crate::problem::Problem;
use crate::program::Program;
use crate::replay::{LocalMemory, Surroundings};
use crate::side::{Entry, Side};
use crate::symex::Machine;
use crate::verdict;

/// The inputs from which both versions are made.
#[derive(Clone, Copy)]
pub(super) struct Versions<'a, 'c> {
    pub request: &'a Request,
    pub preparation: &'a Preparation<'c>,
    pub modules: &'a Modules<'c>,
    pub agreed: &'a Agreed,
    pub lowered: &'a Lowered<'c>,
}

/// The versions that are compared, and their sources that are observed.
pub(super) struct Sides<'a, 'c> {
    compared: [Side<'a, 'c>; 2],
    observed: Option<Observed<'a, 'c>>,
    target: Target,
    /// The symbols of global variables that nothing changes any more.
    settled: Vec<String>,
}

impl<'a, 'c> Versions<'a, 'c> {
    /// Makes the versions. Variables that their setup functions write are no inputs any
    /// more, and leave the contract.
    ///
    /// # Errors
    /// When a function cannot be executed, or the requested processor is unknown.
    pub fn sides(&self, contract: &mut Contract) -> Result<Sides<'a, 'c>, Problem> {
        let version = |which, module, program| self.version(which, module, program);
        let reference = (&self.modules.reference, &self.lowered.reference);
        let port = (self.modules.port(), self.lowered.port());
        let sources = self.lowered.sources.as_ref();
        let observed = sources.map(|sources| sources.pair(version, reference, port));
        let observed = observed.transpose()?;
        let mut compared = [
            self.version(verdict::Side::Reference, reference.0, reference.1)?,
            self.version(verdict::Side::Port, port.0, port.1)?,
        ];
        for side in &mut compared {
            let mut observed = observed.iter().flat_map(|(_, observed)| observed);
            side.observed = observed.any(|which| *which == side.which);
        }
        let target = self
            .preparation
            .target((port.0, &self.agreed.symbols[1]), reference.0)?;
        let settled = self.settled(&compared, &target, contract)?;
        let all = observed.iter().flat_map(|(sides, _)| sides);
        for side in all.chain(&compared) {
            let variables = contract.globals.iter();
            let kernel = self.agreed.launches[side.index()].as_ref();
            let surroundings = Surroundings {
                host: false,
                kernel: kernel.map(|launch| LocalMemory {
                    arguments: side.entry.local_arguments(),
                    variables: launch.local_variables.clone(),
                }),
                setup: self.agreed.setup[side.index()].clone(),
                variables: variables.map(|g| g.symbols[side.index()].clone()).collect(),
                ..Surroundings::default()
            };
            side.native().surround(surroundings);
        }
        Ok(Sides {
            compared,
            observed,
            target,
            settled,
        })
    }

    fn version<'v>(
        &self,
        which: verdict::Side,
        module: &'v Module<'c>,
        program: &'v Program,
    ) -> Result<Side<'v, 'c>, Problem>
    where
        'a: 'v,
    {
        let index = usize::from(which == verdict::Side::Port);
        let symbol = &*self.agreed.symbols[index];
        let native = Native::new(module, symbol, self.preparation.clang())
            .with_zeroed_memory(self.request.settings.zeroed_memory);
        let abi = &self.agreed.abis[index];
        let entry = match &self.agreed.launches[index] {
            Some(launch) => Entry::launch(program, symbol, abi, launch)?,
            None => Entry::call(program, symbol, abi)?,
        };
        Side::new(program, which, entry, &self.agreed.setup[index], native)
    }

    /// The symbols of the variables that nothing changes any more. Variables that setup
    /// functions write are among them, and leave the contract unless the user gives them.
    fn settled(
        &self,
        compared: &[Side<'a, 'c>; 2],
        target: &Target,
        contract: &mut Contract,
    ) -> Result<Vec<String>, Problem> {
        let settings = &self.request.settings;
        let mut settled = self.agreed.fixed.clone();
        if self.request.setup.is_empty() {
            return Ok(settled);
        }
        for side in compared {
            let limits = settings.limits(target);
            let mut machine = Machine::new(side.program, settings.builder(), limits);
            let written = set_up(&mut machine, side).map_err(Problem::new)?;
            let open = &mut contract.globals;
            open.retain(|g| g.given || !written.contains(&g.symbols[side.index()]));
            settled.extend(written);
        }
        Ok(settled)
    }

    /// Makes a pair of the versions as written, and calls `explain` with it.
    ///
    /// # Errors
    /// When the compiler or a pass fails.
    pub fn as_written<T>(
        &self,
        pair: &Pair<'_, '_>,
        explain: impl FnOnce(&Pair<'_, '_>) -> T,
    ) -> Result<T, Problem> {
        let written = Written::of(self.modules, self.preparation, self.agreed)?;
        let [reference, port] = written.programs();
        let modules = [&self.modules.reference, self.modules.port()];
        let pair = Pair {
            source: None,
            contract: pair.contract,
            reference: self.version(verdict::Side::Reference, modules[0], reference)?,
            port: self.version(verdict::Side::Port, modules[1], port)?,
            settings: pair.settings,
            directed: Arc::clone(&pair.directed),
            target: pair.target.clone(),
            settled: pair.settled.clone(),
            given_sizes: pair.given_sizes.clone(),
            access_log: None,
            differing: RefCell::default(),
            tried: Cell::default(),
            few: OnceCell::new(),
            drawings: Drawings::default(),
            null: RefCell::default(),
            kept: Kept::default(),
            measurements: Measurements::default(),
        };
        Ok(explain(&pair))
    }

    /// A tally without findings for these versions.
    pub fn tally(&self, sides: &Sides<'_, '_>) -> Tally {
        let request = self.request;
        let given = [
            (&request.reference, &request.reference_flags),
            (&request.port, &request.port_flags),
        ];
        let modules = [&self.modules.reference, self.modules.port()];
        let function = |index: usize| {
            let ((name, flags), symbol) = (given[index], &self.agreed.symbols[index]);
            verdict::Function {
                name: name.clone(),
                symbol: symbol.clone(),
                location: sides.compared[index].location(),
                flags: flags.clone(),
                compilation: Some(modules[index].compilation(symbol)),
            }
        };
        let mut tally = Tally::new(function(0), function(1));
        tally.is_tolerant = self.request.settings.tolerance.is_some();
        tally.coverage.phi_folds = self.lowered.folds;
        self.agreed
            .notes
            .iter()
            .for_each(|note| tally.lean_on(note));
        tally
    }
}

impl<'a, 'c> Sides<'a, 'c> {
    /// The pair of versions to compare under a contract, and the pair to observe as
    /// written.
    pub fn under(
        self,
        contract: &'a Contract,
        request: &'a Request,
        given_sizes: &[SizeRange],
        kept: Kept,
    ) -> (Pair<'a, 'c>, Option<Observation<'a, 'c>>) {
        let Sides {
            compared,
            observed,
            target,
            mut settled,
        } = self;
        settled.extend(kept.symbols().cloned());
        let settings = &request.settings;
        let directed = DirectedRules::new(&settings.rules, Assumptions::default());
        let directed = Arc::new(directed);
        let pair = |[reference, port]: [Side<'a, 'c>; 2], kept, source| Pair {
            contract,
            source,
            reference,
            port,
            settings,
            directed: Arc::clone(&directed),
            target: target.clone(),
            settled: settled.clone(),
            given_sizes: given_sizes.to_vec(),
            access_log: request.access_log.as_deref(),
            differing: RefCell::default(),
            tried: Cell::default(),
            few: OnceCell::new(),
            drawings: Drawings::default(),
            null: RefCell::default(),
            kept,
            measurements: Measurements::default(),
        };
        let observation = observed.map(|(versions, sides)| Observation {
            pair: Rc::new(pair(versions, Kept::default(), None)),
            sides,
            ladder: settings.ladder(),
            left: Unset::default(),
        });
        let source = observation.as_ref().map(|o| Rc::clone(&o.pair));
        (pair(compared, kept, source), observation)
    }
}
