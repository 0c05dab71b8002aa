//! Evaluation of a cone on many assignments at once, for exhaustive proofs and for sampling.
//!
//! Invariant: every lane holds the values that [`crate::Evaluator`] would compute.

mod kernel;

use crate::arena::{Arena, SymbolId};
use crate::cone::Cone;
use crate::node::TermId;
use crate::op::{Op, Spec};

/// Number of assignments evaluated by one [`Tape::run`].
pub const LANES: usize = 256;

/// The values of one term, one for each lane.
pub type Column = [u64; LANES];

/// One operation on columns.
struct Instruction {
    spec: Spec,
    widths: [u8; 3],
    args: [u32; 3],
    result: u32,
}

/// A cone compiled to straight-line operations on columns. Temporary columns
/// are reused as soon as their last reader has run, so that they stay in cache.
pub struct Tape {
    symbols: Vec<SymbolId>,
    masks: Vec<u64>,
    code: Vec<Instruction>,
    #[expect(clippy::vec_box, reason = "a result is swapped in, not copied")]
    columns: Vec<Box<Column>>,
    /// Receives a result before it is swapped with its column.
    spare: Box<Column>,
    outputs: Vec<u32>,
}

impl Tape {
    /// Whether a cone's terms fit in columns: none is wider than 64 bits, and none is an
    /// uninterpreted function.
    pub fn accepts(arena: &Arena, cone: &Cone) -> bool {
        let fits = |term: &TermId| {
            let node = arena.node(*term);
            node.width() <= 64 && node.op() != Op::Apply
        };
        cone.terms.iter().all(fits)
    }

    /// Compiles `cone`, which must contain `roots`. `None` when a root is missing, a width is
    /// above 64, or the cone contains an uninterpreted function: evaluation with one
    /// interpretation of it would prove nothing about others.
    pub fn compile(arena: &Arena, cone: &Cone, roots: &[TermId]) -> Option<Tape> {
        if !Tape::accepts(arena, cone) {
            return None;
        }
        let roots: Option<Vec<usize>> = roots.iter().map(|&root| cone.position(root)).collect();
        let roots = roots?;
        let mut readers = vec![0u32; cone.len()];
        let operands = |term: TermId| {
            let children = arena.node(term).children().iter();
            children.map(|&child| cone.position(child))
        };
        for &term in &cone.terms {
            for operand in operands(term) {
                readers[operand?] += 1;
            }
        }
        let mut tape = Tape {
            symbols: cone.symbols(arena),
            masks: Vec::new(),
            code: Vec::new(),
            columns: Vec::new(),
            spare: Box::new([0; LANES]),
            outputs: Vec::new(),
        };
        // Inputs, constants and outputs keep their columns.
        let keep = u32::MAX;
        roots.iter().for_each(|&root| readers[root] = keep);
        let mut column_of = vec![0u32; cone.len()];
        for (i, &term) in cone.terms.iter().enumerate() {
            if arena.symbol_id(term).is_some() {
                readers[i] = keep;
                column_of[i] = tape.add_column(0);
                tape.masks.push(mask(arena.width(term)));
            }
        }
        for (i, &term) in cone.terms.iter().enumerate() {
            if let Some(value) = arena.constant_value(term) {
                readers[i] = keep;
                column_of[i] = tape.add_column(value as u64);
            }
        }
        let mut free = Vec::new();
        for (i, &term) in cone.terms.iter().enumerate() {
            let node = arena.node(term);
            if matches!(node.op(), Op::Symbol | Op::Const) {
                continue;
            }
            let (mut args, mut widths) = ([0; 3], [0; 3]);
            for (k, operand) in operands(term).enumerate() {
                let operand = operand?;
                args[k] = column_of[operand];
                widths[k] = arena.width(cone.terms[operand]);
                if readers[operand] != keep {
                    readers[operand] -= 1;
                    if readers[operand] == 0 {
                        free.push(column_of[operand]);
                    }
                }
            }
            let result = free.pop().unwrap_or_else(|| tape.add_column(0));
            column_of[i] = result;
            if readers[i] == 0 {
                free.push(result);
            }
            tape.code.push(Instruction {
                spec: node.spec(),
                widths,
                args,
                result,
            });
        }
        tape.outputs = roots.iter().map(|&root| column_of[root]).collect();
        Some(tape)
    }

    fn add_column(&mut self, value: u64) -> u32 {
        self.columns.push(Box::new([value; LANES]));
        self.columns.len() as u32 - 1
    }

    /// The free variables, in the order of [`Tape::inputs_mut`].
    pub fn symbols(&self) -> &[SymbolId] {
        &self.symbols
    }

    /// The values of the `i`-th free variable. They persist from run to run; bits above the
    /// variable's width are dropped.
    pub fn inputs_mut(&mut self, i: usize) -> &mut Column {
        &mut self.columns[..self.symbols.len()][i]
    }

    /// Evaluates all lanes.
    pub fn run(&mut self) {
        for (column, mask) in self.columns.iter_mut().zip(&self.masks) {
            column.iter_mut().for_each(|x| *x &= mask);
        }
        for instruction in &self.code {
            let args = instruction.args.map(|i| &*self.columns[i as usize]);
            kernel::execute(instruction.spec, &instruction.widths, args, &mut self.spare);
            let result = &mut self.columns[instruction.result as usize];
            std::mem::swap(result, &mut self.spare);
        }
    }

    /// The values of the `i`-th root after the last run.
    pub fn output(&self, i: usize) -> &Column {
        &self.columns[self.outputs[i] as usize]
    }
}

/// A mask of the low `width` bits, `width` at most 64.
const fn mask(width: u8) -> u64 {
    crate::bits::mask(width) as u64
}
