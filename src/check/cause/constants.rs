//! The constants that a reference uses, and the candidates for a wrong constant in the
//! port.

use term::Format;

use crate::budgets::cause::{FLIPPED_BITS, SHIFT_DISTANCES};
use crate::contract::Scalar;
use crate::program::{Constant, FunctionId, Kind, Operand, Program};
use crate::verdict::{Change, Value};

/// The distinct constants in the user's own functions.
pub(super) struct Constants {
    values: Vec<u128>,
}

impl Constants {
    /// Collects the constants that these functions use, sign-extended to 128 bits.
    pub fn of(program: &Program, functions: &[FunctionId]) -> Constants {
        let mut values = Vec::new();
        let mut add = |operand: &Operand| {
            if let Operand::Constant(index) = operand
                && let Constant::Scalar {
                    bits,
                    value: Some(value),
                } = &program.constants()[*index as usize]
            {
                values.push(extended(*bits, *value));
            }
        };
        for function in functions {
            for instruction in &program.function(*function).code {
                match &instruction.kind {
                    Kind::Integer { args, .. }
                    | Kind::Compare { args, .. }
                    | Kind::Float { args, .. }
                    | Kind::FloatCompare { args, .. } => args.iter().for_each(&mut add),
                    Kind::Select { args, .. } => args.iter().for_each(&mut add),
                    Kind::Store { value, .. } => add(value),
                    Kind::Return(Some(value)) => add(value),
                    Kind::Call(call) => call.arguments.iter().for_each(&mut add),
                    _ => {}
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        Constants { values }
    }

    /// The constants, sign-extended to 128 bits.
    pub fn values(&self) -> &[u128] {
        &self.values
    }

    /// Whether a change is a usual slip: any but that of an integer to one neither near it nor a
    /// constant of the reference. Other numbers switch code off, or make it do work again.
    pub fn is_usual(&self, change: &Change) -> bool {
        let Change::Replace { from, to } = change else {
            return true;
        };
        let (Ok(from), Ok(to)) = (from.parse::<i128>(), to.parse::<i128>()) else {
            return true;
        };
        let is_trivial = matches!(to, 0 | 1);
        let is_near = from.abs_diff(to) <= 2
            || (from ^ to).count_ones() == 1
            || [from * 2, from / 2, -from, !from].contains(&to) && !is_trivial;
        is_near || !is_trivial && self.values.contains(&(to as u128))
    }

    /// The candidates for a constant, the reference's constants first. A float has only
    /// these, because its neighbours give equal results on most inputs.
    pub fn instead(&self, bits: u8, value: u128, format: Option<Format>) -> Vec<u128> {
        let signed = extended(bits, value);
        let mut all: Vec<u128> = self.values.clone();
        // The rounding constant of a right shift by that distance.
        let shifts = self.values.iter().filter(|known| **known < SHIFT_DISTANCES);
        all.extend(shifts.map(|known| (1 << known) >> 1));
        let neighbours = [
            signed.wrapping_add(1),
            signed.wrapping_sub(1),
            signed.wrapping_add(2),
            signed.wrapping_sub(2),
            signed.wrapping_mul(2),
            (signed as i128 / 2) as u128,
            signed.wrapping_neg(),
            !signed,
            0,
            1,
        ];
        all.extend(neighbours.iter().filter(|_| format.is_none()));
        // One wrong bit of a mask.
        let flips = (0..bits.min(FLIPPED_BITS)).map(|bit| signed ^ 1 << bit);
        all.extend(flips.filter(|_| format.is_none()));
        let mask = u128::MAX >> (128 - u32::from(bits));
        let mut kept = Vec::new();
        for other in all.into_iter().map(|other| other & mask) {
            if other != value && !kept.contains(&other) {
                kept.push(other);
            }
        }
        kept
    }
}

fn extended(bits: u8, value: u128) -> u128 {
    term::signed(value, bits) as u128
}

/// A constant as it is written in source.
pub(super) fn text(bits: u8, value: u128, format: Option<Format>) -> String {
    let scalar = match format.filter(|format| format.width() == bits) {
        Some(format) => Scalar::Float { format },
        None => Scalar::Int { bits, signed: true },
    };
    Value::new(scalar, value).decimal
}
