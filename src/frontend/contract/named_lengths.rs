//! Integers that are lengths by their names and places, for guards such as `if (i >= count) return
//! 0; … p[i]`: an index stays below the length that guards it, and the buffer has that length.

use std::collections::{HashMap, HashSet};

use super::poly::{Poly, Symbol};
use crate::contract::Scalar;
use crate::frontend::abi::Abi;
use crate::frontend::names;
use crate::frontend::signature::{Signature, SourceParam};
use crate::frontend::types::Type;

/// The arguments of a function that are lengths.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    /// The arguments whose names say that they are lengths, widths, heights or strides.
    all: HashSet<u32>,
    /// For the argument of a buffer, the lengths that are its own: the one after it, or one whose
    /// name contains the buffer's.
    own: HashMap<u32, HashSet<u32>>,
}

impl Lengths {
    /// The lengths among a function's arguments.
    pub(super) fn of(abi: &Abi, signature: &Signature) -> Lengths {
        let params = &signature.params;
        let integers = || {
            let all = params.iter().enumerate();
            all.filter(|(_, param)| is_length(param))
                .filter_map(|(at, param)| Some((at, param, abi.argument_of(at)?)))
        };
        let mut own = HashMap::new();
        for (at, buffer) in params.iter().enumerate() {
            let Some(argument) = abi.argument_of(at) else {
                continue;
            };
            if !matches!(buffer.ty, Type::Pointer(_)) {
                continue;
            }
            let belongs = |place: usize, param: &SourceParam| {
                place == at + 1 && !param.is_added() || names::belongs(&param.name, &buffer.name)
            };
            let lengths = integers().filter(|(place, param, _)| belongs(*place, param));
            own.insert(argument, lengths.map(|(_, _, argument)| argument).collect());
        }
        Lengths {
            all: integers().map(|(_, _, argument)| argument).collect(),
            own,
        }
    }

    /// Whether a polynomial mentions a length of this buffer.
    pub(super) fn belongs(&self, poly: &Poly, buffer: u32) -> bool {
        self.own.get(&buffer).is_some_and(|own| mentions(poly, own))
    }

    /// Whether a polynomial mentions a length.
    pub(super) fn tells(&self, poly: &Poly) -> bool {
        mentions(poly, &self.all)
    }

    /// The end of an access with its arguments replaced by the lengths that guard them, in the
    /// order of the guards that leaves the fewest arguments. An argument that takes part in the
    /// address itself, not only as the bound of a loop (`direct`), is an index: it stays below a
    /// constant, too.
    pub(super) fn shortest(
        &self,
        end: Poly,
        guards: &[(Poly, Poly)],
        (buffer, direct): (u32, &HashSet<u32>),
    ) -> Poly {
        let bounded = |end: &Poly, (small, large): &(Poly, Poly)| {
            self.guarded(end, (small, large), (buffer, direct))
        };
        let candidates = guards.iter().filter_map(|first| {
            let start = bounded(&end, first)?;
            let others = guards.iter();
            Some(others.fold(start, |end, guard| bounded(&end, guard).unwrap_or(end)))
        });
        let shortest =
            candidates.min_by_key(|poly| (poly.mentioned(), poly.terms(), poly.as_constant()));
        shortest.unwrap_or(end)
    }

    /// The end of an access with an argument in it replaced by the length that guards it: `small`
    /// is at most `large` where the access is executed. `None` if the guard does not tell a
    /// length of the buffer.
    fn guarded(
        &self,
        end: &Poly,
        (small, large): (&Poly, &Poly),
        (buffer, direct): (u32, &HashSet<u32>),
    ) -> Option<Poly> {
        if small.loop_variable().is_some() || large.loop_variable().is_some() {
            return None;
        }
        let is_own = |argument: u32| {
            let own = self.own.get(&buffer);
            own.is_some_and(|own| own.contains(&argument))
        };
        small
            .arguments()
            .collect::<Vec<_>>()
            .into_iter()
            .find_map(|index| {
                let is_index = large.as_constant().is_some() && direct.contains(&index);
                let tells = self.belongs(large, buffer)
                    || !self.all.contains(&index) && (is_index || mentions(large, &self.all));
                if is_own(index) || !tells {
                    return None;
                }
                let symbol = Symbol::Argument(index);
                let (own, _) = small.split(symbol)?;
                let (factor, _) = end.split(symbol)?;
                // `pos >> 8` is an index, too.
                let times = factor.divided(&own)?;
                if times.terms() == 0 || !times.is_nonnegative() {
                    return None;
                }
                let rest = end.sub(&times.mul(small)?)?;
                let bounded = rest.add(&times.mul(large)?)?;
                (!bounded.mentions(symbol)).then_some(bounded)
            })
    }
}

fn mentions(poly: &Poly, arguments: &HashSet<u32>) -> bool {
    poly.arguments()
        .any(|argument| arguments.contains(&argument))
}

/// Whether a parameter is an integer whose name says that it is a length.
pub(super) fn is_length(param: &SourceParam) -> bool {
    let name = &param.name;
    // `m` is the length of the second buffer where `n` is that of the first.
    let named = name == "m"
        || names::is_bound(name)
        || names::is_width(name)
        || names::is_height(name)
        || names::is_stride(name);
    named && matches!(param.ty, Type::Scalar(Scalar::Int { bits: 16..=64, .. }))
}
