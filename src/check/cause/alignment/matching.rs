//! Which values of the port occur in the reference, lane by lane.

use rustc_hash::FxHashMap;
use term::{Format, Op};

use super::super::intrinsic;
use super::super::numbers::{WIDTHS, recut};
use super::super::values;
use super::Alignment;
use crate::contract::Scalar;
use crate::program::{Cast, Kind};
use crate::symex::Step;

/// The smallest number of inputs on which a value that stays the same counts as constant.
const FEW_RUNS: usize = 4;

impl Alignment<'_> {
    /// For each step, the lane widths at which later operations use its value, taken from
    /// the names of intrinsics.
    pub(super) fn widths(&self, output: usize) -> FxHashMap<usize, Vec<u8>> {
        let mut widths: FxHashMap<usize, Vec<u8>> = FxHashMap::default();
        for (at, step) in self.steps().iter().enumerate().rev() {
            let is_element = || {
                let kind = values::kind(self.program, step);
                matches!(kind, Kind::ExtractElement { .. })
            };
            let width = match at == output {
                true => self.scalar.map(Scalar::bits),
                false if is_element() => step.value.as_ref().map(|(bits, _)| *bits),
                false => self.lane_width(step),
            };
            let passed = match width {
                Some(width) => vec![width],
                None if self.moves(at) => {
                    let kept = values::called(self.program, step).and_then(intrinsic::named_width);
                    let known = widths.get(&at).cloned().unwrap_or_default();
                    known
                        .into_iter()
                        .map(|w| w.min(kept.unwrap_or(w)))
                        .collect()
                }
                None => Vec::new(),
            };
            for from in &step.from {
                let known = widths.entry(*from).or_default();
                known.extend(&passed);
                known.sort_unstable();
                known.dedup();
            }
        }
        widths
    }

    /// Whether a step only moves its operands' lanes, or composes a number of parts, whatever
    /// their width.
    pub(super) fn moves(&self, step: usize) -> bool {
        let (function, pc) = self.steps()[step].at;
        let composes = match &self.program.function(function).code[pc as usize].kind {
            Kind::Integer { op, .. } => matches!(op, Op::Or | Op::Shl),
            Kind::Cast { cast, .. } => matches!(cast, Cast::ZeroExtend | Cast::SignExtend),
            Kind::Shuffle { .. } | Kind::InsertElement { .. } => true,
            _ => false,
        };
        let called = values::called(self.program, &self.steps()[step]);
        composes || !self.is_operation(step) || called.is_some_and(intrinsic::moves)
    }

    /// The lane width in an intrinsic's name: 16 for `_mm_add_epi16`.
    pub(super) fn lane_width(&self, step: &Step) -> Option<u8> {
        intrinsic::lane_width(values::called(self.program, step)?)
    }

    pub(super) fn is_matched(&self, step: usize, widths: &FxHashMap<usize, Vec<u8>>) -> bool {
        let Some((bits, lanes)) = &self.steps()[step].value else {
            return false;
        };
        // The bits of such a mask are truth values.
        let called = values::called(self.program, &self.steps()[step]);
        if called.is_some_and(|name| name.contains("movemask")) {
            return true;
        }
        if self.is_constant(step) {
            return true;
        }
        if self.read[step] && WIDTHS.iter().any(|width| self.has(step, *width)) {
            return true;
        }
        // A float is a number of its own, whatever uses parts of it.
        let own = self.format(step).map(|format| [format.width()]);
        let used = widths.get(&step).map(Vec::as_slice);
        let wanted = own.as_ref().map(|own| &own[..]).or(used);
        if lanes.len() == 1 {
            let narrower = |wanted: &&[u8]| wanted.iter().all(|width| width < bits);
            return match wanted.filter(narrower) {
                Some(wanted @ [_, ..]) => wanted.iter().all(|width| self.has(step, *width)),
                _ => !WIDTHS.contains(bits) || self.has(step, *bits),
            };
        }
        match wanted {
            Some(wanted @ [_, ..]) => wanted.iter().all(|width| self.has(step, *width)),
            _ => WIDTHS.iter().any(|width| self.has(step, *width)),
        }
    }

    /// Whether a step has one value on several inputs: then it belongs to the way in which the
    /// port computes, which may be another than that of the reference.
    pub(super) fn is_constant(&self, step: usize) -> bool {
        let value = &self.steps()[step].value;
        let mut others = self.port[1..].iter();
        self.port.len() >= FEW_RUNS && others.all(|trace| trace.steps[step].value == *value)
    }

    /// Whether, on every input, all lanes of this width in a step's value occur in the
    /// reference.
    fn has(&self, step: usize, width: u8) -> bool {
        let called = values::called(self.program, &self.steps()[step]);
        let packs = called.and_then(intrinsic::packs);
        let saturates = packs.is_some_and(|(bits, _)| bits == width);
        // A port may clamp to the bounds of a type on its way to narrower ones.
        let high = (1_u128 << (width - 1)) - 1;
        let is_bound = |lane: &u128| saturates && (*lane == high || *lane == high + 1);
        self.port.iter().zip(&self.known).all(|(trace, known)| {
            let Some((bits, lanes)) = &trace.steps[step].value else {
                return false;
            };
            recut(*bits, lanes, width)
                .iter()
                .all(|lane| known[&width].contains(lane) || is_bound(lane))
        })
    }

    /// The format of the floats that a step computes, if it is one of those compared.
    pub(super) fn format(&self, step: usize) -> Option<Format> {
        values::format(self.program, &self.steps()[step])
            .filter(|format| WIDTHS.contains(&format.width()))
    }
}
