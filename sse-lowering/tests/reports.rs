//! Checks the reports of `docs/hardware` against the table of lowerings.

mod support;

use std::collections::BTreeMap;

use simdiff_sse_lowering::{REPORTS, confirmed};

use support::lowering;

/// Extensions that no available processor has. Verdicts lean on their lowerings.
const UNCONFIRMED: &[&str] = &["xop"];

/// Fails if no processor has confirmed some lowering. Run `make hardware-report` on a
/// processor that has the extension.
#[test]
fn some_processor_confirms_every_extension() {
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    for intrinsic in lowering().supported().unwrap() {
        *table.entry(intrinsic.isa).or_default() += 1;
    }
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, count) in REPORTS.iter().flat_map(|report| confirmed(report)) {
        let of_table = table.get(name).copied().unwrap_or(0);
        assert!(
            count <= of_table,
            "a report has {count} intrinsics of {name}, the table {of_table}"
        );
        let most = found.entry(name).or_default();
        *most = count.max(*most);
    }
    for (name, count) in &table {
        if UNCONFIRMED.contains(&name.as_str()) {
            assert_eq!(found.get(name.as_str()), None, "{name} is confirmed");
            continue;
        }
        assert_eq!(
            found.get(name.as_str()),
            Some(count),
            "{name}: run `make hardware-report` on a processor that has it"
        );
    }
}

/// Checks that each file is named by its kind of processor and is in [`REPORTS`].
#[test]
fn every_report_is_read() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/hardware");
    let mut files = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        assert!(
            text.starts_with(&format!("# Lowerings against {name}\n")),
            "{name}"
        );
        assert!(REPORTS.contains(&text.as_str()), "{name}");
        files += 1;
    }
    assert_eq!(files, REPORTS.len());
}
