//! Executes a side on inputs, and reads the outputs of its paths.
//!
//! The order of outputs depends on the contract alone, so that the outputs of two versions
//! pair up by position.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use term::TermId;

use super::bits::leaf_of_result;
use super::bound::Bound;
use super::entry::Entry;
use super::inputs::Input;
use super::place::{Output, Place};
use super::round::Given;
use super::starts::Observed;
use super::version::Side;
use crate::contract::Direction;
use crate::frontend::AbiResult;
use crate::launch::{NdRange, Work};
use crate::program::Program;
use crate::symex::{BranchOracle, End, Finished, Machine, ObjectId, State, Value};

/// The paths that a side takes on its inputs.
pub struct Execution<'a> {
    bound: Bound<'a>,
    entry: Entry<'a>,
    /// Every path, with its checks and its end.
    pub paths: Vec<Finished>,
    /// What the machine observed of the addresses of buffers.
    pub observed: Observed,
    /// For objects on the heap, the end of the farthest access by a call, in bytes.
    extents: FxHashMap<ObjectId, u64>,
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
    /// The end of the farthest access to the memory of each parameter, in bytes from its start.
    pub fn reach(&self) -> BTreeMap<usize, u64> {
        let notes = match self.entry {
            Entry::Launch { launch, .. } => Some(launch.notes()),
            Entry::Call { .. } => None,
        };
        let objects = self.bound.objects.iter().enumerate();
        let reach = |(param, object): (usize, &Option<ObjectId>)| {
            let object = object.as_ref()?;
            let end = match &notes {
                Some(notes) => notes.reach.get(object),
                None => self.extents.get(object),
            };
            Some((param, *end?))
        };
        objects.filter_map(reach).collect()
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
                outputs.push(Output {
                    place: cell.place(param),
                    scalar: cell.scalar,
                    term: match objects[param] {
                        Some(object) => machine.read_scalar(state, object, offset, bits),
                        // This version's program does not have the variable.
                        None => Some(cell.term),
                    },
                });
            }
        }
    }
}
