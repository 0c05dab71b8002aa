//! Conversion of front-end errors to problems for the user.

use crate::frontend::FrontendError;
use crate::problem::{Origin, Problem};

impl From<FrontendError> for Problem {
    fn from(error: FrontendError) -> Problem {
        let help = error.help();
        let verbatim = match &error {
            FrontendError::Clang { diagnostics, .. } => Some(diagnostics.clone()),
            _ => None,
        };
        let origin = error.span().map(|quote| {
            Box::new(Origin {
                name: quote.flag.to_string(),
                text: quote.text.to_string(),
                span: quote.start..quote.end,
            })
        });
        Problem {
            message: error.to_string(),
            origin,
            verbatim,
            help,
        }
    }
}
