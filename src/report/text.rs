//! The whole report as text: headline, finding, what could not be decided, and the bounds,
//! assumptions and models that the verdict rests on.

use std::fmt::Write;

use super::compilation::compilation;
use super::contract::{GIVEN, contract_rows, negative, notes};
use super::coverage::{branches, decided_by, explored, left_out, unreached, vectors};
use super::defect::defect;
use super::difference::difference;
use super::problem::problem;
use super::section::{asked, side_name};
use super::undefined::undefined as undefined_behaviour;
use super::wrap::{paragraph, wrapped};
use super::{Decoration, Sources};
use crate::verdict::{Function, Location, Outcome, Side, Undecided, Undefined, Verdict};

/// Lines of a screen.
const SCREEN: usize = 50;

/// The outcome as text, ending in a newline. Shortened to a screen unless everything is
/// asked for.
pub fn text(out: &Outcome, sources: &Sources, decoration: Decoration) -> String {
    let text = wrapped(&whole(out, sources, decoration), decoration.width);
    let all = decoration.full || !out.kernels.is_empty() || !out.timings.is_empty();
    if all || text.lines().count() <= SCREEN {
        return text;
    }
    let tight = Decoration {
        tight: true,
        ..decoration
    };
    wrapped(&whole(out, sources, tight), tight.width)
}

fn whole(out: &Outcome, sources: &Sources, decoration: Decoration) -> String {
    if !out.kernels.is_empty() {
        let each = out.kernels.iter();
        let each = each.map(|kernel| self::text(kernel, sources, decoration));
        let problems = out.problems.iter();
        let problems = problems.map(|unexamined| problem(&unexamined.problem, decoration));
        return each.chain(problems).collect::<Vec<_>>().join("\n");
    }
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
        Verdict::Equivalent | Verdict::Proved | Verdict::Clean => {
            anstyle::AnsiColor::Green.on_default().bold()
        }
        Verdict::Different | Verdict::Exceeded | Verdict::Defect => {
            anstyle::AnsiColor::Red.on_default().bold()
        }
        Verdict::Undecided => anstyle::AnsiColor::Yellow.on_default().bold(),
    };
    let _ = writeln!(
        text,
        "{}  {}",
        decoration.paint(style, out.verdict.word()),
        headline(out) + suffix(out)
    );
    let mut row = |label: &str, value: &str| {
        if !value.is_empty() {
            let label = decoration.dim(&format!("{label:12}"));
            let _ = writeln!(text, "  {label}{}", cell(value, decoration));
        }
    };
    row("compiled", &compilation(out));
    row("sizes", &size_row(out));
    row("left out", &left_out(out));
    if let Some(contract) = &out.contract {
        let room = decoration.room(ROW_LINES[usize::from(decoration.tight)]);
        row("contract", &given_first(&contract_rows(contract), room));
        let notes = [
            notes(contract, out.kernel.is_some()),
            negative(out),
            with_itself(out).to_owned(),
        ];
        let notes: Vec<String> = notes.into_iter().filter(|note| !note.is_empty()).collect();
        row("note", &notes.join("\n"));
    }
    row(
        "assuming",
        &if out.assuming.is_empty() {
            "nothing".into()
        } else {
            out.assuming.join("\n")
        },
    );
    row("given RULES", &given(out));
    row("undefined", &undefined_behaviour(out));
    row("tolerance", &tolerance(out));
    row("leaning on", &out.leaning_on.join("\n"));
    row("unreached", &unreached(out));
    row("vectors", &vectors(out));
    // How the verdict was reached does not affect what it means.
    if decoration.full || !out.timings.is_empty() {
        row("decided by", &decided_by(out));
        row("explored", &explored(out));
        row("branches", &branches(out));
    }
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

/// The note that a function agrees with itself.
fn with_itself(out: &Outcome) -> &'static str {
    let (Some(reference), Some(port)) = (&out.reference, &out.port) else {
        return "";
    };
    let of = |side: &Function| {
        let code = (side.symbol.clone(), side.location.clone());
        (code, side.flags.clone(), side.compilation.clone())
    };
    let agrees = matches!(out.verdict, Verdict::Equivalent | Verdict::Proved);
    match agrees && reference.location.is_some() && of(reference) == of(port) {
        true => "both versions are one function, compiled alike: is --port right?",
        false => "",
    }
}

/// The rows of a contract; those that the user gave come first if there is no room for all.
fn given_first(rows: &str, room: usize) -> String {
    let (mut shown, rest): (Vec<_>, Vec<_>) = rows
        .lines()
        .partition(|row| row.contains(GIVEN) || rows.lines().count() <= room);
    shown.extend(rest);
    shown.join("\n")
}

/// The most lines of a row, normally and in a tight report.
const ROW_LINES: [usize; 2] = [8, 4];

/// The column at which the values of rows begin.
const VALUES: usize = 14;

/// A row's value, with its lines aligned below one another.
fn cell(value: &str, decoration: Decoration) -> String {
    let lines: Vec<&str> = value.lines().collect();
    let room = decoration.room(ROW_LINES[usize::from(decoration.tight)]);
    let mut shown: Vec<String> = lines
        .iter()
        .take(room)
        .flat_map(|line| paragraph(line, decoration.width.saturating_sub(VALUES)))
        .collect();
    if lines.len() > room {
        let more = lines.len() - room;
        shown.push(format!("… and {more} more lines (--explain shows all)"));
    }
    shown.join(&format!("\n{}", " ".repeat(VALUES)))
}

/// The part of the headline on what a verdict is given besides its assumptions.
fn suffix(out: &Outcome) -> &'static str {
    match out.verdict {
        Verdict::Equivalent | Verdict::Proved if !out.given_rules.is_empty() => ", given RULES",
        _ => "",
    }
}

fn given(out: &Outcome) -> String {
    let rules = out.given_rules.iter();
    let rules = rules.map(|rule| format!("the rule {rule}, which is not proved"));
    rules.collect::<Vec<String>>().join("\n")
}

/// The part of the headline on relations between inputs that are assumed.
fn related(out: &Outcome) -> String {
    let relations = out.contract.iter().flat_map(|c| &c.relations);
    let texts: Vec<&str> = relations.map(|relation| &*relation.text).collect();
    match texts.as_slice() {
        [] => String::new(),
        [_] | [_, _] => format!(", where {}", texts.join(" and ")),
        _ => ", where what is assumed of inputs holds".to_owned(),
    }
}

fn headline(out: &Outcome) -> String {
    if let Some(kernel) = &out.kernel {
        let name = &kernel.name;
        return match out.verdict {
            Verdict::Clean => format!("{name}: no race, divergent barrier or memory error"),
            // Time was up before a kernel was chosen.
            Verdict::Undecided if name.is_empty() => {
                "whether the kernels are free of defects is not known".to_owned()
            }
            Verdict::Undecided => format!("whether {name} is free of defects is not known"),
            _ => format!("{name} fails{}", how(out)),
        };
    }
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
        Verdict::Equivalent => {
            let values =
                |flag: &String| flag != "--assume-zeroed-memory" && !flag.starts_with("--assume '");
            let how = match out.assumptions.iter().any(values) {
                true => "under the assumptions".to_owned(),
                false => format!("bit for bit{}", related(out)),
            };
            let mut kinds = out.undefined.iter().map(|found| found.kind);
            let ignored = &out.undefined_ignored;
            let is_exempt = kinds.any(Undefined::has_no_value)
                || ignored.iter().any(|kind| kind.has_no_value());
            let exempt = match is_exempt {
                true => ", on inputs for which C defines it",
                false => "",
            };
            format!("{g} computes what {f} computes, {how}{exempt}")
        }
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
        // This verdict is not about two functions.
        Verdict::Clean => String::new(),
        Verdict::Undecided => format!("whether {g} computes what {f} computes is not known"),
    }
}

fn tolerance(out: &Outcome) -> String {
    let Some(tolerance) = &out.tolerance else {
        return String::new();
    };
    let mut parts = vec![tolerance.asked.clone()];
    let all = out.coverage.outputs + tolerance.passed_over;
    let worst = match tolerance.excess {
        Some(times) if times < 1e3 => format!(", by a factor of up to {times:.1}"),
        Some(times) => format!(", by a factor of up to {times:.1e}"),
        None => ", without a bound".to_owned(),
    };
    match (tolerance.exceeding, all) {
        (0, _) => {}
        (1, 1) => parts.push(format!("the output exceeds it{worst}")),
        (n, all) => parts.push(format!("{n} of {all} outputs exceed it{worst}")),
    }
    match (&tolerance.bound, tolerance.outputs) {
        (Some(bound), 1) => parts.push(format!("1 output errs by at most {bound}")),
        (Some(bound), n) => parts.push(format!("{n} outputs err by at most {bound}")),
        (None, _) => {}
    }
    if tolerance.undecided > 0 && tolerance.exceeding + tolerance.outputs > 0 {
        parts.push(format!("{} undecided", tolerance.undecided));
    }
    if tolerance.passed_over > 0 {
        parts.push(format!("{} not looked at", tolerance.passed_over));
    }
    parts.join("; ")
}

/// The kind of a defect, as the end of a headline.
fn how(out: &Outcome) -> String {
    let defect = out.defect.as_ref();
    defect.map_or(String::new(), |d| format!(": {}", d.kind))
}

fn size_row(out: &Outcome) -> String {
    let c = &out.coverage;
    match out.sizes.as_str() {
        "" => String::new(),
        s if c.sizes_decided == c.sizes_requested => s.to_owned(),
        s => format!("{s}; {} of {} done", c.sizes_decided, c.sizes_requested),
    }
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
