//! Facts that conditions state directly.

use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Outcomes, TermId};

/// Values and comparison outcomes of terms under conditions.
#[derive(Default)]
pub(crate) struct Known {
    values: FxHashMap<TermId, u128>,
    /// The outcomes that comparisons leave, by operands in ascending order.
    pub outcomes: FxHashMap<(Format, TermId, TermId), Outcomes>,
    /// The least and the greatest unsigned value of terms that are compared with constants.
    pub spans: FxHashMap<TermId, (u128, u128)>,
    /// Whether the conditions contradict each other.
    pub contradiction: bool,
}

impl Known {
    /// The facts that follow from one-bit terms that all hold.
    pub(crate) fn of(arena: &Arena, conditions: &[TermId]) -> Known {
        let mut known = Known::default();
        let mut open: Vec<(TermId, u128)> = conditions.iter().map(|&c| (c, 1)).collect();
        while let Some((term, value)) = open.pop() {
            known.learn(arena, term, value, &mut open);
        }
        known
    }

    /// Adds the values of floats that equal a constant: its bits; for a zero, those of +0, and only
    /// if `zeros_alike`: if no −0 is read.
    pub(crate) fn equated(mut self, arena: &Arena, zeros_alike: bool) -> Known {
        for (&(format, x, y), &outcomes) in &self.outcomes {
            if outcomes != Outcomes::EQ || format == Format::X87 {
                continue;
            }
            let (term, bits) = match (arena.constant_value(x), arena.constant_value(y)) {
                (None, Some(bits)) => (x, bits),
                (Some(bits), None) => (y, bits),
                _ => continue,
            };
            match bits & !format.sign_mask() {
                0 if zeros_alike => self.values.insert(term, 0),
                0 => continue,
                _ => self.values.insert(term, bits),
            };
        }
        self
    }

    fn learn(&mut self, arena: &Arena, term: TermId, value: u128, open: &mut Vec<(TermId, u128)>) {
        if let Some(constant) = arena.constant_value(term) {
            self.contradiction |= constant != value;
            return;
        }
        let before = self.values.insert(term, value);
        self.contradiction |= before.is_some_and(|before| before != value);
        let node = arena.node(term);
        if node.width() != 1 || before.is_some() {
            return;
        }
        let sides = |i: usize| (node.child(i), arena.constant_value(node.child(1 - i)));
        match node.op() {
            Op::And if value == 1 => open.extend(node.children().iter().map(|&c| (c, 1))),
            Op::Or if value == 0 => open.extend(node.children().iter().map(|&c| (c, 0))),
            Op::Eq | Op::Xor => {
                let bits = arena.width(node.child(0)) == 1;
                // Whether both sides are equal.
                let same = (node.op() == Op::Eq) == (value == 1);
                for (side, constant) in [sides(0), sides(1)] {
                    match constant {
                        Some(c) if same => open.push((side, c)),
                        Some(c) if bits => open.push((side, c ^ 1)),
                        _ => {}
                    }
                }
            }
            Op::Ult => {
                let holds = value == 1;
                if let (side, Some(limit)) = sides(0) {
                    let (low, high) = match holds {
                        true => (0, limit.saturating_sub(1)),
                        false => (limit, u128::MAX),
                    };
                    self.contradiction |= holds && limit == 0;
                    self.confine(side, low, high);
                }
                if let (side, Some(limit)) = sides(1) {
                    let (low, high) = match holds {
                        true => (limit.saturating_add(1), u128::MAX),
                        false => (0, limit),
                    };
                    self.confine(side, low, high);
                }
            }
            Op::FCmp => {
                let (key, outcomes) = comparison(arena, term);
                let seen = if value == 1 {
                    outcomes
                } else {
                    outcomes.complement()
                };
                let known = self.outcomes.entry(key).or_insert(Outcomes::ALL);
                *known = known.intersect(seen);
                self.contradiction |= *known == Outcomes::NONE;
            }
            _ => {}
        }
    }

    fn confine(&mut self, term: TermId, low: u128, high: u128) {
        let (least, most) = self.spans.entry(term).or_insert((0, u128::MAX));
        (*least, *most) = ((*least).max(low), (*most).min(high));
        self.contradiction |= *least > *most;
    }

    /// The greatest unsigned value that comparisons with constants leave to a term.
    pub(crate) fn most(&self, term: TermId) -> u128 {
        self.spans.get(&term).map_or(u128::MAX, |(_, most)| *most)
    }

    /// The value of a term under the conditions, if determined.
    pub(crate) fn value(&self, arena: &Arena, term: TermId) -> Option<u128> {
        let compared = || {
            let (key, outcomes) = comparison(arena, term);
            let known = *self.outcomes.get(&key)?;
            let never = outcomes.intersect(known) == Outcomes::NONE;
            outcomes.contains(known).then_some(1).or(never.then_some(0))
        };
        let value = self.values.get(&term).copied();
        value.or_else(|| (arena.op(term) == Op::FCmp).then(compared)?)
    }
}

/// A comparison with its operands in ascending order.
fn comparison(arena: &Arena, term: TermId) -> ((Format, TermId, TermId), Outcomes) {
    let node = arena.node(term);
    let (format, outcomes) = (node.spec().format(), node.spec().outcomes());
    let (x, y) = (node.child(0), node.child(1));
    match x <= y {
        true => ((format, x, y), outcomes),
        false => ((format, y, x), outcomes.swap()),
    }
}
