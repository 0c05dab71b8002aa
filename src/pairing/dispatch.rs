//! Pairs functions that a program stores in one place, to call one of them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::names::{Sort, taken_apart, words};
use super::{Listed, Pair, takes};
use crate::listing::Stored;

/// A function that a file stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatched {
    /// The file that stores it.
    pub file: PathBuf,
    /// The place, and the function.
    pub stored: Stored,
}

/// A function that is listed and stored.
struct Held<'a, 's> {
    listed: &'a Listed,
    stored: &'s Stored,
    /// What its name tells, or else the name of what holds it.
    sort: Sort,
}

/// The functions with a symbol.
type Symbols<'a> = HashMap<&'a str, Vec<&'a Listed>>;

/// The pairs of functions that are stored in the same place and take the same parameters. Names
/// tell which of them is the reference, or which one is there by default.
pub(super) fn pairs<'a>(listed: &'a [Listed], dispatched: &[Dispatched]) -> Vec<Pair<'a>> {
    let mut symbols: Symbols<'a> = HashMap::new();
    for one in listed {
        symbols.entry(&one.function.symbol).or_default().push(one);
    }
    let mut places: BTreeMap<(Option<&Path>, &str), Vec<Held<'a, '_>>> = BTreeMap::new();
    let mut order = Vec::new();
    for Dispatched { file, stored } in dispatched {
        let Some(listed) = defined(&symbols, file, &stored.function) else {
            continue;
        };
        let place = (stored.is_local.then_some(&**file), &*stored.place);
        let held = places.entry(place).or_default();
        order.push((place, held.len(), file));
        held.push(Held {
            listed,
            stored,
            sort: match taken_apart(&listed.function).1 {
                Sort::Either => words(&stored.holder).1,
                told => told,
            },
        });
    }
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for (place, at, file) in order {
        let all = &places[&place];
        let port = all[at].listed;
        let default = all[at].stored.default.as_deref();
        let default = default.and_then(|symbol| defined(&symbols, file, symbol));
        let reference = reference(all, at, default);
        if let Some(reference) = reference
            && pairs
                .iter()
                .all(|pair| pair.port != port && pair.reference != port)
        {
            pairs.push(Pair {
                reference,
                port,
                why: "by the place that holds both",
            });
        }
    }
    pairs
}

/// The function that a symbol stands for in a file.
fn defined<'a>(symbols: &Symbols<'a>, file: &Path, symbol: &str) -> Option<&'a Listed> {
    let all = symbols.get(symbol)?;
    let own = all.iter().find(|one| one.file == file);
    let other = || all.iter().find(|one| !one.function.is_local);
    own.or_else(other).copied()
}

/// The reference of the function at an index among those of a place, if it is a port.
fn reference<'a>(
    all: &[Held<'a, '_>],
    at: usize,
    default: Option<&'a Listed>,
) -> Option<&'a Listed> {
    let port = &all[at];
    let parameters = takes(&port.listed.function)?;
    let is_alike = |one: &Listed| {
        let is_itself =
            one.file == port.listed.file && one.function.name == port.listed.function.name;
        !is_itself && takes(&one.function).as_ref() == Some(&parameters)
    };
    let default = default.filter(|one| is_alike(one));
    let is_plain = |one: &&'a Listed| taken_apart(&one.function).1 != Sort::Port;
    if let Some(plain) = default.filter(is_plain) {
        return Some(plain);
    }
    if port.sort != Sort::Port {
        return default;
    }
    let references = all.iter().enumerate();
    let references: Vec<(usize, &Held<'a, '_>)> = references
        .filter(|(_, one)| one.sort != Sort::Port && is_alike(one.listed))
        .collect();
    let holder = &port.stored.holder;
    let own = references.iter().copied();
    let own: Vec<_> = own
        .filter(|(_, one)| one.stored.holder == *holder)
        .collect();
    if !own.is_empty() {
        return of_holder(port, at, &own);
    }
    let stem = words(holder).0;
    let same = references.iter().map(|(_, one)| one);
    let same = same.filter(|one| words(&one.stored.holder).0 == stem);
    if let Some(same) = same.min_by_key(|one| one.sort) {
        return Some(same.listed);
    }
    only(&references).or(default)
}

/// The reference among those that the holder of a port has, each with its index.
fn of_holder<'a>(
    port: &Held<'a, '_>,
    at: usize,
    own: &[(usize, &Held<'a, '_>)],
) -> Option<&'a Listed> {
    let stem = taken_apart(&port.listed.function).0;
    let is_named_so = |one: &Held<'a, '_>| taken_apart(&one.listed.function).0 == stem;
    if let Some((_, named)) = own.iter().find(|(_, one)| is_named_so(one)) {
        return Some(named.listed);
    }
    match port.stored.is_table {
        true => only(own),
        // What is stored before is replaced.
        false => {
            let before = own.iter().rfind(|(place, _)| *place < at);
            before.or(own.first()).map(|(_, one)| one.listed)
        }
    }
}

/// The only function that is held.
fn only<'a>(all: &[(usize, &Held<'a, '_>)]) -> Option<&'a Listed> {
    let (_, first) = all.first()?;
    let is_only = all.iter().all(|(_, one)| one.listed == first.listed);
    is_only.then_some(first.listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::Function;

    fn listed(file: &str, name: &str) -> Listed {
        Listed {
            file: file.into(),
            function: Function {
                name: name.to_owned(),
                signature: format!("void {name}(float *x, int n)"),
                is_kernel: false,
                symbol: name.to_owned(),
                is_local: false,
                is_included: false,
            },
        }
    }

    fn held(holder: &str, function: &str, default: Option<&str>) -> Dispatched {
        Dispatched {
            file: "a.c".into(),
            stored: Stored {
                place: "struct.dsp at 0".to_owned(),
                is_local: false,
                holder: holder.to_owned(),
                is_table: false,
                function: function.to_owned(),
                default: default.map(str::to_owned),
            },
        }
    }

    fn found(listed: &[Listed], dispatched: &[Dispatched]) -> Vec<(String, String)> {
        let name = |one: &Listed| one.function.name.clone();
        let pairs = pairs(listed, dispatched);
        pairs
            .iter()
            .map(|p| (name(p.reference), name(p.port)))
            .collect()
    }

    fn pair(reference: &str, port: &str) -> (String, String) {
        (reference.to_owned(), port.to_owned())
    }

    #[test]
    fn tables_of_one_stem_belong_together() {
        let all = ["near", "near_1", "far", "far_1"].map(|name| listed("a.c", name));
        let tables = [
            held("left_c", "near", None),
            held("left_sse2", "near_1", None),
            held("right_c", "far", None),
            held("right_sse2", "far_1", None),
        ];
        assert_eq!(
            found(&all, &tables),
            [pair("near", "near_1"), pair("far", "far_1")]
        );
    }

    #[test]
    fn tables_without_a_plain_one_of_their_stem_have_the_only_one() {
        let all = ["plus", "wide", "other"].map(|name| listed("a.c", name));
        let tables = [
            held("standard", "plus", None),
            held("of_avx2", "wide", None),
        ];
        assert_eq!(found(&all, &tables), [pair("plus", "wide")]);
        let more = [&tables[..], &[held("usual", "other", None)]].concat();
        assert_eq!(found(&all, &more), []);
    }

    #[test]
    fn what_is_there_by_default_is_the_reference() {
        let all = ["plus", "wide", "PlusSSE2"].map(|name| listed("a.c", name));
        let stores = [
            held("init", "plus", None),
            held("init", "wide", Some("plus")),
            held("init", "PlusSSE2", Some("plus")),
        ];
        assert_eq!(
            found(&all, &stores),
            [pair("plus", "wide"), pair("plus", "PlusSSE2")]
        );
    }

    #[test]
    fn entries_of_a_table_have_the_only_plain_one_or_that_of_their_name() {
        let entry = |function: &str| {
            let mut one = held("table", function, None);
            one.stored.is_table = true;
            one
        };
        let all = ["plus", "minus", "PlusSSE2", "minus_sse4_1"].map(|name| listed("a.c", name));
        let table = ["plus", "PlusSSE2"].map(entry);
        assert_eq!(found(&all, &table), [pair("plus", "PlusSSE2")]);
        let table = ["plus", "minus", "PlusSSE2", "minus_sse4_1"].map(entry);
        assert_eq!(found(&all, &table), [pair("minus", "minus_sse4_1")]);
    }

    #[test]
    fn functions_of_one_place_need_a_reason() {
        let all = ["put", "average"].map(|name| listed("a.c", name));
        let stores = [held("init", "put", None), held("init", "average", None)];
        assert_eq!(found(&all, &stores), []);
    }
}
