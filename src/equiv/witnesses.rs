//! Inputs kept during symbolic execution, which show cheaply which values branch conditions can
//! take.
//!
//! Every term is evaluated once on all inputs, however many branches use it, so a long run of
//! branches costs one evaluation of its terms. Invariant: a value that an input shows is
//! possible, in exact semantics; a value that none shows may be possible too.

use std::collections::BTreeMap;

use fastrand::Rng;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, FunctionId, Op, SymbolId, TermId, apply};

use super::Witness;
use super::claim::symbol_type;
use super::decision::Feasible;
use super::pool::{Kind, encode};
use crate::budgets::witness::CACHED_TERMS;

/// Number of inputs kept: one for each bit of a word.
const KEPT: usize = 64;

/// The values of a term of at most 64 bits on each input.
type Column = [u64; KEPT];

/// The kept inputs, and the cached values of terms on them.
pub(super) struct Witnesses {
    inputs: Vec<Input>,
    /// Index of the input that is replaced next.
    oldest: usize,
    positions: FxHashMap<TermId, u32>,
    columns: Vec<Column>,
    /// The conditions of the last path, each with the inputs on which it and those before are true.
    on_path: Vec<(TermId, u64)>,
}

/// The given values of some symbols, and the style in which the others are drawn.
#[derive(Clone)]
struct Input {
    style: usize,
    given: FxHashMap<SymbolId, u128>,
}

impl Default for Witnesses {
    fn default() -> Witnesses {
        let input = |style| Input {
            style,
            given: FxHashMap::default(),
        };
        Witnesses {
            inputs: (0..KEPT).map(input).collect(),
            oldest: 0,
            positions: FxHashMap::default(),
            columns: Vec::new(),
            on_path: Vec::new(),
        }
    }
}

impl Witnesses {
    /// The values of a one-bit condition on the kept inputs on which all of `path` is true.
    pub(super) fn ways(&mut self, arena: &Arena, path: &[TermId], condition: TermId) -> Feasible {
        let shown = |inputs: u64| (inputs != 0).then_some(true);
        match (self.admitted(arena, path), self.bits(arena, condition)) {
            (Some(on_path), Some(holds)) => Feasible {
                taken: shown(on_path & holds),
                not_taken: shown(on_path & !holds),
            },
            _ => Feasible::default(),
        }
    }

    /// The most frequent value of a term of at most 64 bits on the inputs on which all of `path`
    /// is true; the smallest of several.
    pub(super) fn usual_value(
        &mut self,
        arena: &Arena,
        path: &[TermId],
        term: TermId,
    ) -> Option<u128> {
        let on_path = self.admitted(arena, path)?;
        let position = self.evaluate(arena, term)?;
        let column = self.columns[position].iter().enumerate();
        let mut counts = BTreeMap::new();
        for (_, value) in column.filter(|(i, _)| on_path >> i & 1 == 1) {
            *counts.entry(*value).or_insert(0) += 1;
        }
        let most = counts.iter().rev().max_by_key(|(_, count)| **count)?;
        Some(u128::from(*most.0))
    }

    /// The kept inputs, each with a value for every symbol so far.
    pub(super) fn inputs(&self, arena: &Arena) -> Vec<Witness> {
        let symbols = (0..arena.symbols().len() as u32).map(SymbolId);
        let value = |input: &Input, id| (id, input.symbol(arena, id));
        let input = |input: &Input| Witness {
            values: symbols.clone().map(|id| value(input, id)).collect(),
            ..Witness::default()
        };
        self.inputs.iter().map(input).collect()
    }

    /// Keeps an input that satisfies `path`, in place of the oldest one.
    pub(super) fn keep(&mut self, arena: &Arena, path: &[TermId], witness: &Witness) {
        if !witness.functions.is_empty() {
            return;
        }
        // Symbols that the witness leaves open take their values from an input on the path.
        let on_path = self.admitted(arena, path).unwrap_or(0);
        let like = match on_path {
            0 => self.oldest,
            inputs => inputs.trailing_zeros() as usize,
        };
        let mut input = self.inputs[like].clone();
        input.given.extend(&witness.values);
        self.inputs[self.oldest] = input;
        self.renew(arena, self.oldest);
        self.oldest = (self.oldest + 1) % KEPT;
    }

    /// Recomputes the cached values on one input.
    fn renew(&mut self, arena: &Arena, input: usize) {
        self.on_path.clear();
        // Operands have smaller positions.
        let mut terms: Vec<(u32, TermId)> = self.positions.iter().map(|(t, p)| (*p, *t)).collect();
        terms.sort_unstable();
        for (position, term) in terms {
            let mut value = [0];
            if self.compute_on(arena, term, input, &mut value).is_some() {
                self.columns[position as usize][input] = value[0];
            }
        }
    }

    fn forget(&mut self) {
        self.positions.clear();
        self.columns.clear();
    }

    /// The inputs on which all of `path` is true, as a bit set; `None` if a condition contains
    /// terms too wide to be evaluated here.
    fn admitted(&mut self, arena: &Arena, path: &[TermId]) -> Option<u64> {
        let mut known = self.on_path.iter().zip(path);
        let common = known.position(|((known, _), term)| known != term);
        self.on_path.truncate(common.unwrap_or(path.len()));
        let mut all = self.on_path.last().map_or(u64::MAX, |(_, all)| *all);
        for term in &path[self.on_path.len()..] {
            all &= self.bits(arena, *term)?;
            self.on_path.push((*term, all));
        }
        Some(all)
    }

    /// The inputs on which a one-bit term is true, as a bit set.
    fn bits(&mut self, arena: &Arena, term: TermId) -> Option<u64> {
        let position = self.evaluate(arena, term)?;
        let column = self.columns[position].iter();
        Some(column.rev().fold(0, |bits, value| bits << 1 | value & 1))
    }

    /// Evaluates a term and returns the index of its column; `None` if it is too wide or there
    /// are too many terms.
    fn evaluate(&mut self, arena: &Arena, term: TermId) -> Option<usize> {
        if let Some(position) = self.positions.get(&term) {
            return Some(*position as usize);
        }
        if self.columns.len() > CACHED_TERMS {
            self.forget();
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            let waiting = open.len();
            let unknown = |child: &&TermId| !self.positions.contains_key(*child);
            let children = arena.node(next).children();
            open.extend(children.iter().filter(unknown));
            if open.len() > waiting {
                continue;
            }
            open.pop();
            if self.columns.len() >= 2 * CACHED_TERMS {
                self.forget();
                return None;
            }
            if !self.positions.contains_key(&next) {
                let column = self.compute(arena, next)?;
                self.positions.insert(next, self.columns.len() as u32);
                self.columns.push(column);
            }
        }
        self.columns.len().checked_sub(1)
    }

    /// Computes the values of a term whose operands are cached; `None` if it is too wide.
    fn compute(&self, arena: &Arena, term: TermId) -> Option<Column> {
        let mut column = [0; KEPT];
        self.compute_on(arena, term, 0, &mut column)?;
        Some(column)
    }

    /// Computes the values of a term on successive inputs from number `first` on.
    fn compute_on(&self, arena: &Arena, term: TermId, first: usize, to: &mut [u64]) -> Option<()> {
        let node = arena.node(term);
        let spec = node.spec();
        if spec.width > 64 {
            return None;
        }
        if let Some(value) = arena.constant_value(term) {
            to.fill(value as u64);
            return Some(());
        }
        let inputs = first..;
        if let Some(id) = arena.symbol_id(term) {
            for (value, input) in to.iter_mut().zip(inputs) {
                *value = self.inputs[input].symbol(arena, id) as u64;
            }
            return Some(());
        }
        let children = node.children();
        let (mut widths, mut operands) = ([0; 3], [&[0; KEPT]; 3]);
        for (i, child) in children.iter().enumerate() {
            widths[i] = arena.width(*child);
            operands[i] = &self.columns[self.positions[child] as usize];
        }
        let count = children.len();
        for (result, input) in to.iter_mut().zip(inputs) {
            let args = operands.map(|column| u128::from(column[input]));
            let value = match spec.op {
                Op::Apply => {
                    let name = arena.function_name(FunctionId(spec.attr));
                    Witness::default().function(name, spec.width, &args[..count])
                }
                _ => apply(spec, &widths[..count], &args[..count]),
            };
            *result = value as u64 & (u64::MAX >> (64 - spec.width));
        }
        Some(())
    }
}

impl Input {
    /// The value of a symbol: the given one, otherwise one determined by the symbol and the
    /// style alone.
    fn symbol(&self, arena: &Arena, id: SymbolId) -> u128 {
        if let Some(value) = self.given.get(&id) {
            return *value;
        }
        let width = arena.width(arena.symbol(id).term);
        let (format, signed) = symbol_type(arena, id);
        let kind = format.map_or(Kind::Int { signed }, Kind::Float);
        let mut random = Rng::with_seed(u64::from(id.0) << 8 | self.style as u64);
        let number = match self.style % 8 {
            0 if self.style == 0 => 0.0,
            0 | 5 => return random.u128(..) & (u128::MAX >> (128 - width)),
            1 => random.usize(..4) as f64,
            2 => random.usize(..17) as f64 - 8.0,
            3 => random.usize(..1 << 20) as f64 / 4096.0 - 128.0,
            4 => random.usize(..1 << 20) as f64 / f64::from(1 << 20),
            _ => random.usize(..256) as f64,
        };
        encode(kind, width, number)
    }
}
