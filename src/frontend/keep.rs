//! Functions that nothing in their file calls: clang compiles an inline or `static` function only
//! if its address is taken, so a text after the file takes it.

/// The language of the text that takes addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

/// Selects an overload by its parameter types, and of two that differ in `const` alone the one
/// without it.
const OVERLOAD: &str = "\
template <class... A> struct simdiff_overload {
  template <class C, class R> static constexpr auto of(R (C::*f)(A...), int) { return f; }
  template <class C, class R> static constexpr auto of(R (C::*f)(A...) const, long) { return f; }
  template <class R> static constexpr auto of(R (*f)(A...), int) { return f; }
  template <class C, class R> static constexpr auto of_const(R (C::*f)(A...) const, int) { return f; }
};
";

/// Declarations that take the addresses of functions, by the names that users give.
pub(super) fn text(dialect: Dialect, names: &[String]) -> String {
    let declarations = names.iter().enumerate().map(|(i, name)| match dialect {
        Dialect::C => {
            let name = signature(name).map_or(name.as_str(), |signature| signature.name);
            let start = "static __attribute__((used)) const void *const";
            format!("{start} simdiff_keep_{i} = (const void *)&{name};\n")
        }
        // The address of a method is not a pointer to an object.
        Dialect::Cpp => {
            let value = address(name);
            format!("static __attribute__((used)) auto simdiff_keep_{i} = {value};\n")
        }
    });
    let declarations: String = declarations.collect();
    match declarations.contains("simdiff_overload") {
        true => format!("{OVERLOAD}{declarations}"),
        false => declarations,
    }
}

/// The C++ expression for the address of a function.
fn address(name: &str) -> String {
    match signature(name) {
        None => format!("&{}", without_result(name)),
        Some(Signature {
            name,
            parameters,
            is_const,
        }) => {
            let name = without_result(name);
            let of = if is_const { "of_const" } else { "of" };
            format!("simdiff_overload<{parameters}>::{of}(&{name}, 0)")
        }
    }
}

/// A name with parameter types, as `nm -C` prints it.
struct Signature<'a> {
    name: &'a str,
    parameters: &'a str,
    is_const: bool,
}

/// Splits a name with parameter types; `None` for a name without them.
fn signature(name: &str) -> Option<Signature<'_>> {
    let plain = name.trim_end();
    let without_const = plain.strip_suffix("const").map(str::trim_end);
    let list = without_const.unwrap_or(plain).strip_suffix(')')?;
    let mut depth = 0;
    let (open, _) = list.char_indices().rev().find(|(_, c)| {
        depth += i32::from(*c == ')') - i32::from(*c == '(');
        depth < 0
    })?;
    let (name, parameters) = (list[..open].trim_end(), list[open + 1..].trim());
    let is_operator = name.ends_with("operator") && parameters.is_empty();
    (!is_operator).then_some(Signature {
        name,
        parameters: if parameters == "void" { "" } else { parameters },
        is_const: without_const.is_some(),
    })
}

/// The name without the result type, which `nm -C` prints before the name of a template.
fn without_result(name: &str) -> &str {
    let mut depth = 0;
    let start = name.char_indices().rev().find(|(_, c)| {
        depth += i32::from(*c == '>') - i32::from(*c == '<');
        *c == ' ' && depth == 0
    });
    start.map_or(name, |(at, _)| &name[at + 1..])
}

/// Whether a name, with or without parameter types, can be written in C or C++ source as it is.
pub fn is_name(name: &str) -> bool {
    let name = signature(name).map_or(name, |signature| signature.name);
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    // The arguments of a template hold types and numbers.
    let goes_on = |c: char| c.is_ascii_alphanumeric() || "_:<>,* ".contains(c);
    name.starts_with(starts) && name.chars().all(goes_on) && !name.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::{Dialect, is_name, text};

    fn cpp(name: &str) -> String {
        let text = text(Dialect::Cpp, &[name.to_owned()]);
        let last = text.lines().last().unwrap_or_default();
        let (_, value) = last.split_once(" = ").unwrap_or_default();
        value.to_owned()
    }

    #[test]
    fn parameter_types_select_an_overload() {
        assert_eq!(cpp("Acc::add"), "&Acc::add;");
        assert_eq!(
            cpp("Acc::add(int const*, int)"),
            "simdiff_overload<int const*, int>::of(&Acc::add, 0);"
        );
        assert_eq!(
            cpp("Acc::at(int) const"),
            "simdiff_overload<int>::of_const(&Acc::at, 0);"
        );
        assert_eq!(
            cpp("each(void (*)(int), int)"),
            "simdiff_overload<void (*)(int), int>::of(&each, 0);"
        );
        assert_eq!(cpp("F::operator()"), "&F::operator();");
        assert_eq!(
            cpp("F::operator()(int)"),
            "simdiff_overload<int>::of(&F::operator(), 0);"
        );
        assert_eq!(cpp("sum<float, 4>"), "&sum<float, 4>;");
        assert_eq!(
            cpp("float sum<float, 4>(float const*)"),
            "simdiff_overload<float const*>::of(&sum<float, 4>, 0);"
        );
    }

    #[test]
    fn c_has_no_overloads() {
        let text = text(Dialect::C, &["sum(int)".to_owned()]);
        assert!(text.ends_with(" = (const void *)&sum;\n"), "{text}");
    }

    #[test]
    fn names_are_no_code() {
        assert!(is_name("ns::Acc::add(std::vector<int> const&)"));
        assert!(is_name("sum<float, 4>"));
        assert!(!is_name("a;b"));
        assert!(!is_name("8bit"));
        assert!(!is_name("a::"));
    }
}
