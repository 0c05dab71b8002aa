//! Inputs that have something counted: by what the code compares them with.
//!
//! Where `x[i] == 7` is counted, an arbitrary input counts next to nothing, and a counter
//! that is too narrow is never full.

use term::Format;

use super::pair::Pair;
use crate::program::{Callee, Constant, FunctionId, Kind, Operand, Program};
use crate::side::Pattern;

/// Values that are compared with.
const MOST_VALUES: usize = 4;

/// Parameters that are set apart from the others.
const MOST_APART: usize = 4;

/// Patterns of inputs, at most so many.
pub(super) fn patterns(pair: &Pair<'_, '_>, most: usize) -> Vec<Pattern> {
    let mut values = values(pair.reference.program, pair.reference.entry.function());
    values.extend(self::values(pair.port.program, pair.port.entry.function()));
    let mut seen = Vec::new();
    values.retain(|value| {
        !seen.contains(value) && seen.len() < MOST_VALUES && {
            seen.push(*value);
            true
        }
    });
    let mut all = Vec::new();
    for (value, format) in values {
        let beside = beside(value, format);
        let patterns = beside.map(|value| Pattern::Compared { value, format });
        all.extend(patterns);
    }
    for greatest in [true, false] {
        all.push(Pattern::Turns { greatest });
        let count = pair.contract.params.len() + pair.contract.globals.len();
        let apart =
            (0..count.min(MOST_APART)).map(|argument| Pattern::Apart { argument, greatest });
        all.extend(apart);
    }
    all.truncate(most);
    all
}

/// A value, and those next to it.
fn beside(value: u128, format: Option<Format>) -> [u128; 3] {
    match format {
        None => [value, value.wrapping_add(1), value.wrapping_sub(1)],
        Some(Format::Single) => {
            let x = f32::from_bits(value as u32);
            [x, x + 1.0, x - 1.0].map(|x| u128::from(x.to_bits()))
        }
        Some(_) => {
            let x = f64::from_bits(value as u64);
            [x, x + 1.0, x - 1.0].map(|x| u128::from(x.to_bits()))
        }
    }
}

/// The constants that a function of the program, or one that it calls, compares with.
fn values(program: &Program, entry: FunctionId) -> Vec<(u128, Option<Format>)> {
    let (mut open, mut seen) = (vec![entry], vec![entry]);
    let mut values = Vec::new();
    while let Some(id) = open.pop() {
        for instruction in &program.function(id).code {
            match &instruction.kind {
                Kind::Compare { args, .. } => {
                    values.extend(args.iter().filter_map(|arg| constant(program, *arg, None)));
                }
                Kind::FloatCompare { args, format, .. }
                    if matches!(format, Format::Single | Format::Double) =>
                {
                    let format = Some(*format);
                    values.extend(
                        args.iter()
                            .filter_map(|arg| constant(program, *arg, format)),
                    );
                }
                Kind::Call(call) => {
                    if let Callee::Function(callee) = call.callee
                        && !seen.contains(&callee)
                    {
                        seen.push(callee);
                        open.push(callee);
                    }
                }
                _ => {}
            }
        }
    }
    values
}

/// A constant operand; of a vector, its first lane.
fn constant(
    program: &Program,
    operand: Operand,
    format: Option<Format>,
) -> Option<(u128, Option<Format>)> {
    let Operand::Constant(index) = operand else {
        return None;
    };
    let (bits, value) = match &program.constants()[index as usize] {
        Constant::Scalar { bits, value } => (*bits, (*value)?),
        Constant::Vector { bits, lanes } => (*bits, (*lanes.first()?)?),
        Constant::Aggregate(_) => return None,
    };
    let unused = 128 - u32::from(bits);
    match format {
        None => Some((((value << unused) as i128 >> unused) as u128, None)),
        Some(_) => Some((value, format)),
    }
}
