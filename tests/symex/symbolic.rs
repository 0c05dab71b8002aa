//! Symbolic inputs: the terms that kernels compute and the paths they take.

use simdiff::symex::{DefectKind, End, Finished, StopReason, Value};
use simdiff::verdict::UndecidedKind;
use term::{Format, Printer, Style, TermId};

use crate::support::{Run, compile, compile_as};

fn print(run: &Run<'_>, term: TermId) -> String {
    Printer::new(run.machine.builder.arena())
        .render(&[term], &Style::default())
        .to_string()
}

fn returned(finished: &Finished) -> TermId {
    match &finished.end {
        End::Returned(Some(Value::Scalar(Some(term)))) => *term,
        other => panic!("{other:?}"),
    }
}

fn returned_text(source: &str, args: &[(&str, u8)]) -> String {
    let program = compile(source);
    let mut run = Run::new(&program);
    let args: Vec<Value> = args
        .iter()
        .map(|(name, bits)| run.scalar(name, *bits).into())
        .collect();
    let finished = run.call_once("f", &args);
    print(&run, returned(&finished))
}

#[test]
fn scalar_and_vector_code_give_one_term_per_element() {
    let program = compile(
        "#include <immintrin.h>
         void scalar(const float *x, const float *y, float *z, int n) {
             for (int i = 0; i < n; i++) z[i] = x[i] * 2.0f + y[i];
         }
         void vector(const float *x, const float *y, float *z, int n) {
             for (int i = 0; i < n; i += 4)
                 _mm_storeu_ps(z + i, _mm_add_ps(_mm_mul_ps(_mm_loadu_ps(x + i),
                     _mm_set1_ps(2.0f)), _mm_loadu_ps(y + i)));
         }",
    );
    let mut run = Run::new(&program);
    let (x, _) = run.symbols("x", Some(Format::Single), 32, 8);
    let (y, _) = run.symbols("y", Some(Format::Single), 32, 8);
    let z = run.object("z", 32);
    let args = [
        run.pointer(x),
        run.pointer(y),
        run.pointer(z),
        run.constant(32, 8),
    ];
    let scalar = run.call_once("scalar", &args).state;
    let vector = run.call_once("vector", &args).state;
    for i in 0..8 {
        let a = run.machine.read_scalar(&scalar, z, 4 * i, 32);
        let b = run.machine.read_scalar(&vector, z, 4 * i, 32);
        assert!(a.is_some());
        assert_eq!(a, b, "element {i}");
    }
    assert!(run.machine.statistics().vector_operations > 0);
}

#[test]
fn an_element_reads_as_written_in_c() {
    let text = returned_text(
        "int f(int a, int b) { return a * 3 + b; }",
        &[("a", 32), ("b", 32)],
    );
    assert!(text.contains("a * 3") && text.contains("b + "), "{text}");
}

#[test]
fn a_table_lookup_becomes_selects_not_paths() {
    let program = compile(
        "static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
         int f(unsigned char i) { return table[i & 7]; }",
    );
    let mut run = Run::new(&program);
    let i = run.scalar("i", 8);
    let finished = run.call_once("f", &[i.into()]);
    assert!(finished.state.checks().is_empty());
    let arena = run.machine.builder.arena();
    let value = returned(&finished);
    let cone = term::Cone::of(arena, &[value]);
    struct At(u128);
    impl term::Assignment for At {
        fn symbol(&self, _: term::SymbolId) -> u128 {
            self.0
        }
    }
    for (i, expected) in [3, 1, 4, 1, 5, 9, 2, 6].into_iter().enumerate() {
        let mut evaluator = term::Evaluator::new(arena, &cone);
        evaluator.run(&At(8 + i as u128));
        assert_eq!(evaluator.value(value), expected);
    }
}

#[test]
fn a_lookup_that_may_leave_the_table_is_an_obligation() {
    let program = compile(
        "static const int table[6] = {3, 1, 4, 1, 5, 9};
         int f(unsigned char i) { return table[i & 7]; }",
    );
    let mut run = Run::new(&program);
    let i = run.scalar("i", 8);
    let finished = run.call_once("f", &[i.into()]);
    let checks = finished.state.checks();
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].defect.kind.name(), "out-of-bounds-read");
    assert_eq!(
        checks[0].defect.object.as_ref().map(|o| o.name.as_str()),
        Some("table")
    );
}

#[test]
fn a_write_at_a_symbolic_index_changes_one_element() {
    let program = compile("void f(int *a, unsigned char i) { a[i & 3] = 9; }");
    let mut run = Run::new(&program);
    let (object, symbols) = run.symbols("a", None, 32, 4);
    let args = [run.pointer(object), run.scalar("i", 8).into()];
    let finished = run.call_once("f", &args);
    for (k, symbol) in symbols.iter().enumerate() {
        let after = run
            .machine
            .read_scalar(&finished.state, object, 4 * k as u64, 32)
            .unwrap();
        let arena = run.machine.builder.arena();
        assert_eq!(arena.op(after), term::Op::Select);
        assert!(arena.node(after).children().contains(symbol));
    }
}

#[test]
fn library_functions_are_uninterpreted_on_symbols_and_native_on_constants() {
    let text = returned_text(
        "#include <math.h>\nfloat f(float x) { return sinf(x) + cosf(0.0f); }",
        &[("x", 32)],
    );
    assert!(text.contains("sinf(") && !text.contains("cosf"), "{text}");
}

#[test]
fn an_overshift_is_undefined_not_zero() {
    let program = compile("unsigned f(unsigned x, unsigned n) { return x << n; }");
    let mut run = Run::new(&program);
    let args = [run.scalar("x", 32).into(), run.scalar("n", 32).into()];
    let finished = run.call_once("f", &args);
    let arena = run.machine.builder.arena();
    let cone = term::Cone::of(arena, &[returned(&finished)]);
    let undefined = cone.symbols(arena).into_iter().any(|s| {
        let buffer = arena.buffer(arena.symbol(s).buffer);
        buffer.undefined && buffer.name.contains("shift")
    });
    assert!(undefined);
}

#[test]
fn a_masked_shift_is_plain() {
    let text = returned_text(
        "unsigned f(unsigned x, unsigned n) { return x << (n & 31); }",
        &[("x", 32), ("n", 32)],
    );
    assert!(!text.contains('?'), "{text}");
}

#[test]
fn an_assertion_is_an_obligation_not_a_path() {
    let program = compile(
        "#include <assert.h>
         int f(int a) { assert(a != 3 && \"not three\"); return a; }",
    );
    let mut run = Run::new(&program);
    let a = run.scalar("a", 32);
    let finished = run.call_once("f", &[a.into()]);
    let checks = finished.state.checks();
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].defect.kind, DefectKind::AssertionFailed);
    assert!(
        checks[0].defect.text.contains("a != 3"),
        "{}",
        checks[0].defect.text
    );
    assert_eq!(finished.state.path(), [checks[0].condition]);
}

#[test]
fn a_harness_declares_its_inputs_and_assumptions() {
    let program = compile(
        "#include <stddef.h>
         #include <stdint.h>
         void klee_make_symbolic(void *, size_t, const char *);
         void klee_assume(uintptr_t);
         int main(int argc, char **argv) {
             float a[2]; int k;
             klee_make_symbolic(a, sizeof a, \"a\");
             klee_make_symbolic(&k, sizeof k, \"k\");
             klee_assume(k > 2);
             return k + (a[1] < 1.0f) + argc + argv[1][0];
         }",
    );
    let mut run = Run::new(&program);
    let args = ["main".to_owned(), "7".to_owned()];
    let finished = run
        .machine
        .run_main(&args, &mut simdiff::symex::Ignorant)
        .unwrap();
    assert_eq!(finished.len(), 1);
    assert_eq!(finished[0].state.path().len(), 1);
    let buffers = run.machine.builder.arena().buffers();
    let names: Vec<_> = buffers
        .iter()
        .map(|b| (b.name.as_str(), b.format, b.scalar))
        .collect();
    assert_eq!(
        names,
        [("a", Some(Format::Single), false), ("k", None, true)]
    );
    let text = print(&run, returned(&finished[0]));
    assert!(text.contains("a[1]") && text.contains('k'), "{text}");
}

#[test]
fn a_long_loop_over_symbols_takes_linear_time_and_terms() {
    let program = compile(
        "void f(const float *x, float *y, long n) {
             for (long i = 0; i < n; i++) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
         }",
    );
    let terms = |n: u64| {
        let mut run = Run::new(&program);
        let (x, _) = run.symbols("x", Some(Format::Single), 32, n);
        let y = run.object("y", 4 * n);
        let args = [
            run.pointer(x),
            run.pointer(y),
            run.constant(64, u128::from(n)),
        ];
        let finished = run.call_once("f", &args);
        assert!(matches!(finished.end, End::Returned(None)));
        run.machine.builder.arena().len() as u64
    };
    assert!(terms(8192) < 9 * terms(1024));
}

#[test]
fn unknown_things_stop_only_when_reached() {
    let program = compile_as(
        "ll",
        "declare i32 @frobnicate(i32)
         declare <4 x float> @llvm.x86.sse.rcp.ps(<4 x float>)
         define i32 @f(i1 %c, i32 %x) {
           br i1 %c, label %known, label %unknown
         known: ret i32 %x
         unknown:
           %r = call i32 @frobnicate(i32 %x)
           ret i32 %r
         }
         define <4 x float> @g(<4 x float> %x) {
           %r = call <4 x float> @llvm.x86.sse.rcp.ps(<4 x float> %x)
           ret <4 x float> %r
         }
         define void @h() {
           call void asm sideeffect \"cpuid\", \"~{eax}\"()
           ret void
         }
         define float @fast(float %x) {
           %r = fadd reassoc float %x, %x
           ret float %r
         }",
        &[],
    );
    let stop = |end: &End| match end {
        End::Stopped(stop) => stop.reason.clone(),
        other => panic!("{other:?}"),
    };
    let mut run = Run::new(&program);
    let (c, x) = (run.scalar("c", 1), run.scalar("x", 32));
    let finished = run.call("f", &[c.into(), x.into()]);
    assert_eq!(returned(&finished[0]), x);
    assert_eq!(
        stop(&finished[1].end),
        StopReason::UnknownFunction("frobnicate".into())
    );
    let lanes = Value::Vector([Some(x); 4].into());
    let name = "llvm.x86.sse.rcp.ps".to_owned();
    let finished = run.call_once("g", &[lanes]);
    assert_eq!(stop(&finished.end), StopReason::UnknownIntrinsic(name));
    let finished = run.call_once("h", &[]);
    assert_eq!(
        stop(&finished.end).kind(),
        UndecidedKind::UnsupportedInstruction
    );
    let finished = run.call_once("fast", &[x.into()]);
    assert_eq!(stop(&finished.end).kind(), UndecidedKind::FastMath);
}

#[test]
fn symbolic_heap_blocks_hold_what_the_program_usually_accesses() {
    let program = compile(
        "#include <stdlib.h>
         void klee_make_symbolic(void *, size_t, const char *);
         float f(int i) {
             float *p = malloc(16);
             klee_make_symbolic(p, 16, \"p\");
             return p[0] + p[i];
         }",
    );
    let mut run = Run::new(&program);
    let one = run.constant(32, 1);
    let finished = run.call_once("f", &[one]);
    assert_eq!(print(&run, returned(&finished)), "p[0] + p[1]");
}
