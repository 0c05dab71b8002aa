//! The observable effects of a path: writes to volatile objects, and output.
//!
//! Invariant: a state that keeps effects has all of them, in order of execution, each under
//! its guard.

use std::rc::Rc;
use std::sync::Arc;

use term::TermId;

use super::effect::{Effect, Shown};
use super::executor::Executor;
use super::place::Place;
use super::state::State;
use super::value::{Lane, Value};

impl State {
    /// Starts keeping effects.
    pub fn keep_effects(&mut self) {
        self.effects = Some(Rc::default());
    }

    /// Returns the effects since [`State::keep_effects`].
    pub fn effects(&self) -> &[Effect] {
        self.effects.as_ref().map_or(&[], |effects| effects)
    }
}

impl Executor<'_, '_> {
    /// Records an effect, if effects are kept.
    pub fn show(&mut self, shown: Shown, values: Vec<Lane>, guard: Option<TermId>) {
        let span = self.here();
        let Some(effects) = &mut self.state.effects else {
            return;
        };
        Rc::make_mut(effects).push(Effect {
            shown,
            values,
            guard,
            span,
        });
    }

    /// Whether effects are kept.
    pub fn keeps_effects(&self) -> bool {
        self.state.effects.is_some()
    }

    /// Records a write as an effect if it goes to a volatile object.
    pub fn show_write(&mut self, place: &Place, value: &Value, guard: Option<TermId>) {
        if !self.keeps_effects() {
            return;
        }
        let (object, offset, mut values) = match place {
            Place::At(object, offset) => (*object, Some(*offset), Vec::new()),
            Place::Among { object, offset, .. } => (*object, None, vec![Some(*offset)]),
            Place::Either(condition, x, y) => {
                let not = self.b().not(*condition);
                for (place, condition) in [(x, *condition), (y, not)] {
                    let guard = Some(self.both(guard, condition));
                    self.show_write(place, value, guard);
                }
                return;
            }
            Place::Outside => return,
        };
        if !self.state.volatile.objects.contains(&object) {
            return;
        }
        let spec = self.state.memory.object(object).map(|o| &o.spec);
        let object = spec.map_or("".into(), |spec| Arc::clone(&spec.name));
        values.extend(lanes(value));
        self.show(Shown::Write { object, offset }, values, guard);
    }

    /// Gives `merged`, the state after a join, the effects of each arm since `base`.
    pub fn join_effects(&mut self, base: &State, arms: &[(TermId, &State)], merged: &mut State) {
        let before = base.effects().len();
        let later = |state: &'_ State| state.effects()[before..].to_vec();
        let Some(kept) = &base.effects else {
            return;
        };
        let mut arms: Vec<(TermId, Vec<Effect>)> =
            arms.iter().map(|(c, state)| (*c, later(state))).collect();
        if arms.iter().all(|(_, effects)| effects.is_empty()) {
            merged.effects = Some(Rc::clone(kept));
            return;
        }
        let alike = |(_, other): &(TermId, Vec<Effect>)| {
            let first = &arms[0].1;
            let pairs = || first.iter().zip(other);
            first.len() == other.len() && pairs().all(|(x, y)| self.are_alike(x, y))
        };
        let joined = match arms.iter().all(alike) {
            true => {
                let mut joined = arms.pop().map(|(_, effects)| effects).unwrap_or_default();
                for (condition, effects) in arms.iter().rev() {
                    for (into, effect) in joined.iter_mut().zip(effects) {
                        for (y, x) in into.values.iter_mut().zip(&effect.values) {
                            let bits = x.or(*y).map_or(1, |term| self.machine.builder.width(term));
                            *y = self.choose(*condition, *x, *y, bits);
                        }
                    }
                }
                joined
            }
            false => {
                let mut joined = Vec::new();
                for (condition, effects) in arms {
                    for effect in effects {
                        let guard = Some(self.both(effect.guard, condition));
                        joined.push(Effect { guard, ..effect });
                    }
                }
                joined
            }
        };
        let mut effects = Rc::clone(kept);
        Rc::make_mut(&mut effects).extend(joined);
        merged.effects = Some(effects);
    }

    /// Whether two effects are equal but for their values.
    fn are_alike(&self, x: &Effect, y: &Effect) -> bool {
        let width = |lane: &Lane| lane.map(|term| self.machine.builder.width(term));
        x.shown == y.shown
            && x.guard == y.guard
            && x.values.len() == y.values.len()
            && x.values
                .iter()
                .zip(&y.values)
                .all(|(x, y)| width(x) == width(y))
    }
}

/// Returns the scalars of a value.
fn lanes(value: &Value) -> Vec<Lane> {
    match value {
        Value::Aggregate(members) => members.iter().flat_map(lanes).collect(),
        _ => value.lanes().to_vec(),
    }
}
