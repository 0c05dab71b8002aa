//! Whether the versions agree in place: with the read and the written buffer in one memory.
//!
//! A contract gives each buffer memory of its own, unless `--alias` says otherwise. If the
//! reference gives the same results in place and the port does not, the report warns
//! callers that work in place. Nothing is proved: the versions are executed on one input.

use term::Arena;

use super::pair::Pair;
use super::trials::Made;
use crate::budgets::sizes::{IN_PLACE_ELEMENTS, IN_PLACE_SIZES};
use crate::contract::{Direction, Role, Sizes};
use crate::pipeline::{Tally, show};
use crate::side::{Input, Inputs, Output, Pattern, Place};

impl Pair<'_, '_> {
    /// Records for which buffers the port alone fails in place.
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
            let mut fitting = fitting.take(IN_PLACE_SIZES);
            let found = fitting.find(|s| self.fails_in_place(s, read, written));
            if let Some(sizes) = found {
                let [read, written] = [read, written].map(|p| &self.contract.params[p].name);
                let at = match sizes.is_empty() {
                    true => String::new(),
                    false => format!(" at {}", show(sizes)),
                };
                tally.lean_on(&format!(
                    "separate buffers: with one buffer for {read} and {written} \
                     (--alias {written}={read}) the reference gives the results that it gives \
                     otherwise, and the port does not{at}"
                ));
            }
        }
    }

    /// The pairs of buffers of equal length of which one is read and the other written.
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
        // In one memory, relations would hold for the read values only.
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
        (1..=IN_PLACE_ELEMENTS).contains(&length.evaluate(sizes).unwrap_or(0))
    }

    /// Whether, on one input, the reference gives the same results in place as elsewhere,
    /// and the port does not.
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

/// The inputs with one buffer for both parameters, which holds the read values.
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

/// The final contents of a parameter's memory.
fn left_in(arena: &Arena, outputs: &[Output], wanted: usize) -> Vec<Option<u128>> {
    let own = outputs
        .iter()
        .filter(|o| matches!(o.place, Place::Memory { param, .. } if param == wanted));
    own.map(|o| arena.constant_value(o.term?)).collect()
}
