//! The primitives of asynchronous copies, when all items of a group have reached one.

use term::TermId;

use super::copy::{Copy, FIRST};
use super::group::{Progress, Schedule, calls, refused};
use crate::program::FunctionId;
use crate::race::Item;
use crate::symex::{Defect, DefectKind, End, Machine, Value};

impl Schedule<'_> {
    /// Carries out a primitive of copies that all items of a group have called.
    pub(super) fn copy(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
        function: FunctionId,
    ) -> Result<(), Box<End>> {
        let all: Vec<Vec<Value>> = calls(&at.state)
            .map(|(_, arguments)| arguments.to_vec())
            .collect();
        if let Some(thread) = at.threads.first().copied() {
            let (kind, given) = (DefectKind::CopyDivergence, all.iter().map(Vec::as_slice));
            self.agreed(machine, &mut at.state, (kind, thread), given)?;
        }
        let arguments = all.into_iter().next().unwrap_or_default();
        let first = arguments.first().and_then(Value::lane);
        let event = first.and_then(|event| machine.builder.constant_value(event));
        if Some(function) == self.copying.start {
            at.copies.started += 1;
            at.copies.running = true;
            let now = machine.builder.constant(32, 1);
            self.answer(machine, at, now);
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

    /// Ends the accesses of a copy and gives all items its event: the one passed to the
    /// copy, or a new one if that is zero.
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
        let handle = machine.builder.constant(64, event);
        self.answer(machine, at, handle);
    }

    /// Gives all items the result of the primitive that they have called.
    fn answer(&self, machine: &mut Machine<'_>, at: &mut Progress, result: TermId) {
        for thread in &at.threads {
            at.state.select(*thread);
            machine.answer(&mut at.state, result.into());
        }
    }

    /// Ends the copies of an event that all items have waited for: their accesses happen
    /// before those of the items from now on.
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
