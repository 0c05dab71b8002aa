//! The claims of obligation and lemma lines, and the conditions that their proofs may use.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::TermId;

use crate::Solver;
use crate::argument::{Argument, Library, Proved};
use crate::claim::{Claim, compared, is_assumed};
use crate::fault::{Checked, malformed, rejected, require};
use crate::format::{Given, Lemma, Obligation, Step};
use crate::ledger::{ASSUMED, EXACT, Ledger};
use crate::pieces::always;
use crate::proof::{self, Work};

/// The resources that the check of proofs uses.
pub(crate) struct Means<'a, 'r> {
    pub ledger: &'a mut Ledger<'r>,
    pub solver: &'a mut dyn Solver,
    pub work: &'a mut Work,
}

/// Checks the proof of an obligation.
pub(crate) fn obligation(means: &mut Means, library: &mut Library, line: &Obligation) -> Checked {
    let ledger = &mut means.ledger;
    let path = ledger.terms.all(&line.path)?;
    let path: Vec<TermId> = path.iter().map(|&c| ledger.obliged(c)).collect();
    let (left, right) = (ledger.terms.get(line.left)?, ledger.terms.get(line.right)?);
    let claim = Claim {
        given: used(ledger, &line.given, &path)?,
        left: ledger.obliged(left),
        right: ledger.obliged(right),
        compare: compared(line.compare.as_deref())?,
        zeros_alike: ledger.assumptions.contains(Assumptions::POSITIVE_ZERO),
    };
    sorted(ledger, &claim, &path)?;
    let stated = Stated {
        claim,
        context: ASSUMED,
        is_lemma: false,
        given: &line.given,
        steps: &line.proof,
    };
    let proved = prove(means, library, &stated)?;
    library.obligations.insert(line.number, proved);
    Ok(())
}

/// Checks the proof of a lemma.
pub(crate) fn lemma(means: &mut Means, library: &mut Library, line: &Lemma) -> Checked {
    let ledger = &mut means.ledger;
    let claim = Claim {
        given: ledger.terms.all(&line.hypotheses)?,
        left: ledger.terms.get(line.left)?,
        right: ledger.terms.get(line.right)?,
        compare: compared(line.compare.as_deref())?,
        zeros_alike: ledger.assumptions.contains(Assumptions::POSITIVE_ZERO),
    };
    sorted(ledger, &claim, &claim.given)?;
    let context = line.context.unwrap_or(ASSUMED);
    let known = context != EXACT && (context as usize) < ledger.contexts.len();
    if !known || library.lemmas.contains_key(&line.number) {
        return malformed("a lemma of a number or context that it cannot have");
    }
    let stated = Stated {
        claim,
        context,
        is_lemma: true,
        given: &line.given,
        steps: &line.proof,
    };
    let mut proved = None;
    if means.ledger.assumptions.exclude_values() {
        let before = means.work.clone();
        means.ledger.turn_bare();
        let found = prove(means, library, &stated);
        means.ledger.turn_bare();
        proved = found.ok();
        if proved.is_none() {
            *means.work = before;
        }
    }
    let proved = match proved {
        Some(proved) => proved,
        None => prove(means, library, &stated)?,
    };
    library.lemmas.insert(line.number, proved);
    Ok(())
}

fn sorted(ledger: &Ledger, claim: &Claim, conditions: &[TermId]) -> Checked {
    let arena = &ledger.terms.arena;
    let width = arena.width(claim.left);
    let sorted = width == arena.width(claim.right)
        && claim.compare.is_none_or(|f| f.width() == width)
        && conditions.iter().all(|&c| arena.width(c) == 1);
    match sorted {
        true => Ok(()),
        false => malformed("an ill-sorted claim"),
    }
}

/// A claim as a line states it, with its proof.
struct Stated<'l> {
    claim: Claim,
    context: u32,
    is_lemma: bool,
    given: &'l [Given],
    steps: &'l [Step],
}

fn prove(means: &mut Means, library: &Library, stated: &Stated<'_>) -> Checked<Proved> {
    let &Stated {
        ref claim, context, ..
    } = stated;
    let of = claim.roots();
    let mut now = claim.clone();
    for line in stated.given {
        let condition = means.ledger.terms.get(line.condition)?;
        if !claim.given.contains(&condition) {
            implied(means.ledger, context, line, condition, &of)?;
        }
        if !now.given.contains(&condition) {
            now.given.push(condition);
        }
    }
    let argument = Argument {
        ledger: means.ledger,
        library,
        context,
        within: context,
        met: (!stated.is_lemma).then_some(of),
        now,
        computed: FxHashMap::default(),
    };
    proof::run(argument, means.solver, means.work, stated.steps)?;
    let is_bare = means.ledger.is_bare || !means.ledger.assumptions.exclude_values();
    Ok(Proved {
        claim: claim.clone(),
        context,
        is_bare,
    })
}

/// The path conditions that a proof uses.
fn used(ledger: &Ledger, given: &[Given], path: &[TermId]) -> Checked<Vec<TermId>> {
    let mut used = Vec::new();
    for line in given {
        let condition = ledger.terms.get(line.condition)?;
        if path.contains(&condition) {
            used.push(condition);
        }
    }
    Ok(used)
}

/// Checks a condition that ranges and assumptions imply independently of the path. The
/// assumptions are about the floats below `of`.
fn implied(
    ledger: &mut Ledger,
    context: u32,
    line: &Given,
    condition: TermId,
    of: &[TermId],
) -> Checked {
    let Some(raw) = line.raw else {
        return rejected("a condition that is none of the path's");
    };
    let (raw, built) = (ledger.terms.get(raw)?, ledger.terms.pairs(&line.built)?);
    let known = ledger.build(EXACT, &built)?;
    let value = known.get(&raw).copied().unwrap_or(raw);
    let width = ledger.terms.arena.width(condition);
    require(value == condition && width == 1, || {
        "a condition is put together wrongly".into()
    })?;
    let arena = &ledger.terms.arena;
    let bare = &mut ledger.bare[context as usize];
    if bare.integer(arena, raw).u == (1, 1) {
        return Ok(());
    }
    if is_assumed(arena, &mut ledger.contexts[context as usize], raw, of) {
        return Ok(());
    }
    always(arena, bare, raw)
}
