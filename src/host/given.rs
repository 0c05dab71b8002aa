//! Checks that commands keep to what they were given (OpenCL 3.0, 5.2.1 and 5.4.3): the
//! buffers of a kernel's arguments, and the rights to read or write these.

use term::TermId;

use rewrite_rules::Builder;

use super::Host;
use super::bytes::{Bytes, Given};
use super::commands::Commands;
use crate::program::{AddressSpace, Program};
use crate::race::Access;
use crate::symex::{
    self, Check, Defect, DefectKind, End, Machine, ObjectId, Offset, State, Storage,
};

/// What a kernel may reach through pointers in memory (5.9.2).
const UNNAMED: &str = "neither an argument nor named by \
                       clSetKernelExecInfo(CL_KERNEL_EXEC_INFO_SVM_PTRS)";

/// What no kernel may reach on a device without fine-grained sharing of the system's memory
/// (OpenCL 3.0, 3.3.3).
const OF_HOST: &str = "memory of the host, which no device reaches";

/// Whether an object is certainly the host's: memory that it allocates, its locals, and its
/// variables. Those of the device's programs are in other address spaces; constants may be tables
/// that the compiler made for either.
fn is_of_host(program: &Program, state: &State, id: ObjectId) -> bool {
    match state.storage(id) {
        Some(Storage::Heap | Storage::Process | Storage::Mapped) => true,
        Some(Storage::Stack) => !id.is_of_other_thread(),
        Some(Storage::Global) => {
            let mut globals = program.globals().iter();
            globals.any(|g| g.address == id.0 && g.space == AddressSpace::PRIVATE && !g.constant)
        }
        Some(Storage::Input) | None => false,
    }
}

/// The ranges in ascending order, overlapping and adjacent ones merged.
fn joined(bytes: impl Iterator<Item = Bytes>) -> Vec<Bytes> {
    let mut all: Vec<Bytes> = bytes.collect();
    all.sort();
    let mut joined: Vec<Bytes> = Vec::new();
    for next in all {
        match joined.last_mut() {
            Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
            _ => joined.push(next),
        }
    }
    joined
}

/// The first run of bytes of a range that no range of `allowed`, which is sorted, contains:
/// its address and length.
fn first_beside(bytes: Bytes, allowed: &[Bytes]) -> Option<(u64, u64)> {
    let mut at = bytes.start;
    for one in allowed.iter().filter(|one| one.end > bytes.start) {
        if one.start > at {
            break;
        }
        at = at.max(one.end);
    }
    let next = allowed.iter().map(|one| one.start).find(|s| *s > at);
    let end = next.map_or(bytes.end, |next| next.min(bytes.end));
    (at < bytes.end).then(|| (at, end - at))
}

/// The condition that an access is made and leaves the ranges of `allowed`, which is
/// sorted.
fn leaves(builder: &mut Builder, access: &Access, allowed: &[Bytes]) -> TermId {
    let mut leaves = match access.offset {
        Offset::At(_) => builder.bool(first_beside(Bytes::of(access), allowed).is_some()),
        Offset::Among { term, .. } => {
            let mut inside = builder.bool(false);
            for one in allowed {
                let low = one.start.saturating_sub(access.object.0);
                let last = one.end.checked_sub(access.object.0 + access.size);
                let Some(last) = last.filter(|last| *last >= low) else {
                    continue;
                };
                let [low, last] = [low, last].map(|at| builder.constant(64, u128::from(at)));
                let (from, to) = (builder.ule(low, term), builder.ule(term, last));
                let both = builder.and(from, to);
                inside = builder.or(inside, both);
            }
            builder.not(inside)
        }
    };
    for condition in &*access.conditions {
        leaves = builder.and(leaves, *condition);
    }
    leaves
}

impl Host<'_> {
    /// Checks a kernel's accesses to its buffers against its rights. Ends the path if a
    /// violation is certain, and adds a check if it depends on inputs.
    pub(super) fn keep_to_given(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        commands: &Commands,
        accesses: &[Access],
    ) -> Result<(), Box<End>> {
        for access in accesses {
            let Some(object) = state.describe(self.program, access.object) else {
                continue;
            };
            let whole = Bytes::new(access.object.0, object.size);
            let given = commands.given().iter();
            let given: Vec<&Given> = given.filter(|g| whole.meets(g.bytes)).collect();
            // A variable of the device's program, or local memory.
            if given.is_empty() && !is_of_host(self.program, state, access.object) {
                continue;
            }
            let usable = joined(given.iter().filter_map(|g| g.usable()));
            let allowed = given.iter().filter(|g| g.allows(access.writes));
            let allowed = joined(allowed.map(|g| g.bytes));
            let kind = match access.writes {
                true => symex::Access::Write,
                false => symex::Access::Read,
            };
            let text = match given.iter().any(|g| g.is_unnamed()) {
                true => UNNAMED,
                false if given.is_empty() => OF_HOST,
                false => "",
            };
            let lent = given.iter().any(|g| g.is_lent());
            let forbidden = match lent && access.writes {
                true => DefectKind::MappedWritten,
                false => DefectKind::Forbidden(kind),
            };
            let outside = DefectKind::OutsideBuffer(kind);
            for (kind, within) in [(outside, &usable), (forbidden, &allowed)] {
                let leaves = leaves(&mut machine.builder, access, within);
                if machine.builder.constant_value(leaves) == Some(0) {
                    continue;
                }
                let beside = match access.offset {
                    Offset::At(_) => first_beside(Bytes::of(access), within),
                    Offset::Among { .. } => None,
                };
                let defect = Defect {
                    object: Some(object.clone()),
                    offset: beside.map(|(at, _)| (at - access.object.0) as i64),
                    size: beside.map_or(access.size, |(_, size)| size),
                    text: text.to_owned(),
                    ..Defect::at(kind, self.location(&access.chain))
                };
                fails(machine, state, leaves, defect)?;
            }
        }
        Ok(())
    }
}

/// Ends the path with a defect if a condition is certain, and adds a check if it depends on
/// inputs.
pub(super) fn fails(
    machine: &mut Machine<'_>,
    state: &mut State,
    condition: TermId,
    defect: Defect,
) -> Result<(), Box<End>> {
    let holds = machine.builder.not(condition);
    match machine.builder.constant_value(holds) {
        Some(0) => return Err(Box::new(End::Defect(defect))),
        Some(_) => {}
        None => {
            state.add_check(Check {
                path: state.kept_path(),
                condition: holds,
                defect,
            });
            state.assume(holds);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beside_is_found_between_and_behind() {
        let allowed = [Bytes::new(0, 8), Bytes::new(12, 4)];
        assert_eq!(first_beside(Bytes::new(0, 8), &allowed), None);
        assert_eq!(first_beside(Bytes::new(4, 12), &allowed), Some((8, 4)));
        assert_eq!(first_beside(Bytes::new(12, 8), &allowed), Some((16, 4)));
        assert_eq!(first_beside(Bytes::new(20, 4), &allowed), Some((20, 4)));
    }

    #[test]
    fn bytes_that_touch_are_joined() {
        let all = [Bytes::new(8, 8), Bytes::new(0, 8), Bytes::new(20, 4)];
        let joined = joined(all.into_iter());
        assert_eq!(joined, [Bytes::new(0, 16), Bytes::new(20, 4)]);
    }
}
