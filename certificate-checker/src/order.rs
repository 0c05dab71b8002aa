//! Narrowing of values that are only compared and moved: they need just enough bits to be told
//! apart.
//!
//! Invariant: for all values of the members of a class there are narrow values that compare the
//! same way, with fixed places for constants: between two constants there is room for as many
//! values as there are inputs, or for all values that exist. So a lemma that holds for all
//! narrow values proves the claim.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use term::{Cone, Format, Op, Outcomes, TermId};

use crate::argument::Argument;
use crate::fault::{Checked, malformed, not_checked, rejected, require};
use crate::format;
use crate::integers::ones;
use crate::ledger::{ASSUMED, EXACT};
use crate::made::{Made, node};
use crate::terms::hexadecimal;

/// Greatest width of values; sort keys have room for it.
const WIDEST: u8 = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unsigned,
    Signed,
    Float(Format),
}

struct Class {
    kind: Kind,
    width: u8,
    bits: u8,
    size: u64,
    /// The narrow values of constants.
    places: FxHashMap<u128, u64>,
    members: FxHashMap<TermId, TermId>,
    /// Members that are not selects.
    inputs: Vec<TermId>,
}

/// Checks that a lemma over narrow values shows the remaining claim.
pub(crate) fn order(
    argument: &mut Argument,
    classes: &[format::Class],
    pairs: &[(TermId, TermId)],
    to: (TermId, TermId),
    lemma: u32,
) -> Checked {
    let mut read = Vec::new();
    for line in classes {
        let class = class(argument, line)?;
        class.has_room()?;
        read.push(class);
    }
    let classes = read;
    fresh(argument, &classes)?;
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &(term, to) in pairs {
        replaced(argument, &classes, &map, term, to)?;
        map.insert(term, to);
    }
    let members = classes.iter().flat_map(|class| &class.members);
    for (term, narrow) in members {
        require(map.get(term) == Some(narrow), || {
            "a value has two counterparts".into()
        })?;
    }
    let (left, right) = (argument.now.left, argument.now.right);
    let of_results = of(&classes, left).or(of(&classes, right));
    let (results, compare) = match of_results {
        Some(class) => {
            let float = matches!(class.kind, Kind::Float(_));
            require(!float && argument.now.compare.is_none(), || {
                "results are told apart by more than their order".into()
            })?;
            let narrow = [left, right].map(|term| class.narrow(argument, term));
            (narrow, None)
        }
        None => {
            let mapped = |term: TermId| Some(*map.get(&term).unwrap_or(&term));
            ([left, right].map(mapped), argument.now.compare)
        }
    };
    require(results == [Some(to.0), Some(to.1)], || {
        "the results become other terms".into()
    })?;
    let Some(known) = argument.lemma(lemma) else {
        return rejected(format!("lemma {lemma} is not proved before this"));
    };
    let claim = known.claim.clone();
    let alike = claim.compare.is_none() || claim.compare == compare;
    let shows = (claim.left, claim.right) == to && alike && known.context == ASSUMED;
    require(shows, || "a lemma is about other results".into())?;
    let images: Vec<TermId> = argument
        .now
        .given
        .iter()
        .map(|c| *map.get(c).unwrap_or(c))
        .collect();
    for hypothesis in claim.given {
        let bounds = |argument: &mut Argument, class: &Class| {
            let top = Made::Const(class.bits, u128::from(class.size - 1));
            class.inputs.iter().any(|input| {
                let narrow = Made::Term(class.members[input]);
                let within = node(Op::Ult, 1, &[&top, &narrow]).not();
                argument.answers(EXACT, &within).contains(&hypothesis)
            })
        };
        let holds =
            images.contains(&hypothesis) || classes.iter().any(|class| bounds(argument, class));
        require(holds, || {
            format!("a hypothesis of lemma {lemma} does not hold")
        })?;
    }
    Ok(())
}

fn class(argument: &Argument, line: &format::Class) -> Checked<Class> {
    let arena = &argument.ledger.terms.arena;
    let members = argument.ledger.terms.pairs(&line.members)?;
    let Some(&(first, narrow)) = members.first() else {
        return malformed("a class without values");
    };
    let (width, bits) = (arena.width(first), arena.width(narrow));
    let kind = match (line.order.as_str(), Format::from_name(&line.order)) {
        ("unsigned", _) => Kind::Unsigned,
        ("signed", _) => Kind::Signed,
        (_, Some(format)) if format.width() == width && format != Format::X87 => {
            Kind::Float(format)
        }
        _ => return malformed("an unknown order"),
    };
    let sorted = |(a, b): &(TermId, TermId)| arena.width(*a) == width && arena.width(*b) == bits;
    let fits = bits < 64 && line.size >= 1 && line.size - 1 <= ones(bits) as u64;
    // A value one bit wide is a truth value, which narrowing does not preserve.
    let narrows = 1 < width && width <= WIDEST;
    require(narrows && fits && members.iter().all(sorted), || {
        "values of another width".into()
    })?;
    let mut places = FxHashMap::default();
    for (constant, place) in &line.places {
        places.insert(hexadecimal(constant)?, *place);
    }
    let inputs = members
        .iter()
        .filter(|(term, _)| arena.op(*term) != Op::Select);
    Ok(Class {
        kind,
        width,
        bits,
        size: line.size,
        places,
        inputs: inputs.map(|(term, _)| *term).collect(),
        members: members.into_iter().collect(),
    })
}

/// Checks that inputs become fresh variables without ranges.
fn fresh(argument: &Argument, classes: &[Class]) -> Checked {
    let arena = &argument.ledger.terms.arena;
    let cone = Cone::of(arena, &argument.now.roots());
    let facts = &argument.ledger.contexts[argument.context as usize];
    let mut seen = Vec::new();
    for class in classes {
        for input in &class.inputs {
            let narrow = class.members[input];
            let free = arena.symbol_id(narrow).is_some_and(|id| {
                let plain = arena.buffer(arena.symbol(id).buffer).format.is_none();
                plain && facts.range(id).is_none()
            });
            let new = cone.position(narrow).is_none() && !seen.contains(&narrow);
            require(free && new, || "a narrow value is no new variable".into())?;
            seen.push(narrow);
        }
    }
    let mut all: Vec<TermId> = classes
        .iter()
        .flat_map(|c| c.members.keys().copied())
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    require(all.len() == count, || "a value of two classes".into())
}

/// The class that a term is a member of.
fn of(classes: &[Class], term: TermId) -> Option<&Class> {
    classes
        .iter()
        .find(|class| class.members.contains_key(&term))
}

/// Checks the replacement of a term.
fn replaced(
    argument: &mut Argument,
    classes: &[Class],
    map: &FxHashMap<TermId, TermId>,
    term: TermId,
    to: TermId,
) -> Checked {
    let term_node = *argument.ledger.terms.arena.node(term);
    let (spec, children) = (term_node.spec(), term_node.children());
    let mapped = |term: TermId| *map.get(&term).unwrap_or(&term);
    let own = of(classes, term);
    if let Some(class) = own.filter(|_| spec.op != Op::Select) {
        return require(class.members[&term] == to, || {
            "a value has two counterparts".into()
        });
    }
    let made = match (own, spec.op) {
        (Some(class), _) => {
            let arms = [1, 2].map(|i| class.narrow(argument, children[i]));
            let [Some(x), Some(y)] = arms else {
                return rejected("a choice of values of another class");
            };
            let condition = Made::Term(mapped(children[0]));
            let arms = (Made::Term(x), Made::Term(y));
            node(Op::Select, class.bits, &[&condition, &arms.0, &arms.1])
        }
        (None, Op::Ult | Op::Slt | Op::FCmp | Op::Eq)
            if children.iter().any(|&c| of(classes, c).is_some()) =>
        {
            let class = children.iter().find_map(|&c| of(classes, c));
            let Some(class) = class else {
                return rejected("a comparison of no values");
            };
            let alike = match (spec.op, class.kind) {
                (Op::Ult, Kind::Unsigned) | (Op::Slt, Kind::Signed) => true,
                (Op::FCmp, Kind::Float(format)) => spec.format() == format,
                (Op::Eq, kind) => !matches!(kind, Kind::Float(_)),
                _ => false,
            };
            let operands = [0, 1].map(|i| class.narrow(argument, children[i]));
            let ([Some(x), Some(y)], true) = (operands, alike) else {
                return rejected("values are compared in another way");
            };
            let (x, y) = (Made::Term(x), Made::Term(y));
            match spec.op {
                Op::Eq => node(Op::Eq, 1, &[&x, &y]),
                Op::FCmp => compared(spec.outcomes(), class, &x, &y),
                _ => node(Op::Ult, 1, &[&x, &y]),
            }
        }
        _ => {
            let read = children.iter().any(|&c| of(classes, c).is_some());
            require(!read && !children.is_empty(), || {
                "something else reads a value".into()
            })?;
            let args = children.iter().map(|&c| Made::Term(mapped(c))).collect();
            Made::Node(spec, args)
        }
    };
    match argument.answers(EXACT, &made).contains(&to) {
        true => Ok(()),
        false => not_checked("nothing that is written leads to a narrow term"),
    }
}

/// A float comparison of narrow values, where the last value is the NaN.
fn compared(outcomes: Outcomes, class: &Class, x: &Made, y: &Made) -> Made {
    let nan = Made::Const(class.bits, u128::from(class.size - 1));
    let truth = |op, a: &Made, b: &Made| node(op, 1, &[a, b]);
    let unordered = truth(Op::Or, &truth(Op::Eq, x, &nan), &truth(Op::Eq, y, &nan));
    let ordered = unordered.clone().not();
    let mut result = Made::Const(1, 0);
    for (outcome, holds) in [
        (Outcomes::LT, truth(Op::Ult, x, y)),
        (Outcomes::EQ, truth(Op::Eq, x, y)),
        (Outcomes::GT, truth(Op::Ult, y, x)),
    ] {
        if outcomes.contains(outcome) {
            let holds = truth(Op::And, &holds, &ordered);
            result = truth(Op::Or, &result, &holds);
        }
    }
    match outcomes.contains(Outcomes::UNO) {
        true => truth(Op::Or, &result, &unordered),
        false => result,
    }
}

impl Class {
    /// The narrow value of a term: that of a member, or the place of a constant.
    fn narrow(&self, argument: &mut Argument, term: TermId) -> Option<TermId> {
        let arena = &mut argument.ledger.terms.arena;
        match arena.constant_value(term) {
            Some(value) if arena.width(term) == self.width => {
                let place = *self.places.get(&value)?;
                Some(arena.constant(self.bits, place.into()))
            }
            _ => self.members.get(&term).copied(),
        }
    }

    /// The rank of a constant in the order; `None` for a NaN.
    fn key(&self, value: u128) -> Option<i128> {
        match self.kind {
            Kind::Unsigned => Some(value as i128),
            Kind::Signed => Some(term::signed(value, self.width)),
            Kind::Float(format) if format.is_nan(value) => None,
            Kind::Float(format) => {
                let magnitude = (value & !format.sign_mask()) as i128;
                let negative = value & format.sign_mask() != 0;
                Some(if negative { -magnitude } else { magnitude })
            }
        }
    }

    /// Checks that the places of constants are in their order, with enough room between them for
    /// the other values.
    fn has_room(&self) -> Checked {
        let top = ones(self.width) as i128;
        let (low, high) = match self.kind {
            Kind::Unsigned => (0, top),
            Kind::Signed => (-(top >> 1) - 1, top >> 1),
            Kind::Float(format) => (-(format.infinity() as i128), format.infinity() as i128),
        };
        // One more than the last place of a number.
        let end = match self.kind {
            Kind::Float(_) => i128::from(self.size) - 1,
            _ => i128::from(self.size),
        };
        let mut order: BTreeMap<i128, u64> = BTreeMap::new();
        for (&value, &place) in &self.places {
            let Some(key) = self.key(value) else {
                require(place == self.size - 1, || "a NaN has another place".into())?;
                continue;
            };
            require(*order.entry(key).or_insert(place) == place, || {
                "one number has two places".into()
            })?;
        }
        let inputs = self.inputs.len() as i128;
        let (mut last, mut at) = (low - 1, -1);
        let places = order.iter().map(|(key, place)| (*key, i128::from(*place)));
        for (key, place) in places.chain([(high + 1, end)]) {
            let room = inputs.min(key - last - 1);
            require(place - at > room, || {
                "there is no room between constants".into()
            })?;
            (last, at) = (key, place);
        }
        Ok(())
    }
}
