//! For each byte of an object, who has accessed it: of readers, writers and atomic
//! accesses two of different parties are enough, since whoever comes meets one of them.
//! Two writers may have written one value, and then raced with nobody.

use rustc_hash::FxHashMap;

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
    /// Atomic accesses, two of different parties a byte.
    atomics: FxHashMap<u64, [Entry; 2]>,
}

/// What a new access to a byte is compared with.
pub(super) struct Known {
    entries: [Entry; 6],
}

impl Known {
    /// The numbers of the accesses.
    pub fn accesses(&self) -> impl Iterator<Item = usize> {
        let entries = self.entries.into_iter().filter(|entry| *entry != 0);
        entries.map(|entry| entry as usize - 1)
    }
}

/// What an access does to its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Atomic,
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
        let atomics = match self.atomics.is_empty() {
            true => [0; 2],
            false => self.atomics.get(&byte).copied().unwrap_or_default(),
        };
        let [a, b] = atomics;
        let ([c, d], [e, f]) = (cell.readers, cell.writers);
        let known = match effect {
            Effect::Read => [e, f, a, b, 0, 0],
            Effect::Write => [e, f, a, b, c, d],
            Effect::Atomic => [e, f, a, b, c, d],
        };
        match effect {
            Effect::Write => insert(&mut cell.writers, new, free),
            Effect::Read => insert(&mut cell.readers, new, free),
            Effect::Atomic => insert(self.atomics.entry(byte).or_default(), new, free),
        }
        Known { entries: known }
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

    #[test]
    fn atomic_accesses_meet_all() {
        let mut shadow = Shadow::default();
        assert!(touch(&mut shadow, 0, Effect::Atomic).is_empty());
        assert_eq!(touch(&mut shadow, 2, Effect::Atomic), [0]);
        assert_eq!(touch(&mut shadow, 3, Effect::Read), [0, 2]);
        assert_eq!(touch(&mut shadow, 4, Effect::Atomic), [0, 2, 3]);
    }
}
