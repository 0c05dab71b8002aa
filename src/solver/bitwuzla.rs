//! Bitwuzla, if it is installed: a second solver for floats as circuits, run as a process that
//! reads SMT-LIB and prints its answer.
//!
//! Optional, and trusted as Z3 is: *unsatisfiable* is believed, a model is evaluated exactly
//! before it counts.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::smtlib::{self, Script};
use super::{Answer, Model, Unknown};
use crate::budgets::waiting;
use crate::child;
use crate::deadline::Deadline;

/// The name of the program.
pub const NAME: &str = "bitwuzla";

/// Finds the program on `PATH`.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|directory| directory.join(NAME));
    candidates.into_iter().find(|file| file.is_file())
}

/// Runs the program on a query. A program that fails or prints unexpected output gives no
/// answer.
pub(super) fn run(program: &Path, script: &Script, end: &Deadline) -> Answer {
    match talk(program, script, end) {
        Some(output) => answer(script, &output),
        None => Answer::Unknown(Unknown::Limit),
    }
}

fn talk(program: &Path, script: &Script, end: &Deadline) -> Option<String> {
    let mut command = Command::new(program);
    let mut child = child::bind(&mut command)
        .args(["--lang", "smt2", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let (mut input, mut output) = (child.stdin.take()?, child.stdout.take()?);
    let question = question(script);
    let printed = std::thread::scope(|scope| {
        // A program that exits early closes its input; its output is still read.
        scope.spawn(move || input.write_all(question.as_bytes()).is_ok());
        let reader = scope.spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).ok().map(|_| text)
        });
        while !reader.is_finished() {
            if end.expired().is_some() {
                child::end(&mut child);
                break;
            }
            std::thread::sleep(waiting::BITWUZLA);
        }
        reader.join().ok().flatten()
    });
    let _ = child.wait();
    printed
}

fn question(script: &Script) -> String {
    let names: Vec<String> = script
        .symbols
        .iter()
        .map(|&(id, _)| smtlib::name(id))
        .collect();
    let mut text = format!(
        "(set-option :produce-models true)\n(set-logic QF_BVFP)\n{}(check-sat)\n",
        script.text
    );
    if !names.is_empty() {
        text += &format!("(get-value ({}))\n", names.join(" "));
    }
    text + "(exit)\n"
}

fn answer(script: &Script, output: &str) -> Answer {
    let (verdict, values) = output.split_once('\n').unwrap_or((output, ""));
    match verdict.trim() {
        "unsat" => Answer::Unsat,
        "sat" => match model(script, values) {
            Some(model) => Answer::Sat(model),
            None => Answer::Unknown(Unknown::Unsupported),
        },
        _ => Answer::Unknown(Unknown::Limit),
    }
}

/// Parses `((s1 #b01) (s2 #x0f))`.
fn model(script: &Script, values: &str) -> Option<Model> {
    let words = values.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut model = Model::default();
    for &(id, _) in &script.symbols {
        let name = smtlib::name(id);
        let at = words.iter().position(|word| *word == name)?;
        let value = words.get(at + 1)?;
        let bits = match value.split_at_checked(2)? {
            ("#b", digits) => u128::from_str_radix(digits, 2),
            ("#x", digits) => u128::from_str_radix(digits, 16),
            _ => return None,
        };
        model.values.insert(id, bits.ok()?);
    }
    Some(model)
}
