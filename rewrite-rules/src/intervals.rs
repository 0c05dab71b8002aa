//! Cache of intervals by term.
//!
//! Nearly every term has an interval, but few intervals are distinct, so each distinct one is
//! stored once. Queried terms are clustered, so the table is paged; a page without queried terms
//! costs four bytes.

use rustc_hash::FxHashMap;
use term::TermId;

use crate::interval::Interval;

/// Number of terms on a page.
const PAGE: usize = 1 << 9;

/// A map from terms to intervals.
#[derive(Default)]
pub(crate) struct Intervals {
    /// For each page of terms, one more than its index in `of_term`; 0 if it has none.
    pages: Vec<u32>,
    /// The pages: for each term, one more than the position of its interval; 0 if not known.
    of_term: Vec<u32>,
    distinct: Vec<Interval>,
    positions: FxHashMap<Interval, u32>,
}

impl Intervals {
    /// The cached interval of a term.
    pub(crate) fn get(&self, term: TermId) -> Option<Interval> {
        let number = self.number_of(term)?;
        Some(self.distinct[number as usize - 1])
    }

    /// The number of a term's cached interval.
    pub(crate) fn number_of(&self, term: TermId) -> Option<u32> {
        let (page, place) = (term.index() / PAGE, term.index() % PAGE);
        let page = self.pages.get(page)?.checked_sub(1)? as usize;
        let number = self.of_term[page * PAGE + place];
        (number != 0).then_some(number)
    }

    /// The number of an interval, from 1 on; equal intervals have equal numbers.
    pub(crate) fn number(&mut self, interval: Interval) -> u32 {
        let distinct = &mut self.distinct;
        *self.positions.entry(interval).or_insert_with(|| {
            distinct.push(interval);
            distinct.len() as u32
        })
    }

    /// Caches the interval of a term.
    pub(crate) fn insert(&mut self, term: TermId, interval: Interval) {
        let next = self.number(interval);
        let (page, place) = (term.index() / PAGE, term.index() % PAGE);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, 0);
        }
        if self.pages[page] == 0 {
            self.of_term.resize(self.of_term.len() + PAGE, 0);
            self.pages[page] = (self.of_term.len() / PAGE) as u32;
        }
        let start = (self.pages[page] as usize - 1) * PAGE;
        self.of_term[start + place] = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_keeps_its_own() {
        let mut intervals = Intervals::default();
        let ids = [5, 4 * PAGE, 4 * PAGE + 1, PAGE - 1, 0, 2 * PAGE].map(TermId::from_index);
        let of = |id: TermId| Interval::constant(64, id.index() as u128 % 1000);
        for (done, id) in ids.iter().enumerate() {
            intervals.insert(*id, of(*id));
            for (i, other) in ids.iter().enumerate() {
                let known = (i <= done).then(|| of(*other));
                assert_eq!(intervals.get(*other), known);
            }
        }
        assert_eq!(intervals.get(TermId::from_index(1 << 20)), None);
    }
}
