//! The threads of a state, and the selection of the current one.

use std::rc::Rc;

use super::pause::Pause;
use super::state::State;
use super::thread::{Thread, ThreadId};

impl State {
    /// Returns the thread that runs when the path continues.
    pub fn current(&self) -> ThreadId {
        self.current
    }

    /// Returns all threads, with the stops at which they have paused. The first thread
    /// exists from the start and pauses at the end of each call.
    pub fn threads(&self) -> impl Iterator<Item = (ThreadId, Option<&Pause>)> {
        (0..self.thread_count() as u32)
            .map(ThreadId)
            .filter_map(|id| Some((id, self.thread(id)?.paused())))
    }

    fn thread_count(&self) -> usize {
        self.threads.len().max(1)
    }

    /// Whether there are threads besides the current one.
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

    /// Adds a thread with an empty stack; `None` if the limit of threads is reached.
    pub(super) fn add_thread(&mut self, thread: Thread) -> Option<ThreadId> {
        let id = self.thread_count() as u32;
        if !self.memory.add_stack(id) {
            return None;
        }
        let threads = Rc::make_mut(&mut self.threads);
        // The first thread gets its gap here.
        threads.resize(id as usize, None);
        threads.push(Some(Rc::new(thread)));
        Some(ThreadId(id))
    }

    /// Adds an idle thread; `None` if the limit of threads is reached.
    pub fn add_idle_thread(&mut self) -> Option<ThreadId> {
        self.add_thread(Thread::idle())
    }

    /// Removes all threads but the first, which becomes current, and the objects on their
    /// stacks. The addresses are not reused.
    pub fn remove_threads(&mut self) {
        self.select(ThreadId(0));
        self.threads = Rc::default();
        self.memory.clear_stacks();
    }

    /// Whether the threads besides the current one are unchanged in both states since they
    /// split.
    pub(super) fn threads_like(&self, other: &State) -> bool {
        self.current == other.current && Rc::ptr_eq(&self.threads, &other.threads)
    }
}
