//! Checks with shorter buffers: those for values of integers, and those for sizes, with which the
//! reference reaches less than the contract's lengths say.
//!
//! With `bpp = alpha ? 4 : 3` the contract has four bytes a pixel. A caller without alpha has
//! three, and a port that reads four fails there, though it computes the same. So a check without
//! a finding is repeated for each such value with the buffers as short as the reference needs them.
//! Invariant: a verdict is replaced only by a finding in the port; what is not repeated is a note.

use super::measured::{Measured, beyond};
use super::versions::Versions;
use super::{Request, compare, values};
use crate::budgets::sizes::MEASURED_ANEW;
use crate::contract::{Contract, Length, Param, Relation, Role, Sizes};
use crate::frontend::sizes::SizeRange;
use crate::frontend::{Shorter, sizes};
use crate::pipeline::{Clock, show};
use crate::progress::Progress;
use crate::relations;
use crate::verdict::{Outcome, Side, Verdict};

/// Repeats a check without a finding with shorter buffers, and returns its outcome with what was
/// found.
pub(super) fn examine(
    versions: &Versions<'_, '_>,
    contract: &Contract,
    (ranges, sizes): (&[SizeRange], &[Sizes]),
    (mut outcome, measured): (Outcome, Vec<Measured>),
    progress: &Progress<'_>,
) -> Outcome {
    let settings = &versions.request.settings;
    if let Some(note) = constant_exceeded(contract, &outcome) {
        outcome.leaning_on.push(note);
    }
    let is_green = matches!(outcome.verdict, Verdict::Equivalent | Verdict::Proved);
    if !is_green && (outcome.verdict != Verdict::Undecided || settings.stop().is_some()) {
        return outcome;
    }
    let request = Request {
        allow_unreached: true,
        certificate: false,
        access_log: None,
        ..versions.request.clone()
    };
    let versions = Versions {
        request: &request,
        ..*versions
    };
    let is_given = |shorter: &&Shorter| {
        shorter.params().all(|(param, value)| {
            let name = &contract.params[param].name;
            let mut ranges = ranges.iter().filter(|range| range.name.part() == name);
            ranges
                .all(|range| i64::try_from(value).is_ok_and(|value| range.nearest(value) == value))
        })
    };
    for shorter in versions.agreed.shorter.iter().filter(is_given) {
        for (lengths, is_open) in [(&shorter.lengths, false), (&shorter.open, true)] {
            if lengths.is_empty() {
                continue;
            }
            let told = told(contract, shorter, (lengths, is_open));
            let mut short = shorter.contract(contract, lengths);
            let Ok(relations) = relations::parse(&shorter.relations(contract), contract) else {
                outcome.leaning_on.push(format!("{told}, not compared"));
                continue;
            };
            // The note says for which value it is.
            let told_of: Vec<String> = relations.iter().map(Relation::quantified).collect();
            short.relations.extend(relations);
            let params = shorter
                .params()
                .map(|(param, _)| &*contract.params[param].name);
            let sizes = params.fold(sizes.to_vec(), |sizes, name| without(&sizes, name));
            match (
                repeated(&versions, &short, ranges, &sizes, progress),
                is_open,
            ) {
                (Repeated::Fails(mut found), false) => {
                    let is_told = |row: &String| told_of.iter().any(|own| row.starts_with(own));
                    found.assuming.retain(|row| !is_told(row));
                    return with_note(*found, told);
                }
                (Repeated::Fails(_), true) => {
                    outcome
                        .leaning_on
                        .push(format!("{told}; the port reaches more"));
                }
                (Repeated::Open, _) => outcome.leaning_on.push(format!("{told}, not compared")),
                (Repeated::Holds, _) => {}
            }
        }
    }
    if is_green || !values::met_a_bound(&outcome) {
        return measured_anew(&versions, contract, (outcome, &measured), progress);
    }
    outcome
}

/// The result of a check that is repeated with shorter buffers.
enum Repeated {
    /// A defect of the port was found.
    Fails(Box<Outcome>),
    /// No defect of the port was found.
    Holds,
    /// There was no time for it, or the contract has no meaning at a size.
    Open,
}

fn repeated(
    versions: &Versions<'_, '_>,
    short: &Contract,
    ranges: &[SizeRange],
    sizes: &[Sizes],
    progress: &Progress<'_>,
) -> Repeated {
    let settings = &versions.request.settings;
    if settings.stop().is_some() {
        return Repeated::Open;
    }
    let with = (progress, Clock::new());
    match compare(versions, short, ranges, (sizes, false), with) {
        Ok((found, _)) if fails(&found) => Repeated::Fails(Box::new(found)),
        Ok(_) if settings.stop().is_none() => Repeated::Holds,
        _ => Repeated::Open,
    }
}

/// Repeats the sizes at which the port reached farther than the reference, with the buffers as long
/// as the reference needed them.
fn measured_anew(
    versions: &Versions<'_, '_>,
    contract: &Contract,
    (mut outcome, measured): (Outcome, &[Measured]),
    progress: &Progress<'_>,
) -> Outcome {
    let beyond = beyond(contract, &versions.agreed.measured, measured);
    for (sizes, lengths) in beyond.into_iter().take(MEASURED_ANEW) {
        let buffers = lengths
            .iter()
            .map(|(buffer, length)| reached(contract, *buffer, length));
        let buffers = buffers.collect::<Vec<_>>().join(", ");
        let told = match sizes.is_empty() {
            true => buffers,
            false => format!("at {}, {buffers}", show(&sizes)),
        };
        let mut short = contract.clone();
        short.shorten(&lengths);
        match repeated(versions, &short, &only(&sizes), &[sizes], progress) {
            Repeated::Fails(found) => return with_note(*found, told),
            Repeated::Open => outcome.leaning_on.push(format!("{told}, not compared")),
            Repeated::Holds => {}
        }
    }
    outcome
}

/// These sizes, as if the user had given them.
fn only(sizes: &Sizes) -> Vec<SizeRange> {
    let given = sizes.iter().map(|(name, size)| format!("{name}={size}"));
    sizes::parse(&given.collect::<Vec<_>>()).unwrap_or_default()
}

/// Whether a check found a defect in the port.
fn fails(outcome: &Outcome) -> bool {
    let mut defect = outcome.defect.iter();
    defect.any(|defect| defect.side == Side::Port)
}

fn with_note(mut outcome: Outcome, note: String) -> Outcome {
    outcome.leaning_on.push(note);
    outcome
}

/// What is said if the port exceeds a buffer of constant length that is inferred.
fn constant_exceeded(contract: &Contract, outcome: &Outcome) -> Option<String> {
    let defect = outcome
        .defect
        .as_ref()
        .filter(|defect| defect.side == Side::Port)?;
    let is_exceeded = |param: &&Param| {
        defect
            .message
            .contains(&format!(" outside {} (", param.name))
    };
    let mut params = contract.params.iter().filter(|param| !param.given);
    let param = params.find(is_exceeded)?;
    let Role::Buffer { length, .. } = &param.role else {
        return None;
    };
    let Length::Const(count) = length else {
        return None;
    };
    let mut longer = param.clone();
    if let Role::Buffer { length, .. } = &mut longer.role {
        *length = Length::Const((count + 1).next_power_of_two());
    }
    Some(format!(
        "{0} has {length} element{1} because the reference reaches no more (for more: --arg \
         '{0}={2}')",
        param.name,
        plural(length),
        longer.role
    ))
}

fn plural(length: &Length) -> &'static str {
    match length {
        Length::Const(1) => "",
        _ => "s",
    }
}

/// The sizes without that of one integer.
fn without(sizes: &[Sizes], name: &str) -> Vec<Sizes> {
    let mut all = sizes.to_vec();
    all.iter_mut().for_each(|sizes| {
        sizes.remove(name);
    });
    all.sort();
    all.dedup();
    all
}

/// What is said of the buffers where the integer has the value.
fn told(
    contract: &Contract,
    shorter: &Shorter,
    (lengths, is_open): (&[(usize, Length)], bool),
) -> String {
    let buffers = lengths.iter().map(|(buffer, length)| {
        let name = &contract.params[*buffer].name;
        match (is_open, length) {
            (true, Length::Const(0)) => format!("the reference does not access {name}"),
            (true, _) => format!("the reference reaches {length} elements of {name}"),
            (false, _) => reached(contract, *buffer, length),
        }
    });
    let buffers: Vec<String> = buffers.collect();
    format!("where {}, {}", shorter.shown(contract), buffers.join(", "))
}

fn reached(contract: &Contract, buffer: usize, length: &Length) -> String {
    let param = &contract.params[buffer];
    format!(
        "{0} has {length} element{1} because the reference reaches no more \
         (for more: --arg '{0}={2}')",
        param.name,
        plural(length),
        param.role
    )
}
