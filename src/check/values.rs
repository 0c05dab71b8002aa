//! Integers that bound loops but are not the length of any buffer.
//!
//! A count is the length of something. If no buffer has it as its length, an integer that
//! decides how often a loop iterates may as well be data, such as the number whose root is
//! taken, and a sweep over small values says little about it. Both versions are therefore
//! executed on all values at once; only if that does not end within bounds are some values
//! compared one by one. Invariant: agreement on some values is not EQUIVALENT unless the
//! user accepts them.

use super::Request;
use crate::budgets::questions::{VALUES_PATHS, VALUES_STEPS, VALUES_TIME};
use crate::contract::{Contract, Length, Role};
use crate::frontend::Wishes;
use crate::pipeline::Tally;
use crate::settings::Settings;
use crate::verdict::{Outcome, Undecided, UndecidedKind, Verdict};

/// The contract in which every size is an input of any value; `None` if a size is the
/// length of something, or the user says that it is a size.
pub(super) fn all(contract: &Contract, wishes: &Wishes) -> Option<Contract> {
    let has_length = |role: &Role| match role {
        Role::Buffer { length, .. } => !matches!(length, Length::Const(_)),
        Role::Place { .. } => true,
        _ => false,
    };
    let is_count = !wishes.sizes.is_empty() || wishes.names_a_size();
    let fixed = contract.size_variables.is_empty() || contract.launch.is_some();
    if is_count || fixed || contract.params.iter().any(|p| has_length(&p.role)) {
        return None;
    }
    let mut all = contract.clone();
    all.size_variables.clear();
    for param in &mut all.params {
        match &param.role {
            Role::Size {
                scalar,
                value: Length::Var(name),
                listed,
            } if listed.is_empty() && *name == param.name => {
                param.role = Role::Scalar {
                    scalar: *scalar,
                    range: None,
                    enumeration: None,
                };
            }
            Role::Size { .. } => return None,
            _ => {}
        }
    }
    Some(all)
}

/// The request with low bounds, which an endless loop meets soon.
pub(super) fn bounded(request: &Request) -> Request {
    let settings = &request.settings;
    let patience = VALUES_TIME.min(settings.timeout / 4);
    let settings = Settings {
        max_paths: settings.max_paths.min(VALUES_PATHS),
        max_steps: settings.max_steps.min(VALUES_STEPS),
        timeout: settings
            .timeout
            .min(settings.started.elapsed().saturating_add(patience)),
        ..settings.clone()
    };
    Request {
        settings,
        ..request.clone()
    }
}

/// Whether an attempt is undecided because of a bound.
pub(super) fn met_a_bound(outcome: &Outcome) -> bool {
    use UndecidedKind::{
        MemoryLimit, PathLimit, PathsLeft, RecursionLimit, StepLimit, SymbolicSize, TimeLimit,
    };
    let bounds = [
        MemoryLimit,
        PathLimit,
        PathsLeft,
        RecursionLimit,
        StepLimit,
        SymbolicSize,
        TimeLimit,
    ];
    let mut reasons = outcome.undecided.iter();
    outcome.verdict == Verdict::Undecided && reasons.any(|reason| bounds.contains(&reason.kind))
}

/// Records as undecided that other values than those of the sweep were not compared.
pub(super) fn doubt(contract: &Contract, tally: &mut Tally) {
    let name = contract.size_variables.first().map_or("", String::as_str);
    let mut params = contract.params.iter();
    let any = params.find_map(|param| match &param.role {
        Role::Size { value, scalar, .. } if value.to_string() == name => {
            Some(format!(", or any: --arg {}={scalar}", param.name))
        }
        _ => None,
    });
    let any = any.unwrap_or_default();
    tally.undecided(
        Undecided::new(
            UndecidedKind::OtherValues,
            format!("only some values of `{name}`, which is the length of nothing, were compared"),
        )
        .with_help(format!(
            "say which are meant: --size {name}=0..64{any}; or accept those tried: --allow-unreached"
        )),
    );
}
