//! Places of addresses that depend on inputs.

use simdiff::symex::End;
use term::Op;

use crate::support::{Run, compile};

#[test]
fn a_read_at_the_place_of_the_least_is_known_to_be_inside() {
    let program = compile(
        "int f(const unsigned char *a, int *cost) {
            int least = 0x7fffffff, at = -1;
            for (int d = 0; d < 6; d++) {
                int now = 2 * (a[d] - a[d + 1]) - a[d + 2];
                cost[d + 1] = now;
                if (now < least) { least = now; at = d; }
            }
            cost[0] = cost[2];
            cost[7] = cost[5];
            return cost[at + 2] - cost[at];
        }",
    );
    let mut run = Run::new(&program);
    let (a, _) = run.symbols("a", None, 8, 8);
    let cost = run.object("cost", 32);
    let args = [run.pointer(a), run.pointer(cost)];
    let finished = run.call_once("f", &args);
    assert!(matches!(finished.end, End::Returned(_)));
    // Nobody is there to ask: an address that may be outside leaves a check.
    let open = finished.state.checks().iter();
    let open: Vec<_> = open.map(|c| c.defect.kind).collect();
    assert!(open.is_empty(), "{open:?}");
}

/// One store to a pointer and at a distance that are chosen together.
#[test]
fn a_condition_chooses_everywhere_in_an_address() {
    let program = compile(
        "void f(const unsigned char *a, unsigned char *row) {
            unsigned char spare[1];
            unsigned char *to = a[0] > 9 ? row : spare;
            long step = a[0] > 9 ? 64 : 0;
            for (long y = 0; y < 7; y++) to[y * step] = a[1];
        }",
    );
    let mut run = Run::new(&program);
    let (a, symbols) = run.symbols("a", None, 8, 2);
    let (row, _) = run.symbols("row", None, 8, 512);
    let args = [run.pointer(a), run.pointer(row)];
    let finished = run.call_once("f", &args);
    assert!(matches!(finished.end, End::Returned(_)));
    assert!(finished.state.checks().is_empty());
    let mut read = |at| {
        let machine = &mut run.machine;
        machine.read_scalar(&finished.state, row, at, 8).unwrap()
    };
    let (last, beside) = (read(6 * 64), read(6 * 64 + 1));
    let arena = run.machine.builder.arena();
    assert_eq!(arena.op(last), Op::Select);
    assert!(arena.node(last).children().contains(&symbols[1]));
    assert_eq!(arena.op(beside), Op::Symbol);
}
