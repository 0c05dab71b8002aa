//! What an observer is told of accesses to memory.

use simdiff::program::{AddressSpace, Order};
use simdiff::symex::{
    AccessLog, AccessRecord, End, Finished, Ignorant, ObjectId, Offset, State, Stops, ThreadId,
};

use crate::support::{Run, compile, compile_as};

/// A log of the accesses to these objects.
fn watch(state: &mut State, objects: &[ObjectId]) {
    let objects = objects.to_vec();
    state.set_observer(AccessLog::of(move |id, _| objects.contains(&id)));
}

/// What a log says of one object: thread, offset, access and size.
fn lines(state: &State, object: ObjectId) -> Vec<String> {
    let log: &AccessLog = state.observer().unwrap();
    let accesses = log.accesses();
    let of = accesses.iter().filter(|access| access.object == object);
    of.map(|access| line(access)).collect()
}

fn line(access: &AccessRecord) -> String {
    let offset = match &access.offset {
        Offset::At(at) => at.to_string(),
        Offset::Among {
            first,
            last,
            stride,
            ..
        } => format!("{first}..={last} by {stride}"),
    };
    let guards = access.path.to_vec().len() + usize::from(access.guard.is_some());
    let guards = if guards > 0 { " if" } else { "" };
    format!(
        "{}: {:?} {} at {offset}{guards}",
        access.thread.0, access.access, access.size
    )
}

fn ok(finished: &Finished) {
    let end = &finished.end;
    assert!(matches!(end, End::Returned(_)), "{end:?}");
}

/// Before the barrier each item passes a value on, and one of its arms notes that it
/// had none; after it, each reads what its neighbour passed on.
#[test]
fn accesses_of_all_threads_come_out_of_one_log() {
    let program = compile(
        "void barrier(void);
        void item(int id, const int *in, int *shared, int *out) {
            volatile int own[4];
            for (int i = 0; i < 4; i++) own[i] = 10 * id + i;
            if (in[id] > 0) own[1] = in[id]; else shared[2 + id] = 1;
            shared[id] = own[1];
            barrier();
            out[id] = shared[1 - id] + own[3];
        }",
    );
    let mut run = Run::new(&program);
    let (input, _) = run.symbols("in", None, 32, 2);
    let (shared, out) = (run.object("shared", 16), run.object("out", 8));
    let mut state = run.state.clone();
    watch(&mut state, &[shared, out]);
    let item = program.find_function("item").unwrap();
    for id in 0..2 {
        let objects = [input, shared, out].map(|object| run.pointer(object));
        let id = run.constant(32, id);
        let args: Vec<_> = [id].into_iter().chain(objects).collect();
        run.machine.add_thread(&mut state, item, &args).unwrap();
    }
    let stops = Stops {
        calls: vec![program.find_function("barrier").unwrap()],
        ..Stops::default()
    };
    for _ in 0..2 {
        for thread in [1, 2] {
            assert!(state.select(ThreadId(thread)));
            let mut paths = run.machine.advance(state, &stops, &mut Ignorant);
            assert_eq!(paths.len(), 1, "the arms are merged");
            state = paths.remove(0).state;
        }
    }
    assert_eq!(
        lines(&state, shared),
        [
            "1: Write 4 at 8 if",
            "1: Write 4 at 0",
            "2: Write 4 at 12 if",
            "2: Write 4 at 4",
            "1: Read 4 at 4",
            "2: Read 4 at 0",
        ]
    );
    assert_eq!(lines(&state, out), ["1: Write 4 at 0", "2: Write 4 at 4"]);
    // The place of each is known, and the value that was passed on.
    let log: &AccessLog = state.observer().unwrap();
    let accesses = log.accesses();
    let places = accesses.iter().map(|access| {
        let at = program.location(access.chain[0]);
        at.map_or(0, |at| at.line)
    });
    assert_eq!(places.collect::<Vec<_>>(), [5, 6, 5, 6, 8, 8, 8, 8]);
    assert_eq!(accesses[1].value, accesses[6].value);
    assert!(accesses[1].value.is_some());
    assert!(lines(&state, input).is_empty());
    // Nobody is told any more.
    assert!(state.take_observer().is_some());
    assert!(state.observer::<AccessLog>().is_none());
}

/// Whoever makes the access: instructions of every kind, and models of functions.
#[test]
fn every_way_to_memory_leads_through_the_door() {
    let program = compile(
        "#include <string.h>
        #include <stdlib.h>
        typedef int v4 __attribute__((vector_size(16)));
        static void touch(char *at, char *from, int n) {
            memset(at, 0, 9);
            memmove(at + 1, from, 16);
            *(v4 *)(at + 16) = *(v4 *)at + 1;
            __atomic_fetch_add((int *)(at + 4), 1, __ATOMIC_RELAXED);
            __atomic_store_n((int *)(at + 8), 5, __ATOMIC_RELEASE);
        }
        int f(char *at, char *from, int n) {
            touch(at, from, n);
            return memcmp(at, from, 3) + at[2 * (n & 3)];
        }",
    );
    let mut run = Run::new(&program);
    let (at, from) = (run.object("at", 64), run.object("from", 64));
    let n = run.scalar("n", 32);
    for i in 0..16 {
        let byte = run.machine.builder.constant(8, u128::from(i % 2));
        let written = run.machine.write_scalar(&mut run.state, from, i, byte);
        assert!(written);
    }
    watch(&mut run.state, &[at, from]);
    let args = [run.pointer(at), run.pointer(from), n.into()];
    let finished = run.call_once("f", &args);
    ok(&finished);
    assert_eq!(
        lines(&finished.state, at),
        [
            "0: Write 9 at 0",
            "0: Write 16 at 1",
            "0: Read 16 at 0",
            "0: Write 16 at 16",
            "0: Read 4 at 4",
            "0: Write 4 at 4",
            "0: Write 4 at 8",
            "0: Read 3 at 0",
            "0: Read 1 at 0..=6 by 2",
        ]
    );
    let read = ["0: Read 16 at 0", "0: Read 3 at 0"];
    assert_eq!(lines(&finished.state, from), read);
    let log: &AccessLog = finished.state.observer().unwrap();
    let orders: Vec<Order> = log
        .accesses()
        .iter()
        .map(|access| access.qualifiers.order)
        .filter(|order| *order != Order::Plain)
        .collect();
    assert_eq!(orders, [Order::Relaxed, Order::Relaxed, Order::Release]);
}

#[test]
fn lanes_that_are_masked_off_are_not_accessed() {
    let program = compile_as(
        "ll",
        "define void @f(<2 x i1> %mask, ptr %at) {
            %old = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %at, i32 4, <2 x i1> %mask, <2 x i32> zeroinitializer)
            call void @llvm.masked.store.v2i32.p0(<2 x i32> %old, ptr %at, i32 4, <2 x i1> <i1 false, i1 true>)
            ret void
        }
        declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
        declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)",
        &[],
    );
    let mut run = Run::new(&program);
    let (at, _) = run.symbols("at", None, 32, 2);
    let mask = simdiff::symex::Value::Vector(
        [run.scalar("m", 1), run.scalar("k", 1)]
            .map(Some)
            .into_iter()
            .collect(),
    );
    watch(&mut run.state, &[at]);
    let args = [mask, run.pointer(at)];
    let finished = run.call_once("f", &args);
    ok(&finished);
    assert_eq!(
        lines(&finished.state, at),
        ["0: Read 4 at 0 if", "0: Read 4 at 4 if", "0: Write 4 at 4"]
    );
}

/// A place that a condition chooses is accessed in both objects, each where it is.
#[test]
fn a_choice_of_objects_is_an_access_to_each() {
    let program = compile("void f(int c, int *x, int *y) { *(c > 0 ? x : y) = 3; }");
    let mut run = Run::new(&program);
    let (x, y) = (run.object("x", 4), run.object("y", 4));
    let c = run.scalar("c", 32);
    watch(&mut run.state, &[x, y]);
    let args = [c.into(), run.pointer(x), run.pointer(y)];
    let finished = run.call_once("f", &args);
    ok(&finished);
    for object in [x, y] {
        assert_eq!(lines(&finished.state, object), ["0: Write 4 at 0 if"]);
    }
}

#[test]
fn an_observer_chooses_by_address_space() {
    let program = compile_as(
        "ll",
        "@tile = internal addrspace(3) global [4 x i32] zeroinitializer
        @table = internal addrspace(2) constant [2 x i32] [i32 7, i32 9]
        define i32 @f(i32 %x) {
            %private = alloca i32
            store i32 %x, ptr %private
            %to = getelementptr i32, ptr addrspace(3) @tile, i64 2
            store i32 %x, ptr addrspace(3) %to
            %generic = addrspacecast ptr addrspace(3) @tile to ptr addrspace(4)
            %at = getelementptr i32, ptr addrspace(4) %generic, i64 2
            %a = load i32, ptr addrspace(4) %at
            %b = load i32, ptr addrspace(2) @table
            %sum = add i32 %a, %b
            ret i32 %sum
        }",
        &[],
    );
    let mut run = Run::new(&program);
    let log = AccessLog::of(|_, spec| spec.space == AddressSpace::LOCAL);
    run.state.set_observer(log);
    let x = run.scalar("x", 32);
    let finished = run.call_once("f", &[x.into()]);
    ok(&finished);
    let log: &AccessLog = finished.state.observer().unwrap();
    let seen: Vec<_> = log
        .accesses()
        .iter()
        .map(|access| (line(access), access.qualifiers.space))
        .collect();
    assert_eq!(
        seen,
        [
            ("0: Write 4 at 8".to_owned(), AddressSpace::LOCAL),
            ("0: Read 4 at 8".to_owned(), AddressSpace::GENERIC),
        ]
    );
}
