//! Whether the versions agree in place: with the read and the written buffer in one memory, at
//! one address or an element apart, as `memmove` permits.
//!
//! A contract gives each buffer memory of its own, unless `--alias` says otherwise. If the
//! reference gives the same results in place and the port does not, the report warns
//! callers that work in place. Nothing is proved: the versions are executed on one input.

use rewrite_rules::Builder;
use term::{Arena, TermId};

use super::pair::Pair;
use super::trials::Made;
use crate::budgets::sizes::{IN_PLACE_ELEMENTS, IN_PLACE_SIZES};
use crate::contract::{Direction, Length, Role, Sizes};
use crate::pipeline::{Tally, show};
use crate::side::{Cell, Input, Inputs, Output, Pattern, Place};

/// How a written buffer lies in the memory of a read one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// They start at one address.
    Alike,
    /// The written one starts an element before.
    Before,
    /// The written one starts an element behind.
    Behind,
}

/// The layouts in the order in which they are tried.
const LAYOUTS: [Layout; 3] = [Layout::Alike, Layout::Before, Layout::Behind];

impl Pair<'_, '_> {
    /// Records for which buffers the port alone fails in place.
    pub(super) fn note_in_place(&self, sizes: &[Sizes], tally: &mut Tally) {
        let promised = [&self.reference, &self.port].iter().any(|side| {
            let function = side.program.function(side.entry.function());
            !function.restrict.is_empty()
        });
        if promised {
            return;
        }
        for (read, written) in self.in_place() {
            let fitting = sizes.iter().rev();
            let fitting = fitting.filter(|sizes| self.fits((read, written), sizes));
            let fitting: Vec<&Sizes> = fitting.take(IN_PLACE_SIZES).collect();
            let found = LAYOUTS.into_iter().find_map(|layout| {
                let mut fitting = fitting.iter();
                let found = fitting.find(|s| self.fails_in_place(s, (read, written), layout))?;
                Some((layout, *found))
            });
            if let Some((layout, sizes)) = found {
                let [read, written] = [read, written].map(|p| &self.contract.params[p].name);
                let at = match sizes.is_empty() {
                    true => String::new(),
                    false => format!(" at {}", show(sizes)),
                };
                let with = match layout {
                    Layout::Alike => format!(
                        "with one buffer for {read} and {written} (--alias {written}={read})"
                    ),
                    Layout::Before => {
                        format!("where {written} begins an element before {read} in one buffer")
                    }
                    Layout::Behind => {
                        format!("where {written} begins an element behind {read} in one buffer")
                    }
                };
                tally.lean_on(&format!(
                    "separate buffers: {with} the reference gives the results that it gives \
                     otherwise, and the port does not{at}"
                ));
            }
        }
    }

    /// The pairs of buffers of which one is read and the other written, and whose lengths are
    /// equal, or sizes of their own as those of two containers.
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
                let written = buffer(*written, Direction::Out);
                read.zip(written).is_some_and(|(read, written)| {
                    let sizes = [read.1, written.1].map(|l| matches!(l, Length::Var(_)));
                    let alike = read.1 == written.1 || sizes == [true, true];
                    alike && (read.0, read.2) == (written.0, written.2)
                })
            })
            .collect()
    }

    /// Whether both buffers have one number of elements, and not too many.
    fn fits(&self, (read, written): (usize, usize), sizes: &Sizes) -> bool {
        let elements = |param: usize| match &self.contract.params[param].role {
            Role::Buffer { length, .. } => length.evaluate(sizes),
            _ => None,
        };
        let count = elements(read).unwrap_or(0);
        (1..=IN_PLACE_ELEMENTS).contains(&count) && elements(written) == Some(count)
    }

    /// Whether, on one input, the reference gives the same results in place as elsewhere,
    /// and the port does not.
    fn fails_in_place(
        &self,
        sizes: &Sizes,
        (read, written): (usize, usize),
        layout: Layout,
    ) -> bool {
        let Some((fresh, apart)) = self.concrete(sizes, Pattern::Any) else {
            return false;
        };
        let Some((in_place, untouched)) = shared(&apart, (read, written), layout) else {
            return false;
        };
        let untouched: Vec<_> = untouched
            .iter()
            .map(|term| fresh.arena().constant_value(*term))
            .collect();
        let expected = |mut expected: Vec<Option<u128>>| {
            match layout {
                Layout::Alike => {}
                Layout::Before => expected.extend(untouched),
                Layout::Behind => expected.splice(..0, untouched).for_each(drop),
            }
            expected
        };
        self.port_alone_fails(fresh, [&apart, &in_place], (read, written), expected)
    }

    /// Whether the reference leaves in shared memory what is expected of its results in memory
    /// apart, and the port does not. The shared memory is the first parameter's.
    pub(super) fn port_alone_fails(
        &self,
        fresh: Builder,
        [apart, shared]: [&Inputs; 2],
        (read, written): (usize, usize),
        expected: impl FnOnce(Vec<Option<u128>>) -> Vec<Option<u128>>,
    ) -> bool {
        let first = read.min(written);
        let (fresh, elsewhere) = self.made(fresh, &self.reference, apart);
        let (fresh, reference) = self.made(fresh, &self.reference, shared);
        let (fresh, port) = self.made(fresh, &self.port, shared);
        let arena = fresh.arena();
        let (Made::Outputs(elsewhere), Made::Outputs(reference)) = (elsewhere, reference) else {
            return false;
        };
        let expected = expected(left_in(arena, &elsewhere, written));
        if expected.contains(&None) || left_in(arena, &reference, first) != expected {
            return false;
        }
        match port {
            Made::Outputs(port) => left_in(arena, &port, first) != expected,
            Made::Defect => true,
            Made::Unfinished(_) | Made::Unknown => false,
        }
    }
}

/// The inputs with one buffer for both parameters, which holds the read values, and the scalars
/// of an element that is read but not written. `None` if the buffer is no array of several
/// elements.
fn shared(
    inputs: &Inputs,
    (read, written): (usize, usize),
    layout: Layout,
) -> Option<(Inputs, Vec<TermId>)> {
    let mut memory = inputs.args[read].clone();
    let Input::Memory {
        direction,
        bytes,
        origin,
        cells,
        spare,
        ..
    } = &mut memory
    else {
        return None;
    };
    *direction = Direction::InOut;
    let mut untouched = Vec::new();
    let count = cells.last().map_or(0, |cell| cell.index + 1);
    let (mut moved, element) = (None, *bytes / count.max(1));
    if layout != Layout::Alike {
        if count < 2 || *origin > 0 || spare.iter().any(|spare| !spare.is_empty()) {
            return None;
        }
        let of = |index: u64| move |cell: &&Cell| cell.index == index;
        let (kept, more) = match layout {
            Layout::Before => (count - 1, 0),
            _ => (0, count - 1),
        };
        let added: Vec<Cell> = cells.iter().filter(of(more)).copied().collect();
        let terms = cells.iter().filter(of(kept)).filter(|c| !c.is_padding());
        untouched = terms.map(|cell| cell.term).collect();
        // The further element has the values of one that is there.
        let (first, start) = match layout {
            Layout::Before => (true, 0),
            _ => (false, count),
        };
        if first {
            for cell in cells.iter_mut() {
                cell.index += 1;
                cell.offset += element;
            }
        }
        let added = added.into_iter().map(|cell| Cell {
            index: start,
            offset: cell.offset % element + start * element,
            ..cell
        });
        let at = if first { 0 } else { cells.len() };
        cells.splice(at..at, added);
        *bytes += element;
        moved = Some((if first { read } else { written }, element));
    }
    let first = read.min(written);
    let mut args = inputs.args.clone();
    args[read.max(written)] = Input::SameAs(first);
    args[first] = memory;
    Some((inputs.given(args).with_moved(moved), untouched))
}

/// The final contents of a parameter's memory.
fn left_in(arena: &Arena, outputs: &[Output], wanted: usize) -> Vec<Option<u128>> {
    let own = outputs
        .iter()
        .filter(|o| matches!(o.place, Place::Memory { param, .. } if param == wanted));
    own.map(|o| arena.constant_value(o.term?)).collect()
}
