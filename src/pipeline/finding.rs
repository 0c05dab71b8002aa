//! Presentation of findings: values of terms under a witness, and the expressions that
//! compute them.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{
    Arena, Assignment, Cone, Definition, Evaluator, Format, Printer, Read, Style, SymbolId, Table,
    TermId,
};

use crate::contract::Scalar;
use crate::equiv::smallest_difference;
use crate::verdict::Expression;

/// Returns the operands of float operations, with their formats.
pub fn read_as_floats(arena: &Arena, cone: &Cone) -> FxHashMap<TermId, Format> {
    let mut formats = FxHashMap::default();
    for &term in &cone.terms {
        let node = arena.node(term);
        if let Some(format) = node.spec().operand_format() {
            formats.extend(node.children().iter().map(|&child| (child, format)));
        }
    }
    formats
}

/// Returns a predicate: whether a symbol occurs below any of `roots`.
pub fn involvement(arena: &Arena, roots: &[TermId]) -> impl Fn(SymbolId) -> bool + use<> {
    let symbols = Cone::of(arena, roots).symbols(arena);
    move |symbol| symbols.binary_search(&symbol).is_ok()
}

/// Returns the exact value of a term under a witness.
pub fn value(arena: &Arena, term: TermId, witness: &dyn Assignment) -> u128 {
    let cone = Cone::of(arena, &[term]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness);
    evaluator.value(term)
}

/// The expressions of two sides, with common names.
pub struct Formulas {
    /// The expressions.
    pub sides: [Expression; 2],
    /// The definitions of the names in them.
    pub definitions: Vec<Expression>,
    /// The name and the term of each definition, if it has one.
    pub named: Vec<(String, TermId)>,
}

/// Returns the two expressions with common names, and the definitions of the names. The
/// smallest subexpression that differs under the witness is marked. Look-ups in `tables` are
/// shown by their names.
pub fn expressions(
    builder: &Builder,
    (left, right): (TermId, TermId),
    scalar: Scalar,
    tables: Vec<Table>,
    witness: &dyn Assignment,
) -> Formulas {
    let arena = builder.arena();
    let smallest = smallest_difference(arena, left, right, witness);
    let read = match scalar {
        Scalar::Float { format } => Read::Float(format),
        Scalar::Int { signed, .. } => Read::Stored { signed },
    };
    let marked = if smallest == (left, right) {
        vec![]
    } else {
        vec![smallest.0, smallest.1]
    };
    let style = Style {
        read,
        marked,
        ..Style::default()
    };
    let rendered = Printer::new(arena)
        .with_tables(tables)
        .render(&[left, right], &style);
    let expression = |prefix: &str, text: &term::Text| Expression {
        text: format!("{prefix}{}", text.text),
        marked: text
            .marks
            .first()
            .map(|m| (m.range.start + prefix.len(), m.range.end + prefix.len())),
    };
    let mut roots = rendered.roots.iter().map(|text| expression("", text));
    let empty = || Expression {
        text: String::new(),
        marked: None,
    };
    let sides = [
        roots.next().unwrap_or_else(empty),
        roots.next().unwrap_or_else(empty),
    ];
    // What both sides contain is marked in their own lines only, not where it is defined for both.
    let [in_left, in_right] = [left, right].map(|root| Cone::of(arena, &[root]));
    let is_shared = |term| in_left.position(term).is_some() && in_right.position(term).is_some();
    let definition = |d: &Definition| {
        let mut text = d.text.clone();
        text.marks.retain(|mark| !is_shared(mark.term));
        expression(&format!("{} = ", d.name), &text)
    };
    let definitions = rendered.definitions.iter().map(definition).collect();
    let named = rendered.definitions.iter();
    let named = named.filter_map(|d| Some((d.name.clone(), d.term?)));
    Formulas {
        sides,
        definitions,
        named: named.collect(),
    }
}
