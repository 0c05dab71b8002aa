//! Both versions as written: the programs in which a cause is searched for.

use super::super::modules::{Agreed, Modules};
use crate::pipeline::Preparation;
use crate::problem::Problem;
use crate::program::Program;

/// The programs of both versions before any pass; a single one if both versions share a
/// module.
pub struct Written {
    reference: Program,
    port: Option<Program>,
}

impl Written {
    /// Compiles the programs again, without passes.
    ///
    /// # Errors
    /// When the compiler or a pass fails.
    pub fn of(
        modules: &Modules<'_>,
        preparation: &Preparation<'_>,
        agreed: &Agreed,
    ) -> Result<Written, Problem> {
        let [left, right] = agreed.roots();
        if modules.are_one() {
            let roots = [left, right].concat();
            return Ok(Written {
                reference: preparation.as_written(&modules.reference, &roots)?,
                port: None,
            });
        }
        Ok(Written {
            reference: preparation.as_written(&modules.reference, &left)?,
            port: Some(preparation.as_written(modules.port(), &right)?),
        })
    }

    /// The programs of the reference and the port.
    pub fn programs(&self) -> [&Program; 2] {
        let port = self.port.as_ref().unwrap_or(&self.reference);
        [&self.reference, port]
    }
}
