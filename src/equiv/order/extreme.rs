//! Equality of what depends on where the extreme values are: the index of a maximum, in any
//! order of comparisons, with a rule for ties.
//!
//! Every input of a class of compared values is represented by one bit: whether it is the
//! greatest (or least) value of all inputs of its class. A comparison of the extreme value with
//! another one has a known outcome, and so has one of two extreme values; that of two others is
//! unknown. All other terms are functions of these bits with partially known values. A loop that
//! keeps the index of the first maximum has a known value wherever the maximum has been met.
//!
//! Single bits of inputs are variables too. A claim that reads nothing else is decided by these
//! alone: a carry-save adder of many words, one bit position at a time.
//!
//! Invariant: for every input, each function has the value of its term at the bits of that
//! input, or has no known value there. A NaN is no value of its order; an input that is one has
//! a bit that says so.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Format, Node, Op, Outcomes, TermId};

use super::MAX_WIDTH;
use super::diagram::{Diagrams, Function, Value};
use super::values::{Class, Kind, Values};
use crate::budgets::proof::{DIAGRAM_INPUTS, DIAGRAM_POINTS, DIAGRAM_TERMS};
use crate::certificate::{Criterion, Extremes};
use crate::deadline::Deadline;
use crate::equiv::Assumptions;
use crate::equiv::claim::{Claim, symbol_type};

/// The bits of an input as one value: the extreme one, another one, a NaN.
const OTHER: u128 = 0;
const EXTREME: u128 = 1;
const NAN: u128 = 2;

/// The classes of compared values by whose extremes the claim holds; `None` if this does not
/// show it.
pub(in crate::equiv) fn equal(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    deadline: &Deadline,
) -> Option<Criterion<TermId>> {
    let cone = Cone::of(arena, &claim.roots());
    if cone.len() > DIAGRAM_TERMS {
        return None;
    }
    let compares = |term: &&TermId| matches!(arena.op(**term), Op::Ult | Op::Slt | Op::FCmp);
    let operand = |term: &TermId| arena.width(arena.node(*term).child(0));
    let mut widths: Vec<u8> = cone.terms.iter().filter(compares).map(operand).collect();
    widths.sort_unstable();
    widths.dedup();
    let widths = widths
        .into_iter()
        .filter(|&width| width > 1 && width <= MAX_WIDTH);
    widths.rev().find_map(|width| {
        let values = Values::of(arena, claim, width, &FxHashSet::default());
        let extremes = [false, true].map(|least| Extreme {
            nans: !assumptions.exclude_nans(),
            ..Extreme::new(arena, &values, least, deadline)
        });
        let mut extremes = extremes
            .into_iter()
            .filter(|extreme| !extreme.kinds.is_empty());
        extremes.find_map(|extreme| extreme.decide(&cone, claim))
    })
}

/// The single bits of inputs, if the claim reads nothing else of these and holds for all of
/// their values; `None` if this does not show it.
pub(in crate::equiv) fn equal_by_bits(
    arena: &Arena,
    claim: &Claim,
    deadline: &Deadline,
) -> Option<Criterion<TermId>> {
    let cone = Cone::of(arena, &claim.roots());
    let reads_a_bit = |&term: &TermId| {
        let mut operands = arena.node(term).children().iter();
        is_bit(arena, term) || operands.all(|&t| arena.op(t) != Op::Symbol || arena.width(t) == 1)
    };
    let bits = cone
        .terms
        .iter()
        .filter(|&&term| is_bit(arena, term))
        .count();
    let fits = cone.len() <= DIAGRAM_TERMS && bits <= DIAGRAM_INPUTS;
    if !fits || !cone.terms.iter().all(reads_a_bit) {
        return None;
    }
    Extreme::over(arena, false, deadline).decide(&cone, claim)
}

/// Whether a term is a single bit of an input.
fn is_bit(arena: &Arena, term: TermId) -> bool {
    let node = arena.node(term);
    let of_input = || node.op() == Op::Extract && arena.op(node.child(0)) == Op::Symbol;
    node.width() == 1 && (node.op() == Op::Symbol || of_input())
}

#[derive(Clone)]
struct Extreme<'a> {
    arena: &'a Arena,
    /// Whether the least values are the extreme ones.
    least: bool,
    /// Whether inputs of the program may be NaNs.
    nans: bool,
    /// The class of each value that a comparison ranks.
    class_of: FxHashMap<TermId, usize>,
    /// The order of each ranked class.
    kinds: FxHashMap<usize, Kind>,
    /// The rank of each input and constant of the classes, in order of appearance.
    inputs: FxHashMap<(usize, TermId), Function>,
    ranks: FxHashMap<TermId, Function>,
    plain: FxHashMap<TermId, Function>,
    /// The single bits of inputs that the claim reads.
    bits: Vec<TermId>,
    /// The number of variables.
    variables: u32,
    diagrams: Diagrams,
}

impl<'a> Extreme<'a> {
    /// Without classes.
    fn over(arena: &'a Arena, least: bool, deadline: &Deadline) -> Extreme<'a> {
        Extreme {
            arena,
            least,
            nans: true,
            class_of: FxHashMap::default(),
            kinds: FxHashMap::default(),
            inputs: FxHashMap::default(),
            ranks: FxHashMap::default(),
            plain: FxHashMap::default(),
            bits: Vec::new(),
            variables: 0,
            diagrams: Diagrams::until(deadline),
        }
    }

    /// With the classes of several inputs that have an order.
    fn new(arena: &'a Arena, values: &Values, least: bool, deadline: &Deadline) -> Extreme<'a> {
        let ranked = |class: &Class| class.inputs >= 2 && class.inputs <= DIAGRAM_INPUTS;
        let kind = |(number, class): (usize, &Class)| {
            Some((number, class.kind.filter(|_| ranked(class))?))
        };
        let classes = values.classes.iter().enumerate();
        let kinds: FxHashMap<usize, Kind> = classes.filter_map(kind).collect();
        let classes = values.class_of.iter();
        let ranked = classes.filter(|(_, class)| kinds.contains_key(class));
        Extreme {
            class_of: ranked.map(|(term, class)| (*term, *class)).collect(),
            kinds,
            ..Extreme::over(arena, least, deadline)
        }
    }

    /// What the claim holds by, if its functions show it. Functions that leave the claim open at
    /// some point do not; most of these have too many nodes to be built in vain.
    fn decide(mut self, cone: &Cone, claim: &Claim) -> Option<Criterion<TermId>> {
        let holds_at = |point| {
            let mut at = self.clone();
            at.diagrams = self.diagrams.at_point(point);
            at.derives(cone, claim)
        };
        let holds = (0..DIAGRAM_POINTS).all(holds_at) && self.derives(cone, claim);
        holds.then(|| self.written())
    }

    /// Derives the functions of all terms; whether they show the claim.
    fn derives(&mut self, cone: &Cone, claim: &Claim) -> bool {
        let visited = cone.terms.iter().try_for_each(|&term| self.visit(term));
        visited.is_some() && self.shows(claim)
    }

    /// Derives the functions of a term, from those of its operands.
    fn visit(&mut self, term: TermId) -> Option<()> {
        let node = *self.arena.node(term);
        let function = match self.arena.constant_value(term) {
            Some(value) => self.diagrams.leaf(Some(value)),
            None if is_bit(self.arena, term) => {
                self.bits.push(term);
                let [zero, one] = [0, 1].map(|value| self.diagrams.leaf(Some(value)));
                self.variables += 1;
                self.diagrams.branch(self.variables, [zero, one])
            }
            None => self.function(&node),
        };
        self.plain.insert(term, function);
        if let Some(&class) = self.class_of.get(&term) {
            let rank = match node.op() {
                Op::Select => {
                    let condition = self.plain[&node.child(0)];
                    let [x, y] = [1, 2].map(|arm| self.rank(class, node.child(arm)));
                    self.diagrams.combine([condition, x, y], false, &chosen)
                }
                _ => self.rank(class, term),
            };
            self.ranks.insert(term, rank);
        }
        (!self.diagrams.is_full()).then_some(())
    }

    /// The function of a term that is no constant.
    fn function(&mut self, node: &Node) -> Function {
        let operands: Vec<Function> = node.children().iter().map(|t| self.plain[t]).collect();
        let widths: Vec<u8> = node
            .children()
            .iter()
            .map(|&t| self.arena.width(t))
            .collect();
        let spec = node.spec();
        let apply = |args: &[Value]| {
            let args: Option<Vec<u128>> = args.iter().copied().collect();
            Some(term::apply(spec, &widths, &args?))
        };
        let full = u128::MAX >> (128 - u32::from(spec.width));
        match (node.op(), &operands[..]) {
            (Op::Symbol | Op::Apply, _) => self.diagrams.leaf(None),
            (Op::Select, &[condition, x, y]) => {
                self.diagrams.combine([condition, x, y], false, &chosen)
            }
            (Op::And, &[x, y]) => self.diagrams.combine([x, y], false, &|[x, y]| {
                if x == Some(0) || y == Some(0) {
                    return Some(0);
                }
                Some(x? & y?)
            }),
            (Op::Or, &[x, y]) => self.diagrams.combine([x, y], false, &|[x, y]| {
                if x == Some(full) || y == Some(full) {
                    return Some(full);
                }
                Some(x? | y?)
            }),
            (_, &[x]) => self.diagrams.combine([x], true, &|args| apply(&args)),
            (_, &[x, y]) => {
                let plain = self.diagrams.combine([x, y], true, &|args| apply(&args));
                match self.outcome(node) {
                    Some(ranked) => {
                        let either = |[x, y]: [Value; 2]| x.or(y);
                        self.diagrams.combine([plain, ranked], false, &either)
                    }
                    None => plain,
                }
            }
            (_, &[x, y, z]) => self.diagrams.combine([x, y, z], true, &|args| apply(&args)),
            _ => self.diagrams.leaf(None),
        }
    }

    /// The outcome of a comparison of ranked values, as far as their ranks tell.
    fn outcome(&mut self, node: &Node) -> Option<Function> {
        let outcomes = match node.op() {
            Op::Ult | Op::Slt => Outcomes::LT,
            Op::Eq => Outcomes::EQ,
            Op::FCmp => node.spec().outcomes(),
            _ => return None,
        };
        let operands = [node.child(0), node.child(1)];
        let class = operands.iter().find_map(|term| self.class_of.get(term));
        let class = *class?;
        let alike = match (node.op(), self.kinds[&class]) {
            (Op::Ult, Kind::Unsigned) | (Op::Slt, Kind::Signed) => true,
            (Op::Eq, Kind::Unsigned | Kind::Signed) => true,
            (Op::FCmp, Kind::Float(format)) => node.spec().format() == format,
            _ => false,
        };
        if !alike {
            return None;
        }
        let ranks = operands.map(|term| self.rank(class, term));
        let (above, below) = match self.least {
            true => (Outcomes::LT, Outcomes::GT),
            false => (Outcomes::GT, Outcomes::LT),
        };
        let holds = |outcome| Some(u128::from(outcomes.contains(outcome)));
        let all = [Outcomes::LT, Outcomes::EQ, Outcomes::GT].map(holds);
        Some(
            self.diagrams
                .combine(ranks, true, &|[x, y]| match (x?, y?) {
                    (NAN, _) | (_, NAN) => holds(Outcomes::UNO),
                    (EXTREME, EXTREME) => holds(Outcomes::EQ),
                    (EXTREME, _) => holds(above),
                    (_, EXTREME) => holds(below),
                    _ => all[0].filter(|_| all[0] == all[1] && all[1] == all[2]),
                }),
        )
    }

    /// The rank of a value of a class.
    fn rank(&mut self, class: usize, term: TermId) -> Function {
        if let Some(&known) = self.ranks.get(&term)
            && self.class_of.get(&term) == Some(&class)
        {
            return known;
        }
        if let Some(&known) = self.inputs.get(&(class, term)) {
            return known;
        }
        if let Some(point) = self.diagrams.point() {
            // One input of each class is the extreme one: some must be.
            let place = self.inputs.keys().filter(|(of, _)| *of == class).count();
            let is_extreme = place == point as usize;
            let rank = if is_extreme { EXTREME } else { OTHER };
            let rank = self.diagrams.leaf(Some(rank));
            self.inputs.insert((class, term), rank);
            return rank;
        }
        self.variables += 2;
        let variable = self.variables - 1;
        let [other, extreme, nan] =
            [OTHER, EXTREME, NAN].map(|rank| self.diagrams.leaf(Some(rank)));
        let mut rank = self.diagrams.branch(variable + 1, [other, extreme]);
        if let Kind::Float(format) = self.kinds[&class]
            && self.may_be_nan(term, format)
        {
            rank = self.diagrams.branch(variable, [rank, nan]);
        }
        self.inputs.insert((class, term), rank);
        rank
    }

    /// Whether a value may be a NaN, unless it is chosen from others.
    fn may_be_nan(&self, term: TermId, format: Format) -> bool {
        if let Some(value) = self.arena.constant_value(term) {
            return format.is_nan(value);
        }
        let symbol = self.arena.symbol_id(term);
        let declared = symbol.and_then(|id| symbol_type(self.arena, id).0);
        self.nans || declared != Some(format)
    }

    /// Whether the results are equal at all bits that inputs on the path have.
    fn shows(&mut self, claim: &Claim) -> bool {
        let mut open = self.diagrams.leaf(Some(1));
        let and = |[x, y]: [Value; 2]| Some(u128::from(x != Some(0) && y != Some(0)));
        for condition in &claim.path {
            open = self
                .diagrams
                .combine([open, self.plain[condition]], false, &and);
        }
        // Unless all inputs of a class are NaNs, one of them is the extreme value.
        for &class in self.kinds.keys() {
            let of_class = self.inputs.iter().filter(|((of, _), _)| *of == class);
            let mut ranks = of_class
                .map(|(_, rank)| *rank)
                .collect::<Vec<_>>()
                .into_iter();
            let Some(first) = ranks.next() else { continue };
            let any = ranks.fold(first, |any, rank| {
                self.diagrams
                    .combine([any, rank], true, &|[x, y]| match (x?, y?) {
                        (EXTREME, _) | (_, EXTREME) => Some(EXTREME),
                        (NAN, NAN) => Some(NAN),
                        _ => Some(OTHER),
                    })
            });
            open = self.diagrams.combine([open, any], false, &and);
        }
        let roots = [claim.left, claim.right];
        let [x, y] = roots.map(|root| self.plain[&root]);
        let equal =
            |[open, x, y]: [Value; 3]| Some(u128::from(open == Some(0) || x.is_some() && x == y));
        let mut equal = self.diagrams.combine([open, x, y], false, &equal);
        // The extreme value itself; zeros that are equal floats may differ.
        let classes = roots.map(|root| self.class_of.get(&root).copied());
        if let [Some(class), Some(other)] = classes
            && class == other
            && !matches!(self.kinds[&class], Kind::Float(_))
        {
            let ranks = roots.map(|root| self.rank(class, root));
            let operands = [equal, ranks[0], ranks[1]];
            let both = |[equal, x, y]: [Value; 3]| {
                let both = x == Some(EXTREME) && y == Some(EXTREME);
                Some(u128::from(equal == Some(1) || both))
            };
            equal = self.diagrams.combine(operands, false, &both);
        }
        self.diagrams.constant(equal) == Some(Some(1)) && !self.diagrams.is_full()
    }

    /// The classes and bits in the form that certificates use.
    fn written(self) -> Criterion<TermId> {
        let classes = self.kinds.iter().map(|(&class, kind)| {
            let mut inputs: Vec<TermId> = self
                .inputs
                .keys()
                .filter(|(of, _)| *of == class)
                .map(|(_, term)| *term)
                .collect();
            inputs.sort_unstable();
            Extremes {
                order: kind.name().to_owned(),
                least: self.least,
                inputs,
            }
        });
        let mut classes: Vec<Extremes<TermId>> = classes.collect();
        classes.sort_unstable_by(|a, b| a.inputs.cmp(&b.inputs));
        let bits = self.bits;
        Criterion::Diagrams { classes, bits }
    }
}

/// `condition ? x : y`, known too if both arms are alike.
fn chosen([condition, x, y]: [Value; 3]) -> Value {
    match condition {
        Some(0) => y,
        Some(_) => x,
        None => x.filter(|_| x == y),
    }
}
