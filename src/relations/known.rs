//! The names that a relation may use.

use crate::contract::{Contract, Element, Length, Part, Role, Scalar, Term};

/// The meaning of a name.
pub(super) enum Known<'a> {
    /// A size.
    Size(Length),
    /// A constant number.
    Number(i128),
    /// An input: its element type, `None` for a single scalar, and the number of subscripts
    /// that lead to an element.
    Input(Option<&'a Element>, usize),
    /// Something that cannot be compared with a number, in words.
    Other(&'static str),
}

/// The longest name at the start of a text, and its meaning.
pub(super) fn find<'a>(contract: &'a Contract, text: &str) -> Option<(&'a str, Known<'a>)> {
    let is_here = |name: &&str| {
        let after = text.strip_prefix(name);
        after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let name = names(contract).filter(is_here).max_by_key(|n| n.len())?;
    Some((name, meaning(contract, name)?))
}

/// All names, parameters first.
pub(super) fn names(contract: &Contract) -> impl Iterator<Item = &str> {
    let params = contract.params.iter().map(|param| &*param.name);
    let globals = contract.globals.iter().map(|global| &*global.name);
    let sizes = contract.size_variables.iter().map(String::as_str);
    // Most sizes are parameters, too.
    let is_new = |size: &&str| contract.params.iter().all(|param| param.name != *size);
    params.chain(globals).chain(sizes.filter(is_new))
}

fn meaning<'a>(contract: &'a Contract, name: &str) -> Option<Known<'a>> {
    if let Some(param) = contract.params.iter().find(|param| param.name == name) {
        return Some(match &param.role {
            Role::Size { value, .. } => Known::Size(value.clone()),
            Role::Scalar { .. } => Known::Input(None, 0),
            Role::Value { element, .. } => Known::Input(Some(element), 0),
            Role::Buffer { element, .. } => {
                Known::Input(Some(element), 1 + usize::from(param.row.is_some()))
            }
            Role::Const {
                scalar:
                    Scalar::Int {
                        bits: width,
                        signed,
                    },
                bits,
            } => Known::Number(match signed {
                true => term::signed(*bits, *width),
                false => *bits as i128,
            }),
            Role::Const { .. } => Known::Input(None, 0),
            Role::Function { .. } => Known::Other("a function"),
            Role::Place { .. } => Known::Other("a pointer into another buffer"),
        });
    }
    if let Some(global) = contract.globals.iter().find(|global| global.name == name) {
        let dimensions = usize::from(global.count.is_some());
        return Some(Known::Input(Some(&global.element), dimensions));
    }
    // A size without a parameter.
    let mut sizes = contract.size_variables.iter();
    let size = sizes.find(|size| *size == name)?;
    Some(Known::Size(Length::Var(size.clone())))
}

/// Whether a member with these parts names the leaf of this path.
pub(super) fn matches(path: &str, member: &[Part]) -> bool {
    let mut rest = path;
    for part in member {
        let after = match part {
            Part::Name(name) => rest.strip_prefix(name.as_str()),
            Part::Element(Term::Number(Some(index), _)) => {
                rest.strip_prefix(&*format!("[{index}]"))
            }
            Part::Element(_) => rest
                .starts_with('[')
                .then(|| rest.split_once(']').map(|(_, after)| after))
                .flatten(),
        };
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}
