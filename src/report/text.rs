//! The whole human report: headline, finding, what could not be decided, and
//! the bounds, assumptions and models that the verdict rests on.

use std::fmt::Write;

use super::defect::defect;
use super::difference::difference;
use super::{Decoration, Sources};
use crate::contract::{Contract, Direction, Length, Param, Role, Sizes};
use crate::verdict::{Location, Outcome, Side, Undecided, Verdict};

/// The outcome as text, ending in a newline.
pub fn text(out: &Outcome, sources: &Sources, decoration: Decoration) -> String {
    let mut text = String::new();
    if let Some(d) = &out.difference {
        text.push_str(&difference(out, d, sources, decoration));
        text.push('\n');
    }
    if let Some(d) = &out.defect {
        text.push_str(&defect(out, d, sources, decoration));
        text.push('\n');
    }
    for u in &out.undecided {
        undecided(&mut text, u, decoration);
    }
    let style = match out.verdict {
        Verdict::Equivalent | Verdict::Proved => anstyle::AnsiColor::Green.on_default().bold(),
        Verdict::Different | Verdict::Exceeded | Verdict::Defect => {
            anstyle::AnsiColor::Red.on_default().bold()
        }
        Verdict::Undecided => anstyle::AnsiColor::Yellow.on_default().bold(),
    };
    let _ = writeln!(
        text,
        "{}  {}",
        decoration.paint(style, out.verdict.word()),
        headline(out)
    );
    let mut row = |label: &str, value: &str| {
        if !value.is_empty() {
            let label = decoration.dim(&format!("{label:12}"));
            let _ = writeln!(text, "  {label}{}", value.replace('\n', "\n              "));
        }
    };
    row("sizes", &size_row(out));
    if let Some(contract) = &out.contract {
        row("contract", &contract_rows(contract));
        row("note", &notes(contract));
    }
    row(
        "assuming",
        &if out.assumptions.is_empty() {
            "nothing".into()
        } else {
            out.assumptions.join(" ")
        },
    );
    row("tolerance", &tolerance(out));
    row("leaning on", &out.leaning_on.join("\n"));
    row("decided by", &decided_by(out));
    row("explored", &explored(out));
    row("branches", &branches(out));
    row("vectors", &vectors(out));
    for timing in &out.timings {
        row(timing.stage, &format!("{:9.3} ms", timing.seconds * 1e3));
    }
    for step in &out.steps {
        let of = format!("{} of {} outputs", step.decided, step.tried);
        let (name, time) = (format!("  {}", step.step), step.seconds * 1e3);
        row(&name, &format!("{time:9.3} ms, decided {of}"));
    }
    text
}

fn headline(out: &Outcome) -> String {
    let (Some(reference), Some(port)) = (&out.reference, &out.port) else {
        let program = out.program.as_deref().unwrap_or("program");
        return match out.verdict {
            Verdict::Equivalent => format!("every assertion of {program} holds on every path"),
            Verdict::Undecided => format!("not every assertion of {program} could be decided"),
            _ => format!("{program} fails{}", how(out)),
        };
    };
    let (f, g) = (side_name(reference, port), side_name(port, reference));
    match out.verdict {
        Verdict::Equivalent => format!("{g} computes what {f} computes, bit for bit"),
        Verdict::Proved => format!("{g} stays within {} of {f}", asked(out)),
        Verdict::Different => format!("{g} does not compute what {f} computes"),
        Verdict::Exceeded => format!("{g} does not stay within {} of {f}", asked(out)),
        Verdict::Defect => {
            let side = out.defect.as_ref().map(|d| d.side);
            let who = if side == Some(Side::Reference) { f } else { g };
            format!("{who} fails{}", how(out))
        }
        Verdict::Undecided if out.tolerance.is_some() => {
            format!(
                "whether {g} stays within {} of {f} is not known",
                asked(out)
            )
        }
        Verdict::Undecided => format!("whether {g} computes what {f} computes is not known"),
    }
}

/// The tolerance asked for.
pub(super) fn asked(out: &Outcome) -> &str {
    out.tolerance.as_ref().map_or("", |t| t.asked.as_str())
}

fn tolerance(out: &Outcome) -> String {
    let Some(tolerance) = &out.tolerance else {
        return String::new();
    };
    match (&tolerance.bound, tolerance.outputs) {
        (Some(bound), 1) => format!("{}; 1 output errs by at most {bound}", tolerance.asked),
        (Some(bound), n) => format!("{}; {n} outputs err by at most {bound}", tolerance.asked),
        (None, _) => tolerance.asked.clone(),
    }
}

/// In what way, in a word.
fn how(out: &Outcome) -> String {
    let defect = out.defect.as_ref();
    defect.map_or(String::new(), |d| format!(": {}", d.kind))
}

/// The function's name, with its flags when the names alone do not tell them apart.
fn side_name(side: &crate::verdict::Function, other: &crate::verdict::Function) -> String {
    if side.name == other.name && !side.flags.is_empty() {
        format!("{} [{}]", side.name, side.flags.join(" "))
    } else {
        side.name.clone()
    }
}

/// `n = 4, w = 16`.
pub(super) fn sizes(sizes: &Sizes) -> String {
    let parts: Vec<String> = sizes
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    parts.join(", ")
}

fn size_row(out: &Outcome) -> String {
    let c = &out.coverage;
    match out.sizes.as_str() {
        "" => String::new(),
        s if c.sizes_decided == c.sizes_requested => s.to_owned(),
        s => format!("{s}; {} of {} done", c.sizes_decided, c.sizes_requested),
    }
}

fn contract_rows(contract: &Contract) -> String {
    let mut rows: Vec<String> = contract.params.iter().map(param).collect();
    if let Some(result) = &contract.result {
        rows.push(format!("returns {}", result.name));
    }
    rows.join("\n")
}

/// Lengths that may be an overrun of the code they were inferred from.
fn notes(contract: &Contract) -> String {
    let note = |p: &Param| {
        let Role::Buffer {
            direction,
            element,
            length: length @ Length::Op('+', fewer, more),
            ..
        } = &p.role
        else {
            return None;
        };
        let inferred = !p.given && matches!(**more, Length::Const(_));
        inferred.then(|| {
            let (name, direction) = (&p.name, direction_word(*direction));
            format!(
                "{name} has {length} elements because the code reaches them; \
                 if it should not: --arg '{name}={direction}:{}[{fewer}]'",
                element.name
            )
        })
    };
    let notes: Vec<String> = contract.params.iter().filter_map(note).collect();
    notes.join("\n")
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "inout",
    }
}

fn param(p: &Param) -> String {
    let range = |r: &Option<crate::contract::Range>| match r {
        Some(r) => format!(" in {:?}..{:?}", r.low, r.high),
        None => String::new(),
    };
    let meaning = match &p.role {
        Role::Buffer {
            direction,
            element,
            length,
            origin,
            range: r,
        } => {
            let direction = direction_word(*direction);
            let origin = match origin.is_zero() {
                true => String::new(),
                false => format!("@{origin}"),
            };
            format!("{direction}:{}[{length}]{origin}{}", element.name, range(r))
        }
        Role::Scalar { scalar, range: r } => format!("{scalar}{}", range(r)),
        Role::Value { element, range: r } => format!("{}{}", element.name, range(r)),
        Role::Const { scalar, bits } => format!("const:{} ({scalar})", constant(*scalar, *bits)),
        Role::Size { value, .. } => format!("size:{value}"),
    };
    let alias = p
        .alias
        .as_ref()
        .map_or(String::new(), |a| format!(", the same memory as {a}"));
    let given = if p.given { " (given)" } else { "" };
    format!("{}={meaning}{alias}{given}", p.name)
}

fn constant(scalar: crate::contract::Scalar, bits: u128) -> String {
    crate::verdict::Value::new(scalar, bits).decimal
}

fn decided_by(out: &Outcome) -> String {
    let parts: Vec<String> = out
        .coverage
        .decided_by
        .iter()
        .map(|(step, n)| format!("{step} {n}"))
        .collect();
    parts.join(", ")
}

fn explored(out: &Outcome) -> String {
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
    let mut text = format!(
        "{}, {}, {}, {}",
        plural(c.outputs, compared),
        plural(c.paths, "path"),
        plural(c.instructions, "instruction"),
        plural(c.phi_folds as u64, "folded branch").replace("branchs", "branches"),
    );
    let silent = out.verdict == Verdict::Equivalent && c.vector_operations[1] == 0;
    if out.port.is_some() && silent && c.simd.is_none() {
        text.push_str("\nthe port executed no vector operation");
    }
    text
}

/// What became of branches on inputs, and how paths ended where not all returned.
fn branches(out: &Outcome) -> String {
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

/// What `--instrument-simd` counted.
fn vectors(out: &Outcome) -> String {
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

fn undecided(text: &mut String, u: &Undecided, decoration: Decoration) {
    let times = if u.count > 1 {
        format!(" ({} times)", u.count)
    } else {
        String::new()
    };
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    let label = decoration.paint(style, &format!("undecided[{}]", u.kind));
    let _ = writeln!(text, "{label}: {}{times}", u.message);
    match &u.location {
        None => {}
        Some(Location {
            file,
            line,
            column: 0,
        }) => {
            let _ = writeln!(text, "  --> {file}:{line}");
        }
        Some(Location { file, line, column }) => {
            let _ = writeln!(text, "  --> {file}:{line}:{column}");
        }
    }
    if let Some(help) = &u.help {
        let _ = writeln!(text, "  {} {help}", decoration.bold("help:"));
    }
}
