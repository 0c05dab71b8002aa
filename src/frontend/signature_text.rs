//! The text of C++ signatures in one form: `f(const int *, unsigned)` is `f(int const*, unsigned
//! int)`, as `nm -C` prints it.

/// A signature without white space that has no meaning, with each `const` after the type that it
/// qualifies, and with integer types as demangled symbols name them.
pub(super) fn canonical(text: &str) -> String {
    let tokens = with_const_behind(without_aliases(tokens(text)));
    let mut all = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        let last = all.last().copied().unwrap_or_default();
        match *token {
            "int" if matches!(last, "short" | "long") => {}
            "unsigned" => {
                all.push("unsigned");
                if !matches!(next, "char" | "short" | "int" | "long" | "__int128") {
                    all.push("int");
                }
            }
            "signed" if matches!(next, "short" | "int" | "long") => {}
            token => all.push(token),
        }
    }
    all.join(" ")
}

/// The integer types of `<stdint.h>` and `<stddef.h>`, as demangled symbols name them.
const ALIASES: [(&str, &[&str]); 10] = [
    ("int8_t", &["signed", "char"]),
    ("uint8_t", &["unsigned", "char"]),
    ("int16_t", &["short"]),
    ("uint16_t", &["unsigned", "short"]),
    ("int32_t", &["int"]),
    ("uint32_t", &["unsigned", "int"]),
    ("int64_t", &["long"]),
    ("uint64_t", &["unsigned", "long"]),
    ("size_t", &["unsigned", "long"]),
    ("ptrdiff_t", &["long"]),
];

/// Replaces the names of standard integer types, with or without `std::`.
fn without_aliases(tokens: Vec<&str>) -> Vec<&str> {
    let mut all = Vec::new();
    for token in tokens {
        match ALIASES.iter().find(|(alias, _)| *alias == token) {
            Some((_, names)) => {
                if all.ends_with(&["std", ":", ":"]) {
                    all.truncate(all.len() - 3);
                }
                all.extend(*names);
            }
            None => all.push(token),
        }
    }
    all
}

/// Words and punctuation; `::` and `...` do not matter as units.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, more) = rest.split_at(length);
        all.push(token);
        rest = more.trim_start();
    }
    all
}

/// Moves a `const` at the beginning of a parameter or template argument behind its type.
fn with_const_behind(tokens: Vec<&str>) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    // The depths of template arguments at which a `const` waits.
    let mut waiting: Vec<usize> = Vec::new();
    let mut depth = 0;
    for token in tokens {
        let ends = matches!(token, "*" | "&" | "," | ")" | ">") || token == "(";
        if ends && waiting.last() == Some(&depth) {
            waiting.pop();
            all.push("const");
        }
        match token {
            "<" => depth += 1,
            ">" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let begins = matches!(all.last(), Some(&("(" | "," | "<")));
        match token == "const" && begins {
            true => waiting.push(depth),
            false => all.push(token),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn spellings_of_one_signature_are_alike() {
        for (one, other) in [
            ("f(const int *, unsigned)", "f(int const*, unsigned int)"),
            ("f(short int,unsigned long int)", "f(short, unsigned long)"),
            ("f(signed int, long)", "f(int, long)"),
            (
                "C::g(const std::vector<const int *> &) const",
                "C::g(std::vector<int const*> const&) const",
            ),
            ("h(signed char)", "h( signed char )"),
        ] {
            assert_eq!(canonical(one), canonical(other));
        }
        for (one, other) in [
            ("f(const int *)", "f(int *)"),
            ("f(unsigned char)", "f(unsigned)"),
            ("f(signed char)", "f(char)"),
            ("f(int *const *)", "f(int const* *)"),
        ] {
            assert_ne!(canonical(one), canonical(other));
        }
    }
}
