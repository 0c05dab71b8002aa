//! Functions with which the C++ run-time library (`runtime/libcxx`) throws exceptions, and
//! the end of a program by an uncaught one.

use std::rc::Rc;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{Scalar, demangled_type};
use crate::symex::end::{Access, DefectKind, End, Thrown};
use crate::symex::executor::{Exec, Executor};
use crate::symex::unwind::Stops;
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("simdiff_unwind_depth", Any(depth)),
    ("simdiff_unwind_clause", Any(clause)),
    ("simdiff_unwind_land", Any(land)),
    ("simdiff_uncaught", Any(uncaught)),
    ("llvm.eh.typeid.for", Any(type_id)),
];

/// Returns the number of activations around the caller's.
fn depth(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let depth = e.state.thread.callers.len() - 1;
    Ok(e.result(site, depth as u128))
}

/// Returns the selector of a type in landing pads: part of the address of its `typeinfo`.
fn selector(e: &mut Executor<'_, '_>, info: Lane) -> Lane {
    let info = info?;
    let part = e.b().extract(info, 4, 32);
    Some(part)
}

fn type_id(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    Ok(Value::Scalar(selector(e, site.lane(0))))
}

fn index(e: &Executor<'_, '_>, site: &Site<'_>, at: usize) -> Exec<usize> {
    match e.concrete_lane(site.lane(at)) {
        Some(value) => Ok(value as usize),
        None => Err(e.unsupported(site, "a handler that depends on the inputs")),
    }
}

/// `int simdiff_unwind_clause(depth, index, types)`: writes the addresses of the clause's
/// types and returns their number, or -1 for the end, -2 for a cleanup, and -3 - n for a
/// filter of n types.
fn clause(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (depth, at) = (index(e, site, 0)?, index(e, site, 1)?);
    let (code, types) = match e.clause(depth, at) {
        Stops::Nothing => (-1, Vec::new()),
        Stops::Cleanup => (-2, Vec::new()),
        Stops::Type(ty) => (1, vec![ty]),
        Stops::NotTypes(types) => (-3 - types.len() as i128, types),
    };
    if types.len() > MOST_TYPES {
        return Err(e.unsupported(site, "an exception specification with many types"));
    }
    for (i, ty) in types.into_iter().enumerate() {
        let offset = e.b().constant(64, 8 * i as u128);
        let place = site.lane(2).map(|types| e.b().add(types, offset));
        if let Some(ty) = ty {
            e.write_pointer(place, ty)?;
        }
    }
    Ok(e.result(site, code as u128 & 0xffff_ffff))
}

/// Most types for which the library has room.
const MOST_TYPES: usize = 16;

/// `void simdiff_unwind_land(depth, exception, type, matched)`: enters a landing pad and
/// does not return.
fn land(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let depth = index(e, site, 0)?;
    let selector = selector(e, site.lane(2));
    match e.land(depth, site.lane(1), selector) {
        true => Ok(Value::Scalar(None)),
        false => Err(e.unsupported(site, "there is no handler")),
    }
}

/// The bits of an arithmetic type, by its name in the Itanium C++ ABI (section 5.1.5.2), and
/// whether it is signed.
fn integer(name: &str) -> Option<(u8, bool)> {
    Some(match name {
        "b" | "h" => (8, false),
        "a" | "c" => (8, true),
        "s" => (16, true),
        "t" => (16, false),
        "i" => (32, true),
        "j" => (32, false),
        "l" | "x" => (64, true),
        "m" | "y" => (64, false),
        _ => return None,
    })
}

/// The largest number of characters of what an exception says that are read.
const MOST_SAID: usize = 1 << 10;

/// `void simdiff_uncaught(type name, what, object, escapes)`: ends the program by
/// `std::terminate`.
fn uncaught(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let name = e.text_at(&site.arg(0));
    let mut value = None;
    if let Some((bits, _)) = integer(&name)
        && let Some(address) = e.concrete_lane(site.lane(2))
        && let Ok((object, offset)) = e.locate(address as u64, u64::from(bits / 8), Access::Read)
    {
        value = e.load_scalar(object, offset, Scalar::Int(bits));
    }
    let thrown = Thrown {
        ty: demangled_type(&name),
        says: match e.concrete_lane(site.lane(1)) {
            Some(0) => Some(String::new()),
            Some(_) => {
                let says = e.text(site.lane(1), MOST_SAID)?;
                says.map(|says| String::from_utf8_lossy(&says).into_owned())
            }
            None => None,
        },
        value,
        escapes: e.concrete_lane(site.lane(3)) != Some(0),
    };
    let mut defect = e.plain_defect(DefectKind::UncaughtException);
    defect.text = text(e, &name, &thrown);
    defect.thrown = Some(Rc::new(thrown));
    Err(Box::new(End::Defect(defect)))
}

/// The exception in words: its type, with what it says or with its value where these are
/// constant.
fn text(e: &Executor<'_, '_>, name: &str, thrown: &Thrown) -> String {
    let mut text = thrown.ty.clone();
    if let (Some(value), Some((bits, signed))) = (e.concrete_lane(thrown.value), integer(name)) {
        text += &match signed {
            true => format!(" {}", term::signed(value, bits)),
            false => format!(" {value}"),
        };
    }
    if let Some(says) = thrown.says.as_ref().filter(|says| !says.is_empty()) {
        text += &format!(", which says \"{says}\"");
    }
    if !thrown.escapes {
        text += ", inside a function that throws nothing";
    }
    text
}
