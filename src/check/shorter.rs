//! Values of integers for which the reference reaches less of a buffer than for others.
//!
//! With `bpp = alpha ? 4 : 3` the contract has four bytes a pixel. A caller without alpha has
//! three, and a port that reads four fails there, though it computes the same. So a check without
//! a finding is repeated for each such value with the buffers as short as the reference needs them.
//! Invariant: a verdict is replaced only by a finding in the port; what is not repeated is a note.

use super::versions::Versions;
use super::{Request, compare};
use crate::contract::{Contract, Length, Sizes};
use crate::frontend::Shorter;
use crate::frontend::sizes::SizeRange;
use crate::pipeline::Clock;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::verdict::{Outcome, Side, Verdict};

/// Repeats a check that holds with shorter buffers, and returns its outcome with what was found.
///
/// # Errors
/// When the contract has no meaning at a size.
pub(super) fn examine(
    versions: &Versions<'_, '_>,
    contract: &Contract,
    (ranges, sizes): (&[SizeRange], &[Sizes]),
    mut outcome: Outcome,
    progress: &Progress<'_>,
) -> Result<Outcome, Problem> {
    let settings = &versions.request.settings;
    let is_green = matches!(outcome.verdict, Verdict::Equivalent | Verdict::Proved);
    if !is_green && (outcome.verdict != Verdict::Undecided || settings.stop().is_some()) {
        return Ok(outcome);
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
        let name = &contract.params[shorter.param].name;
        let value = shorter.value(contract);
        let mut ranges = ranges.iter().filter(|range| range.name.part() == name);
        ranges.all(|range| i64::try_from(value).is_ok_and(|value| range.nearest(value) == value))
    };
    for shorter in versions.agreed.shorter.iter().filter(is_given) {
        let [none, some] = [true, false].map(|none| of_kind(shorter, none));
        for (part, is_none) in [(some, false), (none, true)] {
            if part.lengths.is_empty() {
                continue;
            }
            let told = told(contract, &part, is_none);
            if settings.stop().is_some() {
                outcome.leaning_on.push(format!("{told}, not compared"));
                continue;
            }
            let short = part.contract(contract);
            let sizes = without(sizes, &contract.params[part.param].name);
            let with = (progress, Clock::new());
            let mut found = compare(&versions, &short, ranges, (&sizes, false), with)?;
            let in_port = found
                .defect
                .as_ref()
                .filter(|defect| defect.side == Side::Port);
            match (in_port, is_none) {
                (Some(_), false) => {
                    found.leaning_on.push(told);
                    return Ok(found);
                }
                (Some(_), true) => outcome.leaning_on.push(format!("{told}; the port does")),
                (None, _) => {}
            }
        }
    }
    Ok(outcome)
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

/// The buffers that are not accessed at all, or the others.
fn of_kind(shorter: &Shorter, none: bool) -> Shorter {
    let is_none = |length: &Length| *length == Length::Const(0);
    let lengths = shorter.lengths.iter();
    Shorter {
        lengths: lengths
            .filter(|(_, length)| is_none(length) == none)
            .cloned()
            .collect(),
        ..*shorter
    }
}

/// What is said of the buffers where the integer has the value.
fn told(contract: &Contract, shorter: &Shorter, none: bool) -> String {
    let integer = &contract.params[shorter.param];
    let buffers = shorter.lengths.iter().map(|(buffer, length)| {
        let param = &contract.params[*buffer];
        match none {
            true => format!("the reference does not access {}", param.name),
            false => format!(
                "{0} has {length} elements because the reference reaches no more \
                 (for more: --arg '{0}={1}')",
                param.name, param.role
            ),
        }
    });
    let buffers: Vec<String> = buffers.collect();
    let value = shorter.shown(contract);
    format!("where {} is {value}, {}", integer.name, buffers.join(", "))
}
