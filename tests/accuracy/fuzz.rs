//! Random pairs of expressions in small formats, all inputs of a range tried:
//! no error exceeds the bound that the analysis proves.

use rewrite_rules::category::Range;
use rustc_hash::FxHashMap;
use simdiff::accuracy::{Answer, Bound, Question, Tolerance, within};
use simdiff::deadline::Deadline;
use term::{
    Arena, Assignment, Cone, Evaluator, Format, Op, Outcomes, Rounding, Spec, SymbolId, TermId,
};

const NEAREST: Rounding = Rounding::NearestEven;

struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A formula, made into terms in more than one way.
enum Formula {
    Input(usize),
    Constant(f64),
    Unary(Op, Box<Formula>),
    Binary(Op, Box<Formula>, Box<Formula>),
    /// x × y + z.
    Blend(Box<Formula>, Box<Formula>, Box<Formula>),
    /// The lesser, the greater.
    Least(Box<Formula>, Box<Formula>),
    Greatest(Box<Formula>, Box<Formula>),
}

fn formula(random: &mut Random, depth: u32) -> Formula {
    if depth == 0 {
        return match random.below(4) {
            0 => Formula::Constant(random.pick(&[0.5, 1.0, -1.5, 3.0, 0.1, 7.0])),
            n => Formula::Input(n % 2),
        };
    }
    let inner = |random: &mut Random| {
        let depth = random.below(depth as usize) as u32;
        Box::new(formula(random, depth))
    };
    match random.below(12) {
        0 => Formula::Unary(Op::FSqrt, inner(random)),
        1 => Formula::Unary(Op::FRound, inner(random)),
        2 => Formula::Binary(Op::FDiv, inner(random), inner(random)),
        3 => Formula::Blend(inner(random), inner(random), inner(random)),
        4 => Formula::Least(inner(random), inner(random)),
        5 => Formula::Greatest(inner(random), inner(random)),
        6..9 => Formula::Binary(Op::FMul, inner(random), inner(random)),
        9 => Formula::Binary(Op::FSub, inner(random), inner(random)),
        _ => Formula::Binary(Op::FAdd, inner(random), inner(random)),
    }
}

struct Maker<'a> {
    arena: &'a mut Arena,
    format: Format,
    inputs: [TermId; 2],
    /// Whether to fuse, reassociate and change precision at random.
    vary: bool,
}

impl Maker<'_> {
    fn float(&mut self, op: Op, format: Format, args: &[TermId]) -> TermId {
        self.arena.term(Spec::float(op, format, NEAREST), args)
    }

    fn make(&mut self, random: &mut Random, formula: &Formula) -> TermId {
        let format = self.format;
        match formula {
            Formula::Input(i) => self.inputs[*i],
            Formula::Constant(x) => {
                let bits = narrow(format, *x);
                self.arena.constant(format.width(), bits)
            }
            Formula::Unary(op, x) => {
                let x = self.make(random, x);
                self.float(*op, format, &[x])
            }
            // x + (y + z) as (x + y) + z, and so for products.
            Formula::Binary(op @ (Op::FAdd | Op::FMul), x, y)
                if self.vary && matches!(&**y, Formula::Binary(p, ..) if p == op) =>
            {
                let Formula::Binary(_, y, z) = &**y else {
                    unreachable!("just matched")
                };
                let [x, y, z] = [x, y, z].map(|f| self.make(random, f));
                let first = self.float(*op, format, &[x, y]);
                self.float(*op, format, &[first, z])
            }
            Formula::Binary(op, x, y) => {
                let [x, y] = [x, y].map(|f| self.make(random, f));
                match self.vary && random.below(3) == 0 {
                    true => self.widely(*op, x, y),
                    false => self.float(*op, format, &[x, y]),
                }
            }
            Formula::Blend(x, y, z) => {
                let [x, y, z] = [x, y, z].map(|f| self.make(random, f));
                if self.vary {
                    return self.float(Op::Fma, format, &[x, y, z]);
                }
                let product = self.float(Op::FMul, format, &[x, y]);
                self.float(Op::FAdd, format, &[product, z])
            }
            Formula::Least(x, y) | Formula::Greatest(x, y) => {
                let [x, y] = [x, y].map(|f| self.make(random, f));
                let less = matches!(formula, Formula::Least(..));
                let outcomes = if less { Outcomes::LT } else { Outcomes::GT };
                let condition = self.arena.term(Spec::fcmp(format, outcomes), &[x, y]);
                let select = Spec::int(Op::Select, format.width());
                self.arena.term(select, &[condition, x, y])
            }
        }
    }

    /// The operation in single precision, rounded back.
    fn widely(&mut self, op: Op, x: TermId, y: TermId) -> TermId {
        let (wide, narrow) = (Format::Single, self.format);
        let up = Spec::fconvert(narrow, wide, NEAREST);
        let [x, y] = [x, y].map(|term| self.arena.term(up, &[term]));
        let result = self.float(op, wide, &[x, y]);
        let down = Spec::fconvert(wide, narrow, NEAREST);
        self.arena.term(down, &[result])
    }
}

fn narrow(format: Format, x: f64) -> u128 {
    let spec = Spec::fconvert(Format::Double, format, NEAREST);
    term::apply(spec, &[64], &[u128::from(x.to_bits())])
}

fn wide(format: Format, bits: u128) -> f64 {
    let spec = Spec::fconvert(format, Format::Double, NEAREST);
    f64::from_bits(term::apply(spec, &[format.width()], &[bits]) as u64)
}

struct Values([u128; 2]);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

/// Ranges of which a format has few enough values.
const RANGES: [(f64, f64); 7] = [
    (1.0, 2.0),
    (0.0, 1e-6),
    (-1e-6, 2e-6),
    (-1.0, -0.5),
    (100.0, 130.0),
    (-0.5, 0.5),
    (0.0, 60000.0),
];

/// The numbers of a format in a range: all, or an even selection with both ends.
fn numbers(format: Format, (low, high): (f64, f64)) -> Vec<u128> {
    const MOST: usize = 32;
    let all = 0..1u128 << format.width();
    let inside = |bits: &u128| {
        let x = wide(format, *bits);
        low <= x && x <= high
    };
    let mut all: Vec<u128> = all.filter(inside).collect();
    all.sort_by(|x, y| wide(format, *x).total_cmp(&wide(format, *y)));
    let step = all.len().div_ceil(MOST).max(1);
    let last = all.last().copied();
    all.into_iter().step_by(step).chain(last).collect()
}

#[test]
fn no_error_exceeds_the_bound() {
    let mut random = Random(fastrand::Rng::with_seed(5));
    let tables: Vec<(Format, Vec<Vec<u128>>)> = [Format::Half, Format::BFloat]
        .into_iter()
        .map(|format| (format, RANGES.iter().map(|r| numbers(format, *r)).collect()))
        .collect();
    let (mut proved, mut met) = ([0; 3], 0);
    for _ in 0..1_200 {
        let (format, values) = &tables[random.below(tables.len())];
        let (format, ranges) = (*format, [(); 2].map(|()| random.below(RANGES.len())));
        let mut arena = Arena::new();
        let inputs = ["x", "y"]
            .map(|name| arena.add_variable(name.to_owned(), format.width(), Some(format)));
        let depth = 1 + random.below(4) as u32;
        let formula = formula(&mut random, depth);
        let results = [false, true].map(|vary| {
            let arena = &mut arena;
            let mut maker = Maker {
                arena,
                format,
                inputs,
                vary,
            };
            maker.make(&mut random, &formula)
        });
        if results[0] == results[1] {
            continue;
        }
        let known: FxHashMap<SymbolId, Range> = (0..2)
            .map(|i| {
                let (low, high) = RANGES[ranges[i]];
                (SymbolId(i as u32), Range::Float(low, high))
            })
            .collect();
        let question = Question {
            arena: &arena,
            format,
            results,
            ranges: &known,
        };
        let tolerances = ["64ulp", "abs=1000", "rel=0.5"].map(|t| Tolerance::parse(t).expect(t));
        let bounds =
            tolerances.map(
                |tolerance| match within(&question, tolerance, &Deadline::default()) {
                    Answer::Within(bound) | Answer::Open(Some(bound), None) => Some(bound),
                    Answer::Open(..) => None,
                },
            );
        if bounds == [None; 3] {
            continue;
        }
        bounds
            .iter()
            .zip(&mut proved)
            .for_each(|(b, n)| *n += i32::from(b.is_some()));
        let cone = Cone::of(&arena, &results);
        let mut evaluator = Evaluator::new(&arena, &cone);
        let mut largest = 0.0f64;
        for &x in &values[ranges[0]] {
            for &y in &values[ranges[1]] {
                evaluator.run(&Values([x, y]));
                let [a, b] = results.map(|term| evaluator.value(term));
                let ulps = term::ulps(format, a, b).expect("no NaN") as f64;
                let [a, b] = [a, b].map(|bits| wide(format, bits));
                assert!(a.is_finite() && b.is_finite());
                let error = (a - b).abs();
                largest = largest.max(ulps);
                let fits = [(ulps, 1.0), (error, 1000.0), (error, 0.5 * a.abs())];
                for (bound, (error, unit)) in bounds.iter().zip(fits) {
                    if let Some(Bound::Ulps(most) | Bound::Share(most)) = bound {
                        assert!(
                            error <= most * unit,
                            "{error} > {most} × {unit} for {x:#x}, {y:#x}"
                        );
                    }
                }
            }
        }
        if let Some(Bound::Ulps(most)) = bounds[0] {
            met += i32::from(largest == most);
        }
    }
    // The bounds say something, and often all there is to say.
    assert!(proved.iter().all(|n| *n > 100), "{proved:?}");
    assert!(met > 15, "{met}");
}
