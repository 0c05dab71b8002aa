//! Relations about elements that do not exist: they would leave nothing out.

use crate::contract::{Contract, Relation, Role, Sizes, Term};
use crate::problem::{Origin, Problem};

/// A size beyond those that are tried by default.
const LARGE: i64 = 1 << 20;

/// Requires that every element that a relation of the contract names exists at one of these
/// sizes at least; or, where further sizes may be tried, at a large one.
///
/// # Errors
/// The first relation that names another element.
pub fn require_elements(
    contract: &Contract,
    sizes: &[Sizes],
    is_open: bool,
) -> Result<(), Problem> {
    let names = contract.size_variables.iter();
    let large: Sizes = names.map(|name| (name.clone(), LARGE)).collect();
    let further = is_open.then_some(&large);
    for relation in &contract.relations {
        let mut missing = None;
        relation.each(&mut |term| {
            let mut all = sizes.iter().chain(further);
            if missing.is_none() && !all.any(|sizes| may_exist(contract, term, sizes)) {
                missing = Some(term);
            }
        });
        if let Some(Term::Input { name, .. }) = missing {
            return Err(refused(relation, name, is_open));
        }
    }
    Ok(())
}

/// Whether a number has a value at these sizes, as far as its first subscript tells.
fn may_exist(contract: &Contract, term: &Term, sizes: &Sizes) -> bool {
    let Term::Input {
        name, subscripts, ..
    } = term
    else {
        return true;
    };
    let mut params = contract.params.iter();
    let Some(Role::Buffer {
        length,
        capacity,
        origin,
        ..
    }) = params.find(|p| p.name == *name).map(|p| &p.role)
    else {
        return true;
    };
    let [subscript] = subscripts.as_slice() else {
        return true;
    };
    let length = capacity.as_ref().unwrap_or(length);
    let (Some(at), Some(length), Some(origin)) = (
        subscript.value(sizes, &[]),
        length.evaluate(sizes).map(i128::from),
        origin.evaluate(sizes).map(i128::from),
    ) else {
        return true;
    };
    (-origin..length - origin).contains(&at)
}

fn refused(relation: &Relation, name: &str, is_open: bool) -> Problem {
    let at = if is_open { "any size" } else { "these sizes" };
    let what = format!("`{name}` has no such element at {at}: this would leave no input out");
    let mut problem = Problem::new(what).help(
        "elements are numbered from 0; an index with a name of its own, as in 'a[i] < n', stands \
         for every element",
    );
    problem.origin = Some(Box::new(Origin {
        name: "--assume".to_owned(),
        text: relation.text.clone(),
        span: 0..relation.text.len(),
    }));
    problem
}
