//! Advice on how to repair a race.

use super::Side;
use crate::contract::Sizes;
use crate::frontend::AbiArg;
use crate::verdict::AccessFound;

impl Side<'_, '_> {
    /// Advice on how to order the two accesses of a race; `None` if their places are not
    /// known.
    pub(super) fn mend(&self, accesses: &[AccessFound], sizes: &Sizes) -> Option<String> {
        let ([first, second], items) = (accesses.first_chunk()?, self.entry.items(sizes)?);
        let group =
            |access: &AccessFound| access.thread.index / items.local.iter().product::<u64>();
        let line = |access: &AccessFound| {
            let at = access.location.as_ref()?;
            Some(format!("{}:{}", at.file, at.line))
        };
        let (one, other) = (line(first)?, line(second)?);
        let atomic = "an atomic function, such as atomic_add, where the order is of no matter";
        if group(first) != group(second) {
            return Some(format!(
                "barriers order the items of one group only: give each group its own place, end \
                 the launch between {one} and {other}, or use {atomic}"
            ));
        }
        let is_local = self.is_local(&first.object);
        let flag = match is_local {
            true => "CLK_LOCAL_MEM_FENCE",
            false => "CLK_GLOBAL_MEM_FENCE",
        };
        if first.barriers != second.barriers {
            let at = second.barrier.as_ref();
            let at = at.map_or(String::new(), |at| format!(" at {}:{}", at.file, at.line));
            return Some(format!(
                "the barrier{at} does not fence this memory: give it {flag}"
            ));
        }
        Some(match one == other {
            true => format!("give each item its own place, or use {atomic}"),
            false => format!(
                "a barrier({flag}) between {one} and {other}, which all items of the group reach"
            ),
        })
    }

    /// Whether the object of this name, as reports show it, is in local memory.
    fn is_local(&self, name: &str) -> bool {
        let argument = |arg: &AbiArg| matches!(arg, AbiArg::Local { name: own, .. } if own == name);
        self.entry.owns(name) || self.entry.args().iter().any(argument)
    }
}
