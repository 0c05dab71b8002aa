//! The operation that computes the differing output: later ones only move it.

use super::alignment::Alignment;
use super::{intrinsic, values};
use crate::program::{Cast, Kind};

impl Alignment<'_> {
    /// The steps that only move the differing output, the latest first, and the operation that
    /// computes it. Empty if no operation writes it.
    pub(super) fn way_from_origin(&self) -> Vec<usize> {
        let Some(mut step) = self.output else {
            return Vec::new();
        };
        let mut way = vec![step];
        while self.passes(step) {
            let from = &self.steps()[step].from;
            let from = from.iter().copied().filter(|from| *from < step);
            let earlier: Vec<usize> = from.collect();
            let next = match earlier[..] {
                [only] => Some(only),
                _ if self.is_told_apart() => {
                    let holds = |from: &usize| self.holds_output(*from);
                    earlier.into_iter().filter(holds).max()
                }
                _ => None,
            };
            match next {
                Some(next) => step = next,
                None => break,
            }
            way.push(step);
        }
        // Saturation computes as well. An element of an input is read; what moves it is at fault.
        let computes = |step: &usize| {
            self.is_operation(*step) && (self.is_told_apart() || !self.passes(*step))
        };
        match way.last().is_some_and(computes) {
            true => way,
            false => Vec::new(),
        }
    }

    /// Whether a step takes lanes or bits of its operands as they are.
    fn passes(&self, step: usize) -> bool {
        if !self.is_operation(step) {
            return true;
        }
        match values::kind(self.program, &self.steps()[step]) {
            Kind::Integer { .. } => self.is_told_apart() && self.keeps_operand(step),
            Kind::Shuffle { .. } | Kind::InsertElement { .. } | Kind::ExtractElement { .. } => true,
            Kind::Cast { cast, .. } => {
                matches!(cast, Cast::Truncate | Cast::ZeroExtend | Cast::SignExtend)
            }
            Kind::Call(_) => {
                let name = values::called(self.program, &self.steps()[step]);
                name.is_some_and(|name| {
                    intrinsic::passes(name) && !self.is_saturated(step, intrinsic::packs(name))
                })
            }
            _ => false,
        }
    }

    /// Whether integer arithmetic gives one of its operands on every input, as a sum with zero.
    fn keeps_operand(&self, step: usize) -> bool {
        self.steps()[step].from.iter().any(|from| {
            *from < step
                && self.port.iter().all(|trace| {
                    let value = &trace.steps[step].value;
                    value.is_some() && *value == trace.steps[*from].value
                })
        })
    }

    /// Whether a pack to lanes of the output's width has, on some input, no operand with the
    /// output as a number; `packs` tells the width of its results, and whether they are signed.
    fn is_saturated(&self, step: usize, packs: Option<(u8, bool)>) -> bool {
        let width = self.scalar.map(crate::contract::Scalar::bits);
        let Some((bits, signed)) = packs.filter(|(bits, _)| Some(*bits) == width) else {
            return false;
        };
        let mut both = self.port.iter().zip(&self.outputs);
        both.any(|(trace, output)| {
            let Some(output) = output else {
                return false;
            };
            let wide = u128::MAX >> (128 - 2 * u32::from(bits));
            let number = match signed {
                true => term::signed(*output, bits) as u128 & wide,
                false => *output,
            };
            let from = self.steps()[step].from.iter();
            let mut operands = from.filter_map(|from| trace.steps[*from].value.as_ref());
            !operands
                .any(|(own, lanes)| super::numbers::recut(*own, lanes, 2 * bits).contains(&number))
        })
    }

    /// Whether the differing output has several values on the inputs compared.
    fn is_told_apart(&self) -> bool {
        let mut all = self.outputs.iter();
        let first = all.next();
        all.any(|output| Some(output) != first)
    }

    /// Whether, on every input, the differing output is among a step's lanes.
    fn holds_output(&self, step: usize) -> bool {
        let Some(width) = self.scalar.map(crate::contract::Scalar::bits) else {
            return false;
        };
        let mut both = self.port.iter().zip(&self.outputs);
        both.all(|(trace, output)| {
            let (Some((bits, lanes)), Some(output)) = (&trace.steps[step].value, output) else {
                return false;
            };
            super::numbers::recut(*bits, lanes, width).contains(output)
        })
    }
}
