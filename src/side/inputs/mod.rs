//! The symbolic inputs of one run: a contract and concrete sizes become
//! buffers of symbols, the same for both versions.
//!
//! Every buffer starts with one symbol per scalar leaf, outputs included
//! (decision 1), and one symbol per padding byte, so that no byte is
//! uninitialised that a caller could have set.

mod admitted;
mod cells;
mod chains;
mod error;
mod fixed;
mod indices;
mod named;
mod order;
mod param;
mod relations;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, SymbolId, TermId};

use order::Orders;

use super::place::Place;
use super::starts::Starts;
use crate::contract::{Contract, Direction, Range, Scalar, Sizes};
use crate::start::Start;

pub use cells::Cell;
pub use error::InputError;
pub(super) use error::MAX_BUFFER_BYTES;

/// The input that one parameter receives.
#[derive(Clone, Debug)]
pub enum Input {
    /// A pointer to memory of its own, or an aggregate passed by value.
    Memory {
        /// Length of the memory in bytes.
        bytes: u64,
        /// Where the pointer points, in bytes from the start of the memory.
        origin: u64,
        /// The scalars of the memory, by ascending offset.
        cells: Vec<Cell>,
        /// The scalars beyond the buffer's length, in the reference's run and in the
        /// port's: different symbols, so that no result may depend on them.
        spare: [Vec<Cell>; 2],
        /// How the functions may use the memory.
        direction: Direction,
        /// Where the memory starts.
        start: Start,
        /// The members of an image's header: offset in bytes, width in bits, and value.
        /// Empty for other memory.
        image: Vec<(u64, u8, u64)>,
    },
    /// The pointer that another parameter receives, by that parameter's index.
    SameAs(usize),
    /// A symbolic scalar.
    Value {
        /// The type of the scalar.
        scalar: Scalar,
        /// The symbol of the scalar.
        term: TermId,
    },
    /// A fixed scalar: a constant or a size.
    Fixed {
        /// The type of the scalar.
        scalar: Scalar,
        /// The bits of the scalar.
        bits: u128,
    },
}

impl Input {
    /// A null pointer.
    pub const NULL: Input = Input::Fixed {
        scalar: Scalar::Int {
            bits: 64,
            signed: false,
        },
        bits: 0,
    };
}

/// All inputs of one run: the contract's parameters, then its global variables.
pub struct Inputs {
    /// One entry per parameter, followed by one per global variable.
    pub args: Vec<Input>,
    /// The number of parameters.
    pub params: usize,
    /// The parameters in the order in which their buffers lie in memory.
    pub order: Vec<usize>,
    /// The ranges that the contract gives to symbols.
    pub ranges: FxHashMap<SymbolId, Range>,
    /// Further conditions on the symbols, one bit each.
    pub conditions: Vec<TermId>,
    /// Whether relations of the contract restrict inputs of these sizes.
    pub related: bool,
    /// The order that the conditions impose on symbols, as far as they are simple
    /// comparisons.
    orders: Orders,
    /// The values of symbols that conditions equate with an integer.
    fixed: FxHashMap<TermId, u128>,
    /// The values of symbols that have only a list of values.
    pub listed: FxHashMap<SymbolId, Vec<u128>>,
    /// The sizes of the run.
    pub sizes: Sizes,
    /// The byte offsets of the pointers in each global variable.
    pub pointers: Vec<Vec<u32>>,
    /// A parameter whose pointer points farther into its memory than the memory's own origin,
    /// and by how many bytes.
    moved: Option<(usize, u64)>,
}

impl Inputs {
    /// The value in memory before the run; `None` for results and fixed arguments.
    pub fn before(&self, place: Place) -> Option<TermId> {
        let Place::Memory { param, offset, .. } = place else {
            return None;
        };
        let Some(Input::Memory { cells, .. }) = self.args.get(param) else {
            return None;
        };
        let at = cells.binary_search_by_key(&offset, |cell| cell.offset);
        at.ok().map(|at| cells[at].term)
    }

    /// Makes the inputs of `contract` at `sizes`, in buffers that start at `starts`.
    ///
    /// # Errors
    /// If a length, an alias or a size has no value; see [`InputError`].
    pub fn new(
        builder: &mut Builder,
        contract: &Contract,
        sizes: &Sizes,
        starts: &Starts,
    ) -> Result<Inputs, InputError> {
        let mut inputs = Inputs {
            args: Vec::new(),
            params: contract.params.len(),
            order: starts.order.clone(),
            ranges: FxHashMap::default(),
            conditions: Vec::new(),
            related: false,
            pointers: contract
                .globals
                .iter()
                .map(|g| g.pointers.clone())
                .collect(),
            orders: Orders::default(),
            fixed: FxHashMap::default(),
            listed: FxHashMap::default(),
            sizes: sizes.clone(),
            moved: None,
        };
        for (index, param) in contract.params.iter().enumerate() {
            if starts.null.contains(&index) {
                inputs.args.push(Input::NULL);
                continue;
            }
            let start = starts.of(contract, index);
            let input = inputs.param(builder, contract, param, (sizes, start))?;
            inputs.args.push(input);
        }
        for global in &contract.globals {
            let input = inputs.global(builder, global)?;
            inputs.args.push(input);
        }
        inputs.relate(builder, contract)?;
        Ok(inputs)
    }

    /// Every symbol with its type, padding included.
    pub fn scalars(&self) -> impl Iterator<Item = (TermId, Scalar)> {
        self.args.iter().flat_map(|arg| match arg {
            Input::Memory { cells, spare, .. } => {
                let all = cells.iter().chain(spare.iter().flatten());
                all.map(|cell| (cell.term, cell.scalar)).collect()
            }
            Input::Value { scalar, term } => vec![(*term, *scalar)],
            Input::SameAs(_) | Input::Fixed { .. } => Vec::new(),
        })
    }

    /// The place to which a parameter's pointer points, in bytes from the start of its
    /// memory.
    pub fn origin(&self, param: usize) -> u64 {
        let moved = self.moved.filter(|(moved, _)| *moved == param);
        let own = match &self.args[param] {
            Input::Memory { origin, .. } => *origin,
            Input::SameAs(first) => match &self.args[*first] {
                Input::Memory { origin, .. } => *origin,
                _ => 0,
            },
            Input::Value { .. } | Input::Fixed { .. } => 0,
        };
        own + moved.map_or(0, |(_, bytes)| bytes)
    }

    /// Copies the inputs, with the values of a witness as constants of another builder.
    /// `arena` holds the symbols of these inputs.
    pub fn concrete(
        &self,
        arena: &Arena,
        witness: &dyn Assignment,
        builder: &mut Builder,
    ) -> Inputs {
        let mut constant = |term: TermId| {
            let value = arena
                .symbol_id(term)
                .map_or(0, |symbol| witness.symbol(symbol));
            builder.constant(arena.width(term), value)
        };
        let mut args = self.args.clone();
        for arg in &mut args {
            match arg {
                Input::Memory { cells, spare, .. } => {
                    let all = cells.iter_mut().chain(spare.iter_mut().flatten());
                    all.for_each(|cell| cell.term = constant(cell.term));
                }
                Input::Value { term, .. } => *term = constant(*term),
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        self.given(args)
    }

    /// These inputs with the pointer of a parameter moved by some bytes.
    pub fn with_moved(self, moved: Option<(usize, u64)>) -> Inputs {
        Inputs { moved, ..self }
    }

    /// Inputs of the same sizes with these arguments, and without any ranges or conditions.
    pub fn given(&self, args: Vec<Input>) -> Inputs {
        Inputs {
            args,
            params: self.params,
            order: self.order.clone(),
            ranges: FxHashMap::default(),
            conditions: Vec::new(),
            related: false,
            orders: Orders::default(),
            fixed: FxHashMap::default(),
            listed: FxHashMap::default(),
            sizes: self.sizes.clone(),
            pointers: self.pointers.clone(),
            moved: None,
        }
    }

    /// For each byte of an input in memory, whether a scalar covers it. Padding of a
    /// parameter counts, since it has symbols of its own.
    pub fn set(&self, index: usize) -> Vec<bool> {
        let Input::Memory { bytes, cells, .. } = &self.args[index] else {
            return Vec::new();
        };
        let mut set = vec![false; *bytes as usize];
        for cell in cells {
            let size = usize::from(cell.scalar.bits()).div_ceil(8);
            set[cell.offset as usize..][..size].fill(true);
        }
        set
    }
}
