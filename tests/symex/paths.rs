//! Paths: where they split, where they become one again, and in which order.

use simdiff::symex::{End, Finished, Limits, Search, Value};
use term::{Assignment, Cone, Evaluator, SymbolId, TermId};

use crate::support::{Run, compile};

struct Values(Vec<u128>);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

/// The value of a term when the symbols, in order of creation, have `values`.
fn evaluate(run: &Run<'_>, term: TermId, values: &[u128]) -> u128 {
    let arena = run.machine.builder.arena();
    let cone = Cone::of(arena, &[term]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(&Values(values.to_vec()));
    evaluator.value(term)
}

fn returned(finished: &Finished) -> TermId {
    match &finished.end {
        End::Returned(Some(Value::Scalar(Some(term)))) => *term,
        other => panic!("{other:?}"),
    }
}

const CONDITIONAL_STORES: &str = "
    void f(const int *a, int *b, int n) {
        for (int i = 0; i < n; i++) {
            if (a[i] > 5) { b[i] = a[i]; b[0] += 1; }
            else if (a[i] < -5) b[i] = -a[i];
        }
    }";

#[test]
fn arms_with_stores_meet_again() {
    let program = compile(CONDITIONAL_STORES);
    let mut run = Run::new(&program);
    let (a, _) = run.symbols("a", None, 32, 10);
    let (b, _) = run.symbols("b", None, 32, 10);
    let args = [run.pointer(a), run.pointer(b), run.constant(32, 10)];
    let finished = run.call_once("f", &args);
    assert!(finished.state.path().is_empty());
    let inputs: [i32; 20] = [
        9, -9, 3, 6, 0, -6, 5, -5, 100, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ];
    let values: Vec<u128> = inputs.iter().map(|x| *x as u32 as u128).collect();
    let mut expected = inputs[10..].to_vec();
    for i in 0..10 {
        match inputs[i] {
            6.. => {
                expected[i] = inputs[i];
                expected[0] += 1;
            }
            ..-5 => expected[i] = -inputs[i],
            _ => {}
        }
    }
    for (i, expected) in expected.into_iter().enumerate() {
        let term = run
            .machine
            .read_scalar(&finished.state, b, 4 * i as u64, 32)
            .unwrap();
        assert_eq!(
            evaluate(&run, term, &values) as u32 as i32,
            expected,
            "element {i}"
        );
    }
}

#[test]
fn without_merging_every_branch_splits_in_order() {
    let program = compile(CONDITIONAL_STORES);
    let limits = Limits {
        merge: false,
        ..Limits::default()
    };
    let mut run = Run::with_limits(&program, limits);
    let (a, symbols) = run.symbols("a", None, 32, 2);
    let b = run.object("b", 8);
    let args = [run.pointer(a), run.pointer(b), run.constant(32, 2)];
    let zero = run.machine.builder.constant(32, 0);
    assert!(run.machine.write_scalar(&mut run.state, b, 0, zero));
    let finished = run.call("f", &args);
    assert_eq!(finished.len(), 9);
    let five = run.machine.builder.constant(32, 5);
    let above = run.machine.builder.slt(five, symbols[0]);
    let first: Vec<bool> = finished
        .iter()
        .map(|f| f.state.path()[0] == above)
        .collect();
    assert_eq!(
        first,
        [true, true, true, false, false, false, false, false, false]
    );
}

/// The ends of the paths of `f`, called with one symbolic integer, in the order in
/// which they are explored.
fn explored(source: &str, search: Search) -> Vec<String> {
    let program = compile(source);
    let limits = Limits {
        merge: false,
        search,
        ..Limits::default()
    };
    let mut run = Run::with_limits(&program, limits);
    let a = run.scalar("a", 32);
    let finished = run.call("f", &[a.into()]);
    let end = |f: &Finished| match &f.end {
        End::Returned(_) => format!("{:?}", f.state.path()),
        other => format!("{other:?}"),
    };
    finished.iter().map(end).collect()
}

#[test]
fn searchers_explore_the_same_paths_in_an_order_of_their_own() {
    let source = "int sink; void f(int a) {
        for (int i = 0; i < 5; i++) if (a & 1 << i) sink += i; }";
    let newest = explored(source, Search::DepthFirst);
    assert_eq!(newest.len(), 32);
    for search in [Search::RandomPath, Search::Coverage] {
        let order = explored(source, search);
        assert_eq!(
            order,
            explored(source, search),
            "{search:?} is deterministic"
        );
        let (mut all, mut expected) = (order.clone(), newest.clone());
        all.sort();
        expected.sort();
        assert_eq!(all, expected, "{search:?}");
        assert!(search == Search::Coverage || order != newest);
    }
}

#[test]
fn an_arm_that_ends_leaves_its_condition_behind() {
    let program = compile(
        "#include <stdlib.h>
         int sink; int f(int a) { if (a == 3) { sink = 1; exit(4); } return a; }",
    );
    let mut run = Run::new(&program);
    let a = run.scalar("a", 32);
    let finished = run.call("f", &[a.into()]);
    let [exited, went_on] = &finished[..] else {
        panic!("{} paths", finished.len())
    };
    assert!(matches!(exited.end, End::Exited(4)));
    assert_eq!(returned(went_on), a);
    let condition = exited.state.path()[0];
    let not = run.machine.builder.not(condition);
    assert_eq!(went_on.state.path(), [not]);
}

#[test]
fn a_switch_meets_again() {
    let program = compile(
        "int sink; int f(int a) {
            switch (a & 7) { case 1: sink = 5; break; case 2: case 3: sink = a; break;
                             case 5: sink += 2; break; default: sink = 9; }
            return sink; }",
    );
    let mut run = Run::new(&program);
    let a = run.scalar("a", 32);
    let finished = run.call_once("f", &[a.into()]);
    let term = returned(&finished);
    let expected = [9, 5, 2, 3, 9, 2, 9, 9];
    for (a, expected) in expected.into_iter().enumerate() {
        assert_eq!(evaluate(&run, term, &[a as u128]), expected, "a = {a}");
    }
}

#[test]
fn a_loop_with_a_symbolic_bound_meets_at_its_end() {
    let program = compile(
        "int f(const int *a, unsigned char n) {
            int s = 0; for (int i = 0; i < (n & 3); i++) s += a[i]; return s; }",
    );
    let mut run = Run::new(&program);
    let (a, _) = run.symbols("a", None, 32, 3);
    let n = run.scalar("n", 8);
    let args = [run.pointer(a), n.into()];
    let limits = Limits {
        max_paths: 16,
        ..Limits::default()
    };
    run.machine.limits = limits;
    let finished = run.call("f", &args);
    let ends: Vec<_> = finished
        .iter()
        .map(|f| matches!(f.end, End::Returned(_)))
        .collect();
    // Nothing tells that four iterations are too many: those paths leave `a`.
    let last = finished.last().unwrap();
    assert!(ends.last().unwrap(), "{:?}", last.end);
    let term = returned(last);
    for n in 0..4 {
        let expected = [0, 10, 30, 70][n];
        assert_eq!(
            evaluate(&run, term, &[10, 20, 40, n as u128]),
            expected,
            "n = {n}"
        );
    }
}

#[test]
fn obligations_of_both_arms_survive_the_meeting() {
    let program = compile(
        "#include <assert.h>
         int sink; void f(int a, int b) {
            if (a > 0) { assert(b != 1); sink = 1; } else { assert(b != 2); sink = 2; } }",
    );
    let mut run = Run::new(&program);
    let (a, b) = (run.scalar("a", 32), run.scalar("b", 32));
    let finished = run.call_once("f", &[a.into(), b.into()]);
    let texts: Vec<&str> = finished
        .state
        .checks()
        .iter()
        .map(|c| c.defect.text.as_str())
        .collect();
    assert_eq!(texts, ["b != 1", "b != 2"]);
    for check in finished.state.checks() {
        assert_eq!(check.path.to_vec().len(), 1);
    }
    // What each arm came to rely on holds under its condition only.
    assert_eq!(finished.state.path().len(), 2);
    let holds = |values: &[u128]| {
        finished
            .state
            .path()
            .iter()
            .all(|c| evaluate(&run, *c, values) == 1)
    };
    assert!(holds(&[1, 2]) && holds(&[0, 1]));
    assert!(!holds(&[1, 1]) && !holds(&[0, 2]));
}

#[test]
fn what_only_one_arm_initialises_stays_partly_undefined() {
    let program = compile("void f(int a, int *out) { if (a) *out = 7; }");
    let mut run = Run::new(&program);
    let a = run.scalar("a", 32);
    let out = run.object("out", 4);
    let args = [a.into(), run.pointer(out)];
    let finished = run.call_once("f", &args);
    let term = run
        .machine
        .read_scalar(&finished.state, out, 0, 32)
        .unwrap();
    let arena = run.machine.builder.arena();
    let cone = Cone::of(arena, &[term]);
    let undefined = |s: SymbolId| arena.buffer(arena.symbol(s).buffer).undefined;
    assert!(cone.symbols(arena).into_iter().any(undefined));
}

#[test]
fn a_program_that_looks_at_addresses_is_noticed() {
    let program = compile(
        "#include <stdint.h>
         int aligned(const float *p) { return ((uintptr_t)p & 15) == 0; }
         long distance(const float *p, const float *q) { return q - p; }",
    );
    let observed = |function: &str| {
        let mut run = Run::new(&program);
        let object = run.object("p", 16);
        let pointer = run.pointer(object);
        run.call_once(function, &[pointer.clone(), pointer]);
        run.machine.take_observed().get(&object).copied()
    };
    assert_eq!(observed("aligned"), Some(4));
    assert_eq!(observed("distance"), None);
}

#[test]
fn many_nested_branches_need_little_stack() {
    let program = compile(
        "int f(const unsigned char *a, unsigned n) {
            int s = 0; while (n > s) { s += a[s & 7]; if (s > 1000) break; } return s; }",
    );
    let mut run = Run::new(&program);
    let (a, _) = run.symbols("a", None, 8, 8);
    let n = run.scalar("n", 32);
    run.machine.limits.max_paths = 200;
    let args = [run.pointer(a), n.into()];
    // Test threads have 2 MiB.
    assert!(!run.call("f", &args).is_empty());
}
