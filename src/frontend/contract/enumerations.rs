//! Which values an integer of an enumeration's type takes.
//!
//! All of its enumerators and, where these are bits, their combinations; `--arg`
//! chooses others. A number outside them is what the source rules out by its type.

use super::roles::Assigner;
use crate::contract::{Enumeration, Enumerator, Scalar};
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::number;

/// Fewer bits may as well be two cases.
const LEAST_FLAGS: usize = 3;

impl Assigner<'_> {
    /// The values of a parameter of the type `scalar`; none if they are not restricted.
    pub(super) fn enumeration(
        &self,
        index: usize,
        scalar: Scalar,
    ) -> Result<Option<Enumeration>, FrontendError> {
        let declared = match &self.reference.signature.params[index].enumerators {
            none if none.is_empty() => &self.port.signature.params[index].enumerators,
            some => some,
        };
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
            None => Ok(Some(whole(declared.clone()))),
        }
    }

    /// A value that the user names.
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
        let Some(bits) = number::bits(text, scalar) else {
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

/// All of an enumeration: its enumerators, or what can be made of them if they are
/// bits.
fn whole(enumerators: Vec<Enumerator>) -> Enumeration {
    let single = |e: &&Enumerator| e.value > 0 && e.value.count_ones() == 1;
    let bits: Vec<i128> = enumerators.iter().filter(single).map(|e| e.value).collect();
    let mask = bits.iter().fold(0, |all, bit| all | bit);
    let of_bits = enumerators
        .iter()
        .all(|e| e.value >= 0 && e.value & !mask == 0);
    let separate = Enumeration {
        enumerators,
        combined: false,
    };
    let combined = bits.len() >= LEAST_FLAGS && of_bits && !separate.is_interval();
    Enumeration {
        combined,
        ..separate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i128]) -> Enumeration {
        let named = |value: &i128| Enumerator {
            name: format!("V{value}"),
            value: *value,
        };
        whole(values.iter().map(named).collect())
    }

    #[test]
    fn powers_of_two_are_flags() {
        assert!(of(&[0, 1, 2, 4]).combined && of(&[1, 2, 3, 8, 16]).combined);
        assert!(!of(&[0, 1, 2, 3, 4]).combined && !of(&[1, 2]).combined);
        assert!(!of(&[1, 2, 4, -1]).combined && !of(&[1, 2, 4, 24]).combined);
    }

    #[test]
    fn intervals_have_no_gaps() {
        assert!(of(&[2, 0, 1]).is_interval() && !of(&[0, 2]).is_interval());
        assert!(of(&[1, 2, 4]).is_interval() && !of(&[1, 4, 16]).is_interval());
    }
}
