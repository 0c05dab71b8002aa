//! Advice on how to repair a race.

use crate::program::{Function, Program, edges};
use crate::verdict::{AccessFound, Location};

/// What the name of an asynchronous copy begins with.
const COPY: &str = "an asynchronous copy";

/// What the name of an item has before its group.
const OF_GROUP: &str = " of group ";

/// Advice on how to order the two accesses of a race of work-items, to local memory if
/// `is_local`; `None` if their places are not known.
pub fn mend(program: &Program, accesses: &[AccessFound], is_local: bool) -> Option<String> {
    let [first, second] = accesses.first_chunk()?;
    let group = |access: &AccessFound| {
        let (_, group) = access.thread.name.split_once(OF_GROUP)?;
        Some(group.to_owned())
    };
    let (one, other) = (
        line(first.location.as_ref()?),
        line(second.location.as_ref()?),
    );
    let atomic = "an atomic function, such as atomic_add, where the order is of no matter";
    let flag = match is_local {
        true => "CLK_LOCAL_MEM_FENCE",
        false => "CLK_GLOBAL_MEM_FENCE",
    };
    let is_copy = |access: &AccessFound| access.thread.name.starts_with(COPY);
    if is_local && (is_copy(first) || is_copy(second)) {
        return Some(format!(
            "a barrier({flag}) before the copy starts, and wait_group_events before the group \
             goes on with this memory"
        ));
    }
    if group(first) != group(second) && (first.within_group || second.within_group) {
        return Some(
            "give the atomic functions memory_scope_device: memory_scope_work_group does not \
             include the items of other groups"
                .to_owned(),
        );
    }
    if group(first) != group(second) {
        return Some(format!(
            "barriers order the items of one group only: give each group its own place, end the \
             launch between {one} and {other}, or use {atomic}"
        ));
    }
    if first.barriers != second.barriers {
        let at = second.barrier.as_ref();
        let at = at.map_or(String::new(), |at| format!(" at {}:{}", at.file, at.line));
        return Some(format!(
            "the barrier{at} does not fence this memory: give it {flag}"
        ));
    }
    let places = [first, second].map(|access| access.location.as_ref());
    let reached = "which all items of the group reach";
    if first.round != second.round && are_in_loop(program, places) {
        let around = match one == other {
            true => one,
            false => format!("{one} and {other}"),
        };
        return Some(format!(
            "a barrier({flag}) in the loop around {around}, {reached} in each round"
        ));
    }
    Some(match one == other {
        true if places[0] == places[1] => {
            format!("give each item its own place, or use {atomic}")
        }
        true => format!(
            "give each item its own place, or use {atomic}; if two statements of {one} access \
             it, a barrier({flag}) between these, {reached}"
        ),
        false => format!("a barrier({flag}) between {one} and {other}, {reached}"),
    })
}

/// The file and the line of a location.
fn line(at: &Location) -> String {
    format!("{}:{}", at.file, at.line)
}

/// Whether some loop of a function has instructions at both places.
fn are_in_loop(program: &Program, places: [Option<&Location>; 2]) -> bool {
    let is_at = |function: &Function, block: u32, place: Option<&Location>| {
        let mut code = function.block(block).iter();
        code.any(|i| program.location(i.span) == place)
    };
    program.functions().iter().any(|function| {
        let at = |place| {
            let blocks = 0..function.blocks.len() as u32;
            blocks.filter(move |block| is_at(function, *block, place))
        };
        at(places[0]).any(|first| {
            at(places[1]).any(|second| {
                is_after(function, first, second) && is_after(function, second, first)
            })
        })
    })
}

/// Whether one or more edges lead from a block to another.
fn is_after(function: &Function, block: u32, other: u32) -> bool {
    let (mut open, mut seen) = (vec![block], vec![false; function.blocks.len()]);
    while let Some(block) = open.pop() {
        let last = function.block(block).last();
        for edge in last.map(edges).unwrap_or_default() {
            if edge.target == other {
                return true;
            }
            if !std::mem::replace(&mut seen[edge.target as usize], true) {
                open.push(edge.target);
            }
        }
    }
    false
}
