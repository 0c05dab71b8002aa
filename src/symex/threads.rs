//! The threads of a state: their start, their calls, and the selection of the current one.

use std::rc::Rc;

use super::machine::Machine;
use super::pause::Pause;
use super::slot::Slot;
use super::state::State;
use super::thread::{Activation, Frame, Thread, ThreadId};
use super::value::Value;
use crate::program::FunctionId;
use crate::verdict::Location;

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

impl Machine<'_> {
    /// Adds a thread that runs `function` once it is [selected](State::select) and
    /// [advanced](Machine::advance). `None` if the function has no body or the limit of
    /// threads is reached.
    ///
    /// Missing arguments are undefined values.
    pub fn add_thread(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: &[Value],
    ) -> Option<ThreadId> {
        let decoded = self.program.function(function);
        if !decoded.is_defined() {
            return None;
        }
        let args = args.iter().map(|arg| Slot::new(&self.builder, arg.clone()));
        let args = args.collect();
        state.activations += 1;
        let frame = Frame::entering(function, decoded, args, state.activations);
        self.reached.marks(self.program, function, false).enter(0);
        state.add_thread(Thread::starting(frame))
    }

    /// Prepares the current thread, which must be idle, to run a function with a body once
    /// it is [advanced](Machine::advance), in its current floating-point environment.
    pub(super) fn enter(&mut self, state: &mut State, function: FunctionId, args: &[Value]) {
        let decoded = self.program.function(function);
        let args = args.iter().map(|arg| Slot::new(&self.builder, arg.clone()));
        let args = args.collect();
        state.activations += 1;
        let mut frame = Frame::entering(function, decoded, args, state.activations);
        frame.height = state.memory.stack_height();
        self.reached.marks(self.program, function, false).enter(0);
        state.thread = Thread {
            mxcsr: state.thread.mxcsr,
            ..Thread::starting(frame)
        };
    }

    /// Sets the result of the call at which the current thread is paused. Without it, the
    /// result is undefined.
    pub fn answer(&mut self, state: &mut State, value: Value) {
        let frame = &state.thread.frame;
        let code = &self.program.function(frame.function).code;
        let call = (frame.pc as usize).checked_sub(1);
        let result = call.and_then(|at| code.get(at)?.result);
        if let (Some(Pause::Call { .. }), Some(register)) = (state.thread.paused(), result) {
            state.thread.frame.registers[register.0 as usize] = Slot::new(&self.builder, value);
        }
    }

    /// Returns the active functions of a thread, innermost first.
    pub fn activations(&self, state: &State, thread: ThreadId) -> Vec<Activation> {
        let frames = state.thread(thread).into_iter().flat_map(Thread::frames);
        let active = frames.rev().filter(|frame| frame.number > 0);
        let activation = |frame: &Frame| Activation {
            number: frame.number,
            function: frame.function,
            next: frame.pc,
        };
        active.map(activation).collect()
    }

    /// Returns the position of a thread and those of the calls that led there, innermost
    /// first, without positions unknown to debug info. Empty if the thread has ended.
    pub fn call_chain(&self, state: &State, thread: ThreadId) -> Vec<Location> {
        let frames = state.thread(thread).into_iter().flat_map(Thread::frames);
        let spans = frames.rev().filter_map(|frame| {
            let code = &self.program.function(frame.function).code;
            let at = (frame.pc as usize).saturating_sub(1);
            (frame.number > 0).then(|| code.get(at)).flatten()
        });
        let locations = spans.filter_map(|at| self.program.location(at.span));
        locations.cloned().collect()
    }
}
