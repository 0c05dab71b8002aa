//! Rules that the builders and ladders of a run share.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::assumptions::Assumptions;
use crate::builder::Builder;
use crate::rules::{DirectedRules, RuleSet};

/// A set of rules that no longer changes. Clones share the directed rules compiled from it.
#[derive(Clone, Debug, Default)]
pub struct SharedRules(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    set: RuleSet,
    directed: Mutex<FxHashMap<Assumptions, Arc<DirectedRules>>>,
}

impl SharedRules {
    /// The directed rules that the assumptions allow, compiled on first use.
    pub fn directed(&self, assumptions: Assumptions) -> Arc<DirectedRules> {
        let Shared { set, directed } = &*self.0;
        let mut directed = directed.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = directed
            .entry(assumptions)
            .or_insert_with(|| Arc::new(DirectedRules::new(set, assumptions)));
        Arc::clone(rules)
    }

    /// A builder with an empty arena that applies the exact directed rules.
    pub fn builder(&self) -> Builder {
        Builder::applying(self.directed(Assumptions::default()))
    }
}

impl Deref for SharedRules {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        &self.0.set
    }
}

impl From<RuleSet> for SharedRules {
    fn from(set: RuleSet) -> SharedRules {
        SharedRules(Arc::new(Shared {
            set,
            directed: Mutex::default(),
        }))
    }
}

impl From<&RuleSet> for SharedRules {
    fn from(set: &RuleSet) -> SharedRules {
        set.clone().into()
    }
}

impl From<&SharedRules> for SharedRules {
    fn from(rules: &SharedRules) -> SharedRules {
        rules.clone()
    }
}
