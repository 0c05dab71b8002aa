//! The step by a lemma over variables that stand for sums.
//!
//! For a given input, each variable has the value of its sum. The check is that under these
//! values every term has the value of its replacement, and that each variable's bounds contain
//! its sum. A lemma about all values of the variables within their bounds then proves the claim.

mod choice;
mod condition;
mod corners;
mod follow;
mod number;
mod paired;
mod quotient;
#[cfg(test)]
mod tests;
mod values;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Cone, Node, Op, Spec, SymbolId, TermId};

pub(crate) use self::follow::Meaning;
use self::follow::Whole;
use self::values::Values;
use crate::argument::Argument;
use crate::bounded::bounded;
use crate::fault::{Checked, malformed, not_checked, require};
use crate::format;
use crate::ledger::EXACT;
use crate::numbers::is_prepared;
use crate::terms::{Bounds, Terms};

/// The contents of a step `sums`.
pub(crate) struct Claimed {
    /// The variables with the sums that they stand for, each over terms of earlier variables.
    pub variables: Vec<(TermId, Meaning)>,
    /// Terms with the pieces that they are divided into, lowest first.
    pub splits: Vec<(TermId, Vec<TermId>)>,
    /// Terms with their replacements, operands first.
    pub pairs: Vec<(TermId, TermId)>,
    /// The lemma over variables.
    pub lemma: u32,
}

impl Claimed {
    pub(crate) fn new(
        terms: &Terms,
        variables: &[format::Variable],
        splits: &[(u32, Vec<u32>)],
        map: &[(u32, u32)],
        lemma: u32,
    ) -> Checked<Claimed> {
        let mut claimed = Claimed {
            variables: Vec::new(),
            splits: Vec::new(),
            pairs: terms.pairs(map)?,
            lemma,
        };
        for variable in variables {
            let mut meaning = Meaning::new();
            for (coefficient, atoms) in &variable.of {
                let Ok(coefficient) = coefficient.parse() else {
                    return malformed("a coefficient is no number");
                };
                let mut product = Vec::new();
                for &(term, signed) in atoms {
                    product.push((terms.get(term)?, signed));
                }
                meaning.push((coefficient, product));
            }
            claimed
                .variables
                .push((terms.get(variable.symbol)?, meaning));
        }
        for (term, pieces) in splits {
            claimed.splits.push((terms.get(*term)?, terms.all(pieces)?));
        }
        Ok(claimed)
    }
}

/// Checks that a lemma over variables proves the remaining claim.
pub(crate) fn sums(argument: &mut Argument, claimed: Claimed) -> Checked {
    let variables = new_variables(argument, &claimed)?;
    splits(argument, &claimed.splits)?;
    let rebuilt = rebuilt(argument, &claimed.pairs);
    let arena = &argument.ledger.terms.arena;
    let facts = &mut argument.ledger.contexts[argument.context as usize];
    let known = bounded(arena, facts, &argument.now.given);
    let mut whole = Whole {
        arena,
        facts: facts.narrowed(&variables, &known),
        values: Values::default(),
        images: FxHashMap::default(),
        splits: claimed.splits.into_iter().collect(),
        meanings: claimed.variables.iter().cloned().collect(),
        numbers: FxHashMap::default(),
        open: FxHashSet::default(),
    };
    for (&(term, to), rebuilt) in claimed.pairs.iter().zip(rebuilt) {
        if !rebuilt && !whole.same(term, to) {
            return not_checked("a replacement is not known to be the same number");
        }
        whole.values.rename(term, to, arena.width(term));
        whole.images.insert(term, to);
    }
    let image = |term: TermId| *whole.images.get(&term).unwrap_or(&term);
    let mut held: Vec<TermId> = argument.now.given.iter().map(|&c| image(c)).collect();
    let results = (image(argument.now.left), image(argument.now.right));
    let hypotheses = match argument.lemma(claimed.lemma) {
        Some(lemma) => lemma.claim.given.clone(),
        None => Vec::new(),
    };
    for (variable, _) in &claimed.variables {
        let bounds = whole.extent(*variable)?;
        fits(&whole, facts_of(argument, *variable), *variable, bounds)?;
    }
    for condition in hypotheses {
        if !held.contains(&condition) && whole.condition(condition) == Ok(true) {
            held.push(condition);
        }
    }
    argument.go_on(results)?;
    let claim = argument.cite(claimed.lemma, &held)?;
    argument.shows(claim)
}

/// The symbols of the variables, which must be fresh.
fn new_variables(argument: &Argument, claimed: &Claimed) -> Checked<Vec<SymbolId>> {
    let arena = &argument.ledger.terms.arena;
    let cone = Cone::of(arena, &argument.now.roots());
    let mut later: FxHashSet<TermId> = claimed.variables.iter().map(|(v, _)| *v).collect();
    let distinct = later.len() == claimed.variables.len();
    let mut symbols = Vec::new();
    for (variable, meaning) in &claimed.variables {
        let symbol = arena.symbol_id(*variable);
        let fresh = symbol.is_some() && cone.position(*variable).is_none();
        require(fresh && distinct, || "a variable is no new one".into())?;
        symbols.extend(symbol);
        let atoms = meaning.iter().flat_map(|(_, product)| product);
        let atoms: Vec<TermId> = atoms.map(|(term, _)| *term).collect();
        let below = Cone::of(arena, &atoms).terms;
        require(!below.iter().any(|term| later.contains(term)), || {
            "a variable stands for itself".into()
        })?;
        later.remove(variable);
    }
    Ok(symbols)
}

/// Checks that terms consist of their pieces.
fn splits(argument: &mut Argument, splits: &[(TermId, Vec<TermId>)]) -> Checked {
    for (term, pieces) in splits {
        let arena = &argument.ledger.terms.arena;
        let whole = arena.width(*term);
        let mut offset = 0u8;
        for &piece in pieces {
            let width = argument.ledger.terms.arena.width(piece);
            require(width <= whole - offset, || "a piece too many".into())?;
            let all = width == whole && piece == *term;
            let extract = Spec::extract(offset, width);
            let is = all || made(argument, extract, &[*term], piece);
            require(is, || "a piece is another term".into())?;
            offset += width;
        }
        require(offset == whole, || "a piece is missing".into())?;
    }
    Ok(())
}

/// Whether each replacement is known to be the same operation on replaced operands.
fn rebuilt(argument: &mut Argument, pairs: &[(TermId, TermId)]) -> Vec<bool> {
    let mut images: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut rebuilt = Vec::new();
    for &(term, to) in pairs {
        let node = *argument.ledger.terms.arena.node(term);
        let children = node.children().iter();
        let args: Vec<TermId> = children.map(|c| *images.get(c).unwrap_or(c)).collect();
        let inner = !args.is_empty() && made(argument, node.spec(), &args, to);
        rebuilt.push(term == to || inner);
        images.insert(term, to);
    }
    rebuilt
}

/// Whether an operation is known to make a term, up to the order of operands.
fn made(argument: &mut Argument, spec: Spec, args: &[TermId], to: TermId) -> bool {
    let ledger = &mut argument.ledger;
    let from = ledger.terms.arena.term(spec, args);
    let reached = ledger.reached(EXACT, from);
    let arena = &ledger.terms.arena;
    reached.iter().any(|&term| is_prepared(arena, term, to))
}

impl Whole<'_> {
    /// Whether two terms are congruent modulo 2^width.
    fn same(&mut self, term: TermId, to: TermId) -> bool {
        let width = self.arena.width(term);
        if width != self.arena.width(to) {
            return false;
        }
        if width == 1 && self.condition(term) == self.condition(to) {
            return true;
        }
        let [from, into] = [term, to].map(|t| *self.arena.node(t));
        let converts = |node: &Node| matches!(node.op(), Op::SiToF | Op::UiToF);
        if converts(&from) && converts(&into) && from.spec().attr == into.spec().attr {
            let [x, y] = [from, into].map(|n| self.read(n.child(0), n.op() == Op::SiToF));
            return x.zip(y).is_some_and(|(x, y)| x.of == y.of);
        }
        match (self.number(term), self.number(to)) {
            (Some(x), Some(y)) => self.values.congruent(&x, &y, width),
            _ => false,
        }
    }

    /// The bounds of the sum that a variable stands for.
    fn extent(&mut self, variable: TermId) -> Checked<(i128, i128)> {
        match self.number(variable) {
            Some(number) => {
                let number = self.values.learn(number);
                Ok((number.low, number.high))
            }
            None => not_checked("a sum is too large to be followed"),
        }
    }
}

/// The range that the context gives a symbol.
fn facts_of(argument: &Argument, variable: TermId) -> Option<Bounds> {
    let ledger = &argument.ledger;
    let symbol = ledger.terms.arena.symbol_id(variable)?;
    ledger.contexts[argument.context as usize].range(symbol)
}

/// Checks that every value of a sum is a value of its variable.
fn fits(
    whole: &Whole,
    range: Option<Bounds>,
    variable: TermId,
    (low, high): (i128, i128),
) -> Checked {
    let arena = whole.arena;
    let width = arena.width(variable);
    let half = 1i128 << (width - 1).min(126);
    require(-half <= low && high < half, || {
        "a variable has too few bits".into()
    })?;
    let Some(range) = range else { return Ok(()) };
    let buffer = arena
        .symbol_id(variable)
        .map(|id| arena.buffer(arena.symbol(id).buffer));
    let plain = buffer.is_some_and(|b| b.format.is_none() && (b.signed || low >= 0));
    // Doubles represent such integers exactly.
    let exact = 1i128 << 53;
    let within =
        -exact < low && high < exact && range.low <= low as f64 && high as f64 <= range.high;
    match plain && within {
        true => Ok(()),
        false => not_checked("a sum may leave the range of its variable"),
    }
}
