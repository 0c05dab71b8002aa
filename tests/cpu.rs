//! What the modelled processor answers is what clang's code and headers look
//! for: `__builtin_cpu_supports` and the bits of `<cpuid.h>`.

use std::path::Path;
use std::process::Command;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use rewrite_rules::{Builder, RuleSet};
use simdiff::cpu::Cpu;
use simdiff::program::Program;
use simdiff::symex::{End, Ignorant, Limits, Machine};

/// A feature as LLVM names it, as `__builtin_cpu_supports` takes it, and the
/// register and the macro with which `<cpuid.h>` finds it, if it has one.
const FEATURES: [(&str, &str, &str); 32] = [
    ("sse", "sse", "1,d & bit_SSE"),
    ("sse2", "sse2", "1,d & bit_SSE2"),
    ("sse3", "sse3", "1,c & bit_SSE3"),
    ("pclmul", "pclmul", "1,c & bit_PCLMUL"),
    ("ssse3", "ssse3", "1,c & bit_SSSE3"),
    ("fma", "fma", "1,c & bit_FMA"),
    ("sse4.1", "sse4.1", "1,c & bit_SSE41"),
    ("sse4.2", "sse4.2", "1,c & bit_SSE42"),
    ("movbe", "movbe", "1,c & bit_MOVBE"),
    ("popcnt", "popcnt", "1,c & bit_POPCNT"),
    ("aes", "aes", "1,c & bit_AES"),
    ("avx", "avx", "1,c & bit_AVX"),
    ("f16c", "f16c", "1,c & bit_F16C"),
    ("bmi", "bmi", "7,b & bit_BMI"),
    ("avx2", "avx2", "7,b & bit_AVX2"),
    ("bmi2", "bmi2", "7,b & bit_BMI2"),
    ("avx512f", "avx512f", "7,b & bit_AVX512F"),
    ("avx512dq", "avx512dq", "7,b & bit_AVX512DQ"),
    ("adx", "adx", "7,b & bit_ADX"),
    ("avx512ifma", "avx512ifma", "7,b & bit_AVX512IFMA"),
    ("avx512cd", "avx512cd", "7,b & bit_AVX512CD"),
    ("sha", "sha", "7,b & bit_SHA"),
    ("avx512bw", "avx512bw", "7,b & bit_AVX512BW"),
    ("avx512vl", "avx512vl", "7,b & bit_AVX512VL"),
    ("avx512vbmi", "avx512vbmi", "7,c & bit_AVX512VBMI"),
    ("gfni", "gfni", "7,c & bit_GFNI"),
    ("vaes", "vaes", "7,c & bit_VAES"),
    ("vpclmulqdq", "vpclmulqdq", "7,c & bit_VPCLMULQDQ"),
    ("avx512vnni", "avx512vnni", "7,c & bit_AVX512VNNI"),
    ("avx512bitalg", "avx512bitalg", "7,c & bit_AVX512BITALG"),
    (
        "avx512vpopcntdq",
        "avx512vpopcntdq",
        "7,c & bit_AVX512VPOPCNTDQ",
    ),
    ("lzcnt", "lzcnt", "0x80000001,c & bit_LZCNT"),
];

fn source() -> String {
    let mut text = "#include <cpuid.h>\n".to_owned();
    for (i, (_, supports, cpuid)) in FEATURES.iter().enumerate() {
        let (leaf, test) = cpuid.split_once(',').expect("leaf and test");
        text += &format!(
            "int supports{i}(void) {{ return !!__builtin_cpu_supports(\"{supports}\"); }}\n\
             int cpuid{i}(void) {{ unsigned a, b, c, d; \
             __cpuid_count({leaf}, 0, a, b, c, d); return ({test}) != 0; }}\n"
        );
    }
    text
}

fn compile(source: &str) -> Program {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    std::fs::write(path("t.c"), source).expect("the source is written");
    let clang = |from: &Path, to: &Path| {
        let mut command = Command::new("clang-19");
        command.args(["-O1", "-c", "-emit-llvm"]).arg(from);
        command.arg("-o").arg(to).status().expect("clang runs")
    };
    assert!(clang(&path("t.c"), &path("t.bc")).success());
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&path("t.bc")).expect("bitcode");
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).expect("a module");
    Program::decode(&module)
}

fn answer(machine: &mut Machine<'_>, program: &Program, function: &str) -> u128 {
    let state = machine.initial_state();
    let function = program.find_function(function).expect("it is defined");
    let finished = machine.call(state, function, &[], &mut Ignorant);
    let [finished] = finished.as_slice() else {
        panic!("one path")
    };
    let End::Returned(Some(value)) = &finished.end else {
        panic!("{:?}", finished.end)
    };
    let term = value.lanes()[0].expect("defined");
    machine.builder.constant_value(term).expect("concrete")
}

#[test]
fn each_feature_is_found_where_the_compiler_looks() {
    let program = compile(&source());
    for (i, (feature, ..)) in FEATURES.iter().enumerate() {
        for present in [true, false] {
            let sign = if present { '+' } else { '-' };
            let cpu = Cpu::with("test", &format!("{sign}{feature}"));
            let limits = Limits {
                cpu,
                ..Limits::default()
            };
            let builder = Builder::new(RuleSet::builtin());
            let mut machine = Machine::new(&program, builder, limits);
            for question in ["supports", "cpuid"] {
                let found = answer(&mut machine, &program, &format!("{question}{i}"));
                assert_eq!(found, u128::from(present), "{question} of {sign}{feature}");
            }
        }
    }
}
