//! The search for a change that repairs the port.

use rustc_hash::FxHashSet;

use super::alignment::Alignment;
use super::candidate::{Candidate, Edit};
use super::constants::Constants;
use super::missing::Missing;
use super::operands;
use super::proposal::{Proposal, Proposer};
use super::trials::Trials;
use crate::budgets::cause::{REPAIR_EXECUTIONS, REPAIR_STEPS};
use crate::check::differing::Differing;
use crate::check::pair::Pair;
use crate::contract::Sizes;
use crate::program::{Callee, FunctionId, Kind, Program, demangled};
use crate::symex::Reached;
use crate::verdict::{CallSite, Cause, Evidence};

/// The search for a change with which the versions agree.
pub(super) struct Search<'a, 'm, 'c> {
    pub pair: &'a Pair<'m, 'c>,
    pub reached: &'a Reached,
    pub constants: Constants,
    pub alignment: &'a Alignment<'a>,
    pub differing: &'a Differing,
    /// The sizes of the check.
    pub sweep: &'a [Sizes],
}

/// Kinds of changes, the most telling first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Another operator, or swapped operands.
    Operation,
    /// Another constant.
    Constant,
    /// A change inside a system header's function, for one of its call sites.
    Callee,
    /// Another variable.
    Variable,
    /// An operation that is missing.
    Missing,
}

impl Search<'_, '_, '_> {
    /// Searches for a change with which the versions agree on every input tried. With an
    /// assumption that explains the difference (`open` is false), only operations are changed.
    /// A change that leads around the wrong code is none.
    pub fn repair(&self, trials: &mut Trials, open: bool) -> Option<Cause> {
        let mut program = self.pair.port.program.clone();
        let [first, rest] = self.places(&program);
        let stages = [
            (&first, Tier::Operation),
            (&first, Tier::Variable),
            (&first, Tier::Constant),
            (&first, Tier::Missing),
            (&first, Tier::Callee),
            (&rest, Tier::Operation),
            (&rest, Tier::Variable),
            (&rest, Tier::Constant),
            (&rest, Tier::Missing),
            (&rest, Tier::Callee),
        ];
        let mut executions = 0;
        for (at, (places, tier)) in stages.into_iter().enumerate() {
            if !open && tier != Tier::Operation {
                continue;
            }
            // Later stages get what earlier ones leave of the budget.
            let left = stages.len() - at;
            let most_spent = trials.spent + REPAIR_STEPS.saturating_sub(trials.spent) / left as u64;
            let most_executions = executions + (REPAIR_EXECUTIONS - executions) / left;
            'stage: for place in places {
                let code = &program.function(place.0).code;
                let is_integer = matches!(code[place.1 as usize].kind, Kind::Integer { .. });
                let redirects = tier == Tier::Operation && is_integer;
                for candidate in self.candidates(&mut program, *place, tier) {
                    if self.pair.settings.stop().is_some() {
                        return None;
                    }
                    if trials.spent >= most_spent || executions >= most_executions {
                        break 'stage;
                    }
                    executions += 1;
                    let undo = candidate.apply(&mut program, *place);
                    let reached = trials
                        .repaired(self.pair, &program)
                        .filter(|_| trials.confirmed(self.pair, (&program, self.differing)));
                    let reached = reached.filter(|_| {
                        let sizes = (&self.differing.sizes, self.sweep);
                        trials.agrees_elsewhere(self.pair, (&program, place.0), sizes)
                    });
                    let repairs = reached.is_some_and(|reached| {
                        !self.leads_around(&program, &reached)
                            && (!redirects || self.is_written_alike(trials, &program))
                    });
                    undo.undo(&mut program, *place);
                    if !repairs {
                        continue;
                    }
                    let evidence = Evidence::Repaired {
                        change: candidate.change,
                        inputs: trials.tried(),
                    };
                    return self.cause(*place, None, evidence);
                }
            }
        }
        None
    }

    /// The instructions that may be wrong, in two groups: first those on suspicious lines.
    fn places(&self, program: &Program) -> [Vec<(FunctionId, u32)>; 2] {
        let mut places: Vec<(FunctionId, u32)> = Vec::new();
        for id in own(program, Some(self.reached)) {
            let mut own = candidates(program, id, self.reached);
            if !self.alignment.is_written() {
                // The last loop to end is probably the one that should have continued.
                own.reverse();
            }
            places.extend(own.into_iter().map(|pc| (id, pc)));
        }
        let suspicious = self.suspicious_lines(program);
        let parts: (Vec<_>, Vec<_>) = places
            .into_iter()
            .partition(|place| suspicious.contains(&line(program, *place)));
        [parts.0, parts.1]
    }

    /// Whether a changed program agrees because it bypasses the code that produces the
    /// differing output, for example because a remainder loop then does all the work.
    fn leads_around(&self, program: &Program, reached: &Reached) -> bool {
        self.alignment.way_to_output().into_iter().any(|(id, pc)| {
            let function = program.function(id);
            let start = function.blocks[function.block_of(pc) as usize];
            !reached.is_executed(id, start)
        })
    }

    /// Whether the same instruction of a changed program writes the differing output. Other
    /// arithmetic with sizes may hand the output over to a remainder loop.
    fn is_written_alike(&self, trials: &mut Trials, program: &Program) -> bool {
        let Some(writer) = self.alignment.writer() else {
            return true;
        };
        let first = trials.all.swap_remove(0);
        let port = (&self.pair.port, program);
        let traced = trials.trace(self.pair, port, &first.inputs, self.differing.place);
        trials.all.push(first);
        let last = trials.all.len() - 1;
        trials.all.swap(0, last);
        let own = traced.and_then(|traced| Some(traced.trace.steps[traced.output?].at));
        own == Some(writer)
    }

    /// The source lines of the suspicious instructions.
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
                edit: Edit::Here(proposal.kind),
            };
            proposals.into_iter().map(of).collect()
        };
        match tier {
            Tier::Operation => here(Proposer::new(program).operations((id, pc))),
            Tier::Constant => here(operands::constants(program, &self.constants, (id, pc))),
            Tier::Variable => here(Proposer::new(program).variables((id, pc))),
            Tier::Missing => Missing {
                program,
                constants: &self.constants,
            }
            .at((id, pc)),
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
                        edit: Edit::Within {
                            callee,
                            at,
                            kind: proposal.kind,
                        },
                    }));
                }
                all
            }
        }
    }

    /// The cause at an instruction, executed in a step if that is known; `None` if it has no
    /// source location.
    pub fn cause(
        &self,
        (id, pc): (FunctionId, u32),
        step: Option<usize>,
        evidence: Evidence,
    ) -> Option<Cause> {
        let program = self.pair.port.program;
        let at = |(id, pc): (FunctionId, u32)| {
            let span = program.function(id).code[pc as usize].span;
            program.location(span).cloned()
        };
        let mut steps = self.alignment.steps().iter();
        let step = step.or_else(|| steps.position(|step| step.at == (id, pc)));
        let chain = match step {
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

/// The user's own functions with a body; only the executed ones if `reached` is given.
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

/// The executed instructions of a function that have a location in the user's source.
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

/// The source line of an instruction.
fn line(program: &Program, (id, pc): (FunctionId, u32)) -> Option<(String, u32)> {
    let location = program.location(program.function(id).code[pc as usize].span)?;
    Some((location.file.clone(), location.line))
}
