//! The equalities that have been checked.
//!
//! Invariant: every pair in the ledger is equal for every input that its context admits,
//! provided that the rules of the table hold.

use rewrite_rules::{Assumptions, Rule};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Spec, TermId};

use crate::facts::Facts;
use crate::fault::{Checked, malformed, rejected, require};
use crate::terms::{Bounds, Terms};

/// Everything that has been checked so far.
pub(crate) struct Ledger<'a> {
    pub terms: Terms,
    pub assumptions: Assumptions,
    rules: FxHashMap<&'a str, &'a Rule>,
    /// Facts for each context, beginning with context 0.
    pub contexts: Vec<Facts>,
    /// For each context the facts that hold without the assumptions about floats, which say
    /// nothing of what a select discards.
    pub bare: Vec<Facts>,
    /// Whether what is checked now has to hold without these assumptions.
    pub is_bare: bool,
    /// For each term, the terms that it was rewritten to, with the contexts.
    rewrites: FxHashMap<TermId, Vec<(u32, TermId)>>,
    /// For each raw term, the term that it became.
    executed: FxHashMap<TermId, TermId>,
    /// The raw terms in order, operands first.
    order: Vec<TermId>,
    /// Raw terms that an obligation contains.
    used: FxHashSet<TermId>,
}

/// The assumptions that are laws, which say nothing of values.
const LAWS: Assumptions = Assumptions::ALGEBRAIC;

/// The context of exact rules and any input.
pub(crate) const EXACT: u32 = 0;
/// The context of the assumptions and the ranges of the inputs.
pub(crate) const ASSUMED: u32 = 1;

impl<'a> Ledger<'a> {
    pub(crate) fn new(rules: Vec<&'a Rule>, assumptions: Assumptions) -> Ledger<'a> {
        Ledger {
            terms: Terms::default(),
            assumptions,
            rules: rules.into_iter().map(|r| (r.name.as_str(), r)).collect(),
            contexts: vec![Facts::default()],
            bare: vec![Facts::default()],
            is_bare: false,
            rewrites: FxHashMap::default(),
            executed: FxHashMap::default(),
            order: Vec::new(),
            used: FxHashSet::default(),
        }
    }

    /// Adds context 1 once all symbols are known, then contexts with more ranges.
    pub(crate) fn add_context(&mut self, more: &[(TermId, Bounds)]) -> Checked {
        let mut ranges = self.terms.ranges.clone();
        for &(term, bounds) in more {
            let Some(id) = self.terms.arena.symbol_id(term) else {
                return malformed("only symbols have ranges");
            };
            ranges.insert(id, bounds);
        }
        self.bare
            .push(Facts::new(self.assumptions & LAWS, ranges.clone()));
        self.contexts.push(Facts::new(self.assumptions, ranges));
        Ok(())
    }

    /// Begins or ends a check without the assumptions about float values: facts are those that
    /// hold anyway, and rewrites by them are not known.
    pub(crate) fn turn_bare(&mut self) {
        std::mem::swap(&mut self.contexts, &mut self.bare);
        self.is_bare = !self.is_bare;
    }

    pub(crate) fn facts(&mut self, context: u32) -> Checked<&mut Facts> {
        match self.contexts.get_mut(context as usize) {
            Some(facts) => Ok(facts),
            None => malformed(format!("there is no context {context}")),
        }
    }

    /// Whether a term is known to equal another one in a context, by identity or by at most two
    /// rewrites.
    pub(crate) fn equal(&self, context: u32, from: TermId, to: TermId) -> bool {
        self.answers(context, from).any(|t| t == to)
            || self
                .answers(context, from)
                .any(|middle| self.answers(context, middle).any(|t| t == to))
    }

    /// The terms that a term is known to equal, by identity or by at most two rewrites.
    pub(crate) fn reached(&self, context: u32, from: TermId) -> Vec<TermId> {
        let near: Vec<TermId> = self.answers(context, from).collect();
        let far = near
            .iter()
            .skip(1)
            .flat_map(|&middle| self.answers(context, middle));
        let mut all = near.clone();
        all.extend(far);
        all
    }

    fn answers(&self, context: u32, from: TermId) -> impl Iterator<Item = TermId> {
        let is_bare = self.is_bare;
        let holds = move |c: u32| {
            c == EXACT || !is_bare && (c == context || c == ASSUMED && context > ASSUMED)
        };
        let known = self.rewrites.get(&from).into_iter().flatten();
        let known = known.filter(move |(c, _)| holds(*c)).map(|(_, to)| *to);
        std::iter::once(from).chain(known)
    }

    /// Whether an operation on terms is known to equal a term.
    pub(crate) fn makes(&mut self, context: u32, spec: Spec, args: &[TermId], to: TermId) -> bool {
        let from = self.terms.arena.term(spec, args);
        self.equal(context, from, to)
    }

    /// Checks that a raw term, with its operands replaced by what they became, is known to equal
    /// a term, and records this.
    pub(crate) fn execute(&mut self, raw: TermId, value: TermId) -> Checked {
        self.stands(EXACT, raw, value, None)?;
        self.order.push(raw);
        match self.executed.insert(raw, value) {
            Some(other) if other != value => rejected("a term as executed with two answers"),
            _ => Ok(()),
        }
    }

    /// The term that a raw term became.
    pub(crate) fn value(&self, raw: TermId) -> TermId {
        self.executed.get(&raw).copied().unwrap_or(raw)
    }

    /// The term that a raw term of an obligation became.
    pub(crate) fn obliged(&mut self, raw: TermId) -> TermId {
        self.used.insert(raw);
        self.value(raw)
    }

    /// Whether every raw term is part of an obligation. One that is not was in an obligation
    /// that has been altered.
    pub(crate) fn all_used(&mut self) -> bool {
        let arena = &self.terms.arena;
        for raw in self.order.iter().rev() {
            if !self.used.contains(raw) {
                return false;
            }
            self.used.extend(arena.node(*raw).children());
        }
        true
    }

    /// Checks parts in order; returns what each became.
    pub(crate) fn build(
        &mut self,
        context: u32,
        built: &[(TermId, TermId)],
    ) -> Checked<FxHashMap<TermId, TermId>> {
        let mut known = FxHashMap::default();
        for &(raw, value) in built {
            self.stands(context, raw, value, Some(&known))?;
            known.insert(raw, value);
        }
        Ok(known)
    }

    fn stands(
        &mut self,
        context: u32,
        raw: TermId,
        value: TermId,
        built: Option<&FxHashMap<TermId, TermId>>,
    ) -> Checked {
        let node = *self.terms.arena.node(raw);
        if node.children().is_empty() {
            return require(raw == value, || "a leaf stands for itself".into());
        }
        let known = |arg: &TermId| match built {
            None => self.value(*arg),
            Some(built) => built.get(arg).copied().unwrap_or(*arg),
        };
        let args: Vec<TermId> = node.children().iter().map(known).collect();
        let holds = self.makes(context, node.spec(), &args, value);
        require(holds, || "no rewrite leads to this answer".into())
    }

    /// Records a rewrite.
    pub(crate) fn enter(&mut self, context: u32, from: TermId, to: TermId) {
        let known = self.rewrites.entry(from).or_default();
        if from != to && !known.contains(&(context, to)) {
            known.push((context, to));
        }
    }

    /// The rule with this name.
    pub(crate) fn rule(&self, name: &str) -> Option<&'a Rule> {
        self.rules.get(name).copied()
    }
}
