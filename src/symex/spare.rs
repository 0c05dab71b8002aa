//! Reuse of the memory of activations that have ended: calls and returns do not allocate
//! unless they nest more deeply than before.

use std::rc::Rc;

use super::slot::Slot;
use super::thread::Frame;

/// Most spare items kept of each kind.
const MOST: usize = 64;

/// The memory left by ended activations.
#[derive(Default)]
pub(super) struct Spare {
    registers: Vec<Vec<Slot>>,
    callers: Vec<Rc<Frame>>,
}

impl Spare {
    /// Returns an empty register file with room for `count` registers.
    #[inline]
    pub fn registers(&mut self, count: usize) -> Vec<Slot> {
        let mut registers = self.registers.pop().unwrap_or_default();
        registers.reserve(count);
        registers
    }

    /// Puts the frame of a caller in shared memory while its callee runs.
    #[inline]
    pub fn caller(&mut self, frame: Frame) -> Rc<Frame> {
        if let Some(mut caller) = self.callers.pop()
            && let Some(idle) = Rc::get_mut(&mut caller)
        {
            *idle = frame;
            return caller;
        }
        Rc::new(frame)
    }

    /// Takes the frame that a callee returns to out of shared memory.
    #[inline]
    pub fn resumed(&mut self, mut caller: Rc<Frame>) -> Frame {
        let Some(own) = Rc::get_mut(&mut caller) else {
            return Frame::clone(&caller);
        };
        let frame = std::mem::replace(own, Frame::idle());
        if self.callers.len() < MOST {
            self.callers.push(caller);
        }
        frame
    }

    /// Keeps the memory of the registers of an activation that has ended.
    #[inline]
    pub fn ended(&mut self, mut registers: Vec<Slot>) {
        if self.registers.len() < MOST {
            registers.clear();
            self.registers.push(registers);
        }
    }
}
