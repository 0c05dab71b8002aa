//! The front end: source files to LLVM modules, and two functions to a contract.
//!
//! Data flows [`tools`] → [`compile()`] → [`resolve_function`] →
//! [`contract::infer`] → [`sizes::sweep`]. Nothing here prints or knows terms;
//! every failure is a [`FrontendError`].

pub mod abi;
pub mod args;
mod arithmetic;
mod builtins;
mod clang;
mod compile;
mod constant_questions;
pub mod contract;
mod contraction;
mod counting;
mod cursor;
mod debug_info;
mod error;
mod flags;
mod flat;
mod globals;
mod help;
mod host;
mod host_functions;
mod ir;
mod language;
mod layout;
mod names;
mod nd_range;
mod number;
mod observe;
mod opencl;
mod passes;
mod preprocess;
mod processor;
mod quote;
mod resolve;
mod runtime;
mod shared;
mod signature;
mod simd_count;
pub mod sizes;
mod spelling;
pub mod tools;
mod types;
mod units;
mod usage;

pub use abi::{Abi, AbiArg, AbiResult, Piece};
pub use builtins::{Builtin, builtins};
pub use compile::{Compiled, as_written, compile, compile_only};
pub use contract::{Agreement, Wishes, infer, parameters};
pub use contraction::contraction;
pub use debug_info::DebugInfo;
pub use error::{BadIr, FrontendError};
pub use flags::{Contraction, Flags};
pub use host::{DeviceProgram, is_host, with_host_library};
pub use host_functions::host_functions;
pub use language::Language;
pub use nd_range::nd_range;
pub use opencl::{Kernel, kernel, kernels, outside_launch, with_device_library};
pub use passes::keep_reachable;
pub use preprocess::{Preprocessed, preprocess};
pub use processor::{compiled_for, fast_math, fuses, target};
pub use quote::{Flag, Quote};
pub use resolve::{resolve_function, signature};
pub use shared::Shared;
pub use tools::Clang;
