//! What happens when all items of a group have come to a primitive of asynchronous copies.

use super::copy::{Copy, FIRST};
use super::group::{Progress, Schedule, calls, refused};
use crate::program::FunctionId;
use crate::race::Item;
use crate::symex::{Check, Defect, DefectKind, End, Machine, Value};

impl Schedule<'_> {
    /// All items of a group have come to a primitive of copies.
    pub(super) fn copy(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
        function: FunctionId,
    ) -> Result<(), Box<End>> {
        let arguments = self.agreed(machine, at)?;
        let first = arguments.first().and_then(Value::lane);
        let event = first.and_then(|event| machine.builder.constant_value(event));
        if Some(function) == self.copying.start {
            at.copies.started += 1;
            at.copies.running = true;
            return Ok(());
        }
        let Some(event) = event else {
            return Err(Box::new(refused("event_t", "an event that is not known")));
        };
        if Some(function) == self.copying.done {
            self.copied(machine, at, event);
            return Ok(());
        }
        self.waited(machine, at, event)
    }

    /// What all items give the primitive that they have come to, as the first one has it.
    fn agreed(&self, machine: &mut Machine<'_>, at: &mut Progress) -> Result<Vec<Value>, Box<End>> {
        let mut all = calls(&at.state).map(|(_, arguments)| arguments.to_vec());
        let first = all.next().unwrap_or_default();
        let others: Vec<Vec<Value>> = all.collect();
        let location = || {
            let chain = at
                .threads
                .first()
                .map(|t| machine.call_chain(&at.state, *t));
            chain.and_then(|chain| chain.into_iter().next())
        };
        let defect = Defect::at(DefectKind::CopyDivergence, location());
        let mut same = machine.builder.bool(true);
        for (x, y) in others.iter().flat_map(|other| first.iter().zip(other)) {
            let (Some(x), Some(y)) = (x.lane(), y.lane()) else {
                let what = "arguments that are undefined";
                return Err(Box::new(refused("async_work_group_copy", what)));
            };
            let equal = machine.builder.eq(x, y);
            same = machine.builder.and(same, equal);
        }
        match machine.builder.constant_value(same) {
            Some(0) => return Err(Box::new(End::Defect(defect))),
            Some(_) => {}
            None => {
                let path = at.state.kept_path();
                at.state.add_check(Check {
                    path,
                    condition: same,
                    defect,
                });
                at.state.assume(same);
            }
        }
        Ok(first)
    }

    /// What is accessed for the copy has been accessed: all items get its event, which is
    /// the one given, if there is one.
    fn copied(&self, machine: &mut Machine<'_>, at: &mut Progress, given: u128) {
        let number = at.copies.started;
        let event = match given {
            0 => u128::from(number),
            given => given,
        };
        let chain = at
            .threads
            .first()
            .map(|t| machine.call_chain(&at.state, *t));
        let location = chain.and_then(|chain| chain.into_iter().next());
        at.copies.running = false;
        at.copies.open.push(Copy {
            number,
            event,
            unfinished: Defect::at(DefectKind::UnfinishedCopy, location),
        });
        for thread in &at.threads {
            at.state.select(*thread);
            let handle = machine.builder.constant(64, event);
            machine.answer(&mut at.state, handle.into());
        }
    }

    /// All items have waited for an event: its copies come before what they do now.
    fn waited(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
        event: u128,
    ) -> Result<(), Box<End>> {
        let (done, open): (Vec<Copy>, _) = at
            .copies
            .open
            .drain(..)
            .partition(|copy| copy.event == event);
        at.copies.open = open;
        if done.is_empty() {
            let chain = at.threads.first();
            let chain = chain.map(|t| machine.call_chain(&at.state, *t));
            let location = chain.and_then(|chain| chain.into_iter().next());
            let defect = Defect::at(DefectKind::InvalidEvent, location);
            return Err(Box::new(End::Defect(defect)));
        }
        let made = |item: Item| done.iter().any(|copy| item.local == FIRST + copy.number);
        let notes = &mut self.notes.borrow_mut();
        let (footprint, state) = (&mut at.footprint, &mut at.state);
        footprint.finish(made, self.about(), machine, state, notes)
    }
}
