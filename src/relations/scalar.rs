//! Decides whether a name, its subscripts and its members lead to a scalar.

use super::known::matches;
use crate::contract::{Element, Part};

/// The reason why a name with this number of subscripts and these members is not a scalar
/// of an input, and advice; `None` if it is one.
pub(super) fn no_scalar(
    (name, element, wanted): (&str, Option<&Element>, usize),
    subscripts: usize,
    member: &[Part],
) -> Option<(String, Option<String>)> {
    let buffer = || format!("`{name}` is a buffer, not a number");
    let single = element.is_none_or(|e| e.leaves.len() == 1 && e.leaves[0].path.is_empty());
    if subscripts < wanted && single {
        let (all, first) = match wanted {
            1 => ("[i]", "[0]"),
            _ => ("[i][j]", "[0][0]"),
        };
        let help =
            format!("`{name}{first}` is its first element, `{name}{all}` stands for every element");
        return Some((buffer(), Some(help)));
    }
    if subscripts > wanted || single && !member.is_empty() {
        let of = if wanted > 0 { "an element of " } else { "" };
        return Some((format!("{of}`{name}` is a single number"), None));
    }
    let leaves = element.map_or(&[][..], |element| &element.leaves);
    let is_there = leaves.iter().any(|leaf| matches(&leaf.path, member));
    if single || subscripts == wanted && is_there {
        return None;
    }
    let (of, before) = match wanted {
        0 => ("", ""),
        1 => ("an element of ", "[i]"),
        _ => ("an element of ", "[i][j]"),
    };
    let message = match member {
        _ if subscripts < wanted => buffer(),
        [] => format!("{of}`{name}` has several members"),
        _ => format!("{of}`{name}` has no such member"),
    };
    let known = leaves.iter().take(8);
    let known = known.map(|leaf| format!("`{name}{before}{}`", leaf.path));
    let known = known.collect::<Vec<_>>().join(", ");
    let first = match (wanted, leaves) {
        (1, [first, ..]) if first.path.starts_with('.') => {
            format!("; `{name}->{}` is that of the first", &first.path[1..])
        }
        _ => String::new(),
    };
    Some((message, Some(format!("it has {known}{first}"))))
}
