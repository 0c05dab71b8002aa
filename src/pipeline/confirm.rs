//! Confirmation of defects by native runs and sanitizers.

use crate::replay::{Access, Case, Crash, Items, Moved, Outcome, Placement, Sanitizer};
use crate::symex::{Defect, DefectKind, Meeting};
use crate::verdict::Replay;

use super::defect::Replayed;
use super::native::Native;

/// Replays one defect: under the sanitizer for its kind and, unless that confirms it,
/// without a sanitizer in each of the cases. Returns the result with the sanitizer's
/// message.
///
/// Without a sanitizer, a case can show processor traps, accesses to guard pages, and the
/// end of the program. The sanitizer runs the first case. Builtins whose results OpenCL C
/// leaves open have a value, unless the defect is a claim about values.
pub fn confirm(native: &mut Native<'_, '_>, defect: &Defect, cases: &[Case]) -> Replayed {
    let open_builtins = !is_about_values(defect.kind);
    let cases = cases.iter().map(|case| Case {
        open_builtins,
        ..case.clone()
    });
    confirm_cases(native, defect, &cases.collect::<Vec<_>>())
}

fn confirm_cases(native: &mut Native<'_, '_>, defect: &Defect, cases: &[Case]) -> Replayed {
    // Neither sanitizers nor processors detect a violation of `restrict`.
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
    let mut seen = "nothing wrong".to_owned();
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
    if matches!(defect.kind, DefectKind::Misaligned(_))
        && let Some(found) = by_moving(native, cases)
    {
        return found;
    }
    (Replay::Refuted { seen }, None)
}

/// Replays a misaligned access to an object of the program, which may lie well by chance, with the
/// objects at places that have only their guaranteed alignment.
fn by_moving(native: &mut Native<'_, '_>, cases: &[Case]) -> Option<Replayed> {
    let is_call = |case: &&Case| case.launch.is_none() && case.host.is_none();
    let mut aligned = cases.iter().filter(is_call);
    let case = aligned.find(|case| case.placement == Placement::Aligned)?;
    let traps = |by: Moved| {
        let outcome = native.run_moved(by, case.clone());
        let misaligned = Access::Misaligned;
        matches!(outcome, Ok(Outcome::Crashed(Crash { access, .. })) if access == misaligned)
    };
    Moved::ALL.into_iter().any(traps).then(|| {
        let said = "the processor traps where objects have only the alignment that is guaranteed";
        (Replay::Confirmed, Some(said.to_owned()))
    })
}

/// Replays a race between accesses with barriers in between, none of which fences the
/// memory accessed.
fn by_fences(native: &mut Native<'_, '_>, defect: &Defect, cases: &[Case]) -> Option<Replayed> {
    let apart = |meeting: &Meeting| {
        let [first, second] = &meeting.accesses;
        first.passed != second.passed
    };
    let launches = |case: &&Case| case.launch.is_some() || case.host.is_some();
    let case = cases.first().filter(launches)?;
    if !defect.meetings.iter().any(apart) {
        return None;
    }
    let watchers = [Sanitizer::GlobalThread, Sanitizer::LocalThread].into_iter();
    let mut complaints = watchers.filter_map(|watcher| native.complaint(watcher, case).ok()?);
    let found = complaints.find(|complaint| complaint.error.starts_with("data race"))?;
    let said = format!("{found}, where a barrier orders the memory that its flags fence");
    Some((Replay::Confirmed, Some(said)))
}

/// Replays a race as a launch with its items in both orders, and with its asynchronous
/// copies performed late: the results must differ.
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

/// Replays a race as variants of the first case that is a launch: the results must differ.
/// `alike` describes the observation if they do not.
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
        // The launches of a host run in the host's order.
        None => "nothing wrong",
    };
    let seen = seen.to_owned();
    (Replay::Refuted { seen }, None)
}

/// Returns the sanitizer for a kind of defect, with the beginnings of its messages about
/// it.
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
        // The message begins with the number.
        D::ConversionOutOfRange => (Conversion, &[""]),
        D::BitScanOfZero => (Builtin, &["passing zero to"]),
        D::ArrayLength => (ArrayLength, &["variable length array bound"]),
        D::ArrayIndex => (ArrayIndex, &["index "]),
        D::UnreachableReached => (Unreachable, &["execution reached"]),
        D::FalseAssumption => (Unreachable, &["execution reached", "assumption of"]),
        _ => return None,
    })
}

/// Whether a defect is a claim about the values that a program computes. It must not rest on
/// results that the specification leaves open; other defects may: whatever a device computes
/// there, the access or the race is the program's.
const fn is_about_values(kind: DefectKind) -> bool {
    matches!(kind, DefectKind::AssertionFailed | DefectKind::Aborted)
}

/// Whether a defect can be observed without a sanitizer.
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

/// Returns whether a native run shows a defect, or what happened instead.
fn shows(defect: &Defect, placement: Placement, outcome: &Outcome) -> Result<(), String> {
    if let Some(builtin) = outcome.open_builtin() {
        return Err(format!(
            "`{builtin}` has no value for these operands: OpenCL C leaves it open"
        ));
    }
    showing(defect, placement, outcome).map_err(str::to_owned)
}

/// As [`shows`], for runs that call no builtin whose result is open.
fn showing(defect: &Defect, placement: Placement, outcome: &Outcome) -> Result<(), &'static str> {
    let assertion = defect.kind == DefectKind::AssertionFailed;
    match outcome {
        Outcome::Failed { message, .. } => match defect.kind {
            DefectKind::AssertionFailed if *message == defect.text => Ok(()),
            DefectKind::Aborted => Ok(()),
            _ => Err("another assertion failed"),
        },
        // With an unaligned placement, a crash by misalignment comes from the placement.
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
