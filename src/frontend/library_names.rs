//! Names of the C++ standard library's types as people write them.
//!
//! Debug info spells out every template argument: `vector<int, std::allocator<int> >`.

use super::debug_info::{DebugInfo, Record};

/// Arguments that templates of the library have by default: the beginning of each, up to its
/// own arguments.
const DEFAULTS: [&str; 5] = [
    "std::allocator<",
    "std::char_traits<",
    "std::default_delete<",
    "std::less<",
    "18446744073709551615U",
];

/// The classes with an alias for `char`.
const ALIASES: [(&str, &str); 2] = [
    ("basic_string_view<char>", "string_view"),
    ("basic_string<char>", "string"),
];

/// Whether a type is in the namespace `std` or in one nested in it.
pub(super) fn is_standard(debug: &DebugInfo, record: &Record<'_>) -> bool {
    let mut scope = record.node("scope").and_then(|id| debug.record(id));
    while let Some(space) = scope.filter(|scope| scope.class == "DINamespace") {
        let outer = space.node("scope").and_then(|id| debug.record(id));
        if space.text("name").as_deref() == Some("std") {
            return outer.is_none_or(|outer| outer.class != "DINamespace");
        }
        scope = outer;
    }
    false
}

/// The name of a type or function without default template arguments and inline namespaces.
pub fn shortened(name: &str) -> String {
    let mut short = without_defaults(&name.replace("std::__cxx11::", "std::"));
    for (long, alias) in ALIASES {
        short = short.replace(long, alias);
    }
    short
}

/// The name without default arguments, at every depth; `> >` is written `>>`.
fn without_defaults(name: &str) -> String {
    let Some((head, rest)) = name.split_once('<') else {
        return name.to_owned();
    };
    let Some(end) = closing(rest) else {
        return name.to_owned();
    };
    let arguments = separated(&rest[..end]).into_iter().enumerate();
    let kept = arguments.filter(|(i, argument)| {
        let default = DEFAULTS.iter().any(|start| argument.starts_with(start));
        // The first argument is never one by default.
        *i == 0 || !default
    });
    let kept: Vec<String> = kept.map(|(_, text)| without_defaults(text)).collect();
    let tail = without_defaults(&rest[end + 1..]);
    format!("{head}<{}>{tail}", kept.join(", "))
}

/// The position of the `>` that closes a list of arguments.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' if depth == 0 => return Some(at),
            '>' | ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The arguments of a list.
fn separated(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn default_arguments_are_not_written() {
        let cases = [
            ("vector<int, std::allocator<int> >", "vector<int>"),
            (
                "vector<std::vector<int, std::allocator<int> >, \
                 std::allocator<std::vector<int, std::allocator<int> > > >",
                "vector<std::vector<int>>",
            ),
            (
                "basic_string<char, std::char_traits<char>, std::allocator<char> >",
                "string",
            ),
            ("span<const int, 18446744073709551615UL>", "span<const int>"),
            ("span<int, 4UL>", "span<int, 4UL>"),
            ("vector<int, pool<int> >", "vector<int, pool<int>>"),
            ("Image<(Format)1>", "Image<(Format)1>"),
            ("operator<", "operator<"),
        ];
        for (long, short) in cases {
            assert_eq!(shortened(long), short);
        }
    }
}
