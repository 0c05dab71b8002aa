//! The code that runs before a version: static constructors and the functions of `--setup`.

use super::version::Side;
use crate::symex::{End, Finished, Ignorant, Machine, State};

/// The state after the static constructors, and the state after the functions of `--setup`.
///
/// # Errors
/// Why they cannot be executed, as a sentence.
pub fn start(machine: &mut Machine<'_>, side: &Side<'_, '_>) -> Result<[State; 2], String> {
    let state = machine.initial_state();
    let constructed = machine.run_constructors(state, &mut Ignorant);
    let constructed = only(
        constructed,
        "the static constructors of the program could not be executed",
    )?;
    let set_up = machine.run_all(constructed.clone(), &side.setup, &mut Ignorant);
    let set_up = only(set_up, "what --setup names could not be executed")?;
    Ok([constructed, set_up])
}

/// The state of the only path, if it returned.
fn only(mut paths: Vec<Finished>, failure: &str) -> Result<State, String> {
    let last = paths.pop();
    match (last.map(|path| (path.state, path.end)), paths.is_empty()) {
        (Some((state, End::Returned(_))), true) => Ok(state),
        (Some((_, End::Stopped(stop))), _) => Err(format!("{failure}: {}", stop.reason)),
        (Some((_, End::Defect(defect))), _) => Err(format!("{failure}: {}", defect.message())),
        _ => Err(failure.to_owned()),
    }
}
