//! Threads that pause, and what they keep for themselves.

use simdiff::program::{FunctionId, Program};
use simdiff::symex::{End, Ignorant, Limits, Pause, Paused, State, Stops, ThreadId, Value};
use term::Op;

use crate::support::{Run, compile};

/// Each item fills an array of its own, passes a value on before the barrier, and
/// reads its neighbour's after it.
const NEIGHBOURS: &str = "
    void barrier(void);
    __attribute__((noinline)) static void fill(int *own, int from) {
        for (int i = 0; i < 4; i++) own[i] = from + i;
    }
    void item(int id, const int *in, int *shared, int *out) {
        int own[4];
        fill(own, 10 * id);
        if (in[id] > 0) own[1] = in[id]; else shared[2 + id] = 1;
        shared[id] = own[1];
        barrier();
        out[id] = shared[1 - id] + own[3];
    }";

fn stops_at(program: &Program, callee: &str) -> Stops {
    Stops {
        calls: program.find_function(callee).into_iter().collect(),
        ..Stops::default()
    }
}

fn function(program: &Program, name: &str) -> FunctionId {
    program.find_function(name).unwrap()
}

fn only(mut paths: Vec<Paused>) -> Paused {
    assert_eq!(paths.len(), 1);
    paths.remove(0)
}

/// Runs every thread but the first from where it is to its next stop.
fn round(run: &mut Run<'_>, mut states: Vec<State>, stops: &Stops) -> Vec<State> {
    let threads: Vec<ThreadId> = states[0].threads().map(|(id, _)| id).skip(1).collect();
    for thread in threads {
        let mut next = Vec::new();
        for mut state in states {
            assert!(state.select(thread));
            let paths = run.machine.advance(state, stops, &mut Ignorant);
            next.extend(paths.into_iter().map(|path| path.state));
        }
        states = next;
    }
    states
}

fn with_items(run: &mut Run<'_>, args: &[Value]) -> State {
    let item = function(run.program, "item");
    let mut state = run.state.clone();
    for id in 0..2 {
        let id = run.machine.builder.constant(32, id).into();
        let args: Vec<Value> = [id].into_iter().chain(args.iter().cloned()).collect();
        run.machine.add_thread(&mut state, item, &args).unwrap();
    }
    state
}

#[test]
fn items_keep_their_locals_across_a_barrier() {
    let program = compile(NEIGHBOURS);
    let mut run = Run::new(&program);
    let (input, symbols) = run.symbols("in", None, 32, 2);
    let (shared, out) = (run.object("shared", 16), run.object("out", 8));
    let args = [input, shared, out].map(|object| run.pointer(object));
    let state = with_items(&mut run, &args);
    let stops = stops_at(&program, "barrier");
    let states = round(&mut run, vec![state], &stops);
    // The arms before the barrier were merged.
    assert_eq!(states.len(), 1);
    let barrier = function(&program, "barrier");
    let pauses: Vec<bool> = states[0]
        .threads()
        .skip(1)
        .map(|(_, at)| matches!(at, Some(Pause::Call { function, .. }) if *function == barrier))
        .collect();
    assert_eq!(pauses, [true, true]);
    let chain = run.machine.call_chain(&states[0], ThreadId(2));
    assert_eq!(chain.iter().map(|at| at.line).collect::<Vec<_>>(), [11]);
    let states = round(&mut run, states, &stops);
    let [state] = &states[..] else {
        panic!("{} paths", states.len());
    };
    assert!(
        state
            .threads()
            .skip(1)
            .all(|(_, at)| at.is_some_and(Pause::is_return))
    );
    assert!(run.machine.call_chain(state, ThreadId(2)).is_empty());
    // out[id] = (in[other] > 0 ? in[other] : 10 × other + 1) + 10 × id + 3
    for (id, other) in [(0, 1), (1, 0)] {
        let sum = run.machine.read_scalar(state, out, 4 * id, 32).unwrap();
        let b = &mut run.machine.builder;
        let theirs = symbols[other as usize];
        let (zero, plain) = (b.constant(32, 0), b.constant(32, 10 * other + 1));
        let positive = b.slt(zero, theirs);
        let passed = b.select(positive, theirs, plain);
        let own = b.constant(32, u128::from(10 * id + 3));
        assert_eq!(sum, b.add(passed, own));
    }
}

/// Only where the input says so is there a barrier.
#[test]
fn an_arm_that_pauses_leaves_the_merge() {
    let program = compile(
        "void barrier(void);
        int f(const int *in) {
            int sum = 1;
            if (in[0] > 7) { sum += in[1]; barrier(); sum *= 3; }
            return sum + in[2];
        }",
    );
    let mut run = Run::new(&program);
    let (input, _) = run.symbols("in", None, 32, 3);
    let args = [run.pointer(input)];
    let mut state = run.state.clone();
    let thread = run
        .machine
        .add_thread(&mut state, function(&program, "f"), &args)
        .unwrap();
    state.select(thread);
    let stops = stops_at(&program, "barrier");
    let paths = run.machine.advance(state, &stops, &mut Ignorant);
    let [paused, returned] = paths.try_into().unwrap_or_else(|_| panic!("not two paths"));
    assert!(matches!(paused.at, Pause::Call { .. }));
    assert!(returned.at.is_return());
    let ways: Vec<_> = [&paused, &returned]
        .map(|path| path.state.path().to_vec())
        .into();
    let not = run.machine.builder.not(ways[0][0]);
    assert_eq!(ways[1], [not]);
    let resumed = only(run.machine.advance(paused.state, &stops, &mut Ignorant));
    let Pause::Ended(End::Returned(Some(value))) = resumed.at else {
        panic!("{:?}", resumed.at);
    };
    let arena = run.machine.builder.arena();
    assert_eq!(arena.op(value.lane().unwrap()), Op::Add);
    // A thread that has ended stays so.
    let again = only(run.machine.advance(returned.state, &stops, &mut Ignorant));
    assert!(again.at.is_return());
}

#[test]
fn a_loop_pauses_at_its_head_every_time() {
    let program = compile(
        "int f(const int *in) {
            int sum = 0;
            for (int i = 0; i < 3; i++) sum = 5 * sum + in[i];
            return sum;
        }",
    );
    let mut run = Run::new(&program);
    let (input, _) = run.symbols("in", None, 32, 3);
    let args = [run.pointer(input)];
    let f = function(&program, "f");
    let mut state = run.state.clone();
    let thread = run.machine.add_thread(&mut state, f, &args).unwrap();
    state.select(thread);
    let stops = Stops {
        loop_heads: true,
        ..Stops::default()
    };
    let mut heads = Vec::new();
    let value = loop {
        let path = only(run.machine.advance(state, &stops, &mut Ignorant));
        match path.at {
            Pause::Block { block, .. } => heads.push(block),
            Pause::Ended(End::Returned(value)) => break value.unwrap(),
            other => panic!("{other:?}"),
        }
        state = path.state;
    };
    assert_eq!(heads.len(), 3, "{heads:?}");
    // From the head straight to the end gives what a call gives.
    let called = run.call_once("f", &args);
    let End::Returned(Some(expected)) = called.end else {
        panic!("{:?}", called.end);
    };
    assert_eq!(value, expected);
    // To that block and no other.
    let stops = Stops {
        blocks: vec![(f, heads[0])],
        ..Stops::default()
    };
    let mut state = run.state.clone();
    let thread = run.machine.add_thread(&mut state, f, &args).unwrap();
    state.select(thread);
    let path = only(run.machine.advance(state, &stops, &mut Ignorant));
    assert!(matches!(path.at, Pause::Block { block, .. } if block == heads[0]));
}

#[test]
fn a_call_that_is_a_stop_is_answered_by_the_driver() {
    let program = compile(
        "int question(int about);
        int f(int x) { return 2 * question(x + 1); }",
    );
    let mut run = Run::new(&program);
    let b = &mut run.machine.builder;
    let (three, seven) = (b.constant(32, 3), b.constant(32, 7));
    let f = function(&program, "f");
    let mut state = run.state.clone();
    let thread = run
        .machine
        .add_thread(&mut state, f, &[three.into()])
        .unwrap();
    state.select(thread);
    let stops = stops_at(&program, "question");
    let mut path = only(run.machine.advance(state, &stops, &mut Ignorant));
    let Pause::Call { arguments, .. } = path.at else {
        panic!("{:?}", path.at);
    };
    let four = run.machine.builder.constant(32, 4);
    assert_eq!(arguments, [Value::from(four)]);
    run.machine.answer(&mut path.state, seven.into());
    let path = only(run.machine.advance(path.state, &stops, &mut Ignorant));
    let Pause::Ended(End::Returned(Some(value))) = path.at else {
        panic!("{:?}", path.at);
    };
    assert_eq!(value, run.machine.builder.constant(32, 14).into());
}

/// A pointer to a local of a thread that is gone leads nowhere, whoever comes after.
#[test]
fn threads_come_and_go() {
    let program = compile(
        "int *kept;
        void leave(int *at) { kept = at; }
        void keep(void) { volatile int own = 4; leave((int *)&own); own++; }
        int look(void) { volatile int own = 5; return *kept + own; }",
    );
    let mut run = Run::with_limits(&program, Limits::default());
    let mut state = run.state.clone();
    for name in ["keep", "look"] {
        let entry = function(&program, name);
        let thread = run.machine.add_thread(&mut state, entry, &[]).unwrap();
        assert_eq!(thread, ThreadId(1));
        state.select(thread);
        let path = only(run.machine.advance(state, Stops::NONE, &mut Ignorant));
        let Pause::Ended(end) = path.at else {
            panic!("{:?}", path.at);
        };
        match name {
            "keep" => assert!(matches!(end, End::Returned(None))),
            _ => assert!(matches!(end, End::Defect(_)), "{end:?}"),
        }
        state = path.state;
        state.remove_threads();
        assert_eq!(state.threads().count(), 1);
    }
}
