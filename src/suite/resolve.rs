//! Turns the keys of a check into the words of its command.

use std::path::{Path, PathBuf};

use toml::Spanned;

use super::case::Case;
use super::expect::Expected;
use super::near;
use super::place::Place;
use super::table::{Table, Words};
use super::unused::unused;
use crate::compile_commands::Build;
use crate::problem::Problem;

/// The check that these keys make, written at `place`.
///
/// # Errors
/// A key that is missing, that the command does not use or that contradicts another one, a file that does not exist, a pattern
/// that matches none, an unknown verdict.
pub(super) fn resolve(table: Table, place: Place) -> Result<Case, Problem> {
    let directory = match place.file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let (command, patterns) = match (&table.files[..], &table.program[..]) {
        ([_, ..], []) if table.kernel.is_some() => ("kernel", &table.files),
        ([_, ..], []) => ("check", &table.files),
        ([], [_, ..]) => ("run", &table.program),
        ([], []) => {
            let problem = place.problem("this check has no files");
            return Err(problem.help("name them: files = [\"kernel.c\"]"));
        }
        ([_, ..], [program, ..]) => {
            let problem = place.at(program.span());
            let problem = problem.problem("a check has files, or is of a program, not both");
            return Err(problem.help("remove one of the keys"));
        }
    };
    unused(&table, command, &place)?;
    let files = files(&directory, patterns, &place)?;
    let mut words = vec![command.to_owned()];
    words.extend(files.iter().map(|file| positional(file)));
    match command {
        "check" => functions(&table, &place, &mut words)?,
        _ => words.extend(table.kernel.iter().map(|name| format!("--kernel={name}"))),
    }
    if command != "run" {
        inputs(&table, &mut words);
        if table.allow_unreached == Some(true) {
            words.push("--allow-unreached".to_owned());
        }
    }
    if let Some(build) = &table.compile_commands {
        let place = place.at(build.span());
        let covered = Build::read(&directory.join(build.get_ref()))
            .and_then(|build| build.compiles(&directory, &sources(&files)));
        covered.map_err(|(what, help)| place.problem(what).help(help))?;
        words.push(format!("--compile-commands={}", build.get_ref()));
    }
    flags(&table, &place, &mut words)?;
    rest(&table, &mut words);
    let function = [&table.kernel, &table.port, &table.reference];
    let function = function.into_iter().flatten().next();
    let name = match (&table.name, function) {
        (Some(name), _) => name.get_ref().clone(),
        (None, Some(function)) => function.clone(),
        (None, None) => files[0].clone(),
    };
    let (verdict, span) = match &table.expect {
        Some(verdict) => (verdict.get_ref().as_str(), verdict.span()),
        None if command == "kernel" => ("clean", place.span.clone()),
        None => ("equivalent", place.span.clone()),
    };
    let expected = Expected::new(verdict, table.says.clone(), &place, span)?;
    // Arguments follow `--` and come last.
    if !table.arguments.is_empty() {
        words.push("--".to_owned());
        words.extend(table.arguments.iter().cloned());
    }
    Ok(Case {
        name,
        group: table.group.map(Spanned::into_inner),
        place,
        directory,
        words,
        expected,
    })
}

/// The files that match the patterns, relative to the manifest's directory.
fn files(
    directory: &Path,
    patterns: &[Spanned<String>],
    place: &Place,
) -> Result<Vec<String>, Problem> {
    let mut files: Vec<String> = Vec::new();
    for pattern in patterns {
        let (text, here) = (pattern.get_ref(), place.at(pattern.span()));
        let is_pattern = text.contains(['*', '?', '[']);
        if !is_pattern {
            if !directory.join(text).exists() {
                return Err(missing(directory, text, &here));
            }
            files.push(text.clone());
            continue;
        }
        let escaped = glob::Pattern::escape(&directory.to_string_lossy());
        let wrong = |e: &dyn std::fmt::Display| here.problem(format!("no pattern: {e}"));
        let found = glob::glob(&format!("{escaped}/{text}")).map_err(|e| wrong(&e))?;
        let before = files.len();
        for path in found {
            let path = path.map_err(|e| wrong(&e))?;
            let path = path.strip_prefix(directory).unwrap_or(&path);
            files.push(path.to_string_lossy().into_owned());
        }
        if files.len() == before {
            let problem = here.problem(format!("no file matches `{text}`"));
            let place = directory.display();
            return Err(problem.help(format!("patterns are of files below {place}")));
        }
    }
    Ok(files)
}

fn missing(directory: &Path, name: &str, place: &Place) -> Problem {
    let path = directory.join(name);
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let entries = path
        .parent()
        .and_then(|parent| std::fs::read_dir(parent).ok());
    let names: Vec<String> = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let problem = place.problem(format!("there is no file {}", path.display()));
    match near::nearest(&wanted, names.iter().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean {near}?")),
        None => problem.help("files are named from the manifest's directory"),
    }
}

/// A file as a word that cannot be taken for an option.
pub(super) fn positional(file: &str) -> String {
    match file.starts_with('-') {
        true => format!("./{file}"),
        false => file.to_owned(),
    }
}

fn functions(table: &Table, place: &Place, words: &mut Vec<String>) -> Result<(), Problem> {
    let Some(reference) = &table.reference else {
        let problem = place.problem("this check has no reference");
        return Err(problem.help("name the function that is right: reference = \"f\""));
    };
    words.push(format!("--reference={reference}"));
    words.extend(table.port.iter().map(|port| format!("--port={port}")));
    words.extend(table.setup.iter().map(|name| format!("--setup={name}")));
    let tolerance = table.tolerance.iter();
    words.extend(tolerance.map(|bound| format!("--tolerance={bound}")));
    Ok(())
}

/// Adds the options about inputs.
fn inputs(table: &Table, words: &mut Vec<String>) {
    let meanings = [
        ("--arg", &table.contract),
        ("--reference-arg", &table.reference_contract),
        ("--port-arg", &table.port_contract),
        ("--global", &table.globals),
        ("--alias", &table.alias),
    ];
    for (option, meanings) in meanings {
        words.extend(
            meanings
                .iter()
                .map(|(name, meaning)| format!("{option}={name}={meaning}")),
        );
    }
    let sizes = table.sizes.iter();
    words.extend(sizes.map(|(name, range)| format!("--size={name}={}", range.text())));
    let relations = table.relations.iter();
    words.extend(relations.map(|relation| format!("--assume={relation}")));
    let launch = [
        ("--global", &table.launch.global),
        ("--local", &table.launch.local),
        ("--offset", &table.launch.offset),
    ];
    for (option, amount) in launch {
        words.extend(
            amount
                .iter()
                .map(|amount| format!("{option}={}", amount.text())),
        );
    }
}

/// The files that a compiler reads.
fn sources(files: &[String]) -> Vec<String> {
    let is_ir = |file: &&String| file.ends_with(".ll") || file.ends_with(".bc");
    files.iter().filter(|file| !is_ir(file)).cloned().collect()
}

fn flags(table: &Table, place: &Place, words: &mut Vec<String>) -> Result<(), Problem> {
    let mut add = |option: &str, flags: &[String]| {
        for flag in flags {
            // The command line splits such a word once more.
            let quoted = shlex::try_quote(flag).map_err(|_| {
                let problem = place.problem("a compiler flag holds a zero byte");
                problem.help("remove it")
            })?;
            words.push(format!("{option}={quoted}"));
        }
        Ok::<(), Problem>(())
    };
    let sides: [(&str, &Words); 3] = [
        ("--cflags", &table.flags),
        ("--reference-flags", &table.reference_flags),
        ("--port-flags", &table.port_flags),
    ];
    for (option, flags) in sides {
        let split = flags.split().ok_or_else(|| {
            let problem = place.problem("a quote in the flags of this check is not closed");
            problem.help("or write a list: flags = [\"-O2\", \"-DNAME=a b\"]")
        })?;
        add(option, &split)?;
    }
    Ok(())
}

/// Adds the options that checks and programs share.
fn rest(table: &Table, words: &mut Vec<String>) {
    words.extend(table.assume.iter().map(|a| a.option().to_owned()));
    let lists = [
        ("--undefined", &table.undefined),
        ("--rules", &table.rules),
        ("--budget", &table.budget),
        ("--allow-read", &table.allow_read),
    ];
    for (option, values) in lists {
        words.extend(values.iter().map(|value| format!("{option}={value}")));
    }
    let singles = [
        ("--contract", &table.contraction),
        ("--cpu", &table.cpu),
        ("--timeout", &table.timeout),
        ("--max-memory", &table.max_memory),
    ];
    for (option, value) in singles {
        words.extend(value.iter().map(|value| format!("{option}={value}")));
    }
    words.extend(table.options.iter().cloned());
}
