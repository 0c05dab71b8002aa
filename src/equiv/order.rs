//! Values that are only compared and moved need no more bits than it takes to
//! tell them apart: a minimum, its index, a median or a sorting network over n
//! inputs of 32 bits is decided over inputs of log₂ n bits.
//!
//! Invariant: for every assignment to the inputs there is one to the narrow
//! inputs under which all comparisons come out the same, and with them all
//! results, narrow values standing for distinct wide ones. So a narrow claim
//! that holds proves the wide one. A NaN is one value above all others, unequal
//! to itself; floats that are results are not narrowed, since zeros that
//! compare equal have unlike bits.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Buffer, Cone, Format, Node, Op, Outcomes, TermId};

use super::claim::{Claim, Compare, Obligation};
use super::facts::rebuild;

/// Widest values that are narrowed; their order fits the keys with room.
const MAX_WIDTH: u8 = 64;

/// How values are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unsigned,
    Signed,
    Float(Format),
}

impl Kind {
    /// A key that orders constants as the comparison does; `None` for a NaN.
    fn key(self, width: u8, value: u128) -> Option<i128> {
        let sign = 1u128 << (width - 1);
        match self {
            Kind::Unsigned => Some(value as i128),
            Kind::Signed => Some((value ^ sign) as i128 - sign as i128),
            Kind::Float(format) if format.is_nan(value) => None,
            Kind::Float(format) => {
                let magnitude = (value & !format.sign_mask()) as i128;
                let negative = value & format.sign_mask() != 0;
                Some(if negative { -magnitude } else { magnitude })
            }
        }
    }

    /// The least and greatest key.
    fn bounds(self, width: u8) -> (i128, i128) {
        let top = (1i128 << width) - 1;
        match self {
            Kind::Unsigned => (0, top),
            Kind::Signed => (-(top >> 1) - 1, top >> 1),
            Kind::Float(format) => (-(format.infinity() as i128), format.infinity() as i128),
        }
    }
}

/// Values that are compared with one another or moved to the same places.
#[derive(Clone, Default)]
struct Class {
    kind: Option<Kind>,
    constants: Vec<u128>,
    /// Terms that are neither choices nor constants: they become inputs.
    inputs: usize,
    /// Whether something but a comparison or a choice reads a value, or
    /// comparisons of two kinds do.
    tainted: bool,
    /// Whether equality of bits is asked.
    by_bits: bool,
}

impl Class {
    fn compare(&mut self, kind: Kind) {
        self.tainted |= *self.kind.get_or_insert(kind) != kind;
    }

    fn join(&mut self, other: Class) {
        if let Some(kind) = other.kind {
            self.compare(kind);
        }
        self.constants.extend(other.constants);
        self.inputs += other.inputs;
        self.tainted |= other.tainted;
        self.by_bits |= other.by_bits;
    }
}

/// The terms above the inputs of one width, and the classes of its values.
struct Values {
    width: u8,
    /// Operands before users. Below a value that is no choice nothing is
    /// visited.
    terms: Vec<TermId>,
    class_of: FxHashMap<TermId, usize>,
    classes: Vec<Class>,
    /// The class that each was joined to: itself, as long as it stands.
    links: Vec<usize>,
}

/// What becomes of a class.
struct Narrow {
    kind: Kind,
    bits: u8,
    /// The narrow value of every constant, by its key.
    places: BTreeMap<i128, u64>,
    /// Number of narrow values; a NaN is the last.
    size: u64,
}

/// The claim over narrow inputs; `None` when no inputs are only compared and
/// moved, or nothing is gained.
pub(super) fn narrow(builder: &mut Builder, claim: &Claim) -> Option<Obligation> {
    let roots = claim.roots();
    let mut widths: Vec<u8> = Cone::of(builder.arena(), &roots)
        .terms
        .iter()
        .map(|&term| builder.width(term))
        .filter(|&width| width > 1 && width <= MAX_WIDTH)
        .collect();
    widths.sort_unstable();
    widths.dedup();
    // What only one side computes would lose its meaning as an input.
    let sides = [claim.left, claim.right].map(|root| Cone::of(builder.arena(), &[root]));
    let one_sided = |term: &TermId| sides.iter().any(|side| side.position(*term).is_none());
    widths.into_iter().rev().find_map(|width| {
        let arena = builder.arena();
        let computed = |term: &TermId| {
            let node = arena.node(*term);
            node.width() == width && node.op() != Op::Select && !node.children().is_empty()
        };
        let terms = sides.iter().flat_map(|side| side.terms.iter().copied());
        let mut opened: FxHashSet<TermId> = terms
            .filter(|term| computed(term) && one_sided(term))
            .collect();
        loop {
            let values = Values::of(builder.arena(), claim, width, &opened);
            let classes: Vec<Option<Narrow>> = values
                .classes
                .iter()
                .map(|class| Narrow::of(class, width))
                .collect();
            if classes.iter().all(Option::is_none) {
                return None;
            }
            let below = values.below(builder.arena(), &classes, &opened);
            if below.is_empty() {
                return Some(values.rebuilt(builder, claim, &classes));
            }
            opened.extend(below);
        }
    })
}

impl Values {
    /// Goes on below the values in `opened`.
    fn of(arena: &Arena, claim: &Claim, width: u8, opened: &FxHashSet<TermId>) -> Values {
        let mut values = Values {
            width,
            terms: Vec::new(),
            class_of: FxHashMap::default(),
            classes: Vec::new(),
            links: Vec::new(),
        };
        values.visit(arena, &claim.roots(), opened);
        let terms = std::mem::take(&mut values.terms);
        for &term in &terms {
            values.read(arena, term, opened);
        }
        values.terms = terms;
        if arena.width(claim.left) == width {
            let (left, right) = (claim.left, claim.right);
            let class = values.meet(arena, &[left, right]);
            values.classes[class].by_bits = true;
        }
        // Terms point at the class that theirs was joined to.
        let ends: Vec<usize> = (0..values.classes.len()).map(|c| values.end(c)).collect();
        values.class_of.values_mut().for_each(|c| *c = ends[*c]);
        values
    }

    fn visit(&mut self, arena: &Arena, roots: &[TermId], opened: &FxHashSet<TermId>) {
        let mut seen = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.terms.push(term);
            let node = arena.node(term);
            let choice = node.op() == Op::Select;
            if node.width() != self.width || choice || opened.contains(&term) {
                stack.extend_from_slice(node.children());
            }
        }
        // Older terms first: operands are older than their users.
        self.terms.sort_unstable();
    }

    /// Books what a term does with the values that it reads or is.
    fn read(&mut self, arena: &Arena, term: TermId, opened: &FxHashSet<TermId>) {
        let node = arena.node(term);
        let width = self.width;
        let is_value = |t: TermId| arena.width(t) == width;
        let operands = node.children();
        match node.op() {
            Op::Select if is_value(term) => {
                self.meet(arena, &[term, operands[1], operands[2]]);
            }
            Op::Const => {}
            _ if is_value(term) && !opened.contains(&term) => {
                let class = self.meet(arena, &[term]);
                self.classes[class].inputs += 1;
            }
            Op::Ult | Op::Slt | Op::FCmp | Op::Eq if is_value(operands[0]) => {
                let class = self.meet(arena, operands);
                let class = &mut self.classes[class];
                match node.op() {
                    Op::Ult => class.compare(Kind::Unsigned),
                    Op::Slt => class.compare(Kind::Signed),
                    Op::FCmp => class.compare(Kind::Float(node.spec().format())),
                    _ => class.by_bits = true,
                }
            }
            _ => {
                if is_value(term) {
                    let class = self.meet(arena, &[term]);
                    self.classes[class].tainted = true;
                }
                for &operand in operands.iter().filter(|t| is_value(**t)) {
                    let class = self.meet(arena, &[operand]);
                    self.classes[class].tainted = true;
                }
            }
        }
    }

    /// Computed values that stay as wide as they are: what they are computed
    /// from may be narrowed.
    fn below(
        &self,
        arena: &Arena,
        classes: &[Option<Narrow>],
        opened: &FxHashSet<TermId>,
    ) -> Vec<TermId> {
        let stays = |term: &&TermId| {
            let node = arena.node(**term);
            let class = self.class_of.get(term);
            let computed = node.op() != Op::Select && !node.children().is_empty();
            let open = computed && !opened.contains(*term);
            open && class.is_some_and(|&class| classes[class].is_none())
        };
        let stay = self.terms.iter().filter(stays).copied();
        stay.collect()
    }

    /// The class of these values, joined if they were of several.
    fn meet(&mut self, arena: &Arena, values: &[TermId]) -> usize {
        let mut met: Option<usize> = None;
        let mut constants = Vec::new();
        for &value in values {
            if let Some(constant) = arena.constant_value(value) {
                constants.push(constant);
                continue;
            }
            let fresh = self.classes.len();
            let class = *self.class_of.entry(value).or_insert(fresh);
            if class == fresh {
                self.classes.push(Class::default());
                self.links.push(fresh);
            }
            let class = self.end(class);
            met = Some(match met {
                Some(first) if first != class => {
                    let other = std::mem::take(&mut self.classes[class]);
                    self.classes[first].join(other);
                    self.links[class] = first;
                    first
                }
                _ => class,
            });
        }
        let class = met.unwrap_or_else(|| {
            self.classes.push(Class::default());
            self.links.push(self.classes.len() - 1);
            self.classes.len() - 1
        });
        self.classes[class].constants.extend(constants);
        class
    }

    fn end(&self, mut class: usize) -> usize {
        while self.links[class] != class {
            class = self.links[class];
        }
        class
    }

    fn rebuilt(
        &self,
        builder: &mut Builder,
        claim: &Claim,
        classes: &[Option<Narrow>],
    ) -> Obligation {
        let class = |term: TermId| classes[*self.class_of.get(&term)?].as_ref();
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut path = Vec::new();
        for &term in &self.terms {
            let node = *builder.arena().node(term);
            let operands = node.children();
            let compared = || operands.iter().find_map(|&operand| class(operand));
            let new = match (node.op(), class(term)) {
                (Op::Select, Some(narrow)) => {
                    let x = narrow.value(builder, self.width, operands[1], &map);
                    let y = narrow.value(builder, self.width, operands[2], &map);
                    builder.select(map[&operands[0]], x, y)
                }
                (_, Some(narrow)) => narrow.input(builder, term, &mut path),
                (Op::Ult | Op::Slt | Op::FCmp | Op::Eq, None) if compared().is_some() => {
                    let Some(narrow) = compared() else { continue };
                    let x = narrow.value(builder, self.width, operands[0], &map);
                    let y = narrow.value(builder, self.width, operands[1], &map);
                    narrow.comparison(builder, &node, x, y)
                }
                _ if node.children().is_empty() => term,
                _ => rebuild(builder, term, &map),
            };
            map.insert(term, new);
        }
        let of_roots = class(claim.left).or_else(|| class(claim.right));
        let results = [claim.left, claim.right].map(|root| match of_roots {
            Some(narrow) => narrow.value(builder, self.width, root, &map),
            None => map[&root],
        });
        path.extend(claim.path.iter().map(|condition| map[condition]));
        Obligation {
            path,
            left: results[0],
            right: results[1],
            compare: match of_roots {
                Some(_) => Compare::Bits,
                None => claim.compare,
            },
        }
    }
}

impl Narrow {
    /// How a class is narrowed; `None` when it cannot be or nothing is gained.
    fn of(class: &Class, width: u8) -> Option<Narrow> {
        let kind = class.kind?;
        let float = matches!(kind, Kind::Float(_));
        if class.tainted || class.inputs < 2 || float && class.by_bits {
            return None;
        }
        let keys = class.constants.iter().filter_map(|&c| kind.key(width, c));
        let mut places: BTreeMap<i128, u64> = keys.map(|key| (key, 0)).collect();
        let (low, high) = kind.bounds(width);
        // As many values between two constants as there are inputs, or as fit.
        let room = |below: i128, above: i128| (above - below - 1).min(class.inputs as i128) as u64;
        let (mut size, mut last) = (0, low - 1);
        for (&key, place) in &mut places {
            size += room(last, key);
            *place = size;
            size += 1;
            last = key;
        }
        size += room(last, high + 1) + u64::from(float);
        let bits = (u64::BITS - (size - 1).leading_zeros()).max(1) as u8;
        (bits < width).then_some(Narrow {
            kind,
            bits,
            places,
            size,
        })
    }

    /// The narrow value of a wide one.
    fn value(
        &self,
        builder: &mut Builder,
        width: u8,
        term: TermId,
        map: &FxHashMap<TermId, TermId>,
    ) -> TermId {
        let Some(constant) = builder.constant_value(term) else {
            return map[&term];
        };
        let key = self.kind.key(width, constant);
        let place = key.map_or(self.size - 1, |key| self.places[&key]);
        builder.constant(self.bits, place.into())
    }

    /// A fresh narrow input, and the condition that it is one of the values.
    fn input(&self, builder: &mut Builder, term: TermId, path: &mut Vec<TermId>) -> TermId {
        let arena = builder.arena_mut();
        let buffer = arena.add_buffer(Buffer {
            name: format!("place{}", term.index()),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        let narrow = arena.add_symbol(buffer, 0, self.bits);
        if self.size < 1 << self.bits {
            let top = builder.constant(self.bits, (self.size - 1).into());
            path.push(builder.ule(narrow, top));
        }
        narrow
    }

    fn comparison(&self, builder: &mut Builder, node: &Node, x: TermId, y: TermId) -> TermId {
        match node.op() {
            Op::Eq => builder.eq(x, y),
            Op::FCmp => float_comparison(builder, node.spec().outcomes(), x, y, self.size - 1),
            _ => builder.ult(x, y),
        }
    }
}

/// A float comparison of narrow values.
fn float_comparison(
    builder: &mut Builder,
    outcomes: Outcomes,
    x: TermId,
    y: TermId,
    nan: u64,
) -> TermId {
    let width = builder.width(x);
    let nan = builder.constant(width, nan.into());
    let nans = [x, y].map(|operand| builder.eq(operand, nan));
    let unordered = builder.or(nans[0], nans[1]);
    let ordered = builder.not(unordered);
    let mut result = builder.bool(false);
    let comparisons = [
        (Outcomes::LT, builder.ult(x, y)),
        (Outcomes::EQ, builder.eq(x, y)),
        (Outcomes::GT, builder.ult(y, x)),
    ];
    for (outcome, holds) in comparisons {
        if outcomes.contains(outcome) {
            let holds = builder.and(holds, ordered);
            result = builder.or(result, holds);
        }
    }
    match outcomes.contains(Outcomes::UNO) {
        true => builder.or(result, unordered),
        false => result,
    }
}
