//! The roles of parameters that are passed by value: constants, sizes, numbers and structures.

use super::roles::Assigner;
use crate::contract::{Element, Enumeration, Enumerator, Length, Range, Role, Scalar};
use crate::frontend::args::{GivenRange, Meaning, unknown_type};
use crate::frontend::error::FrontendError;
use crate::frontend::number;
use crate::frontend::quote::Quote;
use crate::frontend::types::{BOOL, BOOL_IN_MEMORY, Type};

impl Assigner<'_> {
    pub(super) fn constant(
        &self,
        index: usize,
        ty: &Type,
        text: &str,
    ) -> Result<Role, FrontendError> {
        let scalar = match ty {
            Type::Scalar(scalar) => truth_value(*scalar).0,
            Type::Aggregate(_) => {
                return Err(self.misfit(index, "a structure cannot be a constant".into()));
            }
            _ => Scalar::Int {
                bits: 64,
                signed: false,
            },
        };
        match number::bits(text, scalar) {
            Some(bits) => Ok(Role::Const { scalar, bits }),
            None => Err(self.misfit(index, format!("{text} is not a value of {scalar}"))),
        }
    }

    pub(super) fn scalar(&self, index: usize, scalar: Scalar) -> Result<Role, FrontendError> {
        let (scalar, truth) = truth_value(scalar);
        let meaning = self.flags[index].map(|arg| &arg.meaning);
        if let Some(Meaning::Size(value)) = meaning {
            if matches!(scalar, Scalar::Float { .. }) {
                return Err(self.misfit(index, "a size has to be an integer".into()));
            }
            let value = match value {
                Some(length) => self.resolve_length(index, length)?,
                None => Length::Var(self.name(index).to_owned()),
            };
            let own = value == Length::Var(self.name(index).to_owned());
            let listed = match own {
                true => listed(self.declared(index)),
                false => Vec::new(),
            };
            return Ok(Role::Size {
                scalar,
                value,
                listed,
            });
        }
        let enumeration = self.enumeration(index, scalar)?;
        let mut shown = scalar;
        let mut range = None;
        if let Some(Meaning::Symbolic {
            direction,
            scalar: given,
            named,
            length,
            align,
            range: r,
            ..
        }) = meaning
        {
            is_named(named, None)?;
            if direction.is_some() || length.is_some() || align.is_some() {
                let reason = "it is passed by value, so it has no direction, length or alignment";
                return Err(self.misfit(index, reason.into()));
            }
            if self.sizes.contains(&index) {
                let reason = "another --arg uses it in a length, so it has to be a size";
                return Err(self.misfit(index, reason.into()));
            }
            if let Some(given) = given {
                if !same_kind(*given, scalar) {
                    return Err(self.misfit(index, format!("{given} does not fit; it is {scalar}")));
                }
                shown = *given;
            }
            range = self.range(index, r.as_deref(), &[shown])?;
        } else if self.sizes.contains(&index) {
            let value = Length::Var(self.name(index).to_owned());
            let listed = listed(self.declared(index));
            return Ok(Role::Size {
                scalar,
                value,
                listed,
            });
        }
        Ok(Role::Scalar {
            scalar: shown,
            range: range
                .or(truth)
                .or_else(|| enumeration.as_ref().and_then(Enumeration::range)),
            enumeration,
        })
    }

    pub(super) fn aggregate(&self, index: usize, element: &Element) -> Result<Role, FrontendError> {
        let mut range = None;
        match self.flags[index].map(|arg| &arg.meaning) {
            None => {}
            Some(Meaning::Symbolic {
                direction: None,
                scratch: false,
                scalar: None,
                named,
                length: None,
                row: None,
                terminated: _,
                origin: _,
                capacity: None,
                align: None,
                range: r,
            }) => {
                is_named(named, Some(element))?;
                range = self.range(index, r.as_deref(), &scalars(element))?;
            }
            Some(_) => {
                let reason = "a structure passed by value can only be given a range";
                return Err(self.misfit(index, reason.into()));
            }
        }
        Ok(Role::Value {
            element: element.clone(),
            range,
        })
    }

    /// The range of an `--arg`, checked against each of the scalars.
    pub(super) fn range(
        &self,
        index: usize,
        range: Option<&GivenRange>,
        scalars: &[Scalar],
    ) -> Result<Option<Range>, FrontendError> {
        let (Some(range), Some(arg)) = (range, self.flags[index]) else {
            return Ok(None);
        };
        let mut shown = None;
        for scalar in scalars {
            match number::range(range, *scalar) {
                Ok(range) => shown = Some(range),
                Err((Some(quote), reason)) => {
                    return Err(FrontendError::RangeEnd { quote, reason });
                }
                Err((None, reason)) => {
                    return Err(FrontendError::EmptyRange {
                        quote: arg.quote.clone(),
                        reason,
                    });
                }
            }
        }
        Ok(shown)
    }
}

/// The values of a size whose type has these enumerators.
fn listed(enumerators: &[Enumerator]) -> Vec<i64> {
    let values = enumerators.iter().map(|e| e.value);
    let mut listed: Vec<i64> = values.filter_map(|value| value.try_into().ok()).collect();
    listed.sort_unstable();
    listed.dedup();
    listed
}

/// Checks that a type named in a flag is the parameter's own type; `struct` and the like may
/// be left out.
pub(super) fn is_named(named: &Option<Quote>, own: Option<&Element>) -> Result<(), FrontendError> {
    let Some(name) = named else { return Ok(()) };
    let tag = |own: &str| match own.split_once(' ') {
        Some(("struct" | "union" | "enum", own)) => own == name.part(),
        _ => false,
    };
    match own {
        Some(own) if own.name == name.part() || tag(&own.name) => Ok(()),
        Some(own) if own.leaves.len() > 1 => Err(FrontendError::Syntax {
            help: "the type may be left out, as in 'p=in:[n]'",
            reason: format!(
                "`{}` is not the type of the elements: they are `{}`",
                name.part(),
                own.name
            ),
            quote: name.clone(),
        }),
        _ => Err(unknown_type(name.clone())),
    }
}

/// The scalar types in an element.
pub(super) fn scalars(element: &Element) -> Vec<Scalar> {
    element.leaves.iter().map(|leaf| leaf.scalar).collect()
}

/// The representation of a `bool` in a contract: a byte that is zero or one.
pub(super) fn truth_value(scalar: Scalar) -> (Scalar, Option<Range>) {
    let range = Range {
        low: 0.0,
        high: 1.0,
    };
    match scalar == BOOL {
        true => (BOOL_IN_MEMORY, Some(range)),
        false => (scalar, None),
    }
}

fn same_kind(left: Scalar, right: Scalar) -> bool {
    left.bits() == right.bits()
        && matches!(left, Scalar::Float { .. }) == matches!(right, Scalar::Float { .. })
}
