//! What happens when all items of a group have come to a primitive of asynchronous copies.

use term::TermId;

use super::copy::{Copy, FIRST};
use super::group::{Progress, Schedule, calls, refused};
use crate::program::FunctionId;
use crate::race::Item;
use crate::symex::{Defect, DefectKind, End, Machine, Value};

impl Schedule<'_> {
    /// All items of a group have come to a primitive of copies.
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
        let handle = machine.builder.constant(64, event);
        self.answer(machine, at, handle);
    }

    /// Gives all items the result of what they have called.
    fn answer(&self, machine: &mut Machine<'_>, at: &mut Progress, result: TermId) {
        for thread in &at.threads {
            at.state.select(*thread);
            machine.answer(&mut at.state, result.into());
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
