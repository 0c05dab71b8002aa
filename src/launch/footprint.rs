//! The accesses of a launch's work-items from barrier to barrier, and their conflicts
//! (paper §7).
//!
//! The accesses of a group's items since the last barrier that fences their memory form an
//! interval, and so do the accesses of all groups since the start of the launch. A conflict
//! in an interval ends the path with a defect, or leaves a check with its condition. Atomic
//! accesses to the same memory do not race, but the values that they read depend on their
//! order, which is left open.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

use super::conflicts::{About, meet};
use super::copy;
use super::notes::Notes;
use super::recorded::Recorded;
use crate::program::SpanId;
use crate::race::{self, Interval, Item, Party};
use crate::symex::{self, AccessLog, AccessRecord, End, Machine, State};

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
                Rc::make_mut(&mut self.launch).add(access.from_outside());
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
        within_group: record.qualifiers.within_group,
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
