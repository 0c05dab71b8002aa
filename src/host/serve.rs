//! Serves the primitives in the order in which the host calls them.

use std::rc::Rc;

use super::Host;
use super::bytes::{Bytes, Given};
use super::call::{At, Call, Served, known, stop, text};
use super::commands::Commands;
use super::primitive::{Choice, Primitive};
use super::refused::{GivenUp, Noticed};
use super::region::{Adopted, Mapped};
use crate::launch::Touched;
use crate::program::{FunctionId, SpanId};
use crate::race::summary;
use crate::symex::{
    AccessLog, BranchOracle, Defect, DefectKind, End, Finished, Machine, Pause, State, ThreadId,
    Value,
};

impl Host<'_> {
    /// Runs the host from the start of `main`, each path to its end.
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

    /// The end of the host's main thread, with the defects that it reveals.
    fn ended(&self, machine: &mut Machine<'_>, mut at: At, end: End) -> Finished {
        let end = match end {
            End::Returned(_) | End::Exited(_) => {
                let accesses = self.take_log(&mut at.state);
                // The end of locals at the end of the program does not count.
                let met = self.meet_host(machine, &mut at.state, &at.commands, &accesses, false);
                let commands = Rc::make_mut(&mut at.commands);
                let met = met
                    .and_then(|()| self.host_touches(machine, &mut at.state, commands, &accesses));
                // A program that exits with an error need not wait for commands.
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
        if let Some(failed) = &at.commands.failed {
            at.state.set_observer(GivenUp(Rc::clone(failed)));
        }
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

    /// Carries out a primitive that does not run a kernel.
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
                // A callback of the program, run by a command, enqueues it.
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
                    let why = self.stuck(&at.commands, number);
                    let defect = self.deadlock(machine, at, why);
                    return Err(Box::new(End::Defect(defect)));
                }
                Rc::make_mut(&mut at.commands).wait(number);
                self.observe_host(at);
            }
            Primitive::Unflushed => {
                let (waiting, earlier) = (number(machine, 0)? as u32, number(machine, 1)? as u32);
                let why = self.unflushed(&at.commands, waiting, earlier);
                return Err(Box::new(End::Defect(self.deadlock(machine, at, why))));
            }
            Primitive::InCallback => {
                let defect = self.in_callback(machine, &at.state);
                return Err(Box::new(End::Defect(defect)));
            }
            Primitive::IsKnown => {
                if at.commands.running_number() == 0 {
                    self.look_at_host(machine, at)?;
                    self.observe_host(at);
                }
                let known = at.commands.is_complete(number(machine, 0)? as u32);
                let known = machine.builder.constant(32, u128::from(known));
                machine.answer(&mut at.state, Value::Scalar(Some(known)));
            }
            Primitive::Chosen => {
                let choice = match number(machine, 0)? {
                    0 => Choice::Progress,
                    _ => Choice::Groups,
                };
                self.choices.borrow_mut().insert(choice);
            }
            Primitive::Mapped => {
                let (command, for_reading) = (number(machine, 0)?, number(machine, 1)?);
                let defect = self.mapped(&at.commands, command as u32, for_reading != 0);
                return Err(Box::new(End::Defect(defect)));
            }
            Primitive::Overlapping => {
                let (command, other) = (number(machine, 0)? as u32, number(machine, 1)? as u32);
                let defect = self.overlapping(&at.commands, command, other);
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
                // Without a preceding map, the unmap itself makes the contents visible.
                if writes && found.is_none() {
                    commands.adopted.iter_mut().for_each(|one| one.store(bytes));
                }
                self.observe_host(at);
            }
            Primitive::Refused => {
                let (error, noticed) = (number(machine, 0)?, Noticed::of(number(machine, 2)?));
                let name = call.arguments.get(1);
                let name = name.and_then(|name| text(machine, &at.state, name));
                let name = name.unwrap_or_default();
                let failed = self.refused(machine, &at.state, &name, noticed);
                // A function of the library that passes an error on has no name for it.
                if let Some(failed) = failed.filter(|_| name.starts_with("CL_")) {
                    Rc::make_mut(&mut at.commands).failed = Some(Rc::new(failed));
                }
                let error = machine.builder.constant(32, u128::from(error as u32));
                machine.answer(&mut at.state, Value::Scalar(Some(error)));
            }
            Primitive::Launch => {}
        }
        Ok(())
    }

    /// Ends the running command: compares its accesses with those of other commands.
    fn end(&self, machine: &mut Machine<'_>, at: &mut At) -> Result<(), Box<End>> {
        let accesses = self.take_log(&mut at.state);
        let commands = Rc::make_mut(&mut at.commands);
        let given = commands.given().iter();
        let ranges = given.filter_map(Given::usable).collect();
        if let Some((number, mut touched)) = commands.running.take() {
            touched.extend(accesses);
            // The locals of a function that the command called have ended with it, and other
            // locals may get their addresses.
            touched.retain(|a| !a.object.is_local() || at.state.is_live(a.object));
            let touched = summary(&touched);
            commands.ran(number, touched.clone(), ranges);
            self.meet_commands(machine, &mut at.state, &at.commands, number)?;
            self.note_overlaps(&at.commands, number);
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

    /// The host's position: the call in the user's code, and the calls that led there.
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

    /// The defect of a host that waits for a command that never runs, for this reason.
    fn deadlock(&self, machine: &Machine<'_>, at: &At, text: String) -> Defect {
        let chain = self.position(machine, &at.state);
        let location = chain.first().and_then(|span| self.program.location(*span));
        Defect {
            text,
            ..Defect::at(DefectKind::Deadlock, location.cloned())
        }
    }
}
