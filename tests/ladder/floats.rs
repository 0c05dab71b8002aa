//! Random formulas over floats of eight bits and small integers, each made into
//! terms in more than one way.

use rewrite_rules::{Assumptions, Builder, RuleSet};
use simdiff::equiv::{Compare, Obligation};
use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use crate::random::Random;
use crate::{Case, all_inputs, input};

const NEAREST: Rounding = Rounding::NearestEven;

/// Floats of one format.
#[derive(Clone)]
enum Formula {
    /// One of two floats.
    Input(usize),
    /// The sum of two small integers as a float.
    Integers,
    Constant(f64),
    Two(Op, Box<[Formula; 2]>),
    Fold(Op, Vec<Formula>),
    /// The first operand where it is less, or greater: as SSE takes it.
    Extreme(Outcomes, Box<[Formula; 2]>),
    Negated(Box<Formula>),
    Magnitude(Box<Formula>),
    /// Times a power of two.
    Scaled(i32, Box<Formula>),
    Choose(Outcomes, Box<[Formula; 4]>),
}

const TWO: [Op; 5] = [Op::FAdd, Op::FAdd, Op::FSub, Op::FMul, Op::FDiv];
const EXTREMES: [Outcomes; 2] = [Outcomes::LT, Outcomes::GT];
const CONSTANTS: [f64; 7] = [0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -0.0];

fn formula(random: &mut Random, depth: usize) -> Formula {
    if depth == 0 {
        return match random.below(6) {
            0 => Formula::Constant(random.pick(&CONSTANTS)),
            1 => Formula::Integers,
            _ => Formula::Input(random.below(2)),
        };
    }
    let inner = |random: &mut Random| {
        let depth = random.below(depth);
        formula(random, depth)
    };
    match random.below(10) {
        0..=2 => Formula::Two(random.pick(&TWO), [(); 2].map(|()| inner(random)).into()),
        3 => Formula::Fold(
            random.pick(&[Op::FAdd, Op::FMul]),
            (0..3).map(|_| inner(random)).collect(),
        ),
        4 | 5 => Formula::Extreme(
            random.pick(&EXTREMES),
            [(); 2].map(|()| inner(random)).into(),
        ),
        6 => Formula::Negated(inner(random).into()),
        7 => Formula::Magnitude(inner(random).into()),
        8 => Formula::Scaled(random.below(5) as i32 - 2, inner(random).into()),
        _ => {
            let outcomes = random.pick(&[Outcomes::LT, Outcomes::GT, Outcomes::EQ]);
            Formula::Choose(outcomes, [(); 4].map(|()| inner(random)).into())
        }
    }
}

impl Formula {
    /// Changes one node as a slip would.
    fn mutate(&mut self, random: &mut Random) {
        let down = random.below(3) > 0;
        match self {
            Formula::Input(i) => *i = 1 - *i,
            Formula::Integers => *self = Formula::Input(0),
            Formula::Constant(c) => *c = random.pick(&CONSTANTS),
            Formula::Two(_, operands) | Formula::Extreme(_, operands) if down => {
                random.one(&mut **operands).mutate(random);
            }
            Formula::Two(op, operands) => match random.below(2) {
                0 => operands.swap(0, 1),
                _ => *op = random.pick(&TWO),
            },
            Formula::Fold(_, operands) => random.one(operands).mutate(random),
            Formula::Extreme(outcomes, operands) => match random.below(2) {
                0 => operands.swap(0, 1),
                _ => *outcomes = random.pick(&EXTREMES),
            },
            Formula::Negated(x) | Formula::Magnitude(x) => x.mutate(random),
            Formula::Scaled(by, x) => match down {
                true => x.mutate(random),
                false => *by += 1,
            },
            Formula::Choose(_, operands) => match down {
                true => random.one(&mut **operands).mutate(random),
                false => operands.swap(2, 3),
            },
        }
    }
}

struct Maker<'a> {
    builder: &'a mut Builder,
    random: &'a mut Random,
    format: Format,
    floats: [TermId; 2],
    integers: [TermId; 2],
    /// Whether sums and products may be taken in any order.
    reorder: bool,
}

impl Maker<'_> {
    fn number(&mut self, value: f64) -> TermId {
        let spec = Spec::fconvert(Format::Double, self.format, NEAREST);
        let bits = term::apply(spec, &[64], &[u128::from(value.to_bits())]);
        self.builder.constant(self.format.width(), bits)
    }

    fn float(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        let spec = Spec::float(op, self.format, NEAREST);
        let commutes = matches!(op, Op::FAdd | Op::FMul);
        match commutes && self.random.below(2) == 0 {
            true => self.builder.build(spec, &[y, x]),
            false => self.builder.build(spec, &[x, y]),
        }
    }

    fn make(&mut self, formula: &Formula) -> TermId {
        let format = self.format;
        match formula {
            Formula::Input(i) => self.floats[*i],
            Formula::Constant(c) => self.number(*c),
            Formula::Integers => self.sum_of_integers(),
            Formula::Two(op, operands) => {
                let [x, y] = [0, 1].map(|i| self.make(&operands[i]));
                if *op == Op::FSub && self.random.below(2) == 0 {
                    let negated = self.builder.fneg(format, y);
                    return self.float(Op::FAdd, x, negated);
                }
                self.float(*op, x, y)
            }
            Formula::Fold(op, operands) => {
                let mut terms: Vec<TermId> = operands.iter().map(|x| self.make(x)).collect();
                while terms.len() > 1 {
                    let [i, j] = match self.reorder {
                        true => [0, 1].map(|n| self.random.below(terms.len() - n)),
                        false => [0, 0],
                    };
                    let (x, y) = (terms.remove(i), terms.remove(j));
                    let made = self.float(*op, x, y);
                    terms.insert(0, made);
                }
                terms[0]
            }
            Formula::Extreme(outcomes, operands) => {
                let [x, y] = [0, 1].map(|i| self.make(&operands[i]));
                let condition = self.compare(*outcomes, x, y);
                self.choose(condition, x, y)
            }
            Formula::Negated(x) => {
                let x = self.make(x);
                match self.random.below(3) {
                    0 => {
                        let zero = self.number(-0.0);
                        self.builder.fsub(format, zero, x)
                    }
                    1 => {
                        let minus = self.number(-1.0);
                        self.builder.fmul(format, x, minus)
                    }
                    _ => self.builder.fneg(format, x),
                }
            }
            Formula::Magnitude(x) => {
                let x = self.make(x);
                match self.random.below(2) {
                    0 => self.builder.fabs(format, x),
                    _ => {
                        let width = format.width();
                        let magnitude = self.builder.trunc(x, width - 1);
                        self.builder.zext(magnitude, width)
                    }
                }
            }
            Formula::Scaled(by, x) => {
                let x = self.make(x);
                let factor = self.number(f64::from(*by).exp2());
                let inverse = self.number(f64::from(-*by).exp2());
                match self.random.below(3) {
                    0 => self.float(Op::FMul, x, factor),
                    1 if *by == 1 => self.float(Op::FAdd, x, x),
                    _ => self.float(Op::FDiv, x, inverse),
                }
            }
            Formula::Choose(outcomes, operands) => {
                let [a, b, x, y] = [0, 1, 2, 3].map(|i| self.make(&operands[i]));
                let condition = self.compare(*outcomes, a, b);
                self.choose(condition, x, y)
            }
        }
    }

    /// The sum of integers is a float exactly: added as either.
    fn sum_of_integers(&mut self) -> TermId {
        let (format, [x, y]) = (self.format, self.integers);
        let convert = |b: &mut Builder, x| {
            let spec = Spec::float(Op::UiToF, format, NEAREST);
            b.build(spec, &[x])
        };
        match self.random.below(2) {
            0 => {
                let [x, y] = [x, y].map(|term| self.builder.zext(term, 8));
                let sum = self.builder.add(x, y);
                convert(self.builder, sum)
            }
            _ => {
                let [x, y] = [x, y].map(|term| convert(self.builder, term));
                self.float(Op::FAdd, x, y)
            }
        }
    }

    fn compare(&mut self, outcomes: Outcomes, x: TermId, y: TermId) -> TermId {
        let format = self.format;
        match self.random.below(2) {
            0 => self.builder.fcmp(format, outcomes, x, y),
            _ => {
                let mirrored = match outcomes {
                    Outcomes::LT => Outcomes::GT,
                    Outcomes::GT => Outcomes::LT,
                    other => other,
                };
                self.builder.fcmp(format, mirrored, y, x)
            }
        }
    }

    fn choose(&mut self, condition: TermId, x: TermId, y: TermId) -> TermId {
        let width = self.format.width();
        match self.random.below(2) {
            0 => self.builder.select(condition, x, y),
            _ => {
                let mask = self.builder.sext(condition, width);
                let not = self.builder.not(mask);
                let (x, y) = (self.builder.and(x, mask), self.builder.and(y, not));
                self.builder.or(x, y)
            }
        }
    }
}

/// Two versions of a formula over two floats and two small integers, one of
/// them with a slip in every other claim, under some assumption in every other.
pub fn case(random: &mut Random, seed: u64) -> Case {
    let format = random.pick(&Format::SMALL);
    let mut builder = Builder::new(RuleSet::builtin());
    let floats = ["x", "y"].map(|name| input(&mut builder, name, format.width(), Some(format)));
    let integers = ["i", "j"].map(|name| input(&mut builder, name, 1, None));
    let assumptions = [
        (Assumptions::ASSOCIATIVE, random.below(4) == 0),
        (Assumptions::ORDERED, random.below(4) == 0),
        (Assumptions::FINITE, random.below(8) == 0),
        (Assumptions::POSITIVE_ZERO, random.below(4) == 0),
        (Assumptions::DISTRIBUTIVE, seed % 8 == 3),
        (Assumptions::CONTRACTION, seed % 8 == 5),
        (Assumptions::RECIPROCAL, seed % 8 == 7),
    ];
    let made = assumptions.into_iter().filter(|(_, made)| *made);
    let assumptions: Assumptions = made.map(|(one, _)| one).collect();
    let depth = 1 + random.below(3);
    let mut formula = formula(random, depth);
    let slip = random.below(2) == 0;
    let mut maker = Maker {
        builder: &mut builder,
        random,
        format,
        floats,
        integers,
        reorder: assumptions.contains(Assumptions::ASSOCIATIVE),
    };
    let left = maker.make(&formula);
    if slip {
        formula.mutate(maker.random);
    }
    let right = maker.make(&formula);
    let claim = Obligation {
        path: Vec::new(),
        left,
        right,
        compare: Compare::Float(format),
    };
    Case {
        inputs: all_inputs(builder.arena()),
        builder,
        claim,
        assumptions,
        seed,
    }
}
