//! Native runs of a harness on a witness.

use std::collections::BTreeMap;

use term::{Arena, Assignment, BufferId, SymbolId};

use crate::pipeline::{Native, confirm};
use crate::replay::{Arg, Case, HostRun, Probe};
use crate::symex::{Defect, DefectKind};
use crate::verdict::Replay;

/// Whether a native run of the harness's `main` on these inputs shows the defect, and what
/// a sanitizer calls it. `args` starts with the program's name. The commands of an OpenCL
/// host run late if the defect is an object released while a command uses it; `items` are the
/// work-items of a race.
pub fn replay(
    main: &mut Native<'_, '_>,
    (defect, items): (&Defect, Option<[u64; 2]>),
    (args, is_host): (&[String], bool),
    objects: Vec<Vec<u8>>,
) -> (Replay, Option<String>) {
    let count = (args.len() as i32).to_le_bytes().to_vec();
    let mut arguments = vec![Arg::Scalar(count), Arg::Strings(args.to_vec())];
    match main.parameters() {
        Ok(parameters) => arguments.truncate(parameters.len()),
        Err(reason) => return (Replay::Unavailable { reason }, None),
    }
    let status = Probe {
        arg: None,
        offset: 0,
        length: size_of::<i32>() as u64,
        fresh: false,
    };
    let case = Case {
        probe: (defect.kind == DefectKind::Uninitialised).then_some(status),
        args: arguments,
        objects,
        host: is_host.then(|| HostRun {
            delayed: defect.kind == DefectKind::ReleasedInUse,
            watched: items,
        }),
        ..Case::default()
    };
    confirm(main, defect, &[case])
}

/// The bytes of every symbolic object, in the order in which they were made.
pub fn objects(arena: &Arena, witness: &dyn Assignment) -> Vec<Vec<u8>> {
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
