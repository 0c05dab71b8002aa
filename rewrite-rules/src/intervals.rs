//! The intervals found so far, by term.
//!
//! Nearly every term has an interval, but few intervals are distinct: each
//! distinct one is stored once, which makes the map a ninth of the size.

use rustc_hash::FxHashMap;
use term::TermId;

use crate::interval::Interval;

/// A map from terms to intervals.
#[derive(Default)]
pub(crate) struct Intervals {
    /// The position of each term's interval.
    of_term: FxHashMap<TermId, u32>,
    distinct: Vec<Interval>,
    positions: FxHashMap<Interval, u32>,
}

impl Intervals {
    /// The interval of a term.
    pub(crate) fn get(&self, term: TermId) -> Option<Interval> {
        let position = *self.of_term.get(&term)?;
        Some(self.distinct[position as usize])
    }

    /// Remembers the interval of a term.
    pub(crate) fn insert(&mut self, term: TermId, interval: Interval) {
        let distinct = &mut self.distinct;
        let position = *self.positions.entry(interval).or_insert_with(|| {
            distinct.push(interval);
            distinct.len() as u32 - 1
        });
        self.of_term.insert(term, position);
    }
}
