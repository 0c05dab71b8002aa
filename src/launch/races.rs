//! The accesses of a launch's work-items from barrier to barrier, and their conflicts
//! (paper §7).
//!
//! The accesses of a group's items since the last barrier that fences their memory form an
//! interval, and so do the accesses of all groups since the start of the launch. A conflict
//! in an interval ends the path with a defect, or leaves a check with its condition. Atomic
//! accesses to the same memory do not race, but the values that they read depend on their
//! order, which is left open.

use std::rc::Rc;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

use super::copy;
use super::geometry::place;
use super::notes::{Notes, Question};
use super::recorded::Recorded;
use super::{NdRange, Races};
use crate::budgets::execution::QUERIED_PAIRS;
use crate::program::{Program, SpanId};
use crate::race::{self, Interval, Item, Party};
use crate::symex::{
    self, AccessLog, AccessRecord, Check, Defect, DefectKind, End, Machine, Meeting, ObjectId,
    Offset, State, Touch, Value,
};

/// The primitive that fences call.
const FENCE: &str = "simdiff.fence";

/// The accesses of the open intervals of a path. Cheap to clone.
#[derive(Clone)]
pub(super) struct Footprint {
    /// Accesses to local memory by the items of the group.
    local: Rc<Interval>,
    /// Accesses to other memory by the items of the group.
    global: Rc<Interval>,
    /// Accesses to other memory by all groups so far.
    launch: Rc<Interval>,
    /// For each sub-group that meets by itself, the accesses of its items to local memory
    /// and to other memory.
    sub_groups: Rc<Vec<[Interval; 2]>>,
    /// The barriers that the group has passed, in order.
    barriers: Rc<Vec<SpanId>>,
    /// All accesses, if they are recorded.
    recorded: Option<Recorded>,
}

/// The intervals that end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// The intervals that a barrier ends, and whether it fences global and local memory.
    Barrier { global: bool, local: bool },
    /// The intervals of the group.
    Group,
    /// The interval of the launch.
    Launch,
}

/// The context in which intervals are examined.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub program: &'a Program,
    pub range: NdRange,
    pub races: Races,
    /// The objects that each group has for itself.
    pub local: &'a [ObjectId],
    /// Whether sub-groups meet by themselves.
    pub sub_groups: bool,
    /// Whether a host needs all accesses.
    pub by_host: bool,
}

impl Footprint {
    /// A footprint without accesses; `recording` says whether all accesses are kept.
    pub fn new(about: About<'_>, recording: bool) -> Footprint {
        let (party, sub_groups) = match about.sub_groups {
            true => {
                let items = about.range.sub_group.max(1);
                let count = about.range.group_size().div_ceil(items);
                let none = || [Interval::new(Party::Item), Interval::new(Party::Item)];
                let each = (0..count).map(|_| none()).collect();
                (Party::SubGroup(items as u32), each)
            }
            false => (Party::Item, Vec::new()),
        };
        Footprint {
            local: Rc::new(Interval::new(party)),
            global: Rc::new(Interval::new(party)),
            launch: Rc::new(Interval::new(Party::Group)),
            sub_groups: Rc::new(sub_groups),
            barriers: Rc::default(),
            recorded: recording.then(Recorded::default),
        }
    }

    /// Adds the accesses of an item from the log that observes the state. The log stays.
    pub fn add(&mut self, about: About<'_>, item: Item, state: &mut State, notes: &mut Notes) {
        let log = state.observer::<AccessLog>();
        let records = log.map(AccessLog::accesses).unwrap_or_default();
        let path: FxHashSet<TermId> = state.path().iter().copied().collect();
        let groups = about.range.group_count() > 1 || about.by_host;
        let mut rounds: FxHashMap<(Rc<[SpanId]>, bool), u32> = FxHashMap::default();
        for record in records {
            let mut access = access(item, record, &path);
            access.passed = self.barriers.len() as u32;
            let round = rounds.entry((Rc::clone(&access.chain), access.writes));
            let round = round.or_default();
            *round += 1;
            access.round = *round;
            let reach = notes.reach.entry(record.object).or_default();
            *reach = (*reach).max(access.reach().1.saturating_add(access.size));
            if let Some(recorded) = &mut self.recorded {
                recorded.add(access.clone());
            }
            if about.races.unasked {
                continue;
            }
            let is_local = about.local.contains(&record.object);
            if about.sub_groups && !copy::is_copy(item) {
                let number = u64::from(item.local) / about.range.sub_group.max(1);
                let of_group = &mut Rc::make_mut(&mut self.sub_groups)[number as usize];
                of_group[usize::from(!is_local)].add(access.clone());
            }
            if is_local {
                Rc::make_mut(&mut self.local).add(access);
                continue;
            }
            if groups {
                Rc::make_mut(&mut self.launch).add(access.clone());
            }
            Rc::make_mut(&mut self.global).add(access);
        }
        if let Some(recorded) = &self.recorded {
            state.set_observer(recorded.clone());
        }
    }

    /// The accesses to memory other than local since the launch began, summarised.
    pub fn touched(&self) -> Vec<race::Access> {
        race::summary(self.launch.accesses())
    }

    /// Records that the group passes a barrier.
    pub fn pass(&mut self, barrier: SpanId) {
        Rc::make_mut(&mut self.barriers).push(barrier);
    }

    /// Looks for conflicts in the intervals that end, and starts these anew. Adds checks to
    /// the state, or returns the end of the path.
    pub fn end(
        &mut self,
        ends: Ends,
        about: About<'_>,
        machine: &mut Machine<'_>,
        state: &mut State,
        notes: &mut Notes,
    ) -> Result<(), Box<End>> {
        let [global, local] = match ends {
            Ends::Barrier { global, local } => [global, local],
            Ends::Group => [true, true],
            Ends::Launch => [false, false],
        };
        let launch = ends == Ends::Launch;
        for number in 0..self.sub_groups.len() {
            self.end_of_sub_group(number, [global, local], about, machine, state, notes)?;
        }
        let each = [
            (local, &mut self.local),
            (global, &mut self.global),
            (launch, &mut self.launch),
        ];
        for (_, interval) in each.into_iter().filter(|(ends, _)| *ends) {
            // The accesses of running copies stay in the interval.
            let fresh = match ends {
                Ends::Barrier { .. } => interval.of(copy::is_copy),
                _ => Interval::new(interval.party()),
            };
            let ended = std::mem::replace(interval, Rc::new(fresh));
            meet((&ended, &self.barriers), about, machine, state, notes)?;
        }
        if ends == Ends::Group {
            self.barriers = Rc::default();
        }
        Ok(())
    }

    /// Ends the intervals of one sub-group, at a barrier of its own or of its group; the
    /// flags say whether it fences global and local memory.
    pub fn end_of_sub_group(
        &mut self,
        number: usize,
        [global, local]: [bool; 2],
        about: About<'_>,
        machine: &mut Machine<'_>,
        state: &mut State,
        notes: &mut Notes,
    ) -> Result<(), Box<End>> {
        for (memory, _) in [local, global]
            .iter()
            .enumerate()
            .filter(|(_, ends)| **ends)
        {
            let interval = &mut Rc::make_mut(&mut self.sub_groups)[number][memory];
            let ended = std::mem::replace(interval, Interval::new(Party::Item));
            meet((&ended, &self.barriers), about, machine, state, notes)?;
        }
        Ok(())
    }

    /// Looks for conflicts in the intervals of a group, and then removes the accesses of
    /// finished copies, which `made` selects.
    pub fn finish(
        &mut self,
        made: impl Fn(Item) -> bool,
        about: About<'_>,
        machine: &mut Machine<'_>,
        state: &mut State,
        notes: &mut Notes,
    ) -> Result<(), Box<End>> {
        for interval in [&mut self.local, &mut self.global] {
            meet((interval, &self.barriers), about, machine, state, notes)?;
            *interval = Rc::new(interval.of(|item| !made(item)));
        }
        Ok(())
    }
}

/// Records the conflicts of an interval: as notes, as checks of the state, or as the path's
/// end.
fn meet(
    (interval, barriers): (&Interval, &[SpanId]),
    about: About<'_>,
    machine: &mut Machine<'_>,
    state: &mut State,
    notes: &mut Notes,
) -> Result<(), Box<End>> {
    let fences = about.program.find_function(FENCE).is_some();
    let mut conflicts = interval.conflicts(&mut machine.builder, fences);
    let shown = |access: &race::Access| shown(about.program, access.chain[0]);
    if conflicts.truncated && about.races.excluded {
        // Only the order of atomic accesses is left open.
        notes.races_excluded = true;
        conflicts = interval.atomic().conflicts(&mut machine.builder, fences);
    }
    if conflicts.truncated {
        let first = conflicts.found.first().map(|c| c.accesses.each_ref());
        let [earlier, place] = first.map_or_else(<[String; 2]>::default, |both| both.map(shown));
        let question = match about.races.excluded {
            true => Question::Order,
            false => Question::Race,
        };
        notes.ask([earlier, place], question, about.races);
    }
    let places = |conflict: &race::Conflict| conflict.accesses.each_ref().map(|a| a.chain[0]);
    let open = conflicts.found.iter().filter(|c| !c.one_value);
    let open: FxHashSet<[SpanId; 2]> = open.map(places).collect();
    for conflict in conflicts.found {
        let [first, second] = &conflict.accesses;
        let atomic = first.is_atomic() && second.is_atomic();
        if conflict.one_value && !about.races.same_value {
            // Updates store one value only by chance.
            if !atomic || !open.contains(&places(&conflict)) {
                notes.one_value.get_or_insert_with(|| shown(second));
            }
            continue;
        }
        let question = match (atomic, conflict.may_be_ordered) {
            (true, _) => Question::Order,
            (false, true) => Question::Ordered,
            (false, false) => Question::Race,
        };
        if question != Question::Race || about.races.excluded {
            notes.ask([first, second].map(shown), question, about.races);
            continue;
        }
        for pairs in conflict.pairs.chunks(QUERIED_PAIRS) {
            let b = &mut machine.builder;
            let mut meets = b.bool(false);
            for (_, condition) in pairs {
                meets = b.or(meets, *condition);
            }
            let apart = b.not(meets);
            let never = b.constant_value(apart);
            let defect = race((about, barriers), b, state, pairs);
            match never {
                Some(0) => return Err(Box::new(End::Defect(defect))),
                Some(_) => {}
                None => {
                    state.add_check(Check {
                        path: state.kept_path(),
                        condition: apart,
                        defect,
                    });
                    state.assume(apart);
                }
            }
        }
    }
    Ok(())
}

/// The defect of a race between these pairs of accesses.
fn race(
    (about, barriers): (About<'_>, &[SpanId]),
    builder: &mut Builder,
    state: &State,
    pairs: &[([race::Access; 2], TermId)],
) -> Defect {
    let [first, _] = &pairs[0].0;
    let location = about.program.location(first.chain[0]).cloned();
    let meeting = |(accesses, condition): &([race::Access; 2], TermId)| Meeting {
        condition: *condition,
        accesses: accesses
            .each_ref()
            .map(|a| touch((about.range, barriers), builder, a)),
    };
    Defect {
        meetings: Rc::new(pairs.iter().map(meeting).collect()),
        object: state.describe(about.program, first.object),
        ..Defect::at(DefectKind::Race, location)
    }
}

fn touch(
    (range, barriers): (NdRange, &[SpanId]),
    builder: &mut Builder,
    access: &race::Access,
) -> Touch {
    let Item { group, local } = access.item;
    let (group, local) = (u64::from(group), u64::from(local));
    let shown = |place: [u64; 3]| {
        let used = &place[..range.dimensions.clamp(1, 3) as usize];
        let used: Vec<String> = used.iter().map(u64::to_string).collect();
        used.join(",")
    };
    Touch {
        thread: group * range.group_size() + local,
        name: match copy::is_copy(access.item) {
            true => format!(
                "an asynchronous copy of group ({})",
                shown(place(group, range.groups()))
            ),
            false => format!(
                "work-item ({}) of group ({})",
                shown(place(local, range.local_of(group))),
                shown(place(group, range.groups()))
            ),
        },
        access: match access.writes {
            true => symex::Access::Write,
            false => symex::Access::Read,
        },
        atomic: access.is_atomic(),
        chain: Rc::clone(&access.chain),
        offset: match access.offset {
            Offset::At(at) => builder.constant(64, u128::from(at)),
            Offset::Among { term, .. } => term,
        },
        size: access.size,
        passed: access.passed,
        round: access.round,
        barrier: (access.passed as usize)
            .checked_sub(1)
            .and_then(|last| barriers.get(last).copied())
            .unwrap_or(SpanId::NONE),
        value: match &access.value {
            Some(Value::Scalar(lane)) => *lane,
            _ => None,
        },
    }
}

/// An access record as the access of an item, without conditions that the path implies
/// anyway.
pub fn access(item: Item, record: &AccessRecord, path: &FxHashSet<TermId>) -> race::Access {
    let own = record.path.to_vec().into_iter().chain(record.guard);
    race::Access {
        item,
        object: record.object,
        offset: record.offset.clone(),
        size: record.size,
        writes: record.access == symex::Access::Write,
        order: record.qualifiers.order,
        commuting: record.qualifiers.commuting,
        value: record.value.clone(),
        passed: 0,
        round: 1,
        conditions: own.filter(|condition| !path.contains(condition)).collect(),
        chain: match record.chain.is_empty() {
            true => [SpanId::NONE].into(),
            false => Rc::clone(&record.chain),
        },
    }
}

/// A source position as text.
fn shown(program: &Program, place: SpanId) -> String {
    match program.location(place) {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => "an unknown place".to_owned(),
    }
}
