//! Whether a native run shows a defect, and what the sanitizers call it.

use crate::replay::{Access, Case, Items, Outcome, Placement, Sanitizer};
use crate::symex::{Defect, DefectKind, Meeting};
use crate::verdict::Replay;

use super::defect::Replayed;
use super::native::Native;

/// Replays one defect: under the sanitizer that knows its kind and, where that
/// does not tell, without one, in each of the cases. Also what the sanitizer said.
///
/// A case without a sanitizer shows what the processor traps, a guard page, or the
/// program's own end; the first one is taken for the sanitizer.
pub fn confirm(native: &mut Native<'_, '_>, defect: &Defect, cases: &[Case]) -> Replayed {
    // No sanitizer knows of `restrict`, and no processor.
    if defect.kind == DefectKind::BrokenRestrict {
        return (Replay::Unwatched, None);
    }
    let mut unavailable = None;
    if let (Some((sanitizer, errors)), Some(case)) = (watcher(defect.kind), cases.first()) {
        match native.complaint(sanitizer, case) {
            Ok(Some(complaint)) if errors.iter().any(|e| complaint.error.starts_with(e)) => {
                return (Replay::Confirmed, Some(complaint.to_string()));
            }
            Ok(_) => {}
            Err(reason) => unavailable = Some(reason),
        }
    }
    let mut seen = "nothing wrong";
    // Memory that atomic functions update counts as written with MemorySanitizer.
    if defect.kind == DefectKind::Uninitialised && unavailable.is_none() {
        let other = |items| Items {
            other_bytes: true,
            ..items
        };
        return by_variants(
            native,
            cases,
            "one result whatever local memory holds",
            &[&other],
        );
    }
    if defect.kind == DefectKind::Race && unavailable.is_none() {
        return match by_fences(native, defect, cases) {
            Some(found) => found,
            None => by_order(native, cases),
        };
    }
    if is_visible(defect.kind) {
        for case in cases {
            match native.run(case.clone()) {
                Ok(outcome) => match shows(defect, case.placement, &outcome) {
                    Ok(()) => return (Replay::Confirmed, None),
                    Err(instead) => seen = instead,
                },
                Err(reason) => return (Replay::Unavailable { reason }, None),
            }
        }
    } else if let Some(reason) = unavailable {
        return (Replay::Unavailable { reason }, None);
    }
    let seen = seen.to_owned();
    (Replay::Refuted { seen }, None)
}

/// Whether accesses race that are ordered by no barrier that fences their memory, though
/// one lies between them.
fn by_fences(native: &mut Native<'_, '_>, defect: &Defect, cases: &[Case]) -> Option<Replayed> {
    let apart = |meeting: &Meeting| {
        let [first, second] = &meeting.accesses;
        first.passed != second.passed
    };
    let case = cases.first().filter(|case| case.launch.is_some())?;
    if !defect.meetings.iter().any(apart) {
        return None;
    }
    let watchers = [Sanitizer::GlobalThread, Sanitizer::LocalThread].into_iter();
    let mut complaints = watchers.filter_map(|watcher| native.complaint(watcher, case).ok()?);
    let found = complaints.find(|complaint| complaint.error.starts_with("data race"))?;
    let said = format!("{found}, where a barrier orders the memory that its flags fence");
    Some((Replay::Confirmed, Some(said)))
}

/// Whether what a launch computes depends on the order in which its items run, or on when
/// its asynchronous copies are made.
fn by_order(native: &mut Native<'_, '_>, cases: &[Case]) -> Replayed {
    let reversed = |items| Items {
        in_reverse: true,
        ..items
    };
    let late = |items| Items {
        late_copies: true,
        ..items
    };
    by_variants(
        native,
        cases,
        "one result in two orders",
        &[&reversed, &late],
    )
}

/// Whether what a launch computes differs between the first case that is one and variants
/// of it; `alike` says what was seen if it does not.
fn by_variants(
    native: &mut Native<'_, '_>,
    cases: &[Case],
    alike: &str,
    variants: &[&dyn Fn(Items) -> Items],
) -> Replayed {
    let all = cases.iter().find_map(|case| {
        let items = case.launch?;
        let with = |variant: &&dyn Fn(Items) -> Items| Case {
            launch: Some(variant(items)),
            ..case.clone()
        };
        let variants = variants.iter().map(with);
        Some(
            std::iter::once(case.clone())
                .chain(variants)
                .collect::<Vec<_>>(),
        )
    });
    let seen = match all.map(|all| native.run_all(&all)) {
        Some(Ok(outcomes)) if outcomes.iter().any(|o| *o != outcomes[0]) => {
            return (Replay::Confirmed, None);
        }
        Some(Ok(_)) => alike,
        Some(Err(reason)) => return (Replay::Unavailable { reason }, None),
        // What a host launches runs as the host has it.
        None => "nothing wrong",
    };
    let seen = seen.to_owned();
    (Replay::Refuted { seen }, None)
}

/// The sanitizer that sees a kind of defect, and how its words for it begin.
const fn watcher(kind: DefectKind) -> Option<(Sanitizer, &'static [&'static str])> {
    use DefectKind as D;
    use Sanitizer::{
        Address, Alignment, ArrayIndex, ArrayLength, Builtin, Conversion, Leak, Memory, Overflow,
        Thread, Undefined, Unreachable,
    };
    const OUTSIDE: &[&str] = &[
        "heap-buffer-overflow",
        "stack-buffer-overflow",
        "stack-buffer-underflow",
        "dynamic-stack-buffer-overflow",
        "global-buffer-overflow",
        "container-overflow",
        "use-after-poison",
        "negative-size-param",
        "unknown-crash",
        "SEGV",
    ];
    const UNINITIALISED: &[&str] = &["use-of-uninitialized-value"];
    Some(match kind {
        D::OutOfBounds(_) | D::OutsideBuffer(_) => (Address, OUTSIDE),
        D::NullAccess(_) => (Address, &["SEGV"]),
        D::UseAfterFree(_) => (Address, &["heap-use-after-free"]),
        D::UseAfterReturn(_) => (Address, &["stack-use-after-return"]),
        D::UseAfterScope(_) => (Address, &["stack-use-after-scope"]),
        D::DoubleFree => (Address, &["double-free"]),
        D::InvalidFree => (Address, &["bad-free"]),
        D::Overlap => (Address, &["memcpy-param-overlap"]),
        D::DivisionByZero | D::DivisionOverflow => (Address, &["FPE"]),
        D::WriteToConstant => (Address, &["SEGV"]),
        D::Leak => (Leak, &[""]),
        D::UndefinedAddress(_) | D::UndefinedBranch | D::Uninitialised => (Memory, UNINITIALISED),
        D::InvalidCall => (Address, &["SEGV"]),
        D::PartlySymbolic => (Address, &["partly-symbolic"]),
        D::Reported(_) => (Undefined, &[""]),
        D::OverShift => (Undefined, &["shift exponent"]),
        D::Race | D::Unordered | D::Unmapped(_) => (Thread, &["data race"]),
        D::ReleasedInUse => (
            Address,
            &[
                "heap-use-after-free",
                "stack-use-after-return",
                "stack-use-after-scope",
            ],
        ),
        D::MisalignedScalar => (Alignment, &["load of misaligned", "store to misaligned"]),
        D::SignedOverflow => (Overflow, &["signed integer overflow", "negation of"]),
        // It begins with the number.
        D::ConversionOutOfRange => (Conversion, &[""]),
        D::BitScanOfZero => (Builtin, &["passing zero to"]),
        D::ArrayLength => (ArrayLength, &["variable length array bound"]),
        D::ArrayIndex => (ArrayIndex, &["index "]),
        D::UnreachableReached => (Unreachable, &["execution reached"]),
        D::FalseAssumption => (Unreachable, &["execution reached", "assumption of"]),
        _ => return None,
    })
}

/// Whether a defect can show without a sanitizer.
const fn is_visible(kind: DefectKind) -> bool {
    use DefectKind::*;
    !matches!(
        kind,
        Leak | Overlap
            | OverShift
            | MisalignedScalar
            | Race
            | Unordered
            | Unmapped(_)
            | ReleasedInUse
            | UndefinedBranch
            | Uninitialised
            | UseAfterScope(_)
            | PartlySymbolic
            | Reported(_)
            | SignedOverflow
            | ConversionOutOfRange
            | BitScanOfZero
            | ArrayLength
            | ArrayIndex
            | FalseAssumption
    )
}

/// Whether a native run shows a defect, or what happened instead.
fn shows(defect: &Defect, placement: Placement, outcome: &Outcome) -> Result<(), &'static str> {
    let assertion = defect.kind == DefectKind::AssertionFailed;
    match outcome {
        Outcome::Failed { message, .. } => match defect.kind {
            DefectKind::AssertionFailed if *message == defect.text => Ok(()),
            DefectKind::Aborted => Ok(()),
            _ => Err("another assertion failed"),
        },
        // Only alignment is at fault where only the placement upsets it.
        Outcome::Crashed(crash)
            if crash.access == Access::Misaligned && placement != Placement::Aligned =>
        {
            Err("an aligned access crashed")
        }
        Outcome::Crashed(_) | Outcome::Corrupted(_) if !assertion => Ok(()),
        Outcome::Crashed(_) | Outcome::Corrupted(_) => Err("it crashed"),
        Outcome::Returned { .. } => Err("it returned without touching a guard page"),
        Outcome::Exited(_) => Err("it ended normally"),
        Outcome::TimedOut => Err("it did not end in time"),
        Outcome::Unmet => Err("an assumption of the harness did not hold"),
        Outcome::Diverged { .. } => Err("it asked for other inputs"),
    }
}
