//! Facts about a host program's launches and calls that its verdict leans on.

use crate::frontend::{DeviceNotes, DeviceProgram};
use crate::host::{Choice, FailedCall, Host};
use crate::launch::{Conflict, Notes, Question, USUAL_GROUP, needs_group};
use crate::pipeline::Tally;
use crate::program::{AddressSpace, Program};
use crate::verdict::{AccessFound, Undecided, UndecidedKind};

/// What a verdict leans on where a program asks for the status of a command.
const PROGRESS: &str = "a command whose status the program asks for is complete the first or the \
    second time, and what it wrote is then visible to the host and to later commands, although the \
    specification calls the question no synchronization point (clGetEventInfo)";

/// What a verdict leans on where a program leaves the size of groups open.
const GROUPS: &str = "of the sizes of work-groups that an implementation may choose, the smallest, \
    one between, and the largest are executed, the same for all launches";

/// Adds to the verdict the facts that it leans on, or leaves open, about a host and its
/// launches.
pub fn note(host: &Host<'_>, program: &Program, device: &DeviceNotes, tally: &mut Tally) {
    let notes: Notes = host.notes();
    for sentence in ignored(host) {
        tally.lean_on(&sentence);
    }
    for sentence in host.overlaps() {
        tally.lean_on(&sentence);
    }
    for choice in host.choices() {
        tally.lean_on(match choice {
            Choice::Progress => PROGRESS,
            Choice::Groups => GROUPS,
        });
    }
    for sentence in needs(host, device) {
        tally.lean_on(&sentence);
    }
    for diagnostics in &device.refused {
        tally.lean_on(&format!(
            "a program that the host builds does not compile:\n{}",
            diagnostics.trim_end()
        ));
    }
    for sentence in notes.rests_on() {
        tally.lean_on(&sentence);
    }
    if let Some(Conflict {
        place,
        earlier,
        question,
    }) = notes.open
        && !tally.is_settled()
    {
        let what = question.text();
        let help = (question == Question::Order).then(|| Question::OF_ORDER.to_owned());
        tally.undecided(
            Undecided::new(
                UndecidedKind::Races,
                format!("{what}: {earlier} and {place}"),
            )
            .with_help(help),
        );
    }
    tally.lean_on("single-precision subnormals are kept, not flushed to zero");
    if reads_what_it_writes(program) {
        tally.lean_on(
            "what is written to an image is seen by later reads of the item, and after a \
             barrier by those of others, as if every fence had CLK_IMAGE_MEM_FENCE",
        );
    }
    if rounds_channels(program) {
        tally.lean_on(
            "the device converts normalized channels of images by one division or product, \
             rounded to the nearest, where it may be off by 1.5 ulp or by 0.6 of a step, and \
             rounds halves to the nearest, where it may round towards zero",
        );
    }
}

/// Sentences on what the program needs of its devices beyond what every device has.
fn needs(host: &Host<'_>, device: &DeviceNotes) -> Vec<String> {
    let mut found = Vec::new();
    if !device.features.is_empty() {
        let names: Vec<&str> = device.features.iter().copied().collect();
        found.push(format!("the device has {}", names.join(", ")));
    }
    let sizes: Vec<String> = device.sub_groups.iter().map(u64::to_string).collect();
    if !sizes.is_empty() {
        let sizes = sizes.join(" or ");
        found.push(format!("sub-groups are made of {sizes} local ids in a row"));
    }
    let group = host.largest_group();
    if group > USUAL_GROUP {
        found.push(needs_group(group));
    }
    found
}

/// A sentence for each option of a program's build by which compilers may remove tests for NaNs and
/// infinities, so that no operation shows the option (OpenCL C 3.0, 6.2.1 and API 5.8.4.3).
pub fn finite(programs: &[DeviceProgram]) -> Vec<String> {
    const OPTIONS: [&str; 2] = ["-cl-finite-math-only", "-cl-fast-relaxed-math"];
    let given = |option: &&str| {
        let mut words = programs.iter().flat_map(|p| p.options.split_whitespace());
        words.any(|word| word == *option)
    };
    let sentence = |option: &str| {
        format!("kernels are built with {option}: results for NaNs and infinities are left open")
    };
    OPTIONS.into_iter().filter(given).map(sentence).collect()
}

/// Whether kernels of a program read images that they write.
fn reads_what_it_writes(program: &Program) -> bool {
    let mut names = program.functions().iter().map(|function| &*function.name);
    names.any(|name| name.contains("read_image") && name.contains("_rw"))
}

/// Whether a program has a function that converts channels of images to or from floats. The
/// rounding of fractions and halves is implementation-defined (OpenCL C 3.0, 8.3).
fn rounds_channels(program: &Program) -> bool {
    let mut names = program.functions().iter().map(|function| &*function.name);
    names.any(|name| {
        let builtin = ["read_imagef", "write_imagef"]
            .iter()
            .any(|f| name.contains(f));
        builtin || name == "clEnqueueFillImage"
    })
}

/// A sentence for each failed call that the program does not check, or that has a reason.
pub fn ignored(host: &Host<'_>) -> Vec<String> {
    let told = |one: FailedCall| {
        format!(
            "{} of line {} failed with {}{}",
            one.function,
            one.location.line,
            one.error,
            match one.why {
                Some(why) => format!(": {why}"),
                None => ", which the program does not look at".to_owned(),
            }
        )
    };
    host.ignored().into_iter().map(told).collect()
}

/// The name of the local memory that a kernel of a host is given
/// (`opencl-runtime/host/launch.c`).
const LOCAL_MEMORY: &str = "local memory";

/// Whether accesses of a launch are to local memory.
pub fn is_local(program: &Program, accesses: &[AccessFound]) -> bool {
    let Some(AccessFound { object, .. }) = accesses.first() else {
        return false;
    };
    let mut globals = program.globals().iter();
    object == LOCAL_MEMORY || globals.any(|g| g.space == AddressSpace::LOCAL && *g.name == **object)
}
