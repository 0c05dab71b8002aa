//! Shadow memory: for each byte of an object, the accesses to compare new ones with. Of
//! readers, of writers and of each kind of atomic access, two of different parties suffice,
//! since any later access conflicts with one of them. Trap: two writers may have stored one
//! value, and then do not race with each other.

use rustc_hash::FxHashMap;

use crate::program::Commuting;

/// Number of bytes in a page of the shadow.
const PAGE: u64 = 1024;

/// The index of an access plus one; zero for none.
type Entry = u32;

#[derive(Clone, Copy, Default)]
struct Cell {
    writers: [Entry; 2],
    readers: [Entry; 2],
}

/// The shadow of one object's bytes.
#[derive(Default)]
pub(super) struct Shadow {
    pages: FxHashMap<u64, Box<[Cell; PAGE as usize]>>,
    /// Atomic accesses by byte: two of different parties for each kind.
    atomics: FxHashMap<u64, Vec<(Atomic, [Entry; 2])>>,
}

/// The accesses that a new access to a byte is compared with.
pub(super) struct Known {
    entries: [Entry; 4],
    atomics: Vec<Entry>,
}

impl Known {
    /// Returns the indices of the accesses.
    pub fn accesses(&self) -> impl Iterator<Item = usize> {
        let entries = self.entries.iter().chain(&self.atomics);
        let entries = entries.filter(|entry| **entry != 0);
        entries.map(|entry| *entry as usize - 1)
    }
}

/// The effect of an access on its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Atomic(Atomic),
}

/// The properties of an atomic access that determine its conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atomic {
    /// Whether it writes.
    pub writes: bool,
    /// The kind of the update, if it commutes with others of its kind, with the offset and
    /// the size of its bytes.
    pub commuting: Option<(Commuting, u64, u64)>,
}

impl Shadow {
    /// Returns the earlier accesses to a byte that may conflict with a new one, which is
    /// recorded. `same` tells whether the access with an index is of the new one's party.
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

/// Records an access in a pair of entries of different parties, if it has room.
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
