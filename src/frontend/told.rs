//! The user's statements about parameters that contain pointers, by which the compilation
//! splits them into members.

use std::collections::BTreeSet;

use super::args::{Arg, Meaning};
use crate::contract::{Length, Scalar};

/// The function parameters to split into members.
#[derive(Clone, Debug, Default)]
pub struct Unpack {
    /// The functions, by the names that the user gives.
    pub functions: Vec<String>,
    /// The texts of the user's flags. A structure with a field that one of them names is
    /// split even if it could stay whole.
    pub mentioned: Vec<String>,
    /// The relations between inputs that the user gives. A union with a member that one of them
    /// names has the layout of this member.
    pub relations: Vec<String>,
    /// The parameters and fields that the user declares to be pointers to rows.
    pub rows: Vec<Rows>,
    /// The parameters and fields that the user declares to point to a function, and the
    /// function.
    pub pointed: Vec<(String, String)>,
    /// The parameters and fields that the user declares to point to an element of another
    /// buffer, or to its end.
    pub places: Vec<Element>,
    /// The sizes that are not parameters.
    pub sizes: Vec<String>,
    /// What a version in another module does with containers.
    pub containers: Containers,
}

/// What the functions to split may do with the containers and the pointers to pointers that they
/// are given. Both versions are split alike if this is the same for both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Containers {
    /// Whether some function may reallocate containers.
    pub allocates: bool,
    /// The indices of the parameters that some function may change: pointers and references to
    /// structures that are not constant.
    pub changed: BTreeSet<usize>,
    /// The indices of the parameters of which some function receives a copy.
    pub copied: BTreeSet<usize>,
    /// The indices of the pointers to pointers of which some function uses another pointer than
    /// the first: they point to tables.
    pub tables: BTreeSet<usize>,
    /// The indices of the pointers to pointers through which some function reads the pointer; the
    /// others are results.
    pub cursors: BTreeSet<usize>,
}

impl Containers {
    /// What either may do.
    pub fn or(&self, other: &Containers) -> Containers {
        Containers {
            allocates: self.allocates || other.allocates,
            changed: &self.changed | &other.changed,
            copied: &self.copied | &other.copied,
            tables: &self.tables | &other.tables,
            cursors: &self.cursors | &other.cursors,
        }
    }
}

/// A parameter or field that the user declares to point to an element of a buffer.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name.
    pub path: String,
    /// The parameter or field that has the buffer.
    pub of: String,
    /// The index of the element.
    pub index: Length,
}

/// A parameter or field that the user declares to be pointers to rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Its name.
    pub path: String,
    /// The number of rows.
    pub count: Length,
    /// The number of elements in a row.
    pub row: Length,
    /// The type of an element, if the user gives it.
    pub scalar: Option<Scalar>,
}

impl Unpack {
    /// Collects the user's statements about these functions' parameters and sizes; `more`
    /// has other texts that may name fields.
    pub fn new(
        functions: [&str; 2],
        (args, sizes): (&[Arg], &[String]),
        more: &[String],
    ) -> Unpack {
        let mut unpack = Unpack {
            sizes: sizes.to_vec(),
            functions: functions.map(str::to_owned).to_vec(),
            mentioned: args.iter().map(|arg| arg.text.clone()).collect(),
            ..Unpack::default()
        };
        unpack.mentioned.extend(more.iter().cloned());
        for arg in args {
            let path = arg.name.part().to_owned();
            match &arg.meaning {
                Meaning::Function(name) => unpack.pointed.push((path, name.part().to_owned())),
                Meaning::Place { of, index } => unpack.places.push(Element {
                    path,
                    of: of.part().to_owned(),
                    index: index.clone(),
                }),
                Meaning::Symbolic {
                    row: Some(row),
                    length: Some(Length::Op('*', count, _)),
                    scalar,
                    ..
                } => unpack.rows.push(Rows {
                    path,
                    count: (**count).clone(),
                    row: row.clone(),
                    scalar: *scalar,
                }),
                _ => {}
            }
        }
        unpack
    }

    /// Whether some flag names a field of this parameter.
    pub(super) fn names_field_of(&self, path: &str) -> bool {
        let starts = [format!("{path}->"), format!("{path}.")];
        let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() || c == '_');
        let mut texts = self.mentioned.iter();
        texts.any(|text| starts.iter().any(|start| has(text, start, is_name)))
    }

    /// Whether some flag or relation names this member of a union, or a field or element of it.
    pub(super) fn names_member(&self, path: &str) -> bool {
        let ends = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let mut texts = self.mentioned.iter().chain(&self.relations);
        texts.any(|text| has(text, path, ends))
    }
}

/// Whether a text has the path `start`, followed by a character that `follows` accepts.
fn has(text: &str, start: &str, follows: impl Fn(Option<char>) -> bool) -> bool {
    let mut found = text.match_indices(start);
    found.any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + start.len()..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '>'))
            && follows(after)
    })
}
