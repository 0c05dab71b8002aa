//! Every example's first lines say what simdiff finds in it; each such line is
//! a test, as `simdiff test` reads it: besides the verdict and the phrases, its exit
//! code counts, and for a mismatch a witness that was replayed natively.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use simdiff::record::{Answer, judge};
use simdiff::suite::{Case, comments};

const PREFIX: &str = "// simdiff: ";

/// Lines of a report at most.
const SCREEN: usize = 50;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // As the checks of a suite do: each file is compiled once for each set of flags.
    let modules = tempfile::tempdir().expect("a scratch directory");
    let mut trials = Vec::new();
    for directory in ["examples", "tests/kernels"] {
        for file in sources(&root.join(directory)) {
            let text = std::fs::read_to_string(&file).expect("an example is UTF-8");
            let text: Arc<str> = text.into();
            let name = file.strip_prefix(root).expect("below the root").display();
            let cases = comments(&file, &text);
            let is_kernel = file.extension().is_some_and(|e| e == "cl");
            if !is_kernel && (directory == "tests/kernels" || has_no_sibling_expectation(&file)) {
                assert!(
                    !cases.is_empty(),
                    "{name}: the first line must be `{PREFIX}… => verdict`"
                );
            }
            for case in cases {
                let case = case.unwrap_or_else(|problem| panic!("{name}: {}", problem.message));
                let line = format!("{name}: {} => {}", case.name, case.expected.verdict);
                let modules = modules.path().to_owned();
                trials.push(Trial::test(line, move || expect(&case, &modules)));
            }
        }
    }
    assert!(!trials.is_empty(), "no example was found");
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(modules);
    conclusion.exit();
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<_> = match std::fs::read_dir(directory) {
        Ok(entries) => entries
            .map(|e| e.expect("readable directory").path())
            .collect(),
        Err(_) => return files,
    };
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path
            .extension()
            .is_some_and(|e| ["c", "cpp", "cl"].iter().any(|known| e == *known))
        {
            files.push(path);
        }
    }
    files
}

/// A directory may split its code over several files; one of them carries the
/// expectations.
fn has_no_sibling_expectation(file: &Path) -> bool {
    let directory = file.parent().expect("a file has a directory");
    !sources(directory).iter().any(|other| {
        other != file && std::fs::read_to_string(other).is_ok_and(|t| t.starts_with(PREFIX))
    })
}

fn expect(case: &Case, modules: &Path) -> Result<(), Failed> {
    let (subcommand, rest) = case.words.split_first().ok_or("no command")?;
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&case.directory)
        .args([
            subcommand.as_str(),
            "--format",
            "record",
            "--color=never",
            "--modules",
        ])
        .arg(modules)
        .args(rest)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let record: serde_json::Value = serde_json::from_str(&text)
        .map_err(|e| format!("no JSON ({e}); standard error:\n{errors}"))?;
    let json = &record["outcome"];
    let answer = Answer {
        outcome: json.clone(),
        report: record["report"].as_str().unwrap_or_default().to_owned(),
    };
    if let (_, Some(remark)) = judge(&case.expected, &answer) {
        let brief = serde_json::json!({
            "undecided": json["undecided"], "difference": json["difference"], "defect": json["defect"],
        });
        return Err(format!("{remark}\n{brief:#}").into());
    }
    let lines = answer.report.lines().count();
    let asks_for_all = rest
        .iter()
        .any(|word| word == "--explain" || word == "--timings");
    if lines > SCREEN && !asks_for_all && json["kernels"].as_array().is_none_or(Vec::is_empty) {
        return Err(format!("a report of {lines} lines:\n{}", answer.report).into());
    }
    let verdict = case.expected.verdict.as_str();
    let code = match verdict {
        "equivalent" | "clean" | "proved" => 0,
        "different" | "defect" | "exceeded" => 1,
        "undecided" => 3,
        other => return Err(format!("unknown verdict `{other}`").into()),
    };
    if output.status.code() != Some(code) {
        return Err(format!(
            "expected exit code {code}, found {:?}",
            output.status.code()
        )
        .into());
    }
    let finding = if verdict != "defect" {
        &json["difference"]
    } else {
        &json["defect"]
    };
    let replay = finding["replay"]["status"].as_str().unwrap_or_default();
    if code == 1 && !matches!(replay, "confirmed" | "unwatched") {
        return Err(format!("not replayed: {}", finding["replay"]).into());
    }
    Ok(())
}
