//! Speed of building and evaluating terms. Figures depend on the machine; run
//! with `cargo bench -p simdiff-term`.

use divan::Bencher;
use divan::counter::ItemsCount;
use simdiff_term::*;

fn main() {
    divan::main();
}

fn arena_with_symbols(widths: &[u8]) -> (Arena, Vec<TermId>) {
    let mut arena = Arena::new();
    let buffer = arena.add_buffer(Buffer {
        name: "x".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let add = |(i, &width)| arena.add_symbol(buffer, 16 * i as u32, width);
    let symbols = widths.iter().enumerate().map(add).collect();
    (arena, symbols)
}

/// Sizes of an arena that fits the cache, and of one that does not.
const COUNTS: [u32; 2] = [50_000, 1_000_000];

/// Requests for new terms: a chain of distinct sums.
#[divan::bench(args = COUNTS, sample_count = 5)]
fn build_new_terms(bencher: Bencher, count: u32) {
    bencher
        .counter(ItemsCount::new(count))
        .with_inputs(|| arena_with_symbols(&[32]))
        .bench_values(|(mut arena, symbols)| {
            let mut term = symbols[0];
            for _ in 0..count {
                term = arena.term(Spec::int(Op::Add, 32), &[term, symbols[0]]);
            }
            arena
        });
}

/// Requests for terms that exist already.
#[divan::bench(args = COUNTS, sample_count = 5)]
fn find_existing_terms(bencher: Bencher, count: u32) {
    let (mut arena, symbols) = arena_with_symbols(&[32]);
    let build = |arena: &mut Arena| {
        let mut term = symbols[0];
        for _ in 0..count {
            term = arena.term(Spec::int(Op::Add, 32), &[term, symbols[0]]);
        }
        term
    };
    build(&mut arena);
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| build(&mut arena));
}

/// Twenty integer operations on three bytes: saturating arithmetic as selects.
fn integer_cone() -> (Arena, TermId) {
    let (mut arena, x) = arena_with_symbols(&[8, 8, 8]);
    let wide: Vec<TermId> = x
        .iter()
        .map(|&x| arena.term(Spec::int(Op::ZExt, 16), &[x]))
        .collect();
    let [low, high] = [0, 255].map(|limit| arena.constant(16, limit));
    let mut value = wide[0];
    for i in 0..3 {
        let sum = arena.term(Spec::int(Op::Add, 16), &[value, wide[(i + 1) % 3]]);
        let difference = arena.term(Spec::int(Op::Sub, 16), &[sum, wide[(i + 2) % 3]]);
        let negative = arena.term(Spec::int(Op::Slt, 1), &[difference, low]);
        let floored = arena.term(Spec::int(Op::Select, 16), &[negative, low, difference]);
        let small = arena.term(Spec::int(Op::Slt, 1), &[floored, high]);
        value = arena.term(Spec::int(Op::Select, 16), &[small, floored, high]);
    }
    let root = arena.term(Spec::extract(0, 8), &[value]);
    (arena, root)
}

/// Twenty single-precision operations: a polynomial with clamping.
fn float_cone() -> (Arena, TermId) {
    let (mut arena, x) = arena_with_symbols(&[32, 32]);
    let float = |op| Spec::float(op, Format::Single, Rounding::NearestEven);
    let mut value = x[0];
    for _ in 0..5 {
        let product = arena.term(float(Op::FMul), &[value, x[1]]);
        let sum = arena.term(float(Op::FAdd), &[product, x[0]]);
        let less = arena.term(Spec::fcmp(Format::Single, Outcomes::LT), &[sum, x[1]]);
        value = arena.term(Spec::int(Op::Select, 32), &[less, sum, x[1]]);
    }
    (arena, value)
}

struct Constant;

impl Assignment for Constant {
    fn symbol(&self, id: SymbolId) -> u128 {
        u128::from(id.0) * 77
    }
}

const CONES: [&str; 2] = ["integer", "float"];

fn cone(name: &str) -> (Arena, TermId) {
    match name {
        "integer" => integer_cone(),
        _ => float_cone(),
    }
}

/// One assignment at a time.
#[divan::bench(args = CONES)]
fn evaluate_one(bencher: Bencher, name: &str) {
    let (arena, root) = cone(name);
    let mut evaluator = Evaluator::new(&arena, &Cone::of(&arena, &[root]));
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        evaluator.run(&Constant);
        evaluator.value(root)
    });
}

/// One assignment at a time, watching for NaN, infinities and rounding.
#[divan::bench(args = CONES)]
fn evaluate_monitored(bencher: Bencher, name: &str) {
    let (arena, root) = cone(name);
    let mut evaluator = Evaluator::new(&arena, &Cone::of(&arena, &[root]));
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| evaluator.run_monitored(&[root], &Constant));
}

/// A batch; the counter counts assignments.
#[divan::bench(args = CONES)]
fn evaluate_batch(bencher: Bencher, name: &str) {
    let (arena, root) = cone(name);
    let cone = Cone::of(&arena, &[root]);
    let mut tape = Tape::compile(&arena, &cone, &[root]).expect("the cone can be batched");
    bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
        tape.run();
        tape.output(0)[0]
    });
}

/// All 2^24 values of three bytes.
#[divan::bench(sample_count = 3)]
fn exhaust_24_bits(bencher: Bencher) {
    let (arena, root) = integer_cone();
    let cone = Cone::of(&arena, &[root]);
    let mut tape = Tape::compile(&arena, &cone, &[root]).expect("the cone can be batched");
    bencher
        .counter(ItemsCount::new(1u32 << 24))
        .bench_local(|| {
            let mut sum = 0;
            for high in 0..1 << 16 {
                for (lane, x) in tape.inputs_mut(0).iter_mut().enumerate() {
                    *x = lane as u64;
                }
                tape.inputs_mut(1).fill(high & 255);
                tape.inputs_mut(2).fill(high >> 8);
                tape.run();
                sum += tape.output(0).iter().sum::<u64>();
            }
            sum
        });
}
