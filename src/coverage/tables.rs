//! Choices that depend on entries of a constant table: the usual dispatch by size.
//!
//! `if (table[i].w == w && n % table[i].h == 0)` in a loop has both outcomes once one entry was
//! found, and says nothing of the others. Every row of the table is asked for sizes that lead
//! each choice by each way.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use term::TermId;

use super::graph::Graph;
use super::guard::{Guards, Parameter, Question};
use crate::budgets::coverage::{ENTRIES, TABLE_CHOICES};
use crate::program::{FunctionId, Global, Kind, Register};
use crate::symex::Reached;

/// A load of an entry.
#[derive(Clone, Debug)]
struct Entry {
    register: Register,
    /// The place of the entry in a row: bytes from the start of the table.
    start: u64,
    /// The size of the entry in bytes.
    size: u64,
}

/// A constant table, and the loads of one function from it.
#[derive(Clone, Debug)]
pub struct Table {
    function: FunctionId,
    /// The address of the table.
    variable: u64,
    /// The size of a row in bytes.
    stride: u64,
    entries: Vec<Entry>,
}

/// A row of a table: the values of the entries that are loaded together.
#[derive(Clone, Debug)]
pub struct Row {
    function: FunctionId,
    values: Vec<(Register, u128)>,
}

impl Row {
    /// The values of the entries.
    pub fn values(&self) -> impl Iterator<Item = u128> + '_ {
        self.values.iter().map(|(_, value)| *value)
    }
}

impl Table {
    /// The function and the address of the table, which tell tables apart.
    pub const fn place(&self) -> (FunctionId, u64) {
        (self.function, self.variable)
    }
}

impl Graph<'_> {
    /// The tables that executed code reads, in the order of the code.
    pub fn tables(&self, reached: &Reached) -> Vec<Table> {
        let mut tables: Vec<Table> = Vec::new();
        for &function in self.functions() {
            let of = self.function(function);
            for at in 0..of.code.len() as u32 {
                if !self.is_executed(function, at, reached) {
                    continue;
                }
                let Some((variable, stride, entry)) = self.entry(function, at) else {
                    continue;
                };
                let alike = |table: &&mut Table| {
                    (table.function, table.variable, table.stride) == (function, variable, stride)
                };
                match tables.iter_mut().find(alike) {
                    Some(table) => table.entries.push(entry),
                    None => tables.push(Table {
                        function,
                        variable,
                        stride,
                        entries: vec![entry],
                    }),
                }
            }
        }
        tables
    }

    /// The variable, the size of its rows, and the entry, if an instruction loads an integer at an
    /// index that varies.
    fn entry(&self, function: FunctionId, at: u32) -> Option<(u64, u64, Entry)> {
        let instruction = &self.function(function).code[at as usize];
        let Kind::Load { address, ty, .. } = &instruction.kind else {
            return None;
        };
        let (lane, lanes) = self.program.ty(*ty).lanes()?;
        let (variable, start, stride) = self.strided(function, *address)?;
        let entry = Entry {
            register: instruction.result?,
            start: start.rem_euclid(stride) as u64,
            size: u64::from(lane.bits()).div_ceil(8),
        };
        (lanes == 1).then_some((variable, stride as u64, entry))
    }

    fn is_executed(&self, function: FunctionId, at: u32, reached: &Reached) -> bool {
        let of = self.function(function);
        reached.is_executed(function, of.blocks[of.block_of(at) as usize])
    }

    /// The rows of a table; empty if what it holds is not known.
    pub fn rows(&self, table: &Table) -> Vec<Row> {
        let mut globals = self.program.globals().iter();
        let is_table = |global: &&Global| global.address == table.variable && global.constant;
        let Some(global) = globals.find(is_table) else {
            return Vec::new();
        };
        let row = |row: u64| {
            let value = |entry: &Entry| {
                let place = row * table.stride + entry.start;
                Some((entry.register, global.integer_at(place, entry.size)?))
            };
            Some(Row {
                function: table.function,
                values: table.entries.iter().map(value).collect::<Option<_>>()?,
            })
        };
        let rows = (0..global.size / table.stride).take(ENTRIES);
        rows.map_while(row).collect()
    }

    /// The choices that executed code makes in the function that reads a table: branches, selects
    /// and comparisons whose result is a number.
    pub fn choices(&self, table: &Table, reached: &Reached) -> Vec<(FunctionId, u32)> {
        let id = table.function;
        let code = self.function(id).code.iter().enumerate();
        let chooses = code.filter(|(_, instruction)| match &instruction.kind {
            Kind::Branch { .. } | Kind::Select { .. } => true,
            Kind::Compare { .. } => {
                let decides = |r: Register| self.body(id).deciding.contains(&r);
                !instruction.result.is_some_and(decides)
            }
            _ => false,
        });
        let places = chooses.map(|(at, _)| (id, at as u32));
        let executed = places.filter(|(id, at)| self.is_executed(*id, *at, reached));
        executed.take(TABLE_CHOICES).collect()
    }

    /// The questions for the case that a choice has outcome `way` where the loads of a table give
    /// this row, one for each chain of calls; empty if no entry of the row meets a size there.
    pub fn with_row(
        &self,
        row: &Row,
        (place, way): ((FunctionId, u32), usize),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Vec<Question> {
        let fixed = (row.function, &*row.values);
        let own =
            |guards: &mut Guards<'_, '_>, innermost| guards.way(innermost, place.1, way, None);
        let questions = self.questions_fixing(fixed, place, parameters, builder, sizes, own);
        let mut questions = questions.unwrap_or_default();
        questions.retain(|question| question.uses_fixed);
        questions
    }
}
