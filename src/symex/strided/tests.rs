use super::*;
use fastrand::Rng;
use term::{Assignment, Buffer, Cone, Evaluator, Spec, SymbolId};

struct Values(Vec<u128>);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

/// A random term of 64 bits over the symbols.
fn term(arena: &mut Arena, random: &mut Rng, symbols: &[TermId], depth: u32) -> TermId {
    let small = |arena: &mut Arena, random: &mut Rng| {
        let values = [
            0,
            1,
            3,
            4,
            8,
            15,
            60,
            255,
            0x1000_0000,
            u128::MAX,
            u128::MAX - 19,
        ];
        arena.constant(64, values[random.usize(..11)])
    };
    if depth == 0 {
        let symbol = symbols[random.usize(..symbols.len())];
        let op = if random.bool() { Op::ZExt } else { Op::SExt };
        return arena.term(Spec::int(op, 64), &[symbol]);
    }
    let x = term(arena, random, symbols, depth - 1);
    let binary = |op| Spec::int(op, 64);
    match random.u64(..13) {
        0 => small(arena, random),
        op @ 1..=9 => {
            let ops = [
                Op::Add,
                Op::Xor,
                Op::Sub,
                Op::Mul,
                Op::And,
                Op::URem,
                Op::UDiv,
                Op::LShr,
                Op::Or,
            ];
            let y = match random.u64(..3) {
                0 => term(arena, random, symbols, depth - 1),
                _ => small(arena, random),
            };
            let args = if random.bool() { [x, y] } else { [y, x] };
            arena.term(binary(ops[op as usize - 1]), &args)
        }
        10 => {
            let y = term(arena, random, symbols, depth - 1);
            let condition = arena.term(Spec::int(Op::Ult, 1), &[x, y]);
            arena.term(Spec::int(Op::Select, 64), &[condition, x, y])
        }
        11 => {
            // A narrow choice, sign-extended.
            let y = small(arena, random);
            let [x, y] = [x, y].map(|t| arena.term(Spec::extract(0, 16), &[t]));
            let condition = arena.term(Spec::int(Op::Ult, 1), &[x, y]);
            let choice = arena.term(Spec::int(Op::Select, 16), &[condition, x, y]);
            arena.term(Spec::int(Op::SExt, 64), &[choice])
        }
        _ => {
            let low = arena.term(Spec::extract(0, 16), &[x]);
            let op = if random.bool() { Op::ZExt } else { Op::SExt };
            arena.term(Spec::int(op, 64), &[low])
        }
    }
}

#[test]
fn a_set_contains_every_value_of_its_term() {
    let mut random = Rng::with_seed(1);
    let mut bounded = 0;
    for _ in 0..3000 {
        let mut arena = Arena::new();
        let buffer = arena.add_buffer(Buffer {
            name: "x".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        let widths = [3, 8, 16];
        let symbols: Vec<TermId> = widths
            .iter()
            .map(|w| arena.add_symbol(buffer, 0, *w))
            .collect();
        let depth = 1 + random.u32(..4);
        let term = term(&mut arena, &mut random, &symbols, depth);
        let set = Strided::of(&arena, term);
        let cone = Cone::of(&arena, &[term]);
        bounded += u32::from(set.count < 1 << 32);
        for _ in 0..50 {
            let values = Values(widths.map(|w| u128::from(random.u64(..1 << w))).to_vec());
            let mut evaluator = Evaluator::new(&arena, &cone);
            evaluator.run(&values);
            let distance = (evaluator.value(term) as u64).wrapping_sub(set.start);
            let inside = distance.is_multiple_of(set.stride) && distance / set.stride <= set.count;
            assert!(inside, "{:#x} is not in {set:x?}", evaluator.value(term));
        }
    }
    assert!(bounded > 1000, "only {bounded} sets are bounded");
}

/// `table[chosen]` with an `int` that is −1 or a small index.
#[test]
fn a_choice_that_may_be_minus_one_stays_narrow_when_scaled() {
    let mut arena = Arena::new();
    let buffer = arena.add_buffer(Buffer {
        name: "in".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let none = arena.constant(32, u128::from(u32::MAX));
    let chosen = (0..16).fold(none, |best, i| {
        let better = arena.add_symbol(buffer, i, 1);
        let index = arena.constant(32, u128::from(i));
        arena.term(Spec::int(Op::Select, 32), &[better, index, best])
    });
    let wide = arena.term(Spec::int(Op::SExt, 62), &[chosen]);
    let low = arena.constant(2, 0);
    let offset = arena.term(Spec::int(Op::Concat, 64), &[wide, low]);
    let expected = Strided {
        start: 4u64.wrapping_neg(),
        stride: 4,
        count: 16,
    };
    assert_eq!(Strided::of(&arena, offset), expected);
}
