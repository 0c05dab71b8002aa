//! Parameters that only one version has (`--reference-arg`, `--port-arg`), and results that one
//! version stores through a parameter.

use super::View;
use crate::contract::Owner;
use crate::frontend::abi::{AbiArg, AbiResult};
use crate::frontend::args::{Arg, Meaning};
use crate::frontend::error::{FrontendError, nearest};
use crate::frontend::types::Type;

/// The `--arg` flags of one version alone.
#[derive(Clone, Copy)]
pub(super) struct Own<'w> {
    /// All flags.
    args: &'w [Arg],
    /// The version.
    pub owner: Owner,
}

impl<'w> Own<'w> {
    pub fn new(args: &'w [Arg], owner: Owner) -> Own<'w> {
        Own { args, owner }
    }

    fn args(self) -> impl Iterator<Item = &'w Arg> {
        let own = self.args.iter();
        own.filter(move |arg| arg.owner == Some(self.owner))
    }

    /// For each parameter whether only this version has it. A structure of which a member is named
    /// belongs to this version with all its members, unless the other version has one of its name.
    ///
    /// # Errors
    /// [`FrontendError::ParamMissing`] for a flag that names none of them,
    /// [`FrontendError::OfBoth`] for one that names a parameter of both versions.
    pub fn alone(self, view: &View, other: &View) -> Result<Vec<bool>, FrontendError> {
        let mut alone = vec![false; view.signature.params.len()];
        let shared = |whole: &str| {
            other
                .signature
                .params
                .iter()
                .any(|p| root(&p.name) == whole)
        };
        // The result's place is no parameter any more.
        for arg in self.args().filter(|arg| arg.meaning != Meaning::Result) {
            let named = position(view, arg)?;
            let mut others = other.signature.params.iter();
            if others.any(|param| param.name == arg.name.part()) {
                return Err(FrontendError::OfBoth {
                    quote: arg.name.clone(),
                    owner: self.owner,
                });
            }
            alone[named] = true;
            let whole = root(arg.name.part());
            for (param, alone) in view.signature.params.iter().zip(&mut alone) {
                *alone |= whole != arg.name.part() && root(&param.name) == whole && !shared(whole);
            }
        }
        Ok(alone)
    }

    /// The parameter that is the result's place, in words.
    pub fn note(self) -> Option<String> {
        let place = self.args().find(|arg| arg.meaning == Meaning::Result)?;
        let other = match self.owner {
            Owner::Reference => Owner::Port,
            Owner::Port => Owner::Reference,
        };
        let (name, owner) = (place.name.part(), self.owner);
        Some(format!(
            "the {owner} stores in `{name}` what the {other} returns"
        ))
    }

    /// The view in which the parameter that is said to be the result's place is the result.
    ///
    /// # Errors
    /// [`FrontendError::ArgType`] if the function returns a value, or the parameter is no pointer
    /// to one; [`FrontendError::ParamMissing`].
    pub fn with_result(self, mut view: View) -> Result<View, FrontendError> {
        let mut results = self.args().filter(|arg| arg.meaning == Meaning::Result);
        let Some(arg) = results.next() else {
            return Ok(view);
        };
        if let Some(second) = results.next() {
            let other = &view.signature.params[position(&view, second)?];
            return Err(FrontendError::ArgType {
                quote: second.quote.clone(),
                param: other.name.clone(),
                ty: other.spelled.clone(),
                reason: format!("the result's place is `{}`", arg.name.part()),
            });
        }
        let index = position(&view, arg)?;
        let source = view.signature.params[index].clone();
        let refuse = |reason: &str| FrontendError::ArgType {
            quote: arg.quote.clone(),
            param: source.name.clone(),
            ty: source.spelled.clone(),
            reason: reason.to_owned(),
        };
        if view.signature.result != Type::Void {
            return Err(refuse("the function returns a value besides"));
        }
        let place = view.abi.args.iter_mut().find(|held| match held {
            AbiArg::Buffer { param } => *param == index,
            _ => false,
        });
        let (Some(place), Type::Pointer(pointer)) = (place, &source.ty) else {
            return Err(refuse("a result is stored through a pointer"));
        };
        let Some(element) = pointer.pointee.element() else {
            return Err(refuse("a result is a number or a structure of numbers"));
        };
        *place = AbiArg::Result {
            size: element.size,
            align: element.align,
        };
        view.abi.result = AbiResult::Memory;
        view.signature.result = (*pointer.pointee).clone();
        view.signature.result_spelled = source.spelled.trim_end_matches(['*', '&', ' ']).to_owned();
        let all = 0..view.signature.params.len();
        let kept: Vec<Option<usize>> = all.filter(|param| *param != index).map(Some).collect();
        Ok(view.with_params(&kept, &view, &kept))
    }
}

/// The name of the structure that a member's name begins with, or the whole name.
fn root(name: &str) -> &str {
    let end = name
        .find(['.', '['])
        .into_iter()
        .chain(name.find("->"))
        .min();
    &name[..end.unwrap_or(name.len())]
}

/// The index of the parameter that a flag names.
fn position(view: &View, arg: &Arg) -> Result<usize, FrontendError> {
    let names = || view.signature.params.iter().map(|p| p.name.as_str());
    let found = names().position(|name| name == arg.name.part());
    found.ok_or_else(|| FrontendError::ParamMissing {
        quote: arg.name.clone(),
        nearest: nearest(arg.name.part(), names())
            .first()
            .map(|name| (*name).to_owned()),
        params: names().map(str::to_owned).collect(),
    })
}
