//! Comparisons of entries of a constant table with sizes: the usual dispatch by size.
//!
//! `if (table[i].w == w && table[i].h == h)` in a loop has both outcomes once one entry was
//! found, and says nothing of the others. Every row of the table is asked for sizes.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use term::{Op, TermId};

use super::graph::Graph;
use super::guard::{Parameter, Question};
use crate::budgets::coverage::ENTRIES;
use crate::program::{FunctionId, Global, Kind, Operand, Predicate};
use crate::symex::Reached;

/// A comparison of an entry with another operand.
#[derive(Clone, Debug)]
struct Comparison {
    /// The index in the function of the instruction.
    at: u32,
    /// The place of the entry in a row: bytes from the start of the table.
    start: u64,
    /// The size of the entry in bytes.
    size: u64,
    /// The width of the operands; an entry is extended to it without its sign.
    bits: u8,
    other: Operand,
}

/// A table, and the comparisons of one function with its entries.
#[derive(Clone, Debug)]
pub struct Table {
    function: FunctionId,
    /// The address of the table.
    variable: u64,
    /// The size of a row in bytes.
    stride: u64,
    comparisons: Vec<Comparison>,
}

impl Table {
    /// The function, and the last comparison in it.
    pub fn place(&self) -> (FunctionId, u32) {
        let last = self.comparisons.iter().map(|comparison| comparison.at);
        (self.function, last.max().unwrap_or_default())
    }
}

impl Graph<'_> {
    /// The tables whose entries executed code compares, in the order of the code.
    pub fn tables(&self, reached: &Reached) -> Vec<Table> {
        let mut tables: Vec<Table> = Vec::new();
        for &function in self.functions() {
            let of = self.function(function);
            for at in 0..of.code.len() as u32 {
                let block = of.blocks[of.block_of(at) as usize];
                if !reached.is_executed(function, block) {
                    continue;
                }
                let Some((variable, stride, comparison)) = self.comparison(function, at) else {
                    continue;
                };
                let alike = |table: &&mut Table| {
                    (table.function, table.variable, table.stride) == (function, variable, stride)
                };
                match tables.iter_mut().find(alike) {
                    Some(table) => table.comparisons.push(comparison),
                    None => tables.push(Table {
                        function,
                        variable,
                        stride,
                        comparisons: vec![comparison],
                    }),
                }
            }
        }
        tables
    }

    /// The table, the size of its rows, and the comparison, if an instruction compares an entry
    /// for equality.
    fn comparison(&self, function: FunctionId, at: u32) -> Option<(u64, u64, Comparison)> {
        let code = &self.function(function).code;
        let Kind::Compare {
            predicate: Predicate { op: Op::Eq, .. },
            bits,
            args,
        } = &code[at as usize].kind
        else {
            return None;
        };
        let entry = |operand: Operand| {
            let Operand::Register(register) = operand else {
                return None;
            };
            let defined = *self.body(function).defined_at.get(&register)?;
            let (address, from) = match &code[defined as usize].kind {
                Kind::Load { address, .. } => (*address, None),
                Kind::Cast { arg, from, .. } => (self.load_of(function, *arg)?, Some(from.bits())),
                _ => return None,
            };
            let (variable, start, stride) = self.strided(function, address)?;
            let stride = u64::try_from(stride).ok()?;
            let start = u64::try_from(start).ok()? % stride;
            Some((variable, start, stride, from.unwrap_or(*bits)))
        };
        let sides = [(args[0], args[1]), (args[1], args[0])];
        let found = sides
            .into_iter()
            .find_map(|(one, other)| Some((entry(one)?, other)));
        let ((variable, start, stride, width), other) = found?;
        let comparison = Comparison {
            at,
            start,
            size: u64::from(width).div_ceil(8),
            bits: *bits,
            other,
        };
        Some((variable, stride, comparison))
    }

    /// The address that an operand is loaded from.
    fn load_of(&self, function: FunctionId, operand: Operand) -> Option<Operand> {
        let Operand::Register(register) = operand else {
            return None;
        };
        let defined = *self.body(function).defined_at.get(&register)?;
        match &self.function(function).code[defined as usize].kind {
            Kind::Load { address, .. } => Some(*address),
            _ => None,
        }
    }

    /// For each row of a table, the terms of the case that all comparisons with it hold, one for
    /// each chain of calls; empty if the table or the chains are not known.
    pub fn rows(
        &self,
        table: &Table,
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Vec<Vec<TermId>> {
        let mut globals = self.program.globals().iter();
        let is_table = |global: &&Global| global.address == table.variable && global.constant;
        let Some(global) = globals.find(is_table) else {
            return Vec::new();
        };
        let rows = (0..global.size / table.stride).take(ENTRIES);
        let row = |row: u64| {
            let entry = |comparison: &Comparison| {
                let place = row * table.stride + comparison.start;
                global.integer_at(place, comparison.size)
            };
            let entries: Vec<u128> = table.comparisons.iter().map(entry).collect::<Option<_>>()?;
            let questions =
                self.questions_at(table.place(), parameters, builder, sizes, |guards, at| {
                    let others = table.comparisons.iter().zip(&entries);
                    guards.equal(at, others.map(|(c, entry)| (c.other, c.bits, *entry)))
                })?;
            Some(
                questions
                    .into_iter()
                    .map(|q: Question| q.condition)
                    .collect(),
            )
        };
        rows.map_while(row).collect()
    }
}
