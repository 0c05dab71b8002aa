//! Random formulas over integers, each made into terms in the ways in which
//! scalar and vector code compute it.

use rewrite_rules::Builder;
use term::TermId;

use crate::random::Random;

/// Operations on two integers.
#[derive(Clone, Copy, PartialEq)]
pub enum Two {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    MinUnsigned,
    MaxUnsigned,
    MinSigned,
    MaxSigned,
    /// |x − y| of unsigned numbers.
    Distance,
    AddSaturated,
    SubSaturated,
    AddSaturatedSigned,
    /// (x + y + 1) / 2 without overflow.
    Mean,
    HighUnsigned,
    HighSigned,
}

const ALL: [Two; 17] = [
    Two::Add,
    Two::Sub,
    Two::Mul,
    Two::And,
    Two::Or,
    Two::Xor,
    Two::MinUnsigned,
    Two::MaxUnsigned,
    Two::MinSigned,
    Two::MaxSigned,
    Two::Distance,
    Two::AddSaturated,
    Two::SubSaturated,
    Two::AddSaturatedSigned,
    Two::Mean,
    Two::HighUnsigned,
    Two::HighSigned,
];

/// Operations that may be applied to many numbers in any order.
const FOLDS: [Two; 6] = [
    Two::Add,
    Two::Xor,
    Two::Or,
    Two::MinUnsigned,
    Two::MaxSigned,
    Two::Add,
];

/// Comparisons of two integers.
#[derive(Clone, Copy)]
pub enum Comparison {
    Equal,
    BelowUnsigned,
    BelowSigned,
}

const COMPARISONS: [Comparison; 3] = [
    Comparison::Equal,
    Comparison::BelowUnsigned,
    Comparison::BelowSigned,
];

/// Integers of one width.
#[derive(Clone)]
pub enum Formula {
    Input(usize),
    Constant(u128),
    Two(Two, Box<[Formula; 2]>),
    Fold(Two, Vec<Formula>),
    Left(u8, Box<Formula>),
    Right(u8, Box<Formula>),
    RightSigned(u8, Box<Formula>),
    /// |x| of a signed number.
    Magnitude(Box<Formula>),
    /// The number of ones.
    Ones(Box<Formula>),
    Choose(Comparison, Box<[Formula; 4]>),
}

/// A formula of at most this many operations on top of each other.
pub fn formula(random: &mut Random, depth: usize, width: u8) -> Formula {
    let leaf = |random: &mut Random| match random.below(4) {
        0 => Formula::Constant(random.bits() & mask(width)),
        _ => Formula::Input(random.below(3)),
    };
    if depth == 0 {
        return leaf(random);
    }
    let inner = |random: &mut Random| {
        let depth = random.below(depth);
        formula(random, depth, width)
    };
    let by = |random: &mut Random| 1 + random.below(usize::from(width) - 1) as u8;
    match random.below(12) {
        0..=5 => Formula::Two(random.pick(&ALL), [(); 2].map(|()| inner(random)).into()),
        6 => {
            let count = 3 + random.below(2);
            let operands = (0..count).map(|_| inner(random)).collect();
            Formula::Fold(random.pick(&FOLDS), operands)
        }
        7 => Formula::Left(by(random), inner(random).into()),
        8 => match random.below(2) {
            0 => Formula::Right(by(random), inner(random).into()),
            _ => Formula::RightSigned(by(random), inner(random).into()),
        },
        9 => Formula::Magnitude(inner(random).into()),
        10 => match random.below(3) {
            0 => Formula::Ones(inner(random).into()),
            _ => Formula::Two(Two::Sub, [(); 2].map(|()| inner(random)).into()),
        },
        _ => {
            let operands = [(); 4].map(|()| inner(random));
            Formula::Choose(random.pick(&COMPARISONS), operands.into())
        }
    }
}

impl Formula {
    /// Changes one node as a slip would.
    pub fn mutate(&mut self, random: &mut Random, width: u8) {
        let down = random.below(3) > 0;
        match self {
            Formula::Input(i) => *i = (*i + 1) % 3,
            Formula::Constant(c) => *c ^= 1 << random.below(width.into()),
            Formula::Two(_, operands) if down => random.one(&mut **operands).mutate(random, width),
            Formula::Two(two, operands) => match random.below(3) {
                0 => operands.swap(0, 1),
                _ => *two = random.pick(&ALL),
            },
            Formula::Fold(_, operands) if down => random.one(operands).mutate(random, width),
            Formula::Fold(_, operands) => {
                operands.pop();
            }
            Formula::Left(by, x) | Formula::Right(by, x) | Formula::RightSigned(by, x) => {
                match down {
                    true => x.mutate(random, width),
                    false => *by = 1 + *by % (width - 1),
                }
            }
            Formula::Magnitude(x) | Formula::Ones(x) => x.mutate(random, width),
            Formula::Choose(_, operands) if down => {
                random.one(&mut **operands).mutate(random, width);
            }
            Formula::Choose(comparison, _) => *comparison = random.pick(&COMPARISONS),
        }
    }
}

/// Makes formulas into terms, in a way drawn for each operation.
pub struct Maker<'a> {
    pub builder: &'a mut Builder,
    pub random: &'a mut Random,
    /// Three inputs as numbers of the width.
    pub inputs: [TermId; 3],
    pub width: u8,
}

impl Maker<'_> {
    pub fn make(&mut self, formula: &Formula) -> TermId {
        match formula {
            Formula::Input(i) => self.inputs[*i],
            Formula::Constant(c) => self.number(*c),
            Formula::Two(two, operands) => {
                let [x, y] = [0, 1].map(|i| self.make(&operands[i]));
                self.two(*two, x, y)
            }
            Formula::Fold(two, operands) => {
                let mut terms: Vec<TermId> = operands.iter().map(|x| self.make(x)).collect();
                while terms.len() > 1 {
                    let [x, y] = [(); 2].map(|()| {
                        let at = self.random.below(terms.len());
                        terms.swap_remove(at)
                    });
                    terms.push(self.two(*two, x, y));
                }
                terms[0]
            }
            Formula::Left(by, x) => {
                let x = self.make(x);
                let (shift, factor) = (self.number((*by).into()), self.number(1 << by));
                match self.random.below(2) {
                    0 => self.builder.shl(x, shift),
                    _ => self.builder.mul(x, factor),
                }
            }
            Formula::Right(by, x) => {
                let x = self.make(x);
                let shift = self.number((*by).into());
                match self.random.below(2) {
                    0 => self.builder.lshr(x, shift),
                    _ => {
                        let high = self.builder.extract(x, *by, self.width - by);
                        self.builder.zext(high, self.width)
                    }
                }
            }
            Formula::RightSigned(by, x) => {
                let x = self.make(x);
                let shift = self.number((*by).into());
                match self.random.below(2) {
                    0 => self.builder.ashr(x, shift),
                    _ => {
                        let wide = self.builder.sext(x, self.width + by);
                        self.builder.extract(wide, *by, self.width)
                    }
                }
            }
            Formula::Magnitude(x) => {
                let x = self.make(x);
                self.magnitude(x)
            }
            Formula::Ones(x) => {
                let x = self.make(x);
                self.ones(x)
            }
            Formula::Choose(comparison, operands) => {
                let [a, b, x, y] = [0, 1, 2, 3].map(|i| self.make(&operands[i]));
                let condition = self.compare(*comparison, a, b);
                self.choose(condition, x, y)
            }
        }
    }

    /// A wrong formula on some of the inputs, on few or on all of them; else the
    /// right one.
    pub fn rarely(&mut self, wrong: &Formula, right: &Formula) -> TermId {
        let mut made = self.make(wrong);
        for _ in 0..self.random.below(4) {
            let [x, y] = [(); 2].map(|()| formula(self.random, 2, self.width));
            let [x, y] = [x, y].map(|formula| self.make(&formula));
            let condition = self.compare(Comparison::Equal, x, y);
            let right = self.make(right);
            made = self.choose(condition, made, right);
        }
        made
    }

    fn number(&mut self, value: u128) -> TermId {
        self.builder.constant(self.width, value & mask(self.width))
    }

    /// Both operands wider by some bits.
    fn widened(&mut self, x: TermId, y: TermId, signed: bool) -> [TermId; 2] {
        let width = self.width + 1 + self.random.below(4) as u8;
        [x, y].map(|term| match signed {
            true => self.builder.sext(term, width),
            false => self.builder.zext(term, width),
        })
    }

    fn compare(&mut self, comparison: Comparison, x: TermId, y: TermId) -> TermId {
        let way = self.random.below(3);
        let b = &mut *self.builder;
        match (comparison, way) {
            (Comparison::Equal, 0) => b.eq(x, y),
            (Comparison::Equal, 1) => b.eq(y, x),
            (Comparison::Equal, _) => {
                let (difference, zero) = (b.xor(x, y), b.constant(b.width(x), 0));
                b.eq(difference, zero)
            }
            (Comparison::BelowUnsigned, 0) => b.ult(x, y),
            (Comparison::BelowUnsigned, 1) => {
                let reverse = b.ule(y, x);
                b.not(reverse)
            }
            // As SSE2 does: the signs flipped, and a signed comparison.
            (Comparison::BelowUnsigned, _) => {
                let sign = b.constant(b.width(x), 1 << (b.width(x) - 1));
                let [x, y] = [x, y].map(|term| b.xor(term, sign));
                b.slt(x, y)
            }
            (Comparison::BelowSigned, 0) => b.slt(x, y),
            (Comparison::BelowSigned, 1) => {
                let reverse = b.sle(y, x);
                b.not(reverse)
            }
            (Comparison::BelowSigned, _) => {
                let [x, y] = self.widened(x, y, true);
                let difference = self.builder.sub(x, y);
                let width = self.builder.width(difference);
                self.builder.extract(difference, width - 1, 1)
            }
        }
    }

    fn choose(&mut self, condition: TermId, x: TermId, y: TermId) -> TermId {
        let way = self.random.below(4);
        let width = self.width;
        let b = &mut *self.builder;
        let mask = |b: &mut Builder| b.sext(condition, width);
        match way {
            0 => b.select(condition, x, y),
            1 => {
                let not = b.not(condition);
                b.select(not, y, x)
            }
            2 => {
                let mask = mask(b);
                let not = b.not(mask);
                let (x, y) = (b.and(x, mask), b.and(y, not));
                b.or(x, y)
            }
            _ => {
                let mask = mask(b);
                let both = b.xor(x, y);
                let kept = b.and(both, mask);
                b.xor(kept, y)
            }
        }
    }

    fn magnitude(&mut self, x: TermId) -> TermId {
        let zero = self.number(0);
        let negated = self.builder.sub(zero, x);
        match self.random.below(3) {
            0 => {
                let negative = self.compare(Comparison::BelowSigned, x, zero);
                self.choose(negative, negated, x)
            }
            1 => self.two(Two::MaxSigned, x, negated),
            _ => {
                let last = self.number(u128::from(self.width) - 1);
                let sign = self.builder.ashr(x, last);
                let flipped = self.builder.xor(x, sign);
                self.builder.sub(flipped, sign)
            }
        }
    }

    fn ones(&mut self, x: TermId) -> TermId {
        let mut bits: Vec<TermId> = (0..self.width)
            .map(|place| {
                let bit = self.builder.extract(x, place, 1);
                self.builder.zext(bit, self.width)
            })
            .collect();
        while bits.len() > 1 {
            let [x, y] = [(); 2].map(|()| {
                let at = self.random.below(bits.len());
                bits.swap_remove(at)
            });
            bits.push(self.builder.add(x, y));
        }
        bits[0]
    }

    fn two(&mut self, two: Two, x: TermId, y: TermId) -> TermId {
        crate::operations::two(self, two, x, y)
    }

    pub fn chosen_by(
        &mut self,
        comparison: Comparison,
        compared: [TermId; 2],
        chosen: [TermId; 2],
    ) -> TermId {
        let condition = self.compare(comparison, compared[0], compared[1]);
        self.choose(condition, chosen[0], chosen[1])
    }

    pub fn wide(&mut self, x: TermId, y: TermId, signed: bool) -> [TermId; 2] {
        self.widened(x, y, signed)
    }
}

pub fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - width)
}
