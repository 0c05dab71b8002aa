//! Mathematical functions: the C library's, whose values on constants are known, and
//! approximate operations, which are always uninterpreted.

use term::{Format, TermId};

use super::model::Site;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Returns the C library's name of a mathematical function: `sinf` for `llvm.sin.v4f32`.
fn library_name(name: &str, format: Format) -> Option<String> {
    let Some(rest) = name.strip_prefix("llvm.") else {
        return Some(name.to_owned());
    };
    let base = rest.split('.').next()?;
    match format {
        Format::Single => Some(format!("{base}f")),
        Format::Double => Some(base.to_owned()),
        _ => None,
    }
}

/// Whether the C library's function of this name and signature is modelled.
pub(super) fn is_library(name: &str, format: Format, operands: usize) -> bool {
    let zeros = [0u128; 3];
    (1..=3).contains(&operands)
        && library_name(name, format)
            .is_some_and(|n| term::libm(&n, format.width(), &zeros[..operands]).is_some())
}

/// Applies a mathematical function, lane by lane.
pub(super) fn library(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let format = e
        .program
        .ty(site.call.result)
        .lanes()
        .and_then(|(lane, _)| lane.format());
    let Some((format, name)) = format.and_then(|f| Some((f, library_name(site.name, f)?))) else {
        return Err(e.unsupported(site, "operand types"));
    };
    lanewise(e, site, &name, format.width(), true)
}

/// Applies an approximate instruction, which is always uninterpreted.
pub(super) fn approximate(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some((lane, _)) = e.program.ty(site.call.result).lanes() else {
        return Err(e.unsupported(site, "result type"));
    };
    lanewise(e, site, site.name, lane.bits(), false)
}

fn lanewise(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    name: &str,
    width: u8,
    native: bool,
) -> Exec<Value> {
    let apply = |e: &mut Executor<'_, '_>, args: &[TermId]| {
        let concrete: Option<Vec<u128>> = args.iter().map(|a| e.concrete(*a)).collect();
        let value = concrete
            .filter(|_| native)
            .and_then(|args| term::libm(name, width, &args));
        match value {
            Some(value) => e.b().constant(width, value),
            None => apply_to_all(e, name, width, args),
        }
    };
    Ok(match site.args {
        [x] => e.map([x], |e, args| Some(apply(e, &args))),
        [x, y] => e.map([x, y], |e, args| Some(apply(e, &args))),
        [x, y, z] => e.map([x, y, z], |e, args| Some(apply(e, &args))),
        [] => return Err(e.unsupported(site, "operand count")),
        // Of scalars only.
        many => {
            let lanes: Option<Vec<TermId>> = many
                .iter()
                .map(|value| value.lanes().first().copied().flatten())
                .collect();
            if lanes.is_none() {
                e.machine.statistics.undefined_operations += 1;
            }
            Value::Scalar(lanes.map(|lanes| apply(e, &lanes)))
        }
    })
}

/// The width of what stands for several operands. Any number of bits that tells apart as
/// many lists of operands as there are terms is enough: no proof can then distinguish the
/// functions that take such a value from those that take the list.
const OPERANDS: u8 = 64;

/// An uninterpreted function of any number of operands; an application has three at most,
/// so that functions of more take the first ones as one value.
fn apply_to_all(e: &mut Executor<'_, '_>, name: &str, width: u8, args: &[TermId]) -> TermId {
    let (mut args, mut count) = (args.to_vec(), 1);
    while args.len() > 3 {
        count += 2;
        let operands = term::operands_name(name, count);
        let first = e.b().apply(&operands, OPERANDS, &args[..3]);
        args.splice(..3, [first]);
    }
    e.b().apply(name, width, &args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_are_the_library_functions_of_their_format() {
        assert_eq!(
            library_name("llvm.sin.v4f32", Format::Single).as_deref(),
            Some("sinf")
        );
        assert!(is_library("llvm.exp.f64", Format::Double, 1));
        assert!(!is_library("frobnicate", Format::Double, 1));
    }
}
