//! Options that are one of some words.

use clap::ValueEnum;

/// How to print the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatOption {
    /// For people.
    Text,
    /// For machines: of a verdict one object, `"schema": "simdiff/1"`; of `intrinsics` one,
    /// `"schema": "simdiff-intrinsics/1"`; of `functions` an array.
    Json,
    /// For code hosts: SARIF 2.1.0, a result for each finding.
    Sarif,
    /// For `simdiff test`: that object, and the text for people, as one.
    #[value(hide = true)]
    Record,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorOption {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Which path to go on with where one splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchOption {
    /// The newest.
    DepthFirst,
    /// Drawn at random, fewer splits first.
    RandomPath,
    /// Close to code not yet executed.
    Coverage,
}

/// What becomes of `a * b + c` in OpenCL C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContractOption {
    /// Two roundings.
    Off,
    /// One rounding.
    On,
    /// What the implementation likes.
    Any,
}

/// The devices that an OpenCL host finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeviceOption {
    /// One like a CPU: its memory is the host's.
    Cpu,
    /// One like a GPU.
    Gpu,
}

/// What writes of one value to one place are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SameValueOption {
    /// Named in the verdict.
    Note,
    /// Races.
    Defect,
}
