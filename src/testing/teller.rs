//! Prints checks as they end, in the suite's order.

use simdiff::batch::{Board, InOrder};
use simdiff::record::{Record, Status};

use crate::args::Test;
use crate::printing::Streams;
use crate::results;

/// Prints the results of checks, and keeps them.
pub struct Teller<'a> {
    options: &'a Test,
    streams: Streams,
    order: InOrder<Record>,
    told: Vec<Record>,
}

impl<'a> Teller<'a> {
    /// A teller that has printed nothing.
    pub fn new(options: &'a Test, streams: Streams) -> Teller<'a> {
        Teller {
            options,
            streams,
            order: InOrder::default(),
            told: Vec::new(),
        }
    }

    /// Takes the result of the check at a place, and prints it after those before it.
    pub fn take(&mut self, place: usize, record: Record, board: Option<&Board>) {
        for record in self.order.push(place, record) {
            self.tell(record, board);
        }
    }

    /// Prints the remaining results, although checks between them are missing. Returns all
    /// results.
    pub fn finish(mut self) -> Vec<Record> {
        for record in std::mem::take(&mut self.order).rest() {
            self.tell(record, None);
        }
        self.told
    }

    fn tell(&mut self, record: Record, board: Option<&Board>) {
        // A failure is printed every time, since it decides the outcome of the run.
        if self.options.changed && record.cached && record.status == Status::Passed {
            self.told.push(record);
            return;
        }
        let text = results::told(&record, self.options.verbose, self.streams.decoration());
        match board {
            Some(board) => board.above(|| self.streams.line(&text)),
            None => self.streams.line(&text),
        }
        self.told.push(record);
    }
}
