//! A harness, run natively on a witness.

use std::collections::BTreeMap;

use term::{Arena, Assignment, BufferId, SymbolId};

use crate::replay::{Arg, Case, NativeSide, Outcome};
use crate::symex::{Defect, DefectKind};
use crate::verdict::Replay;

/// Whether a native run of the harness's `main` with the witness's inputs shows
/// the defect: the same assertion fails or, for any other defect, a fatal signal
/// ends it. `args` starts with the program's name.
pub fn replay(
    main: &Result<NativeSide, String>,
    defect: &Defect,
    args: &[String],
    arena: &Arena,
    witness: &dyn Assignment,
) -> Replay {
    let main = match main {
        Ok(main) => main,
        Err(reason) => {
            return Replay::Unavailable {
                reason: reason.clone(),
            };
        }
    };
    let count = (args.len() as i32).to_le_bytes().to_vec();
    let mut arguments = vec![Arg::Scalar(count), Arg::Strings(args.to_vec())];
    arguments.truncate(main.parameters().len());
    let case = Case {
        args: arguments,
        objects: objects(arena, witness),
        ..Case::default()
    };
    let assertion = defect.kind == DefectKind::AssertionFailed;
    let seen = match main.run(&[case]).map(|mut outcomes| outcomes.pop()) {
        Err(error) => {
            return Replay::Unavailable {
                reason: error.to_string(),
            };
        }
        Ok(Some(Outcome::Failed { message, .. })) if !assertion || message == defect.text => {
            return Replay::Confirmed;
        }
        Ok(Some(Outcome::Crashed(_) | Outcome::Corrupted(_))) if !assertion => {
            return Replay::Confirmed;
        }
        Ok(Some(Outcome::Failed { .. })) => "another assertion failed",
        Ok(Some(Outcome::Crashed(_) | Outcome::Corrupted(_))) => "it crashed",
        Ok(Some(Outcome::Returned { .. } | Outcome::Exited(_))) => "it ended normally",
        Ok(Some(Outcome::TimedOut)) => "it did not end in time",
        Ok(Some(Outcome::Unmet)) => "an assumption of the harness did not hold",
        Ok(Some(Outcome::Diverged { .. })) => "it asked for other inputs",
        Ok(None) => "nothing came back",
    };
    Replay::Refuted {
        seen: seen.to_owned(),
    }
}

/// The bytes of every input in the order in which they were made.
fn objects(arena: &Arena, witness: &dyn Assignment) -> Vec<Vec<u8>> {
    let mut objects: BTreeMap<BufferId, Vec<u8>> = BTreeMap::new();
    for (index, symbol) in arena.symbols().iter().enumerate() {
        if arena.buffer(symbol.buffer).undefined {
            continue;
        }
        let bytes = objects.entry(symbol.buffer).or_default();
        let size = usize::from(arena.width(symbol.term)).div_ceil(8);
        let at = symbol.offset as usize;
        bytes.resize(bytes.len().max(at + size), 0);
        let value = witness.symbol(SymbolId(index as u32)).to_le_bytes();
        bytes[at..at + size].copy_from_slice(&value[..size]);
    }
    objects.into_values().collect()
}
