//! Executes a side on inputs, and reads the outputs of its paths.
//!
//! The order of outputs depends on the contract alone, so that the outputs of two versions
//! pair up by position.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use term::TermId;

use super::bits::leaf_of_result;
use super::bound::Bound;
use super::entry::Entry;
use super::inputs::Input;
use super::place::{Output, Place, is_address};
use super::round::Given;
use super::starts::Observed;
use super::version::Side;
use crate::contract::Direction;
use crate::frontend::AbiResult;
use crate::launch::{NdRange, Work};
use crate::program::Program;
use crate::symex::{BranchOracle, End, Extents, Finished, Machine, ObjectId, State, Value};

/// The paths that a side takes on its inputs.
pub struct Execution<'a> {
    bound: Bound<'a>,
    entry: Entry<'a>,
    /// Every path, with its checks and its end.
    pub paths: Vec<Finished>,
    /// What the machine observed of the addresses of buffers.
    pub observed: Observed,
    /// How far the accesses of a call reach.
    extents: Extents,
}

/// How far a version reached into the memory of parameters.
pub struct Ends {
    is_launch: bool,
    launched: BTreeMap<usize, u64>,
    objects: BTreeMap<usize, ObjectId>,
    extents: Extents,
}

impl Ends {
    /// The end of the farthest access to a parameter's memory, in bytes from its start; some
    /// address that depends on the inputs may be counted with more than it reaches.
    pub fn end(&self, param: usize) -> u64 {
        match (self.is_launch, self.objects.get(&param)) {
            (true, _) => self.launched.get(&param).copied().unwrap_or(0),
            (false, Some(object)) => self.extents.end(*object),
            (false, None) => 0,
        }
    }

    /// Whether it takes the solver to tell how far the accesses to a parameter's memory reach.
    pub fn is_open(&self, param: usize) -> bool {
        let object = self.objects.get(&param);
        !self.is_launch && object.is_some_and(|object| self.extents.is_open(*object))
    }

    /// The end of the farthest access to a parameter's memory that is feasible.
    pub fn feasible_end(
        &self,
        param: usize,
        builder: &mut Builder,
        oracle: &mut dyn BranchOracle,
    ) -> u64 {
        match (self.is_launch, self.objects.get(&param)) {
            (false, Some(object)) => self.extents.feasible_end(*object, builder, oracle),
            _ => self.end(param),
        }
    }
}

/// A side with its inputs in place, before the first instruction.
pub struct Ready<'a> {
    bound: Bound<'a>,
    entry: Entry<'a>,
    program: &'a Program,
}

impl Side<'_, '_> {
    /// Runs the static constructors and the functions of `--setup`, and places the inputs.
    ///
    /// # Errors
    /// Why the inputs cannot be placed, as a sentence.
    pub fn prepare<'a>(
        &'a self,
        machine: &mut Machine<'_>,
        given: Given<'a>,
    ) -> Result<Ready<'a>, String> {
        Ok(Ready {
            bound: Bound::new(machine, self, given)?,
            entry: self.entry,
            program: self.program,
        })
    }
}

impl<'a> Ready<'a> {
    /// Restricts the inputs to those for which a condition holds.
    pub fn assume(&mut self, condition: TermId) {
        self.bound.state.assume(condition);
    }

    /// Has the machine record where an output is produced; returns whether it can be
    /// watched.
    pub fn watch(&self, machine: &mut Machine<'_>, place: Place) -> bool {
        machine.watch = self.bound.watch(place);
        machine.watch.is_some()
    }

    /// Executes every path to its end.
    pub fn execute(
        self,
        machine: &mut Machine<'_>,
        oracle: &mut dyn BranchOracle,
    ) -> Execution<'a> {
        let Ready {
            bound,
            entry,
            program,
        } = self;
        let before = bound.state.clone();
        let paths = match entry {
            Entry::Call { function, .. } => machine.call(before, function, &bound.args, oracle),
            Entry::Launch { kernel, launch, .. } => {
                let work = Work {
                    kernel,
                    args: &bound.args,
                    range: bound.range,
                    local: &bound.local,
                    copies: &bound.copies,
                };
                let paths = launch.run(machine, program, work, before, oracle);
                for (object, align) in launch.notes().insisted {
                    if let Some(sentence) = bound.better_aligned(program, object, align) {
                        launch.note_alignment(sentence);
                    }
                }
                paths
            }
        };
        Execution {
            observed: bound.observed(machine),
            extents: machine.take_extents(),
            bound,
            entry,
            paths,
        }
    }
}

impl Execution<'_> {
    /// The end of the work-items' farthest access to the memory of each parameter, in bytes
    /// from its start; empty for a call.
    pub fn reach(&self) -> BTreeMap<usize, u64> {
        let Entry::Launch { launch, .. } = self.entry else {
            return BTreeMap::new();
        };
        let notes = launch.notes();
        let objects = self.bound.objects.iter().enumerate();
        let reach = |(param, object): (usize, &Option<ObjectId>)| {
            Some((param, *notes.reach.get(object.as_ref()?)?))
        };
        objects.filter_map(reach).collect()
    }

    /// How far a version reached into the memory of some parameters.
    pub fn into_ends(self, params: &[usize]) -> Ends {
        let launched = self.reach();
        let objects = params
            .iter()
            .map(|param| (*param, self.bound.objects[*param]));
        let objects = objects.filter_map(|(param, object)| Some((param, object?)));
        Ends {
            is_launch: matches!(self.entry, Entry::Launch { .. }),
            launched,
            objects: objects.collect(),
            extents: self.extents,
        }
    }

    /// Whether every path returned.
    pub fn has_returned(&self) -> bool {
        let mut paths = self.paths.iter();
        paths.all(|path| matches!(path.end, End::Returned(_)))
    }

    /// The index space of a launch; `None` for a call.
    pub const fn range(&self) -> Option<NdRange> {
        match self.entry {
            Entry::Launch { .. } => Some(self.bound.range),
            Entry::Call { .. } => None,
        }
    }

    /// The state before the first instruction.
    pub fn before(&self) -> &State {
        &self.bound.state
    }

    /// The outputs of a path of this execution; `None` unless it returned.
    pub fn outputs(&self, machine: &mut Machine<'_>, path: &Finished) -> Option<Vec<Output>> {
        let End::Returned(returned) = &path.end else {
            return None;
        };
        let mut outputs = self.results(machine, &path.state, returned.as_ref());
        self.memory(machine, &path.state, &mut outputs);
        Some(outputs)
    }

    /// The leaves of the returned value.
    fn results(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        returned: Option<&Value>,
    ) -> Vec<Output> {
        let abi = self.entry.abi();
        let Some(element) = &self.bound.given.contract.result else {
            return Vec::new();
        };
        let leaves = element.leaves.iter().enumerate();
        let output = |(leaf, l): (usize, &crate::contract::Leaf)| Output {
            place: Place::Result { leaf },
            scalar: l.scalar,
            term: match &abi.result {
                AbiResult::Void => None,
                AbiResult::Memory => self.bound.result.and_then(|object| {
                    machine.read_scalar(state, object, u64::from(l.offset), l.scalar.bits())
                }),
                AbiResult::Direct(_) => returned
                    .and_then(|v| leaf_of_result(machine, abi, v, element, leaf))
                    .map(|term| match self.bound.given.contract.returns_address {
                        true => self.bound.address(&mut machine.builder, term),
                        false => term,
                    }),
            },
        };
        leaves.map(output).collect()
    }

    /// Adds the final contents of the memory of parameters and global variables.
    fn memory(&self, machine: &mut Machine<'_>, state: &State, outputs: &mut Vec<Output>) {
        let Bound { given, objects, .. } = &self.bound;
        let inputs = given.inputs;
        for (param, input) in inputs.args.iter().enumerate() {
            let Input::Memory {
                cells, direction, ..
            } = input
            else {
                continue;
            };
            let is_global = param >= inputs.params;
            let scratch = !is_global && given.contract.params[param].scratch;
            let absent = !is_global && objects[param].is_none();
            if *direction == Direction::In || scratch || absent {
                continue;
            }
            for cell in cells.iter().filter(|c| !c.is_padding()) {
                let (offset, bits) = (cell.offset, cell.scalar.bits());
                let place = cell.place(param);
                let term = match objects[param] {
                    Some(object) => machine.read_scalar(state, object, offset, bits),
                    // This version's program does not have the variable.
                    None => Some(cell.term),
                };
                outputs.push(Output {
                    place,
                    scalar: cell.scalar,
                    term: match term {
                        // An address that was left alone is compared as it is.
                        Some(term) if term != cell.term && is_address(given.contract, place) => {
                            Some(self.bound.address(&mut machine.builder, term))
                        }
                        term => term,
                    },
                });
            }
        }
    }
}
