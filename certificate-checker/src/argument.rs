//! The state of a proof: the claim that remains to be shown, and how steps change it.
//!
//! Invariant: the claim that the proof began with holds if the remaining claim does.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Spec, TermId};

use crate::admitted::admitted;
use crate::claim::{Claim, computes_no_other_float};
use crate::conditions::Known;
use crate::fault::{Checked, not_checked, rejected, require};
use crate::implied::is_implied;
use crate::ledger::{ASSUMED, EXACT, Ledger};
use crate::made::Made;
use crate::numbers::same_number;

/// Number of answers to one expression that are followed, at most.
const ANSWERS: usize = 64;

/// A proved claim, with the context that it holds in.
pub(crate) struct Proved {
    pub claim: Claim,
    pub context: u32,
    /// Whether it holds without the assumptions about float values.
    pub is_bare: bool,
}

/// The proved obligations and lemmas, by number.
#[derive(Default)]
pub(crate) struct Library {
    pub obligations: FxHashMap<u32, Proved>,
    pub lemmas: FxHashMap<u32, Proved>,
}

/// A proof in progress.
pub(crate) struct Argument<'a, 'r> {
    pub ledger: &'a mut Ledger<'r>,
    pub library: &'a Library,
    /// The context of the claim.
    pub context: u32,
    /// The context of rewrites: that of the claim, or one whose additional ranges the conditions
    /// imply.
    pub within: u32,
    /// The terms of an obligation, whose floats are met; `None` for a lemma, whose terms may
    /// compute floats that no obligation meets.
    pub met: Option<Vec<TermId>>,
    /// The claim that remains to be shown.
    pub now: Claim,
    /// Variables that stand for computed floats, whose NaNs are canonical.
    pub computed: FxHashMap<TermId, Format>,
}

/// Whether `to` is the lowest bit of a term below zeros.
fn is_lowest_bit(arena: &Arena, term: TermId, to: TermId) -> bool {
    let whole = arena.node(to);
    if whole.op() != Op::Concat || arena.constant_value(whole.child(0)) != Some(0) {
        return false;
    }
    let bit = arena.node(whole.child(1));
    bit.op() == Op::Extract && (bit.width(), bit.spec().offset()) == (1, 0) && bit.child(0) == term
}

impl<'a> Argument<'a, '_> {
    /// A lemma that may be used here.
    pub(crate) fn lemma(&self, number: u32) -> Option<&'a Proved> {
        let found = self.library.lemmas.get(&number);
        found.filter(|lemma| lemma.is_bare || !self.ledger.is_bare)
    }

    /// Checks that a lemma about other terms, or of a case, leaves out no input that the remaining
    /// claim does not: it holds without the assumptions about float values, or `hypotheses`, by
    /// which it differs from the claim, compute no float that the claim does not.
    pub(crate) fn leaves_out_nothing(&self, number: u32, hypotheses: Option<&[TermId]>) -> Checked {
        let arena = &self.ledger.terms.arena;
        let is_bare = self.lemma(number).is_some_and(|lemma| lemma.is_bare);
        let are_met = |terms: &[TermId]| {
            let mut terms = terms.iter();
            terms.all(|&term| computes_no_other_float(arena, &self.now, term))
        };
        match is_bare || hypotheses.is_some_and(are_met) {
            true => Ok(()),
            false => not_checked(format!("lemma {number} rests on assumptions about floats")),
        }
    }
}

impl Argument<'_, '_> {
    /// Replaces the results of the remaining claim. Rejects results of another width.
    pub(crate) fn go_on(&mut self, (left, right): (TermId, TermId)) -> Checked {
        let arena = &self.ledger.terms.arena;
        let width = arena.width(self.now.left);
        let sorted = width == arena.width(left) && width == arena.width(right);
        require(sorted, || "a step changes the width".into())?;
        (self.now.left, self.now.right) = (left, right);
        Ok(())
    }

    /// Replaces the results by terms that are the same numbers of the compared format.
    pub(crate) fn numbers(&mut self, to: (TermId, TermId)) -> Checked {
        let Some(format) = self.now.compare else {
            return rejected("the terms are compared bit for bit");
        };
        let arena = &self.ledger.terms.arena;
        let same = same_number(arena, format, self.now.left, to.0)
            && same_number(arena, format, self.now.right, to.1);
        require(same, || "the terms are not the same numbers".into())?;
        self.go_on(to)
    }

    /// Replaces terms by the values that the conditions imply, and terms that are zero or one by
    /// their lowest bits. The images of the conditions under the replacement hold too.
    pub(crate) fn facts(&mut self, pairs: &[(TermId, TermId)]) -> Checked {
        let assumptions = self.ledger.contexts[self.context as usize].assumptions();
        let zeros_alike = assumptions.contains(Assumptions::POSITIVE_ZERO);
        let arena = &self.ledger.terms.arena;
        let known = Known::of(arena, &self.now.given).equated(arena, zeros_alike);
        let map = self.replaced(EXACT, pairs, |argument, term, to| {
            let arena = &argument.ledger.terms.arena;
            let value = known.value(arena, term);
            let same = value.is_some() && value == arena.constant_value(to);
            let same = same || known.most(term) <= 1 && is_lowest_bit(arena, term, to);
            same && arena.width(term) == arena.width(to)
        })?;
        for i in 0..self.now.given.len() {
            let Some(&image) = map.get(&self.now.given[i]) else {
                continue;
            };
            let says = self.ledger.terms.arena.constant_value(image) != Some(1);
            if says && !self.now.given.contains(&image) {
                self.now.given.push(image);
            }
        }
        self.with(&map)
    }

    /// Replaces terms by their rewritten forms in a context.
    pub(crate) fn pass(&mut self, context: u32, pairs: &[(TermId, TermId)]) -> Checked {
        self.owns(context)?;
        let map = self.replaced(context, pairs, |_, _, _| false)?;
        self.with(&map)
    }

    /// Rejects a context whose rewrites need not hold for the remaining claim.
    pub(crate) fn owns(&self, context: u32) -> Checked {
        let own = [EXACT, ASSUMED, self.context, self.within].contains(&context);
        require(own, || "the context belongs to another proof".into())
    }

    /// Makes later rewrites hold in a context, whose ranges the conditions must imply.
    pub(crate) fn enter(&mut self, context: u32) -> Checked {
        let known = Known::of(&self.ledger.terms.arena, &self.now.given);
        self.ledger.facts(context)?;
        let [wider, narrower] = [self.context, context].map(|c| &self.ledger.contexts[c as usize]);
        let implied = is_implied(&self.ledger.terms.arena, wider, narrower, &known);
        require(implied, || "a range that nothing implies".into())?;
        self.within = context;
        Ok(())
    }

    /// Adds the condition that the obligation meets no float that the assumptions exclude.
    pub(crate) fn admit(&mut self) -> Checked {
        let Some(met) = &self.met else {
            return rejected("excluded floats are those of an obligation");
        };
        let Ledger {
            terms, assumptions, ..
        } = &mut *self.ledger;
        let condition = admitted(&mut terms.arena, met, *assumptions);
        self.now.given.extend(condition);
        Ok(())
    }

    /// Replaces the conditions; ranges that the former ones implied are no longer known.
    pub(crate) fn give(&mut self, conditions: Vec<TermId>) {
        (self.now.given, self.within) = (conditions, self.context);
    }

    /// Continues with the results replaced.
    pub(crate) fn with(&mut self, map: &FxHashMap<TermId, TermId>) -> Checked {
        let to = |term: TermId| *map.get(&term).unwrap_or(&term);
        self.go_on((to(self.now.left), to(self.now.right)))
    }

    /// Checks replacements in order: each is accepted by `special`, or is the result of
    /// rewrites, in a context, of the term over replaced operands.
    pub(crate) fn replaced(
        &mut self,
        context: u32,
        pairs: &[(TermId, TermId)],
        mut special: impl FnMut(&mut Self, TermId, TermId) -> bool,
    ) -> Checked<FxHashMap<TermId, TermId>> {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &(term, to) in pairs {
            if !special(self, term, to) {
                let node = *self.ledger.terms.arena.node(term);
                let leaf = matches!(node.op(), Op::Const | Op::Symbol);
                let args: Vec<TermId> = node
                    .children()
                    .iter()
                    .map(|c| *map.get(c).unwrap_or(c))
                    .collect();
                let holds = !leaf && self.ledger.makes(context, node.spec(), &args, to);
                if !holds {
                    return not_checked("nothing that is written leads to a replacement");
                }
            }
            map.insert(term, to);
        }
        Ok(map)
    }

    /// Whether a term is known to be the negation of a condition.
    pub(crate) fn negates(&mut self, condition: TermId, negation: TermId) -> bool {
        let one = self.ledger.terms.arena.constant(1, 1);
        let not = Spec::int(Op::Xor, 1);
        self.ledger.terms.arena.width(condition) == 1
            && (self.ledger.makes(EXACT, not, &[condition, one], negation)
                || self.ledger.makes(EXACT, not, &[one, condition], negation))
    }

    /// The claim of a lemma; every hypothesis of the lemma must be among the current conditions
    /// or `more`.
    pub(crate) fn cite(&self, number: u32, more: &[TermId]) -> Checked<&Claim> {
        let Some(lemma) = self.lemma(number) else {
            return rejected(format!("lemma {number} is not proved before this"));
        };
        let here = lemma.context == ASSUMED || lemma.context == self.context;
        require(here, || format!("lemma {number} holds in another context"))?;
        let held = |c: &TermId| self.now.given.contains(c) || more.contains(c);
        require(lemma.claim.given.iter().all(held), || {
            format!("a hypothesis of lemma {number} does not hold")
        })?;
        Ok(&lemma.claim)
    }

    /// Checks that a claim has the results of the remaining claim.
    pub(crate) fn shows(&self, claim: &Claim) -> Checked {
        let now = &self.now;
        let same = (claim.left, claim.right) == (now.left, now.right);
        let alike = claim.compare.is_none() || claim.compare == now.compare;
        require(same && alike, || "a lemma is about other results".into())
    }

    /// The terms that an expression is known to equal.
    pub(crate) fn answers(&mut self, context: u32, made: &Made) -> Vec<TermId> {
        match made {
            Made::Term(term) => vec![*term],
            Made::Const(width, value) => {
                let arena = &mut self.ledger.terms.arena;
                vec![arena.constant(*width, *value)]
            }
            Made::Node(spec, args) => {
                let mut ways: Vec<Vec<TermId>> = vec![Vec::new()];
                for arg in args {
                    let answers = self.answers(context, arg);
                    let longer = ways.iter().flat_map(|way| {
                        let with = |answer: &TermId| [way.as_slice(), &[*answer]].concat();
                        answers.iter().map(with).collect::<Vec<_>>()
                    });
                    ways = longer.take(ANSWERS).collect();
                }
                let mut all = Vec::new();
                for way in ways {
                    let from = self.ledger.terms.arena.term(*spec, &way);
                    for answer in self.ledger.reached(context, from) {
                        if !all.contains(&answer) {
                            all.push(answer);
                        }
                    }
                }
                all.truncate(ANSWERS);
                all
            }
        }
    }
}
