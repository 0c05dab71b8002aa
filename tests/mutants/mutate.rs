//! Small changes to a port: what a slip of the hand would do.

use std::collections::BTreeSet;
use std::ops::Range;

use super::source::{Kind, Source};

/// One changed copy of a source file.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Line of the change, from 1.
    pub line: usize,
    /// The change in words: `` `<` -> `<=` ``.
    pub change: String,
    /// The whole changed text.
    pub text: String,
}

/// Every mutant of the functions that `port` uses and `reference` does not, in
/// the order of the text.
pub fn mutants(text: &str, port: &str, reference: &str) -> Vec<Mutant> {
    let source = Source::new(text);
    let mut edits: Vec<Edit> = Vec::new();
    for i in source.bodies_of(port, reference).into_iter().flatten() {
        edits.extend(operators(&source, i));
        edits.extend(numbers(&source, i));
        edits.extend(intrinsics(&source, i));
        edits.extend(indices(&source, i));
        edits.extend(swaps(&source, i));
        edits.extend(synchronization(&source, i));
    }
    let mutants = edits.into_iter().map(|(span, new)| Mutant {
        line: source.line(span.start),
        change: format!("`{}` -> `{new}`", &text[span.clone()]),
        text: format!("{}{new}{}", &text[..span.start], &text[span.end..]),
    });
    let mut seen = BTreeSet::from([text.to_owned()]);
    mutants
        .filter(|mutant| seen.insert(mutant.text.clone()))
        .collect()
}

/// A place in the text and what to write there instead.
type Edit = (Range<usize>, String);

fn replace<T: Into<String>>(
    source: &Source,
    i: usize,
    new: impl IntoIterator<Item = T>,
) -> Vec<Edit> {
    let span = &source.tokens[i].span;
    new.into_iter()
        .map(|new| (span.clone(), new.into()))
        .collect()
}

/// Barriers of kernels, their flags, and whose index is taken.
fn synchronization(source: &Source, i: usize) -> Vec<Edit> {
    let new: &[&str] = match source.word(i) {
        "barrier" | "work_group_barrier" => {
            let end = source
                .closing(i + 1)
                .map(|close| &source.tokens[close].span);
            let start = source.tokens[i].span.start;
            return end
                .map(|end| (start..end.end, "(void)0".to_owned()))
                .into_iter()
                .collect();
        }
        "CLK_LOCAL_MEM_FENCE" => &["CLK_GLOBAL_MEM_FENCE"],
        "CLK_GLOBAL_MEM_FENCE" => &["CLK_LOCAL_MEM_FENCE"],
        "get_global_id" => &["get_local_id", "get_group_id"],
        "get_local_id" => &["get_global_id"],
        "get_group_id" => &["get_local_id"],
        "get_local_size" => &["get_num_groups"],
        _ => &[],
    };
    replace(source, i, new.iter().copied())
}

/// Arithmetic, bitwise and comparison operators between two operands.
fn operators(source: &Source, i: usize) -> Vec<Edit> {
    const TYPES: [&str; 9] = [
        "const", "float", "double", "int", "char", "uint8_t", "uint16_t", "__m128", "__m128i",
    ];
    let before = source.word(i.wrapping_sub(1));
    let is_operand = matches!(before, ")" | "]")
        || before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && !TYPES.contains(&before);
    if !is_operand {
        return Vec::new();
    }
    let new: &[&str] = match source.word(i) {
        "+" => &["-", "*"],
        "-" => &["+"],
        "*" => &["+", "/"],
        "/" => &["*"],
        "%" => &["/"],
        "&" => &["|", "^"],
        "|" => &["&"],
        "^" => &["|"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "+=" => &["-="],
        "-=" => &["+="],
        "<" => &["<=", ">"],
        "<=" => &["<", ">="],
        ">" => &[">=", "<"],
        ">=" => &[">", "<="],
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        _ => &[],
    };
    replace(source, i, new.iter().copied())
}

/// Numbers: one unit more and less; for floats one unit in the last place and
/// the sign; for shuffle selectors the other lanes.
fn numbers(source: &Source, i: usize) -> Vec<Edit> {
    if source.tokens[i].kind != Kind::Number {
        return Vec::new();
    }
    let word = source.word(i);
    if is_selector(source, i) {
        let lane: u32 = word.parse().unwrap_or(0);
        replace(
            source,
            i,
            [1, 2, 3].map(|step| ((lane + step) % 4).to_string()),
        )
    } else if let Some(digits) = word.strip_prefix("0x") {
        let suffix = ['u', 'U', 'l', 'L'];
        let value = u64::from_str_radix(digits.trim_end_matches(suffix), 16).unwrap_or(0);
        let near = [value.wrapping_add(1), value.wrapping_sub(1)];
        replace(source, i, near.map(|v| format!("{v:#x}")))
    } else if let Some(value) = word.strip_suffix('f').and_then(|w| w.parse::<f32>().ok()) {
        let near = [value.next_up(), value.next_down(), -value];
        replace(source, i, near.map(|v| format!("({v:?}f)")))
    } else if let Ok(value) = word.parse::<i64>() {
        replace(source, i, [value + 1, value - 1].map(|v| format!("({v})")))
    } else if let Ok(value) = word.parse::<f64>() {
        let near = [value.next_up(), value.next_down(), -value];
        replace(source, i, near.map(|v| format!("({v:?})")))
    } else {
        Vec::new()
    }
}

fn is_selector(source: &Source, i: usize) -> bool {
    let mut near = (i.saturating_sub(8)..i).rev();
    let shuffle = near.find(|&j| source.word(j) == "_MM_SHUFFLE");
    shuffle.is_some_and(|j| source.closing(j + 1).is_some_and(|close| close > i))
}

/// Families whose members are mistaken for one another: `_mm_` + member +
/// suffix becomes each other member with the same suffix.
const FAMILIES: [(&[&str], &[&str]); 13] = [
    (
        &["add", "sub", "mul", "min", "max"],
        &["_ps", "_ss", "_pd", "_sd"],
    ),
    (&["and", "or", "xor", "andnot"], &["_ps", "_pd", "_si128"]),
    (
        &[
            "cmplt", "cmple", "cmpgt", "cmpge", "cmpeq", "cmpnlt", "cmpnle",
        ],
        &["_ps", "_ss", "_pd"],
    ),
    (&["cmplt", "cmpgt", "cmpeq"], &["_epi8", "_epi16", "_epi32"]),
    (
        &["unpacklo", "unpackhi"],
        &["_epi8", "_epi16", "_epi32", "_epi64", "_ps", "_pd"],
    ),
    (&["packs", "packus"], &["_epi16"]),
    (&["adds", "subs", "add", "sub"], &["_epi8", "_epi16"]),
    (&["adds", "subs", "avg", "max", "min"], &["_epu8"]),
    (&["add", "sub"], &["_epi32", "_epi64"]),
    (&["srli", "srai", "slli"], &["_epi16", "_epi32", "_epi64"]),
    (&["cvt", "cvtt"], &["ps_epi32", "ss_si32", "pd_epi32"]),
    (&["mullo", "mulhi", "madd"], &["_epi16"]),
    (&["movehl", "movelh"], &["_ps"]),
];

/// Endings that are mistaken for one another, where the values come from
/// registers: a wider load could read past a buffer, which indices and bounds
/// try already.
const ENDINGS: [&[&str]; 3] = [
    &["_epi8", "_epi16", "_epi32"],
    &["_epu8", "_epi8", "_epu16", "_epi16"],
    &["_ps", "_ss"],
];

fn intrinsics(source: &Source, i: usize) -> Vec<Edit> {
    let Some(name) = source.word(i).strip_prefix("_mm_") else {
        return Vec::new();
    };
    let mut new = Vec::new();
    for (members, suffixes) in FAMILIES {
        for (member, suffix) in members
            .iter()
            .flat_map(|m| suffixes.iter().map(move |s| (m, s)))
        {
            if name.strip_prefix(member) == Some(suffix) {
                let others = members.iter().filter(|other| *other != member);
                new.extend(others.map(|other| format!("_mm_{other}{suffix}")));
            }
        }
    }
    let in_registers = !["load", "store", "set", "cast", "cvt"]
        .iter()
        .any(|p| name.starts_with(p));
    for family in ENDINGS.iter().filter(|_| in_registers) {
        for stem in family.iter().filter_map(|ending| name.strip_suffix(ending)) {
            new.extend(family.iter().map(|ending| format!("_mm_{stem}{ending}")));
        }
    }
    new.extend(
        name.strip_prefix("setr_")
            .map(|rest| format!("_mm_set_{rest}")),
    );
    replace(source, i, new)
}

/// Array indices one off.
fn indices(source: &Source, i: usize) -> Vec<Edit> {
    let Some(close) = source.closing(i).filter(|_| source.word(i) == "[") else {
        return Vec::new();
    };
    let inside = source.tokens[i].span.end..source.tokens[close].span.start;
    let index = &source.text[inside.clone()];
    [" + 1", " - 1"]
        .map(|step| (inside.clone(), format!("{index}{step}")))
        .to_vec()
}

/// The operands of an intrinsic the other way round.
fn swaps(source: &Source, i: usize) -> Vec<Edit> {
    let name = source.word(i);
    if !name.starts_with("_mm_") || name.starts_with("_mm_store") || source.word(i + 1) != "(" {
        return Vec::new();
    }
    let arguments = source.arguments(i + 1);
    let [first, second, ..] = arguments.as_slice() else {
        return Vec::new();
    };
    let text = &source.text;
    let between = &text[first.end..second.start];
    let swapped = format!("{}{between}{}", &text[second.clone()], &text[first.clone()]);
    vec![(first.start..second.end, swapped)]
}
