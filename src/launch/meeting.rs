//! The functions of the device library at which items of a group meet, barriers and copies
//! apart.

use crate::program::{FunctionId, Program};

/// The primitives of `work_group.cl` and `sub_group.h` in `opencl-runtime/device`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meeting {
    /// A barrier of a sub-group: flags, and whether only active items come to it.
    pub barrier: Option<FunctionId>,
    /// All items of a sub-group give one value.
    pub same_of_sub_group: Option<FunctionId>,
    /// All items of a group give one value.
    pub same: Option<FunctionId>,
}

impl Meeting {
    /// Those that a program uses.
    pub fn of(program: &Program) -> Meeting {
        Meeting {
            barrier: program.find_function("simdiff.sub_group_barrier"),
            same_of_sub_group: program.find_function("simdiff.sub_group_same"),
            same: program.find_function("simdiff.same"),
        }
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = FunctionId> {
        [self.barrier, self.same_of_sub_group, self.same]
            .into_iter()
            .flatten()
    }

    /// Whether sub-groups meet by themselves.
    pub fn is_of_sub_groups(self) -> bool {
        self.barrier.is_some()
    }

    /// Whether a function is a meeting of the items of one sub-group.
    pub fn is_one(self, function: FunctionId) -> bool {
        [self.barrier, self.same_of_sub_group].contains(&Some(function))
    }
}
