//! Running a whole program: static constructors, `main`, the functions registered with
//! `atexit` in reverse order, and static destructors.
//!
//! Invariant: each path keeps its end from `main` or `exit`, unless a function run
//! afterwards ends it otherwise.

use super::end::End;
use super::limits::Ended;
use super::machine::Machine;
use super::object_spec::{ObjectId, ObjectSpec, Storage};
use super::oracle::BranchOracle;
use super::pause::Stops;
use super::state::{Finished, Paused, State};
use super::value::Value;
use crate::program::FunctionId;

impl Machine<'_> {
    /// Runs the static constructors. If there are none, the result is one path that
    /// returned.
    pub fn run_constructors(
        &mut self,
        state: State,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        let constructors = self.program.constructors();
        self.run_all(state, constructors, oracle)
    }

    /// Runs functions without parameters, one after the other.
    pub fn run_all(
        &mut self,
        state: State,
        functions: &[FunctionId],
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        let mut paths = vec![Finished {
            state,
            end: End::Returned(None),
        }];
        for &function in functions {
            let mut next = Vec::new();
            for path in paths {
                match path.end {
                    End::Returned(_) => next.extend(self.call(path.state, function, &[], oracle)),
                    _ => next.push(path),
                }
            }
            paths = next;
        }
        paths
    }

    /// Runs a whole program with these arguments of `main`, the program's name first.
    /// `None` if there is no `main`, or if the arguments exceed the memory limit.
    pub fn run_main(
        &mut self,
        args: &[String],
        oracle: &mut dyn BranchOracle,
    ) -> Option<Vec<Finished>> {
        self.run_main_by(args, oracle, |machine, state, oracle| {
            let paths = machine.advance(state, Stops::NONE, oracle);
            paths.into_iter().filter_map(Paused::finished).collect()
        })
    }

    /// As [`Machine::run_main`], but `run` brings each state, whose first thread is about
    /// to run `main`, to the end of its paths.
    pub fn run_main_by(
        &mut self,
        args: &[String],
        oracle: &mut dyn BranchOracle,
        mut run: impl FnMut(&mut Self, State, &mut dyn BranchOracle) -> Vec<Finished>,
    ) -> Option<Vec<Finished>> {
        let main = self.program.find_function("main")?;
        let mut state = self.initial_state();
        let arguments = self.arguments(&mut state, args)?;
        let wanted = self.program.function(main).params.len();
        let arguments = &arguments[..wanted.min(arguments.len())];
        let mut finished = Vec::new();
        for mut path in self.run_constructors(state, oracle) {
            match path.end {
                End::Returned(_) => {
                    self.enter(&mut path.state, main, arguments);
                    for path in run(self, path.state, oracle) {
                        finished.extend(self.wind_up(path, oracle));
                    }
                }
                _ => finished.push(path),
            }
        }
        self.statistics.paths = finished.len() as u64;
        self.statistics.ended = Ended::default();
        finished
            .iter()
            .for_each(|path| self.statistics.ended.count(&path.end));
        Some(finished)
    }

    /// Returns `argc`, `argv` and an empty `environ`; `None` if they exceed the memory
    /// limit.
    fn arguments(&mut self, state: &mut State, args: &[String]) -> Option<[Value; 3]> {
        let spec = |name: &str, size: usize| ObjectSpec {
            zeroed: true,
            storage: Storage::Process,
            ..ObjectSpec::buffer(name, size as u64)
        };
        let vector = self.add_object(state, spec("argv", 8 * (args.len() + 1)))?;
        for (i, arg) in args.iter().enumerate() {
            let text = self.add_object(state, spec("argument", arg.len() + 1))?;
            for (at, byte) in arg.bytes().enumerate() {
                let byte = self.builder.constant(8, u128::from(byte));
                self.write_scalar(state, text, at as u64, byte);
            }
            self.write_pointer(state, vector, 8 * i as u64, text);
        }
        let environ = self.add_object(state, spec("environ", 8))?;
        let count = self.builder.constant(32, args.len() as u128).into();
        Some([count, self.pointer(vector), self.pointer(environ)])
    }

    fn write_pointer(&mut self, state: &mut State, at: ObjectId, offset: u64, to: ObjectId) {
        let pointer = self.builder.constant(64, u128::from(to.0));
        self.write_scalar(state, at, offset, pointer);
    }

    /// Returns the function at an address, unless it has a model: these are destructors of
    /// the C++ library, without observable effects.
    fn handler(&self, address: u64) -> Option<FunctionId> {
        let function = self.program.function_at(address)?;
        let modelled = self.models[function.0 as usize].is_some();
        (!modelled).then_some(function)
    }

    /// Runs the exit handlers and destructors of a path that has returned from `main` or
    /// called `exit`.
    fn wind_up(&mut self, path: Finished, oracle: &mut dyn BranchOracle) -> Vec<Finished> {
        let mut done = Vec::new();
        let mut open = vec![path];
        while let Some(Finished { mut state, end }) = open.pop() {
            if !matches!(end, End::Returned(_) | End::Exited(_)) || state.ends_at_once() {
                done.push(Finished { state, end });
                continue;
            }
            let after =
                match state.next_exit_handler() {
                    Some((address, argument)) => match self.handler(address) {
                        Some(function) => self.call(state, function, &[argument], oracle),
                        None => {
                            open.push(Finished { state, end });
                            continue;
                        }
                    },
                    None => {
                        let destructors = self.program.destructors();
                        done.extend(self.run_all(state, destructors, oracle).into_iter().map(
                            |path| match path.end {
                                End::Returned(_) => Finished {
                                    state: path.state,
                                    end: end.clone(),
                                },
                                _ => path,
                            },
                        ));
                        continue;
                    }
                };
            open.extend(after.into_iter().rev().map(|path| match path.end {
                End::Returned(_) => Finished {
                    state: path.state,
                    end: end.clone(),
                },
                _ => path,
            }));
        }
        done
    }
}
