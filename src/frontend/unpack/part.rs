//! The plan by which a wrapper's parameters become the parameters of a wrapped function.

use crate::contract::{Element, Leaf, Length, Scalar};
use crate::frontend::signature::{Signature, SourceParam};
use crate::frontend::types::Type;

/// The plan for all parameters of a function.
pub(super) struct Plan {
    /// The function's own signature, with a layout for every structure passed by value.
    pub original: Signature,
    /// For each parameter of the function the value that it is given.
    pub given: Vec<Given>,
    /// The parameters of the wrapper.
    pub params: Vec<SourceParam>,
    /// The result, if it is a vector or a string.
    pub returned: Option<Returned>,
    /// Whether some parameter cannot be split; its type has the reason.
    pub refused: bool,
}

/// The value that a parameter of the function is given.
pub(super) enum Given {
    /// The corresponding parameter of the wrapper.
    Through,
    /// The address of an object.
    Address(Object),
    /// An object by value.
    Value(Object),
    /// Pointers to rows.
    Rows(Rows),
    /// The address of the function with this symbol. A parameter of the plan stands for it,
    /// but is not passed.
    Function(String),
    /// The address of an element. A parameter of the plan stands for it, but is not passed.
    Place(Place),
}

/// The address of an element of a buffer, or of its end.
pub(super) struct Place {
    /// The parameter that has the buffer.
    pub of: String,
    /// The index of the element.
    pub index: Length,
    /// The size of an element in bytes.
    pub size: u32,
}

/// Pointers to rows that are built for the call.
pub(super) struct Rows {
    /// The name in reports, a C expression.
    pub name: String,
    /// The parameter that has all rows in sequence.
    pub param: usize,
    /// The number of rows.
    pub count: Length,
    /// The number of elements in a row.
    pub row: Length,
    /// The size of an element in bytes.
    pub size: u32,
    /// The alignment of an element in bytes.
    pub align: u32,
}

/// An object that is built for the call.
pub(super) struct Object {
    /// The name in reports, a C expression.
    pub name: String,
    /// Its type.
    pub element: Element,
    /// The fields, by ascending offset.
    pub fields: Vec<Field>,
    /// The parameter that receives the object's final contents, if the caller sees them.
    pub after: Option<usize>,
    /// The containers in it that the call may reallocate; the object itself may be one.
    pub grown: Vec<Grown>,
}

/// A container with memory of its own.
pub(super) struct Grown {
    /// The name in reports, a C expression.
    pub name: String,
    /// The parameter that receives the final contents, if the caller sees them.
    pub after: Option<usize>,
    /// Whether the call may not change it, so that its final contents are the initial ones.
    pub is_constant: bool,
    /// The members that lead to the elements.
    pub layout: Layout,
    /// The parameter that has the initial elements.
    pub from: usize,
    /// Their number.
    pub count: Length,
    /// The size of an element in bytes.
    pub size: u32,
    /// The alignment of an element in bytes.
    pub align: u32,
}

/// The members of a container that lead to its elements, by offset in bytes in the object.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// The pointers of a `std::vector` to its elements, to their end, and to the end of its
    /// memory.
    Vector {
        /// The offset of each.
        pointers: [u64; 3],
    },
    /// A `std::basic_string` of libstdc++.
    String {
        /// The pointer to the characters.
        data: u64,
        /// Their number, without the terminating zero.
        length: u64,
        /// The room for a short string; the capacity of a longer one.
        own: u64,
    },
}

/// A container that the function returns in memory that its caller provides.
pub(super) struct Returned {
    /// The type of the container itself.
    pub element: Element,
    /// Its parts; it has no initial elements.
    pub grown: Grown,
}

/// A field of an object.
pub(super) struct Field {
    /// Its offset in bytes.
    pub offset: u64,
    /// The contents.
    pub holds: Holds,
}

/// The contents of a field.
pub(super) enum Holds {
    /// The number in a parameter.
    Number {
        /// The parameter.
        param: usize,
        /// Its type.
        scalar: Scalar,
    },
    /// Bytes of a parameter that has an aggregate value.
    Bytes {
        /// The parameter.
        param: usize,
        /// Number of bytes.
        size: u32,
    },
    /// The pointer in a parameter.
    Pointer {
        /// The parameter.
        param: usize,
    },
    /// The address of another object.
    Address(Object),
    /// Pointers to rows.
    Rows(Rows),
    /// The address of the function with this symbol. A parameter of the plan stands for it,
    /// but is not passed.
    Function(String),
    /// The address of an element. A parameter of the plan stands for it, but is not passed.
    Place(Place),
    /// A pointer that the call sets. No parameter stands for it.
    Unset,
    /// Bytes that the construction of a container sets. No parameter stands for them.
    Storage {
        /// Number of bytes.
        size: u32,
    },
}

impl Given {
    /// The number of the plan's parameters that it uses.
    pub fn params(&self) -> usize {
        match self {
            Given::Through | Given::Rows(_) | Given::Function(_) | Given::Place(_) => 1,
            Given::Address(object) | Given::Value(object) => object.params(),
        }
    }
}

impl Object {
    /// Calls `f` with the rows and places that the object contains.
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

    /// The number of the plan's parameters that it uses, including the outputs for its final
    /// contents.
    fn params(&self) -> usize {
        let fields = self.fields.iter().map(|field| match &field.holds {
            Holds::Address(object) => object.params(),
            Holds::Storage { .. } | Holds::Unset => 0,
            _ => 1,
        });
        let grown = self.grown.iter().filter(|grown| grown.after.is_some());
        usize::from(self.after.is_some()) + grown.count() + fields.sum::<usize>()
    }

    /// Whether a field belongs to a container that the call may reallocate.
    pub fn is_grown(&self, field: &Field) -> bool {
        let mut grown = self.grown.iter();
        grown.any(|grown| grown.layout.offsets().contains(&field.offset))
    }
}

impl Layout {
    /// The offsets of all members.
    fn offsets(self) -> [u64; 3] {
        match self {
            Layout::Vector { pointers } => pointers,
            Layout::String { data, length, own } => [data, length, own],
        }
    }
}

impl Holds {
    /// The size in bytes.
    pub fn bytes(&self) -> u32 {
        match self {
            Holds::Number { scalar, .. } => u32::from(scalar.bits()).div_ceil(8),
            Holds::Bytes { size, .. } | Holds::Storage { size } => *size,
            Holds::Pointer { .. }
            | Holds::Address(_)
            | Holds::Rows(_)
            | Holds::Function(_)
            | Holds::Place(_)
            | Holds::Unset => 8,
        }
    }
}

/// Rows or a place that the user declares.
enum Told<'p> {
    Rows(&'p Rows),
    Place(&'p Place),
}

impl Plan {
    /// Whether some parameter is split.
    pub fn changes(&self) -> bool {
        let mut given = self.given.iter();
        self.returned.is_some() || given.any(|given| !matches!(given, Given::Through))
    }

    /// Whether all lengths name integer parameters, and all places are in buffers.
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

    /// Calls `f` with every declared length.
    pub fn lengths(&self, f: &mut impl FnMut(&Length)) {
        self.told(&mut |told| match told {
            Told::Rows(rows) => {
                f(&rows.count);
                f(&rows.row);
            }
            Told::Place(place) => f(&place.index),
        });
    }

    /// Calls `f` with all declared rows and places.
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

    /// The indices of the split parameters that are passed by value.
    pub fn values(&self) -> Vec<usize> {
        let given = self.given.iter().enumerate();
        let values = given.filter(|(_, given)| matches!(given, Given::Value(_)));
        values.map(|(place, _)| place).collect()
    }

    /// Adds parameters for the sizes that lengths name and that are not parameters yet.
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
                spelled: SourceParam::ADDED.to_owned(),
                enumerators: Vec::new(),
                rows: false,
            }));
    }

    /// The signature of the wrapper.
    pub fn unpacked(self) -> Signature {
        let result = match self.returned {
            Some(_) => Type::Void,
            None => self.original.result,
        };
        Signature {
            params: self.params,
            result,
            ..self.original
        }
    }
}

/// The leaf for a pointer at `offset`: its bits in a structure that is passed by value, and
/// the number of bytes by which the call moved it in an output.
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
