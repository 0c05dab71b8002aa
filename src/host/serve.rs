//! The primitives, served one after the other as the host calls them.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::adopted::{Adopted, Mapped};
use super::commands::Commands;
use super::given::{Bytes, Given};
use super::primitive::Primitive;
use super::{Build, Host};
use crate::launch::{NdRange, Touched, Work, access};
use crate::program::{FunctionId, SpanId};
use crate::race::{Access, Item, summary};
use crate::symex::{
    AccessLog, BranchOracle, Defect, DefectKind, End, Finished, Machine, ObjectId, Pause, State,
    Stop, StopReason, ThreadId, Value,
};

/// Most bytes of a kernel's source.
const MOST: u64 = 1 << 24;

/// A path of the host.
struct At {
    state: State,
    commands: Rc<Commands>,
}

/// Paths that go on and paths that have ended, or how the one at hand ends.
type Served = Result<(Vec<At>, Vec<Finished>), Box<(State, End)>>;

/// A call of a primitive.
struct Call<'a> {
    primitive: Primitive,
    arguments: &'a [Value],
}

impl Host<'_> {
    /// Runs the host from the start of `main` on every path to its end.
    pub(super) fn serve(
        &self,
        machine: &mut Machine<'_>,
        state: State,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        let commands = Rc::new(Commands::default());
        let (mut waiting, mut finished) = (vec![At { state, commands }], Vec::new());
        while let Some(At { state, commands }) = waiting.pop() {
            if self.build.borrow().is_some() {
                break;
            }
            let mut next = Vec::new();
            for path in machine.advance(state, &self.stops, oracle) {
                let at = At {
                    state: path.state,
                    commands: Rc::clone(&commands),
                };
                match path.at {
                    Pause::Ended(end) => finished.push(self.ended(machine, at, end)),
                    Pause::Block { .. } => next.push(at),
                    Pause::Call {
                        function,
                        arguments,
                    } => match self.carry_out(machine, at, (function, &arguments), oracle) {
                        Ok((paths, ended)) => {
                            next.extend(paths);
                            finished.extend(ended);
                        }
                        Err(ended) => {
                            let (state, end) = *ended;
                            finished.push(Finished { state, end });
                        }
                    },
                }
            }
            waiting.extend(next.into_iter().rev());
        }
        finished
    }

    /// The end of the host's main thread.
    fn ended(&self, machine: &mut Machine<'_>, mut at: At, end: End) -> Finished {
        let end = match end {
            End::Returned(_) | End::Exited(_) => {
                let accesses = self.take_log(&mut at.state);
                // Locals go with the program.
                let met = self.meet_host(machine, &mut at.state, &at.commands, &accesses, false);
                let commands = Rc::make_mut(&mut at.commands);
                let met = met
                    .and_then(|()| self.host_touches(machine, &mut at.state, commands, &accesses));
                // A program that gives up leaves what is pending to itself.
                let well = matches!(end, End::Returned(_) | End::Exited(0));
                let pending = self.pending_at_end(&at.commands).filter(|_| well);
                match (met, pending) {
                    (Err(end), _) => *end,
                    (Ok(()), Some(defect)) => End::Defect(defect),
                    (Ok(()), None) => end,
                }
            }
            _ => end,
        };
        at.state.take_observer();
        Finished {
            state: at.state,
            end,
        }
    }

    /// Carries out a primitive.
    fn carry_out(
        &self,
        machine: &mut Machine<'_>,
        mut at: At,
        (function, arguments): (FunctionId, &[Value]),
        oracle: &mut dyn BranchOracle,
    ) -> Served {
        let name = &self.program.function(function).name;
        let Some(primitive) = Primitive::of(name) else {
            return Ok((vec![at], Vec::new()));
        };
        let call = Call {
            primitive,
            arguments,
        };
        if primitive == Primitive::Launch {
            return self.launch(machine, at, &call, oracle);
        }
        match self.note(machine, &mut at, &call) {
            Ok(()) => Ok((vec![at], Vec::new())),
            Err(end) => Err(Box::new((at.state, *end))),
        }
    }

    /// Carries out a primitive that runs nothing.
    fn note(
        &self,
        machine: &mut Machine<'_>,
        at: &mut At,
        call: &Call<'_>,
    ) -> Result<(), Box<End>> {
        let number = |machine: &Machine<'_>, position: usize| -> Result<u64, Box<End>> {
            let argument = call.arguments.get(position);
            let known = argument.and_then(|argument| known(machine, argument));
            known.ok_or_else(|| stop(call, "what is not known before the program runs"))
        };
        match call.primitive {
            Primitive::Build => {
                let build = self.asked_for(machine, &at.state, call)?;
                self.build.replace(Some(build));
                return Err(stop(call, "a program that is not compiled yet"));
            }
            Primitive::Enqueued => {
                let name = call.arguments.first();
                let name = name.and_then(|name| text(machine, &at.state, name));
                let name = name.unwrap_or_default();
                let chain = self.position(machine, &at.state);
                let commands = Rc::make_mut(&mut at.commands);
                let number = commands.enqueue(&name, chain);
                // A function of the program's that a command calls enqueues it.
                if commands.running_number() != 0 {
                    commands.order(number, commands.running_number());
                }
                let number = machine.builder.constant(32, u128::from(number));
                machine.answer(&mut at.state, Value::Scalar(Some(number)));
            }
            Primitive::Order => {
                let (later, earlier) = (number(machine, 0)?, number(machine, 1)?);
                Rc::make_mut(&mut at.commands).order(later as u32, earlier as u32);
            }
            Primitive::Signal => {
                let number = number(machine, 0)? as u32;
                let commands = Rc::make_mut(&mut at.commands);
                commands.signal(number);
                if commands.running_number() != 0 {
                    commands.order(number, commands.running_number());
                }
            }
            Primitive::Begin => {
                let number = number(machine, 0)? as u32;
                self.look_at_host(machine, at)?;
                Rc::make_mut(&mut at.commands).running = Some((number, Vec::new()));
                at.state.set_observer(AccessLog::of(Touched::is_shared));
            }
            Primitive::End => self.end(machine, at)?,
            Primitive::Wait => {
                let (number, complete) = (number(machine, 0)? as u32, number(machine, 1)?);
                self.look_at_host(machine, at)?;
                if complete == 0 {
                    let defect = self.deadlock(machine, at, number);
                    return Err(Box::new(End::Defect(defect)));
                }
                Rc::make_mut(&mut at.commands).wait(number);
                self.observe_host(at);
            }
            Primitive::IsKnown => {
                let known = at.commands.is_known(number(machine, 0)? as u32);
                let known = machine.builder.constant(32, u128::from(known));
                machine.answer(&mut at.state, Value::Scalar(Some(known)));
            }
            Primitive::Mapped => {
                let (command, for_reading) = (number(machine, 0)?, number(machine, 1)?);
                let defect = self.mapped(&at.commands, command as u32, for_reading != 0);
                return Err(Box::new(End::Defect(defect)));
            }
            Primitive::Given => {
                let bytes = Bytes::new(number(machine, 1)?, number(machine, 2)?);
                let given = Given::new(bytes, number(machine, 3)?);
                let command = number(machine, 0)? as u32;
                Rc::make_mut(&mut at.commands).give(command, given);
            }
            Primitive::Adopt | Primitive::Disown => {
                let bytes = Bytes::new(number(machine, 0)?, number(machine, 1)?);
                self.look_at_host(machine, at)?;
                let adopted = &mut Rc::make_mut(&mut at.commands).adopted;
                match call.primitive {
                    Primitive::Adopt => adopted.push(Adopted::new(bytes)),
                    _ => {
                        let latest = adopted.iter().rposition(|one| one.bytes == bytes);
                        latest.map(|latest| adopted.remove(latest));
                    }
                }
                self.observe_host(at);
            }
            Primitive::Share => {
                let bytes = Bytes::new(number(machine, 1)?, number(machine, 2)?);
                let (command, writes) = (number(machine, 0)? as u32, number(machine, 3)? != 0);
                self.look_at_host(machine, at)?;
                let commands = Rc::make_mut(&mut at.commands);
                commands.adopted.iter_mut().for_each(|one| one.show(bytes));
                commands.mapped.push(Mapped {
                    command,
                    bytes,
                    writes,
                });
                self.observe_host(at);
            }
            Primitive::Unshare => {
                let bytes = Bytes::new(number(machine, 0)?, number(machine, 1)?);
                let writes = number(machine, 2)? != 0;
                self.look_at_host(machine, at)?;
                let commands = Rc::make_mut(&mut at.commands);
                let mapped = &mut commands.mapped;
                let latest = mapped
                    .iter()
                    .rposition(|m| m.bytes == bytes && m.writes == writes);
                let found = latest.map(|latest| mapped.remove(latest));
                // Without a map before it, the command itself passes all on.
                if writes && found.is_none() {
                    commands.adopted.iter_mut().for_each(|one| one.store(bytes));
                }
                self.observe_host(at);
            }
            Primitive::Refused => {
                let (error, unseen) = (number(machine, 0)?, number(machine, 2)? != 0);
                let name = call.arguments.get(1);
                let name = name.and_then(|name| text(machine, &at.state, name));
                self.refused(machine, &at.state, name.unwrap_or_default(), unseen);
                let error = machine.builder.constant(32, u128::from(error as u32));
                machine.answer(&mut at.state, Value::Scalar(Some(error)));
            }
            Primitive::Launch => {}
        }
        Ok(())
    }

    /// Compares what the host has done since it was looked at last with what may still
    /// run.
    fn look_at_host(&self, machine: &mut Machine<'_>, at: &mut At) -> Result<(), Box<End>> {
        let accesses = self.take_log(&mut at.state);
        self.meet_host(machine, &mut at.state, &at.commands, &accesses, true)?;
        if accesses.is_empty() {
            return Ok(());
        }
        let commands = Rc::make_mut(&mut at.commands);
        self.host_touches(machine, &mut at.state, commands, &accesses)
    }

    /// Watches the host while commands may run.
    fn observe_host(&self, at: &mut At) {
        if at.commands.pending().next().is_some() {
            at.state.set_observer(AccessLog::of(Touched::is_shared));
            return;
        }
        let watched = at.commands.watched();
        at.state.take_observer();
        if !watched.is_empty() {
            at.state.set_observer(AccessLog::of(move |id, spec| {
                let object = Bytes::new(id.0, spec.size);
                Touched::is_shared(id, spec) && watched.iter().any(|w| w.meets(object))
            }));
        }
    }

    /// Takes what the observer of a state knows.
    fn take_log(&self, state: &mut State) -> Vec<Access> {
        let item = Item { group: 0, local: 0 };
        let path: FxHashSet<_> = state.path().iter().copied().collect();
        let log = state.observer::<AccessLog>();
        let records = log.map(AccessLog::accesses).unwrap_or_default();
        let accesses = records
            .into_iter()
            .map(|r| access(item, r, &path))
            .collect();
        state.take_observer();
        accesses
    }

    /// The running command has ended.
    fn end(&self, machine: &mut Machine<'_>, at: &mut At) -> Result<(), Box<End>> {
        let accesses = self.take_log(&mut at.state);
        let commands = Rc::make_mut(&mut at.commands);
        if let Some((number, mut touched)) = commands.running.take() {
            touched.extend(accesses);
            let touched = summary(&touched);
            commands.ran(number, touched.clone());
            self.meet_commands(machine, &mut at.state, &at.commands, number)?;
            let commands = Rc::make_mut(&mut at.commands);
            commands.running = Some((number, Vec::new()));
            let own = (number, &touched[..]);
            let met = self.command_touches(machine, &mut at.state, commands, own);
            commands.running = None;
            met?;
        }
        self.observe_host(at);
        Ok(())
    }

    /// A kernel runs, as part of the running command.
    fn launch(
        &self,
        machine: &mut Machine<'_>,
        mut at: At,
        call: &Call<'_>,
        oracle: &mut dyn BranchOracle,
    ) -> Served {
        let accesses = self.take_log(&mut at.state);
        if let Some((_, touched)) = &mut Rc::make_mut(&mut at.commands).running {
            touched.extend(accesses);
        }
        let Some((kernel, range, local)) = self.work(machine, &at.state, call) else {
            let end = stop(call, "an index space that depends on the inputs");
            return Err(Box::new((at.state, *end)));
        };
        if range.is_too_large() {
            let end = stop(call, "more work-items than are run");
            return Err(Box::new((at.state, *end)));
        }
        let Some(worker) = at.state.add_idle_thread() else {
            let end = stop(call, "more threads than there can be");
            return Err(Box::new((at.state, *end)));
        };
        at.state.select(worker);
        let work = Work {
            kernel,
            args: &call.arguments[1..2],
            range,
            local: &local,
            copies: &[],
        };
        let paths = self
            .launch
            .run(machine, self.program, work, at.state, oracle);
        let (mut next, mut finished) = (Vec::new(), Vec::new());
        for mut path in paths {
            if !matches!(path.end, End::Returned(_)) {
                finished.push(path);
                continue;
            }
            let mut commands = Rc::clone(&at.commands);
            let observer = path.state.observer::<Touched>();
            let touched: Vec<Access> = observer.map_or_else(Vec::new, |t| t.accesses().to_vec());
            let kept = self.keep_to_given(machine, &mut path.state, &commands, &touched);
            if let Err(end) = kept {
                let (state, end) = (path.state, *end);
                finished.push(Finished { state, end });
                continue;
            }
            if let Some((_, all)) = &mut Rc::make_mut(&mut commands).running {
                all.extend(touched);
            }
            path.state.take_observer();
            path.state.remove_threads();
            path.state.set_observer(AccessLog::of(Touched::is_shared));
            next.push(At {
                state: path.state,
                commands,
            });
        }
        Ok((next, finished))
    }

    /// What a launch runs: the function of an item, the index space, local memory.
    fn work(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        call: &Call<'_>,
    ) -> Option<(FunctionId, NdRange, Vec<ObjectId>)> {
        let [item, _, range, locals, count] = call.arguments else {
            return None;
        };
        let kernel = self.program.function_at(known(machine, item)?)?;
        let (range, locals) = (known(machine, range)?, known(machine, locals)?);
        let count = known(machine, count)?;
        let mut word = |at: u64| {
            let word = machine.read_constant(state, at, 64)?;
            u64::try_from(word).ok()
        };
        let mut words = [0; 10];
        for (at, to) in words.iter_mut().enumerate() {
            *to = word(range + 8 * at as u64)?;
        }
        let [dimensions, x, y, z, lx, ly, lz, ox, oy, oz] = words;
        let range = NdRange {
            dimensions,
            global: [x, y, z],
            local: [lx, ly, lz],
            offset: [ox, oy, oz],
        };
        let local = (0..count).map(|part| Some(ObjectId(word(locals + 24 * part)?)));
        Some((kernel, range, local.collect::<Option<Vec<_>>>()?))
    }

    /// The program that is to be compiled.
    fn asked_for(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        call: &Call<'_>,
    ) -> Result<Build, Box<End>> {
        let [source, length, options] = call.arguments else {
            return Err(stop(call, "other arguments"));
        };
        let unknown = || stop(call, "a kernel whose source depends on the inputs");
        let start = known(machine, source).ok_or_else(unknown)?;
        let length = known(machine, length).ok_or_else(unknown)?;
        if length > MOST {
            return Err(stop(call, "a source of more than 16 MiB"));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        for at in 0..length {
            let byte = machine.read_constant(state, start + at, 8);
            bytes.push(byte.ok_or_else(unknown)? as u8);
        }
        Ok(Build {
            source: bytes,
            options: text(machine, state, options).ok_or_else(unknown)?,
        })
    }

    /// Where the host is: the call of the user's, and the calls that led to it.
    fn position(&self, machine: &Machine<'_>, state: &State) -> Rc<[SpanId]> {
        let active = machine.activations(state, ThreadId(0));
        let spans = active.iter().filter_map(|activation| {
            let code = &self.program.function(activation.function).code;
            let at = (activation.next as usize).checked_sub(1)?;
            Some(code.get(at)?.span)
        });
        let known = spans.filter(|span| {
            let location = self.program.location(*span);
            location.is_some_and(|at| !at.is_system())
        });
        known.collect()
    }

    /// The host waits for what never runs.
    fn deadlock(&self, machine: &Machine<'_>, at: &At, number: u32) -> Defect {
        let chain = self.position(machine, &at.state);
        let location = chain.first().and_then(|span| self.program.location(*span));
        Defect {
            text: self.stuck(&at.commands, number),
            ..Defect::at(DefectKind::Deadlock, location.cloned())
        }
    }
}

/// What is known of an argument, if it is one number.
fn known(machine: &Machine<'_>, value: &Value) -> Option<u64> {
    let known = machine.builder.constant_value(value.lane()?)?;
    u64::try_from(known).ok()
}

/// The text at an address.
fn text(machine: &mut Machine<'_>, state: &State, address: &Value) -> Option<String> {
    let start = known(machine, address)?;
    let mut bytes = Vec::new();
    for at in 0..MOST {
        match machine.read_constant(state, start + at, 8)? as u8 {
            0 => return Some(String::from_utf8_lossy(&bytes).into_owned()),
            byte => bytes.push(byte),
        }
    }
    None
}

/// The end of a path in what is not modelled.
fn stop(call: &Call<'_>, what: &str) -> Box<End> {
    let function = match call.primitive {
        Primitive::Build => "clBuildProgram",
        Primitive::Launch => "clEnqueueNDRangeKernel",
        _ => "the host library",
    };
    let (function, what) = (function.to_owned(), what.to_owned());
    Box::new(End::Stopped(Stop {
        reason: StopReason::UnsupportedUse { function, what },
        location: None,
    }))
}
