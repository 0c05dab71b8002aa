//! The threads of a state: which there are, and which one runs.

use std::rc::Rc;

use super::pause::Pause;
use super::state::State;
use super::thread::{Thread, ThreadId};

impl State {
    /// The thread that runs when the path goes on.
    pub fn current(&self) -> ThreadId {
        self.current
    }

    /// All threads with where each has paused, if it has. The first one is there from
    /// the start, and pauses at the end of each call.
    pub fn threads(&self) -> impl Iterator<Item = (ThreadId, Option<&Pause>)> {
        (0..self.thread_count() as u32)
            .map(ThreadId)
            .filter_map(|id| Some((id, self.thread(id)?.paused())))
    }

    fn thread_count(&self) -> usize {
        self.threads.len().max(1)
    }

    /// Whether there are threads beside the current one.
    pub(super) fn has_others(&self) -> bool {
        self.threads.len() > 1
    }

    pub(super) fn thread(&self, id: ThreadId) -> Option<&Thread> {
        match id == self.current {
            true => Some(&self.thread),
            false => self.threads.get(id.0 as usize)?.as_deref(),
        }
    }

    /// Makes a thread the current one. Returns whether it exists.
    pub fn select(&mut self, id: ThreadId) -> bool {
        if id == self.current {
            return true;
        }
        let threads = Rc::make_mut(&mut self.threads);
        let Some(next) = threads.get_mut(id.0 as usize).and_then(Option::take) else {
            return false;
        };
        let last = std::mem::replace(&mut self.thread, Rc::unwrap_or_clone(next));
        threads[self.current.0 as usize] = Some(Rc::new(last));
        self.memory.select_stack(id.0);
        self.current = id;
        true
    }

    /// Adds a thread with an empty stack; `None` if there are as many as there can be.
    pub(super) fn add_thread(&mut self, thread: Thread) -> Option<ThreadId> {
        let id = self.thread_count() as u32;
        if !self.memory.add_stack(id) {
            return None;
        }
        let threads = Rc::make_mut(&mut self.threads);
        // The gap of the first thread.
        threads.resize(id as usize, None);
        threads.push(Some(Rc::new(thread)));
        Some(ThreadId(id))
    }

    /// Adds a thread that runs nothing; `None` if there are as many as there can be.
    pub fn add_idle_thread(&mut self) -> Option<ThreadId> {
        self.add_thread(Thread::idle())
    }

    /// Takes away all threads but the first, which becomes the current one, with what
    /// is on their stacks. The addresses are not used again.
    pub fn remove_threads(&mut self) {
        self.select(ThreadId(0));
        self.threads = Rc::default();
        self.memory.clear_stacks();
    }

    /// Whether the threads beside the current one are where they are in another state.
    pub(super) fn threads_like(&self, other: &State) -> bool {
        self.current == other.current && Rc::ptr_eq(&self.threads, &other.threads)
    }
}
