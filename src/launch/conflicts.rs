//! The conflicts of an interval that ends: notes, checks of the state, or the end of the path.

use std::rc::Rc;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::TermId;

use super::copy;
use super::geometry::place;
use super::notes::{Notes, Question};
use super::{NdRange, Races};
use crate::budgets::execution::QUERIED_PAIRS;
use crate::program::{Program, SpanId};
use crate::race::{self, Interval, Item};
use crate::symex::{
    self, Check, Defect, DefectKind, End, Machine, Meeting, ObjectId, Offset, State, Touch, Value,
};

/// The primitive that fences call.
const FENCE: &str = "simdiff.fence";

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

/// Records the conflicts of an interval: as notes, as checks of the state, or as the path's
/// end.
pub(super) fn meet(
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
        let found = conflicts.found.first().map(|c| c.accesses.each_ref());
        let unexamined = conflicts.unexamined.as_deref();
        let first = found.or_else(|| unexamined.map(|both| both.each_ref()));
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
        within_group: access.within_group,
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

/// A source position as text.
fn shown(program: &Program, place: SpanId) -> String {
    match program.location(place) {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => "an unknown place".to_owned(),
    }
}
