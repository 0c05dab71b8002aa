//! The start addresses of a run's buffers: with no more alignment than their type's, and
//! with every other residue modulo a cache line on which the code branches. Where the code looks
//! at higher bits, places at the end of a page are added, and the places are not all.

use std::collections::{BTreeMap, BTreeSet};

use crate::budgets::sizes::{ORDERED_BUFFERS, START_COMBINATIONS};
use crate::contract::{Contract, Role};
use crate::program::ADDRESS_BITS;
use crate::start::Start;

/// The period of start addresses: residues are distinguished modulo this.
const PERIOD: u64 = 1 << ADDRESS_BITS;

/// The number of low bits that distinguish the places in a page.
const PAGE_BITS: u8 = 12;

/// Distances from the end of a page at which buffers start if code looks at higher bits than
/// those of a cache line: vectors of all lengths cross the end from some of them.
const FROM_PAGE_END: [u64; 8] = [1, 4, 8, 12, 16, 24, 32, 48];

/// The properties of buffers' addresses that code observes.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// For each buffer parameter, how many low bits of its address decide the control flow.
    pub low: BTreeMap<usize, u8>,
    /// Pairs of buffer parameters whose order in memory the code compares.
    pub order: BTreeSet<(usize, usize)>,
    /// The buffer parameters that the reference compares with null.
    pub null: BTreeSet<usize>,
}

impl Observed {
    /// Adds further observations.
    pub fn add(&mut self, seen: &Observed) {
        for (param, bits) in &seen.low {
            let known = self.low.entry(*param).or_default();
            *known = (*bits).max(*known);
        }
        self.order.extend(&seen.order);
        self.null.extend(&seen.null);
    }

    /// Whether neither low bits nor orders of addresses were observed; null tests do not
    /// count.
    pub fn is_empty(&self) -> bool {
        self.low.is_empty() && self.order.is_empty()
    }

    /// Whether higher bits of addresses decide the control flow than those of which all places
    /// are executed.
    pub fn is_beyond_places(&self) -> bool {
        self.low.values().any(|bits| *bits > ADDRESS_BITS)
    }
}

/// The layout of a run's buffers in memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Starts {
    /// The parameters in the order in which their buffers lie in memory.
    pub order: Vec<usize>,
    /// Parameters that are null pointers instead of buffers.
    pub null: BTreeSet<usize>,
    /// The start of each parameter's buffer, modulo `PERIOD` if it is less, else in a page; unused
    /// for other parameters.
    places: Vec<u64>,
}

impl Starts {
    /// The layout in which every buffer has no more than its own alignment.
    pub fn least(contract: &Contract) -> Starts {
        let aligns = (0..contract.params.len()).map(|param| align(contract, param));
        Starts {
            order: (0..contract.params.len()).collect(),
            null: BTreeSet::new(),
            places: aligns.map(|align| align % PERIOD).collect(),
        }
    }

    /// Where the buffer of a parameter starts.
    pub fn of(&self, contract: &Contract, param: usize) -> Start {
        match align(contract, param) {
            wide @ PERIOD.. => Start::exactly(wide),
            _ => Start {
                modulus: match self.places[param] {
                    ..PERIOD => PERIOD,
                    _ => 1 << PAGE_BITS,
                },
                residue: self.places[param],
            },
        }
    }

    /// A sentence for each property of the layout that the code observed.
    pub fn told(&self, contract: &Contract, observed: &Observed) -> Vec<String> {
        let name = |param: usize| contract.params[param].name.as_str();
        let of_period = |(param, bits): (&usize, &u8)| {
            let period = 1u64 << bits.min(&PAGE_BITS);
            match self.of(contract, *param).residue % period {
                0 => format!("{} starts at a multiple of {period} bytes", name(*param)),
                rest => format!(
                    "{} starts {rest} bytes past a multiple of {period}",
                    name(*param)
                ),
            }
        };
        let mut told: Vec<String> = observed.low.iter().map(of_period).collect();
        told.extend(self.null.iter().map(|p| format!("{} is null", name(*p))));
        if !observed.order.is_empty() {
            let is_buffer =
                |param: &usize| matches!(contract.params[*param].role, Role::Buffer { .. });
            let order = self.order.iter().copied().filter(is_buffer);
            let names: Vec<&str> = order.map(name).collect();
            told.push(format!("in memory, {}", names.join(" comes before ")));
        }
        told
    }

    /// Every layout that the code distinguishes, the least aligned one included; or only
    /// some if there are too many, and then the flag is false. Null pointers are tried one
    /// at a time, and all at once.
    pub fn all(contract: &Contract, observed: &Observed) -> (BTreeSet<Starts>, bool) {
        let (mut all, mut complete) = Starts::apart(contract, &observed.low);
        complete &= !observed.is_beyond_places();
        if let Some((orders, every)) = orders(contract.params.len(), &observed.order) {
            complete &= every;
            let combined = all.len().saturating_mul(orders.len()) as u64 <= START_COMBINATIONS;
            complete &= combined;
            let own = Vec::from_iter(
                all.iter()
                    .take(if combined { all.len() } else { 1 })
                    .cloned(),
            );
            for order in orders {
                let ordered = |starts: &Starts| Starts {
                    order: order.clone(),
                    ..starts.clone()
                };
                all.extend(own.iter().map(ordered));
            }
        }
        let least = Starts::least(contract);
        let alone = observed.null.iter().map(|param| BTreeSet::from([*param]));
        let together = (!observed.null.is_empty()).then(|| observed.null.clone());
        all.extend(alone.chain(together).map(|null| Starts {
            null,
            ..least.clone()
        }));
        (all, complete)
    }

    /// All combinations of starts in the order of the parameters; or some, and false.
    fn apart(contract: &Contract, observed: &BTreeMap<usize, u8>) -> (BTreeSet<Starts>, bool) {
        let least = Starts::least(contract);
        let places: Vec<(usize, Vec<u64>)> = observed
            .iter()
            .map(|(param, bits)| (*param, places(align(contract, *param), *bits)))
            .collect();
        let product = places
            .iter()
            .try_fold(1u64, |n, (_, places)| n.checked_mul(places.len() as u64));
        let mut all = BTreeSet::from([least.clone()]);
        if product.is_some_and(|n| n <= START_COMBINATIONS) {
            for (param, places) in &places {
                for known in std::mem::take(&mut all) {
                    all.extend(places.iter().map(|place| known.at(*param, *place)));
                }
            }
            return (all, true);
        }
        // Each buffer on its own, and all at the same offset: enough for a single loop that
        // runs up to an aligned address.
        for (param, own) in &places {
            for place in own {
                all.insert(least.at(*param, *place));
                let together = places.iter().fold(least.clone(), |starts, (other, _)| {
                    starts.at(*other, place - place % align(contract, *other))
                });
                all.insert(together);
            }
        }
        (all, false)
    }

    fn at(&self, param: usize, place: u64) -> Starts {
        let mut starts = self.clone();
        starts.places[param] = place;
        starts
    }
}

/// The orders of buffers that comparisons of these pairs distinguish; or only two, and
/// false, if more buffers take part than can be permuted. `None` without pairs.
fn orders(params: usize, pairs: &BTreeSet<(usize, usize)>) -> Option<(Vec<Vec<usize>>, bool)> {
    let involved: BTreeSet<usize> = pairs.iter().flat_map(|(x, y)| [*x, *y]).collect();
    let involved = Vec::from_iter(involved);
    let identity = Vec::from_iter(0..params);
    if involved.is_empty() {
        return None;
    }
    if involved.len() > ORDERED_BUFFERS {
        let reversed = identity.iter().rev().copied().collect();
        return Some((vec![identity, reversed], false));
    }
    let mut seen = BTreeSet::new();
    let mut orders = Vec::new();
    for permutation in permutations(&involved) {
        let mut order = identity.clone();
        for (place, param) in involved.iter().zip(permutation) {
            order[*place] = param;
        }
        let rank = |param: &usize| order.iter().position(|other| other == param);
        let told: Vec<bool> = pairs.iter().map(|(x, y)| rank(x) < rank(y)).collect();
        if seen.insert(told) {
            orders.push(order);
        }
    }
    Some((orders, true))
}

/// All permutations of some elements, the given order first.
fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let each = (0..of.len()).flat_map(|at| {
        let mut rest = of.to_vec();
        let first = rest.remove(at);
        let begun = move |rest: Vec<usize>| std::iter::once(first).chain(rest).collect();
        permutations(&rest)
            .into_iter()
            .map(begun)
            .collect::<Vec<_>>()
    });
    each.collect()
}

/// The least alignment of a buffer in a launch, in bytes: that of the largest type of
/// OpenCL C (OpenCL 3.0, 4.2, `CL_DEVICE_MEM_BASE_ADDR_ALIGN`).
const OF_DEVICE: u64 = 128;

/// The alignment that a parameter's buffer has for certain, in bytes.
pub fn align(contract: &Contract, param: usize) -> u64 {
    let own = own_align(contract, param);
    match (contract.launch.is_some(), contract.params.get(param)) {
        (true, Some(param)) if matches!(param.role, Role::Buffer { .. }) => own.max(OF_DEVICE),
        _ => own,
    }
}

/// The alignment of a parameter's buffer by its type or the user's promise, in bytes.
pub(super) fn own_align(contract: &Contract, param: usize) -> u64 {
    match contract.params.get(param).map(|p| &p.role) {
        Some(Role::Buffer { element, align, .. }) => u64::from(align.unwrap_or(element.align)),
        _ => 1,
    }
}

/// The starts of a buffer of this alignment that so many low bits distinguish.
fn places(align: u64, bits: u8) -> Vec<u64> {
    let period = 1u64 << bits.min(ADDRESS_BITS);
    if align >= period {
        return vec![align % PERIOD];
    }
    // Among equivalent starts the least aligned one, so that accesses that need more show.
    let places = (0..period).step_by(align as usize);
    let least = |place| if place == 0 { period % PERIOD } else { place };
    let mut places: Vec<u64> = places.map(least).collect();
    if bits > ADDRESS_BITS && align < PERIOD {
        let page = 1u64 << PAGE_BITS;
        let far = FROM_PAGE_END.map(|distance| page - distance.next_multiple_of(align));
        places.extend(far);
        places.dedup();
    }
    places
}
