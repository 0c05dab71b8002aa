//! Running reference and port natively on the same inputs.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use simdiff::replay::{Access, Arg, Case, NativeSide, Outcome, Placement};

use super::contract::{Contract, Role, Scalar, Sizes, evaluate};
use super::inputs::{PROFILES, Source};

const CLANG: &str = "clang-19";
const TIMEOUT: Duration = Duration::from_millis(300);

/// Calls that are run together.
const PART: usize = 64;

/// Compiles function `name` of a C or C++ file; `None` if clang refuses it.
pub fn compile(file: &Path, name: &str) -> Option<NativeSide> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let bitcode = directory.path().join("side.bc");
    let output = Command::new(CLANG)
        .args(["-c", "-emit-llvm", "-O1", "-w", "-ffp-contract=off"])
        .arg(file)
        .arg("-o")
        .arg(&bitcode)
        .output()
        .expect("clang-19");
    if !output.status.success() {
        return None;
    }
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bitcode).expect("bitcode");
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).expect("bitcode");
    let symbol = symbol(&module, name)?;
    let mut side = NativeSide::build(&module, &symbol, Path::new(CLANG)).expect("a native side");
    side.set_timeout(TIMEOUT);
    Some(side)
}

/// The symbol of a C function, or of a C++ function outside every namespace.
fn symbol(module: &Module<'_>, name: &str) -> Option<String> {
    let mangled = format!("_Z{}{name}", name.len());
    let mut names = module
        .get_functions()
        .map(|f| f.get_name().to_string_lossy().into_owned());
    names.find(|n| n == name || n.starts_with(&mangled))
}

/// One call with its sizes.
#[derive(Clone, Debug)]
pub struct Call {
    sizes: Sizes,
    case: Case,
}

/// A reference with its outcomes on structured inputs.
#[derive(Debug)]
pub struct Truth {
    contract: Contract,
    calls: Vec<Call>,
    outcomes: Vec<Outcome>,
}

impl Truth {
    /// Runs `reference` at all `sizes`, `rounds` times with every input profile.
    /// Calls on which it fails itself say nothing about a port and are dropped.
    pub fn new(reference: &NativeSide, contract: Contract, sizes: &[Sizes], rounds: u64) -> Truth {
        let mut calls = Vec::new();
        for sizes in sizes {
            for round in 0..rounds {
                for (i, profile) in PROFILES.into_iter().enumerate() {
                    let mut source = Source::new(profile, calls.len() as u64);
                    let placement = match (round, i) {
                        (0, 0) => Placement::FlushEnd,
                        (0, 1) => Placement::FlushStart,
                        _ => Placement::Aligned,
                    };
                    let case = case(&contract, sizes, &mut source, placement);
                    calls.push(Call {
                        sizes: sizes.clone(),
                        case,
                    });
                }
            }
        }
        // Every part is to hold all sizes.
        fastrand::Rng::with_seed(0).shuffle(&mut calls);
        let outcomes = run(reference, &calls);
        let good = |outcome: &Outcome| matches!(outcome, Outcome::Returned { .. });
        let (calls, outcomes) = calls
            .into_iter()
            .zip(outcomes)
            .filter(|(_, outcome)| good(outcome))
            .unzip();
        Truth {
            contract,
            calls,
            outcomes,
        }
    }

    /// How many calls say something.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// The first call on which `port` does something else, in words.
    pub fn difference(&self, port: &NativeSide) -> Option<String> {
        // In parts: most wrong ports show on the first few calls.
        let parts = self.calls.chunks(PART).zip(self.outcomes.chunks(PART));
        parts.into_iter().find_map(|(calls, outcomes)| {
            let seen = run(port, calls);
            let all = calls.iter().zip(outcomes).zip(&seen);
            all.into_iter().find_map(|((call, wanted), seen)| {
                let what = self.compare(call, wanted, seen)?;
                Some(format!(
                    "at {:?}, {:?}: {what}",
                    call.sizes, call.case.placement
                ))
            })
        })
    }

    fn compare(&self, call: &Call, wanted: &Outcome, seen: &Outcome) -> Option<String> {
        let (
            Outcome::Returned { result, buffers },
            Outcome::Returned {
                result: r,
                buffers: b,
            },
        ) = (wanted, seen)
        else {
            // Flush buffers are unaligned, which is no fault of the port.
            let aligned = call.case.placement == Placement::Aligned;
            return match seen {
                Outcome::Crashed(crash) if crash.access == Access::Misaligned && !aligned => None,
                _ => Some(format!("{seen:?}")),
            };
        };
        if let Some(element) = &self.contract.result
            && let Some(at) = element.difference(result, r)
        {
            return Some(format!("result byte {at}"));
        }
        self.contract
            .params
            .iter()
            .enumerate()
            .find_map(|(i, param)| match &param.role {
                Role::Buffer { element, .. } => {
                    let at = element.difference(&buffers[i], &b[i])?;
                    Some(format!("{} byte {at}", param.name))
                }
                _ => None,
            })
    }
}

fn run(side: &NativeSide, calls: &[Call]) -> Vec<Outcome> {
    let cases: Vec<Case> = calls.iter().map(|call| call.case.clone()).collect();
    side.run(&cases).expect("native runs")
}

fn case(contract: &Contract, sizes: &Sizes, source: &mut Source, placement: Placement) -> Case {
    let shared_writable = |of: usize| {
        contract.params.iter().enumerate().any(|(i, param)| {
            let here = i == of || param.alias == Some(of);
            here && matches!(param.role, Role::Buffer { writable: true, .. })
        })
    };
    let args = contract
        .params
        .iter()
        .enumerate()
        .map(|(i, param)| match &param.role {
            Role::Buffer { .. } if param.alias.is_some() => Arg::Alias(param.alias.unwrap_or(0)),
            Role::Buffer {
                element, length, ..
            } => {
                let mut bytes = Vec::new();
                for _ in 0..evaluate(length, sizes) {
                    let base = bytes.len();
                    bytes.resize(base + element.size, 0);
                    for &(offset, scalar) in &element.leaves {
                        let value = source.value(scalar);
                        bytes[base + offset..base + offset + value.len()].copy_from_slice(&value);
                    }
                }
                if shared_writable(i) {
                    Arg::Buffer(bytes)
                } else {
                    Arg::ReadOnly(bytes)
                }
            }
            Role::Scalar(scalar) => Arg::Scalar(source.value(*scalar)),
            Role::Fixed { scalar, value } => Arg::Scalar(fixed(*scalar, evaluate(value, sizes))),
        });
    Case {
        args: args.collect(),
        placement,
        ..Case::default()
    }
}

fn fixed(scalar: Scalar, value: u64) -> Vec<u8> {
    value.to_le_bytes()[..scalar.bytes()].to_vec()
}
