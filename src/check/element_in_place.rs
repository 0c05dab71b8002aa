//! Whether the versions agree where a value that is read through a reference is an element of a
//! buffer that they write, as in `scale(v, v[0])`.
//!
//! As [`super::in_place`], this proves nothing: the versions are executed on one input.

use super::pair::Pair;
use crate::budgets::sizes::{IN_PLACE_ELEMENTS, IN_PLACE_SIZES};
use crate::contract::{Direction, Length, Role, Sizes};
use crate::pipeline::{Tally, show};
use crate::side::{Input, Inputs, Pattern};

impl Pair<'_, '_> {
    /// Records which single values the port alone may not read from a buffer that it writes.
    pub(super) fn note_elements_in_place(&self, sizes: &[Sizes], tally: &mut Tally) {
        let count = self.contract.params.len();
        let all = (0..count).flat_map(|read| (0..count).map(move |written| (read, written)));
        for (read, written) in all.filter(|pair| self.may_be_element(*pair)) {
            let several = |sizes: &&Sizes| match &self.contract.params[written].role {
                Role::Buffer { length, .. } => length
                    .evaluate(sizes)
                    .is_some_and(|length| (2..=IN_PLACE_ELEMENTS).contains(&length)),
                _ => false,
            };
            let mut fitting = sizes.iter().rev().filter(several).take(IN_PLACE_SIZES);
            if let Some(sizes) = fitting.find(|sizes| self.fails_as_element(sizes, (read, written)))
            {
                let [read, written] = [read, written].map(|p| &self.contract.params[p].name);
                tally.lean_on(&format!(
                    "separate memory: where `{read}` refers to the first element of {written} \
                     the reference gives the results that it gives otherwise, and the port does \
                     not at {}",
                    show(sizes)
                ));
            }
        }
    }

    /// Whether a parameter is one value that is read, and the other a buffer of such values
    /// that is read and written.
    fn may_be_element(&self, (read, written): (usize, usize)) -> bool {
        let buffer = |at: usize, wanted: Direction| match &self.contract.params[at].role {
            Role::Buffer {
                element,
                length,
                direction,
                ..
            } if *direction == wanted
                && self.contract.params[at].alias.is_none()
                && !self.contract.params[at].scratch =>
            {
                Some((element, length))
            }
            _ => None,
        };
        let pair = buffer(read, Direction::In).zip(buffer(written, Direction::InOut));
        let relations = &self.contract.relations;
        let is_related = |at: usize| {
            let name = &self.contract.params[at].name;
            relations.iter().any(|relation| relation.names(name))
        };
        pair.is_some_and(|(one, many)| *one.1 == Length::Const(1) && one.0 == many.0)
            && !is_related(read)
            && !is_related(written)
    }

    /// Whether, on one input, the reference gives the same results if the value is the buffer's
    /// first element as if it is a copy of that, and the port does not.
    fn fails_as_element(&self, sizes: &Sizes, (read, written): (usize, usize)) -> bool {
        let Some((fresh, inputs)) = self.concrete(sizes, Pattern::Any) else {
            return false;
        };
        let Some([copied, shared]) = as_element(&inputs, (read, written)) else {
            return false;
        };
        self.port_alone_fails(fresh, [&copied, &shared], (read, written), |left| left)
    }
}

/// The inputs with a copy of the buffer's first element as the single value, and with this
/// element itself.
fn as_element(inputs: &Inputs, (read, written): (usize, usize)) -> Option<[Inputs; 2]> {
    let Input::Memory {
        cells: many,
        origin: 0,
        ..
    } = &inputs.args[written]
    else {
        return None;
    };
    let mut copied = inputs.args.clone();
    let Input::Memory {
        cells: one,
        origin: 0,
        ..
    } = &mut copied[read]
    else {
        return None;
    };
    for (copy, cell) in one.iter_mut().zip(many) {
        copy.term = cell.term;
    }
    let mut shared = inputs.args.clone();
    let first = read.min(written);
    shared[first] = inputs.args[written].clone();
    shared[read.max(written)] = Input::SameAs(first);
    Some([inputs.given(copied), inputs.given(shared)])
}
