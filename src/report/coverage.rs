//! The rows on coverage, deciding steps, and vector operations.

use std::fmt::Write;

use super::section::{side_name, sizes};
use crate::verdict::{LeftOut, Outcome, Unreached, Verdict};

pub(super) fn decided_by(out: &Outcome) -> String {
    let parts: Vec<String> = out
        .coverage
        .decided_by
        .iter()
        .map(|(step, n)| format!("{step} {n}"))
        .collect();
    parts.join(", ")
}

pub(super) fn explored(out: &Outcome) -> String {
    let c = &out.coverage;
    let plural = |n: u64, one: &str| {
        if n == 1 {
            format!("1 {one}")
        } else {
            format!("{n} {one}s")
        }
    };
    let compared = match out.port {
        Some(_) => "output",
        None => "open condition",
    };
    format!(
        "{}, {}, {}, {}",
        plural(c.outputs, compared),
        plural(c.paths, "path"),
        plural(c.instructions, "instruction"),
        plural(c.phi_folds as u64, "folded branch").replace("branchs", "branches"),
    )
}

/// The rows on branches that depend on inputs and, if paths ended differently, on their
/// ends.
pub(super) fn branches(out: &Outcome) -> String {
    let (b, ended) = (&out.coverage.branches, &out.coverage.ended);
    let mut rows = Vec::new();
    if b.merged > 0 || b.splits > 0 {
        rows.push(format!(
            "{} on inputs, {} merged where their arms meet, {} splits",
            b.on_inputs, b.merged, b.splits
        ));
    }
    if b.split_addresses > 0 {
        rows.push(format!(
            "{} addresses in several objects split the path",
            b.split_addresses
        ));
    }
    if b.unknown > 0 {
        rows.push(format!(
            "both sides of {} explored, though whether both can be taken is not known",
            b.unknown
        ));
    }
    let ends = [
        (ended.returned, "returned"),
        (ended.exited, "exited"),
        (ended.infeasible, "contradict an assumption"),
        (ended.defects, "end in a defect"),
        (ended.stopped, "stopped"),
    ];
    let ends: Vec<String> = ends
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, how)| format!("{n} {how}"))
        .collect();
    if b.splits > 0 && ends.len() > 1 {
        rows.push(format!("of the paths {}", ends.join(", ")));
    }
    rows.join("\n")
}

/// Sizes of the default sweep that were left out, by reason.
pub(super) fn left_out(out: &Outcome) -> String {
    let mut rows: Vec<(&LeftOut, usize)> = Vec::new();
    for left in &out.coverage.left_out {
        match rows
            .iter_mut()
            .find(|(first, _)| first.reason == left.reason)
        {
            Some((_, count)) => *count += 1,
            None => rows.push((left, 1)),
        }
    }
    let row = |(first, count): (&LeftOut, usize)| {
        let more = match count {
            1 => String::new(),
            _ => format!(" and {} more", count - 1),
        };
        match first.sizes.is_empty() {
            true => first.reason.clone(),
            false => format!("{}{more}: {}", sizes(&first.sizes), first.reason),
        }
    };
    let rows: Vec<String> = rows.into_iter().map(row).collect();
    rows.join("\n")
}

/// Code that ran at no size.
pub(super) fn unreached(out: &Outcome) -> String {
    let row = |u: &Unreached| {
        let may = u
            .sizes
            .as_ref()
            .map_or(String::new(), |at| format!("; {} may", sizes(at)));
        let (side, place, because) = (u.side.word(), u.place(), u.because.words());
        let file = match u.function {
            Some(_) => String::new(),
            None => format!("{}, ", u.file),
        };
        let what = if u.choice {
            ", one way of a choice"
        } else {
            ""
        };
        format!("{side}, {file}{place}{what}: {because}{may}")
    };
    let rows: Vec<String> = out.coverage.unreached.iter().map(row).collect();
    rows.join("\n")
}

/// The counts of `--instrument-simd`. Without that option, a row only if a port proved
/// EQUIVALENT executed no vector operation.
pub(super) fn vectors(out: &Outcome) -> String {
    let c = &out.coverage;
    let silent = out.verdict == Verdict::Equivalent && c.vector_operations[1] == 0;
    if out.port.is_some() && silent && c.simd.is_none() {
        return "the port executed no vector operation".to_owned();
    }
    let (Some(simd), Some(reference), Some(port)) = (&out.coverage.simd, &out.reference, &out.port)
    else {
        return String::new();
    };
    let [of_reference, of_port] = out.coverage.vector_operations;
    let mut text = format!(
        "{} executed {of_reference} vector operations, {} {of_port}",
        side_name(reference, port),
        side_name(port, reference),
    );
    if !simd.port_without.is_empty() {
        let _ = write!(
            text,
            "\nthe port executed no vector operation for {}",
            simd.port_without
        );
    }
    text
}
