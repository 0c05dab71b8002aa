//! Replacements for the constant operands of an instruction.

use term::Format;

use super::constants::Constants;
use super::literals::Literals;
use super::proposal::Proposal;
use crate::program::{FunctionId, Kind, Operand, Program, TypeId};

/// Proposes replacements for each constant operand of an instruction.
pub(super) fn constants(
    program: &mut Program,
    constants: &Constants,
    (function, pc): (FunctionId, u32),
) -> Vec<Proposal> {
    let code = &program.function(function).code;
    let mut kind = code[pc as usize].kind.clone();
    let slots = slots(program, &mut kind);
    let operands: Vec<_> = slots
        .iter()
        .map(|(slot, format)| (**slot, *format))
        .collect();
    let mut all = Vec::new();
    for (at, (operand, format)) in operands.into_iter().enumerate() {
        let mut literals = Literals { program, constants };
        for (change, operand) in literals.instead_of(operand, format) {
            let mut kind = kind.clone();
            *self::slots(literals.program, &mut kind)[at].0 = operand;
            all.push(Proposal { change, kind });
        }
    }
    let address = match &kind {
        Kind::Address { base, .. } => Some(*base),
        Kind::Load { address, .. } => Some(*address),
        _ => None,
    };
    let mut literals = Literals { program, constants };
    for (change, to) in address.map_or(Vec::new(), |own| literals.places(own)) {
        let mut kind = kind.clone();
        if let Kind::Address { base: own, .. } | Kind::Load { address: own, .. } = &mut kind {
            *own = to;
        }
        all.push(Proposal { change, kind });
    }
    all
}

/// The operands that are written as constants in source, and the format of those that are
/// floats. The second of two operands comes first, as most constants stand there.
fn slots<'k>(program: &Program, kind: &'k mut Kind) -> Vec<(&'k mut Operand, Option<Format>)> {
    let format = |ty: TypeId| program.ty(ty).lanes()?.0.format();
    match kind {
        Kind::Integer { args, .. } | Kind::Compare { args, .. } => {
            args.iter_mut().rev().map(|arg| (arg, None)).collect()
        }
        Kind::Float { args, format, .. } | Kind::FloatCompare { args, format, .. } => {
            let format = Some(*format);
            args.iter_mut().rev().map(|arg| (arg, format)).collect()
        }
        Kind::Select { ty, args, .. } => {
            let format = format(*ty);
            args[1..].iter_mut().map(|arg| (arg, format)).collect()
        }
        Kind::Address {
            indices,
            lanes: None,
            ..
        } => {
            let operands = indices.iter_mut().map(|index| &mut index.operand);
            operands.map(|operand| (operand, None)).collect()
        }
        Kind::Store { ty, value, .. } => vec![(value, format(*ty))],
        Kind::Return(Some(value)) => vec![(value, None)],
        Kind::InsertElement { args, .. } => args[1..].iter_mut().map(|arg| (arg, None)).collect(),
        Kind::ExtractElement { args, .. } => vec![(&mut args[1], None)],
        Kind::Call(call) => {
            let formats = call.types.iter().map(|ty| format(*ty));
            call.arguments.iter_mut().zip(formats).collect()
        }
        _ => Vec::new(),
    }
}
