//! Memory of activations that have ended, for those to come: calls and returns take none
//! from the heap once they have been as deep.

use std::rc::Rc;

use super::slot::Slot;
use super::thread::Frame;

/// More is given back.
const MOST: usize = 64;

/// What ended activations have left.
#[derive(Default)]
pub(super) struct Spare {
    registers: Vec<Vec<Slot>>,
    callers: Vec<Rc<Frame>>,
}

impl Spare {
    /// Registers for an activation, none of them there yet.
    #[inline]
    pub fn registers(&mut self, count: usize) -> Vec<Slot> {
        let mut registers = self.registers.pop().unwrap_or_default();
        registers.reserve(count);
        registers
    }

    /// A frame that waits for the one that it has called.
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

    /// The frame that a callee returns to.
    #[inline]
    pub fn resumed(&mut self, mut caller: Rc<Frame>) -> Frame {
        let Some(own) = Rc::get_mut(&mut caller) else {
            // Another path waits for a callee of this activation, too.
            let mut registers = self.registers(caller.registers.len());
            registers.extend_from_slice(&caller.registers);
            return caller.with_registers(registers);
        };
        let frame = std::mem::replace(own, Frame::idle());
        if self.callers.len() < MOST {
            self.callers.push(caller);
        }
        frame
    }

    /// Takes the registers of an activation that has ended.
    #[inline]
    pub fn ended(&mut self, mut registers: Vec<Slot>) {
        if self.registers.len() < MOST {
            registers.clear();
            self.registers.push(registers);
        }
    }
}
