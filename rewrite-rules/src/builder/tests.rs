//! Tests of the builder's folding, ordering and rewriting.

use term::{Assignment, Buffer, Cone, Evaluator, Format, Outcomes, Rounding, SymbolId};

mod remembered;
mod unindexed;

use super::*;
use crate::normal::{Bounds, normalise};

fn builder() -> Builder {
    Builder::new(RuleSet::builtin())
}

/// Free variables of one width.
fn inputs<const N: usize>(b: &mut Builder, width: u8) -> [TermId; N] {
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: format!("in{width}"),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let step = width.div_ceil(8) as usize;
    std::array::from_fn(|i| b.arena_mut().add_symbol(buffer, (i * step) as u32, width))
}

#[test]
fn operations_on_constants_fold() {
    let mut b = builder();
    let (x, y) = (b.constant(8, 200), b.constant(8, 100));
    let sum = b.add(x, y);
    assert_eq!(b.constant_value(sum), Some(44));
}

#[test]
fn commuted_operands_give_the_same_term() {
    let mut b = builder();
    let [x, y] = inputs(&mut b, 32);
    assert_eq!(b.mul(x, y), b.mul(y, x));
}

#[test]
fn a_negated_comparison_is_the_complement() {
    let mut b = builder();
    let [x, y] = inputs(&mut b, 32);
    let less = b.fcmp(Format::Single, Outcomes::LT, x, y);
    let not_less = b.not(less);
    assert_eq!(
        not_less,
        b.fcmp(Format::Single, Outcomes::LT.complement(), x, y)
    );
}

/// Values of all free variables.
struct Values(Vec<u128>);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

/// A deterministic stream of numbers.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        self.0 >> 33
    }
    fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }
}

/// Adds a random operation on existing terms to both builders.
fn grow(s: &mut Stream, pairs: &mut Vec<(TermId, TermId)>, a: &mut Builder, b: &mut Builder) {
    let pick = |s: &mut Stream, width: u8, a: &Builder, pairs: &[(TermId, TermId)]| {
        let fitting: Vec<_> = pairs
            .iter()
            .filter(|p| a.width(p.0) == width)
            .copied()
            .collect();
        let recent = fitting.len().saturating_sub(12);
        fitting[recent + s.below(fitting.len() - recent)]
    };
    let w = [1, 8, 8, 16, 16, 32][s.below(6)];
    let (x, y, p) = (
        pick(s, w, a, pairs),
        pick(s, w, a, pairs),
        pick(s, 1, a, pairs),
    );
    let other = [8u8, 16, 32][s.below(3)];
    let small = s.below(w as usize + 1) as u128;
    let choice = s.below(24);
    let make = |b: &mut Builder, x: TermId, y: TermId, p: TermId| match choice {
        0 => b.add(x, y),
        1 => b.sub(x, y),
        2 => b.mul(x, y),
        3 => b.and(x, y),
        4 => b.or(x, y),
        5 => b.xor(x, y),
        6 => b.ult(x, y),
        7 => b.slt(x, y),
        8 => b.eq(x, y),
        9 | 10 => b.select(p, x, y),
        11 => b.not(x),
        12 if other > w => b.zext(x, other),
        12 => b.trunc(x, other),
        13 if other > w => b.sext(x, other),
        13 => b.trunc(x, other),
        14 if w == 32 => b.extract(x, small as u8 % 17, 16),
        14 if w == 16 => b.extract(x, small as u8 % 9, 8),
        14 => b.neg(x),
        15 if w <= 16 => b.concat(x, y),
        15 => b.sub(y, x),
        16 => {
            let by = b.constant(w, small);
            b.shl(x, by)
        }
        17 => {
            let by = b.constant(w, small);
            b.lshr(x, by)
        }
        18 => {
            let by = b.constant(w, small);
            b.ashr(x, by)
        }
        19 => {
            let less = b.slt(x, y);
            b.select(less, y, x)
        }
        20 => {
            let c = b.constant(w, (1 << small) - 1);
            b.and(x, c)
        }
        21 => {
            let c = b.constant(w, small);
            let less = b.ult(x, c);
            b.select(less, x, c)
        }
        22 => {
            let mask = b.sext(p, w);
            b.xor(x, mask)
        }
        _ => {
            let c = b.constant(w, small.wrapping_neg());
            b.add(x, c)
        }
    };
    let pair = (make(a, x.0, y.0, p.0), make(b, x.1, y.1, p.1));
    if [1, 8, 16, 32].contains(&a.width(pair.0)) {
        pairs.push(pair);
    }
}

#[test]
fn simplified_terms_have_the_value_of_plain_ones() {
    for seed in 0..150 {
        let (mut plain, mut simple) = (Builder::new(&RuleSet::default()), builder());
        let mut pairs = Vec::new();
        for width in [1, 8, 16, 32] {
            let x: [TermId; 3] = inputs(&mut plain, width);
            let y: [TermId; 3] = inputs(&mut simple, width);
            pairs.extend(x.into_iter().zip(y));
        }
        let mut s = Stream(seed);
        for _ in 0..60 {
            grow(&mut s, &mut pairs, &mut plain, &mut simple);
        }
        let bounds: Vec<_> = pairs.iter().map(|p| simple.interval(p.1)).collect();
        let grown = pairs.clone();
        // Normal forms of the simplified terms must have the same values too.
        let right: Vec<_> = pairs.iter().map(|p| p.1).collect();
        let rules = Arc::new(DirectedRules::new(
            RuleSet::builtin(),
            Assumptions::default(),
        ));
        let normal = normalise(&mut simple, &right, &rules, &Unbounded, Bounds::default());
        let again = pairs.iter().map(|p| p.0).zip(normal);
        let pairs: Vec<_> = pairs.iter().copied().chain(again).collect();
        let (left, right): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let (c1, c2) = (
            Cone::of(plain.arena(), &left),
            Cone::of(simple.arena(), &right),
        );
        let mut e1 = Evaluator::new(plain.arena(), &c1);
        let mut e2 = Evaluator::new(simple.arena(), &c2);
        for _ in 0..20 {
            let special = [
                0,
                1,
                0x7f,
                0x80,
                0xff,
                0x7fff,
                0x8000,
                0x7fff_ffff,
                0x8000_0000,
            ];
            let values = (0..12).map(|_| match s.below(2) {
                0 => special[s.below(special.len())],
                _ => s.next() as u128,
            });
            let values = Values(values.collect());
            e1.run(&values);
            e2.run(&values);
            for ((_, y), bounds) in grown.iter().zip(&bounds) {
                let value = e2.value(*y);
                let width = simple.width(*y);
                let shift = 128 - width as u32;
                let signed = (value << shift) as i128 >> shift;
                let inside = (bounds.umin..=bounds.umax).contains(&value)
                    && (bounds.smin..=bounds.smax).contains(&signed);
                assert!(inside, "seed {seed}: {value:#x} is outside of {bounds:?}");
            }
            for (x, y) in &pairs {
                assert_eq!(e1.value(*x), e2.value(*y), "seed {seed}, term {x:?}");
            }
        }
    }
}

/// Adds a random float operation, comparison or conversion to both builders.
fn grow_floats(
    s: &mut Stream,
    pairs: &mut Vec<(TermId, TermId)>,
    a: &mut Builder,
    b: &mut Builder,
) {
    let (f, g) = (Format::Single, Format::Double);
    let pick = |s: &mut Stream, width: u8, a: &Builder| {
        let fitting: Vec<_> = pairs
            .iter()
            .filter(|p| a.width(p.0) == width)
            .copied()
            .collect();
        let recent = fitting.len().saturating_sub(10);
        fitting[recent + s.below(fitting.len() - recent)]
    };
    let (x, y) = (pick(s, 32, a), pick(s, 32, a));
    let (d, e) = (pick(s, 64, a), pick(s, 64, a));
    let (i, p, q) = (pick(s, 8, a), pick(s, 1, a), pick(s, 1, a));
    let rounding = Rounding::ALL[s.below(5)];
    let set = Outcomes::from_bits(s.below(16) as u8);
    let value = [
        0,
        f.sign_mask(),
        f.one(),
        f.one() | f.sign_mask(),
        f.infinity(),
        0x4000_0000,
    ];
    let value = value[s.below(value.len())];
    let with_constant = s.below(3) == 0;
    let choice = s.below(28);
    let make = |m: &mut Builder, [x, y, d, e, i, p, q]: [TermId; 7]| {
        let c = m.constant(32, value);
        let y = if with_constant { c } else { y };
        match choice {
            0 => m.fadd(f, x, y),
            1 => m.fsub(f, x, y),
            2 => m.fmul(f, x, y),
            3 => m.fdiv(f, x, y),
            4 => m.fneg(f, x),
            5 => m.fabs(f, x),
            6 => m.fcmp(f, set, x, y),
            7 => m.fcmp(g, set, d, e),
            8 => m.select(p, x, y),
            9 => m.select(p, d, e),
            10 => m.fconvert(f, g, x),
            11 => m.fconvert(g, f, d),
            12 => m.fadd(g, d, e),
            13 => m.fmul(g, d, e),
            14 => m.sitof(f, i),
            15 => m.uitof(g, i),
            16 => m.ftosi(f, rounding, x, 8),
            17 => m.fround(f, rounding, x),
            18 => m.fsqrt(g, d),
            19 => {
                let less = m.fcmp(f, Outcomes::LT, x, y);
                m.select(less, x, y)
            }
            20 => {
                let less = m.fcmp(f, set, x, y);
                m.select(less, y, x)
            }
            21 => m.ftosi(g, rounding, d, 32),
            22 => m.and(x, y),
            23 => m.not(p),
            24 => {
                let mask = m.sext(p, 32);
                m.and(mask, x)
            }
            25 => m.fsub(f, c, x),
            26 => m.build(Spec::float(Op::FAdd, f, rounding), &[x, y]),
            _ => m.or(p, q),
        }
    };
    let first = [x, y, d, e, i, p, q].map(|pair| pair.0);
    let second = [x, y, d, e, i, p, q].map(|pair| pair.1);
    pairs.push((make(a, first), make(b, second)));
}

/// Three free variables of each width, in both builders.
fn variables(a: &mut Builder, b: &mut Builder) -> Vec<(TermId, TermId)> {
    let mut pairs = Vec::new();
    for width in [1, 8, 16, 32, 64] {
        let x: [TermId; 3] = inputs(a, width);
        let y: [TermId; 3] = inputs(b, width);
        pairs.extend(x.into_iter().zip(y));
    }
    pairs
}

#[test]
fn no_request_is_rewritten_without_end() {
    for seed in 0..60 {
        let (mut plain, mut simple) = (Builder::new(&RuleSet::default()), builder());
        let mut pairs = variables(&mut plain, &mut simple);
        let mut s = Stream(seed);
        for _ in 0..100 {
            grow(&mut s, &mut pairs, &mut plain, &mut simple);
            grow_floats(&mut s, &mut pairs, &mut plain, &mut simple);
            assert!(
                simple.rewriter.longest < 500,
                "seed {seed}: {}",
                simple.rewriter.longest
            );
        }
    }
}

/// Simplified terms are bit-identical to the plain ones, including the bits of NaNs, which
/// integer operations on floats can read.
#[test]
fn simplified_floats_have_every_bit_of_plain_ones() {
    for seed in 0..400 {
        let (mut plain, mut simple) = (Builder::new(&RuleSet::default()), builder());
        let mut pairs = variables(&mut plain, &mut simple);
        let mut s = Stream(seed);
        for _ in 0..30 {
            grow_floats(&mut s, &mut pairs, &mut plain, &mut simple);
            if s.below(2) == 0 {
                grow(&mut s, &mut pairs, &mut plain, &mut simple);
            }
        }
        let (left, right): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let (c1, c2) = (
            Cone::of(plain.arena(), &left),
            Cone::of(simple.arena(), &right),
        );
        let mut e1 = Evaluator::new(plain.arena(), &c1);
        let mut e2 = Evaluator::new(simple.arena(), &c2);
        for _ in 0..30 {
            let special: [u64; 12] = [
                0,
                0x8000_0000,
                0x3f80_0000,
                0x7f80_0000,
                0x7fc0_0000,
                0x7fc0_0001,
                0xffc0_0000,
                0xff80_1234,
                0x7f7f_ffff,
                1,
                0x7ff8_0000_0000_0001,
                0xfff0_0000_0000_0001,
            ];
            let values = (0..15).map(|_| match s.below(4) {
                0 => s.next() as u128,
                _ => special[s.below(special.len())] as u128,
            });
            let values = Values(values.collect());
            e1.run(&values);
            e2.run(&values);
            for (x, y) in &pairs {
                assert_eq!(e1.value(*x), e2.value(*y), "seed {seed}, term {x:?}");
            }
        }
    }
}

/// The sign of `x × 1` is that of x, unless x is a NaN: then the product is the canonical NaN
/// and has its sign.
#[test]
fn the_bits_of_a_nan_are_not_simplified_away() {
    let mut b = builder();
    let f = Format::Single;
    let [x, y] = inputs(&mut b, 32);
    let one = b.constant(32, f.one());
    let product = b.fmul(f, x, one);
    let sign = b.extract(product, 31, 1);
    assert_ne!(sign, b.extract(x, 31, 1));
    // Operations that read the product as a number can read x instead.
    assert_eq!(b.fadd(f, product, y), b.fadd(f, x, y));
    assert_eq!(b.as_number(f, product), x);
}

/// The bytes of two sums side by side in a wide lane, as a byte shift of a vector leaves them.
#[test]
fn bytes_of_neighbouring_sums_are_put_together_again() {
    let mut b = builder();
    let [x, y, z] = inputs(&mut b, 32);
    let (first, second) = (b.add(x, y), b.add(y, z));
    let mut lane = None;
    for byte in 0..8u8 {
        let sum = if byte < 4 { first } else { second };
        let part = b.extract(sum, byte % 4 * 8, 8);
        lane = Some(lane.map_or(part, |below| b.concat(part, below)));
    }
    assert_eq!(lane, Some(b.concat(second, first)));
}

#[test]
fn a_long_sum_has_bounds() {
    let mut b = builder();
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: "in".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let width = |op| term::Spec::int(op, 32);
    let zero = b.constant(32, 0);
    // The terms are added to the arena directly, so no partial sum has been analysed before.
    let sum = (0..200).fold(zero, |sum, i| {
        let arena = b.arena_mut();
        let byte = arena.add_symbol(buffer, i, 8);
        let word = arena.term(width(term::Op::ZExt), &[byte]);
        arena.term(width(term::Op::Sub), &[sum, word])
    });
    let bounds = b.interval(sum);
    assert_eq!((bounds.smin, bounds.smax), (-200 * 255, 0));
    // Twice the sum, in the form in which the builder writes `sum + sum`.
    let low = b.constant(1, 0);
    let high = b.trunc(sum, 31);
    let twice = b.concat(high, low);
    let bounds = b.interval(twice);
    assert_eq!((bounds.smin, bounds.smax), (-400 * 255, 0));
}
