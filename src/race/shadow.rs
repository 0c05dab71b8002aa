//! For each byte of an object, who has accessed it: of readers, writers and each kind of
//! atomic accesses two of different parties are enough, since whoever comes meets one of
//! them. Two writers may have written one value, and then raced with nobody.

use rustc_hash::FxHashMap;

use crate::program::Commuting;

/// Bytes that are looked after together.
const PAGE: u64 = 1024;

/// An access, by its number; zero is none.
type Entry = u32;

#[derive(Clone, Copy, Default)]
struct Cell {
    writers: [Entry; 2],
    readers: [Entry; 2],
}

/// What is known of the bytes of one object.
#[derive(Default)]
pub(super) struct Shadow {
    pages: FxHashMap<u64, Box<[Cell; PAGE as usize]>>,
    /// Atomic accesses, two of different parties for each kind and byte.
    atomics: FxHashMap<u64, Vec<(Atomic, [Entry; 2])>>,
}

/// What a new access to a byte is compared with.
pub(super) struct Known {
    entries: [Entry; 4],
    atomics: Vec<Entry>,
}

impl Known {
    /// The numbers of the accesses.
    pub fn accesses(&self) -> impl Iterator<Item = usize> {
        let entries = self.entries.iter().chain(&self.atomics);
        let entries = entries.filter(|entry| **entry != 0);
        entries.map(|entry| *entry as usize - 1)
    }
}

/// What an access does to its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Atomic(Atomic),
}

/// What matters of an atomic access to those whom it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atomic {
    /// Whether it writes.
    pub writes: bool,
    /// The kind of the update, if its order with others of the kind does not matter, and
    /// which bytes it is about.
    pub commuting: Option<(Commuting, u64, u64)>,
}

impl Shadow {
    /// The accesses to a byte so far that this one may race with; it is noted as one of
    /// them. `same` tells whether the access of a number is of the new one's party.
    pub fn touch(
        &mut self,
        byte: u64,
        access: usize,
        effect: Effect,
        same: impl Fn(usize) -> bool,
    ) -> Known {
        let new = access as Entry + 1;
        let free = |entry: Entry| entry == 0 || same(entry as usize - 1);
        let pages = &mut self.pages;
        let page = pages
            .entry(byte / PAGE)
            .or_insert_with(|| Box::new([Cell::default(); PAGE as usize]));
        let cell = &mut page[(byte % PAGE) as usize];
        let ([c, d], [e, f]) = (cell.readers, cell.writers);
        let entries = match effect {
            Effect::Read => [e, f, 0, 0],
            Effect::Write | Effect::Atomic(_) => [e, f, c, d],
        };
        let mut atomics = Vec::new();
        if !self.atomics.is_empty() || matches!(effect, Effect::Atomic(_)) {
            let kind = match effect {
                Effect::Atomic(kind) => Some(kind),
                _ => None,
            };
            let known = match kind {
                Some(_) => Some(self.atomics.entry(byte).or_default()),
                None => self.atomics.get_mut(&byte),
            };
            for (other, entries) in known.iter().flat_map(|all| all.iter()) {
                let commute = kind.is_some_and(|kind| {
                    kind.commuting.is_some() && kind.commuting == other.commuting
                });
                if !commute {
                    atomics.extend(entries);
                }
            }
            if let (Some(kind), Some(known)) = (kind, known) {
                match known.iter_mut().find(|(other, _)| *other == kind) {
                    Some((_, entries)) => insert(entries, new, free),
                    None => known.push((kind, [new, 0])),
                }
            }
        }
        match effect {
            Effect::Write => insert(&mut cell.writers, new, free),
            Effect::Read => insert(&mut cell.readers, new, free),
            Effect::Atomic(_) => {}
        }
        Known { entries, atomics }
    }
}

/// Notes one of two accesses of different parties.
fn insert(entries: &mut [Entry; 2], new: Entry, free: impl Fn(Entry) -> bool) {
    let [first, second] = entries;
    if free(*first) {
        *first = new;
    } else if free(*second) {
        *second = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accesses with these numbers, of the party that is their number's half.
    fn touch(shadow: &mut Shadow, access: usize, effect: Effect) -> Vec<usize> {
        let same = |other: usize| other / 2 == access / 2;
        shadow.touch(3, access, effect, same).accesses().collect()
    }

    #[test]
    fn a_writer_meets_two_readers_of_different_parties() {
        let mut shadow = Shadow::default();
        for reader in [0, 1, 2, 4] {
            assert!(touch(&mut shadow, reader, Effect::Read).is_empty());
        }
        // Of the first party the last access is known, and of a third party none.
        assert_eq!(touch(&mut shadow, 6, Effect::Write), [1, 2]);
        assert_eq!(touch(&mut shadow, 8, Effect::Read), [6]);
    }

    const fn atomic(writes: bool, kind: Option<Commuting>) -> Effect {
        let commuting = match kind {
            Some(kind) => Some((kind, 0, 4)),
            None => None,
        };
        Effect::Atomic(Atomic { writes, commuting })
    }

    #[test]
    fn atomic_accesses_meet_all() {
        let mut shadow = Shadow::default();
        let update = atomic(true, None);
        assert!(touch(&mut shadow, 0, update).is_empty());
        assert_eq!(touch(&mut shadow, 2, update), [0]);
        assert_eq!(touch(&mut shadow, 3, Effect::Read), [0, 2]);
        assert_eq!(touch(&mut shadow, 4, update), [3, 0, 2]);
    }

    #[test]
    fn an_atomic_read_does_not_hide_the_update_before_it() {
        let mut shadow = Shadow::default();
        touch(&mut shadow, 0, atomic(true, None));
        touch(&mut shadow, 1, atomic(false, None));
        assert_eq!(touch(&mut shadow, 2, atomic(false, None)), [0, 1]);
    }

    #[test]
    fn updates_of_one_kind_do_not_meet() {
        let mut shadow = Shadow::default();
        let [sum, or] = [Commuting::Sum, Commuting::Or].map(|kind| atomic(true, Some(kind)));
        touch(&mut shadow, 0, sum);
        touch(&mut shadow, 1, or);
        assert_eq!(touch(&mut shadow, 2, sum), [1]);
        assert_eq!(touch(&mut shadow, 4, or), [0, 2]);
    }
}
