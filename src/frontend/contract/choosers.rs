//! Integers that may choose how memory is addressed: parameters, members of structures that are
//! passed or pointed to, and global variables.

use super::View;
use crate::contract::{
    Contract, Direction, Element, Enumerator, Global, Leaf, Length, Role, Scalar,
};
use crate::frontend::abi::AbiArg;
use crate::frontend::taken::{Base, Bits, Taken};
use crate::frontend::types::Type;

/// An integer that a function takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chooser {
    /// Its place in the source.
    pub(super) source: Source,
    /// Its place in the IR.
    pub(super) taken: Taken,
    /// Its type.
    pub(super) scalar: Scalar,
    enumerators: Vec<Enumerator>,
}

/// The place of an integer in the parameters and global variables.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// A parameter, by its index.
    Param(usize),
    /// A member of a parameter that is a structure, by its path.
    Member(usize, String),
    /// A member of the structure that a parameter points to, or the integer.
    Pointee(usize, String),
    /// A global variable with the path of a member.
    Global(String),
}

impl Source {
    /// The index of the parameter.
    pub(super) fn param(&self) -> Option<usize> {
        match self {
            Source::Param(param) | Source::Member(param, _) | Source::Pointee(param, _) => {
                Some(*param)
            }
            Source::Global(_) => None,
        }
    }

    /// The path in the parameter, or that of a global variable.
    pub(super) fn path(&self) -> &str {
        match self {
            Source::Param(_) => "",
            Source::Member(_, path) | Source::Pointee(_, path) | Source::Global(path) => path,
        }
    }

    /// The place in the parameters that `new` numbers anew.
    fn renamed(&self, new: &impl Fn(usize) -> Option<usize>) -> Option<Source> {
        Some(match self {
            Source::Param(param) => Source::Param(new(*param)?),
            Source::Member(param, path) => Source::Member(new(*param)?, path.clone()),
            Source::Pointee(param, path) => Source::Pointee(new(*param)?, path.clone()),
            Source::Global(path) => Source::Global(path.clone()),
        })
    }

    /// The integer as `--assume` names it.
    pub(super) fn text(&self, contract: &Contract) -> String {
        let name = |param: &usize| &contract.params[*param].name;
        match self {
            Source::Param(param) => name(param).clone(),
            Source::Member(param, path) => format!("{}{path}", name(param)),
            Source::Pointee(param, path) => match path.strip_prefix('.') {
                Some(member) => format!("{}->{member}", name(param)),
                None => format!("{}[0]{path}", name(param)),
            },
            Source::Global(path) => path.clone(),
        }
    }

    /// Whether the contract leaves the integer open, other than a whole parameter.
    pub(super) fn is_open(&self, contract: &Contract) -> bool {
        match self {
            Source::Param(_) => false,
            Source::Member(param, _) => matches!(
                contract.params[*param].role,
                Role::Value { range: None, .. }
            ),
            Source::Pointee(param, _) => matches!(
                contract.params[*param].role,
                Role::Buffer {
                    direction: Direction::In,
                    length: Length::Const(1),
                    range: None,
                    terminated: false,
                    capacity: None,
                    ..
                }
            ),
            Source::Global(path) => {
                let mut globals = contract.globals.iter();
                globals.any(|global| path.starts_with(&global.name) && global.range.is_none())
            }
        }
    }
}

/// The integers among a function's parameters and these global variables.
pub(super) fn of(view: &View, globals: &[Global], side: usize) -> Vec<Chooser> {
    let params = 0..view.signature.params.len();
    let mut found: Vec<Chooser> = params.flat_map(|param| in_param(view, param)).collect();
    for global in globals {
        if global.direction != Direction::In || global.count.is_some() {
            continue;
        }
        let base = Base::Global(global.symbols[side].clone());
        found.extend(global.element.leaves.iter().filter_map(|leaf| {
            let source = Source::Global(format!("{}{}", global.name, leaf.path));
            in_memory(source, &base, leaf)
        }));
    }
    found
}

fn in_param(view: &View, param: usize) -> Vec<Chooser> {
    let source = &view.signature.params[param];
    let args = view.abi.args.iter().enumerate();
    match &source.ty {
        Type::Scalar(scalar @ Scalar::Int { bits: ..=64, .. }) => {
            let taken = view.abi.whole_argument(param).map(Taken::Argument);
            let chooser = taken.map(|taken| Chooser {
                source: Source::Param(param),
                taken,
                scalar: *scalar,
                enumerators: source.enumerators.clone(),
            });
            chooser.into_iter().collect()
        }
        Type::Aggregate(element) => {
            let leaf = |leaf: &Leaf| {
                let source = Source::Member(param, leaf.path.clone());
                args.clone().find_map(|(at, arg)| {
                    let argument = u32::try_from(at).ok()?;
                    match arg {
                        AbiArg::Copy { param: own, .. } if *own == param => {
                            in_memory(source.clone(), &Base::Argument(argument), leaf)
                        }
                        AbiArg::Value {
                            param: own,
                            offset,
                            size,
                        } if *own == param => {
                            in_bits(source.clone(), argument, *offset..offset + size, leaf)
                        }
                        _ => None,
                    }
                })
            };
            element.leaves.iter().filter_map(leaf).collect()
        }
        Type::Pointer(pointer) => {
            let usage = view.usage[param];
            let argument = view.abi.argument_of(param);
            let is_one = |element: &Element| {
                !usage.writes && !usage.dynamic && usage.extent <= u64::from(element.size)
            };
            let element = pointer.pointee.element().filter(is_one);
            let (Some(element), Some(argument)) = (element, argument) else {
                return Vec::new();
            };
            let leaf = |leaf: &Leaf| {
                let source = Source::Pointee(param, leaf.path.clone());
                in_memory(source, &Base::Argument(argument), leaf)
            };
            element.leaves.iter().filter_map(leaf).collect()
        }
        _ => Vec::new(),
    }
}

fn in_memory(source: Source, base: &Base, leaf: &Leaf) -> Option<Chooser> {
    let Scalar::Int { bits, .. } = leaf.scalar else {
        return None;
    };
    let taken = Taken::Memory {
        base: base.clone(),
        offset: u64::from(leaf.offset),
        bits: u32::from(bits.next_multiple_of(8)),
    };
    (bits <= 64).then(|| Chooser::of_leaf(source, taken, leaf))
}

fn in_bits(
    source: Source,
    argument: u32,
    bytes: std::ops::Range<u32>,
    leaf: &Leaf,
) -> Option<Chooser> {
    let Scalar::Int { bits, .. } = leaf.scalar else {
        return None;
    };
    let bits = u32::from(bits).next_multiple_of(8);
    let is_inside = bytes.start <= leaf.offset && leaf.offset + bits / 8 <= bytes.end;
    is_inside.then(|| {
        let is_whole = bytes == (leaf.offset..leaf.offset + bits / 8);
        let taken = match is_whole {
            true => Taken::Argument(argument),
            false => Taken::Bits(Bits {
                argument,
                shift: 8 * (leaf.offset - bytes.start),
                bits,
            }),
        };
        Chooser::of_leaf(source, taken, leaf)
    })
}

impl Chooser {
    fn of_leaf(source: Source, taken: Taken, leaf: &Leaf) -> Chooser {
        let values = leaf.values.as_ref();
        Chooser {
            source,
            taken,
            scalar: leaf.scalar,
            enumerators: values.map_or(Vec::new(), |values| values.enumerators.clone()),
        }
    }

    /// The integer among the parameters that `new` numbers anew.
    pub(super) fn renamed(&self, new: &impl Fn(usize) -> Option<usize>) -> Option<Chooser> {
        Some(Chooser {
            source: self.source.renamed(new)?,
            ..self.clone()
        })
    }

    /// The bits of the values of its enumerators.
    pub(super) fn enumerators(&self) -> impl ExactSizeIterator<Item = u64> {
        self.enumerators.iter().map(|e| e.value as u64)
    }

    /// Whether it is an unsigned byte, as a truth value in memory is.
    pub(super) fn is_byte(&self) -> bool {
        matches!(
            self.scalar,
            Scalar::Int {
                bits: 8,
                signed: false
            }
        )
    }
}
