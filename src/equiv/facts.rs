//! Facts that a path condition states directly, and rewriting of terms under them.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Outcomes, Spec, TermId};

/// Values, comparison outcomes and bounds of terms that hold on a path.
#[derive(Default)]
pub(super) struct Facts {
    values: FxHashMap<TermId, u128>,
    pub(super) outcomes: FxHashMap<(Format, TermId, TermId), Outcomes>,
    /// Least and greatest unsigned value of a term.
    pub(super) bounds: FxHashMap<TermId, (u128, u128)>,
    /// Whether conditions contradict each other: no input takes the path.
    pub(super) contradictory: bool,
}

/// The facts of the last path asked for: most paths are asked for often, or extended.
#[derive(Default)]
pub(super) struct LastFacts {
    path: Vec<TermId>,
    facts: Facts,
}

impl LastFacts {
    /// The facts of a path.
    pub(super) fn of(&mut self, arena: &Arena, path: &[TermId]) -> &Facts {
        if !path.starts_with(&self.path) {
            *self = LastFacts::default();
        }
        let more = &path[self.path.len()..];
        self.facts.add(arena, more);
        self.path.extend(more);
        &self.facts
    }
}

impl Facts {
    /// Collects the facts that follow from one-bit terms that are all true.
    pub(super) fn of(arena: &Arena, path: &[TermId]) -> Facts {
        let mut facts = Facts::default();
        facts.add(arena, path);
        facts
    }

    /// Adds the facts that follow from more such terms.
    fn add(&mut self, arena: &Arena, path: &[TermId]) {
        let mut pending: Vec<(TermId, u128)> = path.iter().map(|&t| (t, 1)).collect();
        while let Some((term, value)) = pending.pop() {
            self.learn(arena, term, value, &mut pending);
        }
    }

    fn learn(&mut self, arena: &Arena, term: TermId, value: u128, more: &mut Vec<(TermId, u128)>) {
        if let Some(constant) = arena.constant_value(term) {
            self.contradictory |= constant != value;
            return;
        }
        let old = *self.values.entry(term).or_insert(value);
        self.contradictory |= old != value;
        let node = arena.node(term);
        if node.width() > 1 {
            return;
        }
        match (node.op(), value) {
            (Op::And, 1) | (Op::Or, 0) => {
                more.extend(node.children().iter().map(|&child| (child, value)));
            }
            (Op::Eq, 1) => {
                let (x, y) = (node.child(0), node.child(1));
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(constant) = arena.constant_value(y) {
                        more.push((x, constant));
                    }
                }
            }
            (Op::Xor | Op::Eq, _) if arena.width(node.child(0)) == 1 => {
                let (x, y) = (node.child(0), node.child(1));
                let same = (node.op() == Op::Eq) as u128 ^ value ^ 1;
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(constant) = arena.constant_value(y) {
                        more.push((x, constant ^ same ^ 1));
                    }
                }
            }
            (Op::Ult, _) => {
                let (x, y) = (node.child(0), node.child(1));
                let [low, high] = [x, y].map(|operand| arena.constant_value(operand));
                match (low, high, value) {
                    (Some(c), None, 1) => self.confine(arena, y, c.saturating_add(1), u128::MAX),
                    (Some(c), None, _) => self.confine(arena, y, 0, c),
                    (None, Some(c), 1) => self.confine(arena, x, 0, c.saturating_sub(1)),
                    (None, Some(c), _) => self.confine(arena, x, c, u128::MAX),
                    _ => {}
                }
            }
            (Op::FCmp, _) => {
                let (key, mut seen) = comparison(arena, term);
                if value == 0 {
                    seen = seen.complement();
                }
                let known = self.outcomes.entry(key).or_insert(Outcomes::ALL);
                *known = known.intersect(seen);
                self.contradictory |= *known == Outcomes::NONE;
            }
            _ => {}
        }
    }

    /// Learns the values of floats that compare equal to a constant: the constant's bits, except
    /// that a zero is learnt (as +0) only if `zeros_alike`.
    pub(super) fn equate(&mut self, arena: &Arena, zeros_alike: bool) {
        let equal = self.outcomes.iter().filter(|(_, o)| **o == Outcomes::EQ);
        let known = equal.filter_map(|(&(format, x, y), _)| {
            let (term, bits) = match (arena.constant_value(x), arena.constant_value(y)) {
                (None, Some(bits)) => (x, bits),
                (Some(bits), None) => (y, bits),
                _ => return None,
            };
            match bits & !format.sign_mask() {
                _ if format == Format::X87 => None,
                0 => zeros_alike.then_some((term, 0)),
                _ => Some((term, bits)),
            }
        });
        let known: Vec<(TermId, u128)> = known.collect();
        self.values.extend(known);
    }

    fn confine(&mut self, arena: &Arena, term: TermId, low: u128, high: u128) {
        let all = u128::MAX >> (128 - arena.width(term));
        let bounds = self.bounds.entry(term).or_insert((0, all));
        *bounds = (bounds.0.max(low), bounds.1.min(high));
        self.contradictory |= bounds.0 > bounds.1;
    }

    /// The value of a term that the facts determine.
    pub(super) fn value(&self, arena: &Arena, term: TermId) -> Option<u128> {
        if let Some(&value) = self.values.get(&term) {
            return Some(value);
        }
        if arena.op(term) == Op::FCmp {
            let (key, outcomes) = comparison(arena, term);
            let known = *self.outcomes.get(&key)?;
            if outcomes.contains(known) {
                return Some(1);
            }
            if outcomes.intersect(known) == Outcomes::NONE {
                return Some(0);
            }
        }
        None
    }

    /// Whether a term is a symbol of several bits that is zero or one: a truth value.
    fn is_bit(&self, arena: &Arena, term: TermId) -> bool {
        let most = self.bounds.get(&term).map(|(_, most)| *most);
        most.is_some_and(|most| most <= 1) && arena.width(term) > 1 && arena.op(term) == Op::Symbol
    }

    /// Replaces subterms of `roots` that the facts determine by their values, and truth values by
    /// their lowest bits. The new roots are equal to `roots` on the path.
    pub(super) fn rewrite(&self, builder: &mut Builder, roots: &[TermId]) -> Vec<TermId> {
        if self.values.is_empty() {
            return roots.to_vec();
        }
        let cone = Cone::of(builder.arena(), roots);
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &term in &cone.terms {
            let new = match self.value(builder.arena(), term) {
                Some(value) => {
                    let width = builder.width(term);
                    builder.constant(width, value)
                }
                None if self.is_bit(builder.arena(), term) => {
                    let width = builder.width(term);
                    let bit = builder.extract(term, 0, 1);
                    builder.zext(bit, width)
                }
                None => rebuild(builder, term, &map),
            };
            map.insert(term, new);
        }
        if let Some(trace) = builder.trace() {
            let mapped: Vec<TermId> = cone.terms.iter().map(|term| map[term]).collect();
            trace.pass(&cone.terms, &mapped);
        }
        roots.iter().map(|root| map[root]).collect()
    }
}

/// Rebuilds a term over mapped operands; `map` must contain all of them.
pub(super) fn rebuild(
    builder: &mut Builder,
    term: TermId,
    map: &FxHashMap<TermId, TermId>,
) -> TermId {
    let node = *builder.arena().node(term);
    let children: Vec<TermId> = node.children().iter().map(|child| map[child]).collect();
    if children == node.children() {
        return term;
    }
    builder.build(node.spec(), &children)
}

fn comparison(arena: &Arena, term: TermId) -> ((Format, TermId, TermId), Outcomes) {
    let node = arena.node(term);
    let spec: Spec = node.spec();
    let (x, y) = (node.child(0), node.child(1));
    if x <= y {
        ((spec.format(), x, y), spec.outcomes())
    } else {
        ((spec.format(), y, x), spec.outcomes().swap())
    }
}
