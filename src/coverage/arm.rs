//! Choices that executions made in one direction only, and the source lines behind the
//! other.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, extent, ways_out};
use super::narrow::narrowed;
use crate::program::{Callee, FunctionId, Instruction, Kind, Register, demangled};
use crate::symex::{Reached, UNSUPPORTED};
use crate::verdict::Location;

/// One outcome of a choice: an edge of a branch, an operand of a select, the truth value of
/// a comparison, or the loss of bits by a narrowing instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arm {
    pub(super) function: FunctionId,
    /// The index in `function` of the instruction that chooses.
    pub(super) at: u32,
    /// 0 where the condition holds, 1 where it fails.
    pub(super) way: usize,
    /// The loop's header, if the arm stands for a second iteration of the loop by this
    /// edge.
    pub(super) again: Option<u32>,
}

impl Arm {
    /// The function that makes the choice.
    pub const fn function(self) -> FunctionId {
        self.function
    }
}

/// A block, by its function and its index there.
type Block = (FunctionId, u32);

impl Graph<'_> {
    /// Returns, in the order of the code, the arms that no execution took although their
    /// choice was made, and loops that never entered a second iteration. Choices that
    /// depended on inputs are left out (the executor showed that their other outcome is
    /// impossible), and so are edges that only lead to failure.
    pub fn untaken(&self, reached: &Reached) -> Vec<Arm> {
        self.arms(reached, false)
    }

    /// Returns, in the order of the code, the arms that no execution took although their choice
    /// depended on inputs: their other outcome is impossible at the sizes executed, perhaps not
    /// at others.
    pub fn impossible(&self, reached: &Reached) -> Vec<Arm> {
        self.arms(reached, true)
    }

    /// The arms not taken whose choice depended on inputs, or did not.
    fn arms(&self, reached: &Reached, open: bool) -> Vec<Arm> {
        let mut arms = Vec::new();
        for &id in self.functions() {
            for (at, instruction) in self.function(id).code.iter().enumerate() {
                let at = at as u32;
                let targets = match &instruction.kind {
                    Kind::Branch { edges, .. } => Some([edges[0].target, edges[1].target]),
                    Kind::Select { .. } => None,
                    Kind::Compare { .. } | Kind::FloatCompare { .. } => {
                        let decides = |r: Register| self.body(id).deciding.contains(&r);
                        if instruction.result.is_some_and(decides) {
                            continue;
                        }
                        None
                    }
                    _ if self.steers(id, instruction)
                        && narrowed(self.program, instruction).is_some() =>
                    {
                        // Bits were kept, so the arm that keeps them is taken.
                        if reached.ways(id, at)[0] {
                            continue;
                        }
                        None
                    }
                    _ => continue,
                };
                let ways = reached.ways(id, at);
                if reached.is_open(id, at) != open || ways == [false, false] {
                    continue;
                }
                let block = self.function(id).block_of(at);
                if let Some((header, way)) =
                    targets.and_then(|targets| self.body(id).stays(block, targets))
                    && !open
                    && ways[way]
                    && !reached.again(id, at)[way]
                {
                    arms.push(Arm {
                        function: id,
                        at,
                        way,
                        again: Some(header),
                    });
                }
                if ways == [true, true] {
                    continue;
                }
                let way = usize::from(ways[0]);
                let fails =
                    |targets: [u32; 2]| targets[0] == targets[1] || self.fails(id, targets[way]);
                if !targets.is_some_and(fails) {
                    arms.push(Arm {
                        function: id,
                        at,
                        way,
                        again: None,
                    });
                }
            }
        }
        arms
    }

    fn steers(&self, id: FunctionId, instruction: &Instruction) -> bool {
        let result = instruction.result;
        result.is_some_and(|result| self.steering.contains(id, result))
    }

    /// Whether the arm's instruction is a narrowing one, which may lose bits of a number.
    pub fn is_narrowing(&self, arm: Arm) -> bool {
        let instruction = &self.function(arm.function).code[arm.at as usize];
        narrowed(self.program, instruction).is_some()
    }

    /// Whether an arm is a question of the device library, whether operands of a builtin are
    /// open, and leads to nothing but the open function.
    pub fn is_about_open_operands(&self, arm: Arm) -> bool {
        let function = self.function(arm.function);
        let is_marked = |at: u32| function.open_operands.binary_search(&at).is_ok();
        let Kind::Branch { edges, .. } = &function.code[arm.at as usize].kind else {
            return false;
        };
        let (start, end) = extent(function, edges[arm.way].target);
        let mut behind = (start..end).map(|at| (at as u32, &function.code[at].kind));
        arm.again.is_none()
            && is_marked(arm.at)
            && behind.all(|(at, kind)| is_marked(at) || matches!(kind, Kind::Jump(_)))
    }

    /// Whether every path from a block leads only to `unreachable` or `resume`, to the end of an
    /// execution as not supported, or never ends.
    fn fails(&self, id: FunctionId, block: u32) -> bool {
        let function = self.function(id);
        let mut seen = FxHashSet::default();
        let mut open = vec![block];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let (start, end) = extent(function, at);
            if function.code[start..end].iter().any(|i| self.gives_up(i)) {
                continue;
            }
            match function.code[..end].last().map(|i| &i.kind) {
                Some(Kind::Unreachable | Kind::Resume(_)) => {}
                Some(Kind::Jump(edge)) => open.push(edge.target),
                _ => return false,
            }
        }
        true
    }

    /// Whether an instruction ends the execution as not supported.
    fn gives_up(&self, instruction: &Instruction) -> bool {
        let Kind::Call(call) = &instruction.kind else {
            return false;
        };
        let Callee::Function(callee) = call.callee else {
            return false;
        };
        &*self.function(callee).name == UNSUPPORTED
    }

    /// Whether an execution took the arm.
    pub fn is_taken(&self, arm: Arm, reached: &Reached) -> bool {
        match arm.again {
            Some(_) => reached.again(arm.function, arm.at)[arm.way],
            None => reached.ways(arm.function, arm.at)[arm.way],
        }
    }

    /// Whether executions made the arm's choice, and inputs decided neither that nor its outcome.
    pub fn is_fixed(&self, arm: Arm, reached: &Reached) -> bool {
        reached.is_fixed(arm.function, arm.at)
    }

    /// Whether an execution made the arm's choice, with any outcome.
    pub fn is_met(&self, arm: Arm, reached: &Reached) -> bool {
        reached.ways(arm.function, arm.at).contains(&true)
    }

    /// Whether taking an untaken arm would execute other code or produce other values.
    pub fn changes_something(&self, arm: Arm, reached: &Reached) -> bool {
        let function = self.function(arm.function);
        match &function.code[arm.at as usize].kind {
            _ if arm.again.is_some() => false,
            Kind::Branch { edges, .. } => {
                let edge = &edges[arm.way];
                let start = function.blocks[edge.target as usize];
                !edge.moves.is_empty() || !reached.is_executed(arm.function, start)
            }
            Kind::Compare { .. } | Kind::FloatCompare { .. } => {
                let result = function.code[arm.at as usize].result;
                result.is_some_and(|r| self.body(arm.function).results.contains(&r))
            }
            _ => true,
        }
    }

    /// Whether the code behind an arm was executed from elsewhere, so that only the choice
    /// of the arm is not covered.
    pub fn is_choice(&self, arm: Arm, reached: &Reached) -> bool {
        let function = self.function(arm.function);
        match &function.code[arm.at as usize].kind {
            Kind::Branch { edges, .. } => {
                let start = function.blocks[edges[arm.way].target as usize];
                reached.is_executed(arm.function, start)
            }
            _ => true,
        }
    }

    /// The source location of the arm's choice.
    pub fn location(&self, arm: Arm) -> Option<&Location> {
        self.location_of((arm.function, arm.at))
    }

    /// The name of a function, as the source writes it.
    pub fn name(&self, function: FunctionId) -> String {
        demangled(&self.function(function).name)
    }

    /// The source location of an instruction: of one before it in its block, if it has none of its
    /// own.
    pub fn location_of(&self, (function, at): (FunctionId, u32)) -> Option<&Location> {
        let function = self.function(function);
        let start = function.blocks[function.block_of(at) as usize];
        let mut near = function.code[start as usize..=at as usize].iter().rev();
        near.find_map(|i| self.program.location(i.span).filter(|at| at.line > 0))
    }

    /// Whether the compiler recorded lines of the user's functions.
    pub fn has_lines(&self) -> bool {
        let mut code = self
            .functions()
            .iter()
            .flat_map(|&id| &self.function(id).code);
        code.any(|i| self.program.location(i.span).is_some_and(|at| at.line > 0))
    }

    /// Returns, by file, the lines that were not executed because these arms were not
    /// taken. A line that another block executes is left out, unless no other line of its
    /// file is left.
    pub fn lines_behind(&self, arms: &[Arm], reached: &Reached) -> BTreeMap<String, BTreeSet<u32>> {
        let unreached = |(id, block): Block| {
            let start = self.function(id).blocks[block as usize];
            !reached.is_executed(id, start)
        };
        let mut blocks: FxHashSet<Block> = FxHashSet::default();
        let mut lines: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        let mut open = Vec::new();
        for arm in arms {
            match &self.function(arm.function).code[arm.at as usize].kind {
                Kind::Branch { edges, .. } => {
                    let target = (arm.function, edges[arm.way].target);
                    open.extend(Some(target).filter(|block| unreached(*block)));
                    // The target was reached by another edge.
                    if !unreached(target) {
                        self.add_line(arm.function, arm.at, &mut lines);
                    }
                }
                _ => self.add_line(arm.function, arm.at, &mut lines),
            }
        }
        while let Some(block) = open.pop() {
            if !blocks.insert(block) {
                continue;
            }
            let (id, number) = block;
            let function = self.function(id);
            let next = ways_out(function, number)
                .into_iter()
                .map(|edge| (id, edge.target));
            let (start, end) = extent(function, number);
            let called = function.code[start..end]
                .iter()
                .filter_map(|i| match &i.kind {
                    Kind::Call(call) => match call.callee {
                        Callee::Function(callee) => Some((callee, 0)),
                        Callee::Pointer(_) => None,
                    },
                    _ => None,
                });
            let own = |(callee, _): &Block| self.functions().contains(callee);
            open.extend(
                next.chain(called.filter(own))
                    .filter(|block| unreached(*block)),
            );
        }
        let executed = self.executed_lines(reached);
        for (id, block) in blocks {
            let (start, end) = extent(self.function(id), block);
            for at in start..end {
                self.add_line(id, at as u32, &mut lines);
            }
        }
        let own = arms.iter().filter_map(|arm| self.location(*arm));
        let own = own.filter(|at| at.line > 0);
        let own: BTreeSet<(&str, u32)> = own.map(|at| (at.file.as_str(), at.line)).collect();
        for (file, lines) in &mut lines {
            let ran = executed.get(file.as_str());
            let only_here: BTreeSet<u32> = lines
                .iter()
                .copied()
                .filter(|line| !ran.is_some_and(|ran| ran.contains(line)))
                .collect();
            match only_here.is_empty() {
                true => lines.retain(|line| own.contains(&(file.as_str(), *line))),
                false => *lines = only_here,
            }
        }
        lines.retain(|_, lines| !lines.is_empty());
        if lines.is_empty() {
            for (file, line) in own {
                lines.entry(file.to_owned()).or_default().insert(line);
            }
        }
        lines
    }

    fn executed_lines(&self, reached: &Reached) -> FxHashMap<&str, FxHashSet<u32>> {
        let mut lines: FxHashMap<&str, FxHashSet<u32>> = FxHashMap::default();
        for &id in self.functions() {
            let function = self.function(id);
            for block in 0..function.blocks.len() as u32 {
                let (start, end) = extent(function, block);
                if !reached.is_executed(id, start as u32) {
                    continue;
                }
                for instruction in &function.code[start..end] {
                    if let Some(at) = self.program.location(instruction.span) {
                        lines.entry(&at.file).or_default().insert(at.line);
                    }
                }
            }
        }
        lines
    }

    fn add_line(&self, id: FunctionId, at: u32, lines: &mut BTreeMap<String, BTreeSet<u32>>) {
        let span = self.function(id).code[at as usize].span;
        if let Some(location) = self.program.location(span)
            && location.line > 0
        {
            lines
                .entry(location.file.clone())
                .or_default()
                .insert(location.line);
        }
    }
}
