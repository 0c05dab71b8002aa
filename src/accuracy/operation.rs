//! Terms as operations on real numbers.

use term::{Approximation, Arena, FunctionId, Op, Outcomes, TermId};
use term::{Format, Rounding};

use super::rounding::power;

/// A term, and the format in which it is read.
pub(super) type Reading = (TermId, Format);

/// The operation of a term on real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    /// A finite number.
    Constant(f64),
    /// A free value: an input, or a term that is not analysed.
    Leaf,
    /// An integer converted to a float and rounded.
    Integer {
        term: TermId,
        signed: bool,
    },
    /// The operand, unchanged.
    Same,
    Negate,
    Abs,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Fma,
    /// A quotient with an error of at most this many units in the last place.
    LooseDiv(f64),
    /// A square root with an error of at most this many units in the last place.
    LooseSqrt(f64),
    /// A product and a sum, rounded once or twice.
    Contraction,
    /// The operand rounded to the format.
    Narrow,
    /// The operand rounded to an integer; with the width, if it is converted to an integer of
    /// that width and back.
    Round(Rounding, Option<u8>),
    Min,
    Max,
    /// Operand 0 where the condition holds, otherwise operand 1.
    Select(TermId),
    /// 1 ÷ x with at most this relative error (Intel SDM, `RCPPS`).
    Reciprocal(f64),
    /// 1 ÷ √x with at most this relative error (Intel SDM, `RSQRTPS`).
    ReciprocalRoot(f64),
}

/// The operation of a term, and its operands.
pub(super) fn operation(arena: &Arena, (term, format): Reading) -> (Operation, Vec<Reading>) {
    let node = arena.node(term);
    let spec = node.spec();
    let leaf = (Operation::Leaf, Vec::new());
    let all = || node.children().iter().map(|&c| (c, format)).collect();
    if let Some(bits) = arena.constant_value(term) {
        let value = number(format, bits).filter(|x| x.is_finite());
        return value.map_or(leaf, |x| (Operation::Constant(x), Vec::new()));
    }
    if spec.op.yields_float() && spec.format() != format {
        return leaf;
    }
    let operation = match spec.op {
        Op::FAdd => Operation::Add,
        Op::FSub => Operation::Sub,
        Op::FMul => Operation::Mul,
        Op::FDiv => Operation::Div,
        Op::FSqrt => Operation::Sqrt,
        Op::Fma => Operation::Fma,
        Op::FRound => Operation::Round(spec.rounding(), None),
        Op::FConvert => {
            let source = spec.source_format();
            let operation = match contains(format, source) {
                true => Operation::Same,
                false => Operation::Narrow,
            };
            return (operation, vec![(node.child(0), source)]);
        }
        Op::SiToF | Op::UiToF => return integer(arena, node.child(0), spec.op == Op::SiToF),
        Op::Select => return select(arena, term, format),
        Op::Xor | Op::And => return sign(arena, term, format).unwrap_or(leaf),
        Op::Apply => match approximation(arena.function_name(FunctionId(spec.attr))) {
            Some(operation) => operation,
            None => return leaf,
        },
        _ => return leaf,
    };
    (operation, all())
}

/// Whether every number of `narrow` is a number of `wide`.
fn contains(wide: Format, narrow: Format) -> bool {
    wide.precision() >= narrow.precision() && wide.max_exponent() >= narrow.max_exponent()
}

/// The value of a format's bits as a double, if the double is exact for the format.
pub(super) fn number(format: Format, bits: u128) -> Option<f64> {
    let exact = !matches!(format, Format::X87 | Format::Quad);
    exact.then(|| format.to_f64(bits))
}

/// A conversion of an integer to a float, looking through extensions. A float converted to an
/// integer and back is a rounding.
fn integer(arena: &Arena, mut term: TermId, mut signed: bool) -> (Operation, Vec<Reading>) {
    loop {
        let node = arena.node(term);
        match node.op() {
            // A zero-extended value is the same read as signed or unsigned.
            Op::ZExt => signed = false,
            Op::SExt if signed => {}
            Op::FToSi if signed => {
                let spec = node.spec();
                let round = Operation::Round(spec.rounding(), Some(node.width()));
                return (round, vec![(node.child(0), spec.format())]);
            }
            _ => return (Operation::Integer { term, signed }, Vec::new()),
        }
        term = node.child(0);
    }
}

fn select(arena: &Arena, term: TermId, format: Format) -> (Operation, Vec<Reading>) {
    let node = arena.node(term);
    let [condition, x, y] = [node.child(0), node.child(1), node.child(2)];
    let arms = vec![(x, format), (y, format)];
    let test = arena.node(condition);
    if test.op() == Op::FCmp && test.spec().format() == format {
        let outcomes = test.spec().outcomes();
        let (a, b) = (test.child(0), test.child(1));
        let direct = extremum(arena, format, [a, b], outcomes, [x, y]);
        let swapped = || extremum(arena, format, [b, a], outcomes.swap(), [x, y]);
        if let Some(operation) = direct.or_else(swapped) {
            return (operation, arms);
        }
    }
    (Operation::Select(condition), arms)
}

/// `a ⋄ b ? x : y` as the minimum or maximum of x and y, for numbers.
fn extremum(
    arena: &Arena,
    format: Format,
    [a, b]: [TermId; 2],
    outcomes: Outcomes,
    [x, y]: [TermId; 2],
) -> Option<Operation> {
    let less = outcomes.contains(Outcomes::LT);
    if less == outcomes.contains(Outcomes::GT) {
        return None;
    }
    if [a, b] == [x, y] {
        return Some(if less { Operation::Min } else { Operation::Max });
    }
    // A clamp: `a < b ? b : min(a, d)` is max(b, min(a, d)) for b ≤ d; likewise with arms or
    // directions exchanged.
    let (limit, other, below) = match (x == b, y == b) {
        (true, false) => (x, y, less),
        (false, true) => (y, x, !less),
        _ => return None,
    };
    let bound = |term| number(format, arena.constant_value(term)?);
    let inner = arena.node(other);
    if inner.op() != Op::Select {
        return None;
    }
    let (operation, operands) = select(arena, other, format);
    let (p, q) = (operands[0].0, operands[1].0);
    let opposite = if p == a { q } else { p };
    let (limit, opposite) = (bound(limit)?, bound(opposite)?);
    match operation {
        _ if p != a && q != a => None,
        Operation::Min if below && limit <= opposite => Some(Operation::Max),
        Operation::Max if !below && limit >= opposite => Some(Operation::Min),
        _ => None,
    }
}

/// A changed or cleared sign.
fn sign(arena: &Arena, term: TermId, format: Format) -> Option<(Operation, Vec<Reading>)> {
    let node = arena.node(term);
    let (x, y) = (node.child(0), node.child(1));
    let (mask, operand) = match (arena.constant_value(x), arena.constant_value(y)) {
        (_, Some(mask)) => (mask, x),
        (Some(mask), _) => (mask, y),
        _ => return None,
    };
    let operation = match node.op() {
        Op::Xor if mask == format.sign_mask() => Operation::Negate,
        Op::And if mask == format.sign_mask() - 1 => Operation::Abs,
        _ => return None,
    };
    Some((operation, vec![(operand, format)]))
}

/// The approximate operation that a function name denotes, with its documented error bound: of
/// x86 instructions, and of single precision in OpenCL C (3.0, 7.4, full profile).
fn approximation(name: &str) -> Option<Operation> {
    // An upper bound of a unit in the last place relative to a normal number.
    let ulp = power(-23);
    if let Some(Approximation { root, error, .. }) = Approximation::of(name) {
        return Some(match root {
            true => Operation::ReciprocalRoot(error),
            false => Operation::Reciprocal(error),
        });
    }
    Some(match name.strip_prefix("simdiff.approx.")? {
        "opencl.divide.f32" => Operation::LooseDiv(2.5),
        "opencl.sqrt.f32" => Operation::LooseSqrt(3.0),
        "opencl.rsqrt.f32" => Operation::ReciprocalRoot(2.0 * ulp),
        "opencl.half_recip.f32" => Operation::Reciprocal(8192.0 * ulp),
        "opencl.half_rsqrt.f32" => Operation::ReciprocalRoot(8192.0 * ulp),
        "opencl.half_divide.f32" => Operation::LooseDiv(8192.0),
        "opencl.half_sqrt.f32" => Operation::LooseSqrt(8192.0),
        "opencl.contraction.f16" | "opencl.contraction.f32" | "opencl.contraction.f64" => {
            Operation::Contraction
        }
        _ => return None,
    })
}
