//! Speed of building terms with the rules applied, and the memory that a term takes.
//!
//! Targets: 5 M nodes/s, 40 bytes per live node.

use divan::counter::ItemsCount;
use simdiff_rewrite_rules::{Builder, RuleSet};
use term::{Buffer, Format, Outcomes, TermId};

const F: Format = Format::Single;

fn main() {
    let mut b = Builder::new(RuleSet::builtin());
    let x = symbols(&mut b, 65_536, 32);
    let requests = zlimit(&mut b, &x);
    let bytes = b.arena().live_bytes() as f64 / b.arena().len() as f64;
    println!(
        "{requests} requests, {} nodes, {bytes:.1} bytes a live node",
        b.arena().len()
    );
    divan::main();
}

fn symbols(b: &mut Builder, count: u32, width: u8) -> Vec<TermId> {
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: "in".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let step = width as u32 / 8;
    (0..count)
        .map(|i| b.arena_mut().add_symbol(buffer, i * step, width))
        .collect()
}

/// Clamping by masks, as in the paper's running example. Returns the number of requests.
fn zlimit(b: &mut Builder, x: &[TermId]) -> usize {
    let (low, high) = (b.constant(32, 0x3f80_0000), b.constant(32, 0x4120_0000));
    for &z in x {
        let below = b.fcmp(F, Outcomes::LT, z, low);
        let above = b.fcmp(F, Outcomes::GT, z, high);
        let (m1, m2) = (b.sext(below, 32), b.sext(above, 32));
        let either = b.or(m1, m2);
        let keep = b.not(either);
        b.and(keep, z);
    }
    7 * x.len()
}

/// Float arithmetic that no rule changes.
fn arithmetic(b: &mut Builder, x: &[TermId]) -> usize {
    for pair in x.windows(4) {
        let product = b.fmul(F, pair[0], pair[1]);
        let sum = b.fadd(F, product, pair[2]);
        let difference = b.fsub(F, sum, pair[3]);
        b.fmul(F, difference, sum);
    }
    4 * (x.len() - 3)
}

/// Byte arithmetic in 32-bit integers, clamped and narrowed.
fn bytes(b: &mut Builder, x: &[TermId]) -> usize {
    let top = b.constant(32, 255);
    for pair in x.windows(2) {
        let (p, q) = (b.zext(pair[0], 32), b.zext(pair[1], 32));
        let sum = b.add(p, q);
        let over = b.slt(top, sum);
        let clamped = b.select(over, top, sum);
        b.trunc(clamped, 8);
    }
    6 * (x.len() - 1)
}

fn measure(bencher: divan::Bencher, width: u8, work: fn(&mut Builder, &[TermId]) -> usize) {
    const COUNT: u32 = 20_000;
    let fresh = || {
        let mut b = Builder::new(RuleSet::builtin());
        let x = symbols(&mut b, COUNT, width);
        (b, x)
    };
    let (mut b, x) = fresh();
    let requests = work(&mut b, &x);
    bencher
        .counter(ItemsCount::new(requests))
        .with_inputs(fresh)
        .bench_refs(|(b, x)| work(b, x));
}

#[divan::bench(max_time = 1)]
fn masked_limits(bencher: divan::Bencher) {
    measure(bencher, 32, zlimit);
}

#[divan::bench(max_time = 1)]
fn float_arithmetic(bencher: divan::Bencher) {
    measure(bencher, 32, arithmetic);
}

#[divan::bench(max_time = 1)]
fn saturating_bytes(bencher: divan::Bencher) {
    measure(bencher, 8, bytes);
}
