//! The accesses of a race, for the verdict.

use term::{Arena, Assignment};

use super::finding::value;
use crate::contract::Scalar;
use crate::program::{Instruction, Program, SpanId};
use crate::symex::{Defect, Touch};
use crate::verdict::{AccessFound, CallSite, Thread, Value};

/// Returns the accesses that meet under a witness; none if the defect is not a race.
pub fn accesses(
    program: &Program,
    arena: &Arena,
    defect: &Defect,
    witness: &dyn Assignment,
) -> Vec<AccessFound> {
    let mut meetings = defect.meetings.iter();
    let met = meetings.find(|meeting| value(arena, meeting.condition, witness) == 1);
    let object = defect.object.as_ref();
    let named = object.filter(|object| !object.name.is_empty());
    let object = named.map_or_else(|| "memory".to_owned(), |object| object.name.clone());
    let told = |touch: &Touch| AccessFound {
        access: touch.access,
        atomic: touch.atomic,
        within_group: touch.within_group,
        thread: Thread {
            index: touch.thread,
            name: touch.name.clone(),
        },
        barriers: touch.passed,
        round: touch.round,
        barrier: program.location(touch.barrier).cloned(),
        location: program.location(touch.chain[0]).cloned(),
        calls: calls(program, &touch.chain),
        object: object.clone(),
        offset: value(arena, touch.offset, witness) as u64,
        bytes: touch.size,
        value: touch.value.map(|term| {
            let bits = u32::from(arena.width(term)).min(128) as u8;
            let scalar = Scalar::Int { bits, signed: true };
            Value::new(scalar, value(arena, term, witness))
        }),
    };
    met.map(|meeting| meeting.accesses.iter().map(told).collect())
        .unwrap_or_default()
}

/// Returns the functions that are active at an instruction, innermost first.
fn calls(program: &Program, chain: &[SpanId]) -> Vec<CallSite> {
    let function = |span: SpanId| {
        let has = |code: &[Instruction]| code.iter().any(|i| i.span == span);
        let mut functions = program.functions().iter();
        let found = functions.find(|function| has(&function.code));
        found.map_or_else(String::new, |function| function.name.to_string())
    };
    let at = |span: &SpanId| program.location(*span).cloned();
    let known = chain
        .iter()
        .filter(|span| program.location(**span).is_some());
    let chain: Vec<SpanId> = known.copied().collect();
    let sites = chain.iter().enumerate().map(|(i, span)| CallSite {
        function: function(*span),
        called_at: chain.get(i + 1).and_then(at),
    });
    sites.collect()
}
