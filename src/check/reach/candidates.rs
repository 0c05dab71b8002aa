//! Sizes to try for an arm when no condition on sizes is known.

use super::super::trials::integers;
use super::{Fate, Reach};
use crate::budgets::sizes::REACHED_ELEMENTS;
use crate::contract::{Role, Sizes};
use crate::coverage::Arm;
use crate::frontend::sizes;
use crate::symex::{Defect, DefectKind, Reached};
use crate::verdict::Unmet;

impl Reach<'_, '_, '_> {
    /// Tries sizes that constants of the code name, then larger and larger ones, then one after
    /// the other, until one takes the arm.
    pub(super) fn searched(
        &mut self,
        side: usize,
        arm: Arm,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
        candidate: Option<Sizes>,
    ) -> Fate {
        if !self.extends {
            return Fate::Left(Unmet::Sizes, candidate);
        }
        let version = [&self.pair.reference, &self.pair.port][side];
        let integers = integers(version);
        let named = self.pair.named(&integers);
        for sizes in named.iter().filter(|sizes| self.is_affordable(sizes)) {
            if self.pair.settings.stop().is_some() {
                break;
            }
            if !done.contains(sizes) && self.leads(side, arm, sizes) == Some(true) {
                self.plan(sizes.clone(), done, found);
                return Fate::Planned;
            }
        }
        let mut below = done.last().cloned().unwrap_or_default();
        for sizes in self.larger() {
            if self.pair.settings.stop().is_some() {
                break;
            }
            if self.leads(side, arm, &sizes) != Some(true) {
                below = sizes;
                continue;
            }
            let sizes = self.between(side, arm, &below, sizes);
            self.plan(sizes, done, found);
            return Fate::Planned;
        }
        if self.one_by_one[side].is_none() {
            self.one_by_one[side] = Some(self.one_by_one(side, &integers));
        }
        let mut executed = self.one_by_one[side].iter().flatten();
        let graph = &self.graphs[side];
        let takes = executed.find(|(_, reached)| graph.is_taken(arm, reached));
        if let Some((sizes, _)) = takes {
            self.plan(sizes.clone(), done, found);
            return Fate::Planned;
        }
        Fate::Left(Unmet::Sizes, candidate)
    }

    /// What executes at sizes one after the other: a position in a ring buffer has a certain value
    /// at some of them only.
    fn one_by_one(&self, side: usize, named: &[i64]) -> Vec<(Sizes, Reached)> {
        let version = [&self.pair.reference, &self.pair.port][side];
        let mut all = Vec::new();
        for sizes in self.pair.each_state(named) {
            if self.pair.settings.stop().is_some() {
                break;
            }
            if self.is_affordable(&sizes)
                && self.is_sound(&sizes)
                && let Some(probe) = self.pair.probe(version, &sizes)
            {
                all.push((sizes, probe.reached));
            }
        }
        all
    }

    /// Sizes that double from one to the next, for all variables together and for each
    /// alone.
    pub(super) fn larger(&self) -> Vec<Sizes> {
        const SMALL: i64 = 5;
        let names = &self.pair.contract.size_variables;
        let mut all = Vec::new();
        for power in 6..=16 {
            let large = 1i64 << power;
            let mut shapes: Vec<Option<&String>> = vec![None];
            shapes.extend(names.iter().filter(|_| names.len() > 1).map(Some));
            for alone in shapes {
                let size = |name: &String| match alone {
                    Some(only) if only != name && !sizes::is_stride(names, name) => SMALL,
                    _ => large,
                };
                let size = |name: &String| match self.pair.given_size(name) {
                    Some(range) => range.nearest(size(name)),
                    None => size(name),
                };
                let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
                if self.is_affordable(&sizes) {
                    all.push(sizes);
                }
            }
        }
        all
    }

    /// Bisects for the smallest size that takes an arm, between one that does not and one
    /// that does.
    pub(super) fn between(&self, side: usize, arm: Arm, below: &Sizes, mut above: Sizes) -> Sizes {
        let names: Vec<String> = above.keys().cloned().collect();
        let open = |name: &String| self.pair.given_size(name).is_none();
        for name in names.into_iter().filter(open) {
            let (mut low, mut high) = (below.get(&name).copied().unwrap_or(0), above[&name]);
            while low + 1 < high {
                let middle = low.midpoint(high);
                let mut sizes = above.clone();
                sizes.insert(name.clone(), middle);
                match self.leads(side, arm, &sizes) {
                    Some(true) => high = middle,
                    _ => low = middle,
                }
            }
            above.insert(name, high);
        }
        above
    }

    /// Adds sizes to the sweep, together with larger ones that make loops iterate once more
    /// or leave a remainder.
    pub(super) fn plan(&self, sizes: Sizes, done: &[Sizes], found: &mut Vec<Sizes>) {
        const FEW: i64 = 1 << 10;
        let scaled = |factor: i64, more: i64| -> Sizes {
            let names = &self.pair.contract.size_variables;
            let size = |(name, value): (&String, &i64)| {
                let changed = match sizes::is_stride(names, name) {
                    true => value.saturating_mul(factor).saturating_add(1),
                    false => value.saturating_mul(factor).saturating_add(more),
                };
                (name.clone(), changed)
            };
            sizes.iter().map(size).collect()
        };
        let mut around = vec![sizes.clone(), scaled(1, 1)];
        if sizes.values().all(|size| *size <= FEW) && sizes.len() == 1 {
            around.extend([scaled(2, -1), scaled(2, 1)]);
        }
        for sizes in around {
            if !done.contains(&sizes)
                && !found.contains(&sizes)
                && self.is_affordable(&sizes)
                && self.is_sound(&sizes)
            {
                found.push(sizes);
            }
        }
    }

    /// Whether a size that the user did not ask for is small enough to be tried.
    pub(super) fn is_affordable(&self, sizes: &Sizes) -> bool {
        let contract = self.pair.contract;
        let elements = contract.params.iter().map(|param| match &param.role {
            Role::Buffer { length, .. } => length.evaluate(sizes).unwrap_or(u64::MAX),
            Role::Size { value, .. } => value.evaluate(sizes).unwrap_or(u64::MAX),
            _ => 0,
        });
        sizes::is_admissible(contract, sizes)
            && (!self.extends || self.pair.allows(sizes))
            && elements.fold(0, u64::saturating_add) <= REACHED_ELEMENTS
    }

    /// Whether the reference has no defect at a size, on an ordinary input.
    pub(super) fn is_sound(&self, sizes: &Sizes) -> bool {
        let probe = self.pair.probe(&self.pair.reference, sizes);
        probe.is_some_and(|probe| probe.defect.is_none())
    }

    /// Whether an ordinary input of a size takes an arm; `None` if it does not reach the
    /// choice.
    pub(super) fn leads(&self, side: usize, arm: Arm, sizes: &Sizes) -> Option<bool> {
        if !self.is_sound(sizes) {
            return Some(false);
        }
        let version = [&self.pair.reference, &self.pair.port][side];
        let probe = self.pair.probe(version, sizes)?;
        let graph = &self.graphs[side];
        match graph.is_taken(arm, &probe.reached) {
            true => Some(true),
            false => graph.is_met(arm, &probe.reached).then_some(false),
        }
    }

    /// Whether a negative size takes an arm, and the reference then reaches memory near a buffer
    /// that the contract leaves empty: a negative count has a meaning there.
    pub(super) fn needs_negative(&self, side: usize, arm: Arm) -> bool {
        const NEAR: u64 = 1 << 20;
        let version = [&self.pair.reference, &self.pair.port][side];
        let is_near = |defect: &Defect| {
            let outside = matches!(
                defect.kind,
                DefectKind::OutOfBounds(_) | DefectKind::OutsideBuffer(_)
            );
            let offset = defect
                .offset
                .is_some_and(|offset| offset.unsigned_abs() < NEAR);
            outside && offset && defect.size < NEAR
        };
        self.pair.negative_together().iter().any(|sizes| {
            let taken = self.pair.probe(version, sizes);
            let taken = taken.is_some_and(|p| self.graphs[side].is_taken(arm, &p.reached));
            let reference = || self.pair.probe(&self.pair.reference, sizes);
            taken
                && reference()
                    .and_then(|probe| probe.defect)
                    .is_some_and(|d| is_near(&d))
        })
    }
}
