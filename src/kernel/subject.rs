//! One kernel to examine: its parameters and its index space.

use super::Request;
use crate::contract::Contract;
use crate::frontend::{Abi, Kernel, Wishes, infer, kernel};
use crate::launch::Geometry;
use crate::pipeline::Module;
use crate::problem::Problem;
use crate::relations;
use crate::side::{IndexSpace, sub_group, uniform};
use crate::verdict::Function;

/// A kernel, its parameters and its index space.
pub(super) struct Subject {
    /// The kernel as reports describe it.
    pub function: Function,
    /// The meaning of its parameters; an assumed length of a buffer is not known yet.
    pub contract: Contract,
    /// The kernel's parameters as LLVM arguments.
    pub abi: Abi,
    /// The properties of the kernel that a launch needs.
    pub kernel: Kernel,
    /// The index space, as expressions over sizes.
    pub geometry: Geometry,
}

impl Subject {
    /// The kernel of this symbol, with the user's wishes and the texts of its index space.
    ///
    /// # Errors
    /// If its parameters or its index space are not known.
    pub fn new(
        request: &Request,
        module: &Module<'_>,
        symbol: &str,
        (wishes, spaces): (&Wishes, &[&str]),
    ) -> Result<Subject, Problem> {
        let space = IndexSpace {
            global: spaces.to_vec(),
            local: request.local.as_deref(),
            offset: request.offset.as_deref(),
        };
        space.global(symbol)?;
        let itself = (module.compiled(), symbol);
        let agreement = infer(itself, itself, wishes)?;
        let mut contract = agreement.contract;
        let mut geometry = space.geometry(symbol, &mut contract)?;
        let kernel = kernel(module.native(), symbol)
            .ok_or_else(|| Problem::new(format!("`{symbol}` is no kernel")))?;
        contract.relations = relations::parse(&request.settings.relations, &contract)?;
        geometry.required = kernel.required;
        geometry.sub_group = sub_group(&kernel, request.sub_group)?;
        geometry.uniform = uniform(request.settings.cflags.iter());
        Ok(Subject {
            function: Function {
                name: symbol.to_owned(),
                symbol: symbol.to_owned(),
                location: None,
                flags: Vec::new(),
                compilation: Some(module.compilation(symbol)),
            },
            contract,
            abi: agreement.reference,
            kernel,
            geometry,
        })
    }

    /// Whether the implementation chooses the groups, and the kernel can observe that.
    pub fn is_grouped_by_anybody(&self) -> bool {
        let chosen = self.geometry.local.is_some() || self.kernel.required.is_some();
        !chosen && self.kernel.sees_groups.is_some()
    }
}
