//! Whether the versions agree in place as well: where what is read and what is written are
//! one buffer.
//!
//! A contract gives each buffer memory of its own, unless `--alias` says otherwise. Where
//! the reference leaves in place what it leaves elsewhere and the port does not, callers
//! that work in place are told. Nothing is proved: the versions are executed on an input
//! that is tried.

use term::Arena;

use super::pair::Pair;
use super::trials::Made;
use crate::contract::{Direction, Role, Sizes};
use crate::pipeline::{Tally, show};
use crate::side::{Input, Inputs, Output, Pattern, Place};

/// The sizes tried, the largest first.
const SIZES: usize = 3;

/// Elements of a buffer.
const MOST_ELEMENTS: u64 = 1 << 12;

impl Pair<'_, '_> {
    /// Says where the port alone goes wrong in place.
    pub(super) fn note_in_place(&self, sizes: &[Sizes], tally: &mut Tally) {
        let promised = [&self.reference, &self.port].iter().any(|side| {
            let function = side.program.function(side.entry.function());
            !function.restrict.is_empty()
        });
        if promised || self.contract.launch.is_some() {
            return;
        }
        for (read, written) in self.in_place() {
            let fitting = sizes.iter().rev().filter(|s| self.fits(read, s));
            let mut fitting = fitting.take(SIZES);
            let found = fitting.find(|s| self.fails_in_place(s, read, written));
            if let Some(sizes) = found {
                let [read, written] = [read, written].map(|p| &self.contract.params[p].name);
                tally.lean_on(&format!(
                    "memory of its own for each buffer: with {read} and {written} in one place the \
                     reference leaves what it leaves elsewhere, the port does not, at {} \
                     (--alias {written}={read})",
                    show(sizes)
                ));
            }
        }
    }

    /// Pairs of buffers of one length, the one read, the other written.
    fn in_place(&self) -> Vec<(usize, usize)> {
        let (params, relations) = (&self.contract.params, &self.contract.relations);
        let buffer = |at: usize, wanted: Direction| match &params[at].role {
            Role::Buffer {
                element,
                length,
                capacity,
                direction,
                terminated: false,
                ..
            } if *direction == wanted && params[at].alias.is_none() && !params[at].scratch => {
                Some((element, length, capacity))
            }
            _ => None,
        };
        let all = (0..params.len()).flat_map(|r| (0..params.len()).map(move |w| (r, w)));
        // What is written holds what relations say of it, or what is read: not both.
        let is_free = |at: usize| !relations.iter().any(|r| r.names(&params[at].name));
        all.filter(|(_, written)| is_free(*written))
            .filter(|(read, written)| {
                let read = buffer(*read, Direction::In);
                read.is_some() && read == buffer(*written, Direction::Out)
            })
            .collect()
    }

    /// Whether a buffer has elements, and not too many.
    fn fits(&self, param: usize, sizes: &Sizes) -> bool {
        let Role::Buffer { length, .. } = &self.contract.params[param].role else {
            return false;
        };
        (1..=MOST_ELEMENTS).contains(&length.evaluate(sizes).unwrap_or(0))
    }

    /// Whether, on an input that is tried, the reference leaves in place what it leaves
    /// elsewhere, and the port does not.
    fn fails_in_place(&self, sizes: &Sizes, read: usize, written: usize) -> bool {
        let Some((fresh, apart)) = self.concrete(sizes, Pattern::Any) else {
            return false;
        };
        let Some(in_place) = shared(&apart, read, written) else {
            return false;
        };
        let first = read.min(written);
        let (fresh, elsewhere) = self.made(fresh, &self.reference, &apart);
        let (fresh, reference) = self.made(fresh, &self.reference, &in_place);
        let (fresh, port) = self.made(fresh, &self.port, &in_place);
        let arena = fresh.arena();
        let (Made::Outputs(elsewhere), Made::Outputs(reference)) = (elsewhere, reference) else {
            return false;
        };
        let expected = left_in(arena, &elsewhere, written);
        if expected.contains(&None) || left_in(arena, &reference, first) != expected {
            return false;
        }
        match port {
            Made::Outputs(port) => left_in(arena, &port, first) != expected,
            Made::Defect => true,
            Made::Unknown => false,
        }
    }
}

/// The inputs with one buffer for both parameters, which holds what is read.
fn shared(inputs: &Inputs, read: usize, written: usize) -> Option<Inputs> {
    let mut memory = inputs.args[read].clone();
    let Input::Memory { direction, .. } = &mut memory else {
        return None;
    };
    *direction = Direction::InOut;
    let first = read.min(written);
    let mut args = inputs.args.clone();
    args[read.max(written)] = Input::SameAs(first);
    args[first] = memory;
    Some(inputs.given(args))
}

/// What is left in the memory of a parameter.
fn left_in(arena: &Arena, outputs: &[Output], wanted: usize) -> Vec<Option<u128>> {
    let own = outputs
        .iter()
        .filter(|o| matches!(o.place, Place::Memory { param, .. } if param == wanted));
    own.map(|o| arena.constant_value(o.term?)).collect()
}
