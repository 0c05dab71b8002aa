//! Writes the access records of launches to a file of JSON lines (`docs/access-log.md`).

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rewrite_rules::Builder;
use serde_json::{Value as Json, json};
use term::{Printer, Style, TermId};

use super::execution::Execution;
use crate::contract::Sizes;
use crate::launch::{NdRange, Recorded};
use crate::problem::Problem;
use crate::program::Program;
use crate::race;
use crate::symex::{End, Finished, Machine, Offset, State, Value};

/// The version tag of the file: fields are added, never renamed.
const SCHEMA: &str = "simdiff-access-log/1";

/// A file of JSON lines that receives the access records of launches as they are executed.
/// A file that is there already is replaced when the first launch has been executed.
#[derive(Debug)]
pub struct AccessLogFile {
    path: PathBuf,
    out: Mutex<Out>,
}

#[derive(Debug)]
struct Out {
    file: Option<BufWriter<File>>,
    launches: u64,
    failed: Option<io::Error>,
}

impl Out {
    /// Creates the file, unless that is done, with the line of its schema.
    fn begin(&mut self, path: &Path) {
        if self.file.is_some() || self.failed.is_some() {
            return;
        }
        match File::create(path) {
            Ok(file) => self.file = Some(BufWriter::new(file)),
            Err(error) => self.failed = Some(error),
        }
        self.line(&json!({ "schema": SCHEMA }));
    }

    fn line(&mut self, line: &Json) {
        self.with_file(|file| writeln!(file, "{line}"));
    }

    fn with_file(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if let (Some(file), None) = (&mut self.file, &self.failed) {
            self.failed = write(file).err();
        }
    }
}

/// A launch that was executed, as the log names it.
pub struct Launched<'l> {
    /// The kernel's name in the source.
    pub kernel: &'l str,
    /// The value of each size.
    pub sizes: &'l Sizes,
    /// The program that defines the kernel.
    pub program: &'l Program,
}

impl AccessLogFile {
    /// Makes a log that will be written to this path.
    pub fn new(path: &Path) -> AccessLogFile {
        let out = Out {
            file: None,
            launches: 0,
            failed: None,
        };
        AccessLogFile {
            path: path.to_owned(),
            out: Mutex::new(out),
        }
    }

    /// Adds the access records of an execution, path by path. Adds nothing for a call, and
    /// no path for a launch that was not [recorded](crate::launch::Launch::recording).
    pub fn add(&self, launched: &Launched<'_>, execution: &Execution<'_>, machine: &Machine<'_>) {
        let Some(range) = execution.range() else {
            return;
        };
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.begin(&self.path);
        out.launches += 1;
        let launch = out.launches;
        let used = |extents: [u64; 3]| extents[..range.dimensions.clamp(1, 3) as usize].to_vec();
        out.line(&json!({
            "launch": launch,
            "kernel": launched.kernel,
            "global": used(range.global),
            "local": used(range.local),
            "offset": used(range.offset),
            "sizes": launched.sizes,
        }));
        for (number, path) in execution.paths.iter().enumerate() {
            let Some(recorded) = path.state.observer::<Recorded>() else {
                continue;
            };
            let place = json!({ "launch": launch, "path": number + 1 });
            let told = Told {
                program: launched.program,
                builder: &machine.builder,
                state: &path.state,
                range: &range,
            };
            let mut line = place.clone();
            line["end"] = end(path).into();
            line["conditions"] = told.conditions(path.state.path());
            out.line(&line);
            for access in recorded.accesses() {
                let mut line = place.clone();
                told.describe(&mut line, access);
                out.line(&line);
            }
        }
        out.with_file(BufWriter::flush);
    }

    /// Completes the file, which has only the line of its schema if nothing was launched.
    ///
    /// # Errors
    /// The first error of writing the file.
    pub fn finish(&self) -> Result<(), Problem> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.begin(&self.path);
        out.with_file(BufWriter::flush);
        match &out.failed {
            Some(error) => Err(failed(&self.path, error)),
            None => Ok(()),
        }
    }
}

fn failed(path: &Path, error: &io::Error) -> Problem {
    Problem::new(format!("cannot write {}: {error}", path.display()))
}

/// The word of the log for the end of a path.
fn end(path: &Finished) -> String {
    match &path.end {
        End::Returned(_) | End::Exited(_) => "returned".to_owned(),
        End::Infeasible => "infeasible".to_owned(),
        End::Defect(defect) => defect.kind.name().to_owned(),
        End::Stopped(stop) => stop.reason.kind().to_string(),
    }
}

/// The context in which the accesses of one path are described.
struct Told<'t> {
    program: &'t Program,
    builder: &'t Builder,
    state: &'t State,
    range: &'t NdRange,
}

impl Told<'_> {
    /// Adds the fields of one access to its line.
    fn describe(&self, line: &mut Json, access: &race::Access) {
        let object = self.state.describe(self.program, access.object);
        let copy = crate::launch::is_copy(access.item);
        line["kind"] = if access.writes { "write" } else { "read" }.into();
        line["atomic"] = access.is_atomic().into();
        line["object"] = object.map_or(Json::Null, |object| object.name.into());
        match access.offset {
            Offset::At(at) => line["offset"] = at.into(),
            Offset::Among {
                term,
                first,
                last,
                stride,
            } => {
                line["offset"] = json!({
                    "term": self.text(&[term])[0],
                    "first": first,
                    "last": last,
                    "stride": stride,
                });
            }
        }
        line["size"] = access.size.into();
        line["value"] = self.value(access.value.as_ref());
        line["guard"] = match access.conditions.is_empty() {
            true => true.into(),
            false => self.conditions(&access.conditions),
        };
        let used = self.range.dimensions.clamp(1, 3) as usize;
        let place = self.range.place(access.item.group, access.item.local);
        line["group"] = place.group[..used].to_vec().into();
        line["local"] = match copy {
            true => "copy".into(),
            false => place.local[..used].to_vec().into(),
        };
        line["global"] = match copy {
            true => Json::Null,
            false => place.global[..used].to_vec().into(),
        };
        line["interval"] = access.passed.into();
        let at = self.program.location(access.chain[0]);
        line["at"] = at.map_or(
            Json::Null,
            |at| json!({ "file": at.file, "line": at.line, "column": at.column }),
        );
    }

    /// The bits of a scalar, or of each lane of a vector, in hexadecimal; `null` where they
    /// are not constant.
    fn value(&self, value: Option<&Value>) -> Json {
        let bits = |lane: Option<TermId>| {
            let known = lane.and_then(|lane| Some((lane, self.builder.constant_value(lane)?)));
            known.map_or(Json::Null, |(lane, bits)| {
                let digits = usize::from(self.builder.width(lane)).div_ceil(4);
                format!("{bits:#0width$x}", width = digits + 2).into()
            })
        };
        match value {
            Some(Value::Scalar(lane)) => bits(*lane),
            Some(value) if !value.lanes().is_empty() => {
                let lanes = value.lanes().iter();
                lanes.map(|lane| bits(*lane)).collect::<Vec<_>>().into()
            }
            _ => Json::Null,
        }
    }

    /// A conjunction of conditions, one text for each.
    fn conditions(&self, conditions: &[TermId]) -> Json {
        self.text(conditions).into()
    }

    /// Terms as texts, followed by the definitions of the names that these use.
    fn text(&self, terms: &[TermId]) -> Vec<String> {
        let rendered = Printer::new(self.builder.arena()).render(terms, &Style::default());
        let roots = rendered.roots.into_iter().map(|root| root.text);
        let named = rendered.definitions.into_iter();
        let named = named.map(|d| format!("where {} = {}", d.name, d.text.text));
        roots.chain(named).collect()
    }
}
