//! How long the buffers are of which nobody says it: as long as the kernel reaches, which
//! it is executed for once with more room than that.

use std::collections::BTreeMap;

use super::subject::Subject;
use crate::contract::{Contract, Length, Role, Sizes};
use crate::launch::NdRange;
use crate::problem::Problem;
use crate::side::Execution;
use crate::symex::{Defect, DefectKind, End, Stop, StopReason};

/// Elements that a buffer has room for at first, besides some for each work-item.
const ROOM: u64 = 1024;

/// Elements for each work-item.
const FOR_EACH: u64 = 4;

/// Elements of a buffer, the most that are tried.
const MOST: u64 = 1 << 21;

/// The contract with so much room in buffers whose length is not known.
struct Roomy {
    contract: Contract,
    room: u64,
}

/// How far an execution reaches into buffers.
#[derive(Default)]
pub(super) struct Reach {
    /// In bytes from the start, by parameter.
    bytes: BTreeMap<usize, u64>,
    /// What was outside of every object: how far from which object.
    outside: Vec<(String, i64)>,
    /// The names of those whose accesses depend on inputs so that no length may do.
    open: Vec<String>,
    /// Why it was not followed to its end.
    stopped: Option<Stop>,
    /// Whether the execution looked for all that can go wrong, and nothing did.
    pub is_clean: bool,
}

impl Reach {
    /// That of an execution.
    pub fn of(execution: &Execution<'_>) -> Reach {
        let mut reach = Reach::default();
        reach.include(execution);
        reach
    }

    /// Adds another execution, with buffers elsewhere.
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

    /// Whether something behind the end of an object is accessed.
    fn is_behind(&self, name: &str) -> bool {
        let mut outside = self.outside.iter();
        outside.any(|(object, offset)| object == name && *offset >= 0)
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

/// What comes of looking for the lengths of buffers.
pub(super) enum Lengths {
    /// The contract with them.
    Known(Contract),
    /// The contract with them, at which nothing goes wrong.
    Clean(Contract),
    /// Why the kernel was not followed to its end.
    Stopped(Stop),
}

impl Lengths {
    /// The same under a launch.
    pub fn under(self, launch: &str) -> Lengths {
        let named = |contract| Contract {
            launch: Some(launch.to_owned()),
            ..contract
        };
        match self {
            Lengths::Known(contract) => Lengths::Known(named(contract)),
            Lengths::Clean(contract) => Lengths::Clean(named(contract)),
            Lengths::Stopped(stop) => Lengths::Stopped(stop),
        }
    }
}

/// The contract with the lengths that an execution tells, or why it was not followed to
/// its end; `execute` makes one, and tells how far it reached.
///
/// # Errors
/// When an access depends on inputs so that no length is long enough.
pub(super) fn found(
    subject: &Subject,
    (range, sizes): (&NdRange, &Sizes),
    mut execute: impl FnMut(&Contract) -> Result<Reach, Problem>,
) -> Result<Lengths, Problem> {
    if !subject.contract.params.iter().any(|param| param.assumed) {
        return Ok(Lengths::Known(subject.contract.clone()));
    }
    let items: u64 = range.global.iter().product();
    let largest = sizes.values().map(|size| size.unsigned_abs()).max();
    let largest = largest.unwrap_or(0);
    let room = ROOM.max(FOR_EACH.saturating_mul(items.max(largest.saturating_mul(largest))));
    let mut roomy = Roomy::new(&subject.contract, room.min(MOST));
    let mut before = None;
    loop {
        let reach = execute(&roomy.contract)?;
        match reach.stopped {
            // Work-items race, or part at a barrier: how long the buffers are changes
            // nothing of that.
            Some(stop) if stop.reason == StopReason::Left => {
                return Ok(Lengths::Known(roomy.contract));
            }
            Some(stop) => return Ok(Lengths::Stopped(stop)),
            None => {}
        }
        let assumed = subject.contract.params.iter().filter(|p| p.assumed);
        let names: Vec<&String> = assumed.map(|param| &param.name).collect();
        if let Some(name) = names.iter().find(|name| reach.open.contains(name)) {
            return Err(unknown(name, items));
        }
        // What is outside however long the buffers are, and not behind the end of one, is
        // before its start.
        let behind = names.iter().find(|name| reach.is_behind(name));
        let helps = behind.is_some() || before.as_ref().unwrap_or(&Vec::new()) != &reach.outside;
        match (roomy.full(&reach), helps) {
            // Where nothing is outside, lengths change nothing of the execution.
            (None, false) if reach.is_clean && reach.outside.is_empty() => {
                return Ok(Lengths::Clean(roomy.trimmed(&reach)));
            }
            (None, false) => return Ok(Lengths::Known(roomy.trimmed(&reach))),
            _ if roomy.room < MOST => {
                roomy = Roomy::new(&subject.contract, (8 * roomy.room).min(MOST));
                before = Some(reach.outside);
            }
            (Some(name), _) => return Err(too_far(name)),
            (None, true) => match behind {
                Some(name) => return Err(too_far(name)),
                None => return Ok(Lengths::Known(roomy.trimmed(&reach))),
            },
        }
    }
}

/// That a buffer is longer than what is tried.
fn too_far(name: &str) -> Problem {
    Problem::new(format!(
        "the kernel reaches further into `{name}` than {MOST} elements"
    ))
    .help(format!(
        "give its length: --arg '{name}=[COUNT]', or check a smaller size"
    ))
}

/// That the length of a buffer has to be given.
fn unknown(name: &str, items: u64) -> Problem {
    Problem::new(format!(
        "how far the kernel reaches into `{name}` depends on its inputs"
    ))
    .help(format!(
        "give its length, for example --arg '{name}=[{items}]'"
    ))
}

impl Roomy {
    fn new(contract: &Contract, room: u64) -> Roomy {
        let mut contract = contract.clone();
        for param in contract.params.iter_mut().filter(|param| param.assumed) {
            if let Role::Buffer { length, .. } = &mut param.role {
                *length = Length::Const(room);
            }
        }
        Roomy { contract, room }
    }

    /// A buffer that is reached to its end.
    fn full(&self, reach: &Reach) -> Option<&str> {
        let params = self.contract.params.iter().enumerate();
        let mut full = params.filter(|(index, param)| {
            let Role::Buffer { element, .. } = &param.role else {
                return false;
            };
            let reached = reach.bytes.get(index).copied().unwrap_or(0);
            let end = self.room * u64::from(element.size);
            param.assumed && reached >= end
        });
        full.next().map(|(_, param)| param.name.as_str())
    }

    /// The contract with buffers as long as they are reached.
    fn trimmed(mut self, reach: &Reach) -> Contract {
        let params = self.contract.params.iter_mut().enumerate();
        for (index, param) in params.filter(|(_, param)| param.assumed) {
            if let Role::Buffer {
                element, length, ..
            } = &mut param.role
            {
                let reached = reach.bytes.get(&index).copied().unwrap_or(0);
                // A buffer of no element cannot be made.
                let elements = reached.div_ceil(u64::from(element.size.max(1)));
                *length = Length::Const(elements.max(1));
            }
        }
        self.contract
    }
}
