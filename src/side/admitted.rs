//! Whether some input satisfies the relations of a contract.

use rewrite_rules::Builder;

use super::inputs::Inputs;
use super::ordinary::arbitrary;
use crate::budgets::trials::ADMITTED_CONDITIONS;
use crate::contract::Contract;
use crate::equiv::{Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::settings::Settings;

/// Whether some input satisfies all conditions of a contract.
pub enum Admitted {
    /// This input satisfies them.
    Input(Witness),
    /// No input satisfies them.
    None,
    /// The search found no such input, and no proof that there is none.
    Unknown,
}

/// Looks for an input that satisfies the conditions of a run. Deterministic.
pub fn admitted(settings: &Settings, builder: &mut Builder, inputs: &Inputs) -> Admitted {
    if let Some(witness) = arbitrary(builder.arena(), inputs) {
        return Admitted::Input(witness);
    }
    let mut conditions = inputs.conditions.iter();
    if conditions.any(|condition| builder.constant_value(*condition) == Some(0)) {
        return Admitted::None;
    }
    if inputs.conditions.len() > ADMITTED_CONDITIONS {
        return Admitted::Unknown;
    }
    let never = builder.bool(false);
    let mut all = builder.bool(true);
    for condition in &inputs.conditions {
        all = builder.and(all, *condition);
    }
    let options = Options {
        budget: settings.budget,
        ranges: inputs.ranges.clone(),
        deadline: settings.deadline(),
        ..Options::default()
    };
    let mut ladder = Ladder::new(&settings.rules, options);
    let contradict = Obligation {
        path: Vec::new(),
        left: all,
        right: never,
        compare: Compare::Bits,
    };
    match ladder.decide(builder, &contradict) {
        Decision::Equal { .. } => Admitted::None,
        Decision::Different { witness, .. } if inputs.admits(builder.arena(), &witness) => {
            Admitted::Input(witness)
        }
        _ => Admitted::Unknown,
    }
}

/// The relations that the user granted, as options of the command line.
pub fn granted(contract: &Contract) -> String {
    let texts = contract.relations.iter();
    let texts = texts.map(|relation| format!("--assume '{}'", relation.text));
    texts.collect::<Vec<_>>().join(" ")
}
