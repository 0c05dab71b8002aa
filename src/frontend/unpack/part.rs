//! What a parameter that is taken apart is made of.

use crate::contract::{Element, Leaf, Length, Scalar};
use crate::frontend::signature::{Signature, SourceParam};
use crate::frontend::types::Type;

/// How each parameter of a function is made.
pub(super) struct Plan {
    /// The function's own signature, with a layout for every structure passed by value.
    pub original: Signature,
    /// For each of its parameters what it gets.
    pub given: Vec<Given>,
    /// The parameters that all of it is made from.
    pub params: Vec<SourceParam>,
    /// Whether something cannot be taken apart: its type says why.
    pub refused: bool,
}

/// What a parameter of the function gets.
pub(super) enum Given {
    /// The parameter of this place, as it is.
    Through,
    /// The address of an object.
    Address(Object),
    /// An object by value.
    Value(Object),
    /// Pointers to rows.
    Rows(Rows),
    /// The address of the function of this symbol; a parameter says so, and is not passed.
    Function(String),
    /// The address of an element; a parameter says so, and is not passed.
    Place(Place),
}

/// The address of an element of a buffer, or of its end.
pub(super) struct Place {
    /// The parameter that has the buffer.
    pub of: String,
    /// The element.
    pub index: Length,
    /// The size of an element in bytes.
    pub size: u32,
}

/// Pointers to rows, which are made for the call.
pub(super) struct Rows {
    /// Its name in reports, an expression of C.
    pub name: String,
    /// The parameter that has all rows, one behind the other.
    pub param: usize,
    /// The number of rows.
    pub count: Length,
    /// The number of elements of a row.
    pub row: Length,
    /// The size of an element in bytes.
    pub size: u32,
    /// Its alignment.
    pub align: u32,
}

/// An object that is made for the call.
pub(super) struct Object {
    /// Its name in reports, an expression of C.
    pub name: String,
    /// Its type.
    pub element: Element,
    /// What its fields hold, by ascending offset.
    pub fields: Vec<Field>,
    /// The parameter that gets what the call leaves in it, if the caller sees that.
    pub after: Option<usize>,
}

/// A field of an object.
pub(super) struct Field {
    /// Its offset in bytes.
    pub offset: u64,
    /// What it holds.
    pub holds: Holds,
}

/// What a field holds.
pub(super) enum Holds {
    /// The number of a parameter.
    Number {
        /// The parameter.
        param: usize,
        /// Its type.
        scalar: Scalar,
    },
    /// So many bytes of what a parameter passes by value.
    Bytes {
        /// The parameter.
        param: usize,
        /// Number of bytes.
        size: u32,
    },
    /// The pointer of a parameter.
    Pointer {
        /// The parameter.
        param: usize,
    },
    /// The address of another object.
    Address(Object),
    /// Pointers to rows.
    Rows(Rows),
    /// The address of the function of this symbol; a parameter says so, and is not passed.
    Function(String),
    /// The address of an element; a parameter says so, and is not passed.
    Place(Place),
}

impl Given {
    /// How many parameters it is made from.
    pub fn params(&self) -> usize {
        match self {
            Given::Through | Given::Rows(_) | Given::Function(_) | Given::Place(_) => 1,
            Given::Address(object) | Given::Value(object) => object.params(),
        }
    }
}

impl Object {
    /// Calls `f` with what is told of the pointers that it leads to.
    fn told(&self, f: &mut impl FnMut(Told<'_>)) {
        for field in &self.fields {
            match &field.holds {
                Holds::Rows(rows) => f(Told::Rows(rows)),
                Holds::Place(place) => f(Told::Place(place)),
                Holds::Address(object) => object.told(f),
                _ => {}
            }
        }
    }

    /// How many parameters it is made from, what gets it after the call included.
    fn params(&self) -> usize {
        let fields = self.fields.iter().map(|field| match &field.holds {
            Holds::Address(object) => object.params(),
            _ => 1,
        });
        usize::from(self.after.is_some()) + fields.sum::<usize>()
    }
}

impl Holds {
    /// Its size in bytes.
    pub fn bytes(&self) -> u32 {
        match self {
            Holds::Number { scalar, .. } => u32::from(scalar.bits()).div_ceil(8),
            Holds::Bytes { size, .. } => *size,
            Holds::Pointer { .. }
            | Holds::Address(_)
            | Holds::Rows(_)
            | Holds::Function(_)
            | Holds::Place(_) => 8,
        }
    }
}

/// What the user tells of a pointer.
enum Told<'p> {
    Rows(&'p Rows),
    Place(&'p Place),
}

impl Plan {
    /// Whether something is taken apart.
    pub fn changes(&self) -> bool {
        let mut given = self.given.iter();
        given.any(|given| !matches!(given, Given::Through))
    }

    /// Whether all lengths name integers among the parameters, and places are in buffers.
    pub fn knows_lengths(&self) -> bool {
        let mut known = true;
        self.lengths(&mut |length| {
            length.variables(&mut |name| known &= self.is_integer(name));
        });
        self.told(&mut |told| {
            if let Told::Place(place) = told {
                known &= self.is_buffer(&place.of);
            }
        });
        known
    }

    /// Calls `f` with every length that is told.
    pub fn lengths(&self, f: &mut impl FnMut(&Length)) {
        self.told(&mut |told| match told {
            Told::Rows(rows) => {
                f(&rows.count);
                f(&rows.row);
            }
            Told::Place(place) => f(&place.index),
        });
    }

    /// Calls `f` with what is told of pointers.
    fn told(&self, f: &mut impl FnMut(Told<'_>)) {
        for given in &self.given {
            match given {
                Given::Rows(rows) => f(Told::Rows(rows)),
                Given::Place(place) => f(Told::Place(place)),
                Given::Address(object) | Given::Value(object) => object.told(f),
                Given::Through | Given::Function(_) => {}
            }
        }
    }

    fn is_buffer(&self, name: &str) -> bool {
        let mut params = self.params.iter();
        let param = params.find(|param| param.name == name);
        param.is_some_and(|param| matches!(param.ty, Type::Pointer(_)) && !param.rows)
    }

    fn is_integer(&self, name: &str) -> bool {
        let mut params = self.params.iter();
        let param = params.find(|param| param.name == name);
        param.is_some_and(|param| matches!(param.ty, Type::Scalar(Scalar::Int { .. })))
    }

    /// The places of the parameters that are passed by value.
    pub fn values(&self) -> Vec<usize> {
        let given = self.given.iter().enumerate();
        let values = given.filter(|(_, given)| matches!(given, Given::Value(_)));
        values.map(|(place, _)| place).collect()
    }

    /// Adds the sizes that lengths name and that are no parameters of the function.
    pub fn add_sizes(&mut self, sizes: &[String]) {
        let mut missing: Vec<String> = Vec::new();
        self.lengths(&mut |length| {
            length.variables(&mut |name| {
                let known = self.params.iter().any(|param| param.name == name);
                if !known && sizes.iter().any(|size| size == name) {
                    missing.push(name.to_owned());
                }
            });
        });
        missing.sort();
        missing.dedup();
        let scalar = Scalar::Int {
            bits: 64,
            signed: false,
        };
        self.params
            .extend(missing.into_iter().map(|name| SourceParam {
                name,
                ty: Type::Scalar(scalar),
                spelled: "a size".to_owned(),
                enumerators: Vec::new(),
                rows: false,
            }));
    }

    /// The signature of the function that is put before it.
    pub fn unpacked(self) -> Signature {
        Signature {
            params: self.params,
            ..self.original
        }
    }
}

/// The leaf that stands for a pointer: its bits where a structure is passed by value, and
/// how far the call moved it where one is looked at afterwards.
pub(super) fn pointer_leaf(offset: u32, path: String) -> Leaf {
    Leaf {
        offset,
        scalar: Scalar::Int {
            bits: 64,
            signed: true,
        },
        path,
        values: None,
    }
}
