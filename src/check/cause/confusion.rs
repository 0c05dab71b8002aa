//! Operators and intrinsics that are confused with each other by mistake.

use term::Op;

/// The operators that are confused with an operator.
pub(super) fn instead(op: Op) -> &'static [Op] {
    match op {
        Op::Add => &[Op::Sub],
        Op::Sub => &[Op::Add],
        Op::And => &[Op::Or, Op::Xor],
        Op::Or => &[Op::And, Op::Xor, Op::Add],
        Op::Xor => &[Op::And, Op::Or],
        Op::LShr => &[Op::AShr, Op::Shl],
        Op::AShr => &[Op::LShr, Op::Shl],
        Op::Shl => &[Op::LShr, Op::AShr],
        Op::UDiv => &[Op::SDiv],
        Op::SDiv => &[Op::UDiv],
        Op::URem => &[Op::SRem],
        Op::SRem => &[Op::URem],
        Op::FAdd => &[Op::FSub],
        Op::FSub => &[Op::FAdd],
        Op::FMul => &[Op::FDiv],
        Op::FDiv => &[Op::FMul],
        _ => &[],
    }
}

/// The intrinsics that are confused with an intrinsic: of the other signedness, or of the
/// other extremum.
pub(super) fn cousins(name: &str) -> Vec<String> {
    const PAIRS: [(&str, &str); 6] = [
        (".uadd.sat.", ".sadd.sat."),
        (".usub.sat.", ".ssub.sat."),
        (".umax.", ".smax."),
        (".umin.", ".smin."),
        (".umax.", ".umin."),
        (".smax.", ".smin."),
    ];
    let pairs = PAIRS.iter().flat_map(|(x, y)| [(x, y), (y, x)]);
    let found = pairs.filter(|(from, _)| name.starts_with("llvm.") && name.contains(**from));
    found.map(|(from, to)| name.replace(from, to)).collect()
}
