//! A sorted list of objects, on pages shared between copies.
//!
//! Invariants: all pages but the last are full, and none is empty. A copy increments one
//! counter per page; a change after it copies one page and one object.

use std::cell::Cell;
use std::rc::Rc;

use super::object::Object;
use super::object_spec::ObjectSpec;

/// Objects on a page.
const PAGE: usize = 64;

/// An object with a copy of its base address.
#[derive(Clone)]
struct Placed {
    base: u64,
    object: Rc<Object>,
}

/// Objects in ascending order of their base addresses.
#[derive(Clone, Default)]
pub(super) struct Shelf {
    pages: Vec<Rc<Vec<Placed>>>,
    /// The rank found last: most accesses go to the same object as the previous one.
    last: Cell<usize>,
}

impl Shelf {
    /// Returns the number of objects.
    pub fn len(&self) -> usize {
        match &*self.pages {
            [] => 0,
            [full @ .., last] => full.len() * PAGE + last.len(),
        }
    }

    /// Adds an object after all others.
    pub fn push(&mut self, base: u64, spec: ObjectSpec) {
        self.put(Placed {
            base,
            object: Rc::new(Object::new(base, spec)),
        });
    }

    /// Inserts an object in order.
    pub fn insert(&mut self, base: u64, spec: ObjectSpec) {
        let at = self.rank(base);
        let placed = (at..self.len()).filter_map(|i| self.placed(i).cloned());
        let behind: Vec<Placed> = placed.collect();
        self.truncate(at);
        self.push(base, spec);
        behind.into_iter().for_each(|placed| self.put(placed));
    }

    fn put(&mut self, placed: Placed) {
        match self.pages.last_mut() {
            Some(page) if page.len() < PAGE => Rc::make_mut(page).push(placed),
            _ => self.pages.push(Rc::new(vec![placed])),
        }
    }

    /// Removes all objects from an index on.
    pub fn truncate(&mut self, len: usize) {
        self.pages.truncate(len.div_ceil(PAGE));
        if let (Some(page), rest @ 1..) = (self.pages.get_mut(len / PAGE), len % PAGE) {
            Rc::make_mut(page).truncate(rest);
        }
    }

    fn placed(&self, position: usize) -> Option<&Placed> {
        self.pages.get(position / PAGE)?.get(position % PAGE)
    }

    /// Returns the object at an index.
    pub fn get(&self, position: usize) -> Option<&Object> {
        self.placed(position).map(|placed| &*placed.object)
    }

    /// Returns the object at an index, for writing.
    pub fn get_mut(&mut self, position: usize) -> Option<&mut Object> {
        let page = self.pages.get_mut(position / PAGE)?;
        let placed = Rc::make_mut(page).get_mut(position % PAGE)?;
        Some(Rc::make_mut(&mut placed.object))
    }

    /// Returns the objects from an index on.
    pub fn from(&self, position: usize) -> impl Iterator<Item = &Object> {
        (position..self.len()).filter_map(|i| self.get(i))
    }

    /// Returns the number of objects with a base of at most `address`.
    pub fn rank(&self, address: u64) -> usize {
        let last = self.last.get();
        let starts = |placed: &Placed| placed.base <= address;
        let below = last.checked_sub(1).and_then(|i| self.placed(i));
        if below.is_some_and(starts) && !self.placed(last).is_some_and(starts) {
            return last;
        }
        let pages = self.pages.partition_point(|page| starts(&page[0]));
        let rank = match pages.checked_sub(1) {
            None => 0,
            Some(full) => full * PAGE + self.pages[full].partition_point(starts),
        };
        self.last.set(rank);
        rank
    }

    /// Returns pairs of objects at equal indices of both lists that are not shared.
    pub fn unshared<'a>(
        &'a self,
        other: &'a Shelf,
    ) -> impl Iterator<Item = (&'a Object, &'a Object)> {
        let pages = self.pages.iter().zip(&other.pages);
        pages
            .filter(|(a, b)| !Rc::ptr_eq(a, b))
            .flat_map(|(a, b)| a.iter().zip(b.iter()))
            .filter(|(a, b)| !Rc::ptr_eq(&a.object, &b.object))
            .map(|(a, b)| (&*a.object, &*b.object))
    }
}

#[cfg(test)]
mod tests {
    use super::super::object::Life;
    use super::*;

    fn shelf(count: u64) -> Shelf {
        let mut shelf = Shelf::default();
        (1..=count).for_each(|i| shelf.push(16 * i, ObjectSpec::buffer("x", 8)));
        shelf
    }

    #[test]
    fn ranks_count_the_objects_at_or_below_an_address() {
        let shelf = shelf(200);
        for address in (0..3300).chain((0..3300).rev()) {
            assert_eq!(shelf.rank(address), (address as usize / 16).min(200));
        }
    }

    #[test]
    fn a_shelf_is_as_long_as_it_is_cut() {
        for len in [0, 1, 63, 64, 65, 128, 199, 200] {
            let mut shelf = shelf(200);
            shelf.truncate(len);
            assert_eq!(shelf.len(), len);
            assert_eq!(shelf.get(len).map(|o| o.base), None);
            shelf.push(1 << 20, ObjectSpec::buffer("y", 8));
            assert_eq!(shelf.get(len).map(|o| o.base), Some(1 << 20));
        }
    }

    #[test]
    fn an_object_is_placed_among_others() {
        let mut shelf = shelf(130);
        shelf.insert(16 * 70 + 8, ObjectSpec::buffer("between", 4));
        let bases: Vec<u64> = shelf.from(0).map(|o| o.base).collect();
        assert_eq!(bases.len(), 131);
        assert!(bases.is_sorted());
        assert_eq!(shelf.get(70).map(|o| o.base), Some(16 * 70 + 8));
    }

    #[test]
    fn a_change_is_not_seen_by_a_copy() {
        let original = shelf(130);
        let mut copy = original.clone();
        assert_eq!(original.unshared(&copy).count(), 0);
        copy.get_mut(100).expect("it is there").life = Life::Left;
        let unshared: Vec<u64> = original.unshared(&copy).map(|(a, _)| a.base).collect();
        assert_eq!(unshared, [16 * 101]);
        assert!(original.get(100).is_some_and(Object::is_live));
    }
}
