//! The dependencies of a value, and the parameters of a version.

use crate::contract::Length;

/// What a parameter of a version's root function holds.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// The value of a size expression.
    Size(Length),
    /// A constant.
    Constant(u128),
    /// The address of a buffer.
    Address,
    /// An arbitrary number.
    Input,
}

/// What a value depends on, apart from inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depends {
    /// It depends on sizes or on the iteration count of a loop.
    pub sizes: bool,
    /// It depends on the program's own memory, which may hold values that depend on sizes.
    pub memory: bool,
    /// The objects on whose addresses it depends: one bit for each.
    pub(super) addresses: u64,
    /// It depends on whether an allocation fails; no allocation does in an execution.
    pub allocation: bool,
    /// It depends on the group of a work-item, and with it on the number of items.
    pub group: bool,
    /// It depends on a value that was fixed for the question.
    pub(super) fixed: bool,
    /// It depends on a parameter or a variable that is an input, or on a function of a library.
    pub(super) inputs: bool,
}

impl Depends {
    /// The dependencies of a value loaded from unknown memory.
    pub(super) const MEMORY: Depends = Depends {
        sizes: false,
        memory: true,
        addresses: 0,
        allocation: false,
        group: false,
        fixed: false,
        inputs: false,
    };

    /// The dependencies of an input.
    pub(super) const INPUT: Depends = Depends {
        memory: false,
        inputs: true,
        ..Depends::MEMORY
    };

    /// The dependencies of a result that unknown code computes from such a value, possibly
    /// by reading what addresses in it point to.
    pub(super) fn opaque(self) -> Depends {
        Depends {
            memory: self.memory || self.addresses != 0,
            addresses: 0,
            ..self
        }
    }

    pub(super) fn and(self, other: Depends) -> Depends {
        Depends {
            sizes: self.sizes || other.sizes,
            memory: self.memory || other.memory,
            addresses: self.addresses | other.addresses,
            allocation: self.allocation || other.allocation,
            group: self.group || other.group,
            fixed: self.fixed || other.fixed,
            inputs: self.inputs || other.inputs,
        }
    }

    /// The dependencies of a difference or comparison of two values. Of two addresses in
    /// one object only the distance matters.
    pub(super) fn apart(self, other: Depends) -> Depends {
        let both = self.and(other);
        match self.addresses == other.addresses {
            true => Depends {
                addresses: 0,
                ..both
            },
            false => both,
        }
    }

    /// Whether the value depends on addresses of objects.
    pub fn on_addresses(self) -> bool {
        self.addresses != 0
    }

    /// Whether the value depends on a value that was fixed for the question and on sizes.
    pub(super) fn is_fixed_for_sizes(self) -> bool {
        self.fixed && self.sizes
    }

    /// Whether the value depends on nothing but sizes and constants, as far as is known.
    pub(super) fn is_of_sizes(self) -> bool {
        let others = self.memory || self.inputs || self.allocation || self.group;
        !others && self.addresses == 0
    }

    /// Whether the value may depend on a size.
    pub fn on_sizes(self) -> bool {
        self.sizes || self.memory
    }
}
