//! Division of integer sums: if the difference of both results is a sum of parts over disjoint
//! input bits, it is zero if and only if every part is constant and the constants cancel. A
//! carry-save adder on words is one part for each bit position.
//!
//! Inputs that most summands use (a threshold, a gain) are ignored when parts are formed. The
//! parts then share these inputs, and constancy is sufficient but not necessary. Samples only
//! propose the constants.

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Evaluator, Op, SymbolId, TermId};

use super::Witness;
use crate::budgets::proof::DIVIDED_SUMMANDS;
use crate::budgets::witness::TRUSTED_SAMPLES;

/// A bit of an input.
type InputBit = (SymbolId, u8);

/// Returns sums over different input bits, each with the constant that it should equal; the
/// constants add up to zero. `None` when there are fewer than two parts or a sample shows that a
/// part varies. `terms` add up to the difference of the results; `samples` satisfy the path.
pub(super) fn parts(
    builder: &mut Builder,
    terms: &[TermId],
    samples: &[Witness],
) -> Option<Vec<(TermId, u128)>> {
    if terms.len() > DIVIDED_SUMMANDS || samples.len() < TRUSTED_SAMPLES {
        return None;
    }
    let arena = builder.arena();
    let inputs: Vec<Vec<InputBit>> = terms.iter().map(|&term| input_bits(arena, term)).collect();
    let mut groups = components(&inputs, &FxHashSet::default());
    let several = |groups: &[Vec<usize>]| {
        let rests_on_inputs = |group: &&Vec<usize>| group.iter().any(|&i| !inputs[i].is_empty());
        groups.iter().filter(rests_on_inputs).count() > 1
    };
    if !several(&groups) {
        groups = components(&inputs, &shared(&inputs));
    }
    if !several(&groups) {
        return None;
    }
    let mut constant = 0u128;
    let mut sums = Vec::new();
    for group in groups {
        let members: Vec<TermId> = group.into_iter().map(|i| terms[i]).collect();
        let sum = members.into_iter().reduce(|x, y| builder.add(x, y))?;
        match builder.constant_value(sum) {
            Some(value) => constant = constant.wrapping_add(value),
            None => sums.push(sum),
        }
    }
    if sums.len() < 2 {
        return None;
    }
    let width = builder.width(*terms.first()?);
    let values = constants(builder, &sums, samples)?;
    let total = values.iter().fold(constant, |t, v| t.wrapping_add(*v));
    let cancels = total & (u128::MAX >> (128 - width)) == 0;
    cancels.then(|| sums.into_iter().zip(values).collect())
}

/// The input bits on which a term depends: of an input that is only read by extracts, the extracted
/// bits.
fn input_bits(arena: &Arena, term: TermId) -> Vec<InputBit> {
    let mut bits: FxHashSet<InputBit> = FxHashSet::default();
    let mut whole = |id| bits.extend((0..arena.width(arena.symbol(id).term)).map(|bit| (id, bit)));
    if let Some(id) = arena.symbol_id(term) {
        whole(id);
    }
    let cone = Cone::of(arena, &[term]);
    let mut pieces = Vec::new();
    for node in cone.terms.iter().map(|&term| arena.node(term)) {
        let symbols = node
            .children()
            .iter()
            .filter_map(|&child| arena.symbol_id(child));
        match node.op() {
            Op::Extract => {
                pieces.extend(symbols.map(|id| (id, node.spec().offset(), node.width())))
            }
            _ => symbols.for_each(&mut whole),
        }
    }
    let piece = |(id, offset, width)| (offset..offset + width).map(move |bit| (id, bit));
    bits.extend(pieces.into_iter().flat_map(piece));
    bits.into_iter().collect()
}

/// The input bits that more than half of the summands use.
fn shared(inputs: &[Vec<InputBit>]) -> FxHashSet<InputBit> {
    let mut uses: FxHashMap<InputBit, usize> = FxHashMap::default();
    for id in inputs.iter().flatten() {
        *uses.entry(*id).or_default() += 1;
    }
    let summands = inputs.iter().filter(|used| !used.is_empty()).count();
    uses.retain(|_, n| *n * 2 > summands);
    uses.into_keys().collect()
}

/// Groups summands, by index, so that two groups have no input bit in common except those in
/// `apart`. Groups are in the order of their first members; a summand without inputs is a group
/// of its own.
fn components(inputs: &[Vec<InputBit>], apart: &FxHashSet<InputBit>) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..inputs.len()).collect();
    let mut owner: FxHashMap<InputBit, usize> = FxHashMap::default();
    fn root(group_of: &mut [usize], mut i: usize) -> usize {
        while group_of[i] != i {
            group_of[i] = group_of[group_of[i]];
            i = group_of[i];
        }
        i
    }
    for (i, used) in inputs.iter().enumerate() {
        for id in used.iter().filter(|id| !apart.contains(id)) {
            let other = *owner.entry(*id).or_insert(i);
            let (a, b) = (root(&mut group_of, i), root(&mut group_of, other));
            group_of[a.max(b)] = a.min(b);
        }
    }
    let mut place: FxHashMap<usize, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in 0..inputs.len() {
        let first = root(&mut group_of, i);
        let at = *place.entry(first).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push(i);
    }
    groups
}

/// The value of each sum, if it is the same on all samples; `None` when one varies.
fn constants(builder: &Builder, sums: &[TermId], samples: &[Witness]) -> Option<Vec<u128>> {
    let arena = builder.arena();
    let cone = Cone::of(arena, sums);
    let mut evaluator = Evaluator::new(arena, &cone);
    let mut values: Option<Vec<u128>> = None;
    for sample in samples {
        evaluator.run(sample);
        let now: Vec<u128> = sums.iter().map(|&sum| evaluator.value(sum)).collect();
        if *values.get_or_insert_with(|| now.clone()) != now {
            return None;
        }
    }
    values
}
