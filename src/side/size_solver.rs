//! Finds the smallest sizes for which a condition can hold, with the ladder.

use std::collections::BTreeMap;
use std::time::Duration;

use rewrite_rules::Builder;
use term::{Buffer, Cone, TermId};

use super::size_conditions::{ANY_BITS, admissible, constant, preferred, related};
use crate::contract::{Contract, Length, Role, Scalar, Sizes};
use crate::coverage::Question;
use crate::deadline::Deadline;
use crate::equiv::{self, Decision, Ladder, Obligation};
use crate::frontend::sizes::{self, SizeRange};
use crate::settings::Settings;

/// Width of a size that can be executed, in bits.
const SIZE_BITS: u8 = 25;

/// The sizes for which a condition can hold.
pub enum Answer {
    /// The smallest sizes for which it can hold, as far as bisection finds them.
    Size(Sizes),
    /// The condition holds for no admissible sizes.
    Never,
    /// The ladder does not decide whether the condition can hold.
    Unknown,
}

/// Solves conditions on the sizes of one contract.
pub struct SizeSolver {
    /// The builder for the terms of conditions.
    pub builder: Builder,
    /// The symbol of each size, extended to 64 bits.
    pub sizes: BTreeMap<String, TermId>,
    ladder: Ladder,
    /// The condition that sizes may be tried.
    pub(super) admissible: TermId,
    /// Conditions of which the first that can hold is added: see [`preferred`].
    preferred: Vec<TermId>,
}

impl SizeSolver {
    /// A solver for the sizes of a contract, with these ranges for some of them.
    pub fn new<'r>(
        settings: &Settings,
        contract: &Contract,
        given: impl Iterator<Item = &'r SizeRange>,
    ) -> SizeSolver {
        let deadline = settings.deadline();
        SizeSolver::up_to(Some(sizes::MAX_SIZE), (settings, deadline), contract, given)
    }

    /// As [`SizeSolver::new`], for questions that together take this time at most; what is
    /// not decided by then is [`Answer::Unknown`].
    pub fn within<'r>(
        time: Duration,
        settings: &Settings,
        contract: &Contract,
        given: impl Iterator<Item = &'r SizeRange>,
    ) -> SizeSolver {
        let deadline = settings.deadline().within(time);
        SizeSolver::up_to(Some(sizes::MAX_SIZE), (settings, deadline), contract, given)
    }

    /// Whether a condition may hold for any sizes that their types can represent,
    /// executable or not. `condition` makes alternatives from the terms of the sizes; true
    /// too if it cannot (`None`), or if the ladder does not decide.
    pub fn is_met_beyond(
        settings: &Settings,
        contract: &Contract,
        condition: impl FnOnce(&mut Builder, &BTreeMap<String, TermId>) -> Option<Vec<TermId>>,
    ) -> bool {
        let none = std::iter::empty::<&SizeRange>();
        let deadline = settings.deadline();
        let mut solver = SizeSolver::up_to(None, (settings, deadline), contract, none);
        let Some(conditions) = condition(&mut solver.builder, &solver.sizes) else {
            return true;
        };
        conditions.into_iter().any(|condition| {
            let goal = solver.builder.and(condition, solver.admissible);
            solver.can_hold(goal) != Some(false)
        })
    }

    /// Whether a condition may hold where one of these sizes has all bits set: unsigned ones of 64
    /// bits, for which that is a sentinel. `condition` as for [`SizeSolver::is_met_beyond`].
    pub fn is_met_by_sentinel(
        settings: &Settings,
        contract: &Contract,
        condition: impl FnOnce(&mut Builder, &BTreeMap<String, TermId>) -> Option<Vec<TermId>>,
    ) -> bool {
        let is_unsigned = |name: &String| {
            contract.params.iter().any(|param| match &param.role {
                Role::Size { scalar, value, .. } => {
                    let wide = Scalar::Int {
                        bits: 64,
                        signed: false,
                    };
                    *scalar == wide && *value == Length::Var(name.clone())
                }
                _ => false,
            })
        };
        let options = equiv::Options {
            budget: settings.budget,
            deadline: settings.deadline(),
            ..equiv::Options::default()
        };
        let mut builder = settings.rules.builder();
        let sizes = symbols(&mut builder, &contract.size_variables, 64);
        let mut ladder = Ladder::new(&settings.rules, options);
        let Some(conditions) = condition(&mut builder, &sizes) else {
            return false;
        };
        let related = related(&mut builder, contract, &sizes, false);
        let all = builder.constant(64, u128::from(u64::MAX));
        let sentinels = sizes.iter().filter(|(name, _)| is_unsigned(name));
        let sentinels: Vec<TermId> = sentinels.map(|(_, size)| builder.eq(*size, all)).collect();
        conditions.into_iter().any(|condition| {
            sentinels.iter().any(|sentinel| {
                let goal = builder.and(condition, *sentinel);
                let goal = builder.and(goal, related);
                ladder.feasible(&mut builder, &[], goal).taken == Some(true)
            })
        })
    }

    /// A solver for sizes up to `most`, or up to the greatest values of their types.
    fn up_to<'r>(
        most: Option<i64>,
        (settings, deadline): (&Settings, Deadline),
        contract: &Contract,
        given: impl Iterator<Item = &'r SizeRange>,
    ) -> SizeSolver {
        let options = equiv::Options {
            budget: settings.budget,
            deadline,
            ..equiv::Options::default()
        };
        let mut builder = settings.rules.builder();
        let bits = most.map_or(ANY_BITS, |_| SIZE_BITS);
        let sizes = symbols(&mut builder, &contract.size_variables, bits);
        let mut admissible = admissible(&mut builder, contract, &sizes, most);
        for range in given {
            let Some(size) = sizes.get(range.name.part()) else {
                continue;
            };
            let [first, last] = [range.first, range.last].map(|end| constant(&mut builder, end));
            let (above, below) = (builder.ule(first, *size), builder.ule(*size, last));
            let inside = builder.and(above, below);
            admissible = builder.and(admissible, inside);
        }
        let preferred = preferred(&mut builder, contract, &sizes);
        SizeSolver {
            builder,
            sizes,
            ladder: Ladder::new(&settings.rules, options),
            admissible,
            preferred,
        }
    }

    /// The smallest sizes for which a condition can hold.
    pub fn least(&mut self, condition: TermId) -> Answer {
        let mut preferred = self.preferred.clone().into_iter();
        let mut goal = loop {
            let Some(rows) = preferred.next() else {
                return Answer::Never;
            };
            let goal = self.builder.and(condition, self.admissible);
            let goal = self.builder.and(goal, rows);
            match self.can_hold(goal) {
                Some(true) => break goal,
                Some(false) => {}
                None => return Answer::Unknown,
            }
        };
        // First a bound for all sizes together, then the least value of each in turn.
        let all: Vec<TermId> = self.sizes.values().copied().collect();
        let bound = self.halve(goal, sizes::MAX_SIZE, &all);
        let below = self.below(&all, bound);
        goal = self.builder.and(goal, below);
        let mut least = Sizes::new();
        for (name, size) in self.sizes.clone() {
            let value = self.halve(goal, bound, &[size]);
            let below = self.below(&[size], value);
            goal = self.builder.and(goal, below);
            least.insert(name, value);
        }
        Answer::Size(least)
    }

    /// Whether a goal can hold, if that is decided with the budget of a branch.
    pub(super) fn feasible(&mut self, goal: TermId) -> Option<bool> {
        let pinned = self.pinned(goal);
        pinned.or_else(|| self.ladder.feasible(&mut self.builder, &[], goal).taken)
    }

    /// Whether a goal can hold, with the budget of a claim where that of a branch is too small.
    pub(super) fn can_hold(&mut self, goal: TermId) -> Option<bool> {
        self.feasible(goal).or_else(|| {
            let never = Obligation::no_input(&mut self.builder, vec![goal]);
            match self.ladder.decide(&mut self.builder, &never) {
                Decision::Equal { .. } => Some(false),
                Decision::Different { .. } => Some(true),
                Decision::Suspected { .. } | Decision::Undecided { .. } => None,
            }
        })
    }

    /// Whether a condition depends on a size.
    pub fn concerns(&self, condition: TermId) -> bool {
        let arena = self.builder.arena();
        let symbols = Cone::of(arena, &[condition]).symbols(arena);
        let sizes = Cone::of(arena, &Vec::from_iter(self.sizes.values().copied())).symbols(arena);
        symbols.iter().any(|symbol| sizes.contains(symbol))
    }

    /// Whether a condition is proved to hold at none of these sizes.
    pub fn excludes(&mut self, condition: TermId, all: &[Sizes]) -> bool {
        let arena = self.builder.arena();
        let sizes = Cone::of(arena, &Vec::from_iter(self.sizes.values().copied())).symbols(arena);
        let mut others = Cone::of(arena, &[condition]).symbols(arena).into_iter();
        let is_complete = others.all(|symbol| sizes.contains(&symbol));
        let holds = self.evaluated(condition, all).is_some();
        if holds || is_complete {
            return !holds;
        }
        let mut any = self.builder.bool(false);
        for sizes in all {
            let at = self.at(sizes);
            any = self.builder.or(any, at);
        }
        let goal = self.builder.and(condition, any);
        self.feasible(goal) == Some(false)
    }

    /// The condition that the sizes are these.
    fn at(&mut self, sizes: &Sizes) -> TermId {
        let mut alike = self.builder.bool(true);
        for (name, size) in &self.sizes {
            let value = sizes.get(name).copied().unwrap_or(0);
            let value = constant(&mut self.builder, value);
            let equal = self.builder.eq(*size, value);
            alike = self.builder.and(alike, equal);
        }
        alike
    }

    /// Whether a narrowing loses bits of the group of some work-item, as far as is known, for
    /// some number of items.
    pub fn may_lose_group(&mut self, question: &Question) -> bool {
        let condition = question.condition;
        question.depends.group && !matches!(self.least(condition), Answer::Never)
    }

    /// The condition restricted to other sizes than these.
    pub fn without(&mut self, condition: TermId, sizes: &Sizes) -> TermId {
        let alike = self.at(sizes);
        let unlike = self.builder.not(alike);
        self.builder.and(condition, unlike)
    }

    /// The least bound on these sizes for which a goal can hold; it can for the bound
    /// `most`.
    pub(super) fn halve(&mut self, goal: TermId, most: i64, bounded: &[TermId]) -> i64 {
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low.midpoint(high);
            let below = self.below(bounded, middle);
            let narrower = self.builder.and(goal, below);
            match self.feasible(narrower) {
                Some(true) => high = middle,
                _ => low = middle + 1,
            }
        }
        high
    }

    /// The condition that no size is above a bound.
    fn below(&mut self, sizes: &[TermId], bound: i64) -> TermId {
        let bound = constant(&mut self.builder, bound);
        let mut all = self.builder.bool(true);
        for size in sizes {
            let below = self.builder.ule(*size, bound);
            all = self.builder.and(all, below);
        }
        all
    }
}

/// A symbol of `bits` bits for every size, extended to 64 bits.
fn symbols(builder: &mut Builder, names: &[String], bits: u8) -> BTreeMap<String, TermId> {
    let mut symbols = BTreeMap::new();
    for name in names {
        let buffer = builder.arena_mut().add_buffer(Buffer {
            name: name.clone(),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        let symbol = builder.arena_mut().add_symbol(buffer, 0, bits);
        symbols.insert(name.clone(), builder.zext(symbol, 64));
    }
    symbols
}
