//! The types of the values that OpenCL C's `printf` is given (6.15.14): each must be the one
//! that its conversion demands, or the behaviour is undefined.
//!
//! Invariant: a mismatch is recorded as a check that fails, and the execution goes on; whoever
//! reads no diagnostics of a format may still have other defects.

use super::model::Site;
use crate::program::Scalar;
use crate::symex::end::{Check, Defect, DefectKind};
use crate::symex::executor::{Exec, Executor};

impl Executor<'_, '_> {
    /// Requires that an argument of OpenCL C's `printf` is a scalar of this type, where the
    /// limits ask for defined outputs. Floats of every width are promoted or not by the device.
    pub(super) fn require_type(
        &mut self,
        site: &Site<'_>,
        index: usize,
        wanted: Scalar,
    ) -> Exec<()> {
        if !self.machine.limits.defined_output || site.name != super::print::ON_DEVICE {
            return Ok(());
        }
        let types = &site.call.types;
        let given = types.get(index).map(|ty| self.program.ty(*ty).lanes());
        let fits = match given {
            Some(Some((Scalar::Float(_), 1))) => matches!(wanted, Scalar::Float(_)),
            Some(Some((scalar, 1))) => scalar == wanted,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let words = match given {
            None => "there is none".to_owned(),
            Some(Some((scalar, 1))) => word(scalar),
            Some(_) => "a vector".to_owned(),
        };
        let defect = Defect {
            text: format!("{} is demanded; given: {words}", word(wanted)),
            ..self.plain_defect(DefectKind::FormatMismatch)
        };
        let (path, condition) = (self.state.kept_path(), self.b().bool(false));
        self.state.add_check(Check {
            path,
            condition,
            defect,
        });
        Ok(())
    }
}

/// A type as reports name it.
fn word(scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(bits) => format!("an integer of {bits} bits"),
        Scalar::Float(_) => "a float".to_owned(),
        Scalar::Pointer => "a pointer".to_owned(),
    }
}
