//! Attributes and pragmas that clang ignores although they change values elsewhere.
//!
//! gcc stores the members of a structure in the other byte order, or compiles a function with
//! other rules for floats, where the source asks for it. clang warns and does neither, so
//! that a verdict is about other code than gcc's users run.

use std::path::Path;

/// The flags under which clang warns of what it ignores, and compiles nevertheless.
pub(super) const FLAGS: [&str; 6] = [
    "-Wunknown-attributes",
    "-Wignored-attributes",
    "-Wunknown-pragmas",
    "-Wno-error=unknown-attributes",
    "-Wno-error=ignored-attributes",
    "-Wno-error=unknown-pragmas",
];

/// The largest number of places in a sentence.
const MOST_NAMED: usize = 4;

/// Attributes without influence on values: they are about diagnostics, linking and the
/// compiler's own work.
const HARMLESS: [&str; 22] = [
    "access",
    "alloc_size",
    "artificial",
    "assume_aligned",
    "copy",
    "dllexport",
    "dllimport",
    "externally_visible",
    "fd_arg",
    "format",
    "malloc",
    "no_icf",
    "no_reorder",
    "noclone",
    "noipa",
    "nonnull",
    "nonstring",
    "null_terminated_string_arg",
    "stack_protect",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
];

/// The pragmas that other compilers take for orders that change values.
const PRAGMAS: [&str; 5] = [
    "GCC optimize",
    "scalar_storage_order",
    "CX_LIMITED_RANGE",
    "FENV_ACCESS",
    "fenv_access",
];

/// The assumption that compilers ignore what clang says in these warnings that it ignores.
pub(super) fn note(warnings: &[&str]) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for warnings in warnings {
        let plain = without_colours(warnings);
        let lines: Vec<&str> = plain.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let quoted = lines.get(at + 1).and_then(|line| line.split_once('|'));
            let found = place(line, quoted.map_or("", |(_, code)| code.trim()));
            all.extend(found.filter(|found| !all.contains(found)));
        }
    }
    let more = match all.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown: Vec<&str> = all.iter().map(String::as_str).take(MOST_NAMED).collect();
    (!shown.is_empty()).then(|| {
        format!(
            "clang ignores what the source asks of other compilers, and so does the verdict: \
             {}{more}",
            shown.join(", ")
        )
    })
}

/// What a line of clang's says it ignores, and where; `code` is the line of the source.
fn place(line: &str, code: &str) -> Option<String> {
    let (place, rest) = line.split_once(": warning: ")?;
    let (text, flag) = rest.rsplit_once(" [-W")?;
    let mut parts = place.rsplitn(3, ':').skip(1);
    let (line, file) = (parts.next()?, parts.next()?);
    let file = Path::new(file).file_name()?.to_string_lossy();
    let what = match flag.trim_end_matches(']') {
        "unknown-attributes" | "ignored-attributes" => {
            let name = text.split('\'').nth(1)?;
            if HARMLESS.contains(&name.trim_matches('_')) || is_level(name, code) {
                return None;
            }
            format!("the attribute {name}")
        }
        "unknown-pragmas" => {
            let is_order = PRAGMAS.iter().any(|pragma| code.contains(pragma));
            if !is_order || is_level("optimize", code) {
                return None;
            }
            code.to_owned()
        }
        _ => return None,
    };
    Some(format!("{what} ({file}:{line})"))
}

/// Whether all that `optimize` asks for in this code is a level or a pass of optimisation,
/// which changes no values.
fn is_level(name: &str, code: &str) -> bool {
    let Some((_, rest)) = code
        .split_once("optimize")
        .filter(|_| name.contains("optimize"))
    else {
        return false;
    };
    let arguments = rest.split(')').next().unwrap_or_default();
    let mut words = arguments
        .split(['(', '"', ',', ' '])
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_start_matches("-f").trim_start_matches('-'))
        .peekable();
    let level = |word: &str| match word.strip_prefix('O') {
        Some(level) => level != "fast",
        None => {
            let pass = word.strip_prefix("no-").unwrap_or(word);
            pass.starts_with("tree-") || pass.starts_with("unroll-") || pass.parse::<u8>().is_ok()
        }
    };
    words.peek().is_some() && words.all(level)
}

/// A text without the escape sequences of colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        plain + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, code: &str) -> Option<String> {
        place(&format!("/src/a.c:3:23: warning: {text}]"), code)
    }

    #[test]
    fn attributes_are_named_with_their_lines() {
        let unknown =
            |name: &str| format!("unknown attribute '{name}' ignored [-Wunknown-attributes");
        let named = "the attribute scalar_storage_order (a.c:3)";
        assert_eq!(
            of(&unknown("scalar_storage_order"), "").as_deref(),
            Some(named)
        );
        assert_eq!(of(&unknown("noclone"), ""), None);
        let code = |what: &str| format!("__attribute__((optimize({what}))) int f(void) {{");
        assert!(of(&unknown("optimize"), &code("\"fast-math\"")).is_some());
        assert!(of(&unknown("optimize"), &code("\"Ofast\"")).is_some());
        assert!(of(&unknown("optimize"), "").is_some());
        assert_eq!(
            of(&unknown("optimize"), &code("\"O3\", \"no-tree-vectorize\"")),
            None
        );
        assert_eq!(of(&unknown("optimize"), &code("3")), None);
    }

    #[test]
    fn pragmas_are_quoted() {
        let unknown = "unknown pragma ignored [-Wunknown-pragmas";
        let pragma = "#pragma GCC optimize(\"-ffast-math\")";
        assert_eq!(of(unknown, pragma), Some(format!("{pragma} (a.c:3)")));
        assert_eq!(of(unknown, "#pragma GCC optimize(\"O3\")"), None);
        assert_eq!(of(unknown, "#pragma GCC push_options"), None);
        assert_eq!(of("unused variable 'x' [-Wunused-variable", ""), None);
    }

    #[test]
    fn a_sentence_names_each_place_once() {
        let warning = "\u{1b}[1ma.c:3:23: \u{1b}[0m\u{1b}[0;1;35mwarning: \u{1b}[0munknown attribute \
                       'optimize' ignored [-Wunknown-attributes]\u{1b}[0m\n    3 | optimize(\"fast-math\")\n";
        let note = note(&[warning, warning]).unwrap();
        assert!(note.ends_with(": the attribute optimize (a.c:3)"), "{note}");
        assert_eq!(super::note(&["", "a.c:1:1: error: x\n"]), None);
    }
}
