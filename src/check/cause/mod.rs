//! Where a difference starts: the operation of the port that is wrong.
//!
//! The port's source, before any pass, is executed again and again with one operation
//! changed. A change with which it agrees with the reference on every input tried tells
//! the wrong operation. Nothing of a verdict rests on this.

mod alignment;
mod constants;
mod proposal;
mod spread;
mod trials;
mod written;

use rustc_hash::FxHashSet;
use term::{Arena, TermId};

use super::pair::Pair;
use crate::contract::{Scalar, Sizes};
use crate::equiv::Witness;
use crate::pipeline::describe;
use crate::program::{Callee, FunctionId, Kind, Program, demangled};
use crate::side::{Inputs, Place, Starts};
use crate::symex::Reached;
use crate::verdict::{AtSizes, CallSite, Cause, Change, Evidence, Spread};
use alignment::Alignment;
use constants::Constants;
use proposal::{Proposal, Proposer};
use trials::Trials;

pub(super) use written::Written;

/// Instructions executed in the search for a change.
const MOST_SPENT: u64 = 8_000_000;

/// Executions in it.
const MOST_EXECUTIONS: usize = 4_000;

/// Inputs beyond which trials would take too much memory.
const MOST_INPUTS: usize = 16_384;

/// Where two versions were found to differ.
pub(super) struct Differing {
    sizes: Sizes,
    starts: Starts,
    place: Place,
    /// What the inputs are, in the order of [`Inputs::scalars`].
    values: Vec<u128>,
    /// Whether no assumption explains the difference.
    is_open: bool,
}

impl Differing {
    /// An output that differs under a witness over `arena`.
    pub fn new(
        (arena, witness): (&Arena, &Witness),
        inputs: &Inputs,
        starts: &Starts,
        (place, is_open): (Place, bool),
    ) -> Differing {
        let value = |(term, _): (TermId, Scalar)| {
            let symbol = arena.symbol_id(term);
            symbol
                .and_then(|s| witness.values.get(&s).copied())
                .unwrap_or(0)
        };
        Differing {
            sizes: inputs.sizes.clone(),
            starts: starts.clone(),
            place,
            values: inputs.scalars().map(value).collect(),
            is_open,
        }
    }

    /// The witness for inputs that were made anew.
    fn witness(&self, arena: &Arena, inputs: &Inputs) -> Witness {
        let mut witness = Witness::default();
        for ((term, _), value) in inputs.scalars().zip(&self.values) {
            if let Some(symbol) = arena.symbol_id(term) {
                witness.values.insert(symbol, *value);
            }
        }
        witness
    }
}

/// What trials say of a difference.
pub(super) struct Explained {
    pub cause: Option<Cause>,
    pub spread: Vec<Spread>,
    pub at_sizes: Option<AtSizes>,
}

/// What trials say of a difference; `pair` is of the versions as written, and `sweep` the
/// sizes to check.
pub(super) fn explain(
    pair: &Pair<'_, '_>,
    differing: &Differing,
    sweep: &[Sizes],
) -> Option<Explained> {
    if differing.values.len() > MOST_INPUTS {
        return None;
    }
    let mut trials = Trials::of(pair, differing)?;
    let spread = spread::spread(pair, &trials);
    let at_sizes = (sweep.len() > 1).then(|| spread::by_size(pair, sweep));
    let at_sizes = at_sizes.filter(|(differ, equal)| !differ.is_empty() && !equal.is_empty());
    Some(Explained {
        cause: find(pair, &mut trials, differing),
        spread,
        at_sizes: at_sizes.map(|(differ, equal)| AtSizes {
            differ: describe(&differ),
            equal: describe(&equal),
        }),
    })
}

/// Where in the port the difference starts.
fn find(pair: &Pair<'_, '_>, trials: &mut Trials, differing: &Differing) -> Option<Cause> {
    let reached = {
        let first = trials.all.swap_remove(0);
        let made = trials.execute(pair, (&pair.port, pair.port.program), &first.inputs);
        trials.all.insert(0, first);
        made?.1
    };
    let alignment = Alignment::of(pair, trials, differing)?;
    let search = Search {
        pair,
        reached: &reached,
        constants: Constants::of(pair.reference.program, &own(pair.reference.program, None)),
        alignment: &alignment,
    };
    if let Some(cause) = differing.is_open.then(|| search.repair(trials)).flatten() {
        return Some(cause);
    }
    let suspect = match alignment.is_written() {
        true => alignment.first_unmatched(),
        false => alignment.last_comparison(),
    }?;
    search.cause(alignment.steps()[suspect.step].at, suspect.evidence)
}

/// The user's functions, those reached if that is known.
fn own(program: &Program, reached: Option<&Reached>) -> Vec<FunctionId> {
    let ids = (0..program.functions().len()).map(|at| FunctionId(at as u32));
    ids.filter(|id| {
        let function = program.function(*id);
        let location = program.location(function.span);
        function.is_defined()
            && location.is_some_and(|l| !l.is_system())
            && reached.is_none_or(|reached| reached.is_executed(*id, 0))
    })
    .collect()
}

/// The instructions of a function that have a place in the user's source and were
/// executed.
fn candidates(program: &Program, id: FunctionId, reached: &Reached) -> Vec<u32> {
    let function = program.function(id);
    let executed = |pc: &u32| {
        let block = function.blocks[function.block_of(*pc) as usize];
        let span = function.code[*pc as usize].span;
        let location = program.location(span);
        reached.is_executed(id, block) && location.is_some_and(|l| !l.is_system())
    };
    (0..function.code.len() as u32).filter(executed).collect()
}

/// The line of an instruction.
fn line(program: &Program, (id, pc): (FunctionId, u32)) -> Option<(String, u32)> {
    let location = program.location(program.function(id).code[pc as usize].span)?;
    Some((location.file.clone(), location.line))
}

struct Search<'a, 'm, 'c> {
    pair: &'a Pair<'m, 'c>,
    reached: &'a Reached,
    constants: Constants,
    alignment: &'a Alignment<'a>,
}

/// Kinds of changes, the more telling ones first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Another operator, or operands in another order.
    Operation,
    /// Another constant.
    Constant,
    /// What a function of a system header does, at one of its calls.
    Callee,
    /// Another variable.
    Variable,
}

impl Search<'_, '_, '_> {
    /// A change with which the versions agree on every input tried.
    fn repair(&self, trials: &mut Trials) -> Option<Cause> {
        let mut program = self.pair.port.program.clone();
        let functions = own(&program, Some(self.reached));
        let mut executions = 0;
        let mut places: Vec<(FunctionId, u32)> = Vec::new();
        for id in functions {
            let mut own = candidates(&program, id, self.reached);
            if !self.alignment.is_written() {
                // The loop that ends last is the one that should have gone on.
                own.reverse();
            }
            places.extend(own.into_iter().map(|pc| (id, pc)));
        }
        let suspicious = self.suspicious_lines(&program);
        let (first, rest): (Vec<_>, Vec<_>) = places
            .into_iter()
            .partition(|place| suspicious.contains(&line(&program, *place)));
        let tiers = [
            Tier::Operation,
            Tier::Constant,
            Tier::Callee,
            Tier::Variable,
        ];
        let orders = tiers.iter().map(|tier| (&first, *tier));
        let orders = orders.chain(tiers.iter().map(|tier| (&rest, *tier)));
        for (places, tier) in orders {
            for place in places {
                for candidate in self.candidates(&mut program, *place, tier) {
                    if trials.spent > MOST_SPENT
                        || executions > MOST_EXECUTIONS
                        || self.pair.settings.stop().is_some()
                    {
                        return None;
                    }
                    executions += 1;
                    let undo = candidate.apply(&mut program, *place);
                    let repaired = trials.repaired(self.pair, &program);
                    undo.undo(&mut program, *place);
                    if repaired {
                        let evidence = Evidence::Repaired {
                            change: candidate.change,
                            inputs: trials.all.len(),
                        };
                        return self.cause(*place, evidence);
                    }
                }
            }
        }
        None
    }

    /// The lines whose values speak against them.
    fn suspicious_lines(&self, program: &Program) -> FxHashSet<Option<(String, u32)>> {
        let sites = self.alignment.suspicious().into_iter();
        sites.map(|site| line(program, site)).collect()
    }

    fn candidates(
        &self,
        program: &mut Program,
        (id, pc): (FunctionId, u32),
        tier: Tier,
    ) -> Vec<Candidate> {
        let here = |proposals: Vec<Proposal>| {
            let of = |proposal: Proposal| Candidate {
                change: proposal.change,
                kind: proposal.kind,
                within: None,
            };
            proposals.into_iter().map(of).collect()
        };
        match tier {
            Tier::Operation | Tier::Constant => {
                let mut all = Proposer::new(program, &self.constants).of((id, pc));
                all.retain(|proposal| proposal.of_constant == (tier == Tier::Constant));
                here(all)
            }
            Tier::Variable => here(Proposer::new(program, &self.constants).variables((id, pc))),
            Tier::Callee => {
                let Kind::Call(call) = &program.function(id).code[pc as usize].kind else {
                    return Vec::new();
                };
                let Callee::Function(callee) = call.callee else {
                    return Vec::new();
                };
                let function = program.function(callee);
                let location = program.location(function.span);
                let own = location.is_some_and(|l| !l.is_system());
                if !function.is_defined() || own {
                    return Vec::new();
                }
                let inner = 0..function.code.len() as u32;
                let mut all = Vec::new();
                for at in inner {
                    let proposals = Proposer::new(program, &self.constants).of((callee, at));
                    all.extend(proposals.into_iter().map(|proposal| Candidate {
                        change: proposal.change,
                        kind: proposal.kind,
                        within: Some((callee, at)),
                    }));
                }
                all
            }
        }
    }

    fn cause(&self, (id, pc): (FunctionId, u32), evidence: Evidence) -> Option<Cause> {
        let program = self.pair.port.program;
        let at = |(id, pc): (FunctionId, u32)| {
            let span = program.function(id).code[pc as usize].span;
            program.location(span).cloned()
        };
        let mut steps = self.alignment.steps().iter();
        let chain = match steps.position(|step| step.at == (id, pc)) {
            Some(step) => self.alignment.chain(step),
            None => vec![(demangled(&program.function(id).name), None)],
        };
        let calls = chain.into_iter().map(|(function, called_at)| CallSite {
            function,
            called_at: called_at.and_then(at),
        });
        Some(Cause {
            location: at((id, pc))?,
            calls: calls.collect(),
            evidence,
        })
    }
}

/// A change to an instruction, or to the function that it calls there.
struct Candidate {
    change: Change,
    kind: Kind,
    within: Option<(FunctionId, u32)>,
}

/// What stood there.
struct Undo {
    kind: Kind,
    pushed: bool,
}

impl Candidate {
    fn apply(&self, program: &mut Program, at: (FunctionId, u32)) -> Undo {
        let Some((callee, inner)) = self.within else {
            return Undo {
                kind: program.replace(at, self.kind.clone()),
                pushed: false,
            };
        };
        let copy = program.function(callee).clone();
        let copy = program.push_function(copy);
        program.replace((copy, inner), self.kind.clone());
        let mut kind = program.function(at.0).code[at.1 as usize].kind.clone();
        if let Kind::Call(call) = &mut kind {
            call.callee = Callee::Function(copy);
        }
        Undo {
            kind: program.replace(at, kind),
            pushed: true,
        }
    }
}

impl Undo {
    fn undo(self, program: &mut Program, at: (FunctionId, u32)) {
        program.replace(at, self.kind);
        if self.pushed {
            program.pop_function();
        }
    }
}
