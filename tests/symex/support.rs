//! Compiling and running C snippets.

use std::path::Path;
use std::process::Command;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use rewrite_rules::{Builder, RuleSet};
use simdiff::program::Program;
use simdiff::symex::{Finished, Ignorant, Limits, Machine, ObjectId, ObjectSpec, State, Value};
use term::{Buffer, Format, TermId};

pub const CLANG: &str = "clang-19";

/// Decodes the bitcode of a C or IR file.
pub fn compile_file(path: &Path, flags: &[&str]) -> Program {
    let directory = tempfile::tempdir().unwrap();
    let bitcode = directory.path().join("t.bc");
    let status = Command::new(CLANG)
        .args(["-c", "-g", "-emit-llvm", "-ffp-contract=off"])
        .args(flags)
        .arg(path)
        .arg("-o")
        .arg(&bitcode)
        .status()
        .unwrap();
    assert!(status.success());
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bitcode).unwrap();
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).unwrap();
    Program::decode(&module)
}

/// Decodes a source text; `extension` is `c` or `ll`.
pub fn compile_as(extension: &str, source: &str, flags: &[&str]) -> Program {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(format!("t.{extension}"));
    std::fs::write(&path, source).unwrap();
    compile_file(&path, flags)
}

/// Decodes C compiled as checks are.
pub fn compile(source: &str) -> Program {
    compile_as(
        "c",
        source,
        &["-O1", "-fno-vectorize", "-fno-slp-vectorize"],
    )
}

/// A machine in its initial state.
pub struct Run<'p> {
    pub program: &'p Program,
    pub machine: Machine<'p>,
    pub state: State,
}

impl<'p> Run<'p> {
    pub fn new(program: &'p Program) -> Run<'p> {
        Run::with_limits(program, Limits::default())
    }

    pub fn with_limits(program: &'p Program, limits: Limits) -> Run<'p> {
        let mut machine = Machine::new(program, Builder::new(RuleSet::builtin()), limits);
        let state = machine.initial_state();
        Run {
            program,
            machine,
            state,
        }
    }

    /// An undefined object.
    pub fn object(&mut self, name: &str, size: u64) -> ObjectId {
        self.machine
            .add_object(&mut self.state, ObjectSpec::buffer(name, size))
            .unwrap()
    }

    /// Declares an input of scalars.
    pub fn input(&mut self, name: &str, format: Option<Format>) -> term::BufferId {
        self.machine.builder.arena_mut().add_buffer(Buffer {
            name: name.into(),
            format,
            signed: format.is_none(),
            scalar: false,
            undefined: false,
        })
    }

    /// An object of `count` symbols of `bits`.
    pub fn symbols(
        &mut self,
        name: &str,
        format: Option<Format>,
        bits: u8,
        count: u64,
    ) -> (ObjectId, Vec<TermId>) {
        let size = u64::from(bits / 8);
        let object = self.object(name, count * size);
        let buffer = self.input(name, format);
        let symbols = (0..count)
            .map(|i| {
                let at = i * size;
                let symbol = self
                    .machine
                    .builder
                    .arena_mut()
                    .add_symbol(buffer, at as u32, bits);
                assert!(
                    self.machine
                        .write_scalar(&mut self.state, object, at, symbol)
                );
                symbol
            })
            .collect();
        (object, symbols)
    }

    /// A symbolic scalar argument.
    pub fn scalar(&mut self, name: &str, bits: u8) -> TermId {
        let buffer = self.machine.builder.arena_mut().add_buffer(Buffer {
            name: name.into(),
            format: None,
            signed: true,
            scalar: true,
            undefined: false,
        });
        self.machine.builder.arena_mut().add_symbol(buffer, 0, bits)
    }

    pub fn pointer(&mut self, object: ObjectId) -> Value {
        self.machine.pointer(object)
    }

    pub fn constant(&mut self, bits: u8, value: u128) -> Value {
        self.machine.builder.constant(bits, value).into()
    }

    pub fn call(&mut self, function: &str, args: &[Value]) -> Vec<Finished> {
        let function = self.program.find_function(function).unwrap();
        self.machine
            .call(self.state.clone(), function, args, &mut Ignorant)
    }

    /// Calls a function that has one path and gives its end.
    pub fn call_once(&mut self, function: &str, args: &[Value]) -> Finished {
        let mut finished = self.call(function, args);
        assert_eq!(finished.len(), 1);
        finished.remove(0)
    }
}
