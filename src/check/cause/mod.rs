//! Locates the cause of a difference: the wrong operation of the port.
//!
//! The port, as it was before any pass, is executed repeatedly with one operation changed.
//! A change with which it agrees with the reference on every input tried identifies the
//! wrong operation. No verdict rests on this.

mod alignment;
mod argument;
mod candidate;
mod closeness;
mod confusion;
mod constants;
mod elsewhere;
mod entries;
mod initialiser;
mod innocent;
mod instance;
mod intrinsic;
mod lanes;
mod literals;
mod members;
mod missing;
mod names;
mod neighbours;
mod numbers;
mod operands;
mod origin;
mod own_functions;
mod proposal;
mod repair;
mod repeated;
mod results;
mod rounds;
mod saturation;
mod search;
mod slips;
mod sources;
mod spelling;
mod spread;
mod standing;
mod tables;
mod traced;
mod trials;
mod values;
mod variables;
mod whole_tables;
mod written;

use super::addresses::{quoted, returned_text};
use super::differing::Differing;
use super::pair::Pair;
use crate::budgets::cause::{CAUSE_INPUTS, INSTEAD_EXECUTIONS, REPAIR_EXECUTIONS};
use crate::contract::Sizes;
use crate::pipeline::describe;
use crate::verdict::{AtSizes, Cause, Evidence, Spread};
use alignment::Alignment;
use constants::Constants;
use own_functions::own_functions;
use search::Search;
use sources::Sources;
use standing::Standing;
use trials::Trials;

pub(super) use names::Renamed;
pub(super) use written::Written;

/// What trials tell of a difference.
pub(super) struct Explained {
    pub cause: Option<Cause>,
    pub spread: Vec<Spread>,
    pub at_sizes: Option<AtSizes>,
    /// Names of variables for named subterms.
    pub names: Vec<Renamed>,
}

/// Runs trials to explain a difference. `pair` has the versions as written, `sweep` the
/// sizes of the check.
pub(super) fn explain(
    pair: &Pair<'_, '_>,
    differing: &Differing,
    sweep: &[Sizes],
) -> Option<Explained> {
    if differing.values.len() > CAUSE_INPUTS {
        return None;
    }
    let mut trials = Trials::of(pair, differing)?;
    let spread = spread::spread(pair, &mut trials, differing);
    let at_sizes = (sweep.len() > 1).then(|| spread::by_size(pair, differing, sweep));
    let at_sizes = at_sizes.and_then(|(differ, equal)| spread::apart(&differ, &equal));
    let names = names::names(pair, &mut trials, differing);
    Some(Explained {
        cause: find(pair, &mut trials, (differing, sweep)),
        names,
        spread,
        at_sizes: at_sizes.map(|(differ, unseen)| AtSizes {
            differ: describe(&differ),
            unseen: describe(&unseen),
        }),
    })
}

/// Runs trials to explain why the port fails on an input. `pair` has the versions as written,
/// `sweep` the sizes of the check.
pub(super) fn explain_failure(
    pair: &Pair<'_, '_>,
    failing: &Differing,
    sweep: &[Sizes],
) -> Option<Cause> {
    if failing.values.len() > CAUSE_INPUTS {
        return None;
    }
    let mut trials = Trials::of(pair, failing)?;
    find(pair, &mut trials, (failing, sweep)).filter(|_| trials.failing)
}

/// Finds the operation of the port at which the difference starts.
fn find(
    pair: &Pair<'_, '_>,
    trials: &mut Trials,
    (differing, sweep): (&Differing, &[Sizes]),
) -> Option<Cause> {
    let executed = {
        let first = trials.all.swap_remove(0);
        let made = trials.execute(pair, (&pair.port, pair.port.program), &first.inputs);
        trials.all.push(first);
        let last = trials.all.len() - 1;
        trials.all.swap(0, last);
        made?
    };
    let mut alignment = Alignment::of(pair, trials, differing)?;
    if !trials.failing {
        alignment.acquit(pair, trials, differing);
    }
    let reference = pair.reference.program;
    let known = own_functions(reference, Some(&trials.reached_by_reference(pair)));
    let search = Search {
        pair,
        executed: &executed,
        constants: Constants::of(reference, &known),
        alignment: &alignment,
        shared: match std::ptr::eq(reference, pair.port.program) {
            true => known,
            false => Vec::new(),
        },
        differing,
        sweep,
        sources: Sources::default(),
    };
    let entry = differing.is_open.then(|| search.table(trials)).flatten();
    if let Some((cause, among)) = entry {
        // What is read at a wrong place among a table's entries may need another entry as well.
        // A limit that is off by one may be a wrong relation.
        let is_limit = cause.changes_by_one();
        let instead = match among || is_limit {
            true => search.repair(trials, (true, INSTEAD_EXECUTIONS)),
            false => None,
        };
        return match instead {
            Some((Standing::Sound, instead)) if among || instead.changes_relation() => {
                Some(instead)
            }
            _ => Some(cause),
        };
    }
    let repair = search.repair(trials, (differing.is_open, REPAIR_EXECUTIONS));
    if trials.failing {
        // Where the port fails on many inputs, whatever leads around the failure seems right.
        let sound = repair.filter(|(standing, _)| *standing == Standing::Sound);
        return sound.map(|(_, cause)| cause);
    }
    if let Some((_, cause)) = repair {
        return Some(cause);
    }
    let suspect = match alignment.is_written() {
        true => alignment.first_unmatched(),
        false => alignment.last_comparison(),
    };
    let suspect = suspect?;
    let cause = search.cause(
        alignment.steps()[suspect.step].at,
        Some(suspect.step),
        match suspect.evidence {
            Evidence::Unmatched { value } => Evidence::Unmatched {
                value: told(pair, value),
            },
            evidence => evidence,
        },
    );
    cause.map(|cause| search.at_call(cause))
}

/// A value of a version that returns addresses: the text there, if it is the address of one.
fn told(pair: &Pair<'_, '_>, value: String) -> String {
    let address = value.parse().ok().filter(|_| pair.contract.returns_address);
    let text = address.and_then(|address| returned_text(pair.port.program, address));
    text.map_or(value, |text| quoted(&text))
}
