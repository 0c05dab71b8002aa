//! Replacements for a constant operand.

use term::Format;

use super::constants::{Constants, text};
use super::spelling::{replace, variable};
use crate::program::{Constant, Operand, Program, demangled};
use crate::verdict::Change;

/// Replaces constants of the port by candidates.
pub(super) struct Literals<'a> {
    pub program: &'a mut Program,
    pub constants: &'a Constants,
}

impl Literals<'_> {
    /// The candidates for an operand; empty if it is not a constant.
    pub fn instead_of(
        &mut self,
        operand: Operand,
        format: Option<Format>,
    ) -> Vec<(Change, Operand)> {
        let Operand::Constant(index) = operand else {
            return Vec::new();
        };
        match self.program.constants()[index as usize].clone() {
            Constant::Scalar {
                bits,
                value: Some(value),
            } => self.scalars((bits, value), format),
            Constant::Vector { bits, lanes } => self.vectors((bits, &lanes), format),
            _ => Vec::new(),
        }
    }

    fn scalars(
        &mut self,
        (bits, value): (u8, u128),
        format: Option<Format>,
    ) -> Vec<(Change, Operand)> {
        let mut all = self.objects((bits, value));
        for other in self.constants.instead(bits, value, format) {
            let (from, to) = match [value, other].map(|address| self.is_object(bits, address)) {
                [false, false] => (text(bits, value, format), text(bits, other, format)),
                [true, true] => match (self.named(value), self.named(other)) {
                    (Some(from), Some(to)) => (from, to),
                    _ => continue,
                },
                // A number in place of an address, or the reverse.
                _ => continue,
            };
            let constant = Constant::Scalar {
                bits,
                value: Some(other),
            };
            let operand = self.program.add_constant(constant);
            all.push((replace(from, to), operand));
        }
        all
    }

    /// The other variables of the type of the one at an address.
    pub fn objects(&mut self, (bits, value): (u8, u128)) -> Vec<(Change, Operand)> {
        let globals = self.program.globals();
        let own = globals.iter().find(|own| u128::from(own.address) == value);
        let (Some(own), Some(from)) = (own.filter(|_| bits == 64), self.named(value)) else {
            return Vec::new();
        };
        let alike = globals
            .iter()
            .filter(|other| (other.ty, other.size) == (own.ty, own.size));
        let others = alike.map(|other| u128::from(other.address));
        let others: Vec<u128> = others.filter(|other| *other != value).collect();
        let mut all = Vec::new();
        for other in others {
            if let Some(to) = self.named(other) {
                let operand = self.program.add_constant(Constant::Scalar {
                    bits,
                    value: Some(other),
                });
                all.push((replace(variable(&from), variable(&to)), operand));
            }
        }
        all
    }

    /// The candidates for an address that is read from or that others are computed from: the
    /// other variables of its type.
    pub fn places(&mut self, operand: Operand) -> Vec<(Change, Operand)> {
        let Operand::Constant(index) = operand else {
            return Vec::new();
        };
        match self.program.constants()[index as usize] {
            Constant::Scalar {
                bits,
                value: Some(value),
            } => self.objects((bits, value)),
            _ => Vec::new(),
        }
    }

    /// Whether a constant is the address of a variable, or in one.
    fn is_object(&self, bits: u8, value: u128) -> bool {
        let mut globals = self.program.globals().iter();
        bits == 64
            && globals.any(|global| {
                (u128::from(global.address)..=u128::from(global.address + global.size))
                    .contains(&value)
            })
    }

    /// The variable at an address; `None` inside one, and for a literal.
    fn named(&self, value: u128) -> Option<String> {
        let mut globals = self.program.globals().iter();
        let global = globals.find(|global| u128::from(global.address) == value)?;
        (!global.name.starts_with('.')).then(|| demangled(&global.name))
    }

    /// Candidates for a vector constant: all lanes replaced if they are equal, else one
    /// lane at a time.
    fn vectors(
        &mut self,
        (bits, lanes): (u8, &[Option<u128>]),
        format: Option<Format>,
    ) -> Vec<(Change, Operand)> {
        let mut all = Vec::new();
        let splat = lanes.windows(2).all(|pair| pair[0] == pair[1]);
        let places = if splat { 1 } else { lanes.len() };
        for at in 0..places {
            let Some(value) = lanes[at] else { continue };
            for other in self.constants.instead(bits, value, format) {
                let mut lanes: Vec<Option<u128>> = lanes.to_vec();
                match splat {
                    true => lanes.fill(Some(other)),
                    false => lanes[at] = Some(other),
                }
                let constant = Constant::Vector {
                    bits,
                    lanes: lanes.into(),
                };
                let operand = self.program.add_constant(constant);
                all.push((
                    replace(text(bits, value, format), text(bits, other, format)),
                    operand,
                ));
            }
        }
        all
    }
}
