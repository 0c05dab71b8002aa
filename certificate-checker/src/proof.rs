//! The check of a proof, step by step.

use crate::Solver;
use crate::argument::{Argument, Proved};
use crate::cases;
use crate::circuits::circuits;
use crate::claim::{compared, renamed};
use crate::conditions::Known;
use crate::congruence;
use crate::cut;
use crate::enumerate;
use crate::fault::{Checked, not_checked, rejected, require};
use crate::format::Step;
use crate::integral::{Claimed, integral};
use crate::ledger::ASSUMED;
use crate::order;
use crate::parts;
use crate::pieces::always;
use crate::sets::{self, Set};
use crate::smtlib::{Value, query};
use crate::solver::Answer;
use crate::sums;
use crate::terms::hexadecimal;
use crate::whole::{self, Claimed as Summed};

/// The work that checking took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of inputs that were enumerated.
    pub inputs: u64,
    /// Number of queries that the solver answered anew.
    pub queries: u64,
}

/// Checks the steps of a proof; the last step, and no other, must end it.
pub(crate) fn run(
    argument: Argument,
    solver: &mut dyn Solver,
    work: &mut Work,
    steps: &[Step],
) -> Checked {
    let Some((last, first)) = steps.split_last() else {
        return rejected("there is no proof");
    };
    let mut proof = Proof {
        argument,
        solver,
        work,
    };
    for step in first {
        require(!proof.step(step)?, || {
            "a proof goes on after its end".into()
        })?;
    }
    require(proof.step(last)?, || "a proof ends before its end".into())
}

struct Proof<'a, 'r> {
    argument: Argument<'a, 'r>,
    solver: &'a mut dyn Solver,
    work: &'a mut Work,
}

impl Proof<'_, '_> {
    /// Checks a step; whether it ends the proof.
    fn step(&mut self, step: &Step) -> Checked<bool> {
        let argument = &mut self.argument;
        let terms = &argument.ledger.terms;
        let now = &argument.now;
        match step {
            Step::Numbers { to } => {
                let to = (terms.get(to.0)?, terms.get(to.1)?);
                argument.numbers(to).map(|()| false)
            }
            Step::Facts { map } => {
                let pairs = terms.pairs(map)?;
                argument.facts(&pairs).map(|()| false)
            }
            Step::Pass { context, map } => {
                let pairs = terms.pairs(map)?;
                argument.pass(*context, &pairs).map(|()| false)
            }
            Step::Within { context } => argument.enter(*context).map(|()| false),
            Step::Narrow { condition, to } => {
                let condition = terms.get(*condition)?;
                let to = (terms.get(to.0)?, terms.get(to.1)?);
                cases::narrow(argument, condition, to).map(|()| false)
            }
            Step::Merge { map, merged } => {
                let pairs = terms.pairs(map)?;
                let mut said = Vec::new();
                for &(from, to, lemma) in merged {
                    said.push((terms.get(from)?, terms.get(to)?, lemma));
                }
                sums::merge(argument, &pairs, &said).map(|()| false)
            }
            Step::Integers {
                context,
                values,
                settled,
                map,
                to,
            } => {
                let claimed = Claimed {
                    context: *context,
                    values,
                    settled: &terms.pairs(settled)?,
                    pairs: &terms.pairs(map)?,
                    to: (terms.get(to.0)?, terms.get(to.1)?),
                };
                integral(argument, &claimed).map(|()| false)
            }
            Step::Cut {
                variables,
                map,
                given,
            } => {
                let (variables, pairs) = (terms.pairs(variables)?, terms.pairs(map)?);
                let given = terms.all(given)?;
                cut::cut(argument, &variables, &pairs, &given).map(|()| false)
            }
            Step::Bounds { given } => {
                for condition in terms.all(given)? {
                    let facts = &mut argument.ledger.bare[argument.context as usize];
                    always(&argument.ledger.terms.arena, facts, condition)?;
                    argument.now.given.push(condition);
                }
                Ok(false)
            }
            Step::Admitted => argument.admit().map(|()| false),
            Step::Sets { sets, map, given } => {
                let mut all = Vec::new();
                for set in sets {
                    all.push(Set {
                        format: compared(set.format.as_deref())?,
                        members: terms.pairs(&set.members)?,
                    });
                }
                let (pairs, given) = (terms.pairs(map)?, terms.all(given)?);
                sets::sets(argument, &all, &pairs, &given).map(|()| false)
            }
            Step::Identical => {
                let same = now.left == now.right;
                require(same, || "the terms are not the same".into())?;
                Ok(true)
            }
            Step::Alike => {
                let arena = &terms.arena;
                let values = arena.constant_value(now.left);
                let values = values.zip(arena.constant_value(now.right));
                let alike = values.is_some_and(|(l, r)| now.equal(l, r));
                require(alike, || "the constants differ".into())?;
                Ok(true)
            }
            Step::Contradiction => {
                let known = Known::of(&terms.arena, &now.given);
                require(known.contradiction, || {
                    "the conditions do not contradict".into()
                })?;
                Ok(true)
            }
            Step::Cases { conditions, lemmas } => {
                let conditions = (terms.get(conditions.0)?, terms.get(conditions.1)?);
                cases::both(argument, conditions, *lemmas).map(|()| true)
            }
            Step::Order {
                classes,
                map,
                to,
                lemma,
            } => {
                let pairs = terms.pairs(map)?;
                let to = (terms.get(to.0)?, terms.get(to.1)?);
                order::order(argument, classes, &pairs, to, *lemma).map(|()| true)
            }
            Step::Split { on, cases } => {
                let on = terms.get(*on)?;
                cases::split(argument, on, cases).map(|()| true)
            }
            Step::Sum { lemmas } => sums::cancels(argument, lemmas).map(|()| true),
            Step::Renamed { of } if argument.ledger.is_bare => {
                rejected(format!("obligation {of} rests on assumptions"))
            }
            Step::Renamed { of } => match argument.library.obligations.get(of) {
                Some(old) => self.renamed(old).map(|()| true),
                None => rejected(format!("obligation {of} is not proved before this one")),
            },
            Step::Lemma { of } => match argument.lemma(*of) {
                Some(old) => self.renamed(old).map(|()| true),
                None => rejected(format!("lemma {of} is not proved before this")),
            },
            Step::Sums {
                variables,
                splits,
                map,
                lemma,
            } => {
                let claimed = Summed::new(terms, variables, splits, map, *lemma)?;
                whole::sums(argument, claimed).map(|()| true)
            }
            Step::Criterion(criterion) => {
                let criterion = criterion.renamed(&mut |&term| terms.get(term))?;
                let facts = &argument.ledger.contexts[argument.context as usize];
                let assumptions = facts.assumptions();
                criterion
                    .check(&terms.arena, now, assumptions)
                    .map(|()| true)
            }
            Step::Pieces { lemmas } => parts::pieces(argument, lemmas).map(|()| true),
            Step::Search { links } => {
                let mut laws = Vec::new();
                for link in links {
                    laws.push((terms.get(link.from)?, terms.get(link.to)?, &link.by));
                }
                congruence::closes(argument, &laws).map(|()| true)
            }
            Step::Exhaustive { inputs, read } => {
                let stated = enumerate::Stated::new(terms, inputs, read)?;
                let facts = &argument.ledger.contexts[argument.context as usize];
                self.work.inputs += enumerate::all(&terms.arena, facts, now, &stated)?;
                Ok(true)
            }
            Step::Unsat {
                points,
                query: text,
            } => {
                let mut values = Vec::new();
                for point in points {
                    let at: Checked<Vec<u128>> = point.at.iter().map(|v| hexadecimal(v)).collect();
                    values.push(Value {
                        term: terms.get(point.term)?,
                        at: at?,
                    });
                }
                let own = query(&terms.arena, now, &values);
                self.unsat(&own, text).map(|()| true)
            }
            Step::Circuits { query: text } => match circuits(&terms.arena, now) {
                Some(own) => self.unsat(&own, text).map(|()| true),
                None => rejected("no solver of floats knows such operations"),
            },
            Step::Unwritten { step } => not_checked(format!("the step `{step}` leaves no proof")),
        }
    }

    /// Checks that the remaining claim is an earlier one with symbols renamed.
    fn renamed(&self, old: &Proved) -> Checked {
        let argument = &self.argument;
        let here = old.context == ASSUMED && argument.context == ASSUMED;
        require(here, || "the other claim holds in another context".into())?;
        let facts = &argument.ledger.contexts[ASSUMED as usize];
        renamed(
            &argument.ledger.terms.arena,
            facts,
            &old.claim,
            &argument.now,
        )
    }

    /// Checks that the written query is the claim's own, and that the solver finds it
    /// unsatisfiable.
    fn unsat(&mut self, own: &str, text: &str) -> Checked {
        require(own == text, || "the query is about another claim".into())?;
        self.work.queries += 1;
        match self.solver.check(own) {
            Answer::Unsat => Ok(()),
            // Properties of functions that the query does not state may exclude the model.
            Answer::Sat if own.contains("(declare-fun ") => {
                not_checked("the solver finds values of functions that satisfy the query")
            }
            Answer::Sat => rejected("the solver finds a model of the query"),
            Answer::Unknown => not_checked("the solver does not answer the query"),
        }
    }
}
