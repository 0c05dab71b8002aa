//! Which rules follow from others, by equality saturation.

use std::collections::BTreeSet;

use rewrite_rules::search::{self, Law};
use rewrite_rules::{Rule, RuleSet, instances};
use term::Arena;

use crate::budgets::rules::{FOLLOWING_INSTANCES, FOLLOWING_NODES, FOLLOWING_TRIALS};
use crate::deadline::Deadline;

/// Limits of the search for one instance.
const LIMITS: search::Limits = search::Limits {
    nodes: FOLLOWING_NODES,
    rounds: 4,
    matches: 100,
};

/// The other rules from which a rule follows, by name: equality saturation with them, under the
/// rule's own assumptions, makes both sides of every instance equal. `None` if one instance was
/// not shown to follow, or the rule has no instances over free variables.
///
/// A directed rule that follows may still be needed, since terms are built by directed rules
/// alone; and two rules may follow from each other.
pub(super) fn follows(rule: &Rule, rules: &RuleSet, deadline: &Deadline) -> Option<Vec<String>> {
    let others = RuleSet {
        rules: rules
            .rules
            .iter()
            .filter(|other| other.name != rule.name)
            .cloned()
            .collect(),
        ..RuleSet::default()
    };
    let assumed = rule.tiers;
    let mut arena = Arena::default();
    let mut used = BTreeSet::new();
    let found = instances(rule, &mut arena, FOLLOWING_INSTANCES, FOLLOWING_TRIALS);
    if found.is_empty() {
        return None;
    }
    for instance in found {
        if deadline.expired().is_some() {
            return None;
        }
        let (left, right) = (instance.left, instance.right);
        let links = search::explain(&mut arena, left, right, &others, assumed, LIMITS)?;
        used.extend(links.into_iter().map(|link| match link.by {
            Law::Rule(name) => name,
            Law::Commutativity => "commutativity".to_owned(),
            Law::Folding => "evaluation".to_owned(),
            Law::Order => "order".to_owned(),
        }));
    }
    Some(used.into_iter().collect())
}
