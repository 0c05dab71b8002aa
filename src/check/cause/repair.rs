//! The search for the change that mends the port.

use rustc_hash::FxHashSet;

use super::alignment::Alignment;
use super::candidate::Candidate;
use super::constants::Constants;
use super::operands;
use super::proposal::{Proposal, Proposer};
use super::trials::Trials;
use crate::check::pair::Pair;
use crate::program::{Callee, FunctionId, Kind, Program, demangled};
use crate::symex::Reached;
use crate::verdict::{CallSite, Cause, Evidence};

/// Instructions executed in the search.
const MOST_SPENT: u64 = 8_000_000;

/// Executions in it.
const MOST_EXECUTIONS: usize = 4_000;

/// The search for a change with which the versions agree.
pub(super) struct Search<'a, 'm, 'c> {
    pub pair: &'a Pair<'m, 'c>,
    pub reached: &'a Reached,
    pub constants: Constants,
    pub alignment: &'a Alignment<'a>,
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
    pub fn repair(&self, trials: &mut Trials) -> Option<Cause> {
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
            Tier::Operation => here(Proposer::new(program).operations((id, pc))),
            Tier::Constant => here(operands::constants(program, &self.constants, (id, pc))),
            Tier::Variable => here(Proposer::new(program).variables((id, pc))),
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
                    let site = (callee, at);
                    let mut proposals = operands::constants(program, &self.constants, site);
                    proposals.extend(Proposer::new(program).operations(site));
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

    /// The cause that lies in an instruction.
    pub fn cause(&self, (id, pc): (FunctionId, u32), evidence: Evidence) -> Option<Cause> {
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

/// The user's functions, those reached if that is known.
pub(super) fn own(program: &Program, reached: Option<&Reached>) -> Vec<FunctionId> {
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
