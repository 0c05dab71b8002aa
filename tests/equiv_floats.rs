//! Random float identities, true and false: what the ladder proves must hold on
//! every sample that the assumptions admit.

use std::time::Duration;

use rewrite_rules::{Builder, RuleSet};
use simdiff::equiv::{Assumptions, Compare, Decision, Ladder, Obligation, Options, Witness};
use term::{Buffer, Cone, Evaluator, Format, Outcomes, Seen, SymbolId, TermId};

const HALF: Format = Format::Half;

/// A float expression, to be rewritten by rules that may be wrong.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Input(usize),
    Constant(u16),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Unary(Unary, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    /// x < y ? x : y
    Min,
    /// x > y ? x : y
    Max,
    /// x = y ? x : y
    IfEqual,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Unary {
    Negate,
    Abs,
    Sqrt,
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// 0, −0, 1, −1, 2, 0.5, ∞, NaN, the largest and the least number.
const CONSTANTS: [u16; 10] = [
    0, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x3800, 0x7c00, 0x7e00, 0x7bff, 1,
];

fn random(dice: &mut Dice, depth: usize) -> Expr {
    use Binary::*;
    if depth == 0 || dice.roll(6) == 0 {
        return match dice.roll(3) {
            0 => Expr::Constant(CONSTANTS[dice.roll(CONSTANTS.len())]),
            _ => Expr::Input(dice.roll(3)),
        };
    }
    if dice.roll(4) == 0 {
        let op = [Unary::Negate, Unary::Abs, Unary::Sqrt][dice.roll(3)];
        return Expr::Unary(op, Box::new(random(dice, depth - 1)));
    }
    let op = [Add, Add, Sub, Mul, Mul, Div, Min, Max, IfEqual][dice.roll(9)];
    let (x, y) = (random(dice, depth - 1), random(dice, depth - 1));
    Expr::Binary(op, Box::new(x), Box::new(y))
}

/// A plausible rewrite somewhere in the expression.
fn rewrite(dice: &mut Dice, expr: &Expr) -> Expr {
    use Binary::*;
    let descend = dice.roll(3) != 0;
    match expr {
        Expr::Binary(op, x, y) if descend => {
            let (mut x, mut y) = (x.clone(), y.clone());
            if dice.roll(2) == 0 {
                x = Box::new(rewrite(dice, &x));
            } else {
                y = Box::new(rewrite(dice, &y));
            }
            Expr::Binary(*op, x, y)
        }
        Expr::Unary(op, x) if descend => Expr::Unary(*op, Box::new(rewrite(dice, x))),
        Expr::Binary(op, x, y) => match (dice.roll(4), op, &**x, &**y) {
            (0, Add | Mul, Expr::Binary(inner, a, b), c) if inner == op => {
                let right = Expr::Binary(*op, b.clone(), Box::new(c.clone()));
                Expr::Binary(*op, a.clone(), Box::new(right))
            }
            (0, Min | Max, Expr::Binary(inner, a, b), c) if inner == op => {
                let right = Expr::Binary(*op, b.clone(), Box::new(c.clone()));
                Expr::Binary(*op, a.clone(), Box::new(right))
            }
            (1, Sub, a, b) => {
                let negated = Expr::Unary(Unary::Negate, Box::new(b.clone()));
                Expr::Binary(Add, Box::new(a.clone()), Box::new(negated))
            }
            (1, Div, a, b) => {
                let one = Box::new(Expr::Constant(0x3c00));
                let inverse = Expr::Binary(Div, one, Box::new(b.clone()));
                Expr::Binary(Mul, Box::new(a.clone()), Box::new(inverse))
            }
            (2, Sub | Div, a, b) if a == b => Expr::Constant(0),
            (2, _, a, _) => a.clone(),
            _ => Expr::Binary(*op, y.clone(), x.clone()),
        },
        other => {
            let neutral = [
                (Add, 0),
                (Add, 0x8000),
                (Sub, 0),
                (Mul, 0x3c00),
                (Div, 0x3c00),
            ];
            let (op, constant) = neutral[dice.roll(neutral.len())];
            let constant = Box::new(Expr::Constant(constant));
            match dice.roll(4) {
                0 => {
                    let inner = Expr::Unary(Unary::Negate, Box::new(other.clone()));
                    Expr::Unary(Unary::Negate, Box::new(inner))
                }
                1 => Expr::Unary(Unary::Abs, Box::new(other.clone())),
                _ => Expr::Binary(op, Box::new(other.clone()), constant),
            }
        }
    }
}

fn build(b: &mut Builder, inputs: &[TermId], expr: &Expr) -> TermId {
    match expr {
        Expr::Input(i) => inputs[*i],
        Expr::Constant(bits) => b.constant(16, u128::from(*bits)),
        Expr::Unary(op, x) => {
            let x = build(b, inputs, x);
            match op {
                Unary::Negate => {
                    let sign = b.constant(16, 0x8000);
                    b.xor(x, sign)
                }
                Unary::Abs => {
                    let mask = b.constant(16, 0x7fff);
                    b.and(x, mask)
                }
                Unary::Sqrt => b.fsqrt(HALF, x),
            }
        }
        Expr::Binary(op, x, y) => {
            let (x, y) = (build(b, inputs, x), build(b, inputs, y));
            let outcomes = match op {
                Binary::Add => return b.fadd(HALF, x, y),
                Binary::Sub => return b.fsub(HALF, x, y),
                Binary::Mul => return b.fmul(HALF, x, y),
                Binary::Div => return b.fdiv(HALF, x, y),
                Binary::Min => Outcomes::LT,
                Binary::Max => Outcomes::GT,
                Binary::IfEqual => Outcomes::EQ,
            };
            let condition = b.fcmp(HALF, outcomes, x, y);
            b.select(condition, x, y)
        }
    }
}

/// The same expression without any rule applied.
fn plain(b: &mut Builder, inputs: &[TermId], expr: &Expr) -> TermId {
    use term::{Op, Rounding, Spec};
    let float = |op| Spec::float(op, HALF, Rounding::NearestEven);
    match expr {
        Expr::Input(_) | Expr::Constant(_) => build(b, inputs, expr),
        Expr::Unary(op, x) => {
            let x = plain(b, inputs, x);
            let (spec, mask) = match op {
                Unary::Negate => (Spec::int(Op::Xor, 16), 0x8000),
                Unary::Abs => (Spec::int(Op::And, 16), 0x7fff),
                Unary::Sqrt => return b.arena_mut().term(float(Op::FSqrt), &[x]),
            };
            let mask = b.constant(16, mask);
            b.arena_mut().term(spec, &[x, mask])
        }
        Expr::Binary(op, x, y) => {
            let (x, y) = (plain(b, inputs, x), plain(b, inputs, y));
            let outcomes = match op {
                Binary::Add => return b.arena_mut().term(float(Op::FAdd), &[x, y]),
                Binary::Sub => return b.arena_mut().term(float(Op::FSub), &[x, y]),
                Binary::Mul => return b.arena_mut().term(float(Op::FMul), &[x, y]),
                Binary::Div => return b.arena_mut().term(float(Op::FDiv), &[x, y]),
                Binary::Min => Outcomes::LT,
                Binary::Max => Outcomes::GT,
                Binary::IfEqual => Outcomes::EQ,
            };
            let condition = b.arena_mut().term(Spec::fcmp(HALF, outcomes), &[x, y]);
            b.arena_mut()
                .term(Spec::int(Op::Select, 16), &[condition, x, y])
        }
    }
}

fn is_nan(bits: u128) -> bool {
    bits & 0x7fff > 0x7c00
}

fn admits(assumptions: Assumptions, seen: Seen) -> bool {
    !(seen.nan && assumptions.exclude_nans()
        || seen.infinite && assumptions.contains(Assumptions::FINITE)
        || seen.negative_zero && assumptions.contains(Assumptions::POSITIVE_ZERO)
        || seen.inexact && assumptions.contains(Assumptions::ASSOCIATIVE))
}

/// Decides `rounds` random pairs; gives the numbers of proofs and refutations.
fn run(assumptions: Assumptions, seed: u64, rounds: usize) -> (usize, usize) {
    let mut options = Options {
        assumptions,
        ..Options::default()
    };
    options.budget.samples = 1_024;
    options.budget.deep_samples = 0;
    options.budget.exhaustive_bits = 0;
    options.budget.last_bits = 0;
    options.budget.solver = options.budget.small;
    options.budget.floats.timeout = Duration::from_millis(100);
    options.budget.floats.total = Duration::from_secs(2);
    options.budget.small_floats = options.budget.floats;
    options.budget.search.nodes = 500;
    let mut builder = Builder::new(RuleSet::builtin());
    let mut ladder = Ladder::new(RuleSet::builtin(), options);
    let buffer = builder.arena_mut().add_buffer(Buffer {
        name: "x".to_owned(),
        format: Some(HALF),
        signed: false,
        scalar: false,
        undefined: false,
    });
    let inputs: Vec<TermId> = (0..3)
        .map(|i| builder.arena_mut().add_symbol(buffer, 2 * i, 16))
        .collect();
    let ids: Vec<SymbolId> = (0..3).map(SymbolId).collect();
    let mut dice = Dice(seed);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..rounds {
        let first = random(&mut dice, 3);
        let mut second = rewrite(&mut dice, &first);
        if dice.roll(2) == 0 {
            second = rewrite(&mut dice, &second);
        }
        let obligation = Obligation {
            path: Vec::new(),
            left: build(&mut builder, &inputs, &first),
            right: build(&mut builder, &inputs, &second),
            compare: Compare::Float(HALF),
        };
        let decision = ladder.decide(&mut builder, &obligation);
        refuted += usize::from(matches!(decision, Decision::Different { .. }));
        if !matches!(decision, Decision::Equal { .. }) {
            continue;
        }
        proved += 1;
        let roots = [&first, &second].map(|e| plain(&mut builder, &inputs, e));
        let cone = Cone::of(builder.arena(), &roots);
        let mut evaluator = Evaluator::new(builder.arena(), &cone);
        for _ in 0..300 {
            let values = [0; 3].map(|_| match dice.roll(3) {
                0 => dice.roll(1 << 16) as u128,
                1 => [0x3c00, 0xbc00, 0x4000, 0x4200, 0x4400][dice.roll(5)],
                _ => u128::from(CONSTANTS[dice.roll(CONSTANTS.len())]),
            });
            let seen = evaluator.run_monitored(&roots, &Witness::new(&ids, &values));
            let results = roots.map(|root| evaluator.value(root));
            let alike = results[0] == results[1]
                || results.iter().all(|&r| is_nan(r))
                || assumptions.contains(Assumptions::POSITIVE_ZERO)
                    && results.iter().all(|&r| r & 0x7fff == 0);
            assert!(
                alike || !admits(assumptions, seen),
                "{decision:?}: {first:?} and {second:?} at {values:x?} under {assumptions:?}"
            );
        }
    }
    (proved, refuted)
}

#[test]
fn what_is_proved_holds() {
    let (proved, refuted) = run(Assumptions::default(), 1, 300);
    assert!(proved > 50 && refuted > 50, "{proved} {refuted}");
}

#[test]
fn what_is_proved_under_an_assumption_holds_where_it_does() {
    let mut proved = 0;
    let sets = (1..128).map(Assumptions::from_bits_retain);
    let other_laws = Assumptions::ALGEBRAIC - Assumptions::ASSOCIATIVE;
    for (seed, set) in (2..).zip(sets.filter(|set| !set.intersects(other_laws))) {
        proved += run(set, seed, 40).0;
    }
    assert!(proved > 150, "{proved}");
}
