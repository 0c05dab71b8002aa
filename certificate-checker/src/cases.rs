//! Proofs by case distinction.

use term::{Format, Op, TermId};

use crate::argument::Argument;
use crate::claim::Claim;
use crate::fault::{Checked, not_checked, rejected, require};
use crate::format::Case;
use crate::ledger::ASSUMED;
use crate::pieces::{pieces, possible};

/// Continues with one case of a select, in whose other case both results are the same.
pub(crate) fn narrow(argument: &mut Argument, condition: TermId, to: (TermId, TermId)) -> Checked {
    let arena = &argument.ledger.terms.arena;
    let (left, right) = (argument.now.left, argument.now.right);
    let choice = |term: TermId| {
        let node = arena.node(term);
        (node.op() == Op::Select).then(|| node.child(0))
    };
    let chosen: Vec<TermId> = [left, right].into_iter().filter_map(choice).collect();
    for of in chosen {
        for holds in [true, false] {
            let arena = &argument.ledger.terms.arena;
            // A result in one case of the condition.
            let side = |term: TermId, holds: bool| {
                let node = arena.node(term);
                match node.op() == Op::Select && node.child(0) == of {
                    true => node.child(if holds { 1 } else { 2 }),
                    false => term,
                }
            };
            let here = to == (side(left, holds), side(right, holds));
            if !here || side(left, !holds) != side(right, !holds) {
                continue;
            }
            if holds && condition == of || !holds && argument.negates(of, condition) {
                if !argument.now.given.contains(&condition) {
                    argument.now.given.push(condition);
                }
                return argument.go_on(to);
            }
        }
    }
    rejected("the case that is left out may have other results")
}

/// Checks that lemmas show the remaining claim in both cases of a condition.
pub(crate) fn both(
    argument: &mut Argument,
    (condition, negation): (TermId, TermId),
    lemmas: (u32, u32),
) -> Checked {
    require(argument.negates(condition, negation), || {
        "the cases are not opposite".into()
    })?;
    for (case, lemma) in [(condition, lemmas.0), (negation, lemmas.1)] {
        argument.shows(argument.cite(lemma, &[case])?)?;
        argument.leaves_out_nothing(lemma, Some(&[case]))?;
    }
    Ok(())
}

/// Checks that lemmas show the remaining claim in cases that cover all values of a term.
pub(crate) fn split(argument: &mut Argument, on: TermId, cases: &[Case]) -> Checked {
    let mut given: Vec<Vec<TermId>> = Vec::new();
    for case in cases {
        given.push(argument.ledger.terms.all(&case.given)?);
    }
    let mut computed = argument.computed.get(&on).copied();
    let arena = &argument.ledger.terms.arena;
    computed = computed.or_else(|| read_as_number(argument, on));
    let facts = &mut argument.ledger.bare[argument.context as usize];
    let values = possible(arena, facts, on, computed);
    let conditions: Vec<TermId> = given.concat();
    let mut ends = Vec::new();
    for case in cases {
        let lemma = argument.lemma(case.lemma);
        let context = lemma.map_or(ASSUMED, |lemma| lemma.context);
        ends.extend(range_ends(argument, context, on));
    }
    let tried = pieces(arena, &conditions, on, &values, &ends)?;
    let mut starts = Vec::new();
    let mut count = 0;
    for case in &given {
        starts.push(count..count + case.len());
        count += case.len();
    }
    for (value, holds) in &tried {
        let covered = starts
            .iter()
            .any(|case| holds[case.clone()].iter().all(|h| *h));
        require(covered, || format!("no case covers the value {value:#x}"))?;
    }
    for (i, case) in cases.iter().enumerate() {
        let inside: Vec<u128> = tried
            .iter()
            .filter(|(_, holds)| holds[starts[i].clone()].iter().all(|h| *h))
            .map(|(value, _)| *value)
            .collect();
        let claim = lemma(argument, case, &given[i], on, &inside)?;
        argument.leaves_out_nothing(case.lemma, Some(&given[i]))?;
        argument.shows(claim)?;
    }
    Ok(())
}

/// The bit patterns at which a float enters or leaves the range that a context gives it.
fn range_ends(argument: &Argument, context: u32, on: TermId) -> Vec<u128> {
    let arena = &argument.ledger.terms.arena;
    let found = arena.symbol_id(on).and_then(|id| {
        let format = arena.buffer(arena.symbol(id).buffer).format?;
        let range = argument.ledger.contexts[context as usize].range(id)?;
        Some((format, range))
    });
    match found.filter(|(format, _)| format.width() == arena.width(on)) {
        Some((format, range)) => crate::floats::ends(format, range.low, range.high),
        None => Vec::new(),
    }
}

/// The lemma of a case. Its context may give the term a narrower range than the current one,
/// provided that the case implies this range.
fn lemma<'a>(
    argument: &'a Argument,
    case: &Case,
    given: &[TermId],
    on: TermId,
    inside: &[u128],
) -> Checked<&'a Claim> {
    let Some(lemma) = argument.lemma(case.lemma) else {
        return rejected(format!("lemma {} is not proved before this", case.lemma));
    };
    if [ASSUMED, argument.context].contains(&lemma.context) {
        return argument.cite(case.lemma, given);
    }
    let arena = &argument.ledger.terms.arena;
    let wider = &argument.ledger.contexts[argument.context as usize];
    let narrower = &argument.ledger.contexts[lemma.context as usize];
    let symbol = arena.symbol_id(on);
    require(narrower.differs_only_in(wider, symbol), || {
        "the context of a case bounds other terms".into()
    })?;
    let bounds = symbol.and_then(|id| narrower.range(id).map(|range| (id, range)));
    if let Some((id, range)) = bounds {
        let format = arena.buffer(arena.symbol(id).buffer).format;
        let Some(format) = format.filter(|f| f.width() == arena.width(on)) else {
            return not_checked("only floats are split by ranges");
        };
        let within = |bits: &u128| crate::floats::within(format, *bits, range.low, range.high);
        require(inside.iter().all(within), || {
            "a case goes beyond the range of its context".into()
        })?;
    }
    let held = |c: &TermId| argument.now.given.contains(c) || given.contains(c);
    require(lemma.claim.given.iter().all(held), || {
        format!("a hypothesis of lemma {} does not hold", case.lemma)
    })?;
    Ok(&lemma.claim)
}

/// The format in which every use reads a variable, if no use can distinguish its NaNs.
fn read_as_number(argument: &Argument, on: TermId) -> Option<Format> {
    let arena = &argument.ledger.terms.arena;
    let id = arena.symbol_id(on)?;
    let format = arena.buffer(arena.symbol(id).buffer).format?;
    let now = &argument.now;
    let result = [now.left, now.right].contains(&on);
    if format.width() != arena.width(on) || result && now.compare != Some(format) {
        return None;
    }
    let cone = term::Cone::of(arena, &now.roots());
    let reads = |&term: &TermId| {
        let node = arena.node(term);
        !node.children().contains(&on) || node.spec().operand_format() == Some(format)
    };
    cone.terms.iter().all(reads).then_some(format)
}
