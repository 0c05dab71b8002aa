//! Sums and differences with saturation in place of those that wrap around, and the reverse.

use term::Op;

use super::intrinsic;
use super::proposal::Proposal;
use super::spelling::replace;
use crate::program::{
    Call, Callee, FastMath, Function, FunctionId, Kind, Operand, Program, Scalar, Shape, TypeId,
};

/// The widths of lanes that x86 adds with saturation.
const WIDTHS: [u8; 2] = [8, 16];

/// Proposes the saturating operations for the sum or difference in an intrinsic, or the one that
/// wraps around for a saturating one.
pub(super) fn saturation(
    program: &mut Program,
    (function, pc): (FunctionId, u32),
) -> Vec<Proposal> {
    let own = program.function(function);
    let name = intrinsic::name(&own.name).to_owned();
    let kind = own.code[pc as usize].kind.clone();
    let whole = own.params.first().copied();
    match kind {
        Kind::Integer { op, bits, args, .. } if WIDTHS.contains(&bits) => {
            let Some(operation) = operation(op).filter(|own| is_of(&name, own)) else {
                return Vec::new();
            };
            let Some((ty, count)) = whole.and_then(|whole| vector(program, whole, bits)) else {
                return Vec::new();
            };
            let mut all = Vec::new();
            for (sign, suffix) in [('u', "epu"), ('s', "epi")] {
                let symbol = format!("llvm.{sign}{operation}.sat.v{count}i{bits}");
                let to = name.replace(
                    &format!("_{operation}_epi"),
                    &format!("_{operation}s_{suffix}"),
                );
                if let Some(callee) = declared(program, &symbol, ty) {
                    all.push(proposal((&name, &to), call(callee, args, ty)));
                }
            }
            all
        }
        Kind::Call(call) => {
            let Callee::Function(callee) = call.callee else {
                return Vec::new();
            };
            let called = &program.function(callee).name;
            let op = [(Op::Add, "add.sat."), (Op::Sub, "sub.sat.")];
            let op = op.into_iter().find(|(_, part)| called.contains(part));
            let lanes = program.ty(call.result).lanes();
            let (Some((op, _)), Some((Scalar::Int(bits), _)), &[x, y]) =
                (op, lanes, &call.arguments[..])
            else {
                return Vec::new();
            };
            let kind = Kind::Integer {
                op,
                bits,
                checked: false,
                args: [x, y],
            };
            let to = name.replace("s_epi", "_epi").replace("s_epu", "_epi");
            vec![proposal((&name, &to), kind)]
        }
        _ => Vec::new(),
    }
}

/// The part of an intrinsic's name for an operator.
const fn operation(op: Op) -> Option<&'static str> {
    match op {
        Op::Add => Some("add"),
        Op::Sub => Some("sub"),
        _ => None,
    }
}

/// Whether an intrinsic is the plain sum or difference of vectors.
fn is_of(name: &str, operation: &str) -> bool {
    let rest = name.strip_prefix("_mm");
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.is_some_and(|rest| rest.starts_with(&format!("_{operation}_epi")))
}

/// The type of a vector of another one's size with integer lanes of a width, and their number.
fn vector(program: &Program, whole: TypeId, bits: u8) -> Option<(TypeId, u32)> {
    let (lane, count) = program.ty(whole).lanes()?;
    let count = u32::from(lane.bits()) * count / u32::from(bits);
    let shape = Shape::Vector {
        lane: Scalar::Int(bits),
        count,
    };
    Some((program.find_type(&shape)?, count))
}

/// The LLVM intrinsic of a name on two vectors of a type; `None` if the program has no other
/// one.
fn declared(program: &mut Program, symbol: &str, ty: TypeId) -> Option<FunctionId> {
    let mut functions = program.functions().iter();
    if let Some(at) = functions.position(|own| *own.name == *symbol) {
        return Some(FunctionId(at as u32));
    }
    let mut functions = program.functions().iter();
    let like = functions.find(|own| !own.is_defined() && own.name.starts_with("llvm."))?;
    let function = Function {
        name: symbol.into(),
        params: Box::new([ty, ty]),
        result: ty,
        variadic: false,
        registers: 2,
        ..like.clone()
    };
    Some(program.push_function(function))
}

fn call(callee: FunctionId, args: [Operand; 2], ty: TypeId) -> Kind {
    Kind::Call(Box::new(Call {
        callee: Callee::Function(callee),
        arguments: args.into(),
        types: Box::new([ty, ty]),
        by_value: Box::default(),
        result: ty,
        fast: FastMath::default(),
        unused: false,
        unwind: None,
    }))
}

fn proposal((from, to): (&str, &str), kind: Kind) -> Proposal {
    Proposal {
        change: replace(from, to),
        kind,
    }
}
