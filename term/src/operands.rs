//! Functions of more operands than an application has: several of them are made one term
//! first, by a function of its own.

/// What the name of such a function has behind that of the function that needs it.
const INFIX: &str = ".operands";

/// The name of the function that makes the first `count` operands of `function` one.
pub fn operands_name(function: &str, count: usize) -> String {
    format!("{function}{INFIX}{count}")
}

/// Whether a function is one of these.
pub fn is_operands(name: &str) -> bool {
    let count = name.rsplit_once(INFIX).map(|(_, count)| count);
    count.is_some_and(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lists_of_operands_are_told_from_others() {
        assert!(is_operands(&operands_name("dot4.f32", 3)));
        assert!(
            !is_operands("dot4.f32") && !is_operands("f.operands") && !is_operands("operands3")
        );
    }
}
