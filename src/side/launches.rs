//! The index space of a launch from the command line, and the assumptions about devices
//! that a verdict leans on.

use super::entry::Entry;
use super::version::Side;
use crate::contract::{Contract, Direction, Length, Role, Scalar, Sizes};
use crate::coverage::Space;
use crate::frontend::{AbiArg, Flag, Kernel, nd_range};
use crate::launch::{Conflict, Geometry, Launch, Question, RangeError, SubGroup};
use crate::pipeline::Tally;
use crate::problem::Problem;
use crate::verdict::{AccessFound, Undecided, UndecidedKind};

/// The texts of `--global` without a `=`, `--local` and `--offset`.
pub struct IndexSpace<'a> {
    /// Every `--global` given; exactly one is required.
    pub global: Vec<&'a str>,
    /// The text of `--local`.
    pub local: Option<&'a str>,
    /// The text of `--offset`.
    pub offset: Option<&'a str>,
}

impl IndexSpace<'_> {
    /// Whether any of the options is given.
    pub fn is_given(&self) -> bool {
        !self.global.is_empty() || self.local.is_some() || self.offset.is_some()
    }

    /// The one text of `--global`.
    ///
    /// # Errors
    /// If it is missing, or given more than once.
    pub fn global(&self, kernel: &str) -> Result<&str, Problem> {
        match self.global[..] {
            [] => Err(Problem::new(format!(
                "`{kernel}` is a kernel: how many work-items run it?"
            ))
            .help("give --global, for example --global 64 or --global 4*n")),
            [one] => Ok(one),
            [..] => Err(Problem::new("the index space was given more than once")
                .help("give all of its dimensions in one --global, as in --global 64x8")),
        }
    }

    /// The index space for a kernel. The names in its expressions become size variables of
    /// the contract, but for those of parameters that have a given value.
    ///
    /// # Errors
    /// If `--global` is missing or given more than once, or an expression does not parse.
    pub fn geometry(&self, kernel: &str, contract: &mut Contract) -> Result<Geometry, Problem> {
        let global = self.global(kernel)?;
        let parse = |flag, text: &str| {
            let lengths = nd_range(flag, text)?;
            let given = lengths.iter().map(|length| of_parameters(length, contract));
            Ok::<Vec<Length>, Problem>(given.collect())
        };
        let parsed = |flag, text: Option<&str>| text.map(|text| parse(flag, text)).transpose();
        let geometry = Geometry {
            global: parse(Flag::Global, global)?,
            local: parsed(Flag::Local, self.local)?,
            offset: parsed(Flag::Offset, self.offset)?,
            required: None,
            sub_group: None,
            uniform: true,
        };
        if let Some(name) = joined(&geometry, contract) {
            let apart = name.replace('x', " x ");
            return Err(
                Problem::new(format!("`{name}` is no parameter of `{kernel}`"))
                    .help(format!("write dimensions that have names apart: '{apart}'")),
            );
        }
        for length in geometry.lengths() {
            length.variables(&mut |name| {
                if !contract.size_variables.iter().any(|known| known == name) {
                    contract.size_variables.push(name.to_owned());
                }
            });
        }
        Ok(geometry)
    }
}

/// The sub-groups of a kernel: of the size that it requires, else of the size asked for,
/// else of the default; `None` if the kernel cannot observe them.
///
/// # Errors
/// If the kernel requires another size than the one asked for.
pub fn sub_group(kernel: &Kernel, asked: Option<u64>) -> Result<Option<SubGroup>, Problem> {
    if !kernel.sees_sub_groups {
        return Ok(None);
    }
    if let (Some(asked), Some(required)) = (asked, kernel.required_sub_group)
        && asked != required
    {
        let message = format!("the kernel requires sub-groups of {required}, not of {asked}");
        return Err(Problem::new(message).help("leave --sub-group out, or change the kernel"));
    }
    let given = kernel.required_sub_group.or(asked);
    Ok(Some(given.map_or(SubGroup::DEFAULT, |items| SubGroup {
        items,
        given: true,
    })))
}

/// Whether compiler flags leave all groups of a launch one size: OpenCL C 2.0 and later allow
/// smaller ones at the ends of the index space, unless an option excludes them (API 3.0,
/// 5.8.4.4).
pub fn uniform<'f>(flags: impl Iterator<Item = &'f String>) -> bool {
    let mut uniform = true;
    for flag in flags {
        let standard = flag.strip_prefix("-cl-std=");
        if let Some(standard) = standard.or_else(|| flag.strip_prefix("-std=")) {
            let standard = standard.to_ascii_uppercase();
            uniform = !["CL2", "CL3"]
                .iter()
                .any(|known| standard.starts_with(known));
        }
        if flag == "-cl-uniform-work-group-size" {
            return true;
        }
    }
    uniform
}

/// An expression of an index space, with the values of the parameters in it that the user gave: a
/// number, or a size expression.
fn of_parameters(length: &Length, contract: &Contract) -> Length {
    length.replaced(&|name| {
        let mut params = contract.params.iter();
        match &params.find(|param| param.name == name)?.role {
            Role::Size { value, .. } => Some(value.clone()),
            Role::Const {
                scalar: scalar @ Scalar::Int { signed, .. },
                bits,
            } => {
                let number = match signed {
                    true => u64::try_from(term::signed(*bits, scalar.bits())),
                    false => u64::try_from(*bits),
                };
                number.ok().map(Length::Const)
            }
            _ => None,
        }
    })
}

/// Checks that an index space names no parameter that is an input: a size of that name would be
/// another number.
///
/// # Errors
/// A problem with the parameter.
pub fn without_inputs(geometry: &Geometry, contract: &Contract) -> Result<(), Problem> {
    let is_size = |role: &Role| matches!(role, Role::Size { .. });
    let inputs = contract.params.iter().filter(|param| !is_size(&param.role));
    let inputs: Vec<&str> = inputs.map(|param| &*param.name).collect();
    let mut named = None;
    for length in geometry.lengths() {
        length.variables(&mut |name| {
            if inputs.contains(&name) {
                named.get_or_insert(name.to_owned());
            }
        });
    }
    let Some(name) = named else {
        return Ok(());
    };
    let message = format!(
        "`{name}` in the index space is a parameter that is neither a size nor a natural number"
    );
    Err(Problem::new(message).help(format!(
        "make it one with --arg '{name}=size' or --arg '{name}=const:64', or give a number"
    )))
}

/// An index space as the conditions of its work-items see it.
pub fn space(geometry: &Geometry) -> Space {
    let each = |lengths: &Option<Vec<Length>>, otherwise: [u64; 3]| match lengths {
        Some(lengths) => lengths.clone(),
        None => otherwise.map(Length::Const).to_vec(),
    };
    let groups = each(&geometry.local, geometry.required.unwrap_or([1; 3]));
    let offsets = each(&geometry.offset, [0; 3]);
    let all = geometry.global.iter().zip(groups).zip(offsets);
    let dimensions = all.map(|((extent, group), offset)| [extent.clone(), group, offset]);
    Space {
        dimensions: dimensions.collect(),
    }
}

/// A name in an index space that is parameters joined by an `x`, as `wxh` is.
fn joined(geometry: &Geometry, contract: &Contract) -> Option<String> {
    let is_param = |name: &str| contract.params.iter().any(|param| param.name == name);
    let mut found = None;
    for length in geometry.lengths() {
        length.variables(&mut |name| {
            let is_joined = name.contains('x') && !is_param(name) && name.split('x').all(is_param);
            if is_joined {
                found.get_or_insert(name.to_owned());
            }
        });
    }
    found
}

impl Side<'_, '_> {
    /// Whether accesses of a launch are to local memory.
    pub(super) fn is_local(&self, accesses: &[AccessFound]) -> bool {
        let Some(AccessFound { object, .. }) = accesses.first() else {
            return false;
        };
        let argument = |arg: &AbiArg| matches!(arg, AbiArg::Local { name, .. } if name == object);
        self.entry.owns(object) || self.entry.args().iter().any(argument)
    }

    /// Checks that the local memory of a work-group does not exceed the limit, if there is
    /// one.
    ///
    /// # Errors
    /// A problem with the number of bytes that the group needs.
    pub fn fits(&self, sizes: &Sizes, limit: Option<u64>) -> Result<(), Problem> {
        let Entry::Launch { kernel, launch, .. } = self.entry else {
            return Ok(());
        };
        let arguments = self.entry.args().iter().map(|arg| match arg {
            AbiArg::Local {
                length, element, ..
            } => {
                let count = length.evaluate(sizes).unwrap_or(0);
                count.saturating_mul(u64::from(*element))
            }
            _ => 0,
        });
        // clang prefixes a variable's name with the kernel that declares it.
        let name = &self.program.function(kernel).name;
        let own = format!("{name}.");
        let globals = self.program.globals().iter();
        let variables = globals
            .filter(|global| launch.owns(&global.name) && global.name.starts_with(&own))
            .map(|global| global.size);
        let bytes = arguments.chain(variables).fold(0, u64::saturating_add);
        launch.note_sizes(sizes, bytes);
        let Some(limit) = limit.filter(|limit| bytes > *limit) else {
            return Ok(());
        };
        Err(Problem::new(format!(
            "a group of `{name}` takes {bytes} bytes of local memory; --local-memory allows {limit}"
        ))
        .help("give smaller arrays with --arg, or allow more"))
    }
}

/// An index space that cannot be launched, as an error in the input.
pub fn range_problem(error: RangeError) -> Problem {
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

/// Adds to the verdict what it leans on because of compiler flags that allow a device to
/// deviate from the source, or require it to round correctly.
pub fn note_options<'f>(flags: impl Iterator<Item = &'f String>, tally: &mut Tally) {
    let flags: Vec<&str> = flags.map(String::as_str).collect();
    let given = |wanted: &&str| flags.contains(wanted);
    tally.lean_on(match given(&"-cl-denorms-are-zero") {
        true => "subnormals are kept, although -cl-denorms-are-zero allows for zeros",
        false => "single-precision subnormals are kept, not flushed to zero",
    });
    let relaxed = [
        "-cl-mad-enable",
        "-cl-unsafe-math-optimizations",
        "-cl-fast-relaxed-math",
        "-cl-finite-math-only",
        "-cl-no-signed-zeros",
    ];
    let relaxed: Vec<&str> = relaxed.into_iter().filter(given).collect();
    if !relaxed.is_empty() {
        tally.lean_on(&format!(
            "the device computes what the source says, although {} allows for more",
            relaxed.join(" ")
        ));
    }
    if given(&"-cl-fp32-correctly-rounded-divide-sqrt") {
        tally.lean_on(
            "the device rounds quotients and square roots in single precision correctly \
             (-cl-fp32-correctly-rounded-divide-sqrt)",
        );
    }
}

/// Adds to the verdict what it leans on because of images: how a device converts channels,
/// where the specification allows more than one result (OpenCL C 3.0, 8.3), and that reads
/// see what was written to an image (6.15.15.5).
pub fn note_images(contract: &Contract, tally: &mut Tally) {
    for param in &contract.params {
        let Role::Buffer {
            image: Some(image),
            direction,
            ..
        } = &param.role
        else {
            continue;
        };
        let (name, channel) = (&param.name, image.channel);
        if *direction == Direction::InOut {
            tally.lean_on(&format!(
                "what is written to `{name}` is seen by later reads of the item, and after a \
                 barrier by those of others, as if every fence had CLK_IMAGE_MEM_FENCE"
            ));
        }
        if channel.is_normalized() {
            tally.lean_on(&format!(
                "the device converts the {} channels of `{name}` by one division or product, \
                 rounded to the nearest, where it may be off by 1.5 ulp or by 0.6 of a step",
                channel.name()
            ));
        }
        if channel.is_half() && *direction != Direction::In {
            tally.lean_on(&format!(
                "the device rounds what it writes to `{name}` to the nearest half, where it \
                 may round towards zero"
            ));
        }
    }
}

/// Adds to the verdict what it leans on, or leaves open, about the order of work-items and
/// about alignment.
pub fn note_order(launch: &Launch, tally: &mut Tally) {
    let notes = launch.notes();
    for sentence in launch.alignments() {
        tally.lean_on(&sentence);
    }
    if let Some(SubGroup { items, given }) = launch.geometry.sub_group {
        let other = match given {
            true => "",
            false => " (--sub-group gives another size)",
        };
        tally.lean_on(&format!(
            "sub-groups are made of {items} local ids in a row{other}"
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
        let help = match question {
            Question::Order => Question::OF_ORDER,
            Question::Ordered => "where atomic accesses order them: --assume-race-free",
            Question::Race => "where they do not: --assume-race-free",
        };
        let what = question.text();
        tally.undecided(
            Undecided::new(
                UndecidedKind::Races,
                format!("{what}: {earlier} and {place}"),
            )
            .with_help(help.to_owned()),
        );
    }
}
