//! The search for a change that repairs the port.

use rustc_hash::{FxHashMap, FxHashSet};

use super::argument::changed_argument;
use super::candidate::{Candidate, Edit};
use super::intrinsic;
use super::members::moved;
use super::missing::Missing;
use super::operands;
use super::own_functions::own_functions;
use super::proposal::{Proposal, Proposer};
use super::saturation::saturation;
use super::search::Search;
use super::spelling::{replace, variable};
use super::standing::Standing;
use super::trials::Trials;
use crate::budgets::cause::{CHECKED_STEPS, REPAIR_STEPS};
use crate::program::{Callee, FunctionId, Instruction, Kind, Operand, Program, spoken};
use crate::symex::Reached;
use crate::verdict::{CallSite, Cause, Change, Evidence};

/// Kinds of changes, the most telling first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tier {
    /// Another operator, or swapped operands.
    Operation,
    /// Another function of the same type.
    Function,
    /// Another constant.
    Constant,
    /// A change inside a system header's function, for one of its call sites.
    Callee,
    /// A variable with a similar name.
    Slip,
    /// Another variable.
    Variable,
    /// An operation that is missing.
    Missing,
    /// One more or one less than an integer that is read.
    One,
}

/// The order in which kinds of changes are tried at a group of places.
const TIERS: [Tier; 8] = [
    Tier::Operation,
    Tier::Slip,
    Tier::Function,
    Tier::Variable,
    Tier::Constant,
    Tier::Missing,
    Tier::Callee,
    Tier::One,
];

/// A stage of the search gets at most this part of the budget that is left: a fifth.
const LARGEST_SHARE: usize = 5;

impl Search<'_, '_, '_> {
    /// Searches for a change with which the versions agree on every input tried. With an
    /// assumption that explains the difference (`open` is false), only operations are changed.
    /// A doubtful change is taken if there is no other. At most `most` executions are made.
    pub fn repair(
        &self,
        trials: &mut Trials,
        (open, most): (bool, usize),
    ) -> Option<(Standing, Cause)> {
        let mut program = self.pair.port.program.clone();
        let groups = self.places(&program);
        let stages = groups
            .iter()
            .flat_map(|group| TIERS.map(|tier| (group, tier)));
        let stages: Vec<_> = stages
            .filter(|(group, tier)| {
                let operates = matches!(tier, Tier::Operation | Tier::Function | Tier::Callee);
                !group.is_empty() && (open || operates)
            })
            .collect();
        let everywhere = groups.concat();
        let (mut executions, mut checked) = (0, 0);
        let mut doubtful = None;
        for (at, (places, tier)) in stages.iter().copied().enumerate() {
            // Later stages get what earlier ones leave of the budget.
            let left = (stages.len() - at).min(LARGEST_SHARE);
            let most_spent = trials.spent + REPAIR_STEPS.saturating_sub(trials.spent) / left as u64;
            let most_executions = executions + (most - executions) / left;
            'stage: for place in places {
                let code = &program.function(place.0).code;
                let is_integer = matches!(code[place.1 as usize].kind, Kind::Integer { .. });
                let redirects = tier == Tier::Operation && is_integer;
                for candidate in self.candidates(&mut program, *place, tier) {
                    if !open && tier == Tier::Callee && !candidate.is_relation() {
                        continue;
                    }
                    if self.pair.settings.stop().is_some() {
                        return doubtful;
                    }
                    if trials.spent >= most_spent || executions >= most_executions {
                        break 'stage;
                    }
                    if checked >= CHECKED_STEPS {
                        return doubtful;
                    }
                    executions += 1;
                    let undo = candidate.apply(&mut program, *place);
                    let standing = trials.repaired(self.pair, &program).map(|made| {
                        let spent = trials.spent;
                        // Another function may well do without what is wrong.
                        let chooses =
                            !matches!(tier, Tier::Function | Tier::Callee | Tier::Missing);
                        let change = (&program, *place);
                        let standing = self.standing(trials, change, (&made, chooses));
                        let alike = |trials| !redirects || self.is_written_alike(trials, &program);
                        let standing = standing.filter(|_| alike(trials));
                        // What is tried once more takes nothing from other changes.
                        checked += trials.spent - spent;
                        trials.spent = spent;
                        standing
                    });
                    undo.undo(&mut program, *place);
                    let Some(standing) = standing.flatten() else {
                        continue;
                    };
                    let usual = self.constants.is_usual(&candidate.change);
                    let change = candidate.change.clone();
                    let changed = match &candidate.edit {
                        Edit::Here(kind) => Some(kind.clone()),
                        Edit::Within { .. } | Edit::Around { .. } => None,
                    };
                    let evidence = Evidence::Repaired {
                        change: self.as_written(&program, *place, candidate.change),
                        inputs: trials.tried(),
                    };
                    let place = match (&evidence, standing) {
                        (Evidence::Repaired { .. }, Standing::Sound) if usual => {
                            let places = (&everywhere[..], *place);
                            self.repeated(trials, &mut program, places, (tier, &change))
                        }
                        _ => None,
                    }
                    .unwrap_or(*place);
                    let mut cause = self.cause(place, None, evidence);
                    if let (Some(cause), Some(changed)) = (&mut cause, &changed) {
                        let own = &program.function(place.0).code[place.1 as usize].kind;
                        let at = changed_argument(own, changed, &cause.location);
                        cause.location = at.unwrap_or_else(|| cause.location.clone());
                    }
                    let cause = cause.map(|cause| self.at_call(cause));
                    match standing {
                        Standing::Sound if usual => {
                            return cause.map(|cause| (Standing::Sound, cause));
                        }
                        _ => doubtful = doubtful.or(cause.map(|cause| (Standing::Doubtful, cause))),
                    }
                }
            }
        }
        doubtful
    }

    /// A change in the words of the source: a member in place of another, for an address some bytes
    /// away.
    fn as_written(&self, program: &Program, place: (FunctionId, u32), change: Change) -> Change {
        let Change::Address { bytes } = change else {
            return change;
        };
        let names = moved(program, place, (&self.sources, bytes));
        names.map_or(change, |(from, to)| replace(variable(&from), variable(&to)))
    }

    /// The instructions that may be wrong, in three groups: those on lines with suspicious ones,
    /// on others that the output comes from, and elsewhere.
    fn places(&self, program: &Program) -> [Vec<(FunctionId, u32)>; 3] {
        let mut places: Vec<(FunctionId, u32)> = Vec::new();
        for id in own_functions(program, Some(&self.executed.reached)) {
            // What the reference executes as well is right by definition.
            if self.shared.contains(&id) {
                continue;
            }
            let mut own = candidates(program, id, &self.executed.reached);
            if !self.alignment.is_written() {
                // The last loop to end is probably the one that should have continued.
                own.reverse();
            }
            places.extend(own.into_iter().map(|pc| (id, pc)));
        }
        let suspicious = self.alignment.suspicious().into_iter();
        let suspicious: FxHashSet<_> = suspicious.map(|site| line(program, site)).collect();
        // What is nearer to the output depends on fewer operations.
        let mut passed = FxHashMap::default();
        for (at, site) in self.alignment.way_to_output().into_iter().enumerate() {
            passed.entry(line(program, site)).or_insert(at);
        }
        let mut groups = [const { Vec::new() }; 3];
        for place in places {
            let line = line(program, place);
            let group = match (suspicious.contains(&line), passed.contains_key(&line)) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            groups[group].push(place);
        }
        groups[1].sort_by_key(|place| passed.get(&line(program, *place)));
        groups
    }

    pub(super) fn candidates(
        &self,
        program: &mut Program,
        (id, pc): (FunctionId, u32),
        tier: Tier,
    ) -> Vec<Candidate> {
        let sources = &self.sources;
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
            Tier::Function => here(Proposer::new(program).functions((id, pc))),
            Tier::Slip => here(Proposer::new(program).variables((id, pc), (sources, true))),
            Tier::Variable => here(Proposer::new(program).variables((id, pc), (sources, false))),
            Tier::Missing => Missing {
                program,
                constants: &self.constants,
            }
            .at((id, pc)),
            Tier::One => Missing {
                program,
                constants: &self.constants,
            }
            .one_at((id, pc)),
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
                // Without operands, the numbers are what it stands for, such as zeros.
                let is_intrinsic =
                    intrinsic::is_intrinsic(&function.name) && !function.params.is_empty();
                let inner = 0..function.code.len() as u32;
                let mut all = Vec::new();
                for at in inner {
                    let site = (callee, at);
                    let mut proposals = Proposer::new(program).operations(site);
                    match is_intrinsic {
                        // The numbers in an intrinsic are those of its definition.
                        true => proposals.extend(saturation(program, site)),
                        false => {
                            let known = &self.constants;
                            proposals.extend(operands::constants(program, known, site));
                        }
                    }
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
        let pc = used_at(program, (id, pc));
        let mut steps = self.alignment.steps().iter();
        let step = step.or_else(|| steps.position(|step| step.at == (id, pc)));
        let chain = match step {
            Some(step) => self.alignment.chain(step),
            None => vec![(spoken(&program.function(id).name), None)],
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

/// The instruction, or for an address that only the next instruction uses, that one: the address
/// of a structured binding, computed or read, has the place of its declaration.
fn used_at(program: &Program, (id, pc): (FunctionId, u32)) -> u32 {
    let code = &program.function(id).code;
    let own = &code[pc as usize];
    let next = code.get(pc as usize + 1);
    let uses = |kind: &Kind| match kind {
        Kind::Load { address, .. } | Kind::Store { address, .. } => {
            own.result.map(Operand::Register) == Some(*address)
        }
        _ => false,
    };
    let is_address = matches!(own.kind, Kind::Address { .. } | Kind::Load { .. });
    let elsewhere = |next: &Instruction| {
        let of = |span| program.location(span).map(|at| at.line);
        of(next.span).is_some() && of(next.span) != of(own.span)
    };
    match next.filter(|next| is_address && uses(&next.kind) && elsewhere(next)) {
        Some(_) => pc + 1,
        None => pc,
    }
}

/// The source line of an instruction.
fn line(program: &Program, (id, pc): (FunctionId, u32)) -> Option<(String, u32)> {
    let location = program.location(program.function(id).code[pc as usize].span)?;
    Some((location.file.clone(), location.line))
}
