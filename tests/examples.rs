//! Every example's first lines say what simdiff finds in it; each such line is
//! a test. `// simdiff: check --reference f --port g => equivalent` runs
//! `simdiff check FILE --reference f --port g` and expects that verdict, its
//! exit code, and for a mismatch a witness that was replayed natively. Quoted
//! phrases after the verdict have to occur in the report.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

const PREFIX: &str = "// simdiff: ";

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for directory in ["examples", "tests/kernels"] {
        for file in sources(&root.join(directory)) {
            let text = std::fs::read_to_string(&file).expect("an example is UTF-8");
            let name = file
                .strip_prefix(root)
                .expect("below the root")
                .display()
                .to_string();
            let lines: Vec<&str> = text.lines().map_while(|l| l.strip_prefix(PREFIX)).collect();
            let is_kernel = file.extension().is_some_and(|e| e == "cl");
            if !is_kernel && (directory == "tests/kernels" || has_no_sibling_expectation(&file)) {
                assert!(
                    !lines.is_empty(),
                    "{name}: the first line must be `{PREFIX}… => verdict`"
                );
            }
            for line in lines {
                let (file, line) = (file.clone(), line.to_owned());
                trials.push(Trial::test(format!("{name}: {line}"), move || {
                    expect(&file, &line)
                }));
            }
        }
    }
    assert!(!trials.is_empty(), "no example was found");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
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

fn expect(file: &Path, line: &str) -> Result<(), Failed> {
    let (command, verdict) = line.rsplit_once("=>").ok_or("no `=> verdict`")?;
    let expected = shlex::split(verdict).ok_or("unbalanced quotes")?;
    let (verdict, phrases) = expected.split_first().ok_or("no verdict")?;
    let verdict = verdict.as_str();
    let words = shlex::split(command).ok_or("unbalanced quotes")?;
    let (subcommand, rest) = words.split_first().ok_or("no command")?;
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(file.parent().expect("a file has a directory"))
        .arg(subcommand)
        .arg(file)
        .args(["--format", "json"])
        .args(rest)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let json: serde_json::Value = serde_json::from_str(&text)
        .map_err(|e| format!("no JSON ({e}); standard error:\n{errors}"))?;
    if json["verdict"] != verdict {
        let brief = serde_json::json!({
            "undecided": json["undecided"], "difference": json["difference"], "defect": json["defect"],
        });
        return Err(format!("expected {verdict}, found {}\n{brief:#}", json["verdict"]).into());
    }
    let report = strings(&json);
    if let Some(phrase) = phrases.iter().find(|p| !report.contains(*p)) {
        return Err(format!("the report lacks `{phrase}`:\n{report}").into());
    }
    let code = match verdict {
        "equivalent" | "clean" => 0,
        "different" | "defect" => 1,
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
    let finding = if verdict == "different" {
        &json["difference"]
    } else {
        &json["defect"]
    };
    if code == 1 && finding["replay"]["status"] != "confirmed" {
        return Err(format!("not replayed: {}", finding["replay"]).into());
    }
    Ok(())
}

/// Every string in a report, one a line.
fn strings(json: &serde_json::Value) -> String {
    match json {
        serde_json::Value::String(text) => format!("{text}\n"),
        serde_json::Value::Array(items) => items.iter().map(strings).collect(),
        serde_json::Value::Object(fields) => fields.values().map(strings).collect(),
        _ => String::new(),
    }
}
