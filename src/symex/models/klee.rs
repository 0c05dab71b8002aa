//! KLEE's functions: symbolic inputs and assumptions of a harness.

use term::{Buffer, BufferId};

use super::integer::nothing;
use super::library::zero;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{AddressSpace, Kind, Scalar, Shape, TypeId};
use crate::start::Start;
use crate::symex::end::{Access, DefectKind, End, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::object_spec::{ObjectSpec, Protection, Storage};
use crate::symex::oracle::Feasibility;
use crate::symex::place::Place;
use crate::symex::value::Value;

/// Models by name. Functions that only print, or that guide KLEE's search and its choice of
/// test cases, have no effect: every path is explored, whatever the forking setting.
pub(super) const TABLE: &Table = &[
    ("klee_make_symbolic", Any(make_symbolic)),
    ("klee_assume", Any(assume)),
    ("klee_int", Any(integer)),
    ("klee_range", Any(range)),
    ("klee_choose", Any(choose)),
    ("klee_get_valuef", Any(value_of)),
    ("klee_get_valued", Any(value_of)),
    ("klee_get_valuel", Any(value_of)),
    ("klee_get_valuell", Any(value_of)),
    ("klee_get_value_i32", Any(value_of)),
    ("klee_get_value_i64", Any(value_of)),
    ("klee_get_obj_size", Any(object_size)),
    ("klee_check_memory_access", Any(check_access)),
    ("klee_define_fixed_object", Any(fixed_object)),
    ("klee_alias_function", Any(alias)),
    ("klee_prefer_cex", Any(nothing)),
    ("klee_posix_prefer_cex", Any(nothing)),
    ("klee_mark_global", Any(nothing)),
    ("klee_print_expr", Any(nothing)),
    ("klee_print_range", Any(nothing)),
    ("klee_dump_constraints", Any(nothing)),
    ("klee_warning", Any(nothing)),
    ("klee_warning_once", Any(nothing)),
    ("klee_stack_trace", Any(nothing)),
    ("klee_merge", Any(nothing)),
    ("klee_open_merge", Any(nothing)),
    ("klee_close_merge", Any(nothing)),
    ("klee_set_forking", Any(nothing)),
    (
        "klee_silent_exit",
        Any(|_, _| Err(Box::new(End::Infeasible))),
    ),
    ("klee_abort", Any(abort)),
    ("klee_report_error", Any(report_error)),
    ("klee_assert_fail", Any(assertion)),
    ("klee_is_replay", Any(zero)),
    ("klee_is_symbolic", Any(is_symbolic)),
];

fn buffer(e: &mut Executor<'_, '_>, name: String, like: Scalar, scalar: bool) -> BufferId {
    let buffer = Buffer {
        name,
        format: like.format(),
        signed: matches!(like, Scalar::Int(_)),
        scalar,
        undefined: false,
    };
    e.b().arena_mut().add_buffer(buffer)
}

/// Collects the scalars of a type with their offsets, up to `limit` bytes.
fn leaves(e: &Executor<'_, '_>, ty: TypeId, at: u64, limit: u64, out: &mut Vec<(u64, Scalar)>) {
    if at >= limit {
        return;
    }
    match &e.program.ty(ty).shape {
        Shape::Scalar(scalar) => out.push((at, *scalar)),
        Shape::Vector { lane, count } if lane.bits() % 8 == 0 => {
            out.extend((0..u64::from(*count)).map(|i| (at + i * lane.store_size(), *lane)));
        }
        Shape::Array { element, count } => {
            let step = e.program.ty(*element).size;
            for i in 0..*count {
                leaves(e, *element, at + i * step, limit, out);
            }
        }
        Shape::Struct(fields) => {
            fields
                .iter()
                .for_each(|(ty, offset)| leaves(e, *ty, at + offset, limit, out));
        }
        _ => {}
    }
}

/// Overwrites a block with one symbol per scalar of its declared type, and one per byte
/// between scalars.
fn make_symbolic(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (address, size) = (site.lane(0), site.lane(1));
    let (Some(address), Some(size)) = (e.concrete_lane(address), e.concrete_lane(size)) else {
        return Err(e.stop(StopReason::SymbolicSize("the object of klee_make_symbolic")));
    };
    let size = size as u64;
    let name = e.text_at(&site.arg(2));
    let (object, start) = match e.locate(address as u64, size, Access::Write) {
        Ok(place) => place,
        Err(defect) => return Err(Box::new(End::Defect(*defect))),
    };
    let whole = e.state.memory.object(object);
    if let Some(whole) = whole.filter(|o| start != 0 || o.spec.size != size) {
        let kind = DefectKind::PartlySymbolic;
        let defect = e.access_defect(kind, Some(whole), Some(address as u64), size);
        return Err(Box::new(End::Defect(defect)));
    }
    let element = e.state.memory.object(object).and_then(|o| o.spec.element);
    let cells = cells(e, element, start, size);
    let name = if name.is_empty() {
        "unnamed".to_owned()
    } else {
        name
    };
    let like = cells.first().map_or(Scalar::Int(8), |(_, scalar)| *scalar);
    let given = e.machine.next_input();
    let buffer = buffer(e, name, like, cells.len() == 1);
    for (offset, scalar) in cells {
        let width = (scalar.store_size() * 8) as u8;
        let at = u32::try_from(offset - start).unwrap_or(u32::MAX);
        let term = input(e, given.as_deref(), buffer, at, width);
        e.write_lane(&Place::At(object, offset), scalar, Some(term), None);
    }
    Ok(Value::Scalar(None))
}

/// Returns the symbol for `width` bits of an input at a byte offset, or its value if the
/// harness runs on a concrete input.
fn input(
    e: &mut Executor<'_, '_>,
    given: Option<&[u8]>,
    buffer: BufferId,
    at: u32,
    width: u8,
) -> term::TermId {
    let Some(bytes) = given else {
        return e.b().arena_mut().add_symbol(buffer, at, width);
    };
    let size = usize::from(width / 8);
    let mut value = [0; 16];
    for (to, from) in value[..size].iter_mut().zip(bytes.iter().skip(at as usize)) {
        *to = *from;
    }
    e.b().constant(width, u128::from_le_bytes(value))
}

/// Returns the scalars of `start .. start + size`, with single bytes in gaps.
fn cells(
    e: &Executor<'_, '_>,
    element: Option<TypeId>,
    start: u64,
    size: u64,
) -> Vec<(u64, Scalar)> {
    let end = start + size;
    let mut declared = Vec::new();
    let step = element.map_or(0, |ty| e.program.ty(ty).size);
    if let Some(ty) = element.filter(|_| step > 0) {
        let mut at = start - start % step;
        while at < end {
            leaves(e, ty, at, end, &mut declared);
            at += step;
        }
    } else {
        let scalar = usual_scalar(e);
        let step = scalar.store_size();
        if start.is_multiple_of(step) && size.is_multiple_of(step) {
            let offsets = (start..end).step_by(step as usize);
            declared.extend(offsets.map(|at| (at, scalar)));
        }
    }
    let mut cells = Vec::new();
    let mut next = start;
    for (at, scalar) in declared {
        let behind = at + scalar.store_size();
        if at < next || behind > end {
            continue;
        }
        cells.extend((next..at).map(|byte| (byte, Scalar::Int(8))));
        cells.push((at, scalar));
        next = behind;
    }
    cells.extend((next..end).map(|byte| (byte, Scalar::Int(8))));
    cells
}

/// Returns the scalar that most loads and stores of the program access; blocks without a
/// declared type, such as those on the heap, are divided into it. It determines how their
/// contents are shown and sampled, not which values they may have.
fn usual_scalar(e: &Executor<'_, '_>) -> Scalar {
    let mut counts: Vec<(Scalar, usize)> = Vec::new();
    let code = e.program.functions().iter().flat_map(|f| f.code.iter());
    for instruction in code {
        let (Kind::Load { ty, .. } | Kind::Store { ty, .. }) = instruction.kind else {
            continue;
        };
        let Some((scalar, _)) = e.program.ty(ty).lanes() else {
            continue;
        };
        if scalar == Scalar::Pointer || scalar.bits() % 8 != 0 {
            continue;
        }
        match counts.iter_mut().find(|(s, _)| *s == scalar) {
            Some((_, count)) => *count += 1,
            None => counts.push((scalar, 1)),
        }
    }
    // Of equally frequent scalars, the first in program order, so that the choice is
    // stable.
    let usual = counts.iter().rev().max_by_key(|(_, count)| *count);
    usual.map_or(Scalar::Int(8), |(scalar, _)| *scalar)
}

fn assume(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(value) = site.lane(0) else {
        return Err(e.unsupported(site, "an undefined condition"));
    };
    let width = e.b().width(value);
    let zero = e.b().constant(width, 0);
    let condition = e.b().ne(value, zero);
    e.assume(condition)?;
    Ok(Value::Scalar(None))
}

impl Executor<'_, '_> {
    /// Returns a value that a term has on some input that satisfies the path condition.
    fn possible_value(&mut self, term: term::TermId) -> Option<u128> {
        let (builder, path) = (&mut self.machine.builder, self.state.path());
        if let Some(value) = self.oracle.usual_value(builder, path, term) {
            return Some(value);
        }
        // Determines the bits one by one, each feasible together with the previous ones.
        let mut path = path.to_vec();
        let mut value = 0;
        for at in 0..builder.width(term) {
            let bit = builder.extract(term, at, 1);
            let clear = match self.oracle.decide(builder, &path, bit) {
                Feasibility::AlwaysTrue => false,
                Feasibility::AlwaysFalse | Feasibility::Both => true,
                Feasibility::Unknown => return None,
            };
            value |= u128::from(!clear) << at;
            path.push(if clear { builder.not(bit) } else { bit });
        }
        Some(value)
    }

    /// Restricts the path to inputs for which `condition` holds.
    fn assume(&mut self, condition: term::TermId) -> Exec<()> {
        let builder = &mut self.machine.builder;
        let feasible = match builder.constant_value(condition) {
            Some(0) => Feasibility::AlwaysFalse,
            Some(_) => Feasibility::AlwaysTrue,
            None => self.oracle.decide(builder, self.state.path(), condition),
        };
        match feasible {
            Feasibility::AlwaysTrue => Ok(()),
            Feasibility::AlwaysFalse => Err(Box::new(End::Infeasible)),
            Feasibility::Both | Feasibility::Unknown => {
                self.state.assume(condition);
                Ok(())
            }
        }
    }
}

fn fresh_int(e: &mut Executor<'_, '_>, name: String) -> term::TermId {
    let given = e.machine.next_input();
    let buffer = buffer(e, name, Scalar::Int(32), true);
    input(e, given.as_deref(), buffer, 0, 32)
}

fn integer(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let name = e.text_at(&site.arg(0));
    Ok(fresh_int(e, name).into())
}

/// Returns a symbolic integer in `begin .. end`.
fn range(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (Some(begin), Some(end)) = (site.lane(0), site.lane(1)) else {
        return Err(e.unsupported(site, "an undefined bound"));
    };
    let name = e.text_at(&site.arg(2));
    let value = fresh_int(e, name);
    let from = e.b().sle(begin, value);
    e.assume(from)?;
    let below = e.b().slt(value, end);
    e.assume(below)?;
    Ok(value.into())
}

fn abort(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    Err(e.defect(DefectKind::Aborted))
}

fn report_error(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mut defect = e.plain_defect(DefectKind::AssertionFailed);
    defect.text = e.text_at(&site.arg(2));
    Err(Box::new(End::Defect(defect)))
}

/// Returns a symbolic integer in `0 .. n`.
fn choose(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(n) = site.lane(0) else {
        return Err(e.unsupported(site, "an undefined bound"));
    };
    let given = e.machine.next_input();
    let buffer = buffer(e, "klee_choose".to_owned(), Scalar::Int(64), true);
    let value = input(e, given.as_deref(), buffer, 0, 64);
    let below = e.b().ult(value, n);
    e.assume(below)?;
    Ok(value.into())
}

/// Returns a value that an expression may have on this path, without restricting the path.
fn value_of(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(term) = site.lane(0) else {
        return Err(e.unsupported(site, "an undefined value"));
    };
    if e.concrete(term).is_some() {
        return Ok(term.into());
    }
    match e.possible_value(term) {
        Some(value) => {
            let width = e.b().width(term);
            Ok(e.b().constant(width, value).into())
        }
        None => Err(e.unsupported(site, "no value was found that it can have")),
    }
}

fn object_size(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let address = site.lane(0);
    let Some(address) = e.concrete_lane(address) else {
        return Err(e.unsupported(site, "an address that depends on the inputs"));
    };
    match e.locate(address as u64, 0, Access::Read) {
        Ok((id, _)) => {
            let size = e.state.memory.object(id).map_or(0, |o| o.spec.size);
            Ok(e.result(site, u128::from(size)))
        }
        Err(defect) => Err(Box::new(End::Defect(*defect))),
    }
}

/// A defect unless all bytes of a range may be accessed.
fn check_access(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let size = site.lane(1);
    let Some(size) = e.concrete_lane(size) else {
        return Err(e.stop(StopReason::SymbolicSize("the size of an access to check")));
    };
    e.place(site.lane(0), size as u64, Access::Read, false)?;
    Ok(Value::Scalar(None))
}

/// Places an object without contents at a given address.
fn fixed_object(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (address, size) = (site.lane(0), site.lane(1));
    let (Some(address), Some(size)) = (e.concrete_lane(address), e.concrete_lane(size)) else {
        return Err(e.stop(StopReason::SymbolicSize("an object at a fixed address")));
    };
    let spec = ObjectSpec {
        name: "fixed object".into(),
        size: size as u64,
        start: Start::placed(1),
        storage: Storage::Global,
        protection: Protection::Writable,
        zeroed: true,
        allocation: e.here(),
        element: None,
        space: AddressSpace::PRIVATE,
    };
    let limit = e.machine.limits.max_memory;
    let fits = !e.state.memory.exceeds(limit);
    match fits && e.state.insert(address as u64, spec) {
        true => Ok(Value::Scalar(None)),
        false => Err(e.unsupported(site, "a place that is not free")),
    }
}

/// `klee_alias_function("f", "g")`: redirects later calls of `f` to `g`.
fn alias(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let [from, to] = [0, 1].map(|at| e.text_at(&site.arg(at)));
    let (from, to) = (e.program.find_function(&from), e.program.find_function(&to));
    match (from, to) {
        (Some(from), Some(to)) => {
            e.state.alias(from, to);
            Ok(Value::Scalar(None))
        }
        _ => Err(e.unsupported(site, "a name that is not one of a function")),
    }
}

fn assertion(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mut defect = e.plain_defect(DefectKind::AssertionFailed);
    defect.text = e.text_at(&site.arg(0));
    Err(Box::new(End::Defect(defect)))
}

fn is_symbolic(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let value = site.lane(0);
    let symbolic = value.is_some() && e.concrete_lane(value).is_none();
    Ok(e.result(site, u128::from(symbolic)))
}
