//! Tests of the builder's folding, ordering and rewriting.

use term::{Assignment, Buffer, Evaluator, Format, Outcomes, Rounding, SymbolId};

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

/// Adds a random float operation, comparison or conversion.
fn grow_floats(s: &mut Stream, terms: &mut Vec<TermId>, b: &mut Builder) {
    let (f, g) = (Format::Single, Format::Double);
    let pick = |s: &mut Stream, width: u8, b: &Builder, terms: &[TermId]| {
        let fitting: Vec<_> = terms
            .iter()
            .filter(|t| b.width(**t) == width)
            .copied()
            .collect();
        let recent = fitting.len().saturating_sub(10);
        fitting[recent + s.below(fitting.len() - recent)]
    };
    let (x, y) = (pick(s, 32, b, terms), pick(s, 32, b, terms));
    let (d, e) = (pick(s, 64, b, terms), pick(s, 64, b, terms));
    let (i, p) = (pick(s, 8, b, terms), pick(s, 1, b, terms));
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
    let c = b.constant(32, value[s.below(value.len())]);
    let y = if s.below(4) == 0 { c } else { y };
    let made = match s.below(26) {
        0 => b.fadd(f, x, y),
        1 => b.fsub(f, x, y),
        2 => b.fmul(f, x, y),
        3 => b.fdiv(f, x, y),
        4 => b.fneg(f, x),
        5 => b.fabs(f, x),
        6 => b.fcmp(f, set, x, y),
        7 => b.fcmp(g, set, d, e),
        8 => b.select(p, x, y),
        9 => b.select(p, d, e),
        10 => b.fconvert(f, g, x),
        11 => b.fconvert(g, f, d),
        12 => b.fadd(g, d, e),
        13 => b.fmul(g, d, e),
        14 => b.sitof(f, i),
        15 => b.uitof(g, i),
        16 => b.ftosi(f, rounding, x, 8),
        17 => b.fround(f, rounding, x),
        18 => b.fsqrt(g, d),
        19 => {
            let less = b.fcmp(f, Outcomes::LT, x, y);
            b.select(less, x, y)
        }
        20 => {
            let less = b.fcmp(f, set, x, y);
            b.select(less, y, x)
        }
        21 => b.ftosi(g, rounding, d, 32),
        22 => b.and(x, y),
        23 => b.not(p),
        24 => {
            let mask = b.sext(p, 32);
            b.and(mask, x)
        }
        _ => {
            let q = pick(s, 1, b, terms);
            b.or(p, q)
        }
    };
    terms.push(made);
}

#[test]
fn no_request_is_rewritten_without_end() {
    for seed in 0..60 {
        let (mut plain, mut simple) = (Builder::new(&RuleSet::default()), builder());
        let mut pairs = Vec::new();
        let mut terms = Vec::new();
        for width in [1, 8, 16, 32, 64] {
            let x: [TermId; 3] = inputs(&mut plain, width);
            let y: [TermId; 3] = inputs(&mut simple, width);
            pairs.extend(x.into_iter().zip(y));
            terms.extend(y);
        }
        let mut s = Stream(seed);
        for _ in 0..100 {
            grow(&mut s, &mut pairs, &mut plain, &mut simple);
            grow_floats(&mut s, &mut terms, &mut simple);
            assert!(simple.longest < 500, "seed {seed}: {}", simple.longest);
        }
    }
}
