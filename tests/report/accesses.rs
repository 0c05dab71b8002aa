//! A defect of two accesses: both are shown, with their threads and call chains.

use simdiff::contract::{Scalar, Sizes};
use simdiff::report::{Decoration, Sources, json, text};
use simdiff::verdict::{
    Access, AccessFound, CallSite, Coverage, DefectFound, DefectKind, Location, Outcome, Replay,
    SCHEMA, Side, Thread, Value, Verdict,
};

fn at(line: u32, column: u32) -> Location {
    Location {
        file: "tests/report/race.c".to_owned(),
        line,
        column,
    }
}

fn access(
    index: u64,
    access: Access,
    place: Location,
    calls: &[(&str, Option<u32>)],
) -> AccessFound {
    let single = Scalar::Float {
        format: term::Format::Single,
    };
    let call = |(function, line): &(&str, Option<u32>)| CallSite {
        function: (*function).to_owned(),
        called_at: line.map(|line| at(line, 5)),
    };
    AccessFound {
        access,
        atomic: false,
        within_group: false,
        thread: Thread {
            index,
            name: format!("work-item {index} of group 0"),
        },
        barriers: 1,
        round: 1,
        barrier: Some(at(5, 5)),
        location: Some(place),
        calls: calls.iter().map(call).collect(),
        object: "partial".to_owned(),
        offset: 4,
        bytes: 4,
        value: Some(Value::new(single, u128::from(0.5f32.to_bits()))),
    }
}

fn race() -> DefectFound {
    let write = access(
        1,
        Access::Write,
        at(7, 5),
        &[("halve", Some(21)), ("sum", None)],
    );
    let read = access(
        2,
        Access::Read,
        at(12, 12),
        &[("neighbour", Some(22)), ("sum", None)],
    );
    DefectFound {
        witness: Vec::new(),
        cause: None,
        sizes: Sizes::new(),
        side: Side::Program,
        kind: DefectKind::Race,
        message: format!("{} partial (8 bytes)", DefectKind::Race.words(true, false)),
        location: write.location.clone(),
        called_at: None,
        accesses: vec![write, read],
        commands: Vec::new(),
        allocation: Some(at(3, 14)),
        release: None,
        inputs: Vec::new(),
        comparison: None,
        help: None,
        replay: Replay::Confirmed,
        sanitizer: None,
    }
}

fn outcome(defect: DefectFound) -> Outcome {
    Outcome {
        schema: SCHEMA,
        command: "run",
        verdict: Verdict::Defect,
        reference: None,
        port: None,
        program: Some("race.c".to_owned()),
        kernel: None,
        problems: Vec::new(),
        kernels: Vec::new(),
        contract: None,
        sizes: String::new(),
        assumptions: Vec::new(),
        given_rules: Vec::new(),
        assuming: Vec::new(),
        tolerance: None,
        leaning_on: Vec::new(),
        difference: None,
        defect: Some(defect),
        undefined: Vec::new(),
        undefined_open: Vec::new(),
        undefined_ignored: Vec::new(),
        undecided: Vec::new(),
        coverage: Coverage::default(),
        certificate: None,
        timings: Vec::new(),
        steps: Vec::new(),
    }
}

#[test]
fn both_accesses_of_a_race_are_shown() {
    let plain = Decoration::default();
    let outcome = outcome(race());
    insta::assert_snapshot!("race", text(&outcome, &Sources::new(), plain));
}

#[test]
fn both_accesses_of_a_race_are_read_by_machines() {
    let whole = json(&outcome(race())).expect("it is serialised");
    let whole: serde_json::Value = serde_json::from_str(&whole).expect("it is JSON");
    insta::assert_snapshot!("race_json", format!("{:#}", whole["defect"]));
}

#[test]
fn every_kind_of_access_has_a_verb_and_a_name() {
    for (access, name) in [(Access::Read, "read"), (Access::Write, "write")] {
        let kind = DefectKind::OutOfBounds(access).name();
        assert!(kind.ends_with(name), "{kind}");
        assert!(access.verb().starts_with(name), "{name}");
    }
}
