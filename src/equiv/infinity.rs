//! Detects differences that a NaN input shows but infinities cause: an operation made a NaN of
//! an infinity.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, Format, Op, TermId};

use super::Witness;
use super::claim::{Obligation, symbol_type};
use super::separation::values;

/// Whether the results differ on a witness also when its NaNs are replaced by infinities, for
/// every input read as a float whatever its declared type.
pub(super) fn differ_at_infinity(
    builder: &Builder,
    obligation: &Obligation,
    witness: &dyn Assignment,
) -> bool {
    let arena = builder.arena();
    let roots = [obligation.left, obligation.right];
    let cone = Cone::of(arena, &roots);
    let symbols = cone.symbols(arena);
    let start = symbols.iter().map(|&id| witness.symbol(id));
    let start = Witness::new(&symbols, &start.collect::<Vec<_>>());
    let floats = read_as_floats(
        arena,
        &cone,
        obligation.compare.format().map(|f| (f, roots)),
    );
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(&start);
    let nans = floats.into_iter().filter_map(|(term, format)| {
        let bits = evaluator.value(term);
        format
            .is_nan(bits)
            .then(|| (term, format.infinity() | bits & format.sign_mask()))
    });
    let nans: Vec<(TermId, u128)> = nans.collect();
    [false, true].into_iter().any(|negated| {
        let mut sample = start.clone();
        for &(term, infinity) in &nans {
            let sign = if negated {
                1 << (arena.width(term) - 1)
            } else {
                0
            };
            assign(arena, term, infinity ^ sign, &mut sample);
        }
        let [x, y] = values(builder, &roots, &sample);
        !obligation.compare.equal(x, y, false)
    })
}

/// The inputs, and concatenations of inputs, that are read as floats.
fn read_as_floats(
    arena: &Arena,
    cone: &Cone,
    compared: Option<(Format, [TermId; 2])>,
) -> BTreeSet<(TermId, Format)> {
    let is_input = |term: TermId| {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match arena.op(term) {
                Op::Symbol => {}
                Op::Concat => open.extend(arena.node(term).children()),
                _ => return false,
            }
        }
        true
    };
    let results = compared.map(|(format, roots)| roots.map(|root| (root, format)));
    let mut floats: BTreeSet<(TermId, Format)> = results.into_iter().flatten().collect();
    for &term in &cone.terms {
        let node = arena.node(term);
        if let Some(format) = node.spec().operand_format() {
            floats.extend(node.children().iter().map(|&child| (child, format)));
        }
        if let Some(id) = arena.symbol_id(term) {
            floats.extend(symbol_type(arena, id).0.map(|format| (term, format)));
        }
    }
    // Selects, sign changes and canonicalisation of NaNs pass on which operands are floats.
    let mut open: Vec<(TermId, Format)> = floats.iter().copied().collect();
    while let Some((term, format)) = open.pop() {
        let node = arena.node(term);
        let below: &[TermId] = match node.op() {
            Op::Select => &node.children()[1..],
            Op::Xor | Op::And => &node.children()[..1],
            Op::FConvert if node.spec().source_format() == format => node.children(),
            _ => &[],
        };
        let new = below.iter().filter(|&&t| arena.width(t) == format.width());
        open.extend(new.map(|&t| (t, format)).filter(|&f| floats.insert(f)));
    }
    floats.retain(|&(term, format)| {
        format.width() == arena.width(term) && format != Format::X87 && is_input(term)
    });
    floats
}

/// Sets the inputs that a term is concatenated of so that the term has the value `bits`.
fn assign(arena: &Arena, term: TermId, bits: u128, witness: &mut Witness) {
    if let Some(id) = arena.symbol_id(term) {
        witness.values.insert(id, bits);
        return;
    }
    let node = arena.node(term);
    if let [high, low] = node.children() {
        let below = arena.width(*low);
        assign(arena, *high, bits >> below, witness);
        assign(arena, *low, bits & ((1 << below) - 1), witness);
    }
}
