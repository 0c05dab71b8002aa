//! How many counts the lanes of a version's accumulators hold.
//!
//! A count in lanes of 16 bits overflows only when 65,536 elements have been counted in one lane.
//! A lane gets one element in as many as there are lanes in all accumulators of the loop.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Op;

use super::compared::reached;
use crate::budgets::coverage::ADDRESS_STEPS;
use crate::program::{
    Callee, Cast, Constant, Function, FunctionId, Kind, Operand, Program, Register, TypeId, edges,
    operands,
};

/// The number of tables that an index in the loop may choose between.
const TABLES: u64 = 8;

/// The bits of the lanes whose counts overflow only at very large sizes.
const BITS: u8 = 16;

/// Returns the number of 16-bit lanes in which a function, or one that it calls, accumulates:
/// the most in one function.
pub(super) fn lanes(program: &Program, entry: FunctionId) -> u64 {
    let functions = reached(program, entry).into_iter();
    let lanes = functions.map(|id| {
        let function = program.function(id);
        let (count, in_memory) = accumulators(program, function, id == entry);
        let lanes = count * u64::from(widest(program, function));
        if in_memory { lanes.max(TABLES) } else { lanes }
    });
    lanes.max().unwrap_or(0)
}

/// What data flows through: a register, or an object by the operand that has its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Register(Register),
    Object(Operand),
}

/// The number of 16-bit additions and truncations whose result they depend on themselves, in a
/// later iteration, and whether memory is among them. Buffers that the caller of the entry passes
/// are results, of one width in both versions.
fn accumulators(program: &Program, function: &Function, is_entry: bool) -> (u64, bool) {
    let narrow = |kind: &Kind| match kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(id) => is_saturating(&program.function(id).name),
            Callee::Pointer(_) => false,
        },
        Kind::Integer { op, bits, .. } => matches!(op, Op::Add | Op::Sub) && *bits == BITS,
        Kind::Cast { cast, to, .. } => *cast == Cast::Truncate && to.bits() == BITS,
        _ => false,
    };
    let code = function.code.iter();
    let candidates: Vec<Register> = code
        .filter(|instruction| narrow(&instruction.kind))
        .filter_map(|instruction| instruction.result)
        .collect();
    if candidates.is_empty() {
        return (0, false);
    }
    let flow = flow(function, is_entry);
    let mut in_memory = false;
    let mut counted: Vec<(Place, FxHashSet<Place>)> = Vec::new();
    for candidate in candidates {
        let Some(behind) = returned(&flow, candidate) else {
            continue;
        };
        in_memory |= behind.iter().any(|at| matches!(at, Place::Object(_)));
        let candidate = Place::Register(candidate);
        // An unrolled loop adds to one accumulator several times.
        let is_known = counted
            .iter()
            .any(|(other, after)| after.contains(&candidate) && behind.contains(other));
        if !is_known {
            counted.push((candidate, behind));
        }
    }
    (counted.len() as u64, in_memory)
}

/// Whether a function is LLVM's addition or subtraction of 16 bits that saturates.
fn is_saturating(name: &str) -> bool {
    [
        "llvm.uadd.sat.",
        "llvm.sadd.sat.",
        "llvm.usub.sat.",
        "llvm.ssub.sat.",
    ]
    .iter()
    .any(|intrinsic| name.starts_with(intrinsic))
        && name.ends_with("i16")
}

/// The places to which the value of a register flows; `None` if it does not flow back to the
/// register.
fn returned(flow: &FxHashMap<Place, Vec<Place>>, register: Register) -> Option<FxHashSet<Place>> {
    let start = Place::Register(register);
    let (mut open, mut seen) = (vec![start], FxHashSet::default());
    let mut is_back = false;
    while let Some(at) = open.pop() {
        for &next in flow.get(&at).into_iter().flatten() {
            is_back |= next == start;
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    is_back.then_some(seen)
}

/// The places that the value in each place flows to.
fn flow(function: &Function, is_entry: bool) -> FxHashMap<Place, Vec<Place>> {
    let mut flow: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
    let mut made: FxHashMap<Register, &Kind> = FxHashMap::default();
    for instruction in &function.code {
        made.extend(instruction.result.map(|result| (result, &instruction.kind)));
    }
    let object = |address: Operand| {
        let mut address = address;
        for _ in 0..ADDRESS_STEPS {
            let Operand::Register(register) = address else {
                return Some(Place::Object(address));
            };
            address = match made.get(&register) {
                Some(Kind::Alloca { .. } | Kind::Call(_)) => return Some(Place::Object(address)),
                Some(Kind::Address { base, .. }) => *base,
                // A parameter.
                None if !is_entry => return Some(Place::Object(address)),
                _ => return None,
            };
        }
        None
    };
    let register = |operand: &Operand| match operand {
        Operand::Register(register) => Some(Place::Register(*register)),
        Operand::Constant(_) => None,
    };
    let mut add = |from: Option<Place>, to: Option<Place>| {
        if let (Some(from), Some(to)) = (from, to) {
            flow.entry(from).or_default().push(to);
        }
    };
    for instruction in &function.code {
        let result = instruction.result.map(Place::Register);
        match &instruction.kind {
            Kind::Load { address, .. } => add(object(*address), result),
            Kind::Store { address, value, .. } => add(register(value), object(*address)),
            _ => {
                for operand in operands(instruction) {
                    add(register(&operand), result);
                }
            }
        }
        for (to, operand) in edges(instruction).into_iter().flat_map(|edge| &edge.moves) {
            add(register(operand), Some(Place::Register(*to)));
        }
    }
    flow
}

/// The most 16-bit lanes of a vector that a function names the type of or has as a constant; where
/// it names none, the most lanes of bytes, which it widens; one without vectors.
fn widest(program: &Program, function: &Function) -> u32 {
    match lanes_of(program, function, BITS) {
        1 => lanes_of(program, function, BITS / 2),
        lanes => lanes,
    }
}

/// The most lanes of so many bits of a vector that a function names the type of or has as a
/// constant.
fn lanes_of(program: &Program, function: &Function, width: u8) -> u32 {
    let lanes = |ty: &TypeId| match program.ty(*ty).lanes() {
        Some((lane, count)) if lane.bits() == width => count,
        _ => 1,
    };
    let named = function.code.iter().flat_map(|i| match &i.kind {
        Kind::Bitcast { from, to, .. } => vec![from, to],
        Kind::Load { ty, .. } | Kind::Store { ty, .. } => vec![ty],
        Kind::Call(call) => call.types.iter().collect(),
        _ => Vec::new(),
    });
    let constants = function.code.iter().flat_map(operands);
    let constants = constants.filter_map(|operand| match operand {
        Operand::Constant(index) => Some(&program.constants()[index as usize]),
        Operand::Register(_) => None,
    });
    let of_constant = |constant: &Constant| match constant {
        Constant::Vector { bits, lanes } if *bits == width => lanes.len() as u32,
        _ => 1,
    };
    let all = named.map(lanes).chain(constants.map(of_constant));
    all.max().unwrap_or(1)
}
