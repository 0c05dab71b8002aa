//! The call graph of one version, and the control flow and definitions of its functions.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::narrow::Steering;
use super::space::Space;
use super::write::{Object, Site, Writes};
use crate::budgets::coverage::{CHAIN_CALLS, CHAIN_STEPS, CHAINS, LIBRARY_FUNCTIONS};
use crate::program::{
    Callee, Constant, Edge, Function, FunctionId, Kind, Operand, Program, Register, TypeId, edges,
};

/// The functions of one version, as guards need them.
pub struct Graph<'p> {
    pub(super) program: &'p Program,
    pub(super) root: FunctionId,
    bodies: FxHashMap<FunctionId, Body>,
    /// The call sites of each function, in the order of the calling code.
    sites: FxHashMap<FunctionId, Vec<Site>>,
    /// The user's functions, each caller before functions that only it calls.
    order: Vec<FunctionId>,
    /// The user's functions and library functions with a body, in the order of discovery.
    known: Vec<FunctionId>,
    /// The index space of a kernel's launch, if the sizes of its groups are known.
    pub(super) space: Option<Space>,
    /// Registers that decide branches, addresses and lengths.
    pub(super) steering: Steering,
    /// The writes of objects that have been computed so far.
    pub(super) writes: RefCell<FxHashMap<Object, Rc<Writes>>>,
}

/// A function's control flow and definitions.
#[derive(Default)]
pub(super) struct Body {
    /// For each block its predecessors.
    pub(super) before: Vec<Vec<u32>>,
    /// The index of the instruction that defines a register.
    pub(super) defined_at: FxHashMap<Register, u32>,
    /// For each phi, the incoming operand of each predecessor.
    pub(super) incoming: FxHashMap<Register, Vec<(u32, Operand)>>,
    /// Registers that are the condition of a branch or of a scalar select.
    pub(super) deciding: FxHashSet<Register>,
    /// Truth values that become results: they are extended to numbers, stored or returned,
    /// perhaps after logical operations.
    pub(super) results: FxHashSet<Register>,
    /// Loops: the header and all blocks of each.
    loops: Vec<(u32, FxHashSet<u32>)>,
}

impl<'p> Graph<'p> {
    /// Builds the graph of the functions that `root` calls directly or indirectly, through pointers
    /// too. Arms are
    /// those of functions for which `is_own` holds (the user's); other functions only tell
    /// what values they compute.
    pub fn of(program: &'p Program, root: FunctionId, is_own: &dyn Fn(&Function) -> bool) -> Self {
        let mut graph = Graph {
            program,
            root,
            bodies: FxHashMap::default(),
            sites: FxHashMap::default(),
            order: Vec::new(),
            known: vec![root],
            space: None,
            steering: Steering::default(),
            writes: RefCell::default(),
        };
        let pointed = pointed(program);
        let (mut at, mut foreign) = (0, 0);
        while let Some(&id) = graph.known.get(at) {
            at += 1;
            let function = program.function(id);
            if id == root || is_own(function) {
                graph.order.push(id);
            }
            graph.bodies.insert(id, Body::of(program, function));
            for (pc, callee) in calls(program, function, &pointed) {
                let function = program.function(callee);
                if !function.is_defined() {
                    continue;
                }
                if !graph.known.contains(&callee) {
                    if !is_own(function) {
                        foreign += 1;
                        if foreign > LIBRARY_FUNCTIONS {
                            continue;
                        }
                    }
                    graph.known.push(callee);
                }
                graph.sites.entry(callee).or_default().push((id, pc));
            }
        }
        graph.steering = Steering::of(program, &graph.known);
        graph
    }

    /// The graph of a kernel that runs in this index space.
    #[must_use]
    pub fn launched_in(self, space: Option<Space>) -> Self {
        Graph { space, ..self }
    }

    /// The version's root function and the user's functions that it calls.
    pub(super) fn functions(&self) -> &[FunctionId] {
        &self.order
    }

    /// All functions that the graph contains, library functions included.
    pub(super) fn known(&self) -> &[FunctionId] {
        &self.known
    }

    /// Whether the graph contains a function.
    pub(super) fn knows(&self, id: FunctionId) -> bool {
        self.bodies.contains_key(&id)
    }

    pub(super) fn function(&self, id: FunctionId) -> &'p Function {
        self.program.function(id)
    }

    pub(super) fn body(&self, id: FunctionId) -> &Body {
        &self.bodies[&id]
    }

    /// Returns every chain of calls from the root function to `id`, outermost call first;
    /// `None` if the chains are too many or too long, or a call is not known.
    pub(super) fn chains(&self, id: FunctionId) -> Option<Vec<Vec<Site>>> {
        let mut found = Vec::new();
        let mut open = vec![(id, Vec::new())];
        let mut steps = 0;
        while let Some((callee, chain)) = open.pop() {
            steps += 1;
            if steps > CHAIN_STEPS {
                return None;
            }
            if callee == self.root {
                found.push(chain);
                if found.len() > CHAINS {
                    return None;
                }
                continue;
            }
            let sites = self.sites.get(&callee)?;
            if chain.len() == CHAIN_CALLS {
                return None;
            }
            for site in sites {
                let mut longer = vec![*site];
                longer.extend(&chain);
                open.push((site.0, longer));
            }
        }
        Some(found)
    }

    /// Whether the version's own code has vector operations.
    pub fn has_vectors(&self) -> bool {
        let is_vector = |ty| {
            self.program
                .ty(ty)
                .lanes()
                .is_some_and(|(_, count)| count > 1)
        };
        let code = self.order.iter().flat_map(|id| &self.function(*id).code);
        let mut kinds = code.map(|instruction| &instruction.kind);
        kinds.any(|kind| match kind {
            Kind::Load { ty, .. } | Kind::Store { ty, .. } | Kind::Select { ty, .. } => {
                is_vector(*ty)
            }
            Kind::Shuffle { .. } | Kind::ExtractElement { .. } => true,
            _ => false,
        })
    }
}

/// The calls of a function, each with the functions that it may reach: `pointed` are those that a
/// pointer may lead to.
fn calls<'a>(
    program: &'a Program,
    function: &'a Function,
    pointed: &'a [FunctionId],
) -> impl Iterator<Item = (u32, FunctionId)> {
    let code = function.code.iter().enumerate();
    code.flat_map(move |(pc, instruction)| {
        let callees = match &instruction.kind {
            Kind::Call(call) => match call.callee {
                Callee::Function(id) => vec![id],
                Callee::Pointer(_) => {
                    let fits = |id: &&FunctionId| {
                        program.function(**id).params.len() == call.arguments.len()
                    };
                    pointed.iter().filter(fits).copied().collect()
                }
            },
            _ => Vec::new(),
        };
        callees.into_iter().map(move |callee| (pc as u32, callee))
    })
}

/// The functions whose addresses are among the constants of a program, in this order.
fn pointed(program: &Program) -> Vec<FunctionId> {
    let constants = program
        .constants()
        .iter()
        .filter_map(|constant| match constant {
            Constant::Scalar { bits: 64, value } => *value,
            _ => None,
        });
    let initial = program.globals().iter().flat_map(|global| &global.initial);
    let initial = initial.flat_map(|scalars| scalars.iter());
    let initial = initial
        .filter(|scalar| scalar.bits == 64)
        .filter_map(|scalar| scalar.value);
    let all = constants.chain(initial);
    let called = all.filter_map(|value| program.function_at(u64::try_from(value).ok()?));
    let mut called: Vec<FunctionId> = called.collect();
    called.sort_unstable_by_key(|id| id.0);
    called.dedup();
    called
}

/// The truth values (one bit, or a vector of bits) that become results.
fn results(program: &Program, function: &Function) -> FxHashSet<Register> {
    let is_bit = |ty: TypeId| {
        let lanes = program.ty(ty).lanes();
        lanes.is_some_and(|(scalar, _)| scalar.bits() == 1)
    };
    let mut found: FxHashSet<Register> = FxHashSet::default();
    // Backwards, as uses follow definitions; phis need the iteration to a fixed point.
    loop {
        let before = found.len();
        for instruction in function.code.iter().rev() {
            let passes = instruction.result.is_some_and(|r| found.contains(&r));
            let used: Vec<Operand> = match &instruction.kind {
                Kind::Cast { arg, from, .. } if from.bits() == 1 => vec![*arg],
                Kind::Bitcast { arg, from, .. } if is_bit(*from) => vec![*arg],
                Kind::Select { args, ty, .. } => match (is_bit(*ty), passes) {
                    (true, true) => args.to_vec(),
                    (false, _) if program.ty(*ty).lanes().is_none_or(|(_, n)| n > 1) => {
                        vec![args[0]]
                    }
                    _ => continue,
                },
                Kind::Return(Some(value)) if is_bit(function.result) => vec![*value],
                Kind::Store { value, ty, .. } if is_bit(*ty) => vec![*value],
                Kind::Integer { args, bits: 1, .. } if passes => args.to_vec(),
                Kind::Freeze { arg, .. } if passes => vec![*arg],
                Kind::Shuffle { args, .. } if passes => args.to_vec(),
                _ => Vec::new(),
            };
            let registers = used.iter().filter_map(|operand| match operand {
                Operand::Register(register) => Some(*register),
                Operand::Constant(_) => None,
            });
            found.extend(registers);
            for edge in edges(instruction) {
                for (register, operand) in &edge.moves {
                    if let (true, Operand::Register(from)) = (found.contains(register), operand) {
                        found.insert(*from);
                    }
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The range of a block's instructions: the first index, and the index after the last.
pub(super) fn extent(function: &Function, block: u32) -> (usize, usize) {
    let start = function.blocks[block as usize] as usize;
    let next = function.blocks.get(block as usize + 1);
    (
        start,
        next.map_or(function.code.len(), |next| *next as usize),
    )
}

/// The edges to a block's successors.
pub(super) fn ways_out(function: &Function, block: u32) -> Vec<&Edge> {
    let (start, end) = extent(function, block);
    function.code[start..end]
        .last()
        .map(edges)
        .unwrap_or_default()
}

impl Body {
    fn of(program: &Program, function: &Function) -> Body {
        let count = function.blocks.len();
        let mut body = Body {
            before: vec![Vec::new(); count],
            ..Body::default()
        };
        for (pc, instruction) in function.code.iter().enumerate() {
            if let Some(register) = instruction.result {
                body.defined_at.insert(register, pc as u32);
            }
            let scalar = |ty: &TypeId| program.ty(*ty).lanes().is_some_and(|(_, n)| n == 1);
            let (used, set) = match &instruction.kind {
                Kind::Branch { condition, .. } => (*condition, &mut body.deciding),
                Kind::Select { args, ty, .. } if scalar(ty) => (args[0], &mut body.deciding),
                _ => continue,
            };
            if let Operand::Register(register) = used {
                set.insert(register);
            }
        }
        for block in 0..count as u32 {
            for edge in ways_out(function, block) {
                body.before[edge.target as usize].push(block);
                for (register, operand) in &edge.moves {
                    let incoming = body.incoming.entry(*register).or_default();
                    incoming.push((block, *operand));
                }
            }
        }
        body.results = results(program, function);
        for header in 0..count as u32 {
            let mut open = body.latches(function, header);
            if open.is_empty() {
                continue;
            }
            let mut inside = FxHashSet::from_iter([header]);
            while let Some(block) = open.pop() {
                if inside.insert(block) {
                    open.extend(&body.before[block as usize]);
                }
            }
            body.loops.push((header, inside));
        }
        body
    }

    /// Whether a block belongs to a loop.
    pub(super) fn repeats(&self, block: u32) -> bool {
        self.loops.iter().any(|(_, inside)| inside.contains(&block))
    }

    /// The header of the innermost loop around a block that a branch there leaves, and the
    /// index of the edge that stays in the loop.
    pub(super) fn stays(&self, block: u32, targets: [u32; 2]) -> Option<(u32, usize)> {
        let around = self
            .loops
            .iter()
            .filter(|(_, inside)| inside.contains(&block));
        let leaving = around.filter_map(|(header, inside)| {
            let stays = targets.map(|target| inside.contains(&target));
            let way = usize::from(stays[1]);
            (stays[0] != stays[1]).then_some((inside.len(), *header, way))
        });
        leaving.min().map(|(_, header, way)| (header, way))
    }

    /// The latches of the loop whose header is `header`: the predecessors that it
    /// dominates. Empty for other blocks.
    pub(super) fn latches(&self, function: &Function, header: u32) -> Vec<u32> {
        let before = self.before[header as usize].iter().copied();
        before
            .filter(|from| function.flow.dominates(header, *from))
            .collect()
    }
}
