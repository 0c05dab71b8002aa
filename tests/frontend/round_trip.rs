//! What is printed of a contract is a contract: that of every example is given back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use inkwell::context::Context;
use simdiff::contract::Contract;
use simdiff::frontend::{
    self, Clang, Compiled, Flags, FrontendError, Wishes, define_externals, infer, resolve_function,
};
use simdiff::report::contract_rows;
use simdiff::suite::comments;

/// Checks of one file that are looked at.
const MOST: usize = 3;

/// What a check says of a contract.
#[derive(Default, PartialEq)]
struct Words {
    functions: [String; 2],
    args: Vec<String>,
    aliases: Vec<String>,
    globals: Vec<String>,
}

impl Words {
    /// Those of a check that a contract depends on; `None` if it is about more files or
    /// flags.
    fn of(words: &[String]) -> Option<Words> {
        let mut found = Words::default();
        let (command, mut rest) = words.split_first()?;
        while let [option, value, more @ ..] = rest {
            match option.as_str() {
                "--reference" => found.functions[0] = value.clone(),
                "--port" => found.functions[1] = value.clone(),
                "--arg" => found.args.push(value.clone()),
                "--alias" => found.aliases.push(value.clone()),
                // What keeps its initial value is in no contract.
                "--global" if value.ends_with("=initial") => return None,
                "--global" if value.contains('=') => found.globals.push(value.clone()),
                "--size" | "--undefined" | "--tolerance" => {}
                _ => {
                    rest = &rest[1..];
                    match option.starts_with("--") {
                        true => return None,
                        false => continue,
                    }
                }
            }
            rest = more;
        }
        let named = found.functions.iter().all(|name| !name.is_empty());
        (command == "check" && named).then_some(found)
    }

    fn contract(&self, compiled: &Compiled<'_>) -> Result<Contract, FrontendError> {
        let resolve = |name: &String| resolve_function(&compiled.module, &compiled.debug, name);
        let [reference, port] = [resolve(&self.functions[0])?, resolve(&self.functions[1])?];
        let mut wishes = Wishes::parse(
            &self.args,
            &Default::default(),
            &self.aliases,
            &self.globals,
        )?;
        wishes.externals = define_externals(&[compiled], &wishes.globals).undefined;
        Ok(infer((compiled, &reference), (compiled, &port), &wishes)?.contract)
    }

    /// The flags that a printed contract is.
    fn printed(&self, contract: &Contract) -> Words {
        let mut printed = Words {
            functions: self.functions.clone(),
            ..Words::default()
        };
        for row in contract_rows(contract).lines() {
            match row.strip_prefix("global ") {
                Some(global) => printed.globals.push(global.to_owned()),
                None if row.starts_with("returns ") => {}
                None => printed.args.push(row.to_owned()),
            }
        }
        printed
    }
}

/// A contract, whoever has given it.
fn meaning(mut contract: Contract) -> Contract {
    for param in &mut contract.params {
        (param.given, param.assumed) = (false, false);
    }
    for global in &mut contract.globals {
        (global.given, global.kept) = (false, None);
    }
    contract
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory of examples");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("readable").path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "c" || e == "cpp") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn printed_contracts_parse_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["examples", "tests/kernels"].map(|directory| sources(&root.join(directory)));
    let clang = Clang::find().expect("clang");
    let mut compared = 0;
    for file in files.iter().flatten() {
        let text: Arc<str> = std::fs::read_to_string(file).expect("UTF-8").into();
        let cases = comments(file, &text).into_iter().flatten();
        let mut words: Vec<Words> = Vec::new();
        for found in cases.filter_map(|case| Words::of(&case.words)) {
            if words.len() < MOST && !words.contains(&found) {
                words.push(found);
            }
        }
        let context = Context::create();
        let sources = [file.clone()];
        let Ok(compiled) = frontend::compile(&context, &clang, &sources, &Flags::default()) else {
            continue;
        };
        for words in words {
            // Some checks are about what is refused, or need another file.
            let Ok(contract) = words.contract(&compiled) else {
                continue;
            };
            let printed = words.printed(&contract);
            let again = printed.contract(&compiled);
            let shown = format!(
                "{}: {:?} {:?}",
                file.display(),
                printed.args,
                printed.globals
            );
            let again = again.unwrap_or_else(|error| panic!("{shown}: {error}"));
            assert_eq!(meaning(again), meaning(contract), "{shown}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} contracts");
}
