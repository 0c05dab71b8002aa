//! The values of integers of an enumeration type.
//!
//! They are all its enumerators and, if these are bits, their combinations; `--arg` chooses
//! others. Other numbers are excluded by the type in the source.

use std::collections::BTreeMap;

use super::roles::Assigner;
use crate::contract::{Enumeration, Enumerator, Scalar};
use crate::frontend::args::{Arg, Meaning};
use crate::frontend::debug_info::DebugInfo;
use crate::frontend::error::FrontendError;
use crate::frontend::number;

/// The values of the enumerators that flags name.
pub(super) fn named(debug: &DebugInfo, args: &[Arg]) -> BTreeMap<String, i128> {
    let texts = args.iter().filter_map(|arg| match &arg.meaning {
        Meaning::Enumeration { values, .. } => Some(values),
        _ => None,
    });
    let found = texts
        .flatten()
        .filter_map(|text| Some((text.clone(), debug.enumerator(text)?)));
    found.collect()
}

impl Assigner<'_> {
    /// The values of a parameter of type `scalar`; `None` if they are not restricted.
    pub(super) fn enumeration(
        &self,
        index: usize,
        scalar: Scalar,
    ) -> Result<Option<Enumeration>, FrontendError> {
        let declared = self.declared(index);
        match self.flags[index].map(|arg| &arg.meaning) {
            Some(Meaning::Enumeration { values, combined }) => {
                let found = values
                    .iter()
                    .map(|v| self.enumerator(index, declared, v, scalar));
                let enumerators = found.collect::<Result<Vec<_>, _>>()?;
                if *combined && enumerators.iter().any(|e| e.value < 0) {
                    return Err(self.misfit(index, "flags are not negative".into()));
                }
                Ok(Some(Enumeration {
                    enumerators,
                    combined: *combined,
                }))
            }
            Some(_) => Ok(None),
            None if declared.is_empty() => Ok(None),
            None => Ok(Some(Enumeration::whole(declared.to_vec()))),
        }
    }

    /// The enumerators of a parameter's type; empty for other types.
    pub(super) fn declared(&self, index: usize) -> &[Enumerator] {
        match &self.reference.signature.params[index].enumerators {
            none if none.is_empty() => &self.port.signature.params[index].enumerators,
            some => some,
        }
    }

    /// The value that a name or number in an `--arg` denotes.
    fn enumerator(
        &self,
        index: usize,
        declared: &[Enumerator],
        text: &str,
        scalar: Scalar,
    ) -> Result<Enumerator, FrontendError> {
        if let Some(known) = declared.iter().find(|e| e.name == text) {
            return Ok(known.clone());
        }
        let Scalar::Int {
            bits: width,
            signed,
        } = scalar
        else {
            return Err(self.misfit(index, "it is no integer".into()));
        };
        let of_files = [self.reference, self.port].map(|view| view.enumerators.get(text));
        if let [Some(x), Some(y)] = of_files
            && x != y
        {
            let reason = format!("{text} is {x} in the reference's files and {y} in the port's");
            return Err(self.misfit(index, reason));
        }
        let digits = of_files.into_iter().flatten().next();
        let digits = digits.map(ToString::to_string);
        let Some(bits) = number::bits(digits.as_deref().unwrap_or(text), scalar) else {
            let names: Vec<&str> = declared.iter().map(|e| e.name.as_str()).collect();
            let reason = match names.is_empty() {
                true => format!("{text} is not a value of {scalar}"),
                false => format!("{text} is not one of {}", names.join(", ")),
            };
            return Err(self.misfit(index, reason));
        };
        Ok(Enumerator {
            name: text.to_owned(),
            value: match signed {
                true => term::signed(bits, width),
                false => bits as i128,
            },
        })
    }
}
