//! Random terms of a few bits, checked on every input.

use fastrand::Rng;
use rewrite_rules::Assumptions;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Assignment, Buffer, Cone, Evaluator, Op, Spec, SymbolId, TermId};

use super::follow::Whole;
use super::number::Polynomial;
use super::values::{Kind, Test, Values};
use crate::facts::Facts;

struct Input(u128);

impl Assignment for Input {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0 >> (4 * id.0) & 15
    }
}

fn random_terms(arena: &mut Arena, random: &mut Rng) -> Vec<TermId> {
    let symbol = |arena: &mut Arena, i: u32| {
        let buffer = arena.add_buffer(Buffer {
            name: format!("x{i}"),
            format: None,
            signed: i == 0,
            scalar: true,
            undefined: false,
        });
        arena.add_symbol(buffer, 0, 4)
    };
    let mut terms: Vec<TermId> = (0..2).map(|i| symbol(arena, i)).collect();
    for value in [1, 3, 6, 12] {
        terms.push(arena.constant(4, value));
    }
    for _ in 0..14 {
        let x = terms[random.usize(..terms.len())];
        let width = arena.width(x);
        let alike: Vec<TermId> = terms
            .iter()
            .copied()
            .filter(|&t| arena.width(t) == width)
            .collect();
        let y = alike[random.usize(..alike.len())];
        let z = alike[random.usize(..alike.len())];
        let constant = random.usize(..1 << width.min(6)) as u128;
        let constant = arena.constant(width, constant);
        let by = arena.constant(width, random.usize(..usize::from(width)) as u128);
        let offset = random.usize(..usize::from(width)) as u8;
        let int = |op| Spec::int(op, width);
        let bit = |op| Spec::int(op, 1);
        let made = match random.usize(..17) {
            0 | 1 => arena.term(int(Op::Add), &[x, y]),
            2 | 3 => arena.term(int(Op::Sub), &[x, y]),
            4 => arena.term(int(Op::Mul), &[x, y]),
            5 => arena.term(int(Op::Mul), &[x, constant]),
            6 => arena.term(int(Op::Shl), &[x, by]),
            7 => arena.term(int(Op::LShr), &[x, by]),
            8 => arena.term(int(Op::And), &[x, constant]),
            9 if width < 8 => arena.term(Spec::int(Op::ZExt, width + 3), &[x]),
            10 if width < 8 => arena.term(Spec::int(Op::SExt, width + 3), &[x]),
            11 if width < 8 => arena.term(Spec::int(Op::Concat, width * 2), &[x, y]),
            12 => arena.term(Spec::extract(offset, width - offset), &[x]),
            13 => {
                let ops = [Op::Slt, Op::Ult, Op::Eq];
                let op = ops[random.usize(..3)];
                arena.term(bit(op), &[x, y])
            }
            14 => {
                let sign = arena.constant(width, 1 << (width - 1));
                arena.term(int(Op::Xor), &[x, sign])
            }
            kind => {
                let test = arena.term(bit(Op::Slt), &[x, constant]);
                let choice = arena.term(int(Op::Select), &[test, y, z]);
                let other = arena.term(int(Op::Select), &[test, z, y]);
                match kind {
                    15 => choice,
                    _ => arena.term(int(Op::Add), &[choice, other]),
                }
            }
        };
        terms.push(made);
    }
    terms
}

/// The value of a polynomial, given the values of its terms.
fn value(values: &Values, of: &Polynomial, term: &dyn Fn(TermId) -> u128) -> i128 {
    let holds = |test: &Test| match test {
        Test::Below(of, bound) => value(values, of, term) < *bound,
        Test::Equal(of, bound) => value(values, of, term) == *bound,
        Test::Set(t) => term(*t) == 1,
    };
    let atom = |atom: &u32| match values.kind(*atom) {
        Kind::Read(t, None) => term(*t) as i128,
        Kind::Read(t, Some(width)) => super::follow::signed(term(*t), *width),
        Kind::Truth(test) => i128::from(holds(test)),
        Kind::Quotient(of, by) => value(values, of, term) >> by,
        Kind::Choice(test, x, y) => value(values, if holds(test) { x } else { y }, term),
    };
    let product = |(atoms, c): (&Vec<u32>, &i128)| c * atoms.iter().map(atom).product::<i128>();
    of.iter().map(product).sum()
}

#[test]
fn numbers_are_congruent_to_their_terms_and_within_their_bounds() {
    let (mut followed, mut alike) = (0, 0);
    for seed in 0..600 {
        let mut arena = Arena::new();
        let terms = random_terms(&mut arena, &mut Rng::with_seed(seed));
        let cone = Cone::of(&arena, &terms);
        let mut whole = Whole {
            arena: &arena,
            facts: Facts::new(Assumptions::default(), FxHashMap::default()),
            values: Values::default(),
            images: FxHashMap::default(),
            splits: FxHashMap::default(),
            meanings: FxHashMap::default(),
            numbers: FxHashMap::default(),
            open: FxHashSet::default(),
        };
        let numbers: Vec<_> = terms.iter().map(|&t| whole.number(t)).collect();
        let mut pairs = Vec::new();
        for (i, &x) in terms.iter().enumerate() {
            let others = terms[..i].iter().filter(|&&y| y != x);
            pairs.extend(others.filter(|&&y| whole.same(x, y)).map(|&y| (x, y)));
        }
        alike += pairs.len();
        let mut evaluator = Evaluator::new(&arena, &cone);
        for input in 0..256 {
            evaluator.run(&Input(input));
            let at = |term: TermId| evaluator.value(term);
            for (&term, number) in terms.iter().zip(&numbers) {
                let Some(number) = number else { continue };
                followed += 1;
                let value = value(&whole.values, &number.of, &at);
                let width = arena.width(term);
                let bits = value as u128 & (u128::MAX >> (128 - width));
                assert_eq!(
                    bits,
                    at(term),
                    "seed {seed}, {input}: {:?}",
                    arena.node(term)
                );
                let within = number.low <= value && value <= number.high;
                assert!(within, "seed {seed}, {input}: {value} of {number:?}");
            }
            for &(x, y) in &pairs {
                assert_eq!(at(x), at(y), "seed {seed}, {input}");
            }
        }
    }
    assert!(followed > 1_000_000 && alike > 100, "{followed}, {alike}");
}
