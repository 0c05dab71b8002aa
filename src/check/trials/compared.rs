//! Input patterns derived from the constants that the code compares with.
//!
//! Where the code counts `x[i] == 7`, an arbitrary input counts almost nothing, and a
//! counter that is too narrow never overflows. Executing the reference on a few elements
//! tells which of the code's constants fill the counter.

use std::collections::BTreeMap;

use term::{Format, Op, Rounding};

use super::super::pair::Pair;
use crate::budgets::trials::{
    COMPARED_VALUES, DRAWN_KEPT, DRAWN_VALUES, KEPT_VALUES, LONE_BUFFERS, LONE_VALUES,
    OPPOSITE_PARAMETERS, RECURRING_KEPT, RECURRING_VALUES, TESTED_VALUES,
};
use crate::contract::{Direction, Role, Sizes};
use crate::program::{Callee, Constant, FunctionId, Kind, Operand, Program};
use crate::side::{CYCLE, Pattern, Side};

/// Lanes of at most this many bits are narrow: their counts overflow at sizes that are tried.
const NARROW: u8 = 16;

/// The bits of a constant, and the format if it is a float.
type Value = (u128, Option<Format>);

/// Returns patterns of inputs that may make counters larger than extreme values do.
pub(super) fn patterns(pair: &Pair<'_, '_>) -> Vec<Pattern> {
    let constants = constants(pair);
    let mut all = filling(pair, &constants);
    all.extend(recurring(pair, &constants));
    all.extend(drawn(pair));
    all.extend(lone(pair, &constants));
    all.push(Pattern::Ramp);
    for greatest in [true, false] {
        all.push(Pattern::Turns { greatest });
        let count = pair.contract.params.len() + pair.contract.globals.len();
        let apart = (0..count.min(OPPOSITE_PARAMETERS))
            .map(|argument| Pattern::Apart { argument, greatest });
        all.extend(apart);
    }
    all
}

/// The constants in both versions.
fn constants(pair: &Pair<'_, '_>) -> Vec<Value> {
    let sides = [&pair.reference, &pair.port].into_iter();
    let all = sides.flat_map(|side| values(side.program, side.entry.function()));
    all.collect()
}

/// The integers that a version computes or compares with. Floats up to 65,536 in magnitude
/// are included, truncated.
pub(in super::super) fn integers(side: &Side<'_, '_>) -> Vec<i64> {
    const LARGEST: f64 = 65_536.0;
    let all = values(side.program, side.entry.function());
    let whole = |(value, format): (u128, Option<Format>)| match format {
        None => i64::try_from(value as i128).ok(),
        Some(format) => {
            let value = format.to_f64(value);
            (value.abs() <= LARGEST).then_some(value as i64)
        }
    };
    all.into_iter().filter_map(whole).collect()
}

/// Patterns with one value near the end of each of the first read buffers: one, zero, or an
/// integer constant of the code.
fn lone(pair: &Pair<'_, '_>, constants: &[Value]) -> Vec<Pattern> {
    let mut values = vec![1, 0];
    for (value, format) in constants {
        if format.is_none() && values.len() < LONE_VALUES && !values.contains(value) {
            values.push(*value);
        }
    }
    let params = pair.contract.params.iter().enumerate();
    let read = params.filter(|(_, param)| match &param.role {
        Role::Buffer { direction, .. } => *direction != Direction::Out,
        _ => false,
    });
    let buffers: Vec<usize> = read.map(|(index, _)| index).take(LONE_BUFFERS).collect();
    let each = |argument: usize| {
        let of = move |value: &u128| Pattern::Lone {
            argument,
            value: *value,
        };
        values.iter().map(of)
    };
    buffers.into_iter().flat_map(each).collect()
}

/// Patterns whose value gives larger results of the reference than other values.
fn filling(pair: &Pair<'_, '_>, constants: &[Value]) -> Vec<Pattern> {
    let Some(sizes) = pair.few() else {
        return Vec::new();
    };
    // Code that counts NaNs names no constant.
    let formats =
        [Format::Single, Format::Double].map(|format| (format.canonical_nan(), Some(format)));
    let mut candidates = Vec::from(formats);
    for (value, format) in constants {
        for value in beside(*value, *format) {
            if !candidates.contains(&(value, *format)) {
                candidates.push((value, *format));
            }
        }
    }
    candidates.truncate(COMPARED_VALUES);
    let compared = |(value, format)| Pattern::Compared { value, format };
    let ranked = ranked(pair, &sizes, candidates.into_iter().map(compared));
    let kept = ranked.into_iter().take(KEPT_VALUES);
    kept.map(|(_, pattern)| pattern).collect()
}

/// The patterns that give larger results of the reference than others, the largest first; none
/// if one cannot be executed.
fn ranked(
    pair: &Pair<'_, '_>,
    sizes: &Sizes,
    patterns: impl Iterator<Item = Pattern>,
) -> Vec<(f64, Pattern)> {
    let mut found = Vec::new();
    for pattern in patterns {
        // An input that cannot be executed on few elements cannot on more.
        let Some(magnitude) = pair.magnitude(sizes, pattern) else {
            return Vec::new();
        };
        found.push((magnitude.sum, pattern));
    }
    let least = found.iter().map(|(m, _)| *m).fold(f64::INFINITY, f64::min);
    found.retain(|(magnitude, _)| *magnitude > least);
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found
}

/// Patterns of constants that recur in turns whose results are larger than the mean of those of
/// each alone: the code counts them in succession. They are two of any, or more that the code
/// tests for equality one after the other.
fn recurring(pair: &Pair<'_, '_>, constants: &[Value]) -> Vec<Pattern> {
    let Some(sizes) = pair.few() else {
        return Vec::new();
    };
    let sum = |pattern| pair.magnitude(&sizes, pattern).map(|found| found.sum);
    let integers = constants.iter().filter(|(_, format)| format.is_none());
    let mut any: Vec<u128> = Vec::new();
    for (value, _) in integers {
        if !any.contains(value) && any.len() < RECURRING_VALUES {
            any.push(*value);
        }
    }
    let tested = tested(pair);
    let mut alone: BTreeMap<u128, f64> = BTreeMap::new();
    for &value in any.iter().chain(&tested) {
        let format = None;
        let Some(sum) = sum(Pattern::Compared { value, format }) else {
            return Vec::new();
        };
        alone.insert(value, sum);
    }
    let kept = |cycles: Vec<Vec<u128>>| {
        let with_gain = |cycle: Vec<u128>| {
            let length = cycle.len();
            let mean = cycle.iter().map(|value| alone[value]).sum::<f64>() / length as f64;
            let mut values = [0; CYCLE];
            values[..length].copy_from_slice(&cycle);
            let pattern = Pattern::Cycle { values, length };
            let gain = sum(pattern)? - mean;
            (gain > 0.0).then_some((gain, pattern))
        };
        let mut found: Vec<(f64, Pattern)> = cycles.into_iter().filter_map(with_gain).collect();
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found.truncate(RECURRING_KEPT);
        found.into_iter().map(|(_, pattern)| pattern)
    };
    let pairs = any.iter().flat_map(|first| {
        let others = any.iter().filter(move |second| *second != first);
        others.map(move |second| vec![*first, *second])
    });
    let longer = (3..=CYCLE).flat_map(|length| tested.windows(length).map(<[_]>::to_vec));
    kept(pairs.collect())
        .chain(kept(longer.collect()))
        .collect()
}

/// The first integers that the code tests for equality, in its order.
fn tested(pair: &Pair<'_, '_>) -> Vec<u128> {
    let mut all = Vec::new();
    for side in [&pair.reference, &pair.port] {
        for id in reached(side.program, side.entry.function()) {
            for instruction in &side.program.function(id).code {
                if let Kind::Compare {
                    predicate, args, ..
                } = &instruction.kind
                    && predicate.op == Op::Eq
                {
                    let values = args
                        .iter()
                        .filter_map(|arg| constant(side.program, *arg, None));
                    all.extend(values.map(|(value, _)| value));
                }
            }
        }
    }
    all.truncate(TESTED_VALUES);
    all
}

/// Patterns of drawn values on which results of the reference are larger than on others, if a
/// version adds in narrow lanes: the code counts what several arguments decide together, such as
/// `low < x && x < high`.
fn drawn(pair: &Pair<'_, '_>) -> Vec<Pattern> {
    let narrow = [&pair.reference, &pair.port]
        .into_iter()
        .any(|side| adds_narrowly(side.program, side.entry.function()));
    let Some(sizes) = pair.few().filter(|_| narrow) else {
        return Vec::new();
    };
    let drawn = (0..DRAWN_VALUES).map(|seed| Pattern::Drawn { seed });
    let mut ranked = ranked(pair, &sizes, drawn);
    ranked.dedup_by_key(|(magnitude, _)| *magnitude);
    let kept = ranked.into_iter().take(DRAWN_KEPT);
    kept.map(|(_, pattern)| pattern).collect()
}

/// Whether a function, or one that it calls, adds integers of few bits.
fn adds_narrowly(program: &Program, entry: FunctionId) -> bool {
    let functions = reached(program, entry).into_iter();
    let mut code = functions.flat_map(|id| &program.function(id).code);
    code.any(|instruction| match &instruction.kind {
        Kind::Integer { op, bits, .. } => matches!(op, Op::Add | Op::Sub) && *bits <= NARROW,
        _ => false,
    })
}

/// The functions that a function reaches by calls, itself first.
pub(super) fn reached(program: &Program, entry: FunctionId) -> Vec<FunctionId> {
    let mut all = vec![entry];
    let mut next = 0;
    while let Some(id) = all.get(next) {
        next += 1;
        for instruction in &program.function(*id).code {
            if let Kind::Call(call) = &instruction.kind
                && let Callee::Function(callee) = call.callee
                && !all.contains(&callee)
            {
                all.push(callee);
            }
        }
    }
    all
}

/// A value, the values next to it, and its negation: `x - 97` subtracts the constant that
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

/// The constants that a function, or one that it calls, computes or compares with.
fn values(program: &Program, entry: FunctionId) -> Vec<Value> {
    let mut values = Vec::new();
    for id in reached(program, entry) {
        for instruction in &program.function(id).code {
            let (args, format) = match &instruction.kind {
                Kind::Compare { args, .. } | Kind::Integer { args, .. } => (args, None),
                Kind::FloatCompare { args, format, .. }
                    if matches!(format, Format::Single | Format::Double) =>
                {
                    (args, Some(*format))
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

/// The value of a constant operand, integers sign-extended to 128 bits; the first lane of a
/// vector.
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
