//! The problem reported when a contract has no meaning at some sizes.

use crate::problem::{Origin, Problem};
use crate::side::InputError;

/// Turns an input error into a problem with help.
pub(super) fn refused(error: InputError) -> Problem {
    match error {
        InputError::Relation {
            relation,
            reason,
            help,
        } => {
            let mut problem = Problem::new(reason).help(help);
            problem.origin = Some(Box::new(Origin {
                name: "--assume".to_owned(),
                span: 0..relation.len(),
                text: relation,
            }));
            problem
        }
        other => Problem::new(other.to_string())
            .help("give other sizes with --size, or another length with --arg"),
    }
}
