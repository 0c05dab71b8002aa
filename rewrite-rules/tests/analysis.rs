//! The facts that guards depend on are true of the values of terms.

mod common;

use simdiff_rewrite_rules::category::{FloatFacts, Interval};
use simdiff_rewrite_rules::{Builder, RuleSet};
use term::{Assignment, Cone, Evaluator, Format, Op, Outcomes, Rounding, Spec, SymbolId, TermId};

struct Values(Vec<u128>);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

struct Stream(u64);

impl Stream {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// A builder without rules, so that no rewriting hides a result of the analysis.
fn builder() -> (Builder, Vec<TermId>) {
    common::inputs(&RuleSet::default(), &[8, 16, 32, 8, 16, 32])
}

/// A random float term over conversions of small and whole floats.
fn float_term(s: &mut Stream, b: &mut Builder, pool: &[TermId], format: Format) -> TermId {
    let pick = |s: &mut Stream| pool[s.below(pool.len())];
    let (x, y, z) = (pick(s), pick(s), pick(s));
    let rounding = Rounding::ALL[[0, 0, 1, 2, 3, 4][s.below(6)]];
    let mut rounded = |op, args: &[TermId]| b.build(Spec::float(op, format, rounding), args);
    match s.below(14) {
        0 => rounded(Op::FAdd, &[x, y]),
        1 => rounded(Op::FSub, &[x, y]),
        2 => rounded(Op::FMul, &[x, y]),
        3 => rounded(Op::FDiv, &[x, y]),
        4 => rounded(Op::FSqrt, &[x]),
        5 => rounded(Op::Fma, &[x, y, z]),
        6 => b.fround(format, Rounding::ALL[s.below(5)], x),
        7 => b.fneg(format, x),
        8 => b.fabs(format, x),
        9 => b.frem(format, x, y),
        10 => b.fmul(format, x, x),
        n => {
            let set = Outcomes::from_bits(1 + s.below(15) as u8);
            let p = b.fcmp(format, set, x, y);
            match n {
                11 => b.select(p, x, y),
                12 => b.select(p, y, x),
                _ => b.select(p, x, z),
            }
        }
    }
}

fn check(format: Format, seeds: u64) {
    let w = format.width();
    for seed in 0..seeds {
        let (mut b, symbols) = builder();
        let mut s = Stream(seed);
        let mut pool: Vec<TermId> = symbols
            .iter()
            .flat_map(|t| {
                let wide = b.width(*t) == w;
                [b.uitof(format, *t), b.sitof(format, *t)]
                    .into_iter()
                    .chain(wide.then_some(*t))
            })
            .collect();
        for value in [0, format.sign_mask(), format.one(), format.infinity()] {
            pool.push(b.constant(w, value));
        }
        for _ in 0..25 {
            let t = float_term(&mut s, &mut b, &pool, format);
            pool.push(t);
        }
        let facts: Vec<FloatFacts> = pool.iter().map(|t| b.float_facts(format, *t)).collect();
        let cone = Cone::of(b.arena(), &pool);
        let mut e = Evaluator::new(b.arena(), &cone);
        for _ in 0..25 {
            let special = [
                0,
                1,
                0x80,
                0xff,
                0x7f80_0000,
                0xffc0_0000,
                0x7c00,
                0x8000_0000,
                0x8000,
            ];
            let values = (0..6).map(|_| match s.below(2) {
                0 => special[s.below(special.len())],
                _ => s.below(1 << 31) as u128 * 2 + s.below(2) as u128,
            });
            e.run(&Values(values.collect()));
            for (term, fact) in pool.iter().zip(&facts) {
                let value = e.value(*term);
                let exact = FloatFacts::constant(format, value);
                assert_eq!(
                    exact.categories & !fact.categories,
                    0,
                    "seed {seed}: {value:#x} is not of {fact:?}"
                );
                let number = exact.categories != FloatFacts::NAN;
                assert!(
                    !number || fact.lo <= exact.lo && exact.hi <= fact.hi,
                    "seed {seed}: {value:#x} = {} is outside of {fact:?}",
                    exact.lo
                );
            }
        }
    }
}

#[test]
fn float_facts_hold_in_single_precision() {
    check(Format::Single, 1500);
}

#[test]
fn float_facts_hold_in_half_precision() {
    check(Format::Half, 1500);
}

#[test]
fn bytes_converted_to_float_are_between_0_and_255() {
    let (mut b, symbols) = builder();
    let x = b.uitof(Format::Single, symbols[0]);
    let facts = b.float_facts(Format::Single, x);
    assert_eq!((facts.lo, facts.hi), (0.0, 255.0));
    assert!(!facts.may_be_nan() && !facts.may_be_negative_zero());
}

#[test]
fn float_facts_hold_in_double_precision() {
    check(Format::Double, 1500);
}

/// Bounds that a float represents exactly are not widened: a bilinear mean of words is within
/// the range of a word.
#[test]
fn a_weighted_mean_of_words_is_a_word() {
    let (mut b, words) = common::inputs(RuleSet::builtin(), &[16; 2]);
    let words = [words[0], words[1]];
    let floats = words.map(|word| b.uitof(Format::Single, word));
    let mut mean = |x: TermId, y: TermId| {
        let [quarter, rest] = [0.25f32, 0.75].map(|w| b.constant(32, w.to_bits().into()));
        let x = b.fmul(Format::Single, x, quarter);
        let y = b.fmul(Format::Single, y, rest);
        b.fadd(Format::Single, x, y)
    };
    let row = mean(floats[0], floats[1]);
    let column = mean(row, row);
    let facts = b.float_facts(Format::Single, column);
    assert_eq!((facts.lo, facts.hi), (0.0, 65535.0));
}

/// `v < 0 ? 0 : v < 255 ? v : 255`: a value that is not negative has equal signed and unsigned
/// readings.
#[test]
fn bounds_of_a_clamp_hold_in_both_readings() {
    let (mut b, terms) = common::inputs(RuleSet::builtin(), &[32]);
    let v = terms[0];
    let (zero, top) = (b.constant(32, 0), b.constant(32, 255));
    let (negative, below) = (b.slt(v, zero), b.slt(v, top));
    let inner = b.select(below, v, top);
    let clamped = b.select(negative, zero, inner);
    assert_eq!(b.interval(clamped), Interval::unsigned(32, 0, 255));
}
