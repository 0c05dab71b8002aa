//! The end of a round: what must hold when all items of a group have run to a barrier or to
//! their end.

use rustc_hash::FxHashSet;

use super::copy::Copies;
use super::footprint::Ends;
use super::group::{Progress, Schedule, calls};
use super::sub_group::fenced;
use crate::program::SpanId;
use crate::symex::{Defect, DefectKind, End, Machine, Pause, State, ThreadId, Value};

impl Schedule<'_> {
    /// The memory that the group's barrier fences: `[global, local]`; both false if its
    /// flags are not constant.
    pub(super) fn fences(&self, machine: &Machine<'_>, state: &State) -> [bool; 2] {
        fenced(
            machine,
            calls(state).map(|(_, arguments)| arguments.first()),
        )
    }

    /// Ends a round in which every item of the group has run. If all wait at the same
    /// barrier, the next round starts; if all have returned, the next group does; anything
    /// else is barrier divergence. Sub-groups that wait at barriers of their own continue
    /// first.
    pub(super) fn round_ended(
        &self,
        machine: &mut Machine<'_>,
        at: &mut Progress,
    ) -> Result<(), Box<End>> {
        if self.sub_groups_go_on(machine, at)? {
            at.done = 0;
            return Ok(());
        }
        let state = &at.state;
        let threads = state.threads();
        let returned = threads.filter(|(_, pause)| pause.is_some_and(Pause::is_return));
        let returned: FxHashSet<ThreadId> = returned.map(|(thread, _)| thread).collect();
        let ended = at.threads.iter().filter(|t| returned.contains(t)).count();
        if ended == at.threads.len() {
            if let Some(defect) = at.copies.unfinished() {
                return Err(Box::new(End::Defect(defect)));
            }
            at.copies = Copies::default();
            at.state.remove_threads();
            at.threads.clear();
            at.rounds.clear();
            at.group += 1;
        } else {
            let same = self.is_one_place(machine, state, &at.threads, at.rounds.iter());
            if ended > 0 || !same {
                let mut waiting = at.threads.iter().filter(|t| !returned.contains(t));
                let chain = waiting.next().map(|t| machine.call_chain(state, *t));
                let location = chain.and_then(|chain| chain.into_iter().next());
                let defect = Defect::at(DefectKind::BarrierDivergence, location);
                return Err(Box::new(End::Defect(defect)));
            }
        }
        at.done = 0;
        let primitive = calls(&at.state).next().map(|(function, _)| function);
        if let Some(primitive) = primitive.filter(|p| self.copying.all().any(|one| one == *p)) {
            return self.copy(machine, at, primitive);
        }
        if let Some(thread) = at.threads.first().copied()
            && primitive.is_some()
            && primitive == self.meeting.same
        {
            let all: Vec<Vec<Value>> = calls(&at.state).map(|(_, given)| given.to_vec()).collect();
            let (kind, given) = (
                DefectKind::ArgumentDivergence,
                all.iter().map(Vec::as_slice),
            );
            return self.agreed(machine, &mut at.state, (kind, thread), given);
        }
        let ends = match at.threads.is_empty() {
            true => Ends::Group,
            false => {
                let [global, local] = self.fences(machine, &at.state);
                Ends::Barrier { global, local }
            }
        };
        self.end(ends, machine, at)?;
        if let Some(thread) = at.threads.first() {
            let place = self.place(machine, &at.state, *thread);
            at.footprint.pass(place);
        }
        Ok(())
    }

    /// The instruction at which an item waits, as far as debug info locates it.
    fn place(&self, machine: &Machine<'_>, state: &State, thread: ThreadId) -> SpanId {
        let mut spans = machine
            .activations(state, thread)
            .into_iter()
            .map(|active| {
                let code = &self.program.function(active.function).code;
                let at = (active.next as usize).saturating_sub(1);
                code.get(at).map_or(SpanId::NONE, |at| at.span)
            });
        let known = spans.find(|span| self.program.location(*span).is_some());
        known.unwrap_or(SpanId::NONE)
    }
}
