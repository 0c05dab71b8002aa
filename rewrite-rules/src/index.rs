//! The index over left sides: finds the programs that may match a request by testing cheap
//! properties of it.
//!
//! Invariant: every program that matches is among the candidates, and candidates come in order
//! of precedence.

use term::{Op, Spec, TermId};

use crate::at_a_glance::{KEYS, Place, Sketch, key_of_term};
use crate::look::Look;
use crate::pattern::Field;

/// The programs for one root operator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    blocks: Vec<Block>,
}

/// Up to 64 programs, so that sets of them are words.
#[derive(Clone, Debug)]
struct Block {
    /// Program numbers, in order of precedence.
    programs: Vec<u16>,
    /// For each operand and key, the programs that accept it.
    operands: [[u64; KEYS]; 3],
    /// For each outcome set of a comparison, the programs that accept it.
    outcomes: [u64; 16],
    fields: Vec<FieldTest>,
    /// Programs that require the same term at two places; `places` holds the pairs.
    equal: u64,
    places: Vec<Vec<(Place, Place)>>,
    /// For each operand and key, the index of its group of inner tests.
    groups: [[u8; KEYS]; 3],
    /// The groups of tests on the operands of an operand; the first group is empty.
    inner: Vec<Vec<InnerTest>>,
}

/// The programs that require one value of a field of the root.
#[derive(Clone, Debug)]
struct FieldTest {
    field: Field,
    value: u128,
    wanting: u64,
}

/// The requirements of programs on an operand of an operand.
#[derive(Clone, Debug)]
struct InnerTest {
    child: u8,
    /// The programs with a requirement.
    wanting: u64,
    /// For each key, the programs that accept it or have no requirement.
    accepting: [u64; KEYS],
}

/// A request, with the keys of its operands.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub spec: Spec,
    pub args: &'a [TermId],
    /// The operands' keys; the key of a constant where there is no operand.
    pub keys: [usize; 3],
}

impl Index {
    /// Adds a program with the lowest precedence so far.
    pub(crate) fn push(&mut self, number: u16, sketch: &Sketch) {
        if self.blocks.last().is_none_or(|b| b.programs.len() == 64) {
            self.blocks.push(Block::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(number, sketch);
        }
    }

    /// The first candidate that `visit` accepts.
    pub(crate) fn find<L: Look>(
        &self,
        look: &mut L,
        seen: Seen,
        mut visit: impl FnMut(&mut L, u16) -> bool,
    ) -> Option<u16> {
        for block in &self.blocks {
            let mut set = block.candidates(look, seen);
            while set != 0 {
                let number = block.programs[set.trailing_zeros() as usize];
                if visit(look, number) {
                    return Some(number);
                }
                set &= set - 1;
            }
        }
        None
    }
}

impl Block {
    fn new() -> Block {
        Block {
            programs: Vec::new(),
            operands: [[0; KEYS]; 3],
            outcomes: [0; 16],
            fields: Vec::new(),
            equal: 0,
            places: Vec::new(),
            groups: [[0; KEYS]; 3],
            inner: vec![Vec::new()],
        }
    }

    fn candidates(&self, look: &mut impl Look, seen: Seen) -> u64 {
        let [a, b, c] = seen.keys;
        let mut set = self.operands[0][a] & self.operands[1][b] & self.operands[2][c];
        if seen.spec.op == Op::FCmp {
            set &= self.outcomes[seen.spec.outcomes().bits() as usize & 15];
        }
        if set == 0 {
            return 0;
        }
        for test in &self.fields {
            if set & test.wanting != 0 && test.field.get(seen.spec) != test.value {
                set &= !test.wanting;
            }
        }
        for (operand, arg) in seen.args.iter().enumerate() {
            let group = self.groups[operand][seen.keys[operand]];
            for test in &self.inner[group as usize] {
                if set & test.wanting != 0 {
                    let child = look.node(*arg).child(test.child as usize);
                    set &= test.accepting[key_of_term(look, child)];
                }
            }
        }
        let mut rest = set & self.equal;
        while rest != 0 {
            let entry = rest.trailing_zeros();
            rest &= rest - 1;
            // Inner operands exist here: the operand's shape has been tested.
            let mut differ = |(x, y): &(Place, Place)| seen.at(look, *x) != seen.at(look, *y);
            if self.places[entry as usize].iter().any(&mut differ) {
                set &= !(1 << entry);
            }
        }
        set
    }

    fn push(&mut self, number: u16, sketch: &Sketch) {
        let bit = 1 << self.programs.len();
        self.programs.push(number);
        for (masks, shape) in self.operands.iter_mut().zip(&sketch.operands) {
            for key in (0..KEYS).filter(|k| shape.accepts(*k)) {
                masks[key] |= bit;
            }
        }
        for (set, mask) in self.outcomes.iter_mut().enumerate() {
            if sketch.outcomes.is_none_or(|o| o as usize == set) {
                *mask |= bit;
            }
        }
        for &(field, value) in &sketch.fields {
            let known = |test: &&mut FieldTest| test.field == field && test.value == value;
            match self.fields.iter_mut().find(known) {
                Some(test) => test.wanting |= bit,
                None => self.fields.push(FieldTest {
                    field,
                    value,
                    wanting: bit,
                }),
            }
        }
        if !sketch.equal.is_empty() {
            self.equal |= bit;
        }
        self.places.push(sketch.equal.clone());
        for test in self.inner.iter_mut().flatten() {
            test.accepting.iter_mut().for_each(|mask| *mask |= bit);
        }
        for (operand, op, child, shape) in sketch.inner() {
            let test = self.test(operand, op, child, bit);
            test.wanting |= bit;
            for key in (0..KEYS).filter(|k| !shape.accepts(*k)) {
                test.accepting[key] &= !bit;
            }
        }
    }

    /// The test of a child of an operand with an operator; a new test accepts all programs up to
    /// `bit`.
    fn test(&mut self, operand: u8, op: Op, child: u8, bit: u64) -> &mut InnerTest {
        let group = &mut self.groups[operand as usize][op as usize];
        if *group == 0 {
            *group = self.inner.len() as u8;
            self.inner.push(Vec::new());
        }
        let tests = &mut self.inner[*group as usize];
        let known = tests.iter().position(|test| test.child == child);
        let at = known.unwrap_or(tests.len());
        if known.is_none() {
            tests.push(InnerTest {
                child,
                wanting: 0,
                accepting: [bit | (bit - 1); KEYS],
            });
        }
        &mut tests[at]
    }
}

impl Seen<'_> {
    fn at(&self, look: &mut impl Look, place: Place) -> TermId {
        match place {
            Place::Operand(operand) => self.args[operand as usize],
            Place::Inner(operand, child) => {
                let node = look.node(self.args[operand as usize]);
                node.child(child as usize)
            }
        }
    }
}
