//! How fast the executor is: instructions on constants, instructions on inputs,
//! and splits of the path.
//!
//! Bars: 20 M instructions a second on constants, 2 M on inputs, a split in
//! microseconds. Rates are by CPU time of this process, so that other work on
//! the machine disturbs them little; each is the best of several runs. Run with
//! `cargo bench --bench executor`, with part of a name to pick some.

use std::path::Path;
use std::process::Command;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use rewrite_rules::{Builder, RuleSet};
use rustix::time::{ClockId, clock_gettime};
use simdiff::program::Program;
use simdiff::symex::{
    End, Finished, Ignorant, Limits, Machine, ObjectSpec, State, Statistics, Value,
};
use term::Buffer;

/// What a kernel gets besides its count.
#[derive(Clone, Copy)]
enum Inputs {
    /// Nothing: everything is constant.
    None,
    /// Arrays of symbols of this many bytes each, and an array to write.
    Arrays(usize, u64),
    /// The same, and a depth of recursion.
    Below(usize, u64, u32),
}

struct Kernel {
    name: &'static str,
    function: &'static str,
    flags: &'static str,
    count: u32,
    inputs: Inputs,
}

const fn kernel(name: &'static str, function: &'static str, count: u32, inputs: Inputs) -> Kernel {
    let flags = "-O1";
    Kernel {
        name,
        function,
        flags,
        count,
        inputs,
    }
}

const fn unoptimised(name: &'static str, function: &'static str, count: u32) -> Kernel {
    Kernel {
        flags: "-O0",
        ..kernel(name, function, count, Inputs::None)
    }
}

const KERNELS: [Kernel; 14] = [
    kernel("integers", "integers", 5_000, Inputs::None),
    kernel("memory", "memory", 1 << 16, Inputs::None),
    kernel("calls", "calls", 22, Inputs::None),
    kernel("floats", "floats", 100_000, Inputs::None),
    kernel("vectors", "vectors", 100_000, Inputs::None),
    unoptimised("integers -O0", "integers", 2_000),
    unoptimised("memory -O0", "memory", 1 << 15),
    unoptimised("calls -O0", "calls", 18),
    unoptimised("vectors -O0", "vectors", 20_000),
    kernel(
        "on inputs: floats",
        "symbolic_floats",
        20_000,
        Inputs::Arrays(2, 4),
    ),
    kernel(
        "on inputs: integers",
        "symbolic_integers",
        20_000,
        Inputs::Arrays(2, 4),
    ),
    kernel(
        "on inputs: bytes",
        "symbolic_bytes",
        20_000,
        Inputs::Arrays(2, 1),
    ),
    kernel("forks", "forks", 12, Inputs::Arrays(1, 4)),
    kernel(
        "forks in 100 calls",
        "deep_forks",
        12,
        Inputs::Below(1, 4, 100),
    ),
];

const RUNS: usize = 5;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    println!(
        "{:<22} {:>12} {:>8} {:>14} {:>12}",
        "kernel", "instructions", "ms", "instructions/s", "µs a split"
    );
    for kernel in &KERNELS {
        if !wanted.is_empty() && !wanted.iter().any(|w| kernel.name.contains(&**w)) {
            continue;
        }
        let program = compile(kernel.flags);
        let runs = (0..RUNS).map(|_| measure(&program, kernel));
        let Some((seconds, statistics)) = runs.min_by(|x, y| x.0.total_cmp(&y.0)) else {
            continue;
        };
        let split = match statistics.forks {
            0 => String::new(),
            forks => format!("{:.2}", seconds * 1e6 / forks as f64),
        };
        println!(
            "{:<22} {:>12} {:>8.1} {:>12.2} M {split:>12}",
            kernel.name,
            statistics.instructions,
            seconds * 1e3,
            statistics.instructions as f64 / seconds / 1e6,
        );
    }
}

fn compile(flags: &str) -> Program {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let bitcode = directory.path().join("kernels.bc");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/executor/kernels.c");
    let status = Command::new("clang-19")
        .args(["-c", "-g", "-emit-llvm", "-ffp-contract=off", flags])
        .args(["-fno-vectorize", "-fno-slp-vectorize"])
        .arg(source)
        .arg("-o")
        .arg(&bitcode)
        .status();
    assert!(
        status.is_ok_and(|s| s.success()),
        "clang-19 compiles the kernels"
    );
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bitcode).expect("bitcode");
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).expect("a module");
    Program::decode(&module)
}

/// CPU seconds of one call, and what it executed.
fn measure(program: &Program, kernel: &Kernel) -> (f64, Statistics) {
    let limits = Limits {
        merge: false,
        ..Limits::default()
    };
    let builder = Builder::new(RuleSet::builtin());
    let mut machine = Machine::new(program, builder, limits);
    let mut state = machine.initial_state();
    let count = machine.builder.constant(32, u128::from(kernel.count));
    let mut args: Vec<Value> = vec![count.into()];
    if let Inputs::Arrays(inputs, size) | Inputs::Below(inputs, size, _) = kernel.inputs {
        for _ in 0..inputs {
            args.push(array(&mut machine, &mut state, kernel.count, size, true));
        }
        args.push(array(&mut machine, &mut state, kernel.count, size, false));
    }
    if let Inputs::Below(_, _, depth) = kernel.inputs {
        args.push(machine.builder.constant(32, u128::from(depth)).into());
    }
    let function = program.find_function(kernel.function).expect("it is there");
    let start = cpu_seconds();
    let finished = machine.call(state, function, &args, &mut Ignorant);
    let seconds = cpu_seconds() - start;
    let returned = |path: &Finished| matches!(path.end, End::Returned(_));
    assert!(finished.iter().all(returned), "{} returns", kernel.name);
    (seconds, machine.statistics())
}

/// The address of an array of symbols, or of zeros.
fn array(
    machine: &mut Machine<'_>,
    state: &mut State,
    count: u32,
    size: u64,
    input: bool,
) -> Value {
    let spec = ObjectSpec {
        zeroed: true,
        ..ObjectSpec::buffer("array", u64::from(count) * size)
    };
    let object = machine.add_object(state, spec).expect("it fits");
    if input {
        let arena = machine.builder.arena_mut();
        let buffer = arena.add_buffer(Buffer {
            name: "array".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        for i in 0..count {
            let at = u64::from(i) * size;
            let symbol = machine
                .builder
                .arena_mut()
                .add_symbol(buffer, at as u32, 8 * size as u8);
            assert!(machine.write_scalar(state, object, at, symbol));
        }
    }
    machine.pointer(object)
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
