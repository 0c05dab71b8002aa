//! Finds the lengths of buffers that the user does not give: as far as the kernel reaches
//! in an execution with longer buffers.

use std::collections::BTreeMap;

use super::subject::Subject;
use crate::budgets::sizes::EXTENT_ELEMENTS;
use crate::contract::{Contract, Length, Role, Sizes};
use crate::launch::NdRange;
use crate::problem::Problem;
use crate::side::Execution;
use crate::symex::{Defect, DefectKind, End, Stop, StopReason};

/// Elements of a buffer at first, in addition to one for each work-item.
const ROOM: u64 = 1024;

/// The least index that counts as a negative one in 32 bits. The index of a nearer object,
/// to which an access may be attributed, is less.
const WRAPPED_FROM: u64 = (1 << 32) - (1 << 24);

/// Elements of the buffers of unknown length, by parameter.
pub(super) type Rooms = BTreeMap<usize, u64>;

/// The contract with such lengths.
struct Roomy {
    contract: Contract,
    rooms: Rooms,
}

/// The ends of an execution's accesses to buffers.
#[derive(Default)]
pub(super) struct Reach {
    /// End of the farthest access in bytes from the start, by parameter.
    bytes: BTreeMap<usize, u64>,
    /// Accesses outside of every object: name of the nearest object, and offset from its
    /// start.
    outside: Vec<(String, i64)>,
    /// Names of the buffers with accesses whose offset depends on inputs.
    open: Vec<String>,
    /// Why a path was not followed to its end.
    stopped: Option<Stop>,
    /// Whether the execution searched for everything that can go wrong, and nothing did.
    pub is_clean: bool,
}

impl Reach {
    /// The reach of an execution.
    pub fn of(execution: &Execution<'_>) -> Reach {
        let mut reach = Reach::default();
        reach.include(execution);
        reach
    }

    /// Adds another execution, with other starts of buffers.
    pub fn include(&mut self, execution: &Execution<'_>) {
        for (param, bytes) in execution.reach() {
            let known = self.bytes.entry(param).or_default();
            *known = bytes.max(*known);
        }
        for path in &execution.paths {
            let checks = path.state.checks().iter().map(|check| &check.defect);
            let end = match &path.end {
                End::Defect(defect) => Some(defect),
                End::Stopped(stop) => {
                    let before = self
                        .stopped
                        .take()
                        .filter(|_| stop.reason != StopReason::Left);
                    self.stopped = before.or_else(|| Some(stop.clone()));
                    None
                }
                _ => None,
            };
            checks.chain(end).for_each(|defect| self.add(defect));
        }
    }

    /// The greatest offset of an access at or behind the end of an object, in bytes from
    /// its start; `None` if there is none.
    fn behind(&self, name: &str) -> Option<u64> {
        let of_object = self.outside.iter().filter(|(object, _)| object == name);
        of_object
            .filter_map(|(_, offset)| u64::try_from(*offset).ok())
            .max()
    }

    /// Whether the offset of an access outside of a buffer depends on inputs.
    fn opens(&self, name: &str) -> bool {
        self.open.iter().any(|open| open == name)
    }

    fn add(&mut self, defect: &Defect) {
        let (DefectKind::OutOfBounds(_), Some(object)) = (defect.kind, &defect.object) else {
            return;
        };
        match defect.offset {
            None => self.open.push(object.name.clone()),
            Some(offset) => self.outside.push((object.name.clone(), offset)),
        }
    }
}

/// The result of the search for buffer lengths.
pub(super) enum Lengths {
    /// The contract with the lengths.
    Known(Contract),
    /// The contract with the lengths, with which nothing goes wrong.
    Clean(Contract),
    /// Why the kernel was not followed to its end.
    Stopped(Stop),
    /// A buffer is longer than all lengths tried.
    TooFar(Problem),
}

impl Lengths {
    /// Adds the description of a launch to the contracts.
    pub fn under(self, launch: &str) -> Lengths {
        let named = |contract| Contract {
            launch: Some(launch.to_owned()),
            ..contract
        };
        match self {
            Lengths::Known(contract) => Lengths::Known(named(contract)),
            Lengths::Clean(contract) => Lengths::Clean(named(contract)),
            Lengths::Stopped(_) | Lengths::TooFar(_) => self,
        }
    }
}

/// Searches for the lengths of buffers: `execute` runs the kernel under a contract and
/// returns how far it reached. The search starts from `known`, the lengths at other sizes,
/// and adds those that it finds.
///
/// # Errors
/// If an access depends on inputs, so that no length is long enough.
pub(super) fn found(
    subject: &Subject,
    (range, sizes): (&NdRange, &Sizes),
    known: &mut Rooms,
    mut execute: impl FnMut(&Contract) -> Result<Reach, Problem>,
) -> Result<Lengths, Problem> {
    if !subject.contract.params.iter().any(|param| param.assumed) {
        return Ok(Lengths::Known(subject.contract.clone()));
    }
    let items: u64 = range.global.iter().product();
    let largest = sizes.values().map(|size| size.unsigned_abs()).max();
    let room = ROOM.saturating_add(items.max(largest.unwrap_or(0)));
    let assumed = subject.contract.params.iter().enumerate();
    let rooms = assumed.filter(|(_, param)| param.assumed).map(|(at, _)| {
        // More than known, so that its end is not reached.
        let known = known.get(&at).map_or(0, |known| known + known / 8 + 1);
        (at, room.max(known).min(EXTENT_ELEMENTS))
    });
    let mut roomy = Roomy::new(&subject.contract, rooms.collect());
    let mut before = None;
    loop {
        let mut reach = execute(&roomy.contract)?;
        reach.outside.retain(|(_, offset)| !roomy.wraps(*offset));
        let leads_anywhere = match &reach.stopped {
            // Work-items race or diverge at a barrier, whatever the lengths are.
            Some(stop) if stop.reason == StopReason::Left => {
                return Ok(Lengths::Known(roomy.contract));
            }
            Some(stop) if stop.reason == StopReason::SymbolicAddress => true,
            Some(stop) => return Ok(Lengths::Stopped(stop.clone())),
            None => false,
        };
        let names: Vec<(usize, &String)> = roomy
            .rooms
            .keys()
            .map(|at| {
                let param = &subject.contract.params[*at];
                (*at, &param.name)
            })
            .collect();
        let open = names.iter().map(|(_, name)| name.as_str());
        let open: Vec<&str> = open.filter(|name| reach.opens(name)).collect();
        if !open.is_empty() {
            return Err(unknown(&open, items));
        }
        // An access that stays outside of longer buffers, and not behind an end, lies
        // before a start.
        let short: Vec<(usize, &String)> = names
            .iter()
            .filter(|(at, name)| reach.behind(name).is_some() || roomy.is_full(*at, &reach))
            .copied()
            .collect();
        if leads_anywhere && short.is_empty() {
            // What lies outside of a buffer with a given length is found by the launch. It has to
            // stop there, too: behind the stop, no reach is known.
            return Ok(Lengths::Known(roomy.contract));
        }
        let differs = before.as_ref().unwrap_or(&Vec::new()) != &reach.outside;
        if short.is_empty() && !differs {
            let trimmed = roomy.trimmed(&reach, known);
            // Without an access outside, the lengths do not change the execution.
            return Ok(match reach.is_clean && reach.outside.is_empty() {
                true => Lengths::Clean(trimmed),
                false => Lengths::Known(trimmed),
            });
        }
        if !names
            .iter()
            .any(|(at, _)| roomy.rooms[at] < EXTENT_ELEMENTS)
        {
            return match short.first() {
                Some((_, name)) => Ok(Lengths::TooFar(too_far(name))),
                None => Ok(Lengths::Known(roomy.trimmed(&reach, known))),
            };
        }
        // A far access may be attributed to another, nearer buffer: all of them grow.
        let offsets = reach.outside.iter().map(|(_, offset)| *offset);
        let behind = offsets
            .filter_map(|offset| u64::try_from(offset).ok())
            .max();
        let mut rooms = roomy.rooms.clone();
        for (at, room) in &mut rooms {
            let behind = behind.unwrap_or(0) / roomy.element(*at);
            *room = (4 * *room).max(2 * behind + ROOM).min(EXTENT_ELEMENTS);
        }
        roomy = Roomy::new(&subject.contract, rooms);
        before = Some(reach.outside);
    }
}

/// The error of a buffer that is longer than all lengths tried.
fn too_far(name: &str) -> Problem {
    Problem::new(format!(
        "the kernel reaches further into `{name}` than {EXTENT_ELEMENTS} elements"
    ))
    .help(format!(
        "give its length: --arg '{name}=[COUNT]', or check a smaller size"
    ))
}

/// The error of buffers whose lengths have to be given.
fn unknown(names: &[&str], items: u64) -> Problem {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let flags: Vec<String> = names
        .iter()
        .map(|name| format!("--arg '{name}=[{items}]'"))
        .collect();
    let lengths = if names.len() == 1 {
        "its length"
    } else {
        "their lengths"
    };
    Problem::new(format!(
        "how far the kernel reaches into {} depends on its inputs",
        quoted.join(" and ")
    ))
    .help(format!("give {lengths}, for example {}", flags.join(" ")))
}

impl Roomy {
    fn new(contract: &Contract, rooms: Rooms) -> Roomy {
        let mut contract = contract.clone();
        for (at, room) in &rooms {
            if let Role::Buffer { length, .. } = &mut contract.params[*at].role {
                *length = Length::Const(*room);
            }
        }
        Roomy { contract, rooms }
    }

    /// Size of a buffer's element in bytes.
    fn element(&self, at: usize) -> u64 {
        match &self.contract.params[at].role {
            Role::Buffer { element, .. } => u64::from(element.size.max(1)),
            _ => 1,
        }
    }

    /// Whether an offset outside of a buffer is that of an index that wrapped below zero in 32
    /// bits: no length holds it, and the launch reports it.
    fn wraps(&self, offset: i64) -> bool {
        let mut elements = self.rooms.keys().map(|at| self.element(*at));
        let index = |element| u64::try_from(offset).map_or(0, |offset| offset / element);
        elements.any(|element| (WRAPPED_FROM..1 << 32).contains(&index(element)))
    }

    /// Whether accesses reach the end of a buffer.
    fn is_full(&self, at: usize, reach: &Reach) -> bool {
        let is_buffer = matches!(self.contract.params[at].role, Role::Buffer { .. });
        let reached = reach.bytes.get(&at).copied().unwrap_or(0);
        is_buffer && reached >= self.rooms[&at] * self.element(at)
    }

    /// The contract with buffers trimmed to their reach, which is recorded in `known`.
    fn trimmed(mut self, reach: &Reach, known: &mut Rooms) -> Contract {
        for at in self.rooms.keys().copied() {
            let size = self.element(at);
            if let Role::Buffer { length, .. } = &mut self.contract.params[at].role {
                let reached = reach.bytes.get(&at).copied().unwrap_or(0);
                // A buffer has at least one element.
                let elements = reached.div_ceil(size).max(1);
                *length = Length::Const(elements);
                known.insert(at, elements);
            }
        }
        self.contract
    }
}
