//! The functions of the device library at which items of a group meet, other than barriers
//! of the group and copies.

use crate::program::{FunctionId, Program};

/// The primitives of `work_group.cl` and `sub_group.h` in `opencl-runtime/device`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meeting {
    /// A barrier of a sub-group. Arguments: the flags, and whether only active items reach
    /// it.
    pub barrier: Option<FunctionId>,
    /// All items of a sub-group must pass the same value.
    pub same_of_sub_group: Option<FunctionId>,
    /// All items of a group must pass the same value.
    pub same: Option<FunctionId>,
}

impl Meeting {
    /// The primitives that a program uses.
    pub fn of(program: &Program) -> Meeting {
        Meeting {
            barrier: program.find_function("simdiff.sub_group_barrier"),
            same_of_sub_group: program.find_function("simdiff.sub_group_same"),
            same: program.find_function("simdiff.same"),
        }
    }

    /// Every primitive that the program uses.
    pub fn all(self) -> impl Iterator<Item = FunctionId> {
        [self.barrier, self.same_of_sub_group, self.same]
            .into_iter()
            .flatten()
    }

    /// Whether sub-groups meet independently of their group.
    pub fn is_of_sub_groups(self) -> bool {
        self.barrier.is_some()
    }

    /// Whether a function is a meeting of the items of one sub-group.
    pub fn is_one(self, function: FunctionId) -> bool {
        [self.barrier, self.same_of_sub_group].contains(&Some(function))
    }
}
