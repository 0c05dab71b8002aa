//! The checks of a run of a suite, and what the verdict of each depends on.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use simdiff::batch::Batch;
use simdiff::cache::{Cache, Compilation, Fingerprints, Identity, Key};
use simdiff::compile_commands::{self, Build};
use simdiff::frontend::{Clang, Contraction, Flags};
use simdiff::record::Record;

use super::claim;
use super::planned::{Planned, common};
use crate::args::{Command, ContractOption, Test};

/// The verdicts of earlier runs.
pub struct Memory {
    cache: Cache,
    identity: Identity,
    fingerprints: Fingerprints,
    /// Whether EQUIVALENT counts only with its certificate.
    verify: bool,
    /// Whether checked code may run natively.
    native: bool,
}

/// The key of a check's verdict in the cache, and the files on which the verdict depends.
pub struct Basis {
    /// The key of the verdict.
    pub key: Key,
    files: Vec<Compilation>,
}

impl Memory {
    /// The verdicts in this cache. `None` if the compiler or this program cannot be
    /// identified, which every check reports by itself.
    pub fn new(cache: Cache, program: &Path, options: &Test) -> Option<Memory> {
        let clang = Clang::find().ok()?;
        Some(Memory {
            cache,
            identity: Identity::of(program, &clang).ok()?,
            fingerprints: Fingerprints::new(clang),
            verify: options.verify_cache,
            native: !options.no_native,
        })
    }

    /// Whether EQUIVALENT counts only with its certificate.
    pub fn verifies(&self) -> bool {
        self.verify
    }

    /// What the verdict of each check depends on, if that can be told, and its known
    /// verdict; as many checks at a time as the batch runs.
    pub fn recall(
        &self,
        planned: &[Planned<'_>],
        batch: &Batch,
    ) -> Vec<(Option<Basis>, Option<Record>)> {
        let next = AtomicUsize::new(0);
        let (send, found) = channel();
        std::thread::scope(|scope| {
            for _ in 0..batch.jobs.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while batch.deadline.expired().is_none() {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(planned) = planned.get(place) else {
                            break;
                        };
                        let basis = self.basis(planned, &self.fingerprints);
                        let known = basis.as_ref().and_then(|b| self.known(planned, b, batch));
                        if send.send((place, (basis, known))).is_err() {
                            break;
                        }
                    }
                });
            }
        });
        drop(send);
        let mut all: Vec<_> = planned.iter().map(|_| (None, None)).collect();
        for (place, found) in found {
            all[place] = found;
        }
        all
    }

    /// Keeps the record of a check, if nothing that it depends on has changed meanwhile: its
    /// process read everything again, at some time between `basis` and now.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn keep(
        &self,
        planned: &Planned<'_>,
        basis: &Basis,
        record: &Record,
        certificate: &Path,
    ) -> std::io::Result<()> {
        if !self.fingerprints.are_current(&basis.files) || !self.is_current(planned, basis) {
            return Ok(());
        }
        if certificate.is_file() {
            self.cache.store_certificate(&basis.key, certificate)?;
        }
        self.cache.store(&basis.key, record)
    }

    fn known(&self, planned: &Planned<'_>, basis: &Basis, batch: &Batch) -> Option<Record> {
        let kept = self.cache.fetch(&basis.key)?;
        let mut record = Record::new(planned.case, kept.answer, kept.seconds);
        record.cached = true;
        if self.verify {
            // A difference is only as good as its native run, which is made again.
            let proved = record.verdict() == Some("equivalent");
            let certificate = self.cache.certificate(&basis.key).filter(|_| proved)?;
            let holds = claim::is_of(&certificate, planned, &record) && batch.holds(&certificate);
            return holds.then_some(record);
        }
        Some(record)
    }

    /// Whether the key of a check is the same when everything is read again. Stamps of the files
    /// that were read do not tell: a header may be found before one of them, and the flags of a
    /// build may be others.
    fn is_current(&self, planned: &Planned<'_>, basis: &Basis) -> bool {
        let anew = self.basis(planned, &self.fingerprints.anew());
        anew.is_some_and(|anew| anew.key == basis.key)
    }

    fn basis(&self, planned: &Planned<'_>, fingerprints: &Fingerprints) -> Option<Basis> {
        let files = compilations(planned)?;
        let digest = fingerprints.digest(&files)?;
        let words = planned.case.words.join("\0");
        let native = vec![u8::from(self.native)];
        let mut parts = vec![
            self.identity.bytes().to_vec(),
            native,
            words.into_bytes(),
            digest,
        ];
        for rules in rules(planned.command) {
            parts.push(std::fs::read(planned.case.directory.join(rules)).ok()?);
        }
        let key = Key::of(parts.iter().map(Vec::as_slice));
        Some(Basis { key, files })
    }
}

fn rules(command: &Command) -> &[PathBuf] {
    common(command).map_or(&[], |common| &common.rules.files)
}

/// The compilations of a check's files; `None` if its verdict depends on other files too,
/// or it writes files.
fn compilations(planned: &Planned<'_>) -> Option<Vec<Compilation>> {
    let (files, sides) = match planned.command {
        Command::Check(options) => {
            let files = [
                &options.certificate,
                &options.emit_test,
                &options.emit_harness,
            ];
            let writes = files.into_iter().any(Option::is_some);
            let sides = [&options.reference_flags[..], &options.port_flags[..]];
            (!writes).then_some((&options.files, sides))?
        }
        Command::Run(options) => {
            let others = options.certificate.is_some() || !options.allow_read.is_empty();
            (!others).then_some((&options.files, [&[][..], &[][..]]))?
        }
        Command::Kernel(options) => (&options.files, [&[][..], &[][..]]),
        _ => return None,
    };
    let common = common(planned.command)?;
    let directory = &planned.case.directory;
    let build = common.compile_commands.as_deref();
    let build = build.map(|build| Build::read(&directory.join(build)));
    let build = build.transpose().ok()?;
    let given =
        !common.cflags.is_empty() || build.is_some() || sides.iter().any(|side| !side.is_empty());
    // A file that the build does not name is bitcode, or its check is in trouble. Which of
    // several commands defines a function is known only after compiling.
    let of_build = |file: &PathBuf| {
        let build = build.as_ref();
        let commands = build.and_then(|build| build.commands(&directory.join(file)).ok());
        commands.unwrap_or_else(|| vec![Default::default()])
    };
    let compilation =
        |file: &PathBuf, of_build: compile_commands::Command, side: &[String]| Compilation {
            directory: directory.clone(),
            source: file.clone(),
            flags: Flags {
                common: [of_build.flags, common.cflags.clone()].concat(),
                left_out: of_build.left_out,
                side: side.to_vec(),
                given,
                contract: match common.contract {
                    ContractOption::Off => Contraction::Off,
                    ContractOption::On => Contraction::On,
                    ContractOption::Any => Contraction::Any,
                },
                ..Flags::default()
            },
        };
    let both = if sides[0] == sides[1] {
        &sides[..1]
    } else {
        &sides
    };
    let of = |side: &&[String]| {
        let commands = |file| {
            of_build(file)
                .into_iter()
                .map(move |command| (file, command))
        };
        files
            .iter()
            .flat_map(commands)
            .map(|(file, command)| compilation(file, command, side))
            .collect::<Vec<_>>()
    };
    Some(both.iter().flat_map(of).collect())
}
