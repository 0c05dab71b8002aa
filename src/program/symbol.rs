//! Demangling of C++ symbols.

use cpp_demangle::{DemangleOptions, Symbol};

/// How symbols of C++ start: functions and variables, with the underscore that some systems
/// add, and functions that initialise a file's variables.
const MANGLED: [&str; 3] = ["_Z", "__Z", "_GLOBAL_"];

/// Returns the name of a symbol in the source, without parameters: `std::thread::join` for
/// `_ZNSt6thread4joinEv`. Names of C are unchanged.
pub fn demangled(symbol: &str) -> String {
    // The demangler also reads bare types: `g` would be `__float128`.
    if !MANGLED.iter().any(|start| symbol.starts_with(start)) {
        return symbol.to_owned();
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    readable(symbol, &options).unwrap_or_else(|| symbol.to_owned())
}

/// Returns the function or variable of a symbol as people speak of it: without the parameters of
/// functions around it, a lambda as `lambda`.
pub fn spoken(symbol: &str) -> String {
    let name = demangled(symbol);
    if !["::$_", "{lambda", "'lambda", ")::"]
        .iter()
        .any(|part| name.contains(part))
    {
        return name;
    }
    let mut words = Vec::new();
    for word in scopes(&name) {
        let is_lambda = ["$_", "{lambda", "'lambda"]
            .iter()
            .any(|start| word.starts_with(start));
        let follows = words.last() == Some(&"lambda");
        let bare = match word.find('(') {
            Some(at) if !word.starts_with("operator") => &word[..at],
            _ => word,
        };
        match is_lambda {
            true => words.push("lambda"),
            false if follows && word.starts_with("operator()") => {}
            false => words.push(bare),
        }
    }
    words.join("::")
}

/// The parts of a name between the `::` outside of brackets.
fn scopes(name: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    let bytes = name.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'(' | b'{' | b'<' | b'[' => depth += 1,
            b')' | b'}' | b'>' | b']' => depth -= 1,
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => {
                all.push(&name[start..at]);
                start = at + 2;
            }
            _ => {}
        }
    }
    all.push(&name[start..]);
    all
}

/// Returns the type with this encoding, which `std::type_info::name` returns: `geo::Point`
/// for `N3geo5PointE`.
pub fn demangled_type(encoding: &str) -> String {
    let encoding = encoding.trim_start_matches('*');
    let name = readable(&format!("_ZTS{encoding}"), &DemangleOptions::new());
    let name = name
        .as_deref()
        .and_then(|n| n.strip_prefix("typeinfo name for "));
    name.unwrap_or(encoding).to_owned()
}

fn readable(symbol: &str, options: &DemangleOptions) -> Option<String> {
    let symbol = Symbol::new(symbol).ok()?;
    symbol.demangle_with_options(options).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_written() {
        assert_eq!(demangled("_ZNSt6thread4joinEv"), "std::thread::join");
        assert_eq!(demangled("pthread_create"), "pthread_create");
        for name in ["g", "h", "i", "St", "_f", "PKc"] {
            assert_eq!(demangled(name), name);
        }
        assert_eq!(demangled_type("N3geo5PointE"), "geo::Point");
        assert_eq!(
            spoken("_ZZ12bounded_portPKiPiiENK3$_0clEi"),
            "bounded_port::lambda"
        );
        assert_eq!(spoken("_ZZ8k_windowPKiPhiE1b"), "k_window::b");
        assert_eq!(spoken("_ZN5codec6levelsE"), "codec::levels");
        assert_eq!(demangled_type("i"), "int");
        assert_eq!(demangled_type("St12length_error"), "std::length_error");
    }
}
