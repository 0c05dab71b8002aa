//! Undefined behaviour and limits: each with its kind and its place.

use std::time::Instant;

use simdiff::deadline::Deadline;
use simdiff::symex::{Defect, End, Limits, ObjectSpec, Protection, StopReason};
use simdiff::verdict::UndecidedKind;

use crate::support::{Run, compile};

fn defect(end: &End) -> &Defect {
    match end {
        End::Defect(defect) => defect,
        other => panic!("{other:?}"),
    }
}

/// The defect that `f`, called with a pointer to four integers, ends in.
fn found(source: &str) -> Defect {
    let program = compile(source);
    let mut run = Run::new(&program);
    let object = run.object("a", 16);
    for i in 0..4 {
        let value = run.machine.builder.constant(32, i);
        assert!(
            run.machine
                .write_scalar(&mut run.state, object, 4 * i as u64, value)
        );
    }
    let pointer = run.pointer(object);
    let finished = run.call_once("f", &[pointer]);
    defect(&finished.end).clone()
}

#[test]
fn an_overrun_names_object_offset_and_line() {
    let d = found(
        "int f(int *a) {\n  int s = 0;\n  for (int i = 0; i < 5; i++)\n    s += a[i];\n  return s;\n}",
    );
    assert_eq!(d.kind.name(), "out-of-bounds-read");
    assert_eq!((d.offset, d.size), (Some(16), 4));
    let object = d.object.as_ref().map(|o| (o.name.as_str(), o.size));
    assert_eq!(object, Some(("a", 16)));
    assert_eq!(d.location.as_ref().map(|l| l.line), Some(4));
    assert!(
        d.message()
            .contains("read outside a (16 bytes): 4 bytes at offset 16")
    );
}

#[test]
fn an_overrun_by_the_end_of_a_vector_is_one() {
    let d = found(
        "#include <emmintrin.h>
         __m128i g; void f(int *a) { g = _mm_loadu_si128((__m128i *)(a + 1)); }",
    );
    assert_eq!(
        (d.kind.name(), d.offset, d.size),
        ("out-of-bounds-read", Some(4), 16)
    );
}

#[test]
fn an_underrun_is_one() {
    let d = found("void f(int *a) { a[-1] = 0; }");
    assert_eq!(d.kind.name(), "out-of-bounds-write");
    assert_eq!(
        d.message(),
        "write outside a (16 bytes): 4 bytes, 4 before its start"
    );
}

#[test]
fn null_is_not_an_object() {
    let d = found("int f(int *a) { int *volatile p = 0; return *p; }");
    assert_eq!(d.kind.name(), "null-read");
}

#[test]
fn freed_memory_is_gone() {
    let source = "#include <stdlib.h>
        int f(int *a) { int *volatile p = malloc(4); *p = a[0]; free(p); return *p; }";
    let d = found(source);
    assert_eq!(d.kind.name(), "read-after-free");
    assert!(d.object.unwrap().allocation.is_some());
}

#[test]
fn memory_is_freed_once() {
    let source = "#include <stdlib.h>
        void f(int *a) { void *volatile p = malloc(4); free(p); free(p); }";
    assert_eq!(found(source).kind.name(), "double-free");
}

#[test]
fn only_the_heap_is_freed() {
    let source = "#include <stdlib.h>\nvoid f(int *a) { int x; int *volatile p = &x; free(p); }";
    assert_eq!(found(source).kind.name(), "invalid-free");
}

#[test]
fn locals_die_with_their_function() {
    let source = "static int *__attribute__((noinline)) g(int *a) {
            int x = a[1]; int *volatile p = &x; return p; }
        int f(int *a) { int *volatile p = g(a); return *p; }";
    assert_eq!(found(source).kind.name(), "read-after-return");
}

#[test]
fn division_by_a_constant_zero_is_one() {
    let source = "int f(int *a) { return a[3] / a[0]; }";
    assert_eq!(found(source).kind.name(), "division-by-zero");
}

#[test]
fn division_by_an_input_is_an_obligation() {
    let program = compile("int f(int a, int b) { return a / b; }");
    let mut run = Run::new(&program);
    let args = [run.scalar("a", 32).into(), run.scalar("b", 32).into()];
    let finished = run.call_once("f", &args);
    let kinds: Vec<_> = finished
        .state
        .checks()
        .iter()
        .map(|c| c.defect.kind.name())
        .collect();
    assert_eq!(kinds, ["division-by-zero", "division-overflow"]);
}

#[test]
fn inputs_and_constants_are_not_written() {
    let program = compile(
        "static const int table[2] = {1, 2};
         void input(int *a) { a[0] = 1; }
         void constant(void) { *(int *)&table[*(volatile int *)&table[0]] = 3; }",
    );
    let mut run = Run::new(&program);
    let spec = ObjectSpec {
        protection: Protection::Input,
        ..ObjectSpec::buffer("a", 4)
    };
    let object = run.machine.add_object(&mut run.state, spec).unwrap();
    let pointer = run.pointer(object);
    let finished = run.call_once("input", &[pointer]);
    assert_eq!(defect(&finished.end).kind.name(), "write-to-input");
}

#[test]
fn a_branch_on_an_uninitialised_value_is_one() {
    let source = "int f(int *a) { volatile int x; if (x) a[0] = 1; return a[0]; }";
    assert_eq!(found(source).kind.name(), "undefined-branch");
}

#[test]
fn an_endless_loop_reaches_the_step_limit() {
    let program = compile("void f(void) { volatile int x = 0; for (;;) x++; }");
    let limits = Limits {
        max_steps: 100_000,
        ..Limits::default()
    };
    let mut run = Run::with_limits(&program, limits);
    let finished = run.call_once("f", &[]);
    let End::Stopped(stop) = &finished.end else {
        panic!("{:?}", finished.end)
    };
    assert_eq!(stop.reason, StopReason::StepLimit(100_000));
    assert!(stop.location.is_some());
}

/// A loop over symbols builds large terms in few steps.
#[test]
fn large_terms_reach_the_limit_of_rewritings() {
    let program = compile(
        "unsigned f(unsigned *a) {
             unsigned y = a[0];
             for (int i = 0; i < 4096; i++)
                 y = y * a[1] ^ y >> 3;
             return y;
         }",
    );
    let ends = [u64::MAX, 8_000].map(|max_rewritings| {
        let limits = Limits {
            max_rewritings,
            ..Limits::default()
        };
        let mut run = Run::with_limits(&program, limits);
        let (object, _) = run.symbols("a", None, 32, 2);
        let pointer = run.pointer(object);
        run.call_once("f", &[pointer]).end
    });
    assert!(matches!(ends[0], End::Returned(_)), "{:?}", ends[0]);
    let End::Stopped(stop) = &ends[1] else {
        panic!("{:?}", ends[1])
    };
    assert_eq!(stop.reason, StopReason::RewritingLimit(8_000));
}

#[test]
fn a_few_reads_of_a_large_table_look_at_the_clock() {
    let program = compile(
        "int f(const int *table, const unsigned short *at) {
            int sum = 0;
            for (int i = 0; i < 8; i++) sum += table[at[i] & 1023];
            return sum;
        }",
    );
    let limits = Limits {
        deadline: Deadline::at(Instant::now()),
        ..Limits::default()
    };
    let mut run = Run::with_limits(&program, limits);
    let (table, _) = run.symbols("table", None, 32, 1024);
    let (at, _) = run.symbols("at", None, 16, 8);
    let args = [run.pointer(table), run.pointer(at)];
    let finished = run.call_once("f", &args);
    let End::Stopped(stop) = &finished.end else {
        panic!("{:?}", finished.end)
    };
    assert_eq!(stop.reason, StopReason::TimeLimit);
    assert!(run.machine.statistics().instructions < 100);
}

#[test]
fn an_endless_recursion_reaches_its_limit() {
    let program = compile(
        "int g(int *); __attribute__((noinline)) int f(int *x) { int y = *x; return g(&y) + 1; }
         __attribute__((noinline)) int g(int *x) { int y = *x; return f(&y) + 2; }",
    );
    let mut run = Run::new(&program);
    let (object, _) = run.symbols("x", None, 32, 1);
    let pointer = run.pointer(object);
    let finished = run.call_once("f", &[pointer]);
    let End::Stopped(stop) = &finished.end else {
        panic!("{:?}", finished.end)
    };
    assert_eq!(stop.reason.kind(), UndecidedKind::RecursionLimit);
}

#[test]
fn too_many_paths_stop_the_rest() {
    let program = compile(
        "int sink; void f(const int *a) { for (int i = 0; i < 8; i++) if (a[i]) sink += i; }",
    );
    let limits = Limits {
        max_paths: 10,
        merge: false,
        ..Limits::default()
    };
    let mut run = Run::with_limits(&program, limits);
    let (object, _) = run.symbols("a", None, 32, 8);
    let pointer = run.pointer(object);
    let finished = run.call("f", &[pointer]);
    let stopped = |f: &&simdiff::symex::Finished| matches!(f.end, End::Stopped(_));
    assert_eq!(finished.len(), 10);
    assert!(finished.iter().filter(stopped).count() > 0);
}

#[test]
fn writing_beyond_the_memory_limit_stops() {
    let program = compile(
        "#include <stdlib.h>\n#include <string.h>\n\
         void *f(void) { return memset(malloc(1ul << 39), 1, 1ul << 39); }",
    );
    let mut run = Run::new(&program);
    let finished = run.call_once("f", &[]);
    let End::Stopped(stop) = &finished.end else {
        panic!("{:?}", finished.end)
    };
    assert_eq!(stop.reason.kind(), UndecidedKind::MemoryLimit);
}

#[test]
fn an_aligned_vector_access_needs_its_alignment() {
    let source = "#include <emmintrin.h>
        __m128i g; void f(int *a) { g = _mm_load_si128((__m128i *)(a + 1)); }";
    let d = found(source);
    assert_eq!((d.kind.name(), d.offset), ("misaligned-read", Some(4)));
}
