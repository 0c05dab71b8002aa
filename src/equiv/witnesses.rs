//! A handful of inputs kept while a program is explored, which show cheaply
//! which ways its branches can go.
//!
//! Every term is evaluated once for each input, however many branches ask for
//! it: what a long run of branches costs is linear in its terms. Invariant: a
//! way that an input shows is possible, in exact semantics; a way that none
//! shows may be possible all the same.

use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Op, SymbolId, TermId, apply};

use super::Witness;
use super::claim::symbol_type;
use super::oracle::Feasible;
use super::pool::{Kind, encode};
use super::random::Random;

/// Inputs kept.
const KEPT: usize = 8;

/// Values of terms remembered for one input.
const MAX_VALUES: usize = 1 << 19;

/// The inputs.
pub(super) struct Witnesses {
    inputs: Vec<Input>,
    /// The one that is replaced next.
    oldest: usize,
}

/// An input: the values of some symbols, and a way to draw the others.
struct Input {
    style: usize,
    given: FxHashMap<SymbolId, u128>,
    values: FxHashMap<TermId, u128>,
}

impl Default for Witnesses {
    fn default() -> Witnesses {
        let input = |style| Input {
            style,
            given: FxHashMap::default(),
            values: FxHashMap::default(),
        };
        Witnesses {
            inputs: (0..KEPT).map(input).collect(),
            oldest: 0,
        }
    }
}

impl Witnesses {
    /// The ways of a one-bit condition that inputs show on which all of `path`
    /// is true.
    pub(super) fn ways(&mut self, arena: &Arena, path: &[TermId], condition: TermId) -> Feasible {
        let mut ways = Feasible::default();
        for input in &mut self.inputs {
            if !path.iter().all(|term| input.value(arena, *term) == 1) {
                continue;
            }
            match input.value(arena, condition) {
                0 => ways.not_taken = Some(true),
                _ => ways.taken = Some(true),
            }
        }
        ways
    }

    /// Keeps an input that satisfies conditions of `path`, in place of another.
    pub(super) fn keep(&mut self, arena: &Arena, path: &[TermId], witness: &Witness) {
        if !witness.functions.is_empty() {
            return;
        }
        // Symbols that the witness leaves open are as on some input of the path.
        let on_path = self
            .inputs
            .iter_mut()
            .position(|input| path.iter().all(|term| input.value(arena, *term) == 1));
        let model = &self.inputs[on_path.unwrap_or(self.oldest)];
        let (style, mut given) = (model.style, model.given.clone());
        given.extend(&witness.values);
        let replaced = &mut self.inputs[self.oldest];
        replaced.style = style;
        replaced.given = given;
        replaced.values.clear();
        self.oldest = (self.oldest + 1) % KEPT;
    }
}

impl Input {
    /// The value of a term.
    fn value(&mut self, arena: &Arena, term: TermId) -> u128 {
        if let Some(value) = self.values.get(&term) {
            return *value;
        }
        if self.values.len() > MAX_VALUES {
            self.values.clear();
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            let node = arena.node(next);
            let unknown = |child: &&TermId| !self.values.contains_key(*child);
            let waiting = open.len();
            open.extend(node.children().iter().filter(unknown));
            if open.len() == waiting {
                let value = self.compute(arena, next);
                self.values.insert(next, value);
                open.pop();
            }
        }
        self.values[&term]
    }

    /// The value of a term whose operands have theirs.
    fn compute(&self, arena: &Arena, term: TermId) -> u128 {
        let node = arena.node(term);
        let spec = node.spec();
        if let Some(value) = arena.constant_value(term) {
            return value;
        }
        if let Some(id) = arena.symbol_id(term) {
            let value = self.given.get(&id).copied();
            return value.unwrap_or_else(|| self.draw(arena, id));
        }
        let (mut widths, mut args) = ([0; 3], [0; 3]);
        let children = node.children();
        for (i, child) in children.iter().enumerate() {
            widths[i] = arena.width(*child);
            args[i] = self.values[child];
        }
        let count = children.len();
        if spec.op == Op::Apply {
            let name = arena.function_name(term::FunctionId(spec.attr));
            let value = Witness::default().function(name, spec.width, &args[..count]);
            return value & (u128::MAX >> (128 - spec.width));
        }
        apply(spec, &widths[..count], &args[..count])
    }

    /// A value for a symbol: what it is depends on the symbol and the style alone.
    fn draw(&self, arena: &Arena, id: SymbolId) -> u128 {
        let width = arena.width(arena.symbol(id).term);
        let (format, signed) = symbol_type(arena, id);
        let kind = format.map_or(Kind::Int { signed }, Kind::Float);
        let mut random = Random::new((id.0 as u64) << 8 | self.style as u64);
        let number = match self.style {
            0 => 0.0,
            1 | 5 => return random.wide() & (u128::MAX >> (128 - width)),
            2 => random.below(4) as f64,
            3 => random.below(17) as f64 - 8.0,
            4 => random.below(1 << 20) as f64 / 4096.0 - 128.0,
            6 => random.below(256) as f64,
            _ => random.below(1 << 20) as f64 / f64::from(1 << 20),
        };
        encode(kind, width, number)
    }
}
