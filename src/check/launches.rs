//! The index spaces of the versions that are kernels.

use crate::contract::Contract;
use crate::frontend::{Flag, Kernel, nd_range};
use crate::launch::{Conflict, Geometry, Launch, Notes, RangeError};
use crate::pipeline::Tally;
use crate::problem::Problem;
use crate::verdict::Undecided;

use super::Request;

/// The launch of each version that is a kernel, by the texts of `--global`, `--local`
/// and `--offset`; the names in them become size variables.
///
/// # Errors
/// Where they are missing, more than one, or of no use.
pub(super) fn of_kernels(
    request: &Request,
    kernels: [Option<Kernel>; 2],
    contract: &mut Contract,
) -> Result<[Option<Launch>; 2], Problem> {
    let names = [request.reference.as_str(), &request.port];
    let global: Vec<&str> = request.spaces().collect();
    let first = kernels
        .iter()
        .zip(names)
        .find(|(kernel, _)| kernel.is_some());
    let given = match (first, &global[..]) {
        (None, []) if request.local.is_none() && request.offset.is_none() => {
            return Ok([None, None]);
        }
        (None, _) => {
            return Err(
                Problem::new("neither version is a kernel: there is nothing to launch").help(
                    "--global, --local and --offset are for `__kernel` functions; \
                     --global 'name=MEANING' is about a variable",
                ),
            );
        }
        (Some((_, name)), []) => {
            return Err(
                Problem::new(format!("`{name}` is a kernel: how many work-items run it?"))
                    .help("give --global, for example --global 64 or --global 4*n"),
            );
        }
        (Some(_), [one]) => one,
        (Some(_), [..]) => {
            return Err(Problem::new("the index space was given more than once")
                .help("give all of its dimensions in one --global, as in --global 64x8"));
        }
    };
    let parse = |flag, text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| nd_range(flag, text)).transpose()
    };
    let geometry = Geometry {
        global: nd_range(Flag::Global, given)?,
        local: parse(Flag::Local, &request.local)?,
        offset: parse(Flag::Offset, &request.offset)?,
        required: None,
    };
    for length in geometry.lengths() {
        length.variables(&mut |name| {
            if !contract.size_variables.iter().any(|known| known == name) {
                contract.size_variables.push(name.to_owned());
            }
        });
    }
    contract.launch = Some(geometry.to_string());
    let mut planned = [None, None];
    for ((kernel, name), planned) in kernels.into_iter().zip(names).zip(&mut planned) {
        let Some(kernel) = kernel else { continue };
        let chosen = geometry.local.is_some() || kernel.required.is_some();
        if let Some(builtin) = kernel.sees_groups.filter(|_| !chosen) {
            let problem = format!("`{name}` depends on its work-groups: it calls `{builtin}`");
            return Err(Problem::new(problem).help("say how large they are with --local"));
        }
        let geometry = Geometry {
            required: kernel.required,
            ..geometry.clone()
        };
        *planned = Some(Launch::new(
            geometry,
            kernel.local_variables,
            request.race_free,
        ));
    }
    Ok(planned)
}

/// An index space that cannot be launched, as bad input.
pub(super) fn problem(error: RangeError) -> Problem {
    let help = match error {
        RangeError::Divides { .. } => {
            "give sizes with --size at which the groups fill the index space, or another --local"
        }
        RangeError::Value(..) => "give the sizes that it names with --size",
        RangeError::Dimensions { .. } => "give as many sizes for each dimension",
        RangeError::Required { .. } => "leave --local out, or change the kernel",
        RangeError::TooMany(_) => "give fewer with --global",
    };
    Problem::new(error.to_string()).help(help)
}

/// Says what the verdict of a launch rests on.
pub(super) fn note(request: &Request, notes: Notes, tally: &mut Tally) {
    if let Some(place) = notes.one_value {
        tally.lean_on(&format!(
            "work-items write one value to one place at {place}"
        ));
    }
    match notes.open {
        None => {}
        Some(_) if request.race_free => {
            tally.lean_on("no two work-items race (--assume-race-free)");
        }
        Some(_) if tally.is_settled() => {}
        Some(Conflict {
            place,
            earlier,
            atomic,
        }) => {
            let what = match atomic {
                true => "in which order work-items access memory atomically is open",
                false => "two work-items may race",
            };
            tally.undecided(Undecided {
                kind: "races".to_owned(),
                message: format!("{what}: {earlier} and {place}"),
                help: Some("where the order is of no matter: --assume-race-free".to_owned()),
                location: None,
                count: 1,
            });
        }
    }
    tally.lean_on("single-precision subnormals are kept, not flushed to zero");
}
