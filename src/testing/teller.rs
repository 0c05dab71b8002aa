//! What is said of checks as they end, in the suite's order.

use simdiff::batch::{Board, InOrder};
use simdiff::record::{Record, Status};

use crate::args::Test;
use crate::printing::Streams;
use crate::results;

/// Says what became of checks, and keeps it.
pub struct Teller<'a> {
    options: &'a Test,
    streams: Streams,
    order: InOrder<Record>,
    told: Vec<Record>,
}

impl<'a> Teller<'a> {
    /// Nothing told yet.
    pub fn new(options: &'a Test, streams: Streams) -> Teller<'a> {
        Teller {
            options,
            streams,
            order: InOrder::default(),
            told: Vec::new(),
        }
    }

    /// Takes what became of the check at a place; it is said when those before it are.
    pub fn take(&mut self, place: usize, record: Record, board: Option<&Board>) {
        for record in self.order.push(place, record) {
            self.tell(record, board);
        }
    }

    /// Says the rest, where checks between are missing; all that was told.
    pub fn finish(mut self) -> Vec<Record> {
        for record in std::mem::take(&mut self.order).rest() {
            self.tell(record, None);
        }
        self.told
    }

    fn tell(&mut self, record: Record, board: Option<&Board>) {
        // What still fails is said every time: it decides about the run.
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
