//! The index spaces of versions that are kernels.

use std::path::Path;

use crate::contract::Contract;
use crate::frontend::{Contraction, Kernel, Language, device_macros};
use crate::launch::{Geometry, Launch};
use crate::pipeline::Tally;
use crate::problem::Problem;
use crate::side::{
    IndexSpace, note_images, note_options, note_order, sub_group, uniform, without_inputs,
};

use super::Request;

/// Plans the launch of each version that is a kernel, from the texts of `--global`,
/// `--local` and `--offset`. The names in them become size variables.
///
/// # Errors
/// Texts that are missing, given twice, or not applicable.
pub(super) fn of_kernels(
    request: &Request,
    kernels: [Option<Kernel>; 2],
    contract: &mut Contract,
) -> Result<[Option<Launch>; 2], Problem> {
    let names = [request.reference.as_str(), &request.port];
    let space = IndexSpace {
        global: request.spaces().collect(),
        local: request.local.as_deref(),
        offset: request.offset.as_deref(),
    };
    let mut all = kernels.iter().zip(names);
    let Some((_, first)) = all.find(|(kernel, _)| kernel.is_some()) else {
        return match space.is_given() {
            false => Ok([None, None]),
            true => Err(
                Problem::new("neither version is a kernel: there is nothing to launch").help(
                    "--global, --local and --offset are for `__kernel` functions; \
                     --global 'name=MEANING' is about a variable",
                ),
            ),
        };
    };
    let geometry = space.geometry(first, contract)?;
    without_inputs(&geometry, contract)?;
    contract.launch = Some(geometry.to_string());
    let mut planned = [None, None];
    let own = [&request.reference_flags, &request.port_flags];
    let sides = kernels.into_iter().zip(names).zip(own);
    for (((kernel, name), own), planned) in sides.zip(&mut planned) {
        let Some(kernel) = kernel else { continue };
        let chosen = geometry.local.is_some() || kernel.required.is_some();
        if let Some(builtin) = kernel.sees_groups.as_ref().filter(|_| !chosen) {
            let problem = format!("`{name}` depends on its work-groups: it calls `{builtin}`");
            return Err(Problem::new(problem).help("say how large they are with --local"));
        }
        let geometry = Geometry {
            required: kernel.required,
            sub_group: sub_group(&kernel, request.sub_group)?,
            uniform: uniform(request.settings.cflags.iter().chain(own)),
            ..geometry.clone()
        };
        let launch = Launch::new(geometry, kernel.local_variables, request.races);
        *planned = Some(launch.recording(request.access_log.is_some()));
    }
    Ok(planned)
}

/// Records what the verdict of a launch leans on.
pub(super) fn note(request: &Request, contract: &Contract, launch: &Launch, tally: &mut Tally) {
    note_order(launch, tally);
    note_images(contract, tally);
    note_options(request.flags(), tally);
    let contracted = match request.settings.contract {
        Contraction::Off => Some("twice (--contract off)"),
        Contraction::On => Some("once (--contract on)"),
        Contraction::Any => None,
    };
    if let Some(rounded) = contracted {
        tally.lean_on(&format!("the device rounds `a * b + c` {rounded}"));
    }
    for file in &request.files {
        note_macros(file, &request.settings.cflags, tally);
    }
}

/// Records the macros of its device that a source of OpenCL C asks for.
fn note_macros(file: &Path, flags: &[String], tally: &mut Tally) {
    let is_device = Language::of(file) == Some(Language::OpenCl);
    // A file that cannot be read was refused before.
    let Some(source) = is_device
        .then(|| std::fs::read_to_string(file).ok())
        .flatten()
    else {
        return;
    };
    let asked = device_macros(&source, flags);
    if !asked.is_empty() {
        tally.lean_on(&format!(
            "the device's compiler defines of these macros those that clang does: {}",
            asked.join(", ")
        ));
    }
}
