//! Observable effects during execution: writes to volatile objects, and printed text.
//! Native replay does not see them: unless they are proved equal, the comparison is
//! undecided, or the verdict says that printed text was not compared.

use term::TermId;

use super::Pair;
use super::run::Run;
use crate::equiv::{Compare, Decision, Obligation};
use crate::side::Side;
use crate::symex::{Effect, Machine, Shown};
use crate::verdict::{Undecided, UndecidedKind};

/// The sentence for texts that are not compared.
const NOT_COMPARED: &str = "what the versions print is not compared";

impl Pair<'_, '_> {
    /// Compares the effects of both versions on a path.
    pub(super) fn compare_effects(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        (reference, port): (&[Effect], &[Effect]),
        run: &mut Run<'_>,
    ) {
        if reference.is_empty() && port.is_empty() {
            return;
        }
        let writes = |effects: &[Effect]| -> Vec<Effect> {
            effects.iter().filter(|e| is_write(e)).cloned().collect()
        };
        let (left, right) = (writes(reference), writes(port));
        if !self.happen_alike(machine, path, (&left, &right), run) {
            let differing = left.iter().zip(&right).position(|(x, y)| x != y);
            let at = differing.unwrap_or(left.len().min(right.len()));
            let (side, effect) = match (right.get(at), left.get(at)) {
                (Some(effect), _) => (&self.port, effect),
                (None, Some(effect)) => (&self.reference, effect),
                (None, None) => return,
            };
            let (object, [first, second]) = (object(effect), [left.len(), right.len()]);
            let counts = match first == second {
                true => String::new(),
                false => format!(" ({first} writes in the reference, {second} in the port)"),
            };
            self.leave_open(
                (side, effect),
                &format!("the versions do not write the same to the volatile object `{object}`, one after the other{counts}"),
                "where only what is left in it matters, say what it holds: --arg of a parameter, --global of a variable",
                run,
            );
        }
        let printed = [reference, port].map(texts);
        let [left, right] = &printed;
        let launched = [&self.reference, &self.port]
            .iter()
            .any(|side| side.entry.kernel(side.program).is_some());
        let alike = !launched && self.happen_alike(machine, path, (left, right), run);
        if alike || left.is_empty() && right.is_empty() {
            return;
        }
        let (side, words) = match (left.first(), right.first()) {
            (Some(x), None) => (
                (&self.reference, x),
                "the reference prints, the port does not",
            ),
            (None, Some(y)) => ((&self.port, y), "the port prints, the reference does not"),
            (Some(_), Some(y)) if is_known(left) && is_known(right) => {
                ((&self.port, y), "the versions print different texts")
            }
            _ => return run.tally.lean_on(NOT_COMPARED),
        };
        if launched {
            return run.tally.lean_on(NOT_COMPARED);
        }
        let help = "print the same in both versions, or leave it out of both";
        self.leave_open(side, words, help, run);
    }

    fn leave_open(
        &self,
        (side, effect): (&Side<'_, '_>, &Effect),
        message: &str,
        help: &str,
        run: &mut Run<'_>,
    ) {
        run.tally.undecided(
            Undecided::new(UndecidedKind::Observable, message)
                .with_help(help.to_owned())
                .at(side.program.location(effect.span).cloned()),
        );
    }

    /// Whether both sequences of effects are proved equal.
    fn happen_alike(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        (left, right): (&[Effect], &[Effect]),
        run: &mut Run<'_>,
    ) -> bool {
        let mut pairs = left.iter().zip(right);
        left.len() == right.len()
            && pairs.all(|(x, y)| {
                let alike = is_followed(x) && x.shown == y.shown;
                let counts = x.values.len() == y.values.len();
                if !alike || !counts {
                    return false;
                }
                let certain = machine.builder.bool(true);
                let guards = [x.guard.unwrap_or(certain), y.guard.unwrap_or(certain)];
                let mut within = path.to_vec();
                if !self.is_equal(machine, &within, (guards[0], guards[1]), run) {
                    return false;
                }
                within.extend(x.guard);
                let mut values = x.values.iter().zip(&y.values);
                values.all(|(x, y)| match (x, y) {
                    (Some(x), Some(y)) => self.is_equal(machine, &within, (*x, *y), run),
                    _ => false,
                })
            })
    }

    /// Whether two values are proved equal.
    fn is_equal(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        (left, right): (TermId, TermId),
        run: &mut Run<'_>,
    ) -> bool {
        let builder = &mut machine.builder;
        if left == right {
            return true;
        }
        // A certificate has only proofs of outputs.
        if run.ladder.recorder().is_some() || builder.width(left) != builder.width(right) {
            return false;
        }
        let obligation = Obligation {
            path: path.to_vec(),
            left,
            right,
            compare: Compare::Bits,
        };
        matches!(
            run.ladder.decide(builder, &obligation),
            Decision::Equal { .. }
        )
    }
}

fn is_write(effect: &Effect) -> bool {
    matches!(effect.shown, Shown::Write { .. })
}

fn is_followed(effect: &Effect) -> bool {
    effect.shown != Shown::Unknown
}

fn object(effect: &Effect) -> &str {
    match &effect.shown {
        Shown::Write { object, .. } => object,
        _ => "",
    }
}

/// The printed texts; consecutive equal pieces are joined.
fn texts(effects: &[Effect]) -> Vec<Effect> {
    let mut all: Vec<Effect> = Vec::new();
    for effect in effects.iter().filter(|e| !is_write(e)) {
        match all.last_mut() {
            Some(last)
                if matches!(effect.shown, Shown::Text { .. })
                    && last.shown == effect.shown
                    && last.guard == effect.guard =>
            {
                last.values.extend(&effect.values);
            }
            _ => all.push(effect.clone()),
        }
    }
    all
}

/// Whether every text is a constant.
fn is_known(texts: &[Effect]) -> bool {
    let mut all = texts.iter();
    all.all(|effect| matches!(effect.shown, Shown::Text { .. }))
}
