//! Kernels, run as part of a command.

use std::rc::Rc;

use super::Host;
use super::call::{At, Call, Served, known, stop};
use super::commands::Commands;
use crate::launch::{NdRange, Touched, Work};
use crate::program::FunctionId;
use crate::race::Access;
use crate::symex::{AccessLog, BranchOracle, Defect, End, Machine, ObjectId, State};

impl Host<'_> {
    /// Runs a kernel as part of the running command.
    pub(super) fn launch(
        &self,
        machine: &mut Machine<'_>,
        mut at: At,
        call: &Call<'_>,
        oracle: &mut dyn BranchOracle,
    ) -> Served {
        let accesses = self.take_log(&mut at.state);
        let commands = Rc::make_mut(&mut at.commands);
        commands.failed = None;
        if let Some((_, touched)) = &mut commands.running {
            touched.extend(accesses);
        }
        let Some((kernel, range, local)) = self.work(machine, &at.state, call) else {
            let end = stop(call, "an index space that depends on the inputs");
            return Err(Box::new((at.state, *end)));
        };
        let items = range.local.iter().product();
        self.largest_group.set(self.largest_group.get().max(items));
        if range.is_too_large() {
            let end = stop(call, "more work-items than are run");
            return Err(Box::new((at.state, *end)));
        }
        let Some(worker) = at.state.add_idle_thread() else {
            let end = stop(call, "more threads than there can be");
            return Err(Box::new((at.state, *end)));
        };
        at.state.select(worker);
        let checked = at.state.checks().len();
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
            let mut commands = Rc::clone(&at.commands);
            let observer = path.state.observer::<Touched>();
            let touched: Vec<Access> = observer.map_or_else(Vec::new, |t| t.accesses().to_vec());
            if matches!(path.end, End::Returned(_)) {
                let kept = self.keep_to_given(machine, &mut path.state, &commands, &touched);
                path.end = kept.map_or_else(|end| *end, |()| path.end);
            }
            let place = |defect: &mut Defect| self.place(&commands, defect);
            path.state.describe_checks(checked, place);
            if let End::Defect(defect) = &mut path.end {
                self.place(&commands, defect);
            }
            if !matches!(path.end, End::Returned(_)) {
                finished.push(path);
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

    /// Names the running kernel in a defect of one item, and the place where it was enqueued:
    /// the kernel's own source is text in the program.
    fn place(&self, commands: &Commands, defect: &mut Defect) {
        let number = commands.running_number();
        let Some(command) = commands.get(number) else {
            return;
        };
        if !defect.meetings.is_empty() {
            Rc::make_mut(&mut defect.commands).running = self.named(commands, number);
            return;
        }
        let own = defect.location.take();
        let own = own.map_or_else(String::new, |at| format!(", at {}:{}", at.file, at.line));
        let running = self.named(commands, number) + &own;
        Rc::make_mut(&mut defect.commands).running = running;
        defect.location = self.location(&command.chain);
    }

    /// The parameters of a launch: the function of an item, the index space, and local
    /// memory.
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
        let mut words = [0; 11];
        for (at, to) in words.iter_mut().enumerate() {
            *to = word(range + 8 * at as u64)?;
        }
        let [dimensions, x, y, z, lx, ly, lz, ox, oy, oz, sub_group] = words;
        let range = NdRange {
            dimensions,
            global: [x, y, z],
            local: [lx, ly, lz],
            offset: [ox, oy, oz],
            sub_group: sub_group.min(lx.saturating_mul(ly).saturating_mul(lz)),
        };
        let local = (0..count).map(|part| Some(ObjectId(word(locals + 24 * part)?)));
        Some((kernel, range, local.collect::<Option<Vec<_>>>()?))
    }
}
