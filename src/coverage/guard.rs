//! Under which sizes a way is taken, as a condition on the sizes.
//!
//! A guard is the condition of a branch or select, with those of the branches that lead
//! there, as terms. Sizes are symbols; a loop variable that moves by a fixed step is its
//! start and so many steps, for a number of rounds that is a symbol, too, and the
//! conditions for another round held the round before; all else is an unknown.
//! Invariant: every size under which a way is taken satisfies its question. So a question
//! without an answer proves that no size takes the way; an answer is a size to try.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Buffer, Op, Spec, TermId};

use super::arm::Arm;
use super::graph::{Graph, Site};
use crate::contract::Length;
use crate::program::{Callee, Cast, FunctionId, Kind, Operand, Predicate, Register, Shape};

/// What a parameter of a version's function is.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// A size expression.
    Size(Length),
    /// A fixed value.
    Constant(u128),
    /// A buffer's address.
    Address,
    /// A number that is not known.
    Input,
}

/// What a value depends on, beyond the inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depends {
    /// Sizes, or the rounds of a loop.
    pub sizes: bool,
    /// Memory of the program's own, which may hold what depends on sizes.
    pub memory: bool,
    /// Where objects lie: a bit for each of them.
    addresses: u64,
}

impl Depends {
    fn and(self, other: Depends) -> Depends {
        Depends {
            sizes: self.sizes || other.sizes,
            memory: self.memory || other.memory,
            addresses: self.addresses | other.addresses,
        }
    }

    /// Of two addresses in one object only their distance matters.
    fn apart(self, other: Depends) -> Depends {
        let both = self.and(other);
        match self.addresses == other.addresses {
            true => Depends {
                addresses: 0,
                ..both
            },
            false => both,
        }
    }

    /// Whether where objects lie matters.
    pub fn on_addresses(self) -> bool {
        self.addresses != 0
    }

    /// Whether a size may matter.
    pub fn on_sizes(self) -> bool {
        self.sizes || self.memory
    }
}

/// What has to hold for a way to be taken.
pub struct Question {
    /// A one-bit condition.
    pub condition: TermId,
    /// The symbol of each size.
    pub sizes: BTreeMap<String, TermId>,
    /// What the choice itself depends on.
    pub depends: Depends,
}

/// Rounds of one loop that are thought of.
const MOST_ROUNDS: u128 = 1 << 26;

/// Addresses are above and below these, so that no distance wraps.
const ADDRESSES: (u128, u128) = (1 << 20, 1 << 46);

/// Values looked through for one guard, one inside the other.
const MAX_DEPTH: u32 = 96;

/// An activation of a function, and the call that made it.
#[derive(Clone, Copy)]
struct Activation {
    function: FunctionId,
    caller: Option<(usize, u32)>,
}

#[derive(Clone, Copy)]
struct Value {
    term: TermId,
    depends: Depends,
}

/// The round before in a loop: the activation and the loop's first block.
type Before = Option<(usize, u32)>;

/// Makes the terms of one question.
pub(super) struct Guards<'a, 'p> {
    graph: &'a Graph<'p>,
    parameters: &'a [Parameter],
    builder: &'a mut Builder,
    activations: Vec<Activation>,
    sizes: BTreeMap<String, TermId>,
    values: FxHashMap<(usize, Register, Before), Value>,
    rounds: FxHashMap<(usize, u32), TermId>,
    conditions: Vec<TermId>,
    objects: u32,
    depth: u32,
}

impl<'a, 'p> Guards<'a, 'p> {
    /// Nothing known yet, with a symbol of 64 bits for every size.
    pub(super) fn new(
        graph: &'a Graph<'p>,
        parameters: &'a [Parameter],
        builder: &'a mut Builder,
        sizes: BTreeMap<String, TermId>,
    ) -> Self {
        Guards {
            graph,
            parameters,
            builder,
            activations: Vec::new(),
            sizes,
            values: FxHashMap::default(),
            rounds: FxHashMap::default(),
            conditions: Vec::new(),
            objects: 0,
            depth: 0,
        }
    }

    /// What has to hold for a way to be taken in a function called by this chain.
    pub(super) fn question(mut self, arm: Arm, chain: &[Site]) -> Question {
        self.activations.push(Activation {
            function: self.graph.root,
            caller: None,
        });
        for (depth, (caller, at)) in chain.iter().enumerate() {
            let block = self.graph.function(*caller).block_of(*at);
            self.require(depth, block);
            let function = match &self.graph.function(*caller).code[*at as usize].kind {
                Kind::Call(call) => match call.callee {
                    Callee::Function(id) => id,
                    Callee::Pointer(_) => arm.function,
                },
                _ => arm.function,
            };
            self.activations.push(Activation {
                function,
                caller: Some((depth, *at)),
            });
        }
        let innermost = chain.len();
        let block = self.graph.function(arm.function).block_of(arm.at);
        self.require(innermost, block);
        let own = self.way(innermost, arm.at, arm.way, None);
        let mut condition = own.term;
        if let Some(header) = arm.again {
            let rounds = self.rounds(innermost, header);
            let none = self.builder.constant(64, 0);
            let later = self.builder.ne(rounds, none);
            self.conditions.push(later);
        }
        for other in std::mem::take(&mut self.conditions) {
            condition = self.builder.and(condition, other);
        }
        Question {
            condition,
            sizes: self.sizes,
            depends: own.depends,
        }
    }

    /// Adds the conditions under which an activation comes to a block.
    fn require(&mut self, activation: usize, block: u32) {
        for (at, way) in self.leading_to(activation, block) {
            let taken = self.way(activation, at, way, None);
            self.conditions.push(taken.term);
        }
    }

    /// The branches that every way to a block takes one way only, with that way.
    fn leading_to(&self, activation: usize, block: u32) -> Vec<(u32, usize)> {
        let id = self.activations[activation].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let mut found = Vec::new();
        let mut below = block;
        while let Some(above) = function.flow.dominator(below) {
            let (_, end) = super::graph::extent(function, above);
            if let Some(Kind::Branch { edges, .. }) = function.code[..end].last().map(|i| &i.kind) {
                let leads = |way: usize| {
                    let (target, other) = (edges[way].target, edges[1 - way].target);
                    target != other
                        && body.before[target as usize]
                            .iter()
                            .all(|from| *from == above || function.flow.dominates(target, *from))
                        && function.flow.dominates(target, block)
                };
                found.extend(
                    (0..2)
                        .find(|way| leads(*way))
                        .map(|way| (end as u32 - 1, way)),
                );
            }
            below = above;
        }
        found
    }

    /// That the choice at an instruction goes one way.
    fn way(&mut self, activation: usize, at: u32, way: usize, before: Before) -> Value {
        let id = self.activations[activation].function;
        let instruction = &self.graph.function(id).code[at as usize];
        let condition = match (&instruction.kind, instruction.result) {
            (Kind::Branch { condition, .. }, _) => *condition,
            (Kind::Select { args, .. }, _) => args[0],
            (Kind::Compare { .. }, Some(result)) => Operand::Register(result),
            _ => return self.unknown(1, Depends::default()),
        };
        let holds = self.value(activation, condition, 1, before);
        match way {
            0 => holds,
            _ => Value {
                term: self.builder.not(holds.term),
                ..holds
            },
        }
    }

    fn unknown(&mut self, bits: u8, depends: Depends) -> Value {
        let buffer = self.builder.arena_mut().add_buffer(Buffer {
            name: "unknown".to_owned(),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        Value {
            term: self.builder.arena_mut().add_symbol(buffer, 0, bits),
            depends,
        }
    }

    /// An address of an object that was not met before.
    fn address(&mut self) -> Value {
        let object = self.objects % u64::BITS;
        self.objects += 1;
        let depends = Depends {
            addresses: 1 << object,
            ..Depends::default()
        };
        let value = self.unknown(64, depends);
        let low = self.builder.constant(64, ADDRESSES.0);
        let high = self.builder.constant(64, ADDRESSES.1);
        let bounds = [
            self.builder.ule(low, value.term),
            self.builder.ule(value.term, high),
        ];
        self.conditions.extend(bounds);
        value
    }

    fn value(&mut self, activation: usize, operand: Operand, bits: u8, before: Before) -> Value {
        let register = match operand {
            Operand::Register(register) => register,
            Operand::Constant(index) => {
                let constant = &self.graph.program.constants()[index as usize];
                return match constant {
                    crate::program::Constant::Scalar {
                        bits: own,
                        value: Some(value),
                    } if *own == bits => Value {
                        term: self.builder.constant(bits, *value),
                        depends: Depends::default(),
                    },
                    _ => self.unknown(bits, Depends::default()),
                };
            }
        };
        let function = self.graph.function(self.activations[activation].function);
        let block = function.definitions[register.0 as usize];
        // What is made before the loop is the same the round before.
        let before = before.filter(|(within, header)| {
            *within == activation
                && register.0 as usize >= function.params.len()
                && function.flow.dominates(*header, block)
        });
        let key = (activation, register, before);
        if let Some(value) = self
            .values
            .get(&key)
            .filter(|v| self.builder.width(v.term) == bits)
        {
            return *value;
        }
        if self.depth == MAX_DEPTH {
            let depends = Depends {
                memory: true,
                ..Depends::default()
            };
            return self.unknown(bits, depends);
        }
        self.depth += 1;
        let value = match (register.0 as usize) < function.params.len() {
            true => self.parameter(activation, register, bits),
            false => self.register(activation, register, bits, before),
        };
        self.depth -= 1;
        self.values.insert(key, value);
        value
    }

    fn parameter(&mut self, activation: usize, register: Register, bits: u8) -> Value {
        let index = register.0 as usize;
        if let Some((caller, at)) = self.activations[activation].caller {
            let id = self.activations[caller].function;
            return match &self.graph.function(id).code[at as usize].kind {
                Kind::Call(call) if index < call.arguments.len() => {
                    self.value(caller, call.arguments[index], bits, None)
                }
                _ => self.unknown(bits, Depends::default()),
            };
        }
        match self.parameters.get(index).cloned() {
            Some(Parameter::Size(length)) => {
                let whole = self.length(&length);
                let mut sizes = false;
                length.variables(&mut |_| sizes = true);
                let depends = Depends {
                    sizes,
                    ..Depends::default()
                };
                Value {
                    term: self.builder.trunc(whole, bits),
                    depends,
                }
            }
            Some(Parameter::Constant(value)) => Value {
                term: self.builder.constant(bits, value),
                depends: Depends::default(),
            },
            Some(Parameter::Address) if bits == 64 => self.address(),
            _ => self.unknown(bits, Depends::default()),
        }
    }

    fn length(&mut self, length: &Length) -> TermId {
        match length {
            Length::Const(value) => self.builder.constant(64, u128::from(*value)),
            Length::Var(name) => match self.sizes.get(name) {
                Some(size) => *size,
                None => self.unknown(64, Depends::default()).term,
            },
            Length::Op(op, a, b) => {
                let args = [self.length(a), self.length(b)];
                let op = match op {
                    '+' => Op::Add,
                    '-' => Op::Sub,
                    '*' => Op::Mul,
                    _ => Op::UDiv,
                };
                self.builder.build(Spec::int(op, 64), &args)
            }
        }
    }

    fn register(&mut self, at: usize, register: Register, bits: u8, before: Before) -> Value {
        let id = self.activations[at].function;
        let body = self.graph.body(id);
        let Some(&pc) = body.defined_at.get(&register) else {
            return self.phi(at, register, bits, before);
        };
        let instruction = &self.graph.function(id).code[pc as usize];
        match &instruction.kind {
            Kind::Integer {
                op,
                bits: own,
                args,
                ..
            } if *own == bits && bits <= 64 => {
                let [x, y] = args.map(|arg| self.value(at, arg, bits, before));
                let term = self.builder.build(Spec::int(*op, bits), &[x.term, y.term]);
                let depends = match op {
                    Op::Sub => x.depends.apart(y.depends),
                    _ => x.depends.and(y.depends),
                };
                Value { term, depends }
            }
            Kind::Compare {
                predicate,
                bits: own,
                args,
            } if bits == 1 && *own <= 64 => {
                let [x, y] = args.map(|arg| self.value(at, arg, *own, before));
                Value {
                    term: self.predicate(*predicate, x.term, y.term),
                    depends: x.depends.apart(y.depends),
                }
            }
            Kind::Cast {
                cast,
                from,
                to,
                arg,
                ..
            } if to.bits() == bits && from.bits() <= 64 && bits <= 64 => {
                let value = self.value(at, *arg, from.bits(), before);
                let term = match cast {
                    Cast::Truncate => self.builder.trunc(value.term, bits),
                    Cast::SignExtend => self.builder.sext(value.term, bits),
                    Cast::ZeroExtend | Cast::Pointer | Cast::Observe(_) => {
                        match from.bits() <= bits {
                            true => self.builder.zext(value.term, bits),
                            false => self.builder.trunc(value.term, bits),
                        }
                    }
                    _ => return self.unknown(bits, value.depends),
                };
                Value { term, ..value }
            }
            Kind::Select { args, .. } if bits <= 64 => {
                let condition = self.value(at, args[0], 1, before);
                let [x, y] = [args[1], args[2]].map(|arg| self.value(at, arg, bits, before));
                Value {
                    term: self.builder.select(condition.term, x.term, y.term),
                    depends: condition.depends.and(x.depends).and(y.depends),
                }
            }
            Kind::Freeze { arg, .. } => self.value(at, *arg, bits, before),
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } if bits == 64 => {
                let mut value = self.value(at, *base, 64, before);
                let constant = self.builder.constant(64, *offset as u128);
                value.term = self.builder.add(value.term, constant);
                for index in indices.iter().filter(|index| index.bits <= 64) {
                    let step = self.value(at, index.operand, index.bits, before);
                    let wide = self.builder.sext(step.term, 64);
                    let scale = self.builder.constant(64, u128::from(index.scale));
                    let distance = self.builder.mul(wide, scale);
                    value.term = self.builder.add(value.term, distance);
                    value.depends = value.depends.and(step.depends);
                }
                value
            }
            Kind::Alloca { .. } if bits == 64 => self.address(),
            Kind::Load { address, .. } => {
                let memory = self.is_own_memory(at, *address);
                let depends = Depends {
                    memory,
                    ..Depends::default()
                };
                self.unknown(bits, depends)
            }
            Kind::Float { format, args, .. } | Kind::FloatCompare { format, args, .. } => {
                let [x, y] = args.map(|arg| self.value(at, arg, format.width(), before));
                self.unknown(bits, x.depends.and(y.depends))
            }
            Kind::Negate { format, arg, .. } => {
                let value = self.value(at, *arg, format.width(), before);
                self.unknown(bits, value.depends)
            }
            Kind::ExtractValue { arg, .. } => {
                let depends = match arg {
                    Operand::Register(from) => match body.defined_at.get(from) {
                        Some(&pc) => self.arguments(at, pc, before).1,
                        None => Depends::default(),
                    },
                    Operand::Constant(_) => Depends::default(),
                };
                self.unknown(bits, depends)
            }
            Kind::Call(_) => self.called(at, pc, bits, before),
            _ => self.unknown(bits, Depends::default()),
        }
    }

    fn predicate(&mut self, predicate: Predicate, x: TermId, y: TermId) -> TermId {
        let args = if predicate.swap { [y, x] } else { [x, y] };
        let result = self.builder.build(Spec::int(predicate.op, 1), &args);
        match predicate.negate {
            true => self.builder.not(result),
            false => result,
        }
    }

    /// The scalar arguments of a call, and what they depend on together.
    fn arguments(&mut self, at: usize, pc: u32, before: Before) -> (Vec<Value>, Depends) {
        let id = self.activations[at].function;
        let Kind::Call(call) = &self.graph.function(id).code[pc as usize].kind else {
            return (Vec::new(), Depends::default());
        };
        let mut values = Vec::new();
        for (argument, ty) in call.arguments.iter().zip(&call.types) {
            if let Shape::Scalar(scalar) = self.graph.program.ty(*ty).shape {
                values.push(self.value(at, *argument, scalar.bits(), before));
            }
        }
        let depends = values
            .iter()
            .fold(Depends::default(), |all, v| all.and(v.depends));
        (values, depends)
    }

    /// What a call returns: of the intrinsics that compare, and of small functions of the
    /// version's own, told; of others, unknown.
    fn called(&mut self, at: usize, pc: u32, bits: u8, before: Before) -> Value {
        let id = self.activations[at].function;
        let (values, depends) = self.arguments(at, pc, before);
        let Kind::Call(call) = &self.graph.function(id).code[pc as usize].kind else {
            return self.unknown(bits, depends);
        };
        let Callee::Function(callee) = call.callee else {
            return self.unknown(bits, depends);
        };
        let function = self.graph.function(callee);
        let fits = values.iter().all(|v| self.builder.width(v.term) == bits);
        if let ([x, y], true) = (&*values, fits) {
            let order = [
                ("smin", Op::Slt, 0),
                ("smax", Op::Slt, 1),
                ("umin", Op::Ult, 0),
                ("umax", Op::Ult, 1),
            ];
            for (name, op, larger) in order {
                let prefix = format!("llvm.{name}.");
                if function.name.starts_with(&prefix) {
                    let below = self.builder.build(Spec::int(op, 1), &[x.term, y.term]);
                    let [first, second] = if larger == 1 { [y, x] } else { [x, y] };
                    let term = self.builder.select(below, first.term, second.term);
                    return Value { term, depends };
                }
            }
        }
        let returned = function.code.iter().filter_map(|i| match &i.kind {
            Kind::Return(operand) => Some(*operand),
            _ => None,
        });
        let returned: Vec<Option<Operand>> = returned.collect();
        match (&*returned, before, self.graph.functions().contains(&callee)) {
            ([Some(operand)], None, true) => {
                self.activations.push(Activation {
                    function: callee,
                    caller: Some((at, pc)),
                });
                let own = self.activations.len() - 1;
                let value = self.value(own, *operand, bits, None);
                Value {
                    term: value.term,
                    depends: value.depends.and(depends),
                }
            }
            _ => self.unknown(bits, depends),
        }
    }

    fn phi(&mut self, at: usize, register: Register, bits: u8, before: Before) -> Value {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        // A way round that is no loop comes back here.
        let unknown = self.unknown(bits, Depends::default());
        self.values.insert((at, register, before), unknown);
        let Some(incoming) = body.incoming.get(&register) else {
            return unknown;
        };
        let block = function.definitions[register.0 as usize];
        let latches = body.latches(function, block);
        let (back, entering): (Vec<_>, Vec<_>) = incoming
            .iter()
            .partition(|(from, _)| latches.contains(from));
        if back.is_empty() {
            return self.chosen(at, register, unknown, before);
        }
        if before.is_some_and(|(_, header)| header != block) {
            let depends = Depends {
                sizes: true,
                ..Depends::default()
            };
            return Value { depends, ..unknown };
        }
        let start = match &*entering {
            [(_, only)] => self.value(at, *only, bits, None),
            _ => unknown,
        };
        let steps: Vec<Option<Value>> = back
            .iter()
            .map(|(_, operand)| self.step(at, register, *operand, bits, block, 0))
            .collect();
        let rounds = self.rounds(at, block);
        let looped = Depends {
            sizes: true,
            ..start.depends
        };
        let step = match steps.first() {
            Some(Some(first)) if bits <= 64 => {
                let alike = |step: &Option<Value>| step.is_some_and(|s| s.term == first.term);
                steps.iter().all(alike).then_some(*first)
            }
            _ => None,
        };
        let Some(step) = step else {
            // Before the first round ends it is what it was.
            let value = Value {
                depends: looped,
                ..unknown
            };
            if before.is_none() {
                let first = self.builder.constant(64, 0);
                let later = self.builder.ne(rounds, first);
                let unmoved = self.builder.eq(value.term, start.term);
                let either = self.builder.or(later, unmoved);
                self.conditions.push(either);
            }
            return value;
        };
        self.bound_distance(step.term, rounds);
        let mut gone = self.builder.trunc(rounds, bits);
        if before.is_some() {
            let one = self.builder.constant(bits, 1);
            gone = self.builder.sub(gone, one);
        }
        let distance = self.builder.mul(step.term, gone);
        Value {
            term: self.builder.add(start.term, distance),
            depends: looped.and(step.depends),
        }
    }

    /// That a variable of 32 bits that moves by small steps does not wrap around: objects
    /// are not that large. (What wraps on purpose is narrower, or moves by large ones.)
    fn bound_distance(&mut self, step: TermId, rounds: TermId) {
        const SMALL: i128 = 1 << 20;
        let known = self.builder.constant_value(step);
        let small = known.is_none_or(|step| term::signed(step, 32).abs() < SMALL);
        if self.builder.width(step) != 32 || !small {
            return;
        }
        let wide = self.builder.sext(step, 64);
        let distance = self.builder.mul(wide, rounds);
        let low = self.builder.constant(64, (-(1i128 << 31)) as u128);
        let high = self.builder.constant(64, 1 << 31);
        let bounds = [
            self.builder.sle(low, distance),
            self.builder.slt(distance, high),
        ];
        self.conditions.extend(bounds);
    }

    /// A phi where ways meet: one of what they bring.
    fn chosen(&mut self, at: usize, register: Register, unknown: Value, before: Before) -> Value {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let bits = self.builder.width(unknown.term);
        let block = function.definitions[register.0 as usize];
        let mut depends = Depends::default();
        let mut any = self.builder.bool(false);
        for (_, operand) in &body.incoming[&register] {
            let value = self.value(at, *operand, bits, before);
            depends = depends.and(value.depends);
            let equal = self.builder.eq(unknown.term, value.term);
            any = self.builder.or(any, equal);
        }
        // And what decides which.
        if let Some(above) = function.flow.dominator(block) {
            let (_, end) = super::graph::extent(function, above);
            depends = depends.and(self.way(at, end as u32 - 1, 0, before).depends);
        }
        self.conditions.push(any);
        Value { depends, ..unknown }
    }

    /// By how much a loop variable moves in a round; `None` if that is not the same in
    /// every round. `operand` is what it has come to be.
    fn step(
        &mut self,
        at: usize,
        variable: Register,
        operand: Operand,
        bits: u8,
        header: u32,
        depth: u32,
    ) -> Option<Value> {
        const DEEP: u32 = 16;
        let Operand::Register(register) = operand else {
            return None;
        };
        if register == variable {
            return Some(Value {
                term: self.builder.constant(bits, 0),
                depends: Depends::default(),
            });
        }
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let pc = *body.defined_at.get(&register)?;
        if depth == DEEP {
            return None;
        }
        let fixed = |operand: Operand| match operand {
            Operand::Constant(_) => true,
            Operand::Register(r) => {
                let block = function.definitions[r.0 as usize];
                (r.0 as usize) < function.params.len() || !function.flow.dominates(header, block)
            }
        };
        match &function.code[pc as usize].kind {
            Kind::Integer {
                op: op @ (Op::Add | Op::Sub),
                args: [x, y],
                ..
            } => {
                let (rest, moved) = match (fixed(*x), fixed(*y)) {
                    (false, true) => (*x, *y),
                    (true, false) if *op == Op::Add => (*y, *x),
                    _ => return None,
                };
                let rest = self.step(at, variable, rest, bits, header, depth + 1)?;
                let moved = self.value(at, moved, bits, None);
                let term = self
                    .builder
                    .build(Spec::int(*op, bits), &[rest.term, moved.term]);
                Some(Value {
                    term,
                    depends: rest.depends.and(moved.depends),
                })
            }
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } if indices
                .iter()
                .all(|index| fixed(index.operand) && index.bits <= 64) =>
            {
                let mut value = self.step(at, variable, *base, bits, header, depth + 1)?;
                let constant = self.builder.constant(64, *offset as u128);
                value.term = self.builder.add(value.term, constant);
                for index in indices {
                    let moved = self.value(at, index.operand, index.bits, None);
                    let wide = self.builder.sext(moved.term, 64);
                    let scale = self.builder.constant(64, u128::from(index.scale));
                    let distance = self.builder.mul(wide, scale);
                    value.term = self.builder.add(value.term, distance);
                    value.depends = value.depends.and(moved.depends);
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// How many rounds of a loop have ended, and what held for them to begin.
    fn rounds(&mut self, at: usize, header: u32) -> TermId {
        if let Some(rounds) = self.rounds.get(&(at, header)) {
            return *rounds;
        }
        let rounds = self.unknown(64, Depends::default()).term;
        self.rounds.insert((at, header), rounds);
        let most = self.builder.constant(64, MOST_ROUNDS);
        let bound = self.builder.ule(rounds, most);
        self.conditions.push(bound);
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let [latch] = *body.latches(function, header) else {
            return rounds;
        };
        let inside = |at: u32| function.flow.dominates(header, function.block_of(at));
        let mut held = self.leading_to(at, latch);
        held.retain(|(at, _)| inside(*at));
        let (_, end) = super::graph::extent(function, latch);
        if let Some(Kind::Branch { edges, .. }) = function.code[..end].last().map(|i| &i.kind)
            && edges[0].target != edges[1].target
        {
            let back = edges.iter().position(|edge| edge.target == header);
            held.extend(back.map(|way| (end as u32 - 1, way)));
        }
        for (branch, way) in held {
            let held = self.way(at, branch, way, Some((at, header)));
            let none = self.builder.constant(64, 0);
            let first = self.builder.eq(rounds, none);
            let either = self.builder.or(first, held.term);
            self.conditions.push(either);
        }
        rounds
    }

    /// Whether an address may lie in memory of the program's own: neither in an input nor
    /// in a global variable.
    fn is_own_memory(&self, mut at: usize, mut address: Operand) -> bool {
        const STEPS: usize = 64;
        for _ in 0..STEPS {
            let Operand::Register(register) = address else {
                return false;
            };
            let activation = self.activations[at];
            let (function, body) = (
                self.graph.function(activation.function),
                self.graph.body(activation.function),
            );
            if (register.0 as usize) < function.params.len() {
                let Some((caller, pc)) = activation.caller else {
                    return false;
                };
                let calling = self.graph.function(self.activations[caller].function);
                match &calling.code[pc as usize].kind {
                    Kind::Call(call) if (register.0 as usize) < call.arguments.len() => {
                        (at, address) = (caller, call.arguments[register.0 as usize]);
                        continue;
                    }
                    _ => return true,
                }
            }
            address = match body.defined_at.get(&register) {
                Some(&pc) => match &function.code[pc as usize].kind {
                    Kind::Address { base, .. } => *base,
                    Kind::Select { args, .. } => args[1],
                    Kind::Freeze { arg, .. } | Kind::Cast { arg, .. } => *arg,
                    _ => return true,
                },
                None => match body.incoming.get(&register).and_then(|all| all.first()) {
                    Some((_, operand)) => *operand,
                    None => return true,
                },
            };
        }
        true
    }
}
