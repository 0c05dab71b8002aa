//! Native replay: calls come back with the right values through every way the
//! ABI passes them, and what goes wrong is told, not suffered.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use simdiff::replay::{
    Access, Arg, Case, Items, LocalMemory, NativeSide, Near, Outcome, Placement, ReplayError,
    Sanitizer, Surroundings,
};

const CLANG: &str = "clang-19";

/// Compiles `source` and gives the native side of its function `symbol`.
fn native(source: &str, symbol: &str) -> Result<NativeSide, ReplayError> {
    native_with(&["-O1"], source, symbol)
}

fn native_with(flags: &[&str], source: &str, symbol: &str) -> Result<NativeSide, ReplayError> {
    let directory = tempfile::tempdir().unwrap();
    let (c, bc) = (directory.path().join("t.c"), directory.path().join("t.bc"));
    std::fs::write(&c, source).unwrap();
    let status = Command::new(CLANG)
        .args(["-c", "-g", "-emit-llvm"])
        .args(flags)
        .arg(&c)
        .arg("-o")
        .arg(&bc)
        .status()
        .unwrap();
    assert!(status.success());
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bc).unwrap();
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).unwrap();
    NativeSide::build(&module, symbol, Path::new(CLANG))
}

fn run(side: &NativeSide, args: Vec<Arg>) -> Outcome {
    place(side, args, Placement::Aligned)
}

fn place(side: &NativeSide, args: Vec<Arg>, placement: Placement) -> Outcome {
    let mut outcomes = side
        .run(&[Case {
            args,
            placement,
            ..Case::default()
        }])
        .unwrap();
    assert_eq!(outcomes.len(), 1);
    outcomes.remove(0)
}

fn f32s(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn result(outcome: Outcome) -> Vec<u8> {
    match outcome {
        Outcome::Returned { result, .. } => result,
        other => panic!("{other:?}"),
    }
}

fn buffers(outcome: Outcome) -> Vec<Vec<u8>> {
    match outcome {
        Outcome::Returned { buffers, .. } => buffers,
        other => panic!("{other:?}"),
    }
}

#[test]
fn returns_a_float() {
    let side = native("float f(float x, double y) { return x + (float)y; }", "f").unwrap();
    let args = vec![
        Arg::Scalar(f32s(&[1.5])),
        Arg::Scalar(2.25f64.to_le_bytes().to_vec()),
    ];
    assert_eq!(result(run(&side, args)), f32s(&[3.75]));
}

#[test]
fn sign_extends_small_integers() {
    let side = native("long f(signed char x, _Bool b) { return x - b; }", "f").unwrap();
    let args = vec![Arg::Scalar(vec![0x80]), Arg::Scalar(vec![1])];
    assert_eq!(result(run(&side, args)), (-129i64).to_le_bytes());
}

#[test]
fn writes_buffers_back() {
    let source =
        "void f(int n, const float *x, float *y) { for (int i = 0; i < n; ++i) y[i] = 2 * x[i]; }";
    let side = native(source, "f").unwrap();
    let args = vec![
        Arg::Scalar(3i32.to_le_bytes().to_vec()),
        Arg::ReadOnly(f32s(&[1.0, 2.0, -0.0])),
        Arg::Buffer(vec![0; 12]),
    ];
    let after = buffers(run(&side, args));
    assert!(after[0].is_empty());
    assert_eq!(after[1], f32s(&[1.0, 2.0, -0.0]));
    assert_eq!(after[2], f32s(&[2.0, 4.0, -0.0]));
}

#[test]
fn returns_a_coerced_struct() {
    let source = "struct v { float x, y, z; }; struct v f(struct v a) { a.y += a.z; return a; }";
    let side = native(source, "f").unwrap();
    // Three floats travel as <2 x float> and float, both ways.
    assert_eq!(side.parameters(), [Some(8), Some(4)]);
    let args = vec![Arg::Scalar(f32s(&[1.0, 2.0])), Arg::Scalar(f32s(&[3.0]))];
    let bytes = result(run(&side, args));
    assert_eq!(bytes[..12], f32s(&[1.0, 5.0, 3.0]));
}

#[test]
fn returns_and_takes_a_struct_in_memory() {
    let source = "struct m { int v[8]; }; \
                  struct m f(struct m a) { a.v[0] = a.v[7] + 1; return a; }";
    let side = native(source, "f").unwrap();
    assert_eq!(side.parameters(), [None, None]);
    let input: Vec<u8> = (0..8i32).flat_map(|x| x.to_le_bytes()).collect();
    let args = vec![Arg::Buffer(vec![0; 32]), Arg::Buffer(input.clone())];
    let after = buffers(run(&side, args));
    assert_eq!(after[0][..4], 8i32.to_le_bytes());
    assert_eq!(after[0][4..], input[4..]);
    assert_eq!(after[1], input, "byval is a copy");
}

#[test]
fn passes_vectors_in_registers() {
    let source =
        "#include <emmintrin.h>\n__m128 f(__m128 a, __m128 b) { return _mm_sub_ps(a, b); }";
    let side = native(source, "f").unwrap();
    let args = vec![
        Arg::Scalar(f32s(&[1.0, 2.0, 3.0, 4.0])),
        Arg::Scalar(f32s(&[4.0, 3.0, 2.0, 1.0])),
    ];
    assert_eq!(result(run(&side, args)), f32s(&[-3.0, -1.0, 1.0, 3.0]));
}

#[test]
fn passes_wide_vectors_with_the_callees_features() {
    if !std::arch::is_x86_feature_detected!("avx") {
        return;
    }
    let source =
        "typedef float v8 __attribute__((vector_size(32))); v8 f(v8 a, v8 b) { return a + b; }";
    let side = native_with(&["-O1", "-mavx"], source, "f").unwrap();
    let args = vec![Arg::Scalar(f32s(&[1.0; 8])), Arg::Scalar(f32s(&[2.0; 8]))];
    assert_eq!(result(run(&side, args)), f32s(&[3.0; 8]));
}

#[test]
fn aliases_share_memory() {
    let source = "void f(const int *x, int *y) { y[0] = 7; y[1] = x[0]; }";
    let side = native(source, "f").unwrap();
    let after = buffers(run(&side, vec![Arg::Buffer(vec![0; 8]), Arg::Alias(0)]));
    assert_eq!(after[0], [7, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(after[1], after[0]);
}

#[test]
fn static_functions_and_programs_with_a_main_run() {
    let source = "__attribute__((noinline)) static int f(int x) { return x + 1; }\n\
                  int main(int argc, char **argv) { return f(argc); }";
    let side = native_with(&["-O0"], source, "f").unwrap();
    let args = vec![Arg::Scalar(41i32.to_le_bytes().to_vec())];
    assert_eq!(result(run(&side, args)), 42i32.to_le_bytes());
}

#[test]
fn globals_start_afresh_in_every_case() {
    let side = native("static int n; int f(void) { return ++n; }", "f").unwrap();
    for outcome in side.run(&[Case::default(), Case::default()]).unwrap() {
        assert_eq!(result(outcome), 1i32.to_le_bytes());
    }
}

const SUM: &str = "int f(const signed char *x, int n) { int s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }";

#[test]
fn a_read_past_the_end_crashes_when_flush() {
    let side = native(SUM, "f").unwrap();
    let args = vec![
        Arg::Buffer(vec![1; 5]),
        Arg::Scalar(6i32.to_le_bytes().to_vec()),
    ];
    match place(&side, args.clone(), Placement::FlushEnd) {
        Outcome::Crashed(crash) => {
            assert_eq!((crash.signal, crash.access), (11, Access::Read));
            assert_eq!(crash.near, Some(Near { arg: 0, offset: 5 }));
        }
        other => panic!("{other:?}"),
    }
    // Five bytes aligned to 64 leave slack: the documented blind spot.
    assert!(matches!(run(&side, args), Outcome::Returned { .. }));
}

#[test]
fn a_read_before_the_start_crashes_when_flush() {
    let side = native("int f(const int *x) { return x[-1]; }", "f").unwrap();
    match place(&side, vec![Arg::Buffer(vec![1; 8])], Placement::FlushStart) {
        Outcome::Crashed(crash) => assert_eq!(crash.near, Some(Near { arg: 0, offset: -4 })),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_write_past_the_end_shows_in_the_canary() {
    let side = native("void f(int *x, int i) { x[i] = 1; }", "f").unwrap();
    let at = |i: i32| {
        let args = vec![
            Arg::Buffer(vec![0; 12]),
            Arg::Scalar(i.to_le_bytes().to_vec()),
        ];
        run(&side, args)
    };
    assert!(matches!(at(2), Outcome::Returned { .. }));
    assert_eq!(at(3), Outcome::Corrupted(Near { arg: 0, offset: 12 }));
    assert_eq!(at(-1), Outcome::Corrupted(Near { arg: 0, offset: -4 }));
    match at(16) {
        Outcome::Crashed(crash) => {
            assert_eq!(crash.access, Access::Write);
            assert_eq!(crash.near, Some(Near { arg: 0, offset: 64 }));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_write_to_read_only_memory_crashes() {
    let side = native("void f(int *x) { x[0] = 1; }", "f").unwrap();
    match run(&side, vec![Arg::ReadOnly(vec![0; 4])]) {
        Outcome::Crashed(crash) => assert_eq!(crash.access, Access::Write),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_misaligned_access_is_no_overrun() {
    let source = "#include <emmintrin.h>\nvoid f(float *x) { _mm_store_ps(x, _mm_sqrt_ps(_mm_load_ps(x))); }";
    let side = native_with(&["-O1"], source, "f").unwrap();
    let args = vec![Arg::Buffer(vec![0; 20])];
    assert!(matches!(run(&side, args.clone()), Outcome::Returned { .. }));
    match place(&side, args, Placement::FlushEnd) {
        Outcome::Crashed(crash) => {
            assert_eq!((crash.access, crash.near), (Access::Misaligned, None));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_crash_spares_the_other_cases() {
    let side = native("int f(int a, int b) { return a / b; }", "f").unwrap();
    let case = |b: i32| {
        Case::new(vec![
            Arg::Scalar(6i32.to_le_bytes().to_vec()),
            Arg::Scalar(b.to_le_bytes().to_vec()),
        ])
    };
    let mut outcomes = side.run(&[case(2), case(0), case(3)]).unwrap().into_iter();
    assert_eq!(result(outcomes.next().unwrap()), 3i32.to_le_bytes());
    match outcomes.next().unwrap() {
        Outcome::Crashed(crash) => assert_eq!((crash.signal, crash.near), (8, None)),
        other => panic!("{other:?}"),
    }
    assert_eq!(result(outcomes.next().unwrap()), 2i32.to_le_bytes());
}

#[test]
fn an_endless_loop_times_out() {
    let mut side = native("void f(volatile int *x) { while (!*x) {} }", "f").unwrap();
    side.set_timeout(Duration::from_millis(50));
    assert_eq!(run(&side, vec![Arg::Buffer(vec![0; 4])]), Outcome::TimedOut);
}

#[test]
fn an_exit_is_told_and_output_does_not_disturb() {
    let source =
        "#include <stdio.h>\n#include <stdlib.h>\nvoid f(void) { puts(\"noise\"); exit(5); }";
    let side = native(source, "f").unwrap();
    assert_eq!(run(&side, vec![]), Outcome::Exited(5));
}

#[test]
fn what_the_function_never_reaches_may_be_missing() {
    let source = "void nowhere(void); void g(void) { nowhere(); } int f(void) { return 1; }";
    assert_eq!(
        result(run(&native(source, "f").unwrap(), vec![])),
        1i32.to_le_bytes()
    );
    match run(&native(source, "g").unwrap(), vec![]) {
        Outcome::Diverged { object } => assert_eq!(object, "nowhere"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_called_is_refused() {
    let source = "int g(int); int f(int n, ...) { return g(n); }";
    assert!(matches!(native(source, "h"), Err(ReplayError::NoFunction(name)) if name == "h"));
    assert!(matches!(native(source, "g"), Err(ReplayError::NoBody(_))));
    assert!(matches!(
        native(source, "f"),
        Err(ReplayError::Unsupported { .. })
    ));
}

#[test]
fn a_case_that_does_not_fit_is_refused() {
    let side = native("void f(int *x, int n) { x[0] = n; }", "f").unwrap();
    for args in [
        vec![],
        vec![Arg::Buffer(vec![0; 4]), Arg::Scalar(vec![0; 8])],
        vec![Arg::Buffer(vec![0; 4]), Arg::Buffer(vec![0; 4])],
        vec![Arg::Alias(0), Arg::Scalar(vec![0; 4])],
    ] {
        let outcome = side.run(&[Case::new(args)]);
        assert!(matches!(
            outcome,
            Err(ReplayError::Mismatch { case: 0, .. })
        ));
    }
}

const HARNESS: &str = "#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int main(int argc, char **argv) {
    int x[2], y;
    klee_make_symbolic(x, sizeof x, \"x\");
    klee_make_symbolic(&y, sizeof y, \"y\");
    klee_assume(y > 0);
    assert(x[1] != y);
    return argc + argv[1][0];
}";

fn harness(objects: &[&[i32]]) -> Outcome {
    let side = native(HARNESS, "main").unwrap();
    let bytes = |object: &&[i32]| object.iter().flat_map(|x| x.to_le_bytes()).collect();
    let case = Case {
        args: vec![
            Arg::Scalar(2i32.to_le_bytes().to_vec()),
            Arg::Strings(vec!["harness".into(), "A".into()]),
        ],
        objects: objects.iter().map(bytes).collect(),
        ..Case::default()
    };
    side.run(&[case]).unwrap().remove(0)
}

#[test]
fn a_harness_runs_on_its_objects() {
    assert_eq!(result(harness(&[&[1, 2], &[3]])), 67i32.to_le_bytes());
}

#[test]
fn a_failed_assertion_is_told_with_its_line() {
    let failed = Outcome::Failed {
        line: 9,
        message: "x[1] != y".into(),
    };
    assert_eq!(harness(&[&[1, 3], &[3]]), failed);
}

#[test]
fn objects_that_do_not_fit_the_harness_are_told() {
    assert_eq!(harness(&[&[1, 2], &[-1]]), Outcome::Unmet);
    let diverged = Outcome::Diverged { object: "y".into() };
    assert_eq!(harness(&[&[1, 2]]), diverged);
    assert_eq!(harness(&[&[1, 2], &[3, 4]]), diverged);
}

/// What kernels ask of a launch, in C; local memory is shared by the items of a group.
const DEVICE: &str = r#"
    struct launch { unsigned long dimensions, extents[4][3], sub_group; } simdiff_launch;
    struct item { unsigned long local_id[3], group_id[3], local_size[3]; } simdiff_item;
    void barrier(unsigned, unsigned) __asm("simdiff.barrier");
    static long lid(void) { return simdiff_item.local_id[0]; }
    static long gid(void) {
        return simdiff_item.group_id[0] * simdiff_item.local_size[0] + lid();
    }
    float sine(float) __asm("simdiff.approx.opencl.sin.f32");
"#;

/// Eight items in groups of four run a kernel with an output of eight integers and a
/// local buffer of four.
fn launched(
    sanitizer: Option<Sanitizer>,
    source: &str,
    in_reverse: bool,
) -> (Outcome, Option<String>) {
    let directory = tempfile::tempdir().unwrap();
    let (c, bc) = (directory.path().join("k.c"), directory.path().join("k.bc"));
    std::fs::write(&c, format!("{DEVICE}{source}")).unwrap();
    let flags = ["-c", "-g", "-O1", "-emit-llvm", "-o"];
    let clang = Command::new(CLANG).args(flags).arg(&bc).arg(&c).status();
    assert!(clang.unwrap().success());
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bc).unwrap();
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).unwrap();
    let surroundings = Surroundings {
        kernel: Some(LocalMemory {
            arguments: vec![1],
            variables: vec!["shared".to_owned()],
        }),
        ..Surroundings::default()
    };
    let clang = Path::new(CLANG);
    let side = NativeSide::surrounded(&module, "k", clang, sanitizer, &surroundings).unwrap();
    let case = Case {
        launch: Some(Items {
            dimensions: 1,
            global: [8, 1, 1],
            local: [4, 1, 1],
            offset: [0; 3],
            sub_group: 1,
            in_reverse,
            late_copies: false,
            other_bytes: false,
        }),
        ..Case::new(vec![Arg::Buffer(vec![0; 32]), Arg::Buffer(vec![0; 16])])
    };
    let complaint = side.complaint(&case).unwrap();
    let outcome = side.run(&[case]).unwrap().remove(0);
    (outcome, complaint.map(|complaint| complaint.error))
}

fn output(outcome: Outcome) -> Vec<i32> {
    let Outcome::Returned { buffers, .. } = outcome else {
        panic!("{outcome:?}");
    };
    let words = buffers[0].chunks_exact(4);
    words
        .map(|word| i32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// Each item reads what its neighbour wrote.
const ROTATE: &str = "int shared[4];
    void k(int *out, int *temp) {
        temp[lid()] = gid(); shared[lid()] = 10 * gid();
        BARRIER
        out[gid()] = temp[(lid() + 1) % 4] + shared[(lid() + 3) % 4];
    }";

#[test]
fn items_of_a_group_wait_for_each_other() {
    let source = ROTATE.replace("BARRIER", "barrier(1, 1);");
    for in_reverse in [false, true] {
        let (outcome, _) = launched(None, &source, in_reverse);
        assert_eq!(output(outcome), [31, 2, 13, 20, 75, 46, 57, 64]);
    }
}

#[test]
fn without_a_barrier_the_order_shows_and_items_race() {
    let source = ROTATE.replace("BARRIER", "");
    let [forward, backward] =
        [false, true].map(|in_reverse| output(launched(None, &source, in_reverse).0));
    assert_ne!(forward, backward);
    let (_, error) = launched(Some(Sanitizer::Thread), &source, false);
    assert_eq!(error.as_deref(), Some("data race"));
}

#[test]
fn a_barrier_orders_and_groups_have_their_own_memory() {
    let source = ROTATE.replace("BARRIER", "barrier(1, 1);");
    assert_eq!(launched(Some(Sanitizer::Thread), &source, false).1, None);
}

#[test]
fn groups_race_for_what_is_global() {
    let source = "int shared[4]; void k(int *out, int *temp) { if (lid() == 0) out[0] = gid(); }";
    let (_, error) = launched(Some(Sanitizer::Thread), source, false);
    assert_eq!(error.as_deref(), Some("data race"));
}

#[test]
fn a_group_cannot_see_the_memory_of_the_one_before() {
    let source = "int shared[4];
        void k(int *out, int *temp) {
            out[gid()] = shared[lid()] == 7 || temp[lid()] == 7;
            shared[lid()] = temp[lid()] = 7;
        }";
    assert_eq!(output(launched(None, source, false).0), [0; 8]);
}

#[test]
fn an_item_past_its_buffer_is_seen() {
    let source = "int shared[4]; void k(int *out, int *temp) { out[gid() + 4] = 1; }";
    let (_, error) = launched(Some(Sanitizer::Address), source, false);
    assert_eq!(error.as_deref(), Some("heap-buffer-overflow"));
}

#[test]
fn items_that_never_meet_are_told() {
    let source = "int shared[4];
        void k(int *out, int *temp) { if (lid() != 2) barrier(1, 1); out[gid()] = 1; }";
    let (outcome, _) = launched(None, source, false);
    let Outcome::Crashed(crash) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(crash.signal, 6);
}

#[test]
fn what_is_inexact_is_what_this_machine_computes() {
    let source = "int shared[4];
        void k(int *out, int *temp) { out[gid()] = sine((float)gid()) * 1000; }";
    let sines = (0..8).map(|x| (1000.0 * f32::sin(x as f32)) as i32);
    assert_eq!(
        output(launched(None, source, false).0),
        sines.collect::<Vec<_>>()
    );
}
