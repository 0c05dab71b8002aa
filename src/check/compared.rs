//! Inputs that have something counted: by what the code compares with.
//!
//! Where `x[i] == 7` is counted, an arbitrary input counts next to nothing, and a counter
//! that is too narrow is never full. Which of the constants of the code fill it is told by
//! executing the reference on a few elements.

use term::{Format, Rounding};

use super::pair::Pair;
use crate::program::{Callee, Constant, FunctionId, Kind, Operand, Program};
use crate::side::Pattern;

/// Values that the reference is executed on.
const MOST_VALUES: usize = 64;

/// Values that are kept, those with the largest results.
const MOST_KEPT: usize = 6;

/// Parameters that are set apart from the others.
const MOST_APART: usize = 4;

/// A constant, with the format of a float.
type Value = (u128, Option<Format>);

/// Patterns of inputs that may have more counted than extremes have.
pub(super) fn patterns(pair: &Pair<'_, '_>) -> Vec<Pattern> {
    let mut all = filling(pair);
    for greatest in [true, false] {
        all.push(Pattern::Turns { greatest });
        let count = pair.contract.params.len() + pair.contract.globals.len();
        let apart =
            (0..count.min(MOST_APART)).map(|argument| Pattern::Apart { argument, greatest });
        all.extend(apart);
    }
    all
}

/// Values of which the reference makes more than of others.
fn filling(pair: &Pair<'_, '_>) -> Vec<Pattern> {
    let Some(sizes) = pair.few() else {
        return Vec::new();
    };
    let mut candidates = Vec::new();
    for side in [&pair.reference, &pair.port] {
        for (value, format) in values(side.program, side.entry.function()) {
            for value in beside(value, format) {
                if !candidates.contains(&(value, format)) {
                    candidates.push((value, format));
                }
            }
        }
    }
    candidates.truncate(MOST_VALUES);
    let mut found = Vec::new();
    for (value, format) in candidates {
        let pattern = Pattern::Compared { value, format };
        // Where the reference cannot be executed on one, neither can it on more elements.
        let Some(magnitude) = pair.magnitude(&sizes, pattern) else {
            return Vec::new();
        };
        found.push((magnitude.sum, pattern));
    }
    let least = found.iter().map(|(m, _)| *m).fold(f64::INFINITY, f64::min);
    found.retain(|(magnitude, _)| *magnitude > least);
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST_KEPT);
    found.into_iter().map(|(_, pattern)| pattern).collect()
}

/// A value, what passes a comparison with it, and its opposite: `x - 97` subtracts what
/// `x` is compared with.
fn beside(value: u128, format: Option<Format>) -> [u128; 5] {
    let floats = |x: f64| [x, x + 1.0, x - 1.0, -x, 0.0];
    match format {
        None => {
            let (above, below) = (value.wrapping_add(1), value.wrapping_sub(1));
            let opposite = value.wrapping_neg();
            [value, above, below, opposite, opposite.wrapping_add(1)]
        }
        Some(format) => {
            let nearest = |x| format.from_f64(x, Rounding::NearestEven);
            floats(format.to_f64(value)).map(nearest)
        }
    }
}

/// The constants that a function of the program, or one that it calls, computes or
/// compares with.
fn values(program: &Program, entry: FunctionId) -> Vec<Value> {
    let (mut open, mut seen) = (vec![entry], vec![entry]);
    let mut values = Vec::new();
    while let Some(id) = open.pop() {
        for instruction in &program.function(id).code {
            let (args, format) = match &instruction.kind {
                Kind::Compare { args, .. } | Kind::Integer { args, .. } => (args, None),
                Kind::FloatCompare { args, format, .. }
                    if matches!(format, Format::Single | Format::Double) =>
                {
                    (args, Some(*format))
                }
                Kind::Call(call) => {
                    if let Callee::Function(callee) = call.callee
                        && !seen.contains(&callee)
                    {
                        seen.push(callee);
                        open.push(callee);
                    }
                    continue;
                }
                _ => continue,
            };
            values.extend(
                args.iter()
                    .filter_map(|arg| constant(program, *arg, format)),
            );
        }
    }
    values
}

/// A constant operand; of a vector, its first lane.
fn constant(program: &Program, operand: Operand, format: Option<Format>) -> Option<Value> {
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
