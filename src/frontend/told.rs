//! What the user says of parameters that lead to pointers, for the compiler to take them
//! apart.

use super::args::{Arg, Meaning};
use crate::contract::{Length, Scalar};

/// What is to be taken apart.
#[derive(Clone, Debug, Default)]
pub struct Unpack {
    /// The functions, as the user names them.
    pub functions: Vec<String>,
    /// The texts of the user's flags: a field that one of them names is taken apart even
    /// where its structure could stay whole.
    pub mentioned: Vec<String>,
    /// What the user says to be pointers to rows.
    pub rows: Vec<Rows>,
    /// What the user says to point to a function, and the function.
    pub pointed: Vec<(String, String)>,
    /// What the user says to point to an element of another buffer, or to its end.
    pub places: Vec<Element>,
    /// Sizes that are no parameters.
    pub sizes: Vec<String>,
}

/// A parameter, or a field, that the user says to point to an element of a buffer.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name.
    pub path: String,
    /// The parameter or the field that has the buffer.
    pub of: String,
    /// The element.
    pub index: Length,
}

/// A parameter, or a field, that the user says to be pointers to rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Its name.
    pub path: String,
    /// The number of rows.
    pub count: Length,
    /// The number of elements of a row.
    pub row: Length,
    /// The type of an element, where the user gives it.
    pub scalar: Option<Scalar>,
}

impl Unpack {
    /// What is to be taken apart of these functions, by what the user says of parameters,
    /// of sizes and, in `more`, elsewhere.
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

    /// Whether some flag speaks of a field of this parameter.
    pub(super) fn names_field_of(&self, path: &str) -> bool {
        let starts = [format!("{path}->"), format!("{path}.")];
        let inside = |text: &String, start: &String| {
            let mut found = text.match_indices(start.as_str());
            found.any(|(at, _)| {
                let before = text[..at].chars().next_back();
                let after = text[at + start.len()..].chars().next();
                !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '>'))
                    && after.is_some_and(|c| c.is_alphabetic() || c == '_')
            })
        };
        let mut texts = self.mentioned.iter();
        texts.any(|text| starts.iter().any(|start| inside(text, start)))
    }
}
