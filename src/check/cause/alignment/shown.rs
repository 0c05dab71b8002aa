//! The values of the port's steps as reports print them.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Format;

use super::super::intrinsic;
use super::super::numbers::recut;
use super::super::values;
use super::Alignment;
use crate::contract::Scalar;

/// The largest number of lanes that are printed.
const SHOWN: usize = 8;

impl Alignment<'_> {
    /// A step's value on the first input, as reports print it.
    pub(super) fn shown(&self, step: usize, widths: &FxHashMap<usize, Vec<u8>>) -> String {
        let Some((bits, lanes)) = &self.steps()[step].value else {
            return String::new();
        };
        let format = self.shown_format(step);
        let width = match (lanes.len(), format) {
            (1, _) => *bits,
            (_, Some(format)) => format.width(),
            _ => widths
                .get(&step)
                .and_then(|widths| widths.first().copied())
                .or(self.lane_width(&self.steps()[step]))
                .or(self.scalar.map(Scalar::bits))
                .unwrap_or(*bits),
        };
        let scalar = match format.filter(|format| format.width() == width) {
            Some(format) => Scalar::Float { format },
            None => self.scalar_of(step, width),
        };
        let lanes = match lanes.len() {
            1 => lanes.clone(),
            _ => recut(*bits, lanes, width),
        };
        let shown = lanes
            .iter()
            .take(SHOWN)
            .map(|lane| crate::verdict::Value::new(scalar, *lane).decimal);
        let more = if lanes.len() > SHOWN { ", …" } else { "" };
        format!("{}{more}", shown.collect::<Vec<_>>().join(", "))
    }

    /// The step whose value is shown for an unmatched one: another execution of its instruction,
    /// if its own value occurs in the reference on the first input.
    pub(super) fn told(&self, step: usize, unmatched: &FxHashSet<usize>) -> usize {
        let is_known = |step: usize| {
            let value = self.steps()[step].value.as_ref();
            value.is_some_and(|(bits, lanes)| {
                let known = self.known[0].get(bits);
                known.is_some_and(|known| lanes.iter().all(|lane| known.contains(lane)))
            })
        };
        let at = self.steps()[step].at;
        let others = (step..self.steps().len()).filter(|other| unmatched.contains(other));
        let mut alike = others.filter(|other| self.steps()[*other].at == at);
        alike.find(|other| !is_known(*other)).unwrap_or(step)
    }

    /// The format of the floats that a step computes or moves.
    fn shown_format(&self, step: usize) -> Option<Format> {
        let named = || intrinsic::format(values::called(self.program, &self.steps()[step])?);
        self.format(step).or_else(named)
    }

    /// The type that numbers of this width are printed as. Lanes that an instruction moves are
    /// floats if the output is one of that width.
    fn scalar_of(&self, step: usize, bits: u8) -> Scalar {
        match self.scalar {
            Some(scalar @ Scalar::Float { .. }) if scalar.bits() == bits && self.moves(step) => {
                scalar
            }
            _ => Scalar::Int { bits, signed: true },
        }
    }
}
