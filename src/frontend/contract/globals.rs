//! The global variables that are inputs and outputs.
//!
//! Variables are paired by name, so that both versions start with the same contents.
//! Function-local static variables are paired if their names, types and initial values are
//! equal: both versions then agree on the first call, and on the next one if they leave
//! equal contents.

use super::Wishes;
use crate::contract::{Direction, Element, Global, Keeper, Scalar};
use crate::frontend::args::{GlobalArg, Meaning, unknown_type};
use crate::frontend::compile::Compiled;
use crate::frontend::error::{FrontendError, nearest};
use crate::frontend::globals::{Variable, of_function};
use crate::frontend::number;
use crate::frontend::quote::Quote;
use crate::frontend::static_guards::settle_guards;

/// The variables that two versions reach.
#[derive(Debug, Default)]
pub(super) struct Globals {
    /// The variables whose contents are inputs or outputs.
    pub(super) open: Vec<Global>,
    /// The symbols of the variables that nothing writes.
    pub(super) fixed: Vec<String>,
}

/// Classifies the variables that either version reaches.
pub(super) fn assign(
    reference: (&Compiled<'_>, &str),
    port: (&Compiled<'_>, &str),
    wishes: &Wishes,
) -> Result<Globals, FrontendError> {
    let mut left = of_function(reference.0, reference.1, &wishes.setup[0]);
    let mut right = of_function(port.0, port.1, &wishes.setup[1]);
    let before = left.clone();
    left.iter_mut().for_each(|own| own.describe_by(&right));
    right.iter_mut().for_each(|own| own.describe_by(&before));
    let before = left.clone();
    settle_guards(&mut left, &right);
    settle_guards(&mut right, &before);
    let mut pairs: Vec<(Option<&Variable>, Option<&Variable>)> = Vec::new();
    // Variables of one name that have another type in each version keep their initial values.
    let mut unlike: Vec<&Variable> = Vec::new();
    for variable in &left {
        let same = right.iter().find(|v| v.symbol == variable.symbol);
        if same.is_some_and(|same| !is_alike(variable, same)) {
            unlike.push(variable);
            continue;
        }
        let partner = same.or_else(|| {
            let alone = variable.own && reference.1 != port.1;
            let mut others = right.iter().filter(|v| {
                alone
                    && v.own
                    && v.name == variable.name
                    && !left.iter().any(|l| l.symbol == v.symbol)
            });
            let other = others.next().filter(|_| others.next().is_none());
            other.filter(|v| v.initial == variable.initial && v.element == variable.element)
        });
        pairs.push((Some(variable), partner));
    }
    for variable in &right {
        let known =
            |(_, v): &(_, Option<&Variable>)| v.is_some_and(|v| v.symbol == variable.symbol);
        let is_unlike = unlike.iter().any(|v| v.symbol == variable.symbol);
        if !is_unlike && !pairs.iter().any(known) {
            pairs.push((None, Some(variable)));
        }
    }
    let mut names: Vec<&str> = pairs
        .iter()
        .filter_map(|p| Some(one(p)?.name.as_str()))
        .collect();
    names.sort_unstable();
    let mut globals = Globals::default();
    let mut used = vec![false; wishes.globals.len()];
    for pair in &pairs {
        let Some(variable) = one(pair) else { continue };
        let alone = names.iter().filter(|name| **name == variable.name).count() == 1;
        let name = match alone {
            true => variable.name.clone(),
            false => variable.symbol.clone(),
        };
        let told = |names: [&str; 2]| {
            let mut flags = wishes.globals.iter();
            flags.position(|flag| names.contains(&flag.name.part()))
        };
        // The linker gives static variables of one name numbers from the second on.
        let flag = told([&name, &variable.symbol])
            .or_else(|| told([unnumbered(&name), unnumbered(&variable.symbol)]));
        let flag = flag.map(|at| {
            used[at] = true;
            &wishes.globals[at]
        });
        match global(name, pair, variable, (flag, wishes))? {
            Some(global) => globals.open.push(global),
            None => {
                let both = [pair.0, pair.1].into_iter().flatten();
                let fixed = both.filter(|v| v.fixed || v.constant);
                globals.fixed.extend(fixed.map(|v| v.symbol.clone()));
            }
        }
    }
    let meant = |flag: &GlobalArg, variable: &Variable| {
        [&variable.name, &variable.symbol]
            .map(String::as_str)
            .contains(&flag.name.part())
    };
    for (flag, used) in wishes.globals.iter().zip(&mut used) {
        let Some(variable) = unlike.iter().find(|variable| meant(flag, variable)) else {
            continue;
        };
        if flag.meaning.is_some() {
            return Err(FrontendError::GlobalType {
                quote: flag.quote.clone(),
                name: variable.name.clone(),
                reason: "it has another type in each version, and keeps its initial values".into(),
            });
        }
        *used = true;
    }
    if let Some(at) = used.iter().position(|used| !used) {
        let names: Vec<String> = pairs
            .iter()
            .filter_map(|p| Some(one(p)?.name.clone()))
            .collect();
        let quote = wishes.globals[at].name.clone();
        let near = nearest(quote.part(), names.iter().map(String::as_str));
        return Err(FrontendError::GlobalMissing {
            nearest: near.first().map(|s| (*s).to_owned()),
            names,
            quote,
        });
    }
    Ok(globals)
}

/// A symbol without the number with which the linker tells it from others of its name.
fn unnumbered(symbol: &str) -> &str {
    match symbol.rsplit_once('.') {
        Some((name, number)) if number.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => symbol,
    }
}

/// Whether two variables have the same members at the same offsets.
fn is_alike(x: &Variable, y: &Variable) -> bool {
    let members = |variable: &Variable| -> Vec<(u32, Scalar, String)> {
        let leaves = variable.element.leaves.iter();
        leaves
            .map(|leaf| (leaf.offset, leaf.scalar, leaf.path.clone()))
            .collect()
    };
    x.size() == y.size() && x.pointers == y.pointers && members(x) == members(y)
}

fn one<'v>(pair: &(Option<&'v Variable>, Option<&'v Variable>)) -> Option<&'v Variable> {
    pair.0.or(pair.1)
}

/// The role of one variable or pair; `None` if it keeps its initial value.
fn global(
    name: String,
    pair: &(Option<&Variable>, Option<&Variable>),
    variable: &Variable,
    (flag, wishes): (Option<&GlobalArg>, &Wishes),
) -> Result<Option<Global>, FrontendError> {
    let misfit = |flag: &GlobalArg, reason: String| FrontendError::GlobalType {
        quote: flag.quote.clone(),
        name: name.clone(),
        reason,
    };
    let both = || [pair.0, pair.1].into_iter().flatten();
    let symbols = [pair.0, pair.1].map(|v| v.unwrap_or(variable).symbol.clone());
    // A variable that only one version sees may start with any value: no later call depends
    // on the value that a call leaves.
    let scratch = (pair.0.is_none() || pair.1.is_none()) && variable.private;
    let direction = match (both().any(|v| v.reads), both().any(|v| v.writes)) {
        (_, false) => Direction::In,
        _ if scratch => Direction::In,
        (false, true) => Direction::Out,
        (true, true) => Direction::InOut,
    };
    let mut global = Global {
        name: name.clone(),
        symbols,
        direction,
        element: variable.element.clone(),
        count: variable.count,
        pointers: variable.pointers.clone(),
        range: variable.range,
        given: flag.is_some(),
        kept: keeper(pair),
        initialised_apart: flag.is_none()
            && pair.0.zip(pair.1).is_some_and(|(x, y)| {
                x.initial != y.initial && !wishes.half_known.contains(&x.symbol)
            }),
    };
    let Some(flag) = flag else {
        let fixed = both().all(|v| v.fixed || v.constant);
        return Ok((!fixed && !global.element.leaves.is_empty()).then_some(global));
    };
    if both().all(|v| v.constant) {
        return Err(misfit(flag, "it is a constant".into()));
    }
    global.kept = None;
    let Some(meaning) = &flag.meaning else {
        let is_external = |v: &Variable| {
            let mut unknown = wishes.externals.iter().chain(&wishes.half_known);
            unknown.any(|symbol| *symbol == v.symbol)
        };
        return match both().any(is_external) {
            true => Err(misfit(flag, "no file says what it holds initially".into())),
            false => Ok(None),
        };
    };
    let Meaning::Symbolic {
        direction: _,
        scalar,
        named,
        length,
        row: None,
        terminated: false,
        origin: None,
        capacity: None,
        align: None,
        range,
        ..
    } = meaning
    else {
        return Err(misfit(flag, "it takes a type, a length and a range".into()));
    };
    // The type name of an array of several dimensions contains its lengths.
    let whole = |name: &Quote| match length {
        Some(length) => format!("{}[{length}]", name.part()) == global.element.name,
        None => false,
    };
    let length = match named {
        Some(name) if global.count.is_none() && whole(name) => &None,
        Some(name) if name.part() != global.element.name => {
            return Err(unknown_type(name.clone()));
        }
        _ => length,
    };
    let count = match length.as_ref().map(|l| l.evaluate(&Default::default())) {
        Some(None) => return Err(misfit(flag, "its length is a number".into())),
        Some(count) => count,
        None => global.count,
    };
    if let Some(scalar) = scalar {
        global.element = retyped(&global, *scalar, count).map_err(|reason| misfit(flag, reason))?;
        global.count = count;
    } else if count != global.count {
        return Err(misfit(
            flag,
            format!("it has {} elements", global.count.unwrap_or(1)),
        ));
    }
    if let Some(range) = range {
        for leaf in &global.element.leaves {
            let checked = number::range(range, leaf.scalar).map_err(|(quote, reason)| {
                let quote = quote.unwrap_or_else(|| flag.quote.clone());
                FrontendError::RangeEnd { quote, reason }
            })?;
            global.range = Some(checked);
        }
    }
    Ok(Some(global))
}

/// The version that keeps state in a variable that the other version does not see, if there
/// is one.
fn keeper((reference, port): &(Option<&Variable>, Option<&Variable>)) -> Option<Keeper> {
    let alone = match (reference, port) {
        (Some(alone), None) | (None, Some(alone)) => alone,
        _ => return None,
    };
    // What another file does to the variable of an inline function is not known.
    let follows = alone.internal && (!alone.is_inline || alone.guarded);
    // A guarded pointer is set once, and followed by its guard.
    let may_point = alone.pointers.is_empty() || !alone.guarded;
    let kept = follows && alone.reads && alone.writes && may_point;
    kept.then_some(Keeper {
        port: port.is_some(),
        shared: !alone.private,
    })
}

/// The element type that a flag asks for, if the variable can be viewed that way.
fn retyped(global: &Global, scalar: Scalar, count: Option<u64>) -> Result<Element, String> {
    let wanted = Element::scalar(scalar);
    let has = u64::from(global.element.size) * global.count.unwrap_or(1);
    let asked = u64::from(wanted.size).saturating_mul(count.unwrap_or(1));
    match has == asked {
        true => Ok(wanted),
        false => Err(format!("it has {has} bytes, not {asked}")),
    }
}
