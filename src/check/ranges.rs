//! Ranges of inputs under which a differing output agrees, in the syntax of `--arg`.

use term::{Arena, Assignment, Cone, SymbolId, TermId};

use super::Pair;
use super::run::Run;
use crate::budgets::questions::RANGES_TERMS;
use crate::contract::{Range, Role, Scalar};
use crate::equiv::{Obligation, Witness};
use crate::side::Input;
use crate::symex::Machine;

/// Ranges that callers of float functions may keep to, wide ones first.
const FLOATS: [(f64, f64); 6] = [
    (-1e18, 1e18),
    (0.0, 1e18),
    (-1e6, 1e6),
    (0.0, 1e6),
    (-1.0, 1.0),
    (0.0, 1.0),
];

/// The symbols by which a parameter influences the results.
struct Involved {
    param: usize,
    scalar: Scalar,
    symbols: Vec<SymbolId>,
}

impl Pair<'_, '_> {
    /// The `--arg`s under which an output agrees, if one range for all float inputs or for
    /// all integer inputs suffices; empty if none is found.
    pub(super) fn agreeing_ranges(
        &self,
        machine: &mut Machine<'_>,
        obligation: &Obligation,
        witness: &Witness,
        run: &mut Run<'_>,
    ) -> Vec<String> {
        let roots = [obligation.left, obligation.right];
        let cone = Cone::of(machine.builder.arena(), &roots);
        if cone.terms.len() > RANGES_TERMS {
            return Vec::new();
        }
        let Some(involved) = involved(machine.builder.arena(), &cone, run) else {
            return Vec::new();
        };
        for floats in [true, false] {
            let is_meant = |i: &&Involved| matches!(i.scalar, Scalar::Float { .. }) == floats;
            let meant: Vec<&Involved> = involved.iter().filter(is_meant).collect();
            let Some(first) = meant.first() else {
                continue;
            };
            for range in candidates(first.scalar) {
                let bounded = meant.iter().flat_map(|i| {
                    let range = within(range, i.scalar);
                    i.symbols.iter().map(move |&id| (id, range))
                });
                let ranges: Vec<(SymbolId, Range)> = bounded.collect();
                let inside = meant.iter().all(|i| {
                    let mut bits = i.symbols.iter().map(|&id| witness.symbol(id));
                    bits.all(|bits| contains(range, i.scalar, bits))
                });
                let (rules, builder) = (&self.settings.rules, &mut machine.builder);
                if !inside
                    && run
                        .ladder
                        .agrees_within(rules, builder, obligation, &ranges)
                {
                    let shown = |i: &&Involved| self.arg(i, within(range, i.scalar));
                    return meant.iter().map(shown).collect();
                }
            }
        }
        Vec::new()
    }

    /// A parameter with a range, in the syntax of `--arg`.
    fn arg(&self, involved: &Involved, range: Range) -> String {
        let param = &self.contract.params[involved.param];
        let mut role = param.role.clone();
        if let Role::Buffer { range: own, .. } | Role::Scalar { range: own, .. } = &mut role {
            *own = Some(range);
        }
        format!("--arg '{}={role}'", param.name)
    }
}

/// The parameters below a cone's terms that have no range yet; `None` if one has scalars of
/// several types, or if a global is among them.
fn involved(arena: &Arena, cone: &Cone, run: &Run<'_>) -> Option<Vec<Involved>> {
    let below = cone.symbols(arena);
    let mut all = Vec::new();
    for (param, input) in run.inputs.args.iter().enumerate() {
        let scalars: Vec<(TermId, Scalar)> = match input {
            Input::Memory { cells, .. } => cells.iter().map(|c| (c.term, c.scalar)).collect(),
            Input::Value { scalar, term } => vec![(*term, *scalar)],
            Input::SameAs(_) | Input::Fixed { .. } => Vec::new(),
        };
        let mut symbols = Vec::new();
        let mut types = Vec::new();
        for (term, scalar) in scalars {
            let Some(id) = arena.symbol_id(term) else {
                continue;
            };
            if below.binary_search(&id).is_ok() && !run.inputs.ranges.contains_key(&id) {
                symbols.push(id);
                types.push(scalar);
            }
        }
        let Some(&scalar) = types.first() else {
            continue;
        };
        if param >= run.inputs.params || types.iter().any(|other| *other != scalar) {
            return None;
        }
        all.push(Involved {
            param,
            scalar,
            symbols,
        });
    }
    Some(all)
}

/// The ranges to try for inputs of a type, wide ones first.
fn candidates(scalar: Scalar) -> Vec<Range> {
    let range = |(low, high): (f64, f64)| Range { low, high };
    match scalar {
        Scalar::Float { .. } => FLOATS.into_iter().map(range).collect(),
        Scalar::Int { bits, signed } => {
            let end = |bits: u8| f64::from(bits).exp2() - 1.0;
            let half = (bits / 2).saturating_sub(1);
            let mut ends = vec![(0.0, end(bits - 1))];
            // Half the bits of a byte are too few to be of use.
            if bits > 8 {
                ends.extend(signed.then(|| (-end(half) - 1.0, end(half))));
                ends.push((0.0, end(half)));
            }
            if bits > 16 {
                ends.push((0.0, 255.0));
            }
            ends.into_iter().map(range).collect()
        }
    }
}

/// The numbers of a range that a type has.
fn within(range: Range, scalar: Scalar) -> Range {
    let Scalar::Int { bits, signed } = scalar else {
        return range;
    };
    let half = (f64::from(bits) - 1.0).exp2();
    let (low, high) = match signed {
        true => (-half, half - 1.0),
        false => (0.0, 2.0 * half - 1.0),
    };
    Range {
        low: range.low.max(low),
        high: range.high.min(high),
    }
}

/// Whether a range contains the number with these bits.
fn contains(range: Range, scalar: Scalar, bits: u128) -> bool {
    let number = match scalar {
        Scalar::Int {
            bits: width,
            signed,
        } => {
            let unused = 128 - u32::from(width);
            match signed {
                true => (((bits << unused) as i128) >> unused) as f64,
                false => bits as f64,
            }
        }
        // Other formats are left to the ladder.
        Scalar::Float { format } => match format.width() {
            32 => f64::from(f32::from_bits(bits as u32)),
            64 => f64::from_bits(bits as u64),
            _ => return false,
        },
    };
    (range.low..=range.high).contains(&number)
}
