use rewrite_rules::{Builder, RuleSet};
use term::{Buffer, Cone, Evaluator, TermId};

use super::{Abstraction, Grain, abstracted};
use crate::equiv::Witness;
use crate::equiv::claim::{Claim, Compare, Obligation, Ranges};

const WIDTH: u8 = 4;

/// Random integer terms of several widths over small inputs.
struct Terms {
    builder: Builder,
    inputs: Vec<TermId>,
    random: fastrand::Rng,
}

impl Terms {
    fn new(seed: u64) -> Terms {
        let mut builder = Builder::new(RuleSet::builtin());
        let input = |i| {
            let arena = builder.arena_mut();
            let buffer = arena.add_buffer(Buffer {
                name: format!("x{i}"),
                format: None,
                signed: false,
                scalar: true,
                undefined: false,
            });
            arena.add_symbol(buffer, 0, WIDTH)
        };
        Terms {
            inputs: (0..3).map(input).collect(),
            builder,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    fn value(&mut self, width: u8, depth: u8) -> TermId {
        let choice = if depth == 0 { 0 } else { self.random.u8(1..11) };
        let two = |terms: &mut Terms| [0, 1].map(|_| terms.value(width, depth - 1));
        match choice {
            0 => {
                let input = self.inputs[self.random.usize(0..3)];
                match self.random.bool() {
                    true if width > WIDTH => self.builder.zext(input, width),
                    false if width > WIDTH => self.builder.sext(input, width),
                    _ => self.builder.trunc(input, width),
                }
            }
            1 => {
                let [x, y] = two(self);
                self.builder.add(x, y)
            }
            2 => {
                let [x, y] = two(self);
                self.builder.sub(x, y)
            }
            3 => {
                let [x, y] = two(self);
                self.builder.mul(x, y)
            }
            4 => {
                let condition = self.condition(depth - 1);
                let [x, y] = two(self);
                self.builder.select(condition, x, y)
            }
            5 => {
                let wide = self.value(width + 3, depth - 1);
                let offset = self.random.u8(0..4);
                self.builder.extract(wide, offset, width)
            }
            6 if width > 2 => {
                let narrow = self.value(width - 1, depth - 1);
                match self.random.bool() {
                    true => self.builder.zext(narrow, width),
                    false => self.builder.sext(narrow, width),
                }
            }
            7 => {
                let [x, _] = two(self);
                let mask = self.random.u128(..);
                let mask = self.builder.constant(width, mask & super::mask(width));
                self.builder.and(x, mask)
            }
            // A sum that is the same in both cases of its condition.
            8 => {
                let condition = self.condition(depth - 1);
                let [x, y] = two(self);
                let one = self.builder.select(condition, x, y);
                let other = self.builder.select(condition, y, x);
                self.builder.add(one, other)
            }
            9 => {
                let [x, _] = two(self);
                let sign = self.builder.constant(width, 1 << (width - 1));
                self.builder.xor(x, sign)
            }
            _ => {
                let [x, _] = two(self);
                let by = self.random.u128(0..3);
                let by = self.builder.constant(width, by);
                self.builder.shl(x, by)
            }
        }
    }

    fn condition(&mut self, depth: u8) -> TermId {
        let width = self.random.u8(3..7);
        let [x, y] = [0, 1].map(|_| self.value(width, depth));
        match self.random.u8(0..3) {
            0 => self.builder.eq(x, y),
            1 => self.builder.slt(x, y),
            _ => self.builder.ult(x, y),
        }
    }
}

/// The abstraction is sound: for every input, some values of the variables give the same pair of
/// results.
#[test]
fn results_keep_their_values() {
    let mut seen = 0;
    for seed in 0..400 {
        let mut terms = Terms::new(seed);
        let width = terms.random.u8(3..7);
        let results = [0, 1].map(|_| terms.value(width, 3));
        let claim = Claim {
            path: Vec::new(),
            left: results[0],
            right: results[1],
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        for grain in [Grain::Inner, Grain::Terms, Grain::Bits] {
            let ranges = Ranges::default();
            let made = abstracted(&mut terms.builder, &claim, &ranges, grain);
            let Some(Abstraction {
                obligation: over, ..
            }) = made
            else {
                continue;
            };
            seen += 1;
            let wide = images(&terms.builder, &claim.obligation());
            let Some(abstract_images) = small_images(&terms.builder, &over) else {
                continue;
            };
            for pair in wide {
                assert!(abstract_images.contains(&pair), "seed {seed}, {pair:?}");
            }
        }
    }
    assert!(seen > 200, "{seen}");
}

/// The pairs of results over all inputs that satisfy the path; empty if there are too many
/// inputs.
fn images(builder: &Builder, claim: &Obligation) -> Vec<(u128, u128)> {
    small_images(builder, claim).unwrap_or_default()
}

/// The pairs of results over all inputs that satisfy the path; `None` for more than 14 bits of
/// input.
fn small_images(builder: &Builder, claim: &Obligation) -> Option<Vec<(u128, u128)>> {
    let arena = builder.arena();
    let mut roots = vec![claim.left, claim.right];
    roots.extend(&claim.path);
    let cone = Cone::of(arena, &roots);
    let symbols = cone.symbols(arena);
    let width = |id| u32::from(arena.width(arena.symbol(id).term));
    let bits: u32 = symbols.iter().map(|&id| width(id)).sum();
    if bits > 14 {
        return None;
    }
    let mut evaluator = Evaluator::new(arena, &cone);
    let mut pairs = Vec::new();
    for mut number in 0..1u128 << bits {
        let mut witness = Witness::default();
        for &id in &symbols {
            witness.values.insert(id, number & ((1 << width(id)) - 1));
            number >>= width(id);
        }
        evaluator.run(&witness);
        if claim.path.iter().all(|&c| evaluator.value(c) == 1) {
            pairs.push((evaluator.value(claim.left), evaluator.value(claim.right)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Some(pairs)
}

/// Asserts that the abstraction of the claim makes both results the same term.
fn assert_alike(terms: &mut Terms, left: TermId, right: TermId, grain: Grain) {
    let claim = Claim {
        path: Vec::new(),
        left,
        right,
        compare: Compare::Bits,
        rest: Vec::new(),
    };
    let over = abstracted(&mut terms.builder, &claim, &Ranges::default(), grain);
    let over = over.expect("sums").obligation;
    assert_eq!(over.left, over.right);
}

#[test]
fn a_product_is_made_of_products_of_halves() {
    let mut terms = Terms::new(0);
    let arena = terms.builder.arena_mut();
    let buffer = arena.add_buffer(Buffer {
        name: "wide".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let [x, y] = [0, 1].map(|i| arena.add_symbol(buffer, i, 64));
    let b = &mut terms.builder;
    let halves = |b: &mut Builder, x| [0, 32].map(|offset| b.extract(x, offset, 32));
    let ([a, c], [d, e]) = (halves(b, x), halves(b, y));
    let wide = [a, d].map(|half| b.zext(half, 64));
    let low = b.mul(wide[0], wide[1]);
    let middle = [b.mul(a, e), b.mul(c, d)];
    let middle = b.add(middle[0], middle[1]);
    let zero = b.constant(32, 0);
    let middle = b.concat(middle, zero);
    let right = b.add(low, middle);
    let left = b.mul(x, y);
    assert_alike(&mut terms, left, right, Grain::Terms);
}

#[test]
fn a_magnitude_is_one_in_all_widths_and_orders() {
    let mut terms = Terms::new(0);
    let [x, y] = [terms.inputs[0], terms.inputs[1]];
    let mut magnitude = |width: u8, swapped: bool| {
        let b = &mut terms.builder;
        let [x, y] = [x, y].map(|input| b.zext(input, width));
        let (less, more) = (b.sub(x, y), b.sub(y, x));
        let chosen = match swapped {
            true => {
                let below = b.slt(y, x);
                b.select(below, less, more)
            }
            false => {
                let below = b.slt(x, y);
                b.select(below, more, less)
            }
        };
        let one = b.constant(width, 1);
        let sum = b.add(chosen, one);
        b.trunc(sum, WIDTH)
    };
    let (left, right) = (magnitude(9, false), magnitude(6, true));
    assert_alike(&mut terms, left, right, Grain::Terms);
}
