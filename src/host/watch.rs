//! Watches the host while commands may run.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::Host;
use super::bytes::Bytes;
use super::call::At;
use crate::launch::{Touched, access};
use crate::race::{Access, Item};
use crate::symex::{AccessLog, End, Machine, State};

impl Host<'_> {
    /// Compares the host's accesses since the last comparison with the pending commands.
    pub(super) fn look_at_host(
        &self,
        machine: &mut Machine<'_>,
        at: &mut At,
    ) -> Result<(), Box<End>> {
        let accesses = self.take_log(&mut at.state);
        self.meet_host(machine, &mut at.state, &at.commands, &accesses, true)?;
        if accesses.is_empty() {
            return Ok(());
        }
        let commands = Rc::make_mut(&mut at.commands);
        self.host_touches(machine, &mut at.state, commands, &accesses)
    }

    /// Sets the observer of the host's accesses, as far as commands or watched memory need
    /// one.
    pub(super) fn observe_host(&self, at: &mut At) {
        if at.commands.pending().next().is_some() {
            at.state.set_observer(AccessLog::of(Touched::is_shared));
            return;
        }
        let watched = at.commands.watched();
        at.state.take_observer();
        if !watched.is_empty() {
            at.state.set_observer(AccessLog::of(move |id, spec| {
                let object = Bytes::new(id.0, spec.size);
                Touched::is_shared(id, spec) && watched.iter().any(|w| w.meets(object))
            }));
        }
    }

    /// Takes the accesses from the observer of a state.
    pub(super) fn take_log(&self, state: &mut State) -> Vec<Access> {
        let item = Item { group: 0, local: 0 };
        let path: FxHashSet<_> = state.path().iter().copied().collect();
        let log = state.observer::<AccessLog>();
        let records = log.map(AccessLog::accesses).unwrap_or_default();
        let accesses = records
            .into_iter()
            .map(|r| access(item, r, &path))
            .collect();
        state.take_observer();
        accesses
    }
}
