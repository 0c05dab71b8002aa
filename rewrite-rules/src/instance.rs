//! Instances of rules over free variables, for the solver.

use rustc_hash::FxHashMap;
use term::{Arena, Spec, TermId};

use crate::case::{Algebra, Knowledge, Scale};
use crate::choose::Chooser;
use crate::expr::eval;
use crate::make::evaluating;
use crate::pattern::MAX_SLOTS;
use crate::pattern::{Expr, ROOT_WIDTH, Rule};
use crate::template::Template;

/// Both sides of a rule over free variables, built without applying rules.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The left side.
    pub left: TermId,
    /// The right side.
    pub right: TermId,
}

/// Returns instances of a rule at real widths. Widths, attributes and constants are chosen at
/// random, from a fixed seed, such that the guards hold for all values of the variables. Tries
/// `trials` choices for at most `wanted` distinct instances; finds none for a rule whose guards
/// depend on values.
pub fn instances(rule: &Rule, arena: &mut Arena, wanted: usize, trials: usize) -> Vec<Instance> {
    let left = evaluating(&rule.lhs, None);
    let right = evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)));
    let template = Template::new(rule);
    let mut chooser = Chooser::random(0x1257);
    let mut terms = Terms::new(arena);
    let mut found: Vec<Instance> = Vec::new();
    for _ in 0..trials {
        if found.len() == wanted {
            break;
        }
        let case = template.case(&mut chooser, Scale::Wide, Knowledge::Nothing);
        let Some(mut case) = case else { continue };
        let numbers = case.numbers;
        let mut holds = |guard| eval(guard, &numbers, &mut case) == Some(1);
        if !rule.guards.iter().all(&mut holds) {
            continue;
        }
        terms.widths = std::array::from_fn(|slot| case.slot_width(slot as u8));
        let sides = case
            .interpret(&left, &mut terms)
            .zip(case.interpret(&right, &mut terms));
        let Some((left, right)) = sides else { continue };
        let same = |known: &Instance| (known.left, known.right) == (left, right);
        if !found.iter().any(same) {
            found.push(Instance { left, right });
        }
    }
    found
}

/// Evaluation to terms of an arena, with one variable for each slot and width.
struct Terms<'a> {
    arena: &'a mut Arena,
    widths: [Option<u8>; MAX_SLOTS],
    variables: FxHashMap<(u8, u8), TermId>,
}

impl<'a> Terms<'a> {
    fn new(arena: &'a mut Arena) -> Terms<'a> {
        Terms {
            arena,
            widths: [None; MAX_SLOTS],
            variables: FxHashMap::default(),
        }
    }
}

impl Algebra for Terms<'_> {
    type Value = TermId;

    fn variable(&mut self, slot: u8) -> Option<TermId> {
        let width = self.widths[slot as usize]?;
        let arena = &mut self.arena;
        let new = || arena.add_variable(format!("v{slot}_{width}"), width, None);
        Some(*self.variables.entry((slot, width)).or_insert_with(new))
    }
    fn constant(&mut self, width: u8, value: u128) -> TermId {
        self.arena.constant(width, value)
    }
    fn apply(&mut self, spec: Spec, args: &[TermId]) -> Option<TermId> {
        Some(self.arena.term(spec, args))
    }
    fn width(&self, value: TermId) -> u8 {
        self.arena.width(value)
    }
}
